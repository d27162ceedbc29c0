"""What would you lay out? A choice judged by playing the deal on many times with unseen cards shuffled.

The judgement uses only what the seat can know: the cards that it cannot see are dealt again for
every try, and all choices share the same tries. It measures rules of thumb against rules of thumb,
which is not the truth, so it comes in bands.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from piquet_core.engine.actions import Exchange
from piquet_core.engine.apply import apply
from piquet_core.engine.state import Deal, DealState, Phase
from piquet_core.exercises.asks import Words
from piquet_core.exercises.item import (
    Assessment,
    Chosen,
    ExerciseError,
    Exhibit,
    Form,
    Posed,
    Verdict,
)
from piquet_core.exercises.keys import Says
from piquet_core.exercises.kinds.reading import hand_options, values
from piquet_core.exercises.model import model_player
from piquet_core.exercises.position import Position, format_position
from piquet_core.pack.cards import SUITS, Card, Hand, Rank, parse_card
from piquet_core.pack.seat import Seat
from piquet_core.players import play_out, turn_of
from piquet_core.words.parts import listed
from piquet_core.words.tradeoff import trade_off

STAGES = (24, 48, 96)
"""How often the unseen cards are dealt again: a few times for choices far behind, often for the rest.

In a single deal two choices differ by some thirty points either way, so all the tries together
leave a standard error of three points.
"""
_BEST, _FINE = 2.0, 7.0
"""How many points behind the best choice tried an answer may be and still be *best*, or *fine*."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardKey:
    """Any legal exchange, judged on demand."""

    position: Position
    rule: str

    def judge(self, chosen: Chosen) -> Assessment:
        """Return the band of a choice compared with the best one tried, and what it keeps and gives up."""
        mine = Hand.of(parse_card(value) for value in chosen)
        race = _race(self.position, mine.mask)
        cost = race.cost
        says: Says = (_trade_off(self.position, mine), " ")
        if cost <= _BEST:
            verdict, told = Verdict.BEST, "None of the other choices tried does better."
        elif cost <= _FINE:
            verdict = Verdict.FINE
            told = f"It is about {round(cost)} points behind the best choice tried"
            told += "; that may be chance." if cost < 2 * race.error else "."
        else:
            verdict = Verdict.COSTLY
            told = (
                f"It costs about {round(cost)} points on average, give or take "
                f"{max(1, round(2 * race.error))}."
            )
        says = (*says, told)
        if verdict is not Verdict.BEST:
            best = Hand(race.top)
            says = (
                *says,
                " Best of those tried: lay out ",
                *listed(list(best)),
                ". ",
                _trade_off(self.position, best),
            )
        tail = (
            f" Tried {race.tries} times, every card that you cannot see dealt anew each time. The engine’s own "
            "player, who goes by rules of thumb, played on for both sides; between other players it may "
            "be otherwise."
        )
        return Assessment(
            verdict=verdict, says=(*says, tail), clause=self.position.rules.answers[self.rule]
        )

    def right(self) -> tuple[Chosen, ...]:
        """Return the best of the choices tried."""
        suggestion = _suggested(self.position)
        return (values(Hand(_race(self.position, suggestion.mask).top)),)


def best_tried(position: Position, mine: Hand, seed: str = "") -> Hand:
    """Return the best of a choice and of those that it is compared with.

    Another ``seed`` deals other unseen cards: a verdict that is to be relied on stays the same.
    """
    return Hand(_race(position, mine.mask, seed).top)


def exchange(position: Position, words: Words) -> Posed:
    """Ask which cards to lay out."""
    state = position.state
    if state.phase not in (Phase.ELDER_EXCHANGE, Phase.YOUNGER_EXCHANGE):
        raise ExerciseError("nobody exchanges here")
    turn = turn_of(state)
    rule = f"exchange.{position.you.name.lower()}-max"
    key = DiscardKey(position=position, rule=rule)
    suggestion = _suggested(position)
    solution: Says = (
        "The engine’s own player, who goes by rules of thumb, lays out: ",
        *listed(list(suggestion)),
        ". ",
        _trade_off(position, suggestion),
        " Give that or another answer, and the engine compares it with others.",
    )
    role = "elder" if position.you is Seat.ELDER else "younger"
    number = f"exactly {turn.most}" if turn.least == turn.most else f"{turn.least} to {turn.most}"
    return Posed(
        form=Form.SOME,
        key=key,
        solution=solution,
        shown=(
            Exhibit(
                label="The exchange", lines=((f"You are {role}, and lay out {number} cards.",),)
            ),
        ),
        question=words.question,
        hint=words.hint,
        clause=position.rules.answers[rule],
        options=hand_options(position.hand),
        least=turn.least,
        most=turn.most,
        slow=True,
    )


