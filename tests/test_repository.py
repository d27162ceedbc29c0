"""Promises the repository makes about itself: how it is locked and on what it starts."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

import piquet_core

ROOT = Path(__file__).parent.parent
REQUIREMENTS = sorted((ROOT / "requirements").glob("*.txt"))


@pytest.mark.parametrize("path", REQUIREMENTS, ids=lambda path: path.name)
def test_python_lock_has_hashes_and_no_address(path: Path) -> None:
    text = path.read_text()
    pins = re.findall(r"^[a-z0-9][^\n]*(?:\n    [^\n]*)*", text, re.MULTILINE)
    assert pins
    for pin in pins:
        assert "==" in pin, pin
        assert "--hash=sha256:" in pin, pin
    assert "://" not in text


def test_node_lock_has_hashes_and_no_address() -> None:
    text = (ROOT / "package-lock.json").read_text()
    assert '"integrity": "sha512-' in text
    assert '"resolved"' not in text


@pytest.mark.parametrize("name", ["bootstrap.py", "browser.py", "programs.py"])
def test_first_tools_are_written_for_an_old_python(name: str) -> None:
    ast.parse((ROOT / "tools" / name).read_text(), feature_version=(3, 8))


def test_versions_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == piquet_core.__version__
    assert f"version: {piquet_core.__version__}\n" in (ROOT / "CITATION.cff").read_text()


def test_engine_has_no_dependencies() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["dependencies"] == []
