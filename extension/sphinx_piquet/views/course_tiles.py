"""The course as tiles: what each lesson teaches, how long it takes, and the way back in.

All of it can be read without a script, which only adds what the reader has done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from piquet_core.cards.cards import Card
from piquet_core.views.card_symbols import back_svg, card_svg
from piquet_core.views.markup import Markup, data_script, element

BACK = "back"
EXERCISE, PROBLEM = "exercise", "problem"


def counted(count: int, noun: str) -> str:
    """Return how many exercises or problems there are.

    >>> counted(1, EXERCISE), counted(18, PROBLEM)
    ('1 exercise', '18 problems')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """What a lesson asks of its reader: exercises as (place on the page, id), and time.

    ``extra`` are those that may be left out, and ``noun`` is what one of them is called.
    """

    asked: tuple[tuple[str, str], ...]
    extra: tuple[tuple[str, str], ...]
    seconds: float
    noun: str = EXERCISE

    @property
    def minutes(self) -> int:
        """The time in whole minutes."""
        return ceil(self.seconds / 60)

    @property
    def words(self) -> str:
        """How many exercises the minutes are for, and how many may be left out."""
        more = {place for place, _ in self.extra} - {place for place, _ in self.asked}
        asked = self.count
        return f"{counted(asked, self.noun)}{f', {len(more)} more for practice' if more else ''}"

    @property
    def count(self) -> int:
        """How many exercises are asked, as they are numbered: some ask about several hands."""
        return len({place for place, _ in self.asked})


def render_tile(
    title: str, address: str, cards: Sequence[Card | None], about: Markup, lesson: Lesson | None
) -> Markup:
    """Return a tile: a lesson with its number, or another page of the course; None is a card face down."""
    number, _, name = title.rpartition(". ")
    return element(
        "li",
        element("p", number or None, class_="pq-tile-number"),
        render_little_hand(cards) if cards else None,
        element("h3", element("a", name, href=address)),
        element("div", about, class_="pq-tile-about"),
        *(_state(lesson) if lesson else ()),
        class_="pq-tile" if lesson else "pq-tile pq-tile-felt",
        data_part="lesson-tile" if lesson else "table-tile",
    )


def render_little_hand(cards: Sequence[Card | None]) -> Markup:
    """Return some cards as a small picture."""
    drawn = (Markup(card_svg(card) if card else back_svg()) for card in cards)
    return element("p", *drawn, class_="pq-tile-cards", aria_hidden="true")


def _state(lesson: Lesson) -> tuple[Markup, ...]:
    return (
        element(
            "p",
            element("span", lesson.words, class_="pq-tile-state", data_part="tile-state"),
            element("span", f"{lesson.minutes} min"),
            class_="pq-tile-foot",
        ),
        element("progress", value=0, max=lesson.count, aria_hidden="true"),
        data_script({"asked": lesson.asked, "extra": lesson.extra}, "application/json"),
    )


def render_way_in(title: str, address: str, minutes: int, review: str) -> Markup:
    """Return the way in: to the first lesson, or with a script to where the reader stopped."""
    number, _, name = title.rpartition(". ")
    return element(
        "div",
        element(
            "p",
            element("b", f"Begin with lesson {number}: {name}"),
            element("span", f"About {minutes} minute{'' if minutes == 1 else 's'}"),
            class_="pq-way-in-words",
        ),
        element("a", "Begin", href=address, class_="pq-button pq-primary", data_part="begin"),
        element("a", "Review", href=review, class_="pq-button pq-due", hidden=True),
        class_="pq-way-in",
        data_part="way-in",
    )


def render_welcome(review: str, lessons: Sequence[tuple[str, str, Lesson]]) -> Markup:
    """Return the line for whoever comes back, hidden until a script finds out what it should say.

    ``review`` is the address of the page where exercises come back. The ``lessons`` that can go on have
    each a title, an address and what they ask.
    """
    return element(
        "div",
        element("a", "Continue", href=lessons[0][1], class_="pq-button pq-on", hidden=True)
        if lessons
        else None,
        element("a", "Review", href=review, class_="pq-button pq-due-today", hidden=True),
        data_lessons(lessons),
        class_="pq-welcome-back",
        data_part="welcome-back",
        hidden=True,
    )


def data_lessons(lessons: Sequence[tuple[str, str, Lesson]]) -> Markup | None:
    """Return lessons for a script, each with title, address and what it asks; None if there are none."""
    told = [
        {
            "number": title.partition(". ")[0],
            "title": lesson_words(title),
            "address": address,
            "asked": lesson.asked,
            "extra": lesson.extra,
        }
        for title, address, lesson in lessons
    ]
    return data_script(told, "application/json") if told else None


def lesson_words(title: str) -> str:
    """Return what a lesson is called in a list; a page without a number has its title alone.

    >>> lesson_words("4. Good, not good, equal"), lesson_words("Save the capot")
    ('Lesson\xa04, Good, not good, equal', 'Save the capot')
    """
    number, _, name = title.rpartition(". ")
    return f"Lesson\N{NO-BREAK SPACE}{number}, {name}" if number else name
