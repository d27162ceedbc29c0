"""The directives of the course page: ``course`` holds tiles, ``lesson`` is one, ``way-in`` leads in.

A tile promises what is there: `lessons` counts minutes and exercises.
"""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from piquet_core.cards.cards import parse_card
from piquet_core.errors import PiquetError
from sphinx_piquet.doctree import link_to_page
from sphinx_piquet.pages import (
    PAGES,
    add_files_where,
    add_pack,
    add_page_node,
    add_told_node,
    begin_words,
    take_words,
)
from sphinx_piquet.practice.lesson_index import lesson_of, note_tile, target_of
from sphinx_piquet.views.course_tiles import BACK, render_little_hand, render_tile, render_way_in

logger = logging.getLogger(__name__)


# -- directives ----------------------------------------------------------------------------------


class course_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """A list of tiles."""


class tile_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """One tile; its children are all that other builders print."""


class little_hand_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """A few cards as a picture; builders that only print leave it out."""


class way_in_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The way in to the first lesson, or on to the next."""


class CourseDirective(SphinxDirective):
    """``{course}``: a list of tiles, which are its content."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the list."""
        return [course_node("", *self.parse_content_to_nodes())]


class LessonDirective(SphinxDirective):
    """``{lesson} PAGE``: a tile with ``cards`` as a picture; the content says what one will be able to do."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "cards": directives.unchanged_required,
        "title": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """Return the tile; complain about what is not a card."""
        names = self.options.get("cards", "").split()
        try:
            for name in names:
                if name != BACK:
                    parse_card(name)
        except PiquetError as error:
            raise self.error(str(error)) from None
        target, docname = target_of(self.env, self.arguments[0]), self.env.docname
        title = self.options.get("title", "")
        about = nodes.container("", *self.parse_content_to_nodes())
        note_tile(self.env, target, title, about.astext())
        node = tile_node("", target=target, cards=names, title=title, docname=docname)
        node += nodes.paragraph("", "", link_to_page(self.arguments[0], title, docname))
        node += about
        self.set_source_info(node)
        return [node]


class LittleHandDirective(SphinxDirective):
    """``{little-hand} CARD …``: a few cards as a small picture, which says nothing that the text does not."""

    required_arguments = 1
    optional_arguments = 5

    def run(self) -> list[nodes.Node]:
        """Return the picture; complain about what is not a card."""
        try:
            for name in self.arguments:
                parse_card(name)
        except PiquetError as error:
            raise self.error(str(error)) from None
        return [little_hand_node("", cards=self.arguments)]


class WayInDirective(SphinxDirective):
    """``{way-in} PAGE``: the way to the first lesson; ``review`` is the page where exercises come back."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"review": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Return the way in."""
        node = way_in_node("", docname=self.env.docname)
        node["target"] = target_of(self.env, self.arguments[0])
        node["review"] = target_of(self.env, self.options["review"])
        self.set_source_info(node)
        return [node]


# -- output --------------------------------------------------------------------------------------


def _title(builder: Builder, node: nodes.Element) -> str:
    found = builder.env.titles.get(node["target"])
    return str(node.get("title") or (found.astext() if found else node["target"]))


def _visit_course(self: HTML5Translator, node: course_node) -> None:
    if self.builder.name in PAGES:
        self.body.append(self.starttag(node, "ol", "", CLASS="pq-tiles"))


def _depart_course(self: HTML5Translator, node: course_node) -> None:
    del node
    if self.builder.name in PAGES:
        self.body.append("</ol>")


def _visit_tile(self: HTML5Translator, node: tile_node) -> None:
    """Leave out the plain link, and remember where the words begin."""
    if self.builder.name in PAGES:
        node.pop(0)
        begin_words(self, node)


def _depart_tile(self: HTML5Translator, node: tile_node) -> None:
    """Put the tile around the words."""
    builder = self.builder
    if builder.name not in PAGES:
        return
    about = take_words(self, node)
    cards = [None if name == BACK else parse_card(name) for name in node["cards"]]
    address = builder.get_relative_uri(node["docname"], node["target"])
    lesson = lesson_of(builder.env, node["target"])
    self.body.append(render_tile(_title(builder, node), address, cards, about, lesson))


def _visit_little_hand(self: HTML5Translator, node: little_hand_node) -> None:
    if self.builder.name in PAGES:
        self.body.append(render_little_hand([parse_card(name) for name in node["cards"]]))
    raise nodes.SkipNode


def _visit_way_in(self: HTML5Translator, node: way_in_node) -> None:
    builder = self.builder
    if builder.name in PAGES:
        lesson = lesson_of(builder.env, node["target"])
        if lesson is None:
            logger.warning("%s has no exercises", node["target"], location=node, type="piquet")
            raise nodes.SkipNode
        self.body.append(
            render_way_in(
                _title(builder, node),
                builder.get_relative_uri(node["docname"], node["target"]),
                lesson.minutes,
                builder.get_relative_uri(node["docname"], node["review"]),
            )
        )
    raise nodes.SkipNode


def _add_files(app: Sphinx, context: dict[str, Any]) -> None:
    """Give the page its script, its style and the pack."""
    app.add_js_file("practice/course.js", type="module")
    _add_styles(app, context)


def _add_styles(app: Sphinx, context: dict[str, Any]) -> None:
    app.add_css_file("cards.css")
    app.add_css_file("practice/course.css")
    app.add_css_file("practice/panel/plans.css")
    add_pack(app, context)


def setup(app: Sphinx) -> None:
    """Register the directives, their nodes and the files of their page."""
    app.add_directive("course", CourseDirective)
    app.add_directive("lesson", LessonDirective)
    app.add_directive("way-in", WayInDirective)
    app.add_directive("little-hand", LittleHandDirective)
    add_told_node(app, course_node, _visit_course, _depart_course)
    add_told_node(app, tile_node, _visit_tile, _depart_tile)
    add_told_node(app, way_in_node, _visit_way_in)
    add_page_node(app, little_hand_node, _visit_little_hand)
    # Before the hook that puts just the pips on pages with cards in their text.
    add_files_where(app, course_node, _add_files, priority=400)
    add_files_where(app, little_hand_node, _add_styles, priority=400)
