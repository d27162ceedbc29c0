"""Page of the day: the deal of the day, the due exercises, the problem of the day, and the days played.

The page is readable without the script, which adds the date, the reader's results and the problem.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from piquet_core.players import PLAYERS, find_player
from piquet_core.sessions.daily_deal import FIRST, OPPONENT
from piquet_core.views.card_symbols import back_svg
from piquet_core.views.markup import Child, Markup, data_script, element, script_json
from piquet_core.views.table.daily_deal_page import SHARED
from sphinx_piquet.views.course_tiles import Lesson, data_lessons

_DAYS = 14
"""The days in the row, the current one included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Addresses:
    """The addresses of the pages that the tasks link to."""

    table: str
    review: str
    lessons: str
    problems: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyProblem:
    """A problem: its question, the address of its page with its anchor, and the exercise id."""

    question: str
    address: str
    id: str


def render_today(
    to: Addresses, lessons: Sequence[tuple[str, str, Lesson]], problems: Sequence[DailyProblem]
) -> Markup:
    """Return the tasks of the day.

    ``lessons`` are triples of title, address and lesson. ``problems`` are the problems of which each
    day has one, in the order of the days.
    """
    opponent = find_player(OPPONENT).name
    return element(
        "div",
        element("p", class_="pq-today-notice", role="alert", hidden=True),
        _deal(to, opponent),
        _review(to, lessons),
        _problem(to, problems),
        _days(),
        class_="pq-today",
        data_part="today",
        data_table=to.table,
        data_first=FIRST.isoformat(),
        data_opponent=opponent,
        data_names=script_json({id: profile.name for id, profile in PLAYERS.items()}),
        data_line=SHARED,
    )


def _deal(to: Addresses, opponent: str) -> Markup:
    words = f"One deal against {opponent}. Everybody has the same cards and the same seat."
    return _task(
        "deal",
        "The deal of the day",
        element("p", class_="pq-today-date", hidden=True),
        element("p", words, class_="pq-today-words"),
        _links(_link("To the table", f"{to.table}#deal-of-the-day", "pq-primary pq-today-play")),
        element("p", class_="pq-today-line", hidden=True),
        picture=element("div", Markup(back_svg()), class_="pq-today-back", aria_hidden="true"),
    )


def _review(to: Addresses, lessons: Sequence[tuple[str, str, Lesson]]) -> Markup:
    words = "Exercises you have done come back after a day, three days and a week, and then at longer intervals."
    return _task(
        "review",
        "What is due",
        element("p", words, class_="pq-today-words"),
        _links(
            _link("Review", to.review, "pq-to-review"),
            _link("To the lessons", to.lessons, "pq-to-lesson"),
        ),
        data_lessons(lessons),
    )


def _problem(to: Addresses, problems: Sequence[DailyProblem]) -> Markup:
    told = [{"question": one.question, "address": one.address, "id": one.id} for one in problems]
    words = "Another problem every day, the same for everybody."
    return _task(
        "problem",
        "Today’s problem",
        element("p", words, class_="pq-today-words"),
        _links(_link("All problems", to.problems, "pq-to-problem")),
        data_script(told, "application/json"),
    )


def _days() -> Markup:
    words = "A filled day is one whose deal you have played. You can still play the others."
    return element(
        "section",
        element("h2", "The last two weeks", id="today-days"),
        element("ol", class_="pq-today-row", data_days=_DAYS),
        element("p", words),
        class_="pq-today-days",
        aria_labelledby="today-days",
        hidden=True,
    )


def _link(words: str, address: str, class_: str) -> Markup:
    return element("a", words, href=address, class_=f"pq-button {class_}")


def _links(*links: Markup) -> Markup:
    return element("p", *links, class_="pq-today-links")


def _task(name: str, title: str, *children: Child, picture: Markup | None = None) -> Markup:
    id = f"today-{name}"
    return element(
        "section",
        picture,
        element("div", element("h2", title, id=id), *children),
        class_=f"pq-today-task pq-today-{name}",
        aria_labelledby=id,
    )
