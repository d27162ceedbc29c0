"""Invariants of every deal under every rule set, derived from the rule set's data.

`test_invariants.py` checks one rule set with its book's figures. Here the figures come from the answers,
and a second method adds up the log without the engine.
"""

import random
from collections.abc import Iterator
from functools import cache

import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import E, Game, Y, any_deal, exchange_limits, play_out
from rule_set_games import BOOKS, any_game, variant
from test_invented_rule_set import RULES

from piquet_core.cards.cards import EMPTY, Card, Hand, Rank, pack
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import AnnounceBlank, Exchange
from piquet_core.engine.apply import apply, start
from piquet_core.engine.events import (
    BlankAnnounced,
    BlankShown,
    DealEnded,
    Drew,
    Exchanged,
    Looked,
    MissingCardTold,
    Played,
    RedealAnswered,
    RepiqueBarred,
    Scored,
    tally,
)
from piquet_core.engine.state import DealState, Phase, Trick
from piquet_core.rules import RuleSet, catalogue
from piquet_core.rules.strategies import is_blank

LOW = [Rank.SIX, Rank.SEVEN, Rank.EIGHT, Rank.NINE]
# Rule sets that no book has, so that some deals cover their changes as well.
MADE_UP = {
    "invented": RULES,
    "apart": variant("denexa", {"cards.toward-pique": False}, "apart"),
    "literal": variant("little", {"set.elder-silent": "forfeits", "set.others": False}, "literal"),
    "strict": variant("modern", {"play.last-trick-capot": False, "declare.sink": False}, "strict"),
    "treatise": variant(
        "picquet1651", {"play.last-trick-low": False, "pique.seat": "either"}, "treatise"
    ),
    "three": variant("hoyle1909", {"play.last-trick": 3}, "three"),
    "two": variant(
        "hoyle1909",
        {"play.last-trick": 2, "play.last-trick-low": False, "play.last-trick-capot": False},
        "two",
    ),
}
names = st.sampled_from([*BOOKS, *MADE_UP])


Pair = tuple[str, int]


@cache
def game_of(pair: Pair) -> Game:
    name, seed = pair
    if name in BOOKS:
        return any_game(name, seed)
    rng = random.Random(seed)
    return play_out(MADE_UP[name], any_deal(MADE_UP[name], rng), rng)


# Drawn as a name and a number, so that a failure prints these instead of a whole game.
pairs = st.tuples(names, st.integers(0, 59))


def scores(game: Game) -> list[Scored]:
    return [event for event in game[2] if isinstance(event, Scored)]


def value(rules: RuleSet, id: str) -> int:
    """Return a number of the rule set, or 0 if the rule does not apply."""
    return rules.number(id).value if rules.has(id) else 0


def counts(rules: RuleSet, card: Card) -> bool:
    return rules.flag("play.low-cards").value or card.rank not in LOW


def redealt(game: Game) -> bool:
    return isinstance(game[2][-1], RedealAnswered)


# -- cards ---------------------------------------------------------------------------------------


@settings(max_examples=examples(80))
@given(pairs)
def test_every_card_is_in_one_place(pair: Pair) -> None:
    game = game_of(pair)
    states, _, log = game
    whole = pack(states[0].rules.number("pack.size").value)
    for state in states:
        played = [card for trick in state.taken for card in (trick.led, trick.followed)]
        played += [state.led] if state.led is not None else []
        parts = [*state.hands, *state.discards, Hand.of((*state.talon, *state.pending))]
        assert sum(part.mask for part in parts) + Hand.of(played).mask == whole.mask
        assert len(played) == len(set(played))
    if not redealt(game):
        assert len([event for event in log if isinstance(event, Played)]) == 24
        assert states[-1].hands == (EMPTY, EMPTY)
        assert sum(states[-1].tricks) == len(states[-1].taken) == 12


