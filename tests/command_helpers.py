"""The deal of the book in a file for a command, and what a command prints as JSON, held against its schema."""

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
    """Write the deal of the book into a folder, changed in one place, and return the name of the file."""
    assert TEXT.count(old) == 1 or not old
    (work / name).write_text(TEXT.replace(old, new) if old else TEXT, encoding="utf-8")
    return name


def printed(capsys: pytest.CaptureFixture[str], command: str, *args: str) -> Document:
    """Run a command that has to succeed, and return the document that it prints."""
    assert main([command, *args, "--json"]) == 0
    found: Document = json.loads(capsys.readouterr().out)
    rules = json.loads(schema(command))
    assert faults(found, rules, rules) == []
    return found
