"""The directive ``play``: a table at which a reader plays against the rules of thumb."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from piquet_core.html import Links, sprite
from piquet_core.html.markup import Child, Markup, element
from piquet_core.playing.session import LONGEST_NAME, ONE_DEAL, forms
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.sphinxext.doctree import needs_script, paragraph
from piquet_core.sphinxext.keeping import set_aside
from piquet_core.sphinxext.onpages import add_files_where, add_live_script, add_page_node
from piquet_core.sphinxext.replay import PAGES, engine_data, page_links

# The forms of the game in the words of a list to choose from, the longest last.
_FORMS = {
    ONE_DEAL: "A single deal",
    "hundred-up": "A hundred up",
    "rubicon": "A partie with the Rubicon",
}
_EXPLAINED = (
    "A hundred up: deals until one player has a hundred, or what the rules ask for. A partie: six deals "
    "in most books, and a heavy loss for whoever falls short of the Rubicon."
)
_SEATS = {
    "elder": "You are elder: you exchange, call and lead first",
    "younger": "You deal, and are younger",
}


class play_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The table; other builders than HTML have no use for it."""


class PlayDirective(SphinxDirective):
    """``{play}``: choose the terms, start, and play."""

    def run(self) -> list[nodes.Node]:
        """Return the table, and what those read who have no script."""
        note = paragraph(
            "The computer’s seat needs JavaScript. Without it, play with a friend and a pack of cards: "
            "what you need for that stands below."
        )
        book = (
            "On the site a table stands here, with the computer in the other seat, and the next section "
            "says how it is used. To play with a friend and a pack of cards you need only the one after it."
        )
        first = self.config.piquet_first_ruleset
        return [play_node("", docname=self.env.docname, first=first), *needs_script(note, book)]


def _visit_html(self: HTML5Translator, node: play_node) -> None:
    if self.builder.name in PAGES:
        docname = node["docname"]
        self.body.append(sprite())
        self.body.append(
            render_place(
                page_links(self.builder, docname),
                node["first"],
                **engine_data(self.builder, docname),
            )
        )
    raise nodes.SkipNode


# -- the page before the engine is there ---------------------------------------------------------


def render_place(links: Links, first: str, **data: str) -> Markup:
    """Return the form for the terms and the empty table; ``data`` is what the engine needs to start."""
    return element(
        "div",
        element(
            "div",
            element("p", element("b", "A game of yours is kept here."), " ", element("span")),
            element(
                "p",
                element("button", "Go on with it", type="button", data_do="resume"),
                element("button", "Set it aside", type="button", data_do="aside"),
                element("span", "A new game takes its place."),
                class_="pq-ownbar",
            ),
            class_="pq-kept",
            hidden=True,
        ),
        element("div", class_="pq-notice", role="alert", hidden=True),
        element("div", class_="pq-keeping", role="status", hidden=True),
        _form(first),
        element("div", class_="pq-booting"),
        _table(),
        element("div", class_="pq-review"),
        set_aside(),
        class_="pq-game",
        data_rule=links.rule,
        data_source=links.source,
        data_term=links.term,
        hidden=True,
        **{f"data_{name}": value for name, value in data.items()},
    )


def _form(first: str) -> Markup:
    rules = [
        element("option", load_ruleset(id).title, value=id, selected=id == first)
        for id in ruleset_ids()
    ]
    kinds = [
        element(
            "option",
            words,
            value=form,
            data_for=" ".join(id for id in ruleset_ids() if form in forms(load_ruleset(id))),
        )
        for form, words in _FORMS.items()
    ]
    seats: list[Child] = [
        element(
            "label",
            element("input", type="radio", name="seat", value=seat, checked=seat == "elder"),
            f" {words}",
        )
        for seat, words in _SEATS.items()
    ]
    return element(
        "form",
        element("p", element("label", "Rules", for_="pq-play-rules"), element("select", *rules, id="pq-play-rules", name="rules")),
        element(
            "p",
            element("label", "What to play", for_="pq-play-form"),
            element("select", *kinds, id="pq-play-form", name="form", aria_describedby="pq-play-forms"),
            element("small", _EXPLAINED, id="pq-play-forms"),
        ),
        element("fieldset", element("legend", "The first deal"), *seats),
        element(
            "p",
            element("label", "Your name, for the record of the deals", for_="pq-play-name"),
            element("input", type="text", id="pq-play-name", name="name", maxlength=LONGEST_NAME, placeholder="Guest", autocomplete="nickname"),
        ),
        element(
            "p",
            element(
                "label",
                element("input", type="checkbox", name="forced"),
                " Play forced cards for me",
            ),
        ),
        element(
            "details",
            element("summary", "Enter a game number"),
            element(
                "p",
                element("label", "The id of a deal, or the number of a game that was sent to you", for_="pq-play-seed"),
                element("input", type="text", id="pq-play-seed", name="seed", autocomplete="off", spellcheck="false"),
            ),
        ),
        element("p", element("button", "Start", type="submit", class_="pq-go")),
        class_="pq-offer",
    )


def _table() -> Markup:
    def button(do: str, text: str, title: str = "") -> Markup:
        return element("button", text, type="button", data_do=do, title=title or None)

    bar = element(
        "div",
        button("hint", "Hint", "What the rules of thumb would do (H)"),
        button("undo", "Take back", "Back to your last decision (U)"),
        button("link", "Copy link", "A link to the same deals"),
        button("leave", "Another game"),
        class_="pq-ownbar",
        role="group",
        aria_label="At the table",
    )
    stage = element(
        "div",
        element("div", class_="pq-board"),
        element("div", class_="pq-ask"),
        element("div", class_="pq-hint", hidden=True),
        bar,
        element("p", class_="pq-said", role="status"),
        element("div", class_="pq-tell"),
        class_="pq-stage",
    )
    return element(
        "div",
        stage,
        element(
            "div",
            element("div", class_="pq-sheet"),
            element(
                "details", element("summary", "The deal so far"), element("div"), class_="pq-log"
            ),
            class_="pq-beside",
        ),
        element("p", class_="pq-sr pq-live", aria_live="polite"),
        class_="pq-sitting",
        role="region",
        aria_label="The table",
        tabindex=-1,
        hidden=True,
    )


# -- registration --------------------------------------------------------------------------------


def _add_files(app: Sphinx, context: dict[str, Any]) -> None:
    """Load script and styles."""
    del context
    app.add_css_file("cards.css")
    app.add_css_file("piquet.css")
    app.add_css_file("play.css")
    app.add_css_file("keeping.css")
    add_live_script(app, "play.js")


def setup(app: Sphinx) -> None:
    """Register the directive and the files its page needs."""
    app.add_directive("play", PlayDirective)
    add_page_node(app, play_node, _visit_html)
    add_files_where(app, play_node, _add_files)
