"""A bar of the accuracy of printed claims: a segment for each verdict, as wide as its share."""

from __future__ import annotations

from collections.abc import Mapping

from piquet_core.claims import Accuracy
from piquet_core.views.card_symbols import XMLNS
from piquet_core.views.markup import Markup, element

_HEIGHT = 44
_NARROW = 2.5
"""The share, in per cent, below which a segment is too narrow for its number."""
_SLIM = 3.5
"""The share, in per cent and per digit, below which a segment is too narrow for its number on a phone."""


def render_claim_accuracy_bar(counts: Mapping[Accuracy, int]) -> Markup:
    """Return an SVG bar with a segment for each verdict. It is as wide as the page allows."""
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
