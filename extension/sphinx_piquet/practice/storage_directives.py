"""Directives for browser storage: ``kept-list``, ``keeping`` and ``device``.

``storage_keys.toml`` lists all storage keys. Tests compare the list with the scripts.
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
from sphinx_piquet.messages import _
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.views.storage_panels import render_offline_form, render_storage_form

_FILE = Path(__file__).with_name("storage_keys.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageKey:
    """A key in browser storage.

    ``by`` names the script that writes it, ``what`` its purpose, and ``was`` its names in version 0.2.0.
    ``gone`` says when the entry expires, or is "".
    """

    key: str
    by: str
    what: str
    was: tuple[str, ...] = ()
    gone: str = ""


@cache
def storage_keys() -> tuple[StorageKey, ...]:
    """Return all storage keys."""
    entries = tomllib.loads(_FILE.read_text(encoding="utf-8"))["kept"]
    return tuple(StorageKey(**{**one, "was": tuple(one.get("was", ()))}) for one in entries)


class KeptListDirective(SphinxDirective):
    """``{kept-list}``: all storage keys, with purpose and expiry."""

    def run(self) -> list[nodes.Node]:
        """Return a definition list of the storage keys."""
        self.env.note_dependency(str(_FILE))
        items = [
            ("", nodes.literal("", one.key), dt.paragraph(one.what + _ends(one)))
            for one in storage_keys()
        ]
        return [dt.definitions(items, classes=["pq-kept-list"])]


def _ends(one: StorageKey) -> str:
    return f" (it goes {one.gone})" if one.gone else ""


class keeping_node(nodes.General, nodes.Element):
    """A placeholder for the form that manages storage, which a script fills."""


class KeepingDirective(SphinxDirective):
    """``{keeping}``: a form to export, import and delete stored data."""

    def run(self) -> list[nodes.Node]:
        """Return the placeholder, and a note for readers without JavaScript."""
        note = dt.paragraph(
            _(
                "Without JavaScript your browser keeps nothing, so there is nothing to save or remove."
            )
        )
        return [keeping_node(), *dt.needs_script(note, _("A book keeps nothing of what you do."))]


class device_node(nodes.General, nodes.Element):
    """A placeholder for the form that stores the site, which a script fills."""


class DeviceDirective(SphinxDirective):
    """``{device}``: a form that stores the site for use without a connection."""

    def run(self) -> list[nodes.Node]:
        """Return the placeholder, and a note for readers without JavaScript."""
        note = dt.paragraph(
            _(
                "Without JavaScript your browser keeps only the pages that it chooses to. You can save a page as a "
                "file: the account, the answers and the citations are all in it."
            )
        )
        return [device_node(), *dt.needs_script(note, _("A book needs no connection."))]


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
                draw=lambda _page, _node: render_storage_form(),
                styles=styles,
                live="storage/data-page.js",
            ),
            Widget(
                device_node,
                draw=lambda _page, _node: render_offline_form(),
                styles=styles,
                live="offline/offline-panel.js",
            ),
        ],
    )