@settings(max_examples=examples(80))
@given(pairs)
def test_whoever_exchanges_takes_as_many_as_he_lays_out(pair: Pair) -> None:
    game = game_of(pair)
    states, actions, log = game
    talon = states[0].deal.talon
    for before, action in zip(states, actions, strict=False):
        if isinstance(action, Exchange):
            least, most = exchange_limits(before)
            assert least <= len(action.discards) <= most
    drawn: list[Card] = []
    for event in log:
        if isinstance(event, Exchanged | Drew):
            assert len(event.drawn) == event.count
            drawn += event.drawn
    assert len(set(drawn)) == len(drawn)
    assert Hand.of(drawn) | Hand.of(states[-1].talon) == Hand.of(talon)
    lefts = [event.left for event in log if isinstance(event, Exchanged | Drew)]
    assert lefts[-1] == len(states[-1].talon)
    assert lefts == sorted(lefts, reverse=True)
    after = next((s for s in states if s.phase is Phase.DECLARE), None)
    if after is not None:
        assert [len(hand) for hand in after.hands] == [12, 12]
        # Elder's cards are first: elder draws from the top, whoever draws first.
        own = len(after.discards[E])
        assert after.hands[E] == (after.deal.elder - after.discards[E]) | Hand.of(talon[:own])
        rest = talon[own : own + len(after.discards[Y])]
        assert after.hands[Y] == (after.deal.younger - after.discards[Y]) | Hand.of(rest)


@settings(max_examples=examples(60))
@given(pairs)
def test_looks_and_missing_cards(pair: Pair) -> None:
    game = game_of(pair)
    states, _, log = game
    rules, deal = states[0].rules, states[0].deal
    share = rules.number("exchange.elder-max").value
    private = rules.choice("exchange.younger-look").value in ("own-share", "all-left")
    seen = dict.fromkeys(Seat, EMPTY)
    for event in log:
        if isinstance(event, Looked):
            seen[event.seat] |= event.cards
            assert event.cards
            assert len(event.cards) == event.count
            assert event.cards <= Hand.of(deal.talon)
            if event.rule == "exchange.elder-look":
                assert event.seat is E
                assert event.cards <= Hand.of(deal.talon[:share])
            if event.rule == "exchange.younger-look":
                assert not private or event.seat is Y
        if isinstance(event, MissingCardTold):
            assert event.card in states[-1].discards[event.seat]
            assert rules.choice("set.missing").value == "told-on-request"
        if isinstance(event, BlankShown):
            assert event.cards == deal.hand(event.seat)
            assert is_blank(rules, event.cards)
    assert (seen[E], seen[Y]) == states[-1].looked


# -- scores --------------------------------------------------------------------------------------


@settings(max_examples=examples(80))
@given(pairs)
def test_the_score_is_the_sum_of_the_log(pair: Pair) -> None:
    game = game_of(pair)
    states, actions, log = game
    state, events = start(states[0].rules, states[0].deal)
    total = tally(events)
    for action, expected in zip(actions, states[1:], strict=True):
        state, events = apply(state, action)
        total = tally(events, total)
        assert state.score == total
        assert state == expected
    assert tally(log) == states[-1].score
    ended = [event for event in log if isinstance(event, DealEnded)]
    assert [(one.score, one.tricks) for one in ended] == (
        [] if redealt(game) else [(states[-1].score, states[-1].tricks)]
    )


@settings(max_examples=examples(80))
@given(pairs)
def test_every_event_rests_on_an_answer(pair: Pair) -> None:
    game = game_of(pair)
    states, _, log = game
    rules = states[0].rules
    order = rules.names("reckon.order").value
    for event in log:
        if isinstance(event, Played):
            continue
        assert event.rule in catalogue()
        assert rules.has(event.rule), f"{rules.id} has no answer to {event.rule}"
        if isinstance(event, Scored):
            assert event.points
            assert (event.points < 0) == (event.rule == "reply.recall-until"), "taken down again"
            assert event.reckon in order
            if rules.answers[event.rule].rule.kind == "int":
                assert event.points == rules.number(event.rule).value


