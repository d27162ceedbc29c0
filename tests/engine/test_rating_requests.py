"""Ratings: the losses of a finished deal by kind of decision, stored by the page and drawn again."""

import json
import random
import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_dispatch import ask

from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Count, Declare, Reply
from piquet_core.engine.apply import legal_actions
from piquet_core.errors import PiquetError
from piquet_core.players import Player, RandomPlayer, ThumbPlayer, find_player, turn_of
from piquet_core.replay.replay import replay_record
from piquet_core.replay.what_if import move_of
from piquet_core.review.call_loss import call_loss
from piquet_core.review.deal_review import decisions, make_review
from piquet_core.review.decision_losses import KINDS, losses_by_kind, percent_per_point
from piquet_core.rules import load_ruleset
from piquet_core.sessions import (
    FRIEND,
    Session,
    finished_of,
    move,
    next_deal,
    record_of,
    start_game,
    write_session,
)
from piquet_core.sessions.deal_rating import rating_key, read_ratings
from piquet_core.solver.chances import partie_chance
from piquet_core.views.rating_view import render_ratings

# A deal that is reviewed quickly (tests/browser/saved_games.py).
QUICK = "32-4PCM5GP0K1S1-S"
RULES = load_ruleset("hoyle1909")


def ok(op: str, **args: Any) -> dict[str, Any]:
    answer = ask(op, **args)
    assert "ok" in answer, answer
    found: dict[str, Any] = answer["ok"]
    return found


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).replace("\N{NO-BREAK SPACE}", " ")


def to_the_end(session: Session, player: Player) -> Session:
    while not session.deal_is_over:
        state = session.table.state
        session = move(session, move_of(state, player.choose(turn_of(state))))
    return session


def played(seed: str = "1", player: Player | None = None, **terms: Any) -> Session:
    given = {"seat": Seat.YOUNGER, "opponent": "thumb", "name": "Guest", **terms}
    form = given.pop("form", "deal")
    return to_the_end(start_game(RULES, form, seed=seed, **given), player or ThumbPlayer())


def deals(number: int, seed: int = 1) -> list[dict[str, Any]]:
    """Return ratings with random losses."""
    rng = random.Random(seed)
    found = []
    for place in range(number):
        seat = ("elder", "younger")[place % 2]
        kinds = (f"{seat}-discard", "call", "lead", "follow")
        found.append({"seat": seat, "losses": {one: round(rng.expovariate(1), 2) for one in kinds}})
    return found


# -- rating a deal ---------------------------------------------------------------------------------


def test_a_finished_deal_is_rated_by_kind_as_its_review_has_it() -> None:
    session = played(QUICK)
    answer = ok("rate-deal", game=write_session(session))
    finished = finished_of(session)
    assert finished is not None
    assert answer["key"] == f"{finished['key']}-1" == rating_key(session, 1)
    rating = answer["rating"]
    assert (rating["seat"], rating["rules"], rating["form"]) == ("younger", "hoyle1909", "deal")
    assert set(rating["losses"]) <= {"younger-discard", "call", "lead", "follow"}
    html = ok("mistakes", game=write_session(session))["html"]
    costs = [float(one) for one in re.findall(r"about (\d+(?:\.\d)?) points?", plain(html))]
    assert (sum(rating["losses"].values()) > 0) == bool(costs)
    assert read_ratings(json.dumps([rating])) == [
        {"seat": rating["seat"], "losses": rating["losses"]}
    ]


def test_a_deal_of_two_friends_is_not_rated_and_no_unfinished_one_either() -> None:
    session = start_game(
        RULES, "deal", seed="a", seat=Seat.ELDER, opponent=FRIEND, name="A", friend="B"
    )
    assert ask("rate-deal", game=write_session(session))["error"]["kind"] == "request"
    session = start_game(RULES, "deal", seed="a", seat=Seat.ELDER, opponent="thumb", name="A")
    assert "is not over" in ask("rate-deal", game=write_session(session))["error"]["message"]


# -- losses ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_a_call_loses_nothing_if_it_claims_everything_and_never_less_than_nothing(
    seed: int,
) -> None:
    for player in (ThumbPlayer(), RandomPlayer(random.Random(seed))):
        session = played(str(seed), player, seat=Seat(seed % 2))
        replay = replay_record(record_of(session, 1))
        for seat in Seat:
            lost = losses_by_kind(replay, make_review([]), seat)
            assert set(lost) <= {"call"}
            assert lost.get("call", 0) >= 0
            if seat is not session.table.seat or isinstance(player, ThumbPlayer):
                assert lost.get("call", 0) == 0


def test_a_point_that_is_not_called_loses_about_what_it_would_count() -> None:
    """Elder has six hearts, and calls no point at all: six points, if it is good, and younger may count."""
    session = played("32-ADGWCYSV8QNH-C", seat=Seat.ELDER)
    replay = replay_record(record_of(session, 1))
    state, action = next(
        (state, action) for _, state, action in decisions(replay) if isinstance(action, Declare)
    )
    nothing = next(
        one for one in legal_actions(state) if isinstance(one, Declare) and one.holding is None
    )
    cost, error = call_loss(state, nothing)
    assert 5 < cost < 14
    assert error < 1
    assert call_loss(state, action) == (0.0, 0.0)


def test_a_count_left_out_loses_what_it_would_have_counted() -> None:
    counting = [
        (state, action)
        for seed in range(8)
        for _, state, action in decisions(replay_record(record_of(played(str(seed)), 1)))
        if isinstance(action, Count)
    ]
    for state, action in counting:
        for other in legal_actions(state):
            assert call_loss(state, other)[0] >= 0
            if other == action:
                assert call_loss(state, other) == (0.0, 0.0)
    assert any(
        call_loss(state, other)[0] > 0 for state, _ in counting for other in legal_actions(state)
    )


