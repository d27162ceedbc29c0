"""A hand with a figure under each card: what the deal is worth to elder if that card is played."""

from __future__ import annotations

from collections.abc import Mapping

from piquet_core.html.cards import card_svg
from piquet_core.html.markup import Markup, element
from piquet_core.pack.cards import Card, Hand
from piquet_core.pack.names import card_name


def render_valued(hand: Hand, values: Mapping[Card, int], best: int, caption: Markup) -> Markup:
    """Return the cards in their order, those of the best value marked; one that may not be played has no figure.

    Needs the sprite on the same page.
    """
    cards = (_valued(card, values.get(card), best) for card in hand)
    return element(
        "figure",
        element("ul", *cards, class_="pq-valued", role="list"),
        element("figcaption", caption),
        class_="pq-valued-hand",
    )


def _valued(card: Card, value: int | None, best: int) -> Markup:
    figure = "" if value is None else f"{value:+d}".replace("-", "\N{MINUS SIGN}")
    return element(
        "li",
        Markup(card_svg(card)),
        element("span", f"{card_name(card)}: ", class_="pq-vh"),
        element("b" if value == best else "span", figure),
        class_="pq-valued-best" if value == best else None,
    )
