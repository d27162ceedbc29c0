"""Where the code names a rule: every function and test that contains a rule's id as a text.

An id made from parts, as in ``f"{kind}.others"``, counts for every rule that it can become.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from piquet_core.rules import catalogue

Found = dict[str, list[str]]
"""Rule id -> names of functions and classes in one file, in the order of the file."""

_ID = re.compile(r"[a-z]+\.[a-z]+(?:-[a-z]+)*")
_SKIPPED = ("sphinxext", "site", "html", "cli")
"""The folders that show the rules but do not implement them."""


def files(package: Path, tests: Path | None) -> Iterator[tuple[str, str, Path]]:
    """Yield (kind, name, path) of the engine's modules and of the tests.

    A name begins with that of the folder: ``piquet_core/engine/tricks.py``, ``tests/test_cli.py``.
    """
    for path in sorted(package.rglob("*.py")):
        if path.relative_to(package).parts[0] not in _SKIPPED:
            yield "code", path.relative_to(package.parent).as_posix(), path
    if tests is not None:
        for path in sorted(tests.rglob("test_*.py")):
            yield "test", path.relative_to(tests.parent).as_posix(), path


def scan(path: Path) -> Found:
    """Return the rules that a file names, with the outermost functions or methods that name them."""
    try:
        return _scan(path.read_text("utf-8"))
    except (OSError, SyntaxError, UnicodeDecodeError):
        return {}


@cache  # one process may build many small sites, as the tests do
def _scan(text: str) -> Found:
    tree = ast.parse(text)
    found: Found = {}
    for name, node in _named(tree.body, ""):
        for id in _ids(node):
            names = found.setdefault(id, [])
            if name not in names:
                names.append(name)
    return found


def _named(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield the statements of a file, each with the function or method it belongs to."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _named(node.body, f"{prefix}{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{prefix}{node.name}", node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [one.id for one in targets if isinstance(one, ast.Name)]
            yield prefix + (names[0] if names else ""), node
        else:
            yield prefix.removesuffix("."), node


def _ids(node: ast.AST) -> Iterator[str]:
    rules = catalogue()
    for one in ast.walk(node):
        if isinstance(one, ast.JoinedStr):
            yield from _possible(one)
        elif isinstance(one, ast.Constant) and isinstance(one.value, str):
            # A docstring only mentions a rule; a text used as data names it, alone or in a list.
            yield from (id for id in _ID.findall(one.value) if id in rules)


def _possible(text: ast.JoinedStr) -> Iterator[str]:
    """Yield the ids that a text with gaps can become."""
    pieces = [
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[a-z]+"
        for part in text.values
    ]
    pattern = "".join(pieces)
    said = "".join(str(part.value) for part in text.values if isinstance(part, ast.Constant))
    # There must be letters: a group or the name of a rule, not just the dot between two gaps.
    if "." in said and re.search("[a-z]", said):
        yield from (id for id in catalogue() if re.fullmatch(pattern, id))
