"""Directive ``fan``: an animated picture of a recorded deal."""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.errors import NotationError
from piquet_core.views.card_symbols import card_sprite
from piquet_core.views.markup import Markup, join
from sphinx_piquet.pages import Page
from sphinx_piquet.record_files import read_record
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.replays.replay_directive import replay_of_text
from sphinx_piquet.views.fan import card_steps, render_fan


class fan_node(nodes.General, nodes.Element):
    """An animated picture of a deal. Its children are the caption. Other builders write only the caption."""


class FanDirective(SphinxDirective):
    """``{fan} FILE``: a picture of a recorded deal that starts at ``step``. The content is the caption."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"step": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Read the record. Report an error if no card is played at the step."""
        try:
            _, text = read_record(self.env, self.arguments[0])
            steps = [step.id for step in card_steps(replay_of_text(text))]
        except (OSError, NotationError) as error:
            raise self.error(f"the record cannot be read: {error}") from error
        step = self.options.get("step", "")
        if step not in steps:
            raise self.error(
                f"no card is played at the step {step!r}; choose one of {', '.join(steps)}"
            )
        node = fan_node("", *self.parse_content_to_nodes(), text=text, step=step)
        self.set_source_info(node)
        return [node]


def _draw(_page: Page, node: fan_node, caption: Markup) -> Markup:
    figure = render_fan(replay_of_text(node["text"]), node["step"], caption)
    return join([Markup(card_sprite()), figure])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    styles, scripts = ("components/card.css", "replay/stills/fan.css"), ("replay/stills/fan.js",)
    return register(
        app,
        directives={"fan": FanDirective},
        widgets=[Widget(fan_node, wrap=_draw, styles=styles, scripts=scripts)],
    )
