"""The site works from any folder, replays on a page share a worker, and a missing module is replaced."""

import gzip
import io
import json
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from case_selection import first
from harness import DEAL_PAGE, ROOT, SITE, serving
from pages.replay import Open, ReplayPage
from playwright.sync_api import expect

from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Replay
from piquet_core.views import Links, card_sprite, render_replay
from website.runtime.snapshot import integrity

pytestmark = pytest.mark.browser

SUB = "some/sub/path/"
RECORD = (ROOT / "docs" / "deals" / "hoyle1909-ab.piquet").read_text(encoding="utf-8")


@cache
def told() -> Replay:
    return replay_record(loads(RECORD))


def page(runtime: dict[str, Any], *prefixes: str) -> str:
    """Return a page without a theme, with one replay for each prefix."""
    replay = told()
    data: dict[str, Any] = {"base": f"{SUB}_static/piquet/", "runtime": json.dumps(runtime)}
    figures = [
        render_replay(replay, Links(), record_text=RECORD, prefix=prefix, **data)
        for prefix in prefixes
    ]
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Replays</title>'
        f'<link rel="icon" href="data:,"><link rel="stylesheet" href="{SUB}_static/replay/replay.css">'
        f'{card_sprite()}{"".join(figures)}<script type="module" src="{SUB}_static/replay/replays.js"></script>'
    )


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SITE / "_static/piquet/manifest.json").read_text())
    return found


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Serve the site from a deep folder."""
    folder = tmp_path_factory.mktemp("host")
    deep = folder / SUB.rstrip("/")
    deep.parent.mkdir(parents=True)
    deep.symlink_to(SITE.resolve(), target_is_directory=True)
    return folder


@pytest.fixture(scope="module")
def host(tree: Path) -> Iterator[str]:
    with serving(tree) as address:
        yield address


def test_engine_boots_under_a_sub_path(visit: Open, host: str) -> None:
    reader = visit(SUB + DEAL_PAGE, base=host)
    reader.button("next").click()
    reader.until_live()
    assert all(path.startswith(SUB) for path in reader.watch.paths)


def test_two_replays_share_one_worker_and_nothing_else(
    visit: Open, host: str, tree: Path, manifest: dict[str, Any]
) -> None:
    (tree / "two.html").write_text(page(manifest, "", "second-"), encoding="utf-8")
    one = visit("two.html#second-t3e", base=host)
    two = ReplayPage(one.page, one.watch, "figure[data-prefix='second-']")
    one = ReplayPage(one.page, one.watch, "figure[data-prefix='']")
    assert (one.step, two.step) == ("deal", "t3e")
    one.button("next").click()
    one.until_live()
    assert two.figure.get_attribute("data-engine") is None
    assert (one.step, two.step) == ("xe", "t3e")
    one.until_address("two.html#xe")
    two.button("prev").click()
    two.until_live()
    assert (one.step, two.step) == ("xe", "t3y")
    two.until_address("two.html#second-t3y")
    two.look("y")
    assert one.find('use[href="#pq-back"]').count() == 0
    two.press("ArrowRight")
    assert one.step == "xe"
    assert one.page.evaluate("workers.length") == 1
    assert len([path for path in one.watch.paths if path.endswith(".wasm")]) == 1


def without(path: Path, library: Path, *modules: str) -> None:
    """Copy a library without some modules."""
    kept = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(gzip.decompress(library.read_bytes()))) as whole,
        zipfile.ZipFile(kept, "w") as cut,
    ):
        for name in whole.namelist():
            if not name.startswith(modules):
                cut.writestr(name, whole.read(name))
    path.write_bytes(gzip.compress(kept.getvalue(), 1))


# The engine imports the first at once and the second only for a request.
@pytest.mark.parametrize("module", first(1, ["tomllib", "importlib/readers"]))
def test_library_cut_too_deep_is_replaced_by_the_whole(
    visit: Open, host: str, tree: Path, manifest: dict[str, Any], module: str
) -> None:
    library = SITE / "_static" / "piquet" / manifest["library"]
    name = module.replace("/", "-")
    without(tree / f"without-{name}.pack", library, module)
    up = "../" * (SUB.count("/") + 2)
    runtime = {**manifest, "library": f"{up}without-{name}.pack", "image": ""}
    (tree / f"{name}.html").write_text(page(runtime, ""), encoding="utf-8")
    reader = visit(f"{name}.html", base=host, faulty=True)
    reader.button("next").click()
    reader.until_live()
    assert SUB + "_static/piquet/" + manifest["fullLibrary"] in reader.watch.paths
    assert reader.page.evaluate("workers.length") == 1
    expect(reader.part("proof")).to_contain_text("all 30 totals of the source hold")


def parts_of(reader: ReplayPage) -> list[str]:
    """Return the files of the engine that a page has fetched, by their names in the manifest."""
    return [path.rsplit("piquet/", 1)[-1] for path in reader.watch.paths]


@pytest.mark.thorough  # An engine that starts after a failed snapshot shows it, too.
def test_library_that_lacks_nothing_is_the_only_one(
    visit: Open, host: str, tree: Path, manifest: dict[str, Any]
) -> None:
    (tree / "plain.html").write_text(page({**manifest, "image": ""}, ""), encoding="utf-8")
    reader = visit("plain.html", base=host)
    reader.button("next").click()
    reader.until_live()
    loaded = parts_of(reader)
    assert loaded.count(manifest["library"]) == 1
    assert manifest["fullLibrary"] not in loaded


def test_an_engine_that_was_laid_down_needs_no_library(
    live: ReplayPage, manifest: dict[str, Any]
) -> None:
    loaded = parts_of(live)
    assert loaded.count(manifest["image"]) == 1
    others = {manifest[name] for name in ("library", "engine", "fullLibrary", "wheel")}
    assert not others & set(loaded)


# The snapshot's Pyodide version, and the start of its memory.
BUILD, MEMORY = 24 + 16, 200_000


@pytest.mark.parametrize("place", first(1, [BUILD, MEMORY]))
def test_an_image_that_does_not_live_gives_way_to_an_engine_that_starts(
    visit: Open, host: str, tree: Path, manifest: dict[str, Any], place: int
) -> None:
    """The digest matches the file, so only a start of the snapshot can reveal the fault.

    The library is complete, and no other one is fetched.
    """
    good = gzip.decompress((SITE / "_static/piquet" / manifest["image"]).read_bytes())
    spoilt = (
        good[:place] + bytes(4096) + good[place + 4096 :]
        if place == MEMORY
        else (good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :])
    )
    (tree / f"{place}.image").write_bytes(gzip.compress(spoilt, 1))
    up = "../" * (SUB.count("/") + 2)
    runtime = {
        **manifest,
        "image": f"{up}{place}.image",
        "integrity": integrity(tree / f"{place}.image"),
    }
    (tree / f"{place}.html").write_text(page(runtime, ""), encoding="utf-8")
    reader = visit(f"{place}.html", base=host, faulty=True)
    reader.button("next").click()
    reader.until_live()
    expect(reader.part("engine-notice")).to_have_count(0)
    assert f"{place}.image" in reader.watch.paths
    assert SUB + "_static/piquet/" + manifest["library"] in reader.watch.paths
    loaded = parts_of(reader)
    assert loaded.count(manifest["library"]) == 1
    assert manifest["fullLibrary"] not in loaded
    assert reader.page.evaluate("workers.length") == 2
