"""Every error of the command line gives one line and an exit code: no path, output or argument raises."""

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from piquet_core.cli import main
from piquet_core.limits import RECORD

ROOT = Path(__file__).parents[1]
AB = ROOT / "docs" / "deals" / "hoyle1909-ab.piquet"
COMMAND = [sys.executable, "-m", "piquet_core"]
READERS = (
    ["check"],
    ["replay"],
    ["score"],
    ["score", "--rules", "little"],
    ["compare", "little", "little"],
    ["data", "deals"],
    ["id"],
    ["cite"],
    ["solve"],
    ["solve", "--at", "t6e", "--json"],
)
"""All commands that read a file; `compare` takes the file before the rule sets."""


def reading(command: list[str], path: str) -> list[str]:
    name, *rest = command
    return [name, path, *rest] if name == "compare" else [*command, path]


# -- paths ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", READERS, ids=" ".join)
@pytest.mark.parametrize(
    "path",
    [
        "\0.piquet",
        "\ud800.piquet",
        os.fsdecode(b"\xff.piquet"),
        "x" * 5000 + ".piquet",
        "a/" * 3000 + ".piquet",
        ".piquet",
    ],
    ids=["NUL", "surrogate", "byte", "long name", "long path", "none"],
)
def test_a_path_that_cannot_be_is_one_line(
    command: list[str], path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(reading(command, path)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("piquet: ")


def test_of_a_long_name_the_message_keeps_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    for args in (
        ["check", "x" * 5000],
        ["data", "deals", "x" * 5000],
        ["cite", "a#b", "--deals", "x" * 5000],
    ):
        assert main(args) == 2
        err = capsys.readouterr().err
        assert len(err) < 1000
        assert re.search(r"xxx: (File name too long|no such folder)\n$", err)
    assert main(["id", "\0"]) == 2
    assert capsys.readouterr().err == "piquet: '\\x00': not a valid file name\n"


@pytest.mark.parametrize("command", READERS, ids=" ".join)
def test_of_a_file_without_end_no_more_is_read_than_a_record_may_have(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "endless.piquet").symlink_to("/dev/zero")
    assert main(reading(command, str(tmp_path / "endless.piquet"))) == 2
    assert "too large: a record may have 1 MiB at most" in capsys.readouterr().err


def test_a_record_of_one_mebibyte_is_read_and_not_a_byte_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "long.piquet"
    text = AB.read_bytes()
    path.write_bytes(text + b"\n" * (RECORD - len(text)))
    assert main(["check", str(path)]) == 0
    path.write_bytes(text + b"\n" * (RECORD - len(text) + 1))
    assert main(["check", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


# -- the output ----------------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
@pytest.mark.parametrize(
    "args",
    [["rules"], ["--help"], ["--version"], ["check", str(AB)], ["data", "rules"]],
    ids=" ".join,
)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_output_is_one_line(args: list[str], unbuffered: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, *args],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            check=False,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    assert done.stderr == "piquet: the output cannot be written: No space left on device\n"
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("closed", "said"),
    [
        (">&-", b"piquet: the output is closed: there is nowhere to write to\n"),
        (">&- 2>&-", b""),
        (">/dev/full 2>/dev/full", b""),
    ],
)
def test_a_closed_output_ends_with_the_code(closed: str, said: bytes) -> None:
    line = f'exec "$0" -m piquet_core rules {closed}'
    done = subprocess.run(
        ["sh", "-c", line, sys.executable], capture_output=True, cwd=ROOT, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", said)


# -- any words -----------------------------------------------------------------------------------

WORDS = (
    *("check", "replay", "score", "compare", "rules", "data", "cite", "id", "deal", "solve"),
    *(
        "--json",
        "--schema",
        "--rules",
        "--elder",
        "--younger",
        "--play",
        "--format",
        "--deals",
        "--home",
        "--at",
    ),
    *(
        "--help",
        "--version",
        "--",
        "-",
        "--=",
        "-h",
        "--js",
        "@",
        "@x",
        "%",
        "%s",
        "{}",
        "#",
        ":",
        "",
        " ",
        "\n",
    ),
    *(
        "little",
        "old36",
        "play.low-cards",
        "play.low-cards@little",
        "source:little",
        "little:repique",
        "nobody:x",
    ),
    *(
        "deals",
        "rules",
        "sources",
        "rulesets",
        "plain",
        "bibtex",
        "csl",
        "https://x.example",
        "no address",
    ),
    *(
        "A.AK.AJT987.JT9",
        "KQJ.QJT.KQ.AKQ8",
        "...",
        "SA",
        "DA DQ D7 DK",
        "S10",
        "ſA",
        "ß",
        "32-XY8BPT54XW5N-D",
    ),
    *(
        "\0",
        "\ud800",
        "\udcff",
        "x" * 5000,
        "x" * 100_000,
        "a\nb",
        "♠",
        "٣",
        "/dev/null",
        "/nowhere",
        "\0.piquet",
    ),
    *("deal:x", "deal:x#t1e", "ruleset:little", "rule:x", "hoyle1909-ab#t1e", f"{AB}#t1e", str(AB)),
    *("t12y", "#t12y", "?w=t11y~S7#t12e", "t6e-1-t12e", "?w=~"),
)


@pytest.mark.parametrize("seed", range(4))
def test_no_words_make_it_raise(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The choices are seeded, so that a failure can be repeated."""
    monkeypatch.chdir(tmp_path)
    rng = random.Random(seed)
    for _ in range(60):
        argv = [rng.choice(WORDS[:10]), *rng.choices(WORDS, k=rng.randrange(5))]
        code = main(argv)
        out, err = capsys.readouterr()
        assert code in (0, 1, 2), argv
        assert "Traceback" not in err, argv
        if code == 2:
            assert err, argv
            assert all(len(line) < 1100 for line in err.splitlines()), argv
            if argv[0] != "check":  # which reports every file
                assert err.count("\n") == 1 or AB.name in err, argv
                assert out == "", argv
