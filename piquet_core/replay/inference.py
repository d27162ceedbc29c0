"""Inferences about the opponent's hand: certain, possible and excluded cards, with reasons.

Inferences use the numbers, ranks and pips named in the calls, all together. A certain card is in
every hand that fits the calls, and an excluded card in none. Because of sinking, it is not assumed
that the opponent called everything. The information in a bare *not good* is ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations
from operator import and_, or_

from piquet_core.cards.cards import EMPTY, SUITS, Hand, Rank, Suit, card, pack
from piquet_core.cards.combinations import PointHolding, SequenceHolding, SetHolding
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Declared, PipsTold, Scored
from piquet_core.replay.steps import Step
from piquet_core.replay.visibility import Knowledge, knowledge_of, observe
from piquet_core.rules import RuleSet

_MOST_CASES = 5000


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedHolding:
    """A combination that the opponent named: kind, size and, if named, rank.

    ``pips`` are the named pips of a point, or 0.
    """

    kind: str
    size: int
    rank: Rank | None
    pips: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Inference:
    """The opponent's hand as far as a seat can know it.

    ``certain`` cards are in the hand, ``possible`` cards may be, and all other cards are not.
    ``told`` are the combinations that the opponent named, and ``settled`` the cards that each of
    them makes certain on its own. ``void`` are the suits that the opponent has run out of.
    ``hands`` is the number of hands that fit, or 0 if they were not counted.
    """

    seat: Seat
    knowledge: Knowledge
    certain: Hand
    possible: Hand
    told: tuple[NamedHolding, ...]
    settled: tuple[Hand, ...]
    void: tuple[Suit, ...]
    hands: int = 0

    @property
    def excluded(self) -> Hand:
        """Cards that are not in the opponent's hand."""
        whole = pack(36 if any(one.rank is Rank.SIX for one in self._all) else 32)
        return whole - self.certain - self.possible

    @property
    def _all(self) -> Hand:
        known = self.knowledge
        return known.hand | known.discards | known.unseen | known.theirs


def infer(steps: Sequence[Step], seat: Seat) -> Inference:
    """Return the inferences that a seat can draw after the last of ``steps``."""
    state = steps[-1].state
    known = knowledge_of(state, seat)
    played = known.played(seat.other)
    # The hand at the time of the calls, including the cards played since.
    possible = known.possible | played
    size = len(state.hands[seat.other]) + len(played)
    told = tuple(dict.fromkeys(_told(steps, seat)))
    ways = [_ways(one, possible, state.rules) for one in told]
    settled = tuple(Hand(_common(each)) if each else EMPTY for each in ways)
    hands = _together((known.theirs | played).mask, ways, size)
    certain = Hand(_common(hands))
    if all(hand.bit_count() == size for hand in hands):
        possible &= Hand(_any(hands))
    if len(possible) == size:
        certain = possible
    return Inference(
        seat=seat,
        knowledge=known,
        certain=certain - played,
        possible=possible - certain - played,
        told=told,
        settled=settled,
        void=known.void,
    )


def _together(known: int, ways: Sequence[Sequence[int]], size: int) -> list[int]:
    """Return the masks of the sets of cards that fit all named combinations together.

    ``known`` is the mask of the known cards of the hand, ``ways`` has the possible masks of each
    combination, and ``size`` is the number of cards in the hand. A combination that leads to too
    many cases is ignored.
    """
    found = {known}
    for each in ways:
        joined = {hand | way for hand in found for way in each}
        fitting = {hand for hand in joined if hand.bit_count() <= size}
        if (
            0 < len(fitting) <= _MOST_CASES
        ):  # cases beyond this number are not followed: then less is known
            found = fitting
    return list(found)


def _told(steps: Sequence[Step], seat: Seat) -> Iterator[NamedHolding]:
    """Yield the combinations that the opponent of a seat named."""
    pips = {
        event.kind: event.pips
        for step in steps
        for event in step.events
        if isinstance(event, PipsTold) and event.seat is not seat
    }
    for step in steps:
        for event in observe(step, seat).events:
            if isinstance(event, Declared) and event.seat is not seat and event.size:
                yield NamedHolding(
                    kind=event.kind,
                    size=event.size,
                    rank=event.rank,
                    pips=pips.get(event.kind, 0),
                )
            elif isinstance(event, Scored) and event.seat is not seat and event.holding is not None:
                told = _told_of(event.holding)
                yield replace(told, pips=pips.get(told.kind, 0))


def _told_of(holding: PointHolding | SequenceHolding | SetHolding) -> NamedHolding:
    kind = {PointHolding: "point", SequenceHolding: "sequence", SetHolding: "set"}[type(holding)]
    return NamedHolding(kind=kind, size=holding.size, rank=holding.named_rank)


def _ways(told: NamedHolding, possible: Hand, rules: RuleSet) -> list[int]:
    """Return the masks of all sets of ``possible`` cards that form a named combination.

    For a point, the list is empty if points are compared by pips, because too many sets have the
    same pips.
    """
    if told.kind == "set":
        assert told.rank is not None
        alike = [one for suit in SUITS if (one := card(suit, told.rank)) in possible]
        return [Hand.of(chosen).mask for chosen in combinations(alike, told.size)]
    if told.kind == "sequence":
        assert told.rank is not None
        runs = (SequenceHolding(suit, told.size, told.rank).cards(EMPTY) for suit in SUITS)
        return [run.mask for run in runs if run <= possible]
    if rules.choice("point.compare").value == "pips":
        return []  # many sets of cards have the same pips
    value = rules.pips("point.pips").value
    return [
        Hand.of(chosen).mask
        for suit in SUITS
        for chosen in combinations(possible.suit(suit), told.size)
        if told.pips in (0, sum(value[one.rank] for one in chosen))
    ]


def _common(masks: Sequence[int]) -> int:
    return reduce(and_, masks)


def _any(masks: Sequence[int]) -> int:
    return reduce(or_, masks)
