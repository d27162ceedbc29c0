"""Near-ties between cards, decided by playing hands to the end by rules of thumb."""

import random

import pytest

from piquet_core.cards.cards import Hand, parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Exchange, Play
from piquet_core.engine.apply import apply, start
from piquet_core.engine.state import DealState, Phase, shuffled_deal
from piquet_core.notation import parse_deal_id
from piquet_core.players import PLAYERS, ThumbPlayer, turn_of
from piquet_core.players.budgets import BUDGETS, Budget
from piquet_core.players.playouts import played_out
from piquet_core.players.sampler import SamplingPlayer
from piquet_core.replay.visibility import knowledge_of
from piquet_core.review.advise import advise
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.solver.card_positions import PlayPosition
from piquet_core.solver.point_search import open_pique_race
from piquet_core.solver.trick_scoring import trick_scoring

RULES = load_ruleset("hoyle1909")
ODD = {
    ("32-T1MCEA4AGR58-B", 1): ("SA SQ SJ HA HQ H9 H8 H7 DA DK CK CJ", "H7", "HA"),
    ("32-MTRGD674KS57-2", 3): ("SQ SJ S9 S8 HQ DA DQ DJ D9 C8", "S8", "DJ"),
    ("32-Q3V2S14YK5EZ-*", 8): ("SQ ST HA HJ DA", "SQ", "DA"),
}
"""Leads of elder by deal and trick: the hand, what the lowest of equal values was, and a better lead."""


def at_lead(deal: str, trick: int) -> DealState:
    """Return a deal at a lead of elder, who chose among equal values the lowest card, against Thumb."""
    state, _ = start(RULES, parse_deal_id(deal))
    players = SamplingPlayer(Budget(hands=12, playouts=0), ThumbPlayer()), ThumbPlayer()
    while state.phase is not Phase.LEAD or len(state.taken) < trick - 1:
        assert state.seat is not None
        state, _ = apply(state, players[state.seat].choose(turn_of(state)))
    return state


@pytest.mark.parametrize("place", ODD, ids=str)
def test_equal_values_are_not_decided_by_the_lowest_card(place: tuple[str, int]) -> None:
    hand, low, better = ODD[place]
    state = at_lead(*place)
    assert state.hands[Seat.ELDER] == parse_hand(hand)
    for budget in (one for one in BUDGETS.values() if one.searched):
        assert str(advise(state, budget).options[0].cards) != low
    for player in ("reckoner", "master"):
        action = PLAYERS[player].make().choose(turn_of(state))
        assert isinstance(action, Play)
        assert str(action.card) == better


@pytest.mark.parametrize("id", ruleset_ids())
def test_a_hand_is_played_out_as_thumb_plays_it(id: str) -> None:
    """The points equal those of the engine, in which Thumb plays on for both seats after a random card."""
    rules = load_ruleset(id)
    rng, thumb = random.Random(f"{id} out"), ThumbPlayer()
    for number in range(12):
        state, _ = start(rules, shuffled_deal(rules, rng))
        length = rng.randrange(20)
        while state.phase not in (Phase.LEAD, Phase.FOLLOW, Phase.OVER) or (
            len(state.taken) * 2 + (state.led is not None) < length and state.seat is not None
        ):
            action = thumb.choose(turn_of(state))
            if isinstance(action, Exchange) and number % 2:
                cards = rng.sample(list(turn_of(state).cards), len(action.discards))
                action = Exchange(seat=action.seat, discards=Hand.of(cards))
            state, _ = apply(state, action)
        if state.seat is None or not state.tricks[Seat.YOUNGER] + state.tricks[Seat.ELDER]:
            continue
        plays = [one for one in turn_of(state).legal if isinstance(one, Play)]
        card = rng.choice(plays).card
        unseen = [
            (knowledge_of(state, seat).possible - state.hands[seat.other]).mask for seat in Seat
        ]
        won = [any(call.winner is seat for call in state.calls) for seat in Seat]
        scoring = trick_scoring(rules)
        race = None
        if state.bonus is None:
            race = open_pique_race(scoring, state.score, state.tricks, won)
        position = PlayPosition(
            hands=(state.hands[0].mask, state.hands[1].mask),
            leader=state.leader,
            led=state.led,
            tricks=(state.tricks[0], state.tricks[1]),
            race=race,
        )
        ahead = played_out(scoring, position, state.score, unseen, card)
        before = state.score
        state, _ = apply(state, Play(seat=state.seat, card=card))
        while state.seat is not None:
            state, _ = apply(state, thumb.choose(turn_of(state)))
        assert ahead == state.score[0] - state.score[1] - before[0] + before[1]
