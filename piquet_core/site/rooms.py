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


class RoomsDirective(SphinxDirective):
    """``{rooms} rooms.toml``: the highest floor first; each room tells its purpose in its docstring."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a list for each floor: its rooms and the rooms inside them."""
        _, file = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(file)
        plan = tomllib.loads(Path(file).read_text("utf-8"))
        found: list[nodes.Node] = []
        for floor, names in reversed(list(enumerate(plan["floors"]))):
            found.append(
                dt.paragraph(nodes.strong("", f"Floor {floor}" if floor else "The ground"))
            )
            found.append(_listed(told for room in names for told in self._told(room)))
        found.append(dt.paragraph(nodes.strong("", "Beside the floors")))
        found.append(_listed((f"{name}/", says) for name, says in plan["others"].items()))
        return found

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


def _listed(rooms: Iterable[tuple[str, str]]) -> nodes.definition_list:
    return nodes.definition_list(
        "",
        *(
            nodes.definition_list_item(
                "",
                nodes.term("", "", nodes.literal("", name)),
                nodes.definition("", dt.paragraph(*_worded(sentence))),
            )
            for name, sentence in rooms
        ),
        classes=["pq-rooms"],
    )


def _worded(sentence: str) -> Iterable[nodes.Node | str]:
    """Return a docstring's sentence with its literals, which single or double backticks enclose."""
    for place, text in enumerate(re.split(r"`+", sentence)):
        yield nodes.literal("", text) if place % 2 else text


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("rooms", RoomsDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
