"""A hand, with the value of each card that may be played next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from piquet_core.cards.card_names import card_name
from piquet_core.cards.cards import Card, Hand
from piquet_core.views.card_symbols import card_svg
from piquet_core.views.markup import Markup, element


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """The values of the playable cards by one measure. Higher is better.

    ``name`` is the heading of the values, or "" if they are the only ones.
    """

    values: Mapping[Card, int]
    name: str = ""


def render_valued_hand(hand: Hand, measures: Sequence[Measure], caption: Markup) -> Markup:
    """Return a hand with one value of each card per measure. The best value of the first one is marked.

    Cards that may not be played have no value. The page must contain the card drawings.
    """
    names = [element("span", one.name) for one in measures if one.name]
    key = element("li", *names, class_="pq-valued-key", aria_hidden="true") if names else None
    return element(
        "figure",
        element(
            "ul", key, *(_valued(card, measures) for card in hand), class_="pq-valued", role="list"
        ),
        element("figcaption", caption),
        class_="pq-valued-hand pq-valued-twice" if names else "pq-valued-hand",
    )


def _valued(card: Card, measures: Sequence[Measure]) -> Markup:
    first = measures[0].values
    name = element("span", f"{card_name(card)}: ", class_="pq-vh")
    figures = (
        _figure(card, one, marked=one is measures[0] and first.get(card) == max(first.values()))
        for one in measures
    )
    return element("li", Markup(card_svg(card)), name, *figures)


def _figure(card: Card, measure: Measure, *, marked: bool) -> Markup:
    value = measure.values.get(card)
    said = element("span", f" {measure.name.lower()} ", class_="pq-vh") if measure.name else None
    figure = "" if value is None else f"{value:+d}".replace("-", "\N{MINUS SIGN}")
    return element(
        "b" if marked else "span", said, figure, class_="pq-valued-best" if marked else None
    )
