"""Directives ``positions`` and ``position-list``: decisions from the books, each with its answer covered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cards.cards import Card, Hand, parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.citations.subject import position_subject
from piquet_core.errors import PiquetError
from piquet_core.rules import load_ruleset
from piquet_core.views.markup import Markup
from sphinx_piquet import doctree as dt
from sphinx_piquet.citation_panel import cite_node, row_panel
from sphinx_piquet.details import details_block
from sphinx_piquet.domain import Entry, anchor_of, piquet_domain
from sphinx_piquet.inline_roles import card
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.replays.positions import CERTAINTIES, BookPosition, load_positions
from sphinx_piquet.views.position import DrawnHand, render_position

FILE = "positions.toml"


class position_node(nodes.General, nodes.Element):
    """The cards of a position. Its children are the same cards for other builders."""


class _PositionsDirective(SphinxDirective):
    """Base of the directives that read ``positions.toml`` in the folder of the page."""

    def positions(self) -> dict[str, BookPosition]:
        """Return the positions. Report an error if the file is invalid."""
        path = Path(self.env.doc2path(self.env.docname)).with_name(FILE)
        self.env.note_dependency(str(path))
        for record in path.parent.glob("*.piquet"):
            self.env.note_dependency(str(record))
        try:
            return load_positions(path)
        except (OSError, PiquetError) as error:
            raise self.error(str(error)) from None


class PositionListDirective(_PositionsDirective):
    """``{position-list}``: a list of all positions with their questions."""

    def run(self) -> list[nodes.Node]:
        """Return the list. Each line has the anchor of the position on its own page."""
        docname = self.env.current_document.docname
        return [
            dt.definitions(
                (
                    (
                        anchor_of("position", one.id),
                        dt.link("position", one.id, one.title, docname),
                        dt.paragraph(f"{one.dated}. ", *self.parse_inline(one.question)[0]),
                    )
                    for one in self.positions().values()
                ),
                classes=["pq-position-list"],
            )
        ]


class PositionsDirective(_PositionsDirective):
    """``{positions} GROUP``: every position of a group, as a section each."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the sections, and add the positions to the domain."""
        every = self.positions()
        found = [one for one in every.values() if one.group == self.arguments[0]]
        if not found:
            known = ", ".join(dict.fromkeys(one.group for one in every.values()))
            raise self.error(f"no such group {self.arguments[0]!r}; choose one of {known}")
        docname, domain = self.env.current_document.docname, piquet_domain(self.env)
        for one in found:
            anchor = anchor_of("position", one.id)
            domain.note(Entry("position", one.id, one.title, docname, anchor, self.lineno))
        return [self._section(one, docname) for one in found]

    def _section(self, one: BookPosition, docname: str) -> nodes.section:
        return dt.section(
            anchor_of("position", one.id),
            one.title,
            dt.paragraph(*self._about(one, docname), classes=["pq-note"]),
            *_board(one),
            *self._told("Known", [*([one.score] if one.score else []), *one.known]),
            *self._told("Open", one.open),
            dt.paragraph(
                nodes.strong("", "", *self.parse_inline(one.question)[0]),
                classes=["pq-position-question"],
            ),
            details_block("Answer", inside=list(self._answer(one, docname))),
            _citation(one, docname),
        )

    def _about(self, one: BookPosition, docname: str) -> list[nodes.Node | str]:
        parts: list[nodes.Node | str] = [*self.parse_inline(one.place)[0], f", {one.dated}"]
        for key in one.works:
            parts += [" ", dt.cited(key, docname)]
        for place in one.sources:
            words = f"{place.source.short}, {place.place}"
            parts += [". ", dt.link("source", str(place), words, docname)]
        if one.rules:
            title = load_ruleset(one.rules).title
            parts += [". ", dt.link("ruleset", one.rules, title, docname)]
        return [*parts, "."]

    def _told(self, heading: str, lines: Iterable[str]) -> list[nodes.Node]:
        """Return a heading with a list of sentences, or nothing without sentences."""
        items = [nodes.list_item("", dt.paragraph(*self.parse_inline(line)[0])) for line in lines]
        if not items:
            return []
        head = dt.paragraph(heading, classes=["pq-position-head"])
        return [head, nodes.bullet_list("", *items)]

    def _answer(self, one: BookPosition, docname: str) -> Iterator[nodes.Node]:
        yield dt.paragraph(*self.parse_inline(one.answer)[0])
        yield from self._told("What follows from the cards", one.follows)
        if values := one.values:
            yield dt.paragraph(*_open_hands(values), classes=["pq-position-values"])
        yield dt.paragraph(
            nodes.strong("", "How certain: "),
            f"{CERTAINTIES[one.grade]} ",
            *self.parse_inline(one.certainty)[0],
        )
        if one.about:
            rules = dt.joined(one.about, lambda rule: dt.link("rule", rule, rule, docname), ", ")
            yield dt.paragraph("Rules: ", *rules, ".")
        if one.lesson:
            yield dt.paragraph("Lesson: ", dt.link_to_page(f"/{one.lesson}", "", docname), ".")


