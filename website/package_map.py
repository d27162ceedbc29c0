"""The directive ``layers``: the layers of each package with its folders and modules."""

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

from sphinx_piquet import doctree as dt
from sphinx_piquet.registration import register

type _Row = list[list[nodes.Node]]


class LayersDirective(SphinxDirective):
    """``{layers} rooms.toml``: a table of packages and folders, the highest layer first.

    Descriptions are the first sentences of docstrings.
    """

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        _, file = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(file)
        plan = tomllib.loads(Path(file).read_text("utf-8"))
        root = Path(file).parents[1]
        rows: list[_Row] = []
        for package in reversed(plan["package"]):
            rows.append(_heading(f"{package['name']}: {package['about']}"))
            for names in reversed(package["layers"]):
                rows += [
                    _row(*told)
                    for name in names
                    for told in self._told(root / package["path"], name)
                ]
        rows.append(_heading("Scripts and styles"))
        rows += [_row(f"{name}/", says) for name, says in plan["static"].items()]
        heads = ("Folder", "What it is for")
        return [dt.table(heads, rows, widths=(40, 60), classes=["pq-rooms"])]

    def _told(self, package: Path, name: str) -> Iterable[tuple[str, str]]:
        """Yield (name, docstring) pairs for a module, or for a folder and its subfolders.

        The name ``*`` stands for all folders of the package.
        """
        if name == "*":
            found = [
                path for path in sorted(package.rglob("__init__.py")) if path.parent != package
            ]
        elif (package / name).is_dir():
            found = sorted((package / name).rglob("__init__.py"))
        else:
            yield f"{name}.py", self._sentence(package / f"{name}.py")
            return
        for path in found:
            yield f"{path.parent.relative_to(package).as_posix()}/", self._sentence(path)

    def _sentence(self, path: Path) -> str:
        self.env.note_dependency(str(path))
        said = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
        return said.partition("\n\n")[0].replace("\n", " ")


def _heading(text: str) -> _Row:
    return [[dt.paragraph(nodes.strong("", text))], []]


def _row(name: str, sentence: str) -> _Row:
    return [[dt.paragraph(nodes.literal("", name))], [dt.paragraph(*_worded(sentence))]]


def _worded(sentence: str) -> Iterable[nodes.Node | str]:
    """Yield the parts of a sentence, with text in single or double backticks as literals."""
    for place, text in enumerate(re.split(r"`+", sentence)):
        yield nodes.literal("", text) if place % 2 else text


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    return register(app, directives={"layers": LayersDirective})
