"""Tests of tools/programs.py: its messages about missing programs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[1] / "tools" / "programs.py"


def programs(*arguments: str, path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(TOOL), *arguments],
        env={**os.environ, "PATH": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_missing_program_is_one_line_with_its_package(tmp_path: Path) -> None:
    # This PATH has no apt-get, so nothing can be installed.
    done = programs("--install", "biber", "java", path=tmp_path)
    assert done.returncode == 1
    biber, java = done.stderr.splitlines()
    assert "no biber found" in biber
    assert "apt-get install biber)" in biber
    assert "apt-get install default-jre-headless)" in java


def test_a_program_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "biber").write_text("#!/bin/sh\n", encoding="utf-8")
    (tmp_path / "biber").chmod(0o755)
    done = programs("--install", "biber", path=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("arguments", [(), ("biber", "nonsense")])
def test_what_it_does_not_know_it_refuses(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = programs(*arguments, path=tmp_path)
    assert done.returncode == 2
    assert (
        done.stderr
        == "piquet: usage: programs.py [--install] biber java nginx apache2 firefox WebKitWebDriver xvfb-run\n"
    )
