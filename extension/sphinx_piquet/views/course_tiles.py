"""Tiles of the course: title, duration and topic of each lesson, and a link to the next one.

The tiles are readable without the script, which only adds the reader's progress.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from piquet_core.cards.cards import Card
from piquet_core.views.card_symbols import back_svg, card_svg
from piquet_core.views.markup import Markup, data_script, element, typeset

BACK = "back"
EXERCISE, PROBLEM = "exercise", "problem"


def counted(count: int, noun: str) -> str:
    """Return the number of exercises or problems in words.

    >>> counted(1, EXERCISE), counted(18, PROBLEM)
    ('1 exercise', '18 problems')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """The exercises of a lesson, as (anchor, exercise id) pairs, and its duration.

    ``asked`` are the required exercises, ``extra`` the optional ones. ``noun`` is the word for an
    exercise.
    """

    asked: tuple[tuple[str, str], ...]
    extra: tuple[tuple[str, str], ...]
    seconds: float
    noun: str = EXERCISE

    @property
    def minutes(self) -> int:
        """The duration in minutes, rounded up."""
        return ceil(self.seconds / 60)

    @property
    def words(self) -> str:
        """The number of required exercises and of optional ones, as text."""
        more = {place for place, _ in self.extra} - {place for place, _ in self.asked}
        asked = self.count
        return f"{counted(asked, self.noun)}{f', {len(more)} more for practice' if more else ''}"

    @property
    def count(self) -> int:
        """The number of required exercises on the page. One that asks about several hands counts once."""
        return len({place for place, _ in self.asked})


def render_tile(
    title: str,
    address: str,
    cards: Sequence[Card | None],
    about: Markup,
    lesson: Lesson | None,
    *,
    when: str = "",
) -> Markup:
    """Return the tile of a lesson, or of another page if ``lesson`` is None.

    ``about`` is the description, and ``when`` the moment at which a player needs the lesson. A card
    that is None is drawn face down.
    """
    number, _, name = title.rpartition(". ")
    return element(
        "li",
        element("p", number or None, class_="pq-tile-number"),
        render_little_hand(cards) if cards else None,
        element("h3", element("a", name, href=address)),
        element("div", about, class_="pq-tile-about"),
        element("p", typeset(when), class_="pq-tile-when") if when else None,
        *(_state(lesson) if lesson else ()),
        class_="pq-tile" if lesson else "pq-tile pq-tile-felt",
        data_part="lesson-tile" if lesson else "table-tile",
    )


def render_little_hand(cards: Sequence[Card | None]) -> Markup:
    """Return a small picture of cards. A card that is None is drawn face down."""
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


def render_start_link(title: str, address: str, minutes: int, review: str) -> Markup:
    """Return a link to the first lesson. A script changes it to the lesson where the reader stopped.

    ``review`` is the address of the page with due exercises.
    """
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


def render_due_links(review: str, lessons: Sequence[tuple[str, str, Lesson]]) -> Markup:
    """Return the links for a returning reader, hidden until a script fills them.

    ``review`` is the address of the page with due exercises. ``lessons`` are triples of title,
    address and lesson.
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
    """Return lessons as JSON for a script, or None if there are none.

    ``lessons`` are triples of title, address and lesson.
    """
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
    """Return the name of a lesson for a list. A title without a number stays as it is.

    >>> lesson_words("4. Good, not good, equal"), lesson_words("Save the capot")
    ('Lesson\\xa04, Good, not good, equal', 'Save the capot')
    """
    number, _, name = title.rpartition(". ")
    return f"Lesson\N{NO-BREAK SPACE}{number}, {name}" if number else name
