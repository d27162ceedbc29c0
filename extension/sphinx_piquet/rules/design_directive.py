"""Directive ``design``: a form in which a reader changes the answers of a rule set, and plays the result."""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from piquet_core.laboratory.worth_sentences import worth_sentences
from piquet_core.views.markup import Markup
from sphinx_piquet.doctree import paragraph
from sphinx_piquet.domain import piquet_domain
from sphinx_piquet.laboratory.effects_of_site import laboratory_folder, note_results
from sphinx_piquet.messages import _
from sphinx_piquet.pages import Page
from sphinx_piquet.practice.lesson_index import target_of
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.rules.rule_set_directives import DataDirective
from sphinx_piquet.views.design_page import render_design


class design_node(nodes.General, nodes.Element):
    """The form. Its child is for other builders."""


class DesignDirective(DataDirective):
    """``{design}``: every question with its answers, to be changed. ``table`` names the page of the game table."""

    required_arguments = 0
    option_spec: ClassVar[dict[str, Any]] = {"table": directives.unchanged_required}

    def build(self) -> list[nodes.Node]:
        """Return the form, with a sentence for other builders."""
        note_results(self.env)
        # The addresses of the rules change if an article is added or removed.
        piquet_domain(self.env).note_list(self.docname)
        table = self.options.get("table", "")
        node = design_node(
            "",
            first=self.config.piquet_first_ruleset,
            table=target_of(self.env, table) if table else "",
        )
        node += paragraph(
            _("On the site, you change the answers of a rule set here, and play the result.")
        )
        self.set_source_info(node)
        return [node]


_ALONE = "This was measured in one book, with nothing else changed."


def _draw(page: Page, node: design_node) -> Markup:
    table = page.uri(node["table"]) if node["table"] else ""
    folder = laboratory_folder(page.env)

    def worth(rule: str) -> str:
        sentences = list(worth_sentences(rule, folder)) if folder else []
        return " ".join([*sentences, _ALONE]) if sentences else ""

    return render_design(page.links, node["first"], table, worth, **page.engine)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    return register(
        app,
        directives={"design": DesignDirective},
        widgets=[
            Widget(
                design_node,
                draw=_draw,
                styles=("rules/design/design.css", "rules/design/print-design.css"),
                live="rules/design/design.js",
                scripts=("rules/details.js",),
                engine=True,
            )
        ],
    )
