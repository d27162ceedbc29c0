"""Browser storage, tested under Node. tests/browser tests the pages."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from static_sources import static_source, static_sources

from sphinx_piquet.practice import storage_directives as keeping
from website.static_files import STATIC_FOLDERS

TRIALS = Path(__file__).parent / "storage" / "trials.mjs"
NAMES = [
    "merging",
    "tabs",
    "unsaved",
    "forbidden",
    "clocks",
    "paced",
    "migration",
    "newer",
    "overtaken",
    "reopened",
    "damaged",
    "games",
    "replaced",
    "full",
    "along",
    "days",
    "played",
    "recent",
    "rated",
    "unreadable",
    "beside",
    "unrated",
    "series",
    "path",
    "switched",
    "practised",
    "kept",
    "carried",
    "foreign",
    "exported",
    "hostile",
    "challenged",
    "crowded",
    "unchallenged",
    "taught",
    "drafted",
    "outgrown",
    "untaught",
]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Run all trials in one process and return their results."""
    folder = tmp_path_factory.mktemp("scripts")
    for static in STATIC_FOLDERS:
        shutil.copytree(static, folder, dirs_exist_ok=True)
    (folder / "package.json").write_text('{"type": "module"}')
    node = shutil.which("node")
    assert node, "Node.js is not on PATH"
    done = subprocess.run(
        [node, str(TRIALS), folder.as_uri()], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_trial_holds(told: dict[str, Any], name: str) -> None:
    assert not str(told[name]).startswith("failed"), told[name]


def test_every_trial_is_asked_for(told: dict[str, Any]) -> None:
    assert set(told) == {*NAMES, "KEYS", "OLD"}


def test_the_list_names_what_our_script_keeps(told: dict[str, Any]) -> None:
    """A name follows a key that ends in a separator; the list shows it as a star."""
    listed = [one for one in keeping.storage_keys() if one.by == "site"]
    assert {one.key.removesuffix("*") for one in listed} == set(told["KEYS"].values())
    assert {key.removesuffix("*") for one in listed for key in one.was} == set(told["OLD"].values())


def test_the_list_names_what_the_frame_keeps() -> None:
    """The frame sets the colour scheme before the first paint, so it cannot wait for a module."""
    text = static_source("frame/page-frame.js").read_text("utf-8")
    said = set(re.findall(r"""Storage\.(?:[gs]et|remove)Item\("([^"]+)\"""", text))
    assert said == {one.key for one in keeping.storage_keys() if one.by == "frame"}
    assert "sessionStorage" not in text


def test_the_list_names_what_the_search_keeps_until_the_next_page() -> None:
    for name in ("search-page.js", "highlight.js"):
        text = static_source(f"search/{name}").read_text("utf-8")
        assert "localStorage" not in text
        (said,) = set(re.findall(r"sessionStorage\.(?:[gs]et|remove)Item\(([^,)]+)", text))
        (key,) = re.findall(rf'const {said} = "([^"]+)"', text)
        assert [key] == [one.key for one in keeping.storage_keys() if one.by == "search"], name


def test_one_script_alone_touches_the_storage() -> None:
    for path in static_sources("*.js").values():
        if path.name not in {"store.js", "page-frame.js", "search-page.js", "highlight.js"}:
            text = path.read_text("utf-8")
            assert "localStorage" not in text, path.name
            assert "sessionStorage" not in text, path.name
