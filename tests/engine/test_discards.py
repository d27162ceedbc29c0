"""Verdicts on a discard agree with their lesson, whoever holds the unseen cards."""

import random
import sys

import pytest

from piquet_core.exercises import Position, Verdict, find_feature, item_at, judge, played_to
from piquet_core.exercises.features import draw
from piquet_core.exercises.kinds.discarding import best_tried
from piquet_core.pack.cards import Card, Hand, Rank
from piquet_core.records.notation import parse_deal_id
from piquet_core.rules import load_ruleset
from piquet_core.words.parts import plain

pytestmark = pytest.mark.skipif(sys.platform == "emscripten", reason="plays some thousand deals")

RULES = load_ruleset("hoyle1909")
GUARD_PAYS = find_feature("guard-pays")
FIRST = GUARD_PAYS.deals[0]
# The page gives its verdict on one deal; other unseen cards, over all deals, show that it was no
# luck.
CASES = [
    pytest.param(id, seed, marks=() if (id, seed) == (FIRST, "") else pytest.mark.thorough)
    for id in GUARD_PAYS.deals
    for seed in ("", "a", "b", "c")
]


def at_the_exchange(id: str) -> Position:
    return played_to(Position(rules=RULES, deal=parse_deal_id(id), start="deal"), "xy")


def king_and_guard(hand: Hand) -> tuple[Card, Card]:
    """Return the king with no ace above it and one small card to guard it."""
    for king in hand:
        suit = list(hand.suit(king.suit))
        if king.rank is Rank.KING and len(suit) == 2 and suit[0] == king:
            return king, suit[1]
    raise AssertionError(f"{hand} has no guarded king")


def baring(position: Position) -> Hand:
    """Return an exchange that lays out the guard and keeps the king: the guard, and the lowest cards."""
    king, guard = king_and_guard(position.hand)
    others = sorted(
        (card for card in position.hand if card not in (king, guard)), key=lambda one: one.rank
    )
    return Hand.of([guard, *others[:2]])


@pytest.mark.parametrize(("id", "seed"), CASES)
def test_where_the_lesson_says_guard_the_king_the_best_tried_does_not_bare_it(
    id: str, seed: str
) -> None:
    position = at_the_exchange(id)
    king, guard = king_and_guard(position.hand)
    best = best_tried(position, baring(position), seed)
    assert guard not in best
    assert king not in best


def test_a_guard_thrown_away_is_not_as_good_as_any_and_the_verdict_says_whose_it_is() -> None:
    position = at_the_exchange(FIRST)
    one = item_at("discards.exchange", position, GUARD_PAYS.name)
    judgement = judge(one, "+".join(map(str, baring(position))))
    assert judgement.verdict in (Verdict.FINE, Verdict.COSTLY)
    words = plain(judgement.says)
    assert "without a low card to guard it" in words
    assert "The engine’s own player, who goes by rules of thumb, played on for both sides" in words


def test_only_deals_that_were_tried_are_drawn_for_it() -> None:
    rng = random.Random(1)
    drawn = {draw(GUARD_PAYS, RULES, rng).deal for _ in range(24)}
    assert drawn == {parse_deal_id(id) for id in GUARD_PAYS.deals}
