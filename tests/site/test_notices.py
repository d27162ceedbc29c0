"""Notices: every third-party file has an owner with a licence, or the build fails."""

from dataclasses import replace
from pathlib import Path

import pytest
from site_folders import PLACES

from website.notices import CopiedPart, NoticeError, copied_parts, notice_text, third_party_files

THEIRS = CopiedPart(
    name="Theirs",
    holds="a script",
    by="Copyright (c) 1709 A. Player",
    licence="MIT",
    source="https://theirs.example, release {version}",
    text="ours:MIT.txt",
    files=("_static/theirs/**",),
    version=r"in:version ([\d.]+)",
)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a built site with a page, our script, and a third-party script."""
    for name, text in {
        "index.html": "",
        "_static/replay/replay.js": "",
        "_static/piquet/engine-0123456789ab/engine.whl": "",
        "_static/theirs/deep/script.js": "// version 1.2.3",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_what_we_made_needs_no_notice(site: Path) -> None:
    assert third_party_files(site, PLACES) == ["_static/theirs/deep/script.js"]


def test_a_part_is_listed_with_maker_source_files_and_licence(site: Path) -> None:
    said = notice_text(site, [THEIRS], PLACES)
    assert "Theirs 1.2.3\n------------\n" in said
    assert "Copyright (c) 1709 A. Player" in said
    assert "https://theirs.example, release 1.2.3" in said
    assert "_static/theirs/deep/script.js" in said
    assert "Permission is hereby granted, free of charge" in said


def test_a_part_that_was_not_copied_is_not_listed(site: Path) -> None:
    absent = replace(THEIRS, name="Absent", files=("_static/absent.js",), text="ours:nowhere.txt")
    assert "Absent" not in notice_text(site, [THEIRS, absent], PLACES)


def test_a_file_without_an_owner_is_named(site: Path) -> None:
    (site / "_static" / "new.css").write_text("", "utf-8")
    with pytest.raises(NoticeError, match=r"belong to no part: _static/new\.css$"):
        notice_text(site, [THEIRS], PLACES)


@pytest.mark.parametrize(
    "text",
    [
        "python:sphinx/NOWHERE",
        "python:no-such-package/LICENSE",
        "npm:pyodide/NOWHERE",
        "cpython:NOWHERE.txt",
        "site:_static/NOWHERE.txt",
        "ours:NOWHERE.txt",
    ],
)
def test_a_licence_that_is_not_there_is_named(site: Path, text: str) -> None:
    with pytest.raises(NoticeError, match=f"the licence of Theirs is missing: {text}"):
        notice_text(site, [replace(THEIRS, text=text)], PLACES)


def test_a_file_that_does_not_say_its_version_is_noticed(site: Path) -> None:
    with pytest.raises(NoticeError, match="no file of Theirs gives its version"):
        notice_text(site, [replace(THEIRS, version="in:edition (.*)")], PLACES)


def test_a_source_is_named_for_every_part() -> None:
    assert all(part.source for part in copied_parts())
    assert len({part.name for part in copied_parts()}) == len(copied_parts())
