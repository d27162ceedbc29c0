"""What the site keeps in a reader's browser: ``kept-list`` prints it, ``keeping`` and ``device`` look after it.

The list is a file, kept.toml, which the tests compare with what the scripts write.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet import doctree as dt
from sphinx_piquet.registration import Widget, register
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


class keeping_node(nodes.General, nodes.Element):
    """The place for managing what is kept; only a script can fill it."""


class KeepingDirective(SphinxDirective):
    """``{keeping}``: what is kept on this device, to save as a file, load from one, or delete it."""

    def run(self) -> list[nodes.Node]:
        """Return the place, and the words for readers without a script."""
        note = dt.paragraph(
            "Without JavaScript nothing is kept, so there is nothing to look after."
        )
        return [keeping_node(), *dt.needs_script(note, "A book keeps nothing of what you do.")]


class device_node(nodes.General, nodes.Element):
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


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    styles = ("storage/saved-game-panel.css",)
    return register(
        app,
        directives={
            "kept-list": KeptListDirective,
            "keeping": KeepingDirective,
            "device": DeviceDirective,
        },
        widgets=[
            Widget(
                keeping_node,
                draw=lambda _page, _node: render_keeping(),
                styles=styles,
                live="storage/data-page.js",
            ),
            Widget(
                device_node,
                draw=lambda _page, _node: render_device(),
                styles=styles,
                live="offline/offline-panel.js",
            ),
        ],
    )
