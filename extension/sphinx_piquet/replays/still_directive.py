"""Directive ``still``: the table at one step of a recorded deal."""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.errors import NotationError
from piquet_core.replay.visibility import observe
from piquet_core.views.markup import Markup
from piquet_core.views.replay.step_view import render_still
from sphinx_piquet.cache import cache_of, code_digest
from sphinx_piquet.pages import Page
from sphinx_piquet.record_files import read_record
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.replays.replay_directive import replay_of_text
from sphinx_piquet.style_sheets import REPLAY


class still_node(nodes.General, nodes.Element):
    """A picture of the table, for HTML and EPUB. The text of the page must describe it."""


class StillDirective(SphinxDirective):
    """``{still} FILE``: a picture of the table at the ``step`` of a record."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {"step": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Read the record. Report an error if it does not have the step."""
        try:
            _, text = read_record(self.env, self.arguments[0])
            steps = [step.id for step in replay_of_text(text).steps]
        except (OSError, NotationError) as error:
            raise self.error(f"the record cannot be read: {error}") from error
        step = self.options.get("step", "")
        if step not in steps:
            raise self.error(f"the deal has no step {step!r}; choose one of {', '.join(steps)}")
        node = still_node("", text=text, step=step)
        self.set_source_info(node)
        return [node]


def _draw(page: Page, node: still_node) -> Markup:
    """Return the picture of the table, from the cache if possible."""

    def make() -> Markup:
        replay = replay_of_text(node["text"])
        return render_still(observe(replay.step(node["step"]), None), replay.record.players)

    made_from = (
        code_digest(render_still.__module__, observe.__module__),
        node["text"],
        node["step"],
    )
    return cache_of(page.builder).markup("stills", made_from, make)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    styles = (*REPLAY, "replay/stills/still.css")
    return register(
        app,
        directives={"still": StillDirective},
        widgets=[
            Widget(
                still_node,
                draw=_draw,
                in_books=True,
                styles=styles,
                cards="deck",
                cards_in_books=True,
            )
        ],
    )
