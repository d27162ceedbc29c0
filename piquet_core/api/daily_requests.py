"""Requests about the deal of the day: its terms, and the results of computer players in the same seat."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from piquet_core import __version__
from piquet_core.api.arguments import Args, Operation, RequestError, text_of
from piquet_core.notation import format_deal_id
from piquet_core.players import find_player
from piquet_core.publication import date_in_words
from piquet_core.sessions import Session, read_session
from piquet_core.sessions.daily_deal import (
    OPPONENT,
    RULES,
    STRONG,
    check_daily_game,
    compare_with_others,
    deal_of_day,
    open_hands_value,
    read_day,
    result_of_player,
    rules_of_day,
    seat_of_day,
    strong_budget,
)
from piquet_core.sessions.session import ONE_DEAL
from piquet_core.views.table.daily_deal_page import render_daily_result, share_text

if TYPE_CHECKING:
    from piquet_core.api.messages import (
        DayAnswer,
        DayArguments,
        DayPartArguments,
        DayResult,
        DayResultArguments,
    )

PARTS = ("thumb", "strong", "open")


def day(args: DayArguments) -> DayAnswer:
    """Return the deal of a day: the id and the title of the deal, and the terms of the game."""
    found = _day(args)
    id, seat = format_deal_id(deal_of_day(found)), seat_of_day(found).name.lower()
    against = find_player(OPPONENT).name
    return {
        "day": found.isoformat(),
        "deal": id,
        "title": f"The deal of {date_in_words(found)}",
        "words": f"Deal {id}. You are {seat}, against {against}, by {rules_of_day().short}.",
        "terms": {
            "rules": RULES,
            "form": ONE_DEAL,
            "seat": seat,
            "seed": id,
            "opponent": OPPONENT,
        },
    }


def day_part(args: DayPartArguments) -> dict[str, object]:
    """Compute and cache one part of the comparison: the result of a computer player, or of open hands.

    A page requests the parts one by one, so that it can show progress.
    """
    found, session = _day(args), _session(args)
    check_daily_game(found, session)
    match text_of(args, "part"):
        case "thumb":
            result_of_player(found, OPPONENT)
        case "strong":
            result_of_player(found, STRONG)
        case "open":
            open_hands_value(session)
        case name:
            raise RequestError(f"unknown part {name[:20]!r}; choose one of {', '.join(PARTS)}")
    return {}


def day_result(args: DayResultArguments) -> DayResult:
    """Return the reader's result with those of computer players: as data, as HTML, and as a text to share."""
    found = compare_with_others(_day(args), _session(args))
    address = text_of(args, "address", "")
    return {
        "row": {
            "seat": found.seat.name.lower(),
            "mine": list(found.mine),
            "thumb": list(found.thumb),
            "strong": list(found.strong),
            "open": found.open,
            "player": STRONG,
            "budget": strong_budget().words,
            "engine": __version__,
        },
        "html": render_daily_result(found),
        "line": " ".join(filter(None, (share_text(found), address))),
    }


OPERATIONS: dict[str, Operation] = {"day": day, "day-part": day_part, "day-result": day_result}


def _day(args: Args) -> date:
    return read_day(text_of(args, "day"), text_of(args, "today"))


def _session(args: Args) -> Session:
    return read_session(text_of(args, "game"))
