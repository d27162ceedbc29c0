"""The directive ``still``: the table at one step of a printed deal, for a text that explains it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from piquet_core.errors import NotationError
from piquet_core.replay.visibility import observe
from piquet_core.views.markup import Markup
from piquet_core.views.replay.step_view import render_still
from sphinx_piquet.cache import made_by, store_of
from sphinx_piquet.pages import add_files_where, add_pack, add_page_node, add_styles
from sphinx_piquet.replays.replay_directive import replayed
from sphinx_piquet.style_sheets import REPLAY


class still_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The picture, for HTML alone: the text beside it tells what there is to see."""


class StillDirective(SphinxDirective):
    """``{still} FILE``: the table at the ``step`` of a record."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {"step": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Read the record; complain if it has no such step."""
        _, filename = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(filename)
        try:
            text = Path(filename).read_text("utf-8")
            steps = [step.id for step in replayed(text).steps]
        except (OSError, UnicodeDecodeError, NotationError) as error:
            raise self.error(f"the record cannot be read: {error}") from error
        step = self.options.get("step", "")
        if step not in steps:
            raise self.error(f"the deal has no step {step!r}; choose one of {', '.join(steps)}")
        node = still_node("", text=text, step=step)
        self.set_source_info(node)
        return [node]


def visit_html(self: HTML5Translator, node: still_node) -> None:
    """Draw the table, unless an earlier build has."""

    def make() -> Markup:
        replay = replayed(node["text"])
        return render_still(observe(replay.step(node["step"]), None), replay.record.players)

    made_from = (made_by(render_still.__module__, observe.__module__), node["text"], node["step"])
    self.body.append(store_of(self.builder).markup("stills", made_from, make))
    raise nodes.SkipNode


def _add_files(app: Sphinx, context: dict[str, Any]) -> None:
    # The book has the picture too.
    add_pack(app, context, builders=(app.builder.name,))
    add_styles(app, REPLAY)
    app.add_css_file("replay/stills/still.css")


def setup(app: Sphinx) -> None:
    """Register the node, the directive and its files."""
    add_page_node(app, still_node, visit_html)
    app.add_directive("still", StillDirective)
    add_files_where(app, still_node, _add_files)
