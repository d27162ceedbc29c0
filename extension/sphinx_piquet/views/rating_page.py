"""Panel of the page *How you play*: the switch, the buttons, and places that a script fills."""

from __future__ import annotations

import json
from collections.abc import Sequence

from piquet_core.views.markup import Markup, data_attributes, element
from piquet_core.views.rating_view import KIND_WORDS, PracticePage


def render_rating_page(table: str, pages: Sequence[PracticePage], **data: str) -> Markup:
    """Return the panel. ``table`` is the address of the game table, or "", and ``pages`` are those for practice.

    ``data`` are attributes from which a script starts the engine.
    """
    box = element("input", type="checkbox", name="recording", checked=True)
    play = element("a", "To the table", href=table, class_="pq-button") if table else None
    return element(
        "div",
        element("p", class_="pq-rating-status", data_part="rating-status", role="status"),
        element(
            "div",
            element(
                "p",
                "No deal of yours has been reviewed yet. Play one to its end: the table judges your "
                "decisions, and what they lost then appears here.",
            ),
            element("p", play) if play else None,
            class_="pq-rating-none",
            data_part="rating-none",
            hidden=True,
        ),
        element(
            "div",
            element("h2", "Mistakes that come again", id="mistakes-again"),
            element("ul"),
            class_="pq-rating-series",
            data_part="mistake-series",
            hidden=True,
        ),
        element("div", class_="pq-rating-engine"),
        element("div", class_="pq-rating-drawn", data_part="rating-drawn"),
        element(
            "div",
            element("button", "Review my last deals", type="button", data_rating="review"),
            element("div", class_="pq-rating-work", data_part="rating-work", aria_live="polite"),
            element(
                "label", box, element("span", "Keep my losses, mistakes and answers to problems")
            ),
            element("button", "Forget these figures", type="button", data_rating="forget"),
            class_="pq-rating-tools",
        ),
        class_="pq-rating",
        data_part="rating",
        hidden=True,
        data_mistakes=json.dumps(KIND_WORDS),
        data_pages=json.dumps([page._asdict() for page in pages]),
        **data_attributes(data),
    )