def trick_points(rules: RuleSet, tricks: tuple[Trick, ...]) -> Iterator[tuple[Seat, int]]:
    """Yield the points of each trick: to its leader, and to its winner."""
    for trick in tricks:
        if counts(rules, trick.led):
            yield trick.leader, value(rules, "play.lead")
        if trick.winner is not trick.leader:
            if counts(rules, trick.followed):
                yield trick.winner, value(rules, "play.capture")
        elif counts(rules, trick.led):
            yield trick.winner, value(rules, "play.lead-wins")


def last_trick(rules: RuleSet, final: DealState) -> int:
    """Return the points of the last trick, which may be zero for a low card or in a capot."""
    if not (points := value(rules, "play.last-trick")):
        return 0  # the rule set then has no answer about low cards and capots either
    last = final.taken[-1]
    won_with = last.led if last.winner is last.leader else last.followed
    low = won_with.rank in LOW and not rules.flag("play.last-trick-low").value
    capot = 0 in final.tricks and not rules.flag("play.last-trick-capot").value
    return 0 if low or capot else points


@settings(max_examples=examples(100))
@given(pairs)
def test_the_points_of_play(pair: Pair) -> None:
    game = game_of(pair)
    states, _, _ = game
    final, rules = states[-1], states[0].rules
    if redealt(game):
        return
    expected = [0, 0]
    for seat, points in trick_points(rules, final.taken):
        expected[seat] += points
    expected[final.taken[-1].winner] += last_trick(rules, final)
    in_play = [e for e in scores(game) if e.rule.startswith("play.")]
    assert [sum(e.points for e in in_play if e.seat is seat) for seat in Seat] == expected
    figures = {id: value(rules, f"play.{id}") for id in ("lead", "lead-wins", "capture")}
    if figures == {"lead": 1, "lead-wins": 0, "capture": 1} and rules.flag("play.low-cards").value:
        # Every lead counts one, a capture adds one, and the last trick adds its own.
        captured = sum(trick.winner is not trick.leader for trick in final.taken)
        total = sum(e.points for e in in_play)
        assert total == 12 + captured + last_trick(rules, final)
        assert 12 <= total <= 24 + value(rules, "play.last-trick")


@pytest.mark.parametrize(("name", "worths"), [("three", {3}), ("two", {0, 2})])
def test_a_last_trick_worth_more_is_among_those_deals(name: str, worths: set[int]) -> None:
    """No book pays more than one point, so the books alone do not test this."""
    found = set()
    for seed in range(60):
        final = game_of((name, seed))[0][-1]
        paid = [e.points for e in scores(game_of((name, seed))) if e.rule == "play.last-trick"]
        assert sum(paid) == last_trick(final.rules, final)
        found.add(sum(paid))
    assert found == worths


@settings(max_examples=examples(80))
@given(pairs)
def test_the_cards_and_the_capot(pair: Pair) -> None:
    game = game_of(pair)
    states, _, _ = game
    final, rules = states[-1], states[0].rules
    if redealt(game):
        return
    majority = value(rules, "cards.majority")
    expected: list[tuple[Seat, int]] = []
    for seat in Seat:
        if final.tricks[seat] >= majority:
            capot = not final.tricks[seat.other]
            if not capot or rules.choice("capot.mode").value == "on-top":
                expected.append((seat, value(rules, "cards.points")))
            if capot:
                expected.append((seat, value(rules, "capot.points")))
    assert [(e.seat, e.points) for e in scores(game) if e.reckon == "cards"] == expected


@settings(max_examples=examples(150))
@given(pairs)
def test_a_bonus_comes_once_and_where_the_rules_have_it(pair: Pair) -> None:
    """Pique and repique, found again from the log and the rule set."""
    game = game_of(pair)
    states, _, _ = game
    final, rules = states[-1], states[0].rules
    bonuses = [e for e in scores(game) if e.rule in ("pique.bonus", "repique.bonus")]
    assert len(bonuses) <= 1
    assert final.bonus == (bonuses[0].seat if bonuses else None)
    repique = [e.seat for e in bonuses if e.rule == "repique.bonus"]
    assert repique == [seat for seat in Seat if earns_repique(game, seat)]
    assert [e.seat for e in bonuses if e.rule == "pique.bonus"] == earns_pique(game, set(repique))
    for event in bonuses:
        if event.rule == "pique.bonus" and rules.choice("pique.seat").value == "elder":
            assert event.seat is E


