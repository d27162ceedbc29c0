"""Knowledge of a seat: it does not change if cards that the seat cannot see change places.

`knowledge_of` and `observe` are called in every state of random games under every rule set. A card is seen if it is
the seat's own, was looked at, shown, played, or proved with a carte blanche; all others may be anywhere
that the calls allow.
"""

import json
import random
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

import pytest
from example_counts import examples
from hidden_cards import exchanged, seen_cards
from hypothesis import example, given, settings
from hypothesis import strategies as st
from random_play import E, Y
from rule_set_games import BOOKS, Board, any_game, variant

from piquet_core.cards.card_names import card_name
from piquet_core.cards.cards import EMPTY, Card, Hand, pack, parse_hand
from piquet_core.cards.combinations import SequenceHolding, SetHolding
from piquet_core.cards.seat import Seat
from piquet_core.engine.apply import apply, start
from piquet_core.engine.events import Event, MissingCardTold, Scored
from piquet_core.engine.state import Deal, DealState, Phase
from piquet_core.replay.steps import Step
from piquet_core.replay.visibility import knowledge_of, observe
from piquet_core.wording.narration import narrate
from piquet_core.wording.rich_text import plain_text

names = st.sampled_from(list(BOOKS))
seeds = st.integers(0, 39)
NAMES = ("A", "B")


def serialised(value: object) -> bytes:
    """Serialise plain data to bytes, including every field name."""
    return json.dumps(value, default=_as_data, sort_keys=True).encode()


def _as_data(value: object) -> Any:
    if isinstance(value, Hand):
        return [str(card) for card in value]
    if isinstance(value, Enum):
        return value.name
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    raise TypeError(type(value))


@settings(max_examples=examples(50))
@given(names, seeds, st.integers(0, 10**6))
def test_cards_that_a_seat_cannot_see_make_no_difference(name: str, seed: int, other: int) -> None:
    rng = random.Random(other)
    states, _, _ = any_game(name, seed)
    for place, state in enumerate(states):
        for seat in Seat:
            elsewhere = exchanged(state, seat, rng)
            known, same = knowledge_of(state, seat), knowledge_of(elsewhere, seat)
            assert known == same
            if (place + other) % 4:
                continue  # equality is checked each time, bytes and HTML alternately
            assert serialised(known) == serialised(same)
            step = Step(id="x", action=None, events=(), state=state, score=state.score)
            again = Step(id="x", action=None, events=(), state=elsewhere, score=state.score)
            assert repr(observe(step, seat)) == repr(observe(again, seat))


def test_the_shuffle_moves_cards_in_every_phase_of_every_rule_set() -> None:
    """Otherwise the test above would prove nothing."""
    rng = random.Random(1)
    for name in BOOKS:
        moved = set()
        for seed in range(12):
            for state in any_game(name, seed)[0]:
                for seat in Seat:
                    if exchanged(state, seat, rng) != state:
                        moved.add((state.phase, seat))
        assert {phase for phase, _ in moved} >= {
            Phase.ELDER_EXCHANGE,
            Phase.YOUNGER_EXCHANGE,
            Phase.DECLARE,
            Phase.REPLY,
            Phase.LEAD,
            Phase.FOLLOW,
        }
        assert {seat for _, seat in moved} == set(Seat)


@settings(max_examples=examples(40))
@given(names, seeds)
def test_what_is_unseen_is_what_lies_hidden(name: str, seed: int) -> None:
    """Each card is known or unseen, and there are as many unseen cards as hidden positions."""
    for state in any_game(name, seed)[0]:
        for seat in Seat:
            known = knowledge_of(state, seat)
            hidden = known.their_hidden + known.their_discards + known.talon_hidden
            assert hidden == len(known.unseen)
            assert known.theirs <= state.hands[seat.other]
            assert not known.looked & state.discards[seat.other]
            assert not known.unseen & (known.hand | known.discards | known.looked | known.theirs)
            if state.phase is Phase.OVER and len(state.taken) == 12:
                assert known.their_hidden == 0


@settings(max_examples=examples(40))
@given(names, seeds)
def test_a_call_stays_what_it_was_when_its_cards_are_played(name: str, seed: int) -> None:
    states, _, _ = any_game(name, seed)
    called: dict[str, object] = {}
    for state in states:
        for call, made in zip(knowledge_of(state, Y).calls, state.calls, strict=False):
            told = (call.size, call.rank)
            # A raised call is a new call: its `word` is higher.
            assert called.setdefault(f"{call.kind} {made.word}", told) == told


# -- what a step tells ----------------------------------------------------------------------


@cache
def steps(name: str, seed: int) -> list[Step]:
    """Return the steps of a random game: each action with its events."""
    states, actions, _ = any_game(name, seed)
    state, events = start(BOOKS[name], states[0].deal)
    found = [Step(id="deal", action=None, events=events, state=state, score=state.score)]
    for action in actions:
        state, events = apply(state, action)
        found.append(Step(id="x", action=action, events=events, state=state, score=state.score))
    return found


def cards_in(value: object) -> Hand:
    """Return every card in nested plain data.

    A point or a sequence names cards too; a set names only its rank.
    """
    match value:
        case Card():
            return Hand.of([value])
        case Hand():
            return value
        case SequenceHolding():
            return value.cards(EMPTY)
        case tuple() | list():
            found = EMPTY
            for one in value:
                found |= cards_in(one)
            return found
        case _ if is_dataclass(value) and type(value).__module__ == "piquet_core.engine.events":
            return cards_in([getattr(value, field.name) for field in fields(value)])
        case _:
            return EMPTY


def may_name(state: DealState, seat: Seat, told: Hand) -> Hand:
    """Return the cards that a seat may be told about at a step."""
    other = seat.other
    proved = state.deal.hand(other) if state.proved[other] else EMPTY
    return seen_cards(state, seat) | proved | told


