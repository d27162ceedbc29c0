"""The documents as files: their names, their schemas, and their bytes."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any


def file_name(name: str) -> str:
    """Return the name of a document's file, at the root of the site."""
    return f"{name}.json"


def schema_name(name: str) -> str:
    """Return the name of a document's JSON Schema, a file beside it."""
    return f"{name}.schema.json"


def schema(name: str) -> str:
    """Return the JSON Schema (draft 2020-12) of a document, as text."""
    folder = resources.files("piquet_core.rules").joinpath("schema")
    return folder.joinpath(schema_name(name)).read_text(encoding="utf-8")


def dumps(document: dict[str, Any]) -> str:
    """Return the text of a document: the same document gives the same bytes."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
