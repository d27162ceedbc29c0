"""The roles ``variation`` and ``comparison``: a replay that goes another way, or by other rules.

Both are tried out when the page is read, so that no link promises what the engine refuses.
"""

from __future__ import annotations

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import ReferenceRole
from sphinx.writers.html5 import HTML5Translator

from piquet_core.errors import PiquetError
from piquet_core.replay.replay import replay_record
from piquet_core.replay.what_if import start_variation
from piquet_core.rules import find_ruleset
from sphinx_piquet.pages import PAGES, add_told_node
from sphinx_piquet.replays.replay_directive import replayed

logger = logging.getLogger(__name__)


class replay_link(nodes.Inline, nodes.TextElement):  # noqa: N801 - docutils names nodes so
    """Words that lead to a state of the replay on a page that can show it."""


class _ReplayRole(ReferenceRole):
    """``{role}`words <record what>` ``; the record is a file without its ending.

    A record beside the page means the replay on this page; elsewhere, it means the page of its
    name.
    """

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the words, linked if the engine can show what they promise."""
        name, _, what = self.target.partition(" ")
        place, filename = self.env.relfn2path(f"{name}.piquet")
        self.env.note_dependency(filename)
        try:
            address = self.address(Path(filename).read_text("utf-8"), what)
        except (OSError, PiquetError) as error:
            logger.warning(
                "%s cannot be shown: %s",
                self.target,
                error,
                location=self.get_location(),
                type="piquet",
                subtype="line",
            )
            return [nodes.inline("", self.title)], []
        page = place.removesuffix(".piquet") if "/" in name else ""
        return [replay_link("", self.title, address=address, page=page, on=self.env.docname)], []

    def address(self, text: str, what: str) -> str:
        """Return the query and the anchor."""
        raise NotImplementedError


class VariationRole(_ReplayRole):
    """``{variation}`keep the other ace <facheux t11y~CA.H6.HA>` ``: a step, and moves from there."""

    def address(self, text: str, what: str) -> str:
        at, _, moves = what.partition("~")
        own = start_variation(replayed(text), at, moves.split(".") if moves else [])
        decided = [step for step in own.steps if step.action is not None]
        return f"?w={at}~{'.'.join(own.moves)}#{decided[-1].id if decided else at}"


class ComparisonRole(_ReplayRole):
    """``{comparison}`by the treatise <facheux picquet1651 cards>` ``: rules, and a step if need be."""

    def address(self, text: str, what: str) -> str:
        rules, _, step = what.partition(" ")
        played = replay_record(replayed(text).record, find_ruleset(rules), adapt=True)
        if step not in {one.id for one in played.steps} | {""}:
            raise PiquetError(f"there is no step {step!r} under these rules")
        return f"?rules={rules}#{step or 'deal'}"


def _visit_html(self: HTML5Translator, node: replay_link) -> None:
    if self.builder.name in PAGES:
        page = self.builder.get_relative_uri(node["on"], node["page"]) if node["page"] else ""
        self.body.append(self.starttag(node, "a", "", href=page + node["address"], CLASS="pq-line"))


def _depart_html(self: HTML5Translator, node: replay_link) -> None:
    del node
    if self.builder.name in PAGES:
        self.body.append("</a>")


def setup(app: Sphinx) -> None:
    """Register the two roles, each under its older name as well, and their node."""
    app.add_role("variation", VariationRole())
    app.add_role("line", VariationRole())  # its older name
    app.add_role("comparison", ComparisonRole())
    app.add_role("century", ComparisonRole())  # its older name
    # Where no script can show it, the words stand alone.
    add_told_node(app, replay_link, _visit_html, _depart_html)
