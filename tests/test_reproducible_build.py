"""A build of all pages depends neither on earlier builds nor on the folder.

The single cases, on a tiny site, are in tests/site/test_build_tool.py.
"""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

pytestmark = [pytest.mark.site, pytest.mark.thorough]


def copy(path: Path) -> Path:
    """Return a copy of the current sources, with the installed tools of this tree."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():  # git lists a removed file until the removal is committed
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, path / name)
    for tools in (".venv", "node_modules"):
        (path / tools).symlink_to(ROOT / tools)
    shutil.copytree(ROOT / "build" / "cache" / "runtime", path / "build" / "cache" / "runtime")
    return path


def start(tree: Path, builder: str, **variables: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [ROOT / ".venv" / "bin" / "python", "tools/build.py", builder],
        cwd=tree,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000", **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def build(tree: Path, builder: str = "html", **variables: str) -> str:
    process = start(tree, builder, **variables)
    said = process.communicate()[0].decode()
    assert process.returncode == 0, said[-4000:]
    return said


def end_while_writing(tree: Path) -> None:
    """Start a build, and kill it and its children after some pages are written."""
    process = start(tree, "html")
    assert process.stdout
    try:
        while process.poll() is None and len(list((tree / "build").glob("html/docs/*.html"))) < 8:
            os.set_blocking(process.stdout.fileno(), False)
            process.stdout.read()
            time.sleep(0.05)
        assert process.poll() is None, "the build ended on its own"
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def files(tree: Path, builder: str = "html") -> dict[str, bytes]:
    folder = tree / "build" / builder
    found = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def differ(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """Return the names of files that differ, which print shorter than their content."""
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))


def test_an_eventful_tree_and_a_clean_one_hold_the_same(tmp_path: Path) -> None:
    eventful, clean = copy(tmp_path / "one"), copy(tmp_path / "another folder")
    end_while_writing(eventful)
    build(eventful)
    build(eventful, "epub")
    os.truncate(eventful / "build" / "html" / "docs" / "glossary.html", 1000)
    build(eventful)
    build(eventful, PIQUET_COPIES="1")  # as `make publish` does
    build(eventful)
    build(clean, "epub")
    build(clean)
    assert len(files(clean)) > 200
    assert differ(files(eventful), files(clean)) == []
    assert differ(files(eventful, "epub"), files(clean, "epub")) == []

    # A new word, and a use of a rule, which the rule's article lists.
    before = files(clean)
    for tree in (eventful, clean):
        with (tree / "docs" / "colophon.md").open("a", encoding="utf-8") as article:
            article.write("\nZanzibar, and {rule}`play.low-cards`.\n")
    build(eventful)
    (clean / "build" / "stamp.json").unlink()
    build(clean)
    assert differ(files(eventful), files(clean)) == []
    assert {
        "docs/colophon.html",
        "docs/rules/play.low-cards.html",
        "searchindex.js",
    } <= set(differ(before, files(clean)))
