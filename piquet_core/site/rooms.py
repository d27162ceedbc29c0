"""The directive ``rooms``: the floors of the package and what each room is for, from the map of a file."""

from __future__ import annotations

import ast
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


class RoomsDirective(SphinxDirective):
    """``{rooms} rooms.toml``: the highest floor first; each room tells its purpose in its docstring."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a table with a row for each room and each room inside it."""
        _, file = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(file)
        plan = tomllib.loads(Path(file).read_text("utf-8"))
        rows = [
            (str(floor), name, sentence)
            for floor, names in reversed(list(enumerate(plan["floors"])))
            for room in names
            for name, sentence in self._told(room)
        ]
        rows += [("", f"{name}/", sentence) for name, sentence in plan["others"].items()]
        return [
            dt.table(
                ("Floor", "Room", "What it is for"),
                ([[_cell(floor)], [_name(name)], [_cell(says)]] for floor, name, says in rows),
                widths=(10, 30, 60),
                classes=["pq-rooms"],
            )
        ]

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


def _cell(text: str) -> nodes.paragraph:
    return dt.paragraph(text)


def _name(name: str) -> nodes.paragraph:
    return dt.paragraph(nodes.literal("", name))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("rooms", RoomsDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
