"""Inferences of a player: never wrong, and as good as those of the players in the books."""

from functools import cache

import pytest
from case_selection import first
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import ROOT
from rule_set_games import BOOKS, any_game

from piquet_core.beliefs.hand_knowledge import infer_from_all_hands
from piquet_core.cards.cards import parse_card, parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.apply import apply
from piquet_core.notation import loads
from piquet_core.replay.inference import infer
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Replay, Step

RECORDS = sorted(
    path for folder in ("docs/deals", "tests/records") for path in (ROOT / folder).glob("*.piquet")
)


# Every way to speak: equal pairs, sinking by either, a named suit, looks, 36 cards.
TELLING = (
    "hoyle1909-ab",
    "facheux",
    "equal-sequences",
    "elder-sinks",
    "younger-sinks",
    "tens-beat-aces",
    "names-a-suit",
    "both-look",
    "penguin-sample",
)
MOST_TELLING = [path for path in RECORDS if path.stem in TELLING]
assert len(MOST_TELLING) == len(TELLING)


@cache
def replay_of_text(name: str) -> Replay:
    return replay_record(loads((ROOT / name).read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_certain_is_there_and_excluded_is_not(path: object) -> None:
    replay = replay_of_text(str(path))
    for place in range(len(replay.steps)):
        for seat in Seat:
            found = infer(replay.steps[: place + 1], seat)
            hand = replay.steps[place].state.hands[seat.other]
            assert found.certain <= hand
            assert hand <= found.certain | found.possible
            assert not hand & found.excluded


def test_quatorze_told_is_four_cards_known() -> None:
    """B counts four queens and three kings: A, who holds the heart king, knows the other three."""
    replay = replay_of_text("docs/deals/hoyle1909-ab.piquet")
    place = [step.id for step in replay.steps].index("cy")
    before = infer(replay.steps[:place], Seat.ELDER)
    assert not before.certain
    after = infer(replay.steps[: place + 1], Seat.ELDER)
    assert after.certain == parse_hand("KQ.Q.KQ.KQ")


def test_an_answer_gives_away_what_it_must_rest_on() -> None:
    """B says "not good" to three aces, so B has four of a kind; A has seen a card of each rank except the
    queens.

    A knows them before B counts. The calls alone would not be enough.
    """
    replay = replay_of_text("docs/deals/hoyle1909-ab.piquet")
    place = [step.id for step in replay.steps].index("ce") + 1
    assert not infer(replay.steps[:place], Seat.ELDER).certain
    found = infer_from_all_hands(replay.steps[:place], Seat.ELDER)
    assert found.certain == parse_hand("Q.Q.Q.Q")
    assert found.hands > 1


@pytest.mark.parametrize(
    "path",
    first(len(TELLING), [*MOST_TELLING, *(path for path in RECORDS if path not in MOST_TELLING)]),
    ids=lambda path: path.stem,
)
def test_the_hands_that_fit_only_add_to_what_the_calls_settle(path: object) -> None:
    replay = replay_of_text(str(path))
    for place in range(len(replay.steps)):
        for seat in Seat:
            steps = replay.steps[: place + 1]
            plain, found = infer(steps, seat), infer_from_all_hands(steps, seat)
            assert plain.certain <= found.certain <= replay.steps[place].state.hands[seat.other]
            assert plain.excluded <= found.excluded


def test_whoever_does_not_follow_is_out_of_the_suit() -> None:
    """In trick 3 A throws the knave of clubs to the ace and follows; in trick 6 A has no club."""
    replay = replay_of_text("docs/deals/hoyle1909-ab.piquet")
    place = [step.id for step in replay.steps].index("t6e")
    found = infer(replay.steps[: place + 1], Seat.YOUNGER)
    assert [suit.name for suit in found.void] == ["CLUBS"]
    assert parse_card("C7") in found.excluded


@settings(max_examples=examples(30))
@given(st.sampled_from(list(BOOKS)), st.integers(0, 39))
def test_never_wrong_in_random_games_of_any_book(name: str, seed: int) -> None:
    """Players may call less than they have; the inference holds for the call."""
    states, actions, _ = any_game(name, seed)
    steps: list[Step] = []
    for state, action in zip(states, actions, strict=False):
        after, events = apply(state, action)
        steps.append(Step(id="x", action=action, events=events, state=after, score=after.score))
        for seat in Seat:
            hand = after.hands[seat.other]
            for found in (infer(steps, seat), infer_from_all_hands(steps, seat)):
                assert found.certain <= hand
                assert hand <= found.certain | found.possible
                assert not found.certain & found.possible
