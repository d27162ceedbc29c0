"""The cards of a position: younger's hand above, the card led, and elder's hand below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from piquet_core.cards.card_names import card_name
from piquet_core.cards.cards import Hand, parse_card
from piquet_core.views.card_row import render_card_row
from piquet_core.views.card_symbols import card_svg
from piquet_core.views.markup import Markup, element, join
from piquet_core.views.replay.deal_as_text import hand_by_suits


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnHand:
    """The cards of a player that are known, and those laid out."""

    name: str
    cards: Hand
    laid_out: Hand


def render_position(hands: Sequence[DrawnHand], led: str) -> Markup:
    """Return the cards of a position. ``hands`` has elder's first, and ``led`` is the card led, or "".

    The page must contain the card drawings.
    """
    elder, younger = hands
    rows = [
        _row(younger),
        _led(led) if led else None,
        _row(elder),
    ]
    out = [
        element("p", f"{one.name} laid out ", hand_by_suits(one.laid_out))
        for one in hands
        if one.laid_out
    ]
    return element(
        "figure",
        element("div", *rows, class_="pq-felt pq-position-felt"),
        element("figcaption", *out) if out else None,
        class_="pq-position",
        data_part="position",
    )


def _row(hand: DrawnHand) -> Markup | None:
    if not hand.cards:
        return None
    return join(
        [element("p", hand.name, class_="pq-position-name"), render_card_row(hand.name, hand.cards)]
    )


def _led(led: str) -> Markup:
    card = parse_card(led)
    return element(
        "div",
        Markup(card_svg(card)),
        class_="pq-position-led",
        role="img",
        aria_label=f"Led: {card_name(card)}",
    )
