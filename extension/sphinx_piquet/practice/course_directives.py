"""Directives of the course page: ``course``, its ``lesson`` tiles, ``little-hand`` and ``way-in``.

The exercises and minutes of a tile come from `lesson_index`.
"""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cards.cards import parse_card
from piquet_core.errors import PiquetError
from piquet_core.views.markup import Markup, element
from sphinx_piquet.doctree import link_to_page
from sphinx_piquet.pages import Page
from sphinx_piquet.practice.lesson_index import lesson_of, note_tile, target_of
from sphinx_piquet.registration import Widget, plain_only, register
from sphinx_piquet.style_sheets import TILE
from sphinx_piquet.views.course_tiles import (
    BACK,
    render_little_hand,
    render_start_link,
    render_tile,
)

logger = logging.getLogger(__name__)


# -- directives ----------------------------------------------------------------------------------


class course_node(nodes.General, nodes.Element):
    """The list of tiles on the course page."""


class tile_node(nodes.General, nodes.Element):
    """A tile for a lesson. Its children are the description and, for other builders, a link."""


class little_hand_node(nodes.General, nodes.Element):
    """A small picture of a few cards."""


class way_in_node(nodes.General, nodes.Element):
    """A link to the first lesson. A script changes it to the reader's next lesson."""


class CourseDirective(SphinxDirective):
    """``{course}``: the list of the tiles in its content."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the list of tiles."""
        return [course_node("", *self.parse_content_to_nodes())]


class LessonDirective(SphinxDirective):
    """``{lesson} PAGE``: a tile for a lesson. The content says what the lesson teaches.

    ``cards`` are the cards in its picture. ``title`` replaces the title of the page. ``when`` names
    the moment at which a player needs the lesson.
    """

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "cards": directives.unchanged_required,
        "title": directives.unchanged_required,
        "when": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """Return the tile, or report an invalid card."""
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
        when = self.options.get("when", "")
        node = tile_node("", target=target, cards=names, title=title, when=when)
        link = link_to_page(self.arguments[0], title, docname)
        node += plain_only(nodes.paragraph("", "", link))
        node += about
        if when:
            node += plain_only(nodes.paragraph("", when))
        self.set_source_info(node)
        return [node]


class LittleHandDirective(SphinxDirective):
    """``{little-hand} CARD …``: a small decorative picture of a few cards."""

    required_arguments = 1
    optional_arguments = 5

    def run(self) -> list[nodes.Node]:
        """Return the picture, or report an invalid card."""
        try:
            for name in self.arguments:
                parse_card(name)
        except PiquetError as error:
            raise self.error(str(error)) from None
        return [little_hand_node("", cards=self.arguments)]


class WayInDirective(SphinxDirective):
    """``{way-in} PAGE``: a link to PAGE, the first lesson. ``review`` names the page with due exercises."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"review": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Return the link."""
        node = way_in_node()
        node["target"] = target_of(self.env, self.arguments[0])
        node["review"] = target_of(self.env, self.options["review"])
        self.set_source_info(node)
        return [node]


# -- output --------------------------------------------------------------------------------------


def _title(page: Page, node: nodes.Element) -> str:
    found = page.env.titles.get(node["target"])
    return str(node.get("title") or (found.astext() if found else node["target"]))


def _draw_tile(page: Page, node: tile_node, about: Markup) -> Markup:
    cards = [None if name == BACK else parse_card(name) for name in node["cards"]]
    lesson = lesson_of(page.env, node["target"])
    address = page.uri(node["target"])
    return render_tile(_title(page, node), address, cards, about, lesson, when=node["when"])


def _draw_little_hand(_page: Page, node: little_hand_node) -> Markup:
    return render_little_hand([parse_card(name) for name in node["cards"]])


def _draw_way_in(page: Page, node: way_in_node) -> Markup:
    lesson = lesson_of(page.env, node["target"])
    if lesson is None:
        logger.warning("%s has no exercises", node["target"], location=node, type="piquet")
        return Markup("")
    title, address = _title(page, node), page.uri(node["target"])
    return render_start_link(title, address, lesson.minutes, page.uri(node["review"]))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    styles = (TILE, "components/card.css", "practice/course.css", "practice/panel/plans.css")
    return register(
        app,
        directives={
            "course": CourseDirective,
            "lesson": LessonDirective,
            "way-in": WayInDirective,
            "little-hand": LittleHandDirective,
        },
        widgets=[
            Widget(
                course_node,
                wrap=lambda _page, _node, tiles: element("ol", tiles, class_="pq-tiles"),
                styles=styles,
                scripts=("practice/course.js",),
                cards="deck",
            ),
            Widget(tile_node, wrap=_draw_tile),
            Widget(way_in_node, draw=_draw_way_in),
            Widget(little_hand_node, draw=_draw_little_hand, styles=styles, cards="deck"),
        ],
    )
