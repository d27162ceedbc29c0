"""What the site keeps in a reader's browser: ``kept-list`` prints it, ``keeping`` and ``device`` look after it.

The list is a file, kept.toml, which the tests compare with what the scripts write.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from sphinx_piquet import doctree as dt
from sphinx_piquet.pages import PAGES, add_files_where, add_live_script, add_page_node
from sphinx_piquet.views.storage_panels import render_device, render_keeping

_FILE = Path(__file__).with_name("storage_keys.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """Something that a script keeps: its key, those of version 0.2.0, whose it is, what for."""

    key: str
    by: str
    what: str
    was: tuple[str, ...] = ()
    gone: str = ""


@cache
def kept() -> tuple[Kept, ...]:
    """Return everything that is kept, as kept.toml lists it."""
    entries = tomllib.loads(_FILE.read_text(encoding="utf-8"))["kept"]
    return tuple(Kept(**{**one, "was": tuple(one.get("was", ()))}) for one in entries)


class KeptListDirective(SphinxDirective):
    """``{kept-list}``: every key, what it is for, and when it goes if it goes on its own."""

    def run(self) -> list[nodes.Node]:
        """Return a list of definitions."""
        self.env.note_dependency(str(_FILE))
        items = [
            ("", nodes.literal("", one.key), dt.paragraph(one.what + _ends(one))) for one in kept()
        ]
        return [dt.definitions(items, classes=["pq-kept-list"])]


def _ends(one: Kept) -> str:
    return f" (it goes {one.gone})" if one.gone else ""


class keeping_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The place for managing what is kept; only a script can fill it."""


class KeepingDirective(SphinxDirective):
    """``{keeping}``: what is kept on this device, to save as a file, load from one, or delete it."""

    def run(self) -> list[nodes.Node]:
        """Return the place, and the words for readers without a script."""
        note = dt.paragraph(
            "Without JavaScript nothing is kept, so there is nothing to look after."
        )
        return [keeping_node(), *dt.needs_script(note, "A book keeps nothing of what you do.")]


def _visit_html(self: HTML5Translator, node: keeping_node) -> None:
    if self.builder.name in PAGES:
        self.body.append(render_keeping())
    raise nodes.SkipNode


class device_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The place for keeping the whole site; only a script can fill it."""


class DeviceDirective(SphinxDirective):
    """``{device}``: the site on this device, for use without a connection."""

    def run(self) -> list[nodes.Node]:
        """Return the place, and the words for readers without a script."""
        note = dt.paragraph(
            "Without JavaScript your browser keeps only the pages that it chooses to. You can save a page as a "
            "file: the account, the answers and the citations are all in it."
        )
        return [device_node(), *dt.needs_script(note, "A book needs no connection.")]


def _visit_device(self: HTML5Translator, node: device_node) -> None:
    if self.builder.name in PAGES:
        self.body.append(render_device())
    raise nodes.SkipNode


def _add_device_files(app: Sphinx, context: dict[str, Any]) -> None:
    app.add_css_file("storage/saved-game-panel.css")
    add_live_script(app, context, "offline/offline-panel.js")


def _add_files(app: Sphinx, context: dict[str, Any]) -> None:
    """Load script and styles."""
    app.add_css_file("storage/saved-game-panel.css")
    add_live_script(app, context, "storage/data-page.js")


def setup(app: Sphinx) -> None:
    """Register the directives, the node and the files its page needs."""
    app.add_directive("kept-list", KeptListDirective)
    app.add_directive("keeping", KeepingDirective)
    app.add_directive("device", DeviceDirective)
    add_page_node(app, keeping_node, _visit_html)
    add_files_where(app, keeping_node, _add_files)
    add_page_node(app, device_node, _visit_device)
    add_files_where(app, device_node, _add_device_files)
