"""Directive ``today``: the deal of the day, the due exercises and the problem of the day."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.exercises import find_question_text
from piquet_core.views.markup import Markup
from sphinx_piquet import doctree as dt
from sphinx_piquet.pages import Page
from sphinx_piquet.practice.lesson_index import follow_lessons, lessons_on, target_of, title_of
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.views.today_page import Addresses, DailyProblem, render_today

_PAGES = ("table", "review", "lessons", "problems")


class today_node(nodes.General, nodes.Element):
    """The tasks of the day. Its children are the links for other builders."""


class TodayDirective(SphinxDirective):
    """``{today}``: the tasks of the day, which a script fills in.

    The options ``table``, ``review``, ``lessons`` and ``problems`` name the pages that the tasks
    link to. The problem of the day is one of the problems on the tiles of the page ``problems``.
    """

    option_spec: ClassVar[dict[str, Any]] = dict.fromkeys(_PAGES, directives.unchanged_required)

    def run(self) -> list[nodes.Node]:
        """Return the tasks, or report a page that is not named."""
        missing = [name for name in _PAGES if name not in self.options]
        if missing:
            raise self.error(f"name the page for {', '.join(missing)}")
        node = today_node("", **{name: target_of(self.env, self.options[name]) for name in _PAGES})
        links = [dt.link_to_page(self.options[name], "", self.env.docname) for name in _PAGES]
        node += dt.paragraph(*dt.joined(links, lambda link: link, "; "), ".")
        follow_lessons(self.env)
        self.set_source_info(node)
        return [node]


def _problems(page: Page, docname: str) -> list[DailyProblem]:
    """Return the problems in a fixed order that looks random, so that the kinds alternate."""
    found = [
        DailyProblem(question=_question(id), address=f"{page.uri(name)}#{place}", id=id)
        for name, lesson in lessons_on(page.env, docname)
        for place, id in lesson.asked
    ]
    return sorted(found, key=lambda one: sha256(one.id.encode()).digest())


def _question(id: str) -> str:
    """Return the question of the exercise with an id."""
    kind, ask, *_ = id.split(":")
    return find_question_text(f"{kind}.{ask}").question


def _draw(page: Page, node: today_node) -> Markup:
    lessons = [
        (title_of(page.env, name), page.uri(name), lesson)
        for name, lesson in lessons_on(page.env, node["lessons"])
    ]
    addresses = Addresses(**{name: page.uri(node[name]) for name in _PAGES})
    return render_today(addresses, lessons, _problems(page, node["problems"]))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    styles = ("components/card.css", "practice/today.css")
    return register(
        app,
        directives={"today": TodayDirective},
        widgets=[
            Widget(
                today_node,
                draw=_draw,
                styles=styles,
                scripts=("practice/today.js",),
                cards="deck",
            )
        ],
    )
