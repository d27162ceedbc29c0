"""`tools/bootstrap.py` installs only packages with a locked hash, and runs no install script."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "tools"))

import bootstrap

ROOT = Path(__file__).parents[1]


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Return the commands that a fresh checkout would run."""
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "package-lock.json").write_text("{}", "utf-8")
    made: list[list[str]] = []
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "SCRATCH", tmp_path / "build")
    monkeypatch.setattr(bootstrap, "homes", list)
    monkeypatch.setattr("shutil.which", lambda _name: None)
    monkeypatch.setattr(bootstrap, "run", made.append)
    return made


def test_npm_packages_run_no_script_when_they_are_installed(commands: list[list[str]]) -> None:
    bootstrap.install_node()
    (command,) = commands
    assert command[:2] == ["npm", "ci"]
    assert "--ignore-scripts" in command


@pytest.mark.parametrize("has_venv", [True, False])
def test_uv_is_installed_by_its_hash(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, *, has_venv: bool
) -> None:
    monkeypatch.setattr(bootstrap, "quiet", lambda command: has_venv or "venv" not in command)
    bootstrap.find_uv()
    (command,) = commands
    assert "--require-hashes" in command
    assert command[command.index("-r") + 1].endswith("requirements/uv.txt")
    assert "uv==" in (ROOT / "requirements" / "uv.txt").read_text("utf-8")
    assert "uv" not in command, "no package is named beside the lock"
