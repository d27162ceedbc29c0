"""Tests of tools/atomic_files.py: files are replaced whole, and partial results survive an interruption."""

import errno
import json
import os
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "tools"))

import selfplay
import strength
from atomic_files import read_rows, write_whole
from strength import kept

ROWS = [[0, 7, -3], [1, 40, "repique elder"], [2, {"cost": 1.5}]]
TEXT = "".join(f"{json.dumps(row)}\n" for row in ROWS)


@pytest.mark.parametrize("length", range(len(TEXT) + 1))
def test_a_list_of_results_goes_on_wherever_it_was_cut(tmp_path: Path, length: int) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text(TEXT[:length], "utf-8")
    found = read_rows(file)
    assert found == ROWS[: len(found)]
    assert len(found) >= TEXT.count("\n", 0, length)
    with file.open("a", encoding="utf-8") as out:
        out.writelines(f"{json.dumps(row)}\n" for row in ROWS[len(found) :])
    assert file.read_text("utf-8") == TEXT
    assert read_rows(file) == ROWS


@pytest.mark.parametrize("damage", [b"[1, 4[2, 5]\n", b"\0\0\0\0\n", b"\xff\xfe\n", b"\n"])
def test_a_damaged_line_loses_no_other(tmp_path: Path, damage: bytes) -> None:
    file = tmp_path / "results.jsonl"
    first, *rest = TEXT.encode().splitlines(keepends=True)
    file.write_bytes(first + damage + b"".join(rest))
    assert read_rows(file) == ROWS
    assert file.read_text("utf-8") == TEXT


def test_a_missing_list_is_empty(tmp_path: Path) -> None:
    assert read_rows(tmp_path / "none.jsonl") == []


def doubled(number: int) -> list[int]:
    return [2 * number]


@pytest.mark.parametrize("cut", [1, 4])
def test_matches_go_on_after_a_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: int
) -> None:
    """Simulates a power failure during a write of `make strength`, twice."""
    monkeypatch.setattr(strength, "KEPT", tmp_path)
    assert kept("match", 3, doubled, 1) == [[0], [2], [4]]
    (file,) = tmp_path.iterdir()
    for number in (4, 5):
        file.write_bytes(file.read_bytes()[:-cut])
        assert kept("match", number, doubled, 1) == [[2 * n] for n in range(number)]
    assert len(file.read_text("utf-8").splitlines()) == 5


# -- files that are committed --------------------------------------------------------------------


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_write_that_fails_leaves_the_old_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "table.csv"
    write_whole(file, "old\n")
    for name in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, full)
            with pytest.raises(OSError, match=r"No space"):
                write_whole(file, "new\n")
        assert file.read_text("utf-8") == "old\n"
        assert list(tmp_path.iterdir()) == [file]
    write_whole(file, "new\n")
    assert file.read_text("utf-8") == "new\n"


def test_the_summary_of_matches_is_replaced_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    summary = tmp_path / "strength.toml"
    before = strength.SUMMARY.read_text("utf-8")
    summary.write_text(before, "utf-8")
    monkeypatch.setattr(strength, "SUMMARY", summary)
    player, against = strength.meetings()[0]
    row = {"player": player, "against": against, "points": -40.0}
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        with pytest.raises(OSError, match=r"No space"):
            strength.put("match", row)
    assert summary.read_text("utf-8") == before
    strength.put("match", row)
    assert "points = -40.0" in summary.read_text("utf-8")


def test_the_table_of_self_play_is_replaced_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = selfplay.TABLE.read_text("utf-8")
    table = tmp_path / "self-play.csv"
    table.write_text(before, "utf-8")
    monkeypatch.setattr(selfplay, "TABLE", table)
    monkeypatch.setattr(selfplay, "kept", lambda *_: [[28, 0, 7, 5, None]])
    monkeypatch.setattr(sys, "argv", ["selfplay.py"])
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        with pytest.raises(OSError, match=r"No space"):
            selfplay.main()
    assert table.read_text("utf-8") == before
    assert selfplay.main() == 0
    assert table.read_text("utf-8").splitlines()[0] == before.splitlines()[0]
