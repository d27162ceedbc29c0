"""Parts of a lesson: exercises, links to them, and solutions."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.exercises import Exercise
from piquet_core.views.exercise_view import render_item
from piquet_core.views.form_controls import button
from piquet_core.views.markup import Markup, data_attributes, element
from piquet_core.views.reference_links import Links
from sphinx_piquet.views.course_tiles import EXERCISE, PROBLEM, counted

ANSWERS = "Answers to the exercises"
# The line that replaces on paper what only a screen can ask, and the class of its solutions.
_ON_PAPER = "pq-on-paper"
OF_SCREEN = "pq-of-screen"


def render_exercise(
    items: Sequence[Exercise],
    labels: Sequence[str],
    links: Links,
    *,
    id: str,
    title: str,
    level: int,
    feature: str,
    drawn: bool,
    answers: Sequence[str] = (),
    **data: str,
) -> Markup:
    """Return an exercise: its items with their labels, below a heading of the given ``level``.

    If ``drawn``, a reader can ask for another item, whose deal has the ``feature``. ``answers`` are
    the links to the solutions, one for each item; pages for paper have none. ``data`` are attributes
    from which a script starts the engine.
    """
    first = items[0]
    shown = [
        render_item(
            item,
            links,
            id=f"{id}-{number}",
            label=label,
            name=title.partition(". ")[2],
            table=bool(answers),
            answer=answers[number - 1] if answers else "",
        )
        for number, (item, label) in enumerate(zip(items, labels, strict=True), 1)
    ]
    more = element(
        "span",
        button("more", "Another one"),
        element("span", class_="pq-engine-note", data_part="engine-note", role="status"),
        class_="pq-more-of",
        data_part="more-questions",
        hidden=True,
    )
    return element(
        "div",
        element(
            f"h{level}",
            title,
            class_="pq-exercise-title",
            data_part="exercise-title",
            id=f"{id}-title",
        ),
        *shown,
        element("p", f"On the screen: {title}, played out against an opponent.", class_=_ON_PAPER)
        if first.for_screen
        else None,
        more if drawn else None,
        class_="pq-exercise pq-exercise-one" if len(items) == 1 else "pq-exercise",
        data_part="exercise",
        id=id,
        role="group",
        aria_labelledby=f"{id}-title",
        data_name=f"{first.kind}.{first.ask}",
        data_feature=feature,
        data_ruleset=first.rules.id,
        **links.attributes(),
        **data_attributes(data),
    )


def render_steps(places: Sequence[tuple[str, str, int]]) -> Markup:
    """Return links to the exercises of a page, which a script marks with the reader's results.

    ``places`` are triples of anchor, title and grade. The grade of a problem is 1 or more, that of
    any other exercise 0.
    """
    noun = PROBLEM if any(grade for _, _, grade in places) else EXERCISE
    steps = [
        element(
            "li", element("a", str(number), href=f"#{id}", title=title, data_grade=grade or None)
        )
        for number, (id, title, grade) in enumerate(places, 1)
    ]
    return element(
        "div",
        element(
            "nav",
            element("ol", *steps),
            class_="pq-steps-of",
            data_part="lesson-steps",
            aria_label=f"{noun.capitalize()}s",
        ),
        element(
            "p",
            f"{counted(len(places), noun)}.",
            class_="pq-where-in-lesson",
            data_part="lesson-position",
            data_noun=f"{noun}s",
        ),
        class_="pq-lesson-bar",
        data_part="lesson-progress",
    )


def open_answers() -> Markup:
    """Return the start tag and the summary of the details block with the solutions."""
    return Markup(
        f'<details class="pq-answers" data-part="lesson-answers">{element("summary", ANSWERS)}'
    )


def close_answers() -> Markup:
    """Return the end tag of the details block with the solutions."""
    return Markup("</details>")
