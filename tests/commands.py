"""What a command prints as JSON, held against its published schema."""

import json
from typing import Any

import pytest
from schemas import faults

from piquet_core.cli import main
from piquet_core.datasets import schema

Document = dict[str, Any]


def printed(capsys: pytest.CaptureFixture[str], command: str, *args: str) -> Document:
    """Run a command that has to succeed, and return the document that it prints."""
    assert main([command, *args, "--json"]) == 0
    found: Document = json.loads(capsys.readouterr().out)
    rules = json.loads(schema(command))
    assert faults(found, rules, rules) == []
    return found