@settings(max_examples=examples(40))
@given(names, seeds)
@example("cavendish", 2)
def test_no_view_and_no_sentence_names_a_hidden_card(name: str, seed: int) -> None:
    told = [EMPTY, EMPTY]
    for step in steps(name, seed):
        for seat in Seat:
            # Also the missing card of a trio, and all four cards of a quatorze by rank.
            for event in step.events:
                if isinstance(event, MissingCardTold) and event.seat is seat.other:
                    told[seat] |= Hand.of([event.card])
                if isinstance(event, Scored) and event.seat is seat.other and event.holding:
                    four = isinstance(event.holding, SetHolding) and event.holding.size == 4
                    told[seat] |= event.cards if four else EMPTY
            allowed = may_name(step.state, seat, told[seat])
            view = observe(step, seat)
            for event in view.events:
                assert cards_in(event) <= allowed, f"{seat.name} is told of {event}"
            theirs = view.hands[seat.other]
            for shown in (theirs.cards, theirs.drawn, theirs.active, theirs.discards):
                assert shown <= allowed
            assert Hand.of(card for card in view.talon if card is not None) <= allowed
            words = plain_text(narrate(view, NAMES))
            for card in pack(36) - allowed:
                assert card_name(card) not in words, words


@settings(max_examples=examples(40))
@given(names, seeds)
def test_a_view_keeps_all_that_a_seat_has_seen(name: str, seed: int) -> None:
    """A view keeps the seat's cards, all counts and the score."""
    for step in steps(name, seed):
        for seat in Seat:
            view, all_seen = observe(step, seat), observe(step, None)
            own = view.hands[seat]
            assert own == all_seen.hands[seat]
            assert own.hidden == 0
            theirs = view.hands[seat.other]
            assert len(theirs.cards) + theirs.hidden == len(all_seen.hands[seat.other].cards)
            assert theirs.discards_hidden == len(all_seen.hands[seat.other].discards)
            assert len(view.talon) == len(all_seen.talon)
            assert (view.score, view.calls, view.trick) == (
                all_seen.score,
                all_seen.calls,
                all_seen.trick,
            )
            assert [type(event) for event in view.events] == [type(e) for e in step.events]


# -- single secrets ------------------------------------------------------------------------------


def told_of_set(counted: str) -> Scored:
    """Return the statement that younger hears when elder counts a set of kings."""
    board = Board.calling(BOOKS["little"], "AK987.K7.K7.KT9", "QJT.AQJT.AQ.AQJ")
    board.say(f"none good none good {counted} good")
    events: tuple[Event, ...] = board.say(counted)
    step = Step(id="ce", action=None, events=events, state=board.state, score=board.state.score)
    (event,) = [one for one in observe(step, Y).events if isinstance(one, Scored)]
    return event


def test_a_quatorze_counted_as_a_trio_tells_of_no_card() -> None:
    assert told_of_set("3K").cards == EMPTY
    assert len(told_of_set("4K").cards) == 4


def test_the_pips_that_were_called_do_not_dwindle() -> None:
    board = Board.calling(BOOKS["little"], "AKQJT.K7.K7.KT9", "98.AQJT.AQJT.AQ")
    board.say("5S good none not-good none not-good")
    board.say("5S")
    assert knowledge_of(board.state, Y).calls[0].size == 51
    board.lead("SA")
    assert knowledge_of(board.state, Y).calls[0].size == 51


def test_a_suit_that_was_called_is_not_told() -> None:
    """With two suits of the same length, younger hears the same call."""
    hears = set()
    for said in ("4S", "4H"):
        board = Board.calling(BOOKS["hoyle1909"], "AK87.AK87.A9.K9", "QJT9.QJT9.KQ.AQ")
        board.say(said)
        step = Step(id="pe", action=None, events=(), state=board.state, score=(0, 0))
        hears.add(repr((knowledge_of(board.state, Y), observe(step, Y))))
    assert len(hears) == 1


@pytest.mark.parametrize("name", BOOKS)
def test_knowledge_is_plain_data(name: str) -> None:
    """It has no state, deal or rule set, so nothing leads to a hidden card."""
    state = any_game(name, 2)[0][-1]
    for seat in Seat:
        data = json.loads(serialised(knowledge_of(state, seat)))
        assert data["rules"] == name
        assert "deal" not in data


def test_another_name_for_the_rules_is_all_that_a_variant_shows() -> None:
    made = variant("little", {}, "the-same")
    deal = any_game("little", 1)[0][0].deal
    mine, theirs = (start(rules, deal)[0] for rules in (made, BOOKS["little"]))
    assert serialised(knowledge_of(mine, E)) == serialised(knowledge_of(theirs, E)).replace(
        b'"little"', b'"the-same"'
    )


def test_only_the_holder_reveals_a_carte_blanche_that_he_could_announce() -> None:
    """Under `little` it is optional: until the announcement, younger sees elder about to exchange."""
    rules = BOOKS["little"]
    blank = parse_hand("AT9.AT9.AT9.AT9")
    younger = parse_hand("KQJ.KQJ.KQJ.KQJ")
    talon = tuple(pack(32) - blank - younger)
    with_blank = start(rules, Deal(elder=blank, younger=younger, talon=talon))[0]
    assert with_blank.phase is Phase.ELDER_BLANK
    without = with_blank.evolve(phase=Phase.ELDER_EXCHANGE)
    assert knowledge_of(with_blank, Seat.YOUNGER) == knowledge_of(without, Seat.YOUNGER)
    assert knowledge_of(with_blank, Seat.ELDER) != knowledge_of(without, Seat.ELDER)
