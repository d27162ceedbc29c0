"""Tips of a first deal, points that are good before they are counted, and what *not good* gives away."""

from collections.abc import Iterator

import pytest

from piquet_core.beliefs.better_holdings import better_holdings
from piquet_core.cards.card_names import card_name
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Replied, Scored
from piquet_core.engine.holdings import holdings
from piquet_core.engine.state import Phase
from piquet_core.players import PLAYERS, turn_of
from piquet_core.replay.what_if import move_of
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.sessions import FRIEND, Session, move, start_game
from piquet_core.sessions.coach import coach_tips
from piquet_core.sessions.uncounted import uncounted_points
from piquet_core.views.reference_links import Links
from piquet_core.views.table import render_news, render_rail
from piquet_core.wording.deductions import deduction_words

SEEDS = ("a", "b", "c", "d", "e", "f")


def moments(rules: str, seat: Seat, seed: str, opponent: str = "beginner") -> Iterator[Session]:
    """Yield a game at each of the person's decisions, with Thumb deciding for the person."""
    thumb = PLAYERS["thumb"].make()
    game = start_game(load_ruleset(rules), "deal", seed=seed, seat=seat, opponent=opponent)
    while not game.deal_is_over:
        yield game
        state = game.table.state
        game = move(game, move_of(state, thumb.choose(turn_of(state))))
    yield game


@pytest.mark.parametrize("rules", ruleset_ids())
@pytest.mark.parametrize("seat", list(Seat))
def test_each_question_has_one_tip_in_a_deal(rules: str, seat: Seat) -> None:
    told: dict[Phase, list[str]] = {}
    for game in moments(rules, seat, "a"):
        phase = game.table.state.phase
        told.setdefault(phase, []).append(coach_tips(game)[1])
    exchange = Phase.ELDER_EXCHANGE if seat is Seat.ELDER else Phase.YOUNGER_EXCHANGE
    for phase in (exchange, Phase.LEAD, Phase.FOLLOW):
        if phase in told:
            first, *others = told[phase]
            assert first, phase
            assert not any(others), phase
    if seat is Seat.ELDER:
        calls = told[Phase.DECLARE]
        assert all(calls)
        assert len(set(calls)) == len(calls)
    assert not any(told[Phase.OVER])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seat", list(Seat))
def test_a_trick_is_told_with_its_points_and_the_count(seed: str, seat: Seat) -> None:
    for game in moments("hoyle1909", seat, seed):
        state = game.table.state
        if not state.taken or game.deal_is_over:
            continue
        said, _ = coach_tips(game)
        mine = sum(trick.winner is seat for trick in state.taken)
        assert f"You have {mine}, Beginner {len(state.taken) - mine}" in said
        assert said.startswith("Your" if state.taken[-1].winner is seat else "Beginner")
        decided = max(mine, len(state.taken) - mine) >= 7
        assert ("seven win 10 points" in said) is not decided
        assert ("10 points for most tricks are" in said) is decided


def test_a_trick_with_a_pique_is_told_without_its_thirty() -> None:
    points = []
    for number in range(40):
        for game in moments("hoyle1909", Seat.ELDER, f"p{number}"):
            said, _ = coach_tips(game)
            taken = game.table.state.taken
            if taken and len(taken) < 12 and not game.deal_is_over:
                points.append(said.partition(",")[2].partition(".")[0].strip())
        if any(
            isinstance(event, Scored) and event.rule == "pique.bonus" for event in game.table.events
        ):
            break
    else:
        pytest.fail("no pique in these deals")
    assert set(points) <= {"one point", "two points"}


def test_tips_name_no_hidden_card() -> None:
    for seed in SEEDS:
        for game in moments("hoyle1909", Seat.ELDER, seed):
            hidden = game.table.state.hands[Seat.YOUNGER]
            said = " ".join(coach_tips(game))
            assert not any(card_name(card) in said for card in hidden)


def test_two_persons_at_one_device_get_no_tips() -> None:
    game = start_game(
        load_ruleset("hoyle1909"), "deal", seed="a", opponent=FRIEND, name="Ann", friend="Bob"
    )
    assert coach_tips(game) == ("", "")


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("rules", ruleset_ids())
def test_points_are_good_until_they_are_counted(rules: str, seat: Seat) -> None:
    """The points that were good are those that the person then counts for the same kind, or part of them."""
    seen = 0
    for seed in SEEDS:
        good: dict[str, int] = {}
        for game in moments(rules, seat, seed):
            now = uncounted_points(game.table)
            assert not game.table.state.taken or not now
            good |= {kind: points for kind, (points, _) in now.items()}
            if now and game.table.state.phase in (Phase.DECLARE, Phase.YOUNGER_COUNT):
                seen += 1
                rail = render_rail(game)
                assert "counted when all is called" in rail
        made: dict[str, int] = {}
        for event in game.table.events:
            if isinstance(event, Scored) and event.seat is seat:
                made[event.reckon] = made.get(event.reckon, 0) + event.points
        assert all(points <= made[kind] for kind, points in good.items())
    assert seen


@pytest.mark.parametrize("rules", ruleset_ids())
def test_not_good_tells_only_of_holdings_that_younger_may_have(rules: str) -> None:
    told = 0
    for number in range(12):
        for game in moments(rules, Seat.ELDER, f"s{number}", "thumb"):
            for step in game.recent():
                for event in step.events:
                    if not isinstance(event, Replied):
                        continue
                    call = next(one for one in step.state.calls if one.kind == event.kind)
                    found = better_holdings(step.state, call)
                    if event.response.value != "not good":
                        assert found == ()
                        continue
                    told += 1
                    held = holdings(step.state.rules, step.state.hands[Seat.YOUNGER], call.kind)
                    assert set(held) & set(found), (held, found)
                    if not game.deal_is_over:
                        assert f"has {deduction_words(found)}." in render_news(game, Links())
    assert told