def _open_hands(values: Mapping[Card, int]) -> Iterator[nodes.Node | str]:
    """Yield a sentence on the best cards with both hands open, and on the cost of the others."""
    best = max(values.values())
    costs = sorted({best - value for value in values.values()} - {0})
    cards = [one for one, value in values.items() if value == best]
    yield "If each player could see the other’s hand, "
    yield from dt.joined(cards[:-1], card, ", ")
    yield f"{' and ' if len(cards) > 1 else ''}"
    yield card(cards[-1])
    yield " would be the best card." if len(cards) == 1 else " would be the best cards."
    if costs:
        cost = str(costs[0]) if len(costs) == 1 else f"{costs[0]} to {costs[-1]}"
        yield f" According to our engine, the others would cost {cost} {'point' if costs == [1] else 'points'}."


def _citation(one: BookPosition, docname: str) -> cite_node:
    panel = row_panel(docname, f"position:{one.id}", one.title)
    panel["given"], panel["silent"] = position_subject(one.cited), True
    return panel


# -- the cards -----------------------------------------------------------------------------------


def _board(one: BookPosition) -> list[nodes.Node]:
    """Return the drawing of the cards, or nothing if the text gives none."""
    if not any(one.hands):
        return []
    # Texts, because the node is pickled.
    node = position_node(
        "",
        hands=list(map(str, one.hands)),
        names=list(one.names),
        led="" if one.led is None else str(one.led),
    )
    node["laid_out"] = list(map(str, one.laid_out))
    for seat in Seat:
        for words, hand in (("", one.hands[seat]), (" laid out", one.laid_out[seat])):
            if hand:
                cards = dt.joined(hand, card, " ")
                node += dt.paragraph(f"{one.names[seat]}{words}: ", *cards)
    if one.led is not None:
        node += dt.paragraph("On the table: ", card(one.led))
    return [node]


def _draw(_page: Page, node: position_node) -> Markup:
    hands = [
        DrawnHand(name=name, cards=hand_of(cards), laid_out=hand_of(out))
        for name, cards, out in zip(node["names"], node["hands"], node["laid_out"], strict=True)
    ]
    return render_position(hands, node["led"])


def hand_of(text: str) -> Hand:
    """Return the hand that ``str`` wrote. An empty hand is ""."""
    return parse_hand(text) if text else Hand()


def known_cards(one: BookPosition) -> Hand:
    """Return the hand of the player who decides, or the other hand if the text does not give it."""
    return one.hands[one.decides] or one.hands[one.decides.other]


def decider(one: BookPosition) -> str:
    """Return the name of the player who decides, such as *A, elder*."""
    name, seat = one.names[one.decides], one.decides.name.lower()
    return name if name.lower() == seat else f"{name}, {seat},"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    return register(
        app,
        directives={"positions": PositionsDirective, "position-list": PositionListDirective},
        widgets=[
            Widget(
                position_node,
                draw=_draw,
                styles=("components/card.css", "replay/stills/position.css"),
                cards="deck",
            )
        ],
    )
