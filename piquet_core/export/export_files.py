"""Files of the JSON documents: names, schemas and text."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

COMMANDS = ("solve", "advise", "review", "match")
"""Commands whose JSON has a schema of its own, which is published without a document."""


def file_name(name: str) -> str:
    """Return the name of a document's file at the root of the site."""
    return f"{name}.json"


def schema_name(name: str) -> str:
    """Return the name of the JSON Schema of a document or a command."""
    return f"{name}.schema.json"


def schema(name: str) -> str:
    """Return the JSON Schema (draft 2020-12) of a document or a command, as text."""
    folder = resources.files("piquet_core.rules").joinpath("schema")
    return folder.joinpath(schema_name(name)).read_text(encoding="utf-8")


def dumps(document: dict[str, Any]) -> str:
    """Return a document as JSON text. Equal documents give identical text."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