def earns_repique(game: Game, seat: Seat) -> bool:
    states, _, _ = game
    final, rules = states[-1], states[0].rules
    order = rules.names("reckon.order").value
    in_hand = [
        e
        for e in scores(game)
        if e.seat is seat and e.reckon not in ("play", "cards") and e.rule != "repique.bonus"
    ]
    theirs = [call.kind for call in final.calls if call.winner is seat.other]
    theirs += ["blank"] if final.blanks[seat.other] else []
    total = 0
    for event in sorted(in_hand, key=lambda e: order.index(e.reckon)):
        total += event.points
        if total >= value(rules, "repique.threshold"):
            if rules.choice("repique.bar").value == "any-declaration":
                return not theirs
            return all(order.index(kind) >= order.index(event.reckon) for kind in theirs)
    return False


def earns_pique(game: Game, repiqued: set[Seat]) -> list[Seat]:
    states, _, log = game
    final, rules = states[-1], states[0].rules
    score, tricks, played = [0, 0], [0, 0], 0
    unbroken = rules.has("pique.unbroken") and rules.flag("pique.unbroken").value
    toward = {"play", "cards"} if rules.flag("cards.toward-pique").value else {"play"}
    found: list[Seat] = []
    takers = iter(final.taken)
    for event in log:
        if isinstance(event, Played):
            played += 1
            if played % 2 == 0:
                tricks[next(takers).winner] += 1
        if not isinstance(event, Scored) or event.rule in ("pique.bonus", "repique.bonus"):
            continue
        if event.reckon == "cards" and "cards" not in toward:
            continue  # the ten scored at the seventh trick does not help to make a pique
        score[event.seat] += event.points
        seat, other = event.seat, event.seat.other
        if (
            event.reckon in toward
            and event.rule != "capot.points"
            and score[seat] >= value(rules, "pique.threshold")
            and not score[other]
            and not repiqued
            and not found
            and (seat is E or rules.choice("pique.seat").value == "either")
            and not any(call.winner is other for call in final.calls)
            and not (unbroken and tricks[other])
            and (rules.choice("pique.within").value == "any-card" or played == 1)
        ):
            found.append(seat)
    return found


@settings(max_examples=examples(80))
@given(pairs)
def test_whoever_is_barred_had_enough_and_whoever_bars_it_scores(pair: Pair) -> None:
    game = game_of(pair)
    states, _, log = game
    for event in log:
        if isinstance(event, RepiqueBarred):
            counting = states[-1].counting_blanks[event.seat.other]
            both = all(states[-1].blanks) and counting
            assert event.rule == ("blank.both" if both else "repique.bar")
            theirs = [call for call in states[-1].calls if call.winner is event.seat.other]
            assert theirs or counting


@settings(max_examples=examples(80))
@given(pairs)
def test_a_carte_blanche_that_is_announced_is_scored_once(pair: Pair) -> None:
    game = game_of(pair)
    states, actions, log = game
    final, rules = states[-1], states[0].rules
    if redealt(game):
        return
    for seat in Seat:
        told = [e for e in log if isinstance(e, BlankAnnounced) and e.seat is seat]
        made = [e for e in scores(game) if e.rule == "blank.points" and e.seat is seat]
        assert len(told) == final.blanks[seat] == final.proved[seat]
        assert len(made) == final.counting_blanks[seat]
        if not is_blank(rules, final.deal.hand(seat)):
            assert not told
        elif rules.choice("blank.announce").value != "optional":
            assert told
        else:
            said = [a for a in actions if isinstance(a, AnnounceBlank) and a.seat is seat]
            assert [one.declare for one in said] == [bool(told)]
