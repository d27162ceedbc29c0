"""The directive ``rooms``: the floors of the package and what each room is for, from the map of a file."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

import piquet_core
from piquet_core.sphinxext import doctree as dt

PACKAGE = Path(piquet_core.__file__).parent

type _Row = list[list[nodes.Node]]


class RoomsDirective(SphinxDirective):
    """``{rooms} rooms.toml``: the highest floor first; each room tells its purpose in its docstring."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a table: under each floor its rooms and the rooms inside them."""
        _, file = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(file)
        plan = tomllib.loads(Path(file).read_text("utf-8"))
        rows: list[_Row] = []
        for floor, names in reversed(list(enumerate(plan["floors"]))):
            rows.append(_heading(f"Floor {floor}" if floor else "The ground"))
            rows += [_row(*told) for room in names for told in self._told(room)]
        rows.append(_heading("Beside the floors"))
        rows += [_row(f"{name}/", says) for name, says in plan["others"].items()]
        heads = ("Room", "What it is for")
        return [dt.table(heads, rows, widths=(30, 70), classes=["pq-rooms"])]

    def _told(self, room: str) -> Iterable[tuple[str, str]]:
        """Yield a room and those inside it, each with the first sentence of its docstring."""
        folder = PACKAGE / room
        if not folder.is_dir():
            yield f"{room}.py", self._sentence(folder.with_suffix(".py"))
            return
        for path in sorted(folder.rglob("__init__.py")):
            yield f"{path.parent.relative_to(PACKAGE).as_posix()}/", self._sentence(path)

    def _sentence(self, path: Path) -> str:
        self.env.note_dependency(str(path))
        said = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
        return said.partition("\n\n")[0].replace("\n", " ")


def _heading(text: str) -> _Row:
    return [[dt.paragraph(nodes.strong("", text))], []]


def _row(name: str, sentence: str) -> _Row:
    return [[dt.paragraph(nodes.literal("", name))], [dt.paragraph(*_worded(sentence))]]


def _worded(sentence: str) -> Iterable[nodes.Node | str]:
    """Return a docstring's sentence with its literals, which single or double backticks enclose."""
    for place, text in enumerate(re.split(r"`+", sentence)):
        yield nodes.literal("", text) if place % 2 else text


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("rooms", RoomsDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
