"""Bar of the verdicts on printed figures: a piece for each verdict, in proportion to its number."""

from __future__ import annotations

from collections.abc import Mapping

from piquet_core.claims import Accuracy
from piquet_core.views.card_symbols import XMLNS
from piquet_core.views.markup import Markup, element

_HEIGHT = 44
_NARROW = 2.5
"""The share, in per cent, below which a piece is too narrow for its number."""
_SLIM = 3.5
"""The same on a phone, for each digit."""


def render_verdict_bar(counts: Mapping[Accuracy, int]) -> Markup:
    """Return the bar. All positions are shares of the width, so it fits any page."""
    total = sum(counts.values())
    pieces: list[Markup] = []
    at = 0.0
    for verdict, count in counts.items():
        share = 100 * count / total
        pieces.append(
            element(
                "rect",
                x=f"{at:.2f}%",
                width=f"{share:.2f}%",
                height=_HEIGHT,
                class_=f"pq-bar-{verdict.name.lower()}",
            )
        )
        if share >= _NARROW:
            pieces.append(
                element(
                    "text",
                    str(count),
                    x=f"{at + share / 2:.2f}%",
                    y=_HEIGHT // 2 + 6,
                    text_anchor="middle",
                    class_=f"pq-bar-{verdict.name.lower()}{' pq-bar-slim' if share < _SLIM * len(str(count)) else ''}",
                )
            )
        at += share
    return Markup(
        f'<svg {XMLNS} class="pq-verdicts" width="100%" height="{_HEIGHT}" aria-hidden="true">'
        f"{''.join(pieces)}</svg>"
    )
