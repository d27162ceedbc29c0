"""The deal of the day: the entry to it, the calendar and the comparison of results."""

from __future__ import annotations

from piquet_core import __version__
from piquet_core.number_words import signed_number
from piquet_core.players import PLAYERS, find_player
from piquet_core.publication import date_in_words
from piquet_core.sessions.daily_deal import FIRST, OPPONENT, STRONG, DailyComparison, strong_budget
from piquet_core.views.card_symbols import back_svg
from piquet_core.views.form_controls import button
from piquet_core.views.markup import Markup, data_attributes, element, join, script_json

SHARED = (
    "Piquet, {day}: {mine} as {seat}. With the same cards {thumb}, {strong}. "
    "Best play with both hands open ends {open}."
)
"""The result of a day as text to share. A script fills it in from a stored result."""
_NONE_YET = "You have played no day yet. Each that you play will be listed here, with your score."


def render_daily_deal(**data: str) -> Markup:
    """Render the entry to the deal of the day, and an empty calendar that a script fills.

    The data attributes have the names of the computer players and the labels shown during the
    comparison. ``data`` are further attributes, from which the script starts the engine.
    """
    opponent, strong = (find_player(id).name for id in (OPPONENT, STRONG))
    parts = {
        "thumb": f"{opponent} plays your cards …",
        "strong": f"{strong} plays your cards …",
        "open": "Both hands are laid open …",
    }
    calendar = element(
        "details",
        element("summary", "Other days, and what you made"),
        element(
            "div",
            element(
                "div",
                element(
                    "p",
                    button("earlier", "Earlier"),
                    element("b", class_="pq-month", aria_live="polite"),
                    button("later", "Later"),
                    class_="pq-action-bar",
                    data_part="actions",
                ),
                element("table", class_="pq-calendar"),
            ),
            element(
                "div",
                element("ul", class_="pq-days", data_part="daily-deals"),
                element("p", _NONE_YET),
            ),
            class_="pq-other-days",
        ),
        class_="pq-archive",
        data_part="daily-archive",
    )
    day = element(
        "div",
        element(
            "div",
            element(
                "div",
                Markup(back_svg()),
                class_="pq-day-back",
                data_part="daily-deal-back",
                aria_hidden="true",
            ),
            element("p", class_="pq-day-words", data_part="daily-deal-text"),
            element("p", button("day", "Play it"), class_="pq-action-bar", data_part="actions"),
            class_="pq-day-felt",
            data_part="daily-deal-felt",
        ),
        element(
            "div", class_="pq-day-notice", data_part="daily-deal-notice", role="alert", hidden=True
        ),
        element("p", class_="pq-sr", role="status"),
        element("div", class_="pq-day-result", data_part="daily-deal-result", tabindex=-1),
        calendar,
        class_="pq-day",
        data_part="daily-deal",
        data_first=FIRST.isoformat(),
        data_opponent=opponent,
        data_names=script_json({id: profile.name for id, profile in PLAYERS.items()}),
        data_parts=script_json(parts),
        hidden=True,
        **data_attributes(data),
    )
    needs = "The deal of the day is played at the table above, which needs JavaScript."
    return join([day, element("p", needs, class_="pq-day-needs")])


def _pair(pair: tuple[int, int]) -> str:
    return f"{pair[0]}–{pair[1]}"


def render_daily_result(found: DailyComparison) -> Markup:
    """Render the reader's result beside those of the computer players with the same cards."""
    rows = [
        ("You", found.mine),
        (find_player(OPPONENT).name, found.thumb),
        (find_player(STRONG).name, found.strong),
    ]
    body = [
        element(
            "tr",
            element("th", who, scope="row"),
            element("td", _pair(pair)),
            element("td", signed_number(pair[0] - pair[1])),
        )
        for who, pair in rows
    ]
    last = element(
        "tr",
        element("th", "Your cards, both hands open", scope="row"),
        element("td", ""),
        element("td", signed_number(found.open)),
    )
    seat = found.seat.name.lower()
    return element(
        "div",
        element(
            "table",
            element(
                "caption",
                f"The deal of {date_in_words(found.day)}, as {seat} against {find_player(OPPONENT).name}",
            ),
            element(
                "thead",
                element(
                    "tr",
                    element("td", ""),
                    element("th", "Points", scope="col"),
                    element("th", "Ahead by", scope="col"),
                ),
            ),
            element("tbody", *body, last),
            class_="pq-compared",
            data_part="daily-comparison",
        ),
        element(
            "p",
            "Each sat where you did, against the same opponent. The last line is what the deal was worth "
            "from your first trick on, if both had seen all cards.",
            class_="pq-day-how",
        ),
    )


def thinking_time_text() -> str:
    """Return a sentence with the search budget and the engine version, with which a result can be reproduced."""
    thinks = f"{find_player(STRONG).name} thinks with {strong_budget().words}"
    return f"For the same result again: {thinks}; engine {__version__}."


def share_text(found: DailyComparison) -> str:
    """Return the reader's result as text that reveals no card.

    The text explains each figure, because its recipients have not seen the page.
    """
    return SHARED.format(
        day=found.day.isoformat(),
        mine=_pair(found.mine),
        seat=found.seat.name.lower(),
        thumb=f"{find_player(OPPONENT).name} {_pair(found.thumb)}",
        strong=f"{find_player(STRONG).name} {_pair(found.strong)}",
        open=_ahead(found.open),
    )


def _ahead(points: int) -> str:
    """Return a phrase for a lead of so many points.

    >>> _ahead(3), _ahead(-1), _ahead(0)
    ('3 ahead', '1 behind', 'level')
    """
    return f"{points} ahead" if points > 0 else f"{-points} behind" if points else "level"
