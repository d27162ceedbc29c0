"""Write the TypeScript types of the messages between page and engine.

The source is the typed dictionaries of ``piquet_core/api/messages.py`` and of the modules that it imports.
"""

from __future__ import annotations

import argparse
import ast
import sys
import textwrap
from pathlib import Path

from piquet_core.api import dispatch

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "extension" / "sphinx_piquet" / "static" / "engine" / "messages.d.ts"
SOURCES = (
    "sessions/deal_rating.py",
    "sessions/statistics.py",
    "views/exercise_view.py",
    "views/table/trick_playback.py",
    "api/messages.py",
)
_HEAD = "// Written by tools/message_types.py. Do not edit.\n"
# Python has no type for a list of two items.
_PAIR = "[number, number]"
_PLAIN = {
    "str": "string",
    "int": "number",
    "float": "number",
    "bool": "boolean",
    "object": "unknown",
}


def message_types() -> str:
    """Return the content of ``messages.d.ts``: the declarations of all messages."""
    parts = [_HEAD]
    for source in SOURCES:
        tree = ast.parse((ROOT / "piquet_core" / source).read_text("utf-8"))
        for node, following in zip(tree.body, [*tree.body[1:], None], strict=True):
            parts.extend(_declaration(node, following))
    return "\n".join([*parts, _operations()])


def _declaration(node: ast.stmt, following: ast.stmt | None) -> list[str]:
    match node:
        case ast.ClassDef(bases=[*bases]) if _is_message(node):
            total = not any(one.arg == "total" for one in node.keywords)
            names = [one.id for one in bases if isinstance(one, ast.Name)]
            extends = ", ".join(name for name in names if name != "TypedDict")
            head = f"export interface {node.name}{f' extends {extends}' if extends else ''} {{"
            after = [*node.body[1:], None]
            fields = [
                _field(one.target.id, one.annotation, total=total, doc=_doc(then))
                for one, then in zip(node.body, after, strict=True)
                if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
            ]
            return [_comment(ast.get_docstring(node)) + "\n".join([head, *fields, "}\n"])]
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Call(func=ast.Name(id="TypedDict"), args=[_, ast.Dict() as items]),
        ):
            fields = [
                _field(str(ast.literal_eval(key)), value, total=True, doc=None)
                for key, value in zip(items.keys, items.values, strict=True)
                if key is not None
            ]
            head = f"export interface {name} {{"
            return [_comment(_doc(following)) + "\n".join([head, *fields, "}\n"])]
        case ast.TypeAlias(name=ast.Name(id=name), value=value):
            return [
                _comment(_doc(following))
                + f"export type {name} = {_PAIR if name == 'Pair' else _type(value)};\n"
            ]
    return []


def _is_message(node: ast.ClassDef) -> bool:
    bases = [one.id for one in node.bases if isinstance(one, ast.Name)]
    return bool(bases) and not node.decorator_list and bases[0] in {"TypedDict", *_message_names()}


def _message_names() -> set[str]:
    """Return the names of the typed dictionaries in the sources."""
    names: set[str] = set()
    for source in SOURCES:
        tree = ast.parse((ROOT / "piquet_core" / source).read_text("utf-8"))
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                bases = {one.id for one in node.bases if isinstance(one, ast.Name)}
                if bases & (names | {"TypedDict"}):
                    names.add(node.name)
    return names


def _field(name: str, annotation: ast.expr, *, total: bool, doc: str | None) -> str:
    optional = not total
    match annotation:
        case ast.Subscript(value=ast.Name(id="Required" | "NotRequired" as word), slice=inner):
            optional, annotation = word == "NotRequired", inner
    comment = textwrap.indent(_comment(doc), "  ")
    return f"{comment}  {name}{'?' if optional else ''}: {_type(annotation)};"


def _type(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name):
            return _PLAIN.get(name, name)
        case ast.Constant(value=None):
            return "null"
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return f"{_type(left)} | {_type(right)}"
        case ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Tuple(elts=values)):
            return " | ".join(f'"{ast.literal_eval(one)}"' for one in values)
        case ast.Subscript(value=ast.Name(id="list" | "Sequence"), slice=item):
            return f"{_type(item)}[]"
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[key, value])):
            return f"Record<{_type(key)}, {_type(value)}>"
    raise ValueError(f"no TypeScript type for {ast.unparse(node)}")


def _operations() -> str:
    lines = [
        "/** The request and the answer of each operation. */",
        "export interface Operations {",
    ]
    for name, handler in dispatch.OPERATIONS.items():
        (request, answer) = handler.__annotations__.values()
        answer = "Record<string, never>" if answer.startswith("dict[") else answer
        lines.append(f'  "{name}": {{ request: {request}; answer: {answer} }};')
    return "\n".join([*lines, "}\n"])


def _doc(node: ast.stmt | None) -> str | None:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return textwrap.dedent(str(node.value.value)).strip()
    return None


def _comment(text: str | None) -> str:
    if not text:
        return ""
    lines = text.replace("``", "`").splitlines()
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in lines), " */\n"])


def main() -> int:
    """Write the TypeScript file. With ``--check`` only compare it, and return 1 if it is out of date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    args = parser.parse_args()
    text = message_types()
    if args.check:
        if TARGET.read_text("utf-8") == text:
            return 0
        print(
            f"{TARGET.relative_to(ROOT)} is out of date: run tools/message_types.py",
            file=sys.stderr,
        )
        return 1
    TARGET.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
