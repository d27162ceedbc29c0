"""Hands to cut out and to show large: those of a deal or of a position in a book, and an exercise as it is posed."""

from __future__ import annotations

from collections.abc import Iterator

from piquet_core.cards.cards import Hand, parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.state import Deal
from piquet_core.exercises import Exercise, find_exercise, parse_position
from piquet_core.notation import parse_deal_id
from piquet_core.views.card_row import render_card_row
from piquet_core.views.markup import Markup, element, join
from piquet_core.views.reference_links import Links
from piquet_core.views.replay.step_view import render_sentence

BETWEEN = "|"
"""The sign between elder's and younger's hand in a text."""

NamedHand = tuple[str, Hand]


def render_slips_of(title: str, text: str) -> Markup | None:
    """Render the cards that a text means as slips of paper, or return None if it is empty.

    The text is the id of a deal or of an exercise, or the hands of elder and younger with a bar between. Raises
    `PiquetError` if it cannot be read.
    """
    if not text:
        return None
    if BETWEEN in text:
        hands = [parse_hand(one) if one else Hand() for one in text.split(BETWEEN)[:2]]
        named = zip(_names(), hands, strict=True)
        return render_slips(title, [(name, hand) for name, hand in named if hand])
    if ":" in text:
        return _render_exercise(title, find_exercise(text))
    return render_slips(title, hands_of_deal(parse_deal_id(text)))


def hands_of_deal(deal: Deal) -> list[NamedHand]:
    """Return both hands and the talon of a deal with their names."""
    found = list(zip(_names(), (deal.elder, deal.younger), strict=True))
    return [*found, ("Talon", Hand.of(deal.talon))]


def render_slips(title: str, hands: list[NamedHand], *, before: Markup | None = None) -> Markup:
    """Render hands as slips of paper, after ``before``.

    ``title`` is printed on each slip, so that none gets lost.
    """
    slips = (
        element(
            "div",
            element("p", element("b", name), " ", element("span", title)),
            render_card_row(name, hand),
            class_="pq-slip",
        )
        for name, hand in hands
    )
    return element("div", before, *slips, class_="pq-slips", data_part="slips")


def _render_exercise(title: str, item: Exercise) -> Markup:
    """Render the question of an exercise, and the cards that its page shows. A closed hand stays closed."""
    posed = item.posed
    hands = [(one.label, Hand.of(one.cards)) for one in posed.shown if one.cards]
    if own := Hand.of(option.card for option in posed.options if option.card is not None):
        hands.append(("Your hand", own))
    told = [
        element(
            "p",
            element("b", f"{one.label}:"),
            *(join([" ", render_sentence(line, Links())]) for line in one.told),
        )
        for one in posed.shown
        if one.told
    ]
    question = element("p", element("b", posed.question), " ", element("span", title))
    return render_slips(
        title, hands, before=element("div", question, _seat(item), *told, class_="pq-slip")
    )


def _seat(item: Exercise) -> Markup | None:
    """Render the learner's seat, or return None if the question names it or has none."""
    said = [item.posed.question, *(one.label for one in item.posed.shown)]
    if not item.posed.shown or any("You are" in one for one in said):
        return None
    seat = parse_position(item.rules, item.id.rpartition(":")[2]).you
    return element("p", f"You are {seat.name.lower()}.")


def _names() -> Iterator[str]:
    return (seat.name.capitalize() for seat in Seat)
