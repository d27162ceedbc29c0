"""Find the source line of an error that the engine reported in a browser.

    .venv/bin/python tools/locate_error.py 'replay.replay:replay_record+124'

Bytecode in the browser has no line tables; its errors end with a place like this one, in brackets. First
check out the commit of the edition that the reader used.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from website.runtime.strip_bytecode import engine_source, engine_tree

ROOT = Path(__file__).resolve().parent.parent
UNIT = 2
"""Bytes of an instruction, and of each of its caches."""

Position = tuple[int | None, int | None, int | None, int | None]


def source_of(module: str) -> Path:
    """Return the source file of a module of piquet_core.

    Raises LookupError if there is none.
    """
    path = ROOT.joinpath("piquet_core", *module.split("."))
    for file in (path.with_suffix(".py"), path / "__init__.py"):
        if file.is_file():
            return file
    raise LookupError(f"unknown module {module!r}")


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and all code objects nested in it."""
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from codes(one)


def line_of(source: bytes, function: str, offset: int) -> int:
    """Return the source line for an offset in a function's bytecode; raise LookupError if there is none.

    The bytecode in the browser is compiled from a copy of the source without docstrings and annotations. The nodes
    of its syntax tree correspond in order to those of the original.
    """
    bare = engine_source(source)
    found = [one for one in codes(compile(bare, "bare", "exec")) if one.co_qualname == function]
    if not found:
        raise LookupError(f"unknown function {function!r}")
    parts = {_span(new): _span(old)[0] for new, old in _pairs(source, bare)}
    for code in found:
        positions = list(code.co_positions())
        if offset // UNIT < len(positions):
            line = _line_in(parts, positions[offset // UNIT])
            if line is not None:
                return line
    raise LookupError(f"{function!r} has no code at {offset}")


def _pairs(source: bytes, bare: bytes) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Yield pairs of corresponding syntax nodes: one of the copy for browsers, one of the original."""
    for new, old in zip(ast.walk(ast.parse(bare)), ast.walk(engine_tree(source)), strict=True):
        if hasattr(new, "lineno") and hasattr(old, "lineno"):
            yield new, old


def _span(node: ast.AST) -> Position:
    return (
        getattr(node, "lineno", None),
        getattr(node, "end_lineno", None),
        getattr(node, "col_offset", None),
        getattr(node, "end_col_offset", None),
    )


def _line_in(parts: dict[Position, int | None], position: Position) -> int | None:
    """Return the original line of the syntax node at a position in the copy for browsers.

    If no node is exactly there, take the first one on the same line; return None if there is none.
    ``parts`` maps positions in the copy to original lines.
    """
    if position in parts:
        return parts[position]
    same = [one for one in parts if one[0] == position[0] and one[0] is not None]
    return parts[min(same, key=lambda one: one[2] or 0)] if same else None


def main(arguments: list[str]) -> int:
    """Print the source file, the line number and the line of the error location on the command line."""
    place = arguments[0].strip("[]") if len(arguments) == 1 else ""
    module, colon, rest = place.partition(":")
    function, plus, offset = rest.rpartition("+")
    if not (colon and plus and offset.isdigit()):
        print(
            "piquet: usage: locate_error.py MODULE:FUNCTION+OFFSET, as an error ends",
            file=sys.stderr,
        )
        return 2
    try:
        path = source_of(module)
        line = line_of(path.read_bytes(), function, int(offset))
    except LookupError as error:
        print(f"piquet: {error.args[0]}: are these the sources of that edition?", file=sys.stderr)
        return 1
    text = path.read_text("utf-8").splitlines()[line - 1].strip()
    print(f"{path.relative_to(ROOT).as_posix()}:{line}: {text}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
