"""The directive ``fan``: a moment of a printed deal as a picture, which a script lets go on."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from piquet_core.errors import NotationError
from piquet_core.views.card_symbols import card_sprite
from sphinx_piquet.pages import PAGES, add_files_where, add_told_node, begin_words, take_words
from sphinx_piquet.replays.replay_directive import replayed
from sphinx_piquet.views.fan import moments, render_fan


class fan_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The picture for HTML; its caption is its child, and all that other builders print."""


class FanDirective(SphinxDirective):
    """``{fan} FILE``: a picture of the record's ``step``; the content is its caption."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"step": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Read the record; complain if it has no such step."""
        _, filename = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(filename)
        try:
            text = Path(filename).read_text("utf-8")
            steps = [step.id for step in moments(replayed(text))]
        except (OSError, UnicodeDecodeError, NotationError) as error:
            raise self.error(f"the record cannot be read: {error}") from error
        step = self.options.get("step", "")
        if step not in steps:
            raise self.error(
                f"no card is played at the step {step!r}; choose one of {', '.join(steps)}"
            )
        node = fan_node("", *self.parse_content_to_nodes(), text=text, step=step)
        self.set_source_info(node)
        return [node]


def depart_html(self: HTML5Translator, node: fan_node) -> None:
    """Put the picture around the caption."""
    if self.builder.name not in PAGES:
        return
    caption = take_words(self, node)
    self.body.append(card_sprite())
    self.body.append(render_fan(replayed(node["text"]), node["step"], caption))


def _add_files(app: Sphinx, _context: dict[str, Any]) -> None:
    app.add_css_file("cards.css")
    app.add_css_file("replay/stills/fan.css")
    app.add_js_file("replay/stills/fan.js", type="module")


def setup(app: Sphinx) -> None:
    """Register the node, the directive and its files."""
    add_told_node(app, fan_node, begin_words, depart_html)
    app.add_directive("fan", FanDirective)
    add_files_where(app, fan_node, _add_files)
