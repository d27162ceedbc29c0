"""Tests of tools/problems.py: the same seeds give the same files."""

import subprocess
import sys
from pathlib import Path

import pytest
from case_selection import first

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("name", first(1, ["capot", "books", "cards", "pique"]))
def test_a_group_is_made_again_to_the_byte(name: str) -> None:
    code = "import problems, sys; sys.stdout.write(problems.written(sys.argv[1]))"
    made = subprocess.run(
        [sys.executable, "-c", code, name],
        cwd=ROOT / "tools",
        capture_output=True,
        check=True,
        text=True,
    )
    assert made.stdout == (ROOT / "tutorials" / "problems" / f"{name}.toml").read_text("utf-8")
