"""Directive ``challenge``: the same deals for several players, on the page with the game table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.views.markup import Markup
from sphinx_piquet.edition import lists_of
from sphinx_piquet.pages import Page
from sphinx_piquet.practice.lesson_index import target_of
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.views.challenge_panel import render_challenge_panel


class challenge_node(nodes.General, nodes.Element):
    """A placeholder for challenges, on the page with the game table."""


class ChallengeDirective(SphinxDirective):
    """``{challenge}``: the form, the comparison and the list of challenges.

    The option ``deals`` names the page that replays a reader's own records. The comparison then links to
    the replay of each parting.
    """

    option_spec: ClassVar[dict[str, Any]] = {"deals": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Return the placeholder. The table above it has the note for readers without JavaScript."""
        deals = self.options.get("deals", "")
        node = challenge_node("", deals=target_of(self.env, deals) if deals else "")
        self.set_source_info(node)
        return [node]


def _draw(page: Page, node: challenge_node) -> Markup:
    up = "../" * page.docname.count("/")
    qr = page.config.piquet_qr_code
    return render_challenge_panel(
        deals=page.uri(node["deals"]) if node["deals"] else "",
        qr=f"{up}_static/{qr}" if qr else "",
        editions=json.dumps(_frozen_editions(page)),
        frozen=f"{up}editions/{{}}/{page.builder.get_target_uri(page.docname)}",
        **page.engine,
    )


def _frozen_editions(page: Page) -> list[str]:
    """Return the versions of which the site will have frozen copies beside its pages."""
    lists = lists_of(Path(page.builder.srcdir), page.config)
    if lists is None or not getattr(page.config, "piquet_copies", False):
        return []
    return sorted(path.stem for path in lists.glob("*.txt") if path.stem != "moved")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, and the address of the QR code generator below ``_static/``."""
    return register(
        app,
        directives={"challenge": ChallengeDirective},
        config={"piquet_qr_code": ("", "html")},
        widgets=[
            Widget(
                challenge_node,
                draw=_draw,
                printed=False,
                styles=("table/share-link.css", "table/challenge.css"),
                live="table/challenge.js",
                engine=True,
            )
        ],
    )
