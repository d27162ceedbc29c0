"""Directive ``to-copy``: code for the reader's own page, with a button that copies it."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.views.markup import Markup
from piquet_core.views.replay.share_dialog import render_code_to_copy
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Widget, register


class to_copy_node(nodes.General, nodes.Element):
    """Code with a button. Its child is the code for other builders."""


class CodeToCopyDirective(SphinxDirective):
    """``{to-copy} LABEL``: the content as code, with a label and a button."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the code."""
        self.assert_has_content()
        code = "\n".join(self.content)
        block = nodes.literal_block(code, code, language="text")
        return [to_copy_node("", block, label=self.arguments[0], code=code)]


def _draw(_page: Page, node: to_copy_node) -> Markup:
    return render_code_to_copy(node["label"], node["code"])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive. The script that adds the button belongs to the citation panel of each page."""
    app.add_directive("to-copy", CodeToCopyDirective)
    styles = ("rules/citation-panel.css", "replay/frames/frame-host.css")
    return register(app, widgets=[Widget(to_copy_node, draw=_draw, styles=styles)])
