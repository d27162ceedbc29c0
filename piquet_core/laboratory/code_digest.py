"""Digest of the code and the tables on which the course of a game depends."""

from __future__ import annotations

import ast
import hashlib
from functools import cache
from pathlib import Path
from typing import Final

FOLDERS: Final = (
    *("cards", "rules", "engine", "replay"),
    *("simulator", "solver", "beliefs", "players"),
)
"""Folders whose files are in the digest, with those of `FILES`."""
FILES: Final = tuple(
    f"laboratory/{name}.py" for name in ("adapted", "exploiter", "games", "thumb_deal")
)
# The answers of each rule set have a digest of their own.
_LEFT_OUT: Final = ("rules/data/", "rules/schema/", "players/data/strength.toml")
_PACKAGE: Final = Path(__file__).parents[1]
_SUFFIXES: Final = {".py", ".toml", ".json", ".tsv"}
_DOCUMENTED: Final = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@cache
def code_digest() -> str:
    """Return sixteen hex digits of a digest of the code that plays games.

    Comments, docstrings and the layout of the code do not change it.
    """
    total = hashlib.sha256()
    paths = [path for folder in FOLDERS for path in sorted((_PACKAGE / folder).rglob("*"))]
    for path in [*paths, *(_PACKAGE / name for name in FILES)]:
        name = path.relative_to(_PACKAGE).as_posix()
        if path.suffix not in _SUFFIXES or name.startswith(_LEFT_OUT):
            continue
        content = path.read_bytes()
        if path.suffix == ".py":
            content = _code(content)
        total.update(f"{name}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()[:16]


def _code(source: bytes) -> bytes:
    """Return a module's code in a uniform layout, without comments and docstrings."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body[:1] = [] if len(node.body) > 1 else [ast.Pass()]
    return ast.unparse(tree).encode()