def test_an_answer_by_which_a_better_holding_is_given_up_costs() -> None:
    found = []
    for seed in range(30):
        session = played(str(seed), seat=Seat.YOUNGER)
        for _, state, action in decisions(replay_record(record_of(session, 1))):
            if isinstance(action, Reply) and action.seat is Seat.YOUNGER:
                found += [call_loss(state, one)[0] for one in legal_actions(state) if one != action]
    assert max(found) > 3


def test_losses_of_a_partie_become_points_by_the_worth_of_a_point() -> None:
    """A partie is worth most to decide in its last deal, and a decided one cannot be lost any more."""
    rubicon = load_ruleset("rubicon")
    worths = [
        percent_per_point(
            partie_chance(rubicon, before=(0, 0) if left == 5 else (100, 100), left=left)
        )
        for left in (5, 3, 1, 0)
    ]
    assert all(one < other for one, other in pairwise(worths))
    assert percent_per_point(partie_chance(rubicon, before=(400, 0), left=0)) == 0
    session = played("1", form="rubicon")
    replay = replay_record(record_of(session, 1))
    decided = make_review([], objective=partie_chance(rubicon, before=(400, 0), left=0))
    assert losses_by_kind(replay, decided, Seat.ELDER) == {}


def test_every_deal_of_a_game_has_a_key_of_its_own() -> None:
    session = played("1", form="rubicon")
    session = to_the_end(next_deal(session), ThumbPlayer())
    keys = [rating_key(session, number) for number in (1, 2)]
    assert keys[0][:-1] == keys[1][:-1]
    assert keys[0] != keys[1]


# -- drawing ---------------------------------------------------------------------------------------


def test_a_few_deals_are_too_early_for_a_comparison() -> None:
    said = plain(ok("draw-ratings", ratings=json.dumps(deals(5)))["html"])
    assert "In 5 deals so far" in said
    assert "too early" in said
    assert "Work on" not in said
    assert "You play" not in said


def test_the_kind_to_work_on_leads_to_its_pages() -> None:
    rows = [
        {"seat": "elder", "losses": {"elder-discard": 0.0, "call": 0.0, "lead": 3.0, "follow": 0.5}}
    ] * 20
    pages = [
        {"kind": "lead", "title": "On <leads>", "address": "leads.html"},
        {"kind": "follow", "title": "Not this one", "address": "follow.html"},
    ]
    html = ok("draw-ratings", ratings=json.dumps(rows), pages=pages)["html"]
    assert 'data-kind="lead"' in html
    assert '<a href="leads.html">On &lt;leads&gt;</a>' in html
    assert "Not this one" not in html
    said = plain(html)
    assert "Work on your leads." in said
    assert "lost 3.5 points a deal" in said
    for name in ("Thumb", "Guard", "Reckoner", "Master"):
        assert name in said, name


def test_every_deal_is_in_the_chart_and_in_the_table() -> None:
    html = str(render_ratings(read_ratings(json.dumps(deals(45)))))
    assert html.count("<circle") == 45
    (table,) = re.findall(r'<table data-part="rating-deals">.*?</table>', html)
    assert table.count("<tr>") == 46
    assert 'role="img"' in html


def test_a_decided_deal_is_not_drawn_and_without_a_deal_nothing_is() -> None:
    nothing: dict[str, Any] = {"seat": "elder", "losses": {}}
    assert ok("draw-ratings", ratings=json.dumps([nothing]))["html"] == ""
    assert ok("draw-ratings", ratings="[]")["html"] == ""
    html = ok("draw-ratings", ratings=json.dumps([*deals(3), nothing]))["html"]
    assert html.count("<circle") == 3


@pytest.mark.parametrize(
    "text",
    [
        *("", "nonsense", "{}", "7", "[7]", '[{"seat": "dealer", "losses": {}}]'),
        '[{"seat": "elder", "losses": {"dance": 1}}]',
        '[{"seat": "elder", "losses": {"lead": -1}}]',
        '[{"seat": "elder", "losses": {"lead": NaN}}]',
        '[{"seat": "elder", "losses": {"lead": 1e9}}]',
        '[{"seat": "elder", "losses": {"lead": true}}]',
        f"{'[' * 5000}",
    ],
)
def test_damaged_ratings_are_refused_with_a_message(text: str) -> None:
    with pytest.raises(PiquetError, match=r"rating"):
        read_ratings(text)
    answer = ask("draw-ratings", ratings=text)
    assert "rating" in answer["error"]["message"]


def test_pages_of_an_unknown_kind_are_refused() -> None:
    for pages in ("x", [7], [{"kind": "dance", "title": "", "address": ""}], [{"kind": "lead"}]):
        assert ask("draw-ratings", ratings="[]", pages=pages)["error"]["kind"] == "request"


LOSSES = st.dictionaries(st.sampled_from(KINDS), st.floats(0, 1000))
RATINGS = st.lists(
    st.fixed_dictionaries({"seat": st.sampled_from(["elder", "younger"]), "losses": LOSSES}),
    max_size=30,
)


@given(RATINGS)
def test_ratings_survive_storage_and_can_always_be_drawn(rows: list[dict[str, Any]]) -> None:
    found = read_ratings(json.dumps(rows))
    assert found == rows
    html = str(render_ratings(found))
    assert bool(html) == any(row["losses"] for row in rows)
    assert "nan" not in html
    assert "inf" not in re.sub(r"<[^>]+>", "", html)
    heights = [int(y) for y in re.findall(r'cy="(-?\d+)"', html)]
    assert all(0 <= y <= 300 for y in heights)
    assert not html or find_player("thumb").name in html
