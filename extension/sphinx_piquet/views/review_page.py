"""Page of due exercises, with the intervals at which exercises are repeated."""

from __future__ import annotations

import json
from collections.abc import Sequence

from piquet_core.views.card_symbols import back_svg
from piquet_core.views.markup import Markup, data_attributes, element
from piquet_core.views.rating_view import KIND_WORDS
from piquet_core.views.reference_links import Links
from sphinx_piquet.views.course_tiles import Lesson, data_lessons

# The intervals after which a known exercise returns.
PAUSES = ("a day", "three days", "a week", "three weeks", "two months")
_BACKS = 3


def render_review_page(
    links: Links,
    course: str = "",
    lessons: Sequence[tuple[str, str, Lesson]] = (),
    **data: str,
) -> Markup:
    """Return the placeholder for due exercises, which a script fills.

    ``course`` is the address of the course page, for readers with nothing to review, or "".
    ``lessons`` are triples of title, address and lesson. ``data`` are attributes from which a script
    starts the engine.
    """
    steps = [element("li", element("span", words), element("b")) for words in PAUSES]
    panel = element(
        "div",
        element("div", *[Markup(back_svg())] * _BACKS, class_="pq-due-cards", aria_hidden="true"),
        element(
            "div",
            element("p", class_="pq-review-status", data_part="review-status", role="status"),
            element("ul", class_="pq-due-from", data_part="due-lessons", hidden=True)
            if lessons
            else None,
            element(
                "p",
                element("button", "Begin", type="button", data_memory="start", hidden=True),
                element("a", "To the lessons", href=course, class_="pq-to-lessons", hidden=True)
                if course
                else None,
            ),
        ),
        element(
            "div",
            element("p", "What you know comes back after"),
            element("ol", *steps),
            class_="pq-pauses",
            data_part="review-intervals",
        ),
        data_lessons(lessons),
        class_="pq-due",
        data_part="due",
    )
    return element(
        "div",
        panel,
        element("div", class_="pq-review-stage", data_part="review-question"),
        class_="pq-review",
        data_part="review",
        data_mistakes=json.dumps(KIND_WORDS),
        **links.attributes(),
        **data_attributes(data),
    )