# -- what to compare with ------------------------------------------------------------------------


def _suggested(position: Position) -> Hand:
    action = model_player().choose(turn_of(position.state))
    assert isinstance(action, Exchange)
    return action.discards


@lru_cache(maxsize=64)
def _candidates(position: Position) -> tuple[Hand, ...]:
    """Return the choices to compare with: that of the rules of thumb, and one for each long suit kept."""
    hand, most = position.hand, turn_of(position.state).most
    found = [_suggested(position)]
    for suit in sorted(SUITS, key=lambda one: -len(hand.suit(one)))[:3]:
        rest = sorted(
            (card for card in hand if card.suit is not suit),
            key=lambda card: (_alike(hand, card) >= 3, card.rank),
        )
        one = Hand.of(rest[:most])
        if one not in found:
            found.append(one)
    return tuple(found)


def _alike(hand: Hand, card: Card) -> int:
    return sum(one.rank is card.rank for one in hand if card.rank >= Rank.TEN)


# -- the simulation ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Race:
    """How a choice fares: the best one tried, the points behind it, their standard error, the tries."""

    top: int
    cost: float
    error: float
    tries: int


def _race(position: Position, mine: int, seed: str = "") -> _Race:
    """Compare a choice with others, over and over with those that may still be the best.

    A different ``seed`` deals different unseen cards.
    """
    alive = list(dict.fromkeys((mine, *(one.mask for one in _candidates(position)))))
    race = _Race(top=mine, cost=0, error=0, tries=0)
    for tries in STAGES:
        results = {mask: _results(position, mask, tries, seed) for mask in alive}
        top = max(alive, key=lambda mask: (_mean(results[mask]), mask == mine))
        behind = {
            mask: [best - own for best, own in zip(results[top], results[mask], strict=True)]
            for mask in alive
        }
        cost, error = _mean(behind[mine]), _error(behind[mine])
        race = _Race(top=top, cost=cost, error=error, tries=tries)
        if cost - 2 * error > _FINE:
            break  # the verdict will not change any more
        alive = [
            mask
            for mask in alive
            if mask == mine or _mean(behind[mask]) <= 2 * _error(behind[mask])
        ]
    return race


def _results(position: Position, mask: int, tries: int, seed: str) -> tuple[int, ...]:
    """Return the seat's points less the other's for each try, after laying out some cards."""
    found: tuple[int, ...] = ()
    for block in range(tries // STAGES[0]):
        found += _block(position, mask, f"{block}{seed}")
    return found


@lru_cache(maxsize=512)
def _block(position: Position, mask: int, number: str) -> tuple[int, ...]:
    """Return the results of some tries; they are cached."""
    found = []
    for state in _tries(position, number):
        seat = state.seat
        assert seat is not None
        state, _ = apply(state, Exchange(seat=seat, discards=Hand(mask)))  # noqa: PLW2901
        player = model_player()
        for _action, after, _events in play_out(state, player, player):
            state = after  # noqa: PLW2901
        found.append(state.score[seat] - state.score[seat.other])
    return tuple(found)


def _mean(found: Sequence[int]) -> float:
    return sum(found) / len(found)


def _error(found: Sequence[int]) -> float:
    """Return the standard error of a mean."""
    mean = _mean(found)
    return sqrt(sum((one - mean) ** 2 for one in found) / (len(found) - 1) / len(found))


@lru_cache(maxsize=64)
def _tries(position: Position, number: str) -> tuple[DealState, ...]:
    """Return a block of states that differ only where the seat on turn cannot see."""
    state = position.state
    turn = turn_of(state)
    seat, known = position.you, turn.knowledge
    rng = random.Random(f"{format_position(position)} {number}")  # noqa: S311 - always the same
    found = []
    for _ in range(STAGES[0]):
        hidden = list(known.unseen)
        rng.shuffle(hidden)
        talon = tuple(card if card in known.looked else hidden.pop() for card in state.talon)
        theirs = known.theirs | Hand.of(hidden[: known.their_hidden])
        gone = Hand.of(hidden[known.their_hidden :])
        hands = (known.hand, theirs) if seat is Seat.ELDER else (theirs, known.hand)
        discards = (known.discards, gone) if seat is Seat.ELDER else (gone, known.discards)
        deal = Deal(elder=hands[0], younger=hands[1], talon=talon)
        found.append(state.evolve(deal=deal, hands=hands, talon=talon, discards=discards))
    return tuple(found)


def _trade_off(position: Position, gone: Hand) -> str:
    return trade_off(position.rules, position.hand, gone)
