"""Hands to cut out and to show large: those of a deal, of an exercise, or of a position in a book."""

from __future__ import annotations

from collections.abc import Iterator

from piquet_core.cards.cards import Hand, parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.state import Deal
from piquet_core.exercises import find_exercise, parse_position
from piquet_core.notation import parse_deal_id
from piquet_core.views.card_row import render_card_row
from piquet_core.views.markup import Markup, element

BETWEEN = "|"
"""The sign between elder's and younger's hand in a text."""

NamedHand = tuple[str, Hand]


def hands_of(text: str) -> list[NamedHand]:
    """Return the hands that a text means, with their names: elder's, younger's and, of a deal, the talon.

    The text is the id of a deal or of an exercise, or two hands with a bar between; it may be empty. Raises
    `PiquetError` if it cannot be read.
    """
    if not text:
        return []
    if BETWEEN in text:
        hands = [parse_hand(one) if one else Hand() for one in text.split(BETWEEN)[:2]]
    elif ":" in text:
        item = find_exercise(text)
        hands = list(parse_position(item.rules, text.rpartition(":")[2]).state.hands)
    else:
        return hands_of_deal(parse_deal_id(text))
    return [(name, hand) for name, hand in zip(_names(), hands, strict=True) if hand]


def hands_of_deal(deal: Deal) -> list[NamedHand]:
    """Return both hands and the talon of a deal with their names."""
    found = list(zip(_names(), (deal.elder, deal.younger), strict=True))
    return [*found, ("Talon", Hand.of(deal.talon))]


def render_slips(title: str, hands: list[NamedHand]) -> Markup:
    """Render hands as slips of paper. ``title`` is printed on each of them, so that none gets lost."""
    slips = (
        element(
            "div",
            element("p", element("b", name), " ", element("span", title)),
            render_card_row(name, hand),
            class_="pq-slip",
        )
        for name, hand in hands
    )
    return element("div", *slips, class_="pq-slips", data_part="slips")


def _names() -> Iterator[str]:
    return (seat.name.capitalize() for seat in Seat)
