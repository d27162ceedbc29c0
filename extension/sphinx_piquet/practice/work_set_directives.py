"""Directives for work in class: ``set-maker`` on the teacher's page, ``set-work`` on that of the pupils."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.views.markup import Markup
from sphinx_piquet.doctree import needs_script, paragraph
from sphinx_piquet.messages import _
from sphinx_piquet.pages import Page
from sphinx_piquet.practice.lesson_index import follow_lessons, target_of
from sphinx_piquet.practice.work_catalogue import catalogue_data, work_catalogue
from sphinx_piquet.rebuild import write_when_changed
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.style_sheets import EXERCISE
from sphinx_piquet.views.work_set_panels import render_set_maker, render_set_work

_SHOWS = "piquet-work-catalogue"


class set_maker_node(nodes.General, nodes.Element):
    """A placeholder for the form in which a teacher makes a set, and for the results of the class."""


class set_work_node(nodes.General, nodes.Element):
    """A placeholder for the set that a pupil works through."""


class _WorkDirective(SphinxDirective):
    """Base of both directives. ``course`` is the page with the lessons, ``positions`` a file of positions."""

    option_spec: ClassVar[dict[str, Any]] = dict.fromkeys(
        ("course", "positions", "other", "table", "deals"), directives.unchanged_required
    )
    node: ClassVar[type[nodes.Element]]

    def run(self) -> list[nodes.Node]:
        """Return the placeholder, and a note for readers without JavaScript."""
        if missing := [name for name in ("course", "other") if name not in self.options]:
            raise self.error(f"name the page for {' and '.join(missing)}")
        path = ""
        if "positions" in self.options:
            path = self.env.relfn2path(self.options["positions"])[1]
            self.env.note_dependency(path)
        pages = {
            name: target_of(self.env, self.options[name]) if name in self.options else ""
            for name in ("course", "other", "table", "deals")
        }
        follow_lessons(self.env)
        self.env.metadata[self.env.docname][_SHOWS] = True
        node = self.node("", positions=path, **pages)
        self.set_source_info(node)
        note = _(
            "Sets of work need a script: it makes the link, and keeps the results in the browser."
        )
        book = _("Only the site makes sets of work for a class.")
        return [node, *needs_script(paragraph(note), book)]


class SetMakerDirective(_WorkDirective):
    """``{set-maker}``: the form for a set, its link and sheets, and the results of the class.

    ``other`` is the page with the directive ``set-work``, ``table`` that with the game table.
    """

    node = set_maker_node


class SetWorkDirective(_WorkDirective):
    """``{set-work}``: the items of a set, to work through, and the result to hand in.

    ``other`` is the page with the directive ``set-maker``, ``table`` that with the game table and ``deals`` that
    with the workbench.
    """

    node = set_work_node


def _data(page: Page, node: nodes.Element) -> dict[str, str]:
    """Return the data attributes of a panel: the addresses of other pages, and the engine."""
    up = "../" * page.docname.count("/")
    qr = page.config.piquet_qr_code
    return {
        **{name: page.uri(node[name]) for name in ("other", "table", "deals") if node[name]},
        "rules": page.config.piquet_first_ruleset,
        "qr": f"{up}_static/{qr}" if qr else "",
        **page.engine,
    }


def _draw_maker(page: Page, node: set_maker_node) -> Markup:
    items = work_catalogue(page, node["course"], node["positions"])
    return render_set_maker(items, page.links, **_data(page, node))


def _draw_work(page: Page, node: set_work_node) -> Markup:
    items = work_catalogue(page, node["course"], node["positions"])
    return render_set_work(items, page.links, **_data(page, node))


def _pages(env: BuildEnvironment) -> Iterable[str]:
    return [name for name, data in env.metadata.items() if _SHOWS in data]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    write_when_changed(app, catalogue_data, _pages)
    styles = (
        *EXERCISE,
        "replay/stills/position.css",
        "table/share-link.css",
        "practice/work-set.css",
    )
    return register(
        app,
        directives={"set-maker": SetMakerDirective, "set-work": SetWorkDirective},
        widgets=[
            Widget(
                set_maker_node,
                draw=_draw_maker,
                printed=False,
                styles=styles,
                live="practice/set-maker.js",
                engine=True,
                cards="deck",
            ),
            Widget(
                set_work_node,
                draw=_draw_work,
                printed=False,
                styles=styles,
                live="practice/set-work.js",
                engine=True,
                cards="deck",
            ),
        ],
    )
