"""Cards side by side as one picture."""

from __future__ import annotations

from piquet_core.cards.cards import Hand
from piquet_core.views.card_symbols import card_svg
from piquet_core.views.markup import Markup, element
from piquet_core.views.replay.step_view import spoken_cards


def render_card_row(name: str, cards: Hand) -> Markup:
    """Return cards side by side as one picture. Its label for screen readers is ``name`` and the cards."""
    return element(
        "div",
        *(Markup(card_svg(one)) for one in cards),
        class_=f"pq-position-row n-{len(cards)}",
        role="img",
        aria_label=f"{name}: {spoken_cards(cards)}",
    )
