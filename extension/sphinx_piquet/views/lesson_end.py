"""End of a lesson: links to the next pages, and praise, which a script shows when all exercises are done."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.views.markup import Markup, element


def render_lesson_end(
    title: str, can: str, ways: Sequence[tuple[str, str, str]], words: Markup, more: str
) -> Markup:
    """Return the end of a lesson.

    ``title`` is the title of the lesson, and ``can`` describes the skills that it teaches. ``ways``
    are the next pages, as triples of address, link text and note. ``words`` is the text to place
    before the links. ``more`` is the address of the optional section, or "".
    """
    number, _, name = title.rpartition(". ")
    links = [
        element(
            "a",
            text,
            element("small", note) if note else None,
            href=address,
            class_="pq-button pq-primary" if place == 0 else "pq-button",
            data_part="next-page" if place == 0 else None,
        )
        for place, (address, text, note) in enumerate(ways)
    ]
    return element(
        "div",
        element(
            "div",
            element(
                "p",
                element("b", f"Lesson {number or name} is done."),
                f" Now you can {can[:1].lower()}{can[1:]}" if can else None,
                hidden=True,
            ),
            role="status",
        ),
        words or None,
        element("p", *links, class_="pq-end-ways"),
        element("p", element("a", "Once more", href=more), ": for practice, if you like.")
        if more
        else None,
        class_="pq-lesson-end",
        data_part="lesson-end",
        role="group",
        aria_label="The end of the lesson",
    )
