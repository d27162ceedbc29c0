"""The types of the messages between page and engine."""

import sys
from pathlib import Path

from piquet_core.api.dispatch import OPERATIONS

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))
import message_types


def test_script_types_are_current() -> None:
    """The scripts are checked with the types of the Python handlers."""
    assert message_types.TARGET.read_text("utf-8") == message_types.message_types(), (
        "messages.d.ts is out of date: run .venv/bin/python tools/message_types.py"
    )


def test_every_operation_has_types() -> None:
    text = message_types.message_types()
    for name in OPERATIONS:
        assert f'  "{name}": {{ request: ' in text, f"{name} is missing"
