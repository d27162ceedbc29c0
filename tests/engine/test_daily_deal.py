"""The deal of the day: one deal per date, none before its time, and results of the other players."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from functools import cache
from hashlib import sha256
from html import unescape
from typing import Any

import pytest
from test_dispatch import ask

from piquet_core import __version__
from piquet_core.api.daily_requests import PARTS
from piquet_core.cards.seat import Seat
from piquet_core.engine.apply import start
from piquet_core.engine.state import Phase
from piquet_core.notation import count_of_deals, deal_of_number, format_deal_id
from piquet_core.players import PLAYERS, find_player, play_out
from piquet_core.players.budgets import FULL
from piquet_core.sessions import daily_deal as daily
from piquet_core.sessions import read_session
from piquet_core.solver.solve import solve
from piquet_core.views.table.daily_deal_page import (
    render_daily_deal,
    share_text,
    thinking_time_text,
)

DAY = "2026-11-23"
TODAY = {"day": DAY, "today": DAY}


@cache
def day_played(day: str = DAY) -> str:
    """Return a saved game of a day's deal, played to the end by the hints."""
    drawn = ask("start-game", **ask("day", day=day, today=day)["ok"]["terms"])["ok"]
    while drawn["asks"]:
        move = ask("hint", game=drawn["game"])["ok"]["move"]
        drawn = ask("move", game=drawn["game"], move=move)["ok"]
    return str(drawn["game"])


def test_a_date_has_its_deal_by_its_hash_alone() -> None:
    number = int(sha256(b"piquet-day-2026-11-23").hexdigest(), 16)
    # C(32,12) hands for elder, C(20,12) for younger, 8! orders of the talon.
    deals = 225792840 * 125970 * 40320
    assert count_of_deals(32) == deals
    deal = daily.deal_of_day(date(2026, 11, 23))
    assert deal == deal_of_number(32, number % deals)
    assert ask("day", **TODAY)["ok"]["deal"] == format_deal_id(deal)
    days = [daily.FIRST + timedelta(days=count) for count in range(60)]
    assert len({format_deal_id(daily.deal_of_day(day)) for day in days}) == 60
    assert [daily.seat_of_day(day) for day in days[:4]].count(Seat.ELDER) == 2


@pytest.mark.parametrize(
    ("day", "today", "says"),
    [
        ("2026-11-24", DAY, "the deal of 24 November 2026 is not available yet"),
        ("9999-12-31", DAY, "is not available yet"),
        ("2026-10-31", DAY, "the first deal of the day is that of 1 November 2026"),
        ("2026-02-30", DAY, "'2026-02-30' is not a day: write the year, month and day"),
        ("2026-11-2", DAY, "is not a day"),
        ("20261123", DAY, "is not a day"),
        ("2026-W48-1", DAY, "is not a day"),
        ("２０２６-11-23", DAY, "is not a day"),
        ("<img src=x onerror=alert(1)>", DAY, "'<img src=x onerror=a' is not a day"),
        ("", DAY, "'' is not a day"),
        (DAY, "tomorrow", "'tomorrow' is not a day"),
    ],
)
def test_a_day_that_has_no_deal_is_refused_with_the_reason(day: str, today: str, says: str) -> None:
    error = ask("day", day=day, today=today)["error"]
    assert says in error["message"]


def test_the_terms_of_a_day_seat_the_reader() -> None:
    terms = ask("day", **TODAY)["ok"]["terms"]
    drawn = ask("start-game", **terms)["ok"]
    assert drawn["terms"]["seed"] == terms["seed"]
    session = read_session(drawn["game"])
    assert session.table.state.deal == daily.deal_of_day(date(2026, 11, 23))
    assert session.table.seat is daily.seat_of_day(date(2026, 11, 23))


def by_hand(player: str) -> tuple[int, int]:
    """Play the deal with a player in the reader's seat, as in a match."""
    day = date(2026, 11, 23)
    seat = daily.seat_of_day(day)
    players = [find_player("thumb").make(), find_player("thumb").make()]
    players[seat] = find_player(player).make()
    begun, _ = start(daily.rules_of_day(), daily.deal_of_day(day))
    *_, (_, state, _) = play_out(begun, players[0], players[1])
    return state.score[seat], state.score[seat.other]


def test_the_result_stands_beside_others_in_the_same_seat() -> None:
    game = day_played(DAY)
    for part in ("thumb", "strong", "open"):
        assert ask("day-part", **TODAY, game=game, part=part)["ok"] == {}
    found: dict[str, Any] = ask("day-result", **TODAY, game=game, address="https://x/#day=1")["ok"]
    row, session = found["row"], read_session(game)
    seat = session.table.seat
    score = session.table.state.score
    assert row["mine"] == [score[seat], score[seat.other]]
    assert tuple(row["thumb"]) == by_hand("thumb")
    assert tuple(row["strong"]) == by_hand("master")
    lead = next(one for one in session.table.states if one.phase is Phase.LEAD)
    assert row["open"] == solve(lead).best * (1 if seat is Seat.ELDER else -1)
    assert (row["player"], row["engine"]) == ("master", __version__)
    assert row["budget"] == FULL.words
    assert row["seat"] == seat.name.lower()
    assert found["line"].startswith(f"Piquet, {DAY}: {score[seat]}–{score[seat.other]} as ")
    assert found["line"].endswith("https://x/#day=1")
    assert "<script" not in found["html"]
    assert row["budget"] in thinking_time_text()


@pytest.mark.parametrize("op", ["day-part", "day-result"])
def test_another_game_is_not_the_deal_of_its_day(op: str) -> None:
    more = {"part": "thumb"} if op == "day-part" else {}
    other = ask(op, day="2026-11-22", today=DAY, game=day_played(DAY), **more)
    assert other["error"]["message"] == "this game is not the deal of 22 November 2026"
    begun = ask("start-game", **ask("day", **TODAY)["ok"]["terms"])["ok"]["game"]
    assert ask(op, **TODAY, game=begun, **more)["error"]["message"] == "the deal is not over"
    assert "error" in ask(op, **TODAY, game="piquet game 1", **more)


def test_an_unknown_part_is_refused() -> None:
    error = ask("day-part", **TODAY, game=day_played(DAY), part="oracle")["error"]
    assert error["message"] == "unknown part 'oracle'; choose one of thumb, strong, open"


def test_the_page_has_words_for_each_part_of_a_comparison_and_a_name_for_each_player() -> None:
    html = render_daily_deal()
    parts, names = (
        json.loads(unescape(re.findall(rf'data-{name}="([^"]*)"', html)[0]))
        for name in ("parts", "names")
    )
    assert tuple(parts) == PARTS
    assert parts["thumb"].startswith(f"{find_player(daily.OPPONENT).name} plays")
    assert parts["strong"].startswith(f"{find_player(daily.STRONG).name} plays")
    assert names == {id: player.name for id, player in PLAYERS.items()}


@pytest.mark.parametrize(("open_", "said"), [(3, "3 ahead"), (-12, "12 behind"), (0, "level")])
def test_the_line_to_share_can_be_read_by_a_friend_who_has_not_seen_the_page(
    open_: int, said: str
) -> None:
    found = daily.DailyComparison(
        day=date(2026, 11, 28),
        seat=Seat.ELDER,
        mine=(12, 36),
        thumb=(26, 23),
        strong=(27, 22),
        open=open_,
    )
    assert share_text(found) == (
        "Piquet, 2026-11-28: 12–36 as elder. With the same cards Thumb 26–23, Master 27–22. "
        f"Best play with both hands open ends {said}."
    )
