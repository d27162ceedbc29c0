"""The directives of the course page: ``course`` holds tiles, ``lesson`` is one, ``way-in`` leads in.

Minutes and exercises are counted from the lessons themselves, so that a tile promises what is there.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from piquet_core.errors import PiquetError
from piquet_core.exercises import item_of
from piquet_core.html import sprite
from piquet_core.html.markup import Markup
from piquet_core.html.practice.course import BACK, Lesson, render_tile, render_way_in
from piquet_core.pack.cards import parse_card
from piquet_core.sphinxext.deals.replay import replay_node
from piquet_core.sphinxext.doctree import link_to_page
from piquet_core.sphinxext.pages import PAGES, add_files_where, add_told_node
from piquet_core.sphinxext.practice.exercise import exercise_answers_node, exercise_node

logger = logging.getLogger(__name__)

_KEPT = "piquet-lesson"  # in the metadata of a document, which Sphinx keeps and clears
_TILES = "piquet-tiles"
_EXTRA = "once-more"
"""The section of a lesson whose exercises may be left out."""

# How long a reader takes: a calm pace for a text that is new, and the time in which newcomers read,
# chose and heard the verdict when the lessons were walked through.
_WORDS_A_MINUTE = 200
_SECONDS_AN_ITEM = 30
_SECONDS_A_DEAL = 120


# -- what a lesson has ---------------------------------------------------------------------------


def _note_lesson(app: Sphinx, doctree: nodes.document) -> None:
    """Count what a page with exercises asks of its reader."""
    found = list(doctree.findall(exercise_node))
    if not found:
        return
    asked: list[tuple[str, str]] = []
    extra: list[tuple[str, str]] = []
    for node in found:
        (extra if _is_extra(node) else asked).extend((node["ids"][0], id) for id in node["items"])
    seconds = 60 * sum(len(text.split()) for text in _prose(doctree)) / _WORDS_A_MINUTE
    seconds += _SECONDS_A_DEAL * len(list(doctree.findall(replay_node)))
    for _, id in asked:
        seconds += _SECONDS_A_DEAL if item_of(id).posed.goes_on else _SECONDS_AN_ITEM
    app.env.metadata[app.env.docname][_KEPT] = (tuple(asked), tuple(extra), ceil(seconds / 60))


def _is_extra(node: nodes.Node) -> bool:
    while node.parent is not None:
        node = node.parent
        if isinstance(node, nodes.section) and _EXTRA in node["ids"]:
            return True
    return False


def _prose(doctree: nodes.document) -> Iterator[str]:
    """Yield the texts that everybody reads: no exercise, no answer, nothing that may be left out."""
    for node in doctree.findall(nodes.paragraph):
        above = node.parent
        while above is not None and not isinstance(above, (exercise_node, exercise_answers_node)):
            above = above.parent
        if above is None and not _is_extra(node):
            yield node.astext()


def lesson_of(env: BuildEnvironment, docname: str) -> Lesson | None:
    """Return what a lesson asks; None for a page without exercises."""
    kept = env.metadata[docname].get(_KEPT)
    if kept is None:
        return None
    asked, extra, minutes = kept
    return Lesson(asked=asked, extra=extra, minutes=minutes)


# -- directives ----------------------------------------------------------------------------------


class course_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """A list of tiles."""


class tile_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """One tile; its children are all that other builders print."""


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
        target, docname = _target(self.env, self.arguments[0]), self.env.docname
        title = self.options.get("title", "")
        self.env.metadata[docname].setdefault(_TILES, []).append(target)
        about = nodes.container("", *self.parse_content_to_nodes())
        node = tile_node("", target=target, cards=names, title=title, docname=docname)
        node += nodes.paragraph("", "", link_to_page(self.arguments[0], title, docname))
        node += about
        self.set_source_info(node)
        return [node]


class WayInDirective(SphinxDirective):
    """``{way-in} PAGE``: the way to the first lesson; ``review`` is the page where exercises come back."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"review": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Return the way in."""
        node = way_in_node("", docname=self.env.docname)
        node["target"] = _target(self.env, self.arguments[0])
        node["review"] = _target(self.env, self.options["review"])
        self.env.metadata[self.env.docname].setdefault(_TILES, []).append(node["target"])
        self.set_source_info(node)
        return [node]


def _target(env: BuildEnvironment, name: str) -> str:
    return env.relfn2path(name, env.docname)[0].removesuffix(".md")


def _follow_lessons(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Have the pages with tiles written again: a lesson may have changed."""
    del app
    return sorted(name for name, data in env.metadata.items() if _TILES in data)


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
        node["begin"] = len(self.body)


def _depart_tile(self: HTML5Translator, node: tile_node) -> None:
    """Put the tile around the words."""
    builder = self.builder
    if builder.name not in PAGES:
        return
    about = Markup("".join(self.body[node["begin"] :]))
    del self.body[node["begin"] :]
    cards = [None if name == BACK else parse_card(name) for name in node["cards"]]
    address = builder.get_relative_uri(node["docname"], node["target"])
    lesson = lesson_of(builder.env, node["target"])
    self.body.append(render_tile(_title(builder, node), address, cards, about, lesson))


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
    app.add_css_file("cards.css")
    app.add_css_file("practice/course.css")
    app.add_js_file("practice/course.js", type="module")
    if app.builder.name in PAGES and 'class="pq-sprite"' not in context["body"]:
        context["body"] = sprite() + context["body"]


def setup(app: Sphinx) -> None:
    """Register the directives, their nodes and the files of their page."""
    app.add_directive("course", CourseDirective)
    app.add_directive("lesson", LessonDirective)
    app.add_directive("way-in", WayInDirective)
    add_told_node(app, course_node, _visit_course, _depart_course)
    add_told_node(app, tile_node, _visit_tile, _depart_tile)
    add_told_node(app, way_in_node, _visit_way_in)
    app.connect("doctree-read", _note_lesson)
    app.connect("env-updated", _follow_lessons)
    # Before the hook that puts just the pips on pages with cards in their text.
    add_files_where(app, course_node, _add_files, priority=400)
