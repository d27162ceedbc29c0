"""Helpers for tests of commands: write the A-versus-B record to a file, and validate JSON output."""

import json
from pathlib import Path
from typing import Any

import pytest
from schema_checker import faults

from piquet_core.cli import main
from piquet_core.export import schema

Document = dict[str, Any]

ROOT = Path(__file__).parents[1]
AB = ROOT / "docs" / "deals" / "hoyle1909-ab.piquet"
NAME = AB.name
TEXT = AB.read_text(encoding="utf-8")


def put(work: Path, name: str, old: str = "", new: str = "") -> str:
    """Write the A-versus-B record, with one text replaced, into a folder and return the file's name."""
    assert TEXT.count(old) == 1 or not old
    (work / name).write_text(TEXT.replace(old, new) if old else TEXT, encoding="utf-8")
    return name


def printed(capsys: pytest.CaptureFixture[str], command: str, *args: str) -> Document:
    """Run a command that must succeed, and return the JSON document that it prints."""
    assert main([command, *args, "--json"]) == 0
    found: Document = json.loads(capsys.readouterr().out)
    rules = json.loads(schema(command))
    assert faults(found, rules, rules) == []
    return found
