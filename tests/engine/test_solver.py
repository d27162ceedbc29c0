"""The solver compared with the engine, which plays every ending; and the trick search with all replies."""

import random
from functools import cache

import pytest
from random_play import AB, E, Y, read

from piquet_core.cards.cards import CARDS, Hand, pack
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Play
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.state import Deal, DealState, Phase, Trick
from piquet_core.replay.replay import replay_record
from piquet_core.rules import RuleSet, load_ruleset, ruleset_ids
from piquet_core.simulator.simulated_position import NotInPlay
from piquet_core.solver.card_positions import PlayPosition, values_of_cards
from piquet_core.solver.open_hands import encode_hands
from piquet_core.solver.point_search import PointSearch, open_pique_race
from piquet_core.solver.solve import Solver, solve
from piquet_core.solver.trick_scoring import trick_scoring
from piquet_core.solver.trick_search import TrickSearch

# Totals before the ending: far from a pique, close to one for either player, and zero.
SCORES = ((12, 7), (28, 0), (29, 0), (25, 0), (0, 0), (0, 27), (0, 29))


def ending(
    rules: RuleSet, cards: int, rng: random.Random, score: tuple[int, int], leader: Seat = E
) -> DealState:
    """Return a random ending with so many cards in each hand."""
    chosen = rng.sample(list(pack(rules.number("pack.size").value)), 24)
    hands = Hand.of(chosen[:cards]), Hand.of(chosen[cards : 2 * cards])
    gone = 12 - cards
    elder = rng.choice((0, gone, rng.randint(0, gone)))
    played = Trick(leader=E, led=CARDS[8], followed=CARDS[1], winner=E)
    return DealState(
        rules=rules,
        deal=Deal(elder=hands[0], younger=hands[1], talon=()),
        phase=Phase.LEAD,
        hands=hands,
        talon=(),
        leader=leader,
        tricks=(elder, gone - elder),
        taken=(played,) * gone,
        score=score,
    )


def played_out(state: DealState) -> int:
    """Return elder's points minus younger's, by trying every card that the engine allows."""
    known: dict[object, int] = {}

    def best(now: DealState) -> int:
        if now.phase is Phase.OVER:
            return now.score[0] - now.score[1]
        key = (
            now.hands[0].mask,
            now.hands[1].mask,
            now.leader,
            now.led,
            now.tricks,
            now.score,
            now.bonus,
        )
        if key not in known:
            found = [best(apply(now, action)[0]) for action in legal_actions(now)]
            known[key] = max(found) if now.seat is E else min(found)
        return known[key]

    return best(state)


@pytest.mark.parametrize("id", ruleset_ids())
@pytest.mark.parametrize(
    ("most", "cases"), [(3, 12), pytest.param(5, 40, marks=pytest.mark.thorough)]
)
def test_every_card_of_an_ending_is_worth_what_playing_it_out_shows(
    id: str, most: int, cases: int
) -> None:
    rules, rng = load_ruleset(id), random.Random(f"{id} endings")
    for score in SCORES:
        for cards in range(1, most + 1):
            for _ in range(cases // cards):
                state = ending(rules, cards, rng, score, rng.choice((E, Y)))
                found = solve(state)
                for card, value in found.values.items():
                    new, _ = apply(state, Play(seat=state.leader, card=card))
                    assert value.deal == played_out(new), (state.hands, card)
                    assert value.rest == value.deal - (score[0] - score[1])
                assert found.best == played_out(state)


@pytest.mark.parametrize("last_counts", [True, False])
@pytest.mark.parametrize("size", [32, 36])
def test_few_replies_are_enough(size: int, *, last_counts: bool) -> None:
    """Trick search over three kinds of replies (cheapest, lowest, one of each suit) against all cards."""
    rng = random.Random(f"half tricks {size}")

    @cache
    def best(own: int, other: int) -> int:
        if not own:
            return int(last_counts)
        cards, found = own.bit_count(), -1
        for lead in (card for card in CARDS if own >> card & 1):
            suit = other & 0x1FF << lead // 9 * 9
            worst = 99
            for reply in (card for card in CARDS if (suit or other) >> card & 1):
                mine, theirs = own ^ 1 << lead, other ^ 1 << reply
                if reply // 9 == lead // 9 and reply > lead:
                    worst = min(worst, 2 * cards - 1 - best(theirs, mine))
                else:
                    worst = min(worst, 2 + best(mine, theirs))
            found = max(found, worst)
        return found

    search = TrickSearch(last_counts=last_counts)
    for _ in range(300):
        cards = rng.randint(1, 5)
        chosen = rng.sample(list(pack(size)), 2 * cards)
        own, other = Hand.of(chosen[:cards]).mask, Hand.of(chosen[cards:]).mask
        assert search.value(*encode_hands(own, other), cards) == best(own, other)


def test_the_best_line_is_legal_and_keeps_the_value() -> None:
    rng = random.Random("a line")
    for id in ("hoyle1909", "little", "denexa"):
        state = ending(load_ruleset(id), 6, rng, (20, 3))
        found = solve(state)
        for card in found.line:
            assert state.seat is not None
            assert solve(state).best == found.best
            state, _ = apply(state, Play(seat=state.seat, card=card))
        assert state.phase is Phase.OVER
        assert state.score[0] - state.score[1] == found.best


def test_a_against_b_is_best_at_all_24_cards() -> None:
    """ANALYSIS 6: the printed play loses nothing, and 43 to 23 is the value of the play."""
    replay = replay_record(read(AB))
    solver, cards = None, 0
    for step, before in zip(replay.steps[1:], replay.steps, strict=False):
        action = step.action
        if not isinstance(action, Play):
            continue
        state = before.state
        solver = solver or Solver(state)
        found = solver.solve(state)
        assert found.values[action.card].deal == found.best == 43 - 23, step.id
        cards += 1
    assert cards == 24


def test_before_the_first_lead_nothing_is_solved() -> None:
    replay = replay_record(read(AB))
    with pytest.raises(NotInPlay, match="elder exchanges"):
        solve(replay.steps[0].state)


@pytest.mark.parametrize("id", ruleset_ids())
def test_a_moment_without_a_deal_is_worth_the_same(id: str) -> None:
    """Two hands and the relevant past, before each card of ten endings, against `solve`."""
    rules, rng = load_ruleset(id), random.Random(1645)
    by = trick_scoring(rules)
    for number in range(10):
        state = ending(
            rules, rng.randint(2, 4), rng, SCORES[number % len(SCORES)], rng.choice((E, Y))
        )
        solver, search = Solver(state), PointSearch(by)
        while state.phase is not Phase.OVER:
            race = (
                None
                if state.bonus is not None
                else open_pique_race(by, state.score, state.tricks, (False, False))
            )
            moment = PlayPosition(
                hands=(state.hands[0].mask, state.hands[1].mask),
                leader=state.leader,
                led=state.led,
                tricks=state.tricks,
                race=race,
            )
            wanted = {card: value.rest for card, value in solver.solve(state).values.items()}
            assert values_of_cards(search, moment) == wanted
            state, _ = apply(state, rng.choice(legal_actions(state)))
