"""Roles ``variation`` and ``comparison``: links to a replay with other moves or other rules.

The engine plays the moves or applies the rules when the page is read, so every link works.
"""

from __future__ import annotations

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import ReferenceRole
from sphinx.util.typing import ExtensionMetadata

from piquet_core.errors import PiquetError
from piquet_core.replay.replay import replay_record
from piquet_core.replay.what_if import start_variation
from piquet_core.rules import find_ruleset
from piquet_core.views.markup import Markup, element
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.replays.replay_directive import replay_of_text

logger = logging.getLogger(__name__)


class replay_link(nodes.Inline, nodes.TextElement):
    """A link to a state of a replay, on pages that can show it."""


class _ReplayRole(ReferenceRole):
    """Base class of roles ``{role}`text <record details>` ``. The record is a file name without suffix.

    A record in the folder of the page means the replay on the page itself. Any other record means the
    replay on the page of the same name.
    """

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the text, as a link if the engine accepts the details."""
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
        return [replay_link("", self.title, address=address, page=page)], []

    def address(self, text: str, what: str) -> str:
        """Return the query and anchor for a link. ``text`` is the record, ``what`` the details of the role."""
        raise NotImplementedError


class VariationRole(_ReplayRole):
    """``{variation}`keep the other ace <facheux t11y~CA.H6.HA>` ``: a step and the moves from there."""

    def address(self, text: str, what: str) -> str:
        at, _, moves = what.partition("~")
        own = start_variation(replay_of_text(text), at, moves.split(".") if moves else [])
        decided = [step for step in own.steps if step.action is not None]
        return f"?w={at}~{'.'.join(own.moves)}#{decided[-1].id if decided else at}"


class ComparisonRole(_ReplayRole):
    """``{comparison}`by the treatise <facheux picquet1651 cards>` ``: a rule set and optionally a step."""

    def address(self, text: str, what: str) -> str:
        rules, _, step = what.partition(" ")
        played = replay_record(replay_of_text(text).record, find_ruleset(rules), adapt=True)
        if step not in {one.id for one in played.steps} | {""}:
            raise PiquetError(f"there is no step {step!r} under these rules")
        return f"?rules={rules}#{step or 'deal'}"


def _link(page: Page, node: replay_link, words: Markup) -> Markup:
    address = page.uri(node["page"]) if node["page"] else ""
    return element("a", words, class_="pq-line", href=address + node["address"])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the roles, each under its older name as well."""
    variation, comparison = VariationRole(), ComparisonRole()
    return register(
        app,
        roles={
            "variation": variation,
            "line": variation,
            "comparison": comparison,
            "century": comparison,
        },
        # Without a script the words stand alone.
        widgets=[Widget(replay_link, wrap=_link)],
    )
