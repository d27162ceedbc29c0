"""The deal of the day, and the results of computer players in the reader's seat."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from hashlib import sha256
from importlib import resources

from piquet_core.cards.seat import Seat
from piquet_core.engine.state import Deal, Phase
from piquet_core.errors import PiquetError
from piquet_core.notation import count_of_deals, deal_of_number
from piquet_core.players import find_player
from piquet_core.players.budgets import Budget
from piquet_core.publication import date_in_words
from piquet_core.rules import RuleSet, load_ruleset
from piquet_core.sessions.session import ONE_DEAL, Session
from piquet_core.sessions.table_state import lay_table, play_out_table
from piquet_core.solver.solve import solve

_TERMS = tomllib.loads(
    resources.files("piquet_core.sessions").joinpath("daily.toml").read_text("utf-8")
)
RULES: str = _TERMS["rules"]
OPPONENT: str = _TERMS["opponent"]
STRONG: str = _TERMS["strong"]
FIRST: date = _TERMS["first"]
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


class DayError(PiquetError):
    """Error for an invalid day, a day whose deal is not available, or a game that is not the day's deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyComparison:
    """The reader's result of the deal of a day, and the results of computer players in the same seat.

    Pairs have the points of the reader's seat first. ``mine`` is the reader's result, ``thumb`` that of a
    player like the opponent, and ``strong`` that of the strong player. ``open`` is the difference of points if
    both sides play perfectly with open hands from the first lead of the reader's game on.
    """

    day: date
    seat: Seat
    mine: tuple[int, int]
    thumb: tuple[int, int]
    strong: tuple[int, int]
    open: int


def read_day(text: str, today: str) -> date:
    """Return the day named in a text.

    Raises `DayError` if it is invalid or its deal is not available.

    >>> read_day("2026-11-23", "2026-11-24")
    datetime.date(2026, 11, 23)
    >>> read_day("2026-11-25", "2026-11-24")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    piquet_core.sessions.daily_deal.DayError: the deal of 25 November 2026 is not available yet: ...
    """
    day, now = _date(text), _date(today)
    if day > now:
        raise DayError(
            f"the deal of {date_in_words(day)} is not available yet: it appears at midnight, universal time"
        )
    if day < FIRST:
        raise DayError(f"the first deal of the day is that of {date_in_words(FIRST)}")
    return day


def _date(text: str) -> date:
    try:
        if _DAY.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise DayError(f"{text[:20]!r} is not a day: write the year, month and day, as in 2026-11-23")


def deal_of_day(day: date) -> Deal:
    """Return the deal of a day.

    The number of the deal is the SHA-256 of ``piquet-day-YYYY-MM-DD``, modulo the number of possible deals.
    """
    digest = sha256(f"piquet-day-{day.isoformat()}".encode("ascii")).digest()
    size = rules_of_day().number("pack.size").value
    return deal_of_number(size, int.from_bytes(digest) % count_of_deals(size))


def seat_of_day(day: date) -> Seat:
    """Return the reader's seat on a day. It alternates between elder and younger."""
    return Seat(day.toordinal() % 2)


def rules_of_day() -> RuleSet:
    """Return the rule set that is used for every deal of the day."""
    return load_ruleset(RULES)


@lru_cache(maxsize=16)
def result_of_player(day: date, player: str) -> tuple[int, int]:
    """Return the points of a computer player in the reader's seat on a day, and those of the opponent."""
    seat = seat_of_day(day)
    table = lay_table(rules_of_day(), deal_of_day(day), seat)
    makes = [find_player(OPPONENT).make(), find_player(OPPONENT).make()]
    makes[seat] = find_player(player).make()
    score = play_out_table(table, (makes[0], makes[1])).state.score
    return score[seat], score[seat.other]


def open_hands_value(session: Session) -> int:
    """Return the reader's points less the opponent's, if both play perfectly with open hands from the first lead."""
    table = session.table
    state = next(one for one in table.states if one.phase is Phase.LEAD)
    best = solve(state).best
    return best if table.seat is Seat.ELDER else -best


def strong_budget() -> Budget:
    """Return the search budget of the strong player."""
    budget = find_player(STRONG).budget
    assert budget is not None
    return budget


def compare_with_others(day: date, session: Session) -> DailyComparison:
    """Return the reader's result with those of the computer players.

    Raises `DayError` for another game.
    """
    check_daily_game(day, session)
    score, seat = session.table.state.score, session.table.seat
    return DailyComparison(
        day=day,
        seat=seat,
        mine=(score[seat], score[seat.other]),
        thumb=result_of_player(day, OPPONENT),
        strong=result_of_player(day, STRONG),
        open=open_hands_value(session),
    )


def check_daily_game(day: date, session: Session) -> None:
    """Raise `DayError` unless a session is a finished game of a day's deal."""
    same = (
        session.form == ONE_DEAL
        and session.rules.id == RULES
        and session.opponent == OPPONENT
        and session.table.seat is seat_of_day(day)
        and session.table.state.deal == deal_of_day(day)
    )
    if not same:
        raise DayError(f"this game is not the deal of {date_in_words(day)}")
    if not session.deal_is_over or session.table.is_void:
        raise DayError("the deal is not over")
