"""The build cache reuses results unchanged, and only for the same inputs."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from project import Project

from sphinx_piquet.cache import (
    ENGINE,
    KEPT_FOR,
    NO_CACHE,
    BuildCache,
    code_digest,
    digest,
    sources_of,
)
from sphinx_piquet.practice import exercise_directive as exercise
from sphinx_piquet.replays import replay_directive as replays

pytestmark = pytest.mark.site

RECORD = Path(__file__).parents[1] / "records" / "pique-at-first-lead.piquet"
DEAL = """# Deal

```{{replay}} {name}
```

```{{still}} {name}
:step: deal
```

```{{exercise}} number hand
:count: 2
:rules: hoyle1909
```
"""


@pytest.fixture
def store(tmp_path: Path) -> BuildCache:
    return BuildCache(tmp_path / "kept")


def never() -> str:
    raise AssertionError("made though it is known")


def test_the_same_is_made_once(store: BuildCache) -> None:
    made = "Quatorze, four aces:\n\N{BLACK SPADE SUIT}\n"
    assert store.text("words", ("a", b"b"), lambda: made) == made
    assert store.text("words", ("a", b"b"), never) == made


@pytest.mark.parametrize(
    "other", [("words", ("ab",)), ("words", ("a", b"c")), ("signs", ("a", b"b"))]
)
def test_anything_else_is_made_anew(
    store: BuildCache, other: tuple[str, tuple[str | bytes, ...]]
) -> None:
    store.text("words", ("a", b"b"), lambda: "one")
    assert store.text(*other, lambda: "other") == "other"


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 1)


def change(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"one", b"two"))


def scramble(path: Path) -> None:
    path.write_bytes(b"\xff\n\xff")


@pytest.mark.parametrize("damage", [cut, change, scramble, Path.unlink])
def test_a_damaged_text_is_made_anew(store: BuildCache, damage: Callable[[Path], None]) -> None:
    store.text("words", ("a",), lambda: "one")
    assert store.folder
    (path,) = (store.folder / "words").iterdir()
    damage(path)
    assert store.text("words", ("a",), lambda: "one again") == "one again"
    assert store.text("words", ("a",), never) == "one again"


def test_of_several_texts_only_those_that_are_missing_are_made(store: BuildCache) -> None:
    asked: list[list[tuple[str, ...]]] = []

    def make(missing: list[tuple[str, ...]]) -> list[str]:
        asked.append(missing)
        return ["".join(one) for one in missing]

    a, b, c = list[tuple[str, ...]]([("a",), ("b",), ("c",)])
    assert store.texts("words", [a, b], make) == ["a", "b"]
    assert store.texts("words", [b, c, a], make) == ["b", "c", "a"]
    assert asked == [[a, b], [c]]


def test_what_nobody_has_asked_for_in_two_months_goes(store: BuildCache) -> None:
    for name in "ab":
        store.text("words", (name,), lambda: "one")
    assert store.folder
    old = store.folder / "words" / digest("a")
    now = old.stat().st_mtime
    os.utime(old, (now, now - KEPT_FOR - 1))
    other = store.folder / "pictures" / "one.png"  # another module with the same name
    other.parent.mkdir()
    other.touch()
    os.utime(other, (0, 0))
    store.tidy(now)
    assert not old.exists()
    assert other.exists()
    assert store.text("words", ("b",), never) == "one"


def test_without_a_folder_nothing_is_kept() -> None:
    made = iter(["one", "two"])
    assert [NO_CACHE.text("words", ("a",), lambda: next(made)) for _ in "ab"] == ["one", "two"]


def test_the_sources_of_a_module_are_all_that_it_imports(tmp_path: Path) -> None:
    """Imports at the top or inside a function, of a package, a module or a name, and the packages
    themselves.
    """
    package = tmp_path / "own"
    texts = {
        "__init__.py": "",
        "a.py": "import json\nfrom own import b\nfrom own.room import (\n    c,  # why\n    word,\n)\n",
        "b.py": "def late():\n    from own.room.d import one\n    return one\n",
        "room/__init__.py": "word = 1\n",
        "room/c.py": "import own.e\n",
        "room/d.py": "from own.a import b\none = b\n",
        "e.py": "",
        "f.py": "import own.a\n",
    }
    for name, text in texts.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    found = {path.relative_to(package).as_posix() for path in sources_of("own.a", (package,))}
    assert found == texts.keys() - {"f.py"}


def test_a_judgement_is_made_of_the_whole_engine_but_no_page() -> None:
    rooms = {
        path.relative_to(ENGINE).parts[0] for path in sources_of("piquet_core.review.deal_review")
    }
    assert {"review", "solver", "engine", "rules", "replay", "players", "beliefs"} <= rooms
    assert rooms.isdisjoint({"views", "api", "cli"})
    assert code_digest("piquet_core.review.deal_review") != code_digest(
        "piquet_core.views.replay.decision_review"
    )


def build(project: Project, out: str) -> dict[str, str]:
    code, said = project.build(out=out)
    assert code == 0, said
    folder = project.path / "out" / out
    return {path.name: path.read_text("utf-8") for path in folder.rglob("*.html")}


def test_pages_are_the_same_with_a_store_and_without(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a full cache, no decision is reviewed, no replay drawn and no exercise searched."""
    (project.path / RECORD.name).write_text(RECORD.read_text("utf-8"), "utf-8")
    project.write({"index": DEAL.format(name=RECORD.name)})
    plain = build(project, "plain")
    assert "pq-judged" in plain["index.html"]
    with (project.path / "conf.py").open("a") as conf:
        conf.write('piquet_cache = "kept"\nexclude_patterns = ["kept"]\n')
    assert build(project, "first") == plain
    for module, name in (
        (replays, "review"),
        (replays, "render_replay"),
        (exercise, "new_exercise"),
        (exercise, "render_exercise"),
    ):
        known = getattr(module, name)

        def stop(*_: object, **_named: object) -> None:
            raise AssertionError("made though it is known")

        stop.__module__ = known.__module__  # the attribute by which the cache finds the sources
        monkeypatch.setattr(module, name, stop)
    assert build(project, "again") == plain
    kinds = {path.name for path in (project.path / "kept").iterdir()}
    assert kinds == {"accounts", "replays", "stills", "draws", "exercises"}
