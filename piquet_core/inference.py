"""What a player can work out of the other hand: certain, possible, excluded, and from what.

Sound, not complete: what is called certain is, what is called excluded is not there. Of the calls
it uses the number and rank that were told; what a bare *not good* gives away is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from piquet_core.cards import EMPTY, SUITS, Card, Hand, Rank, Suit, card, pack
from piquet_core.combinations import PointHolding, SequenceHolding, SetHolding
from piquet_core.events import Declared, Scored
from piquet_core.seat import Seat
from piquet_core.state import DealState
from piquet_core.steps import Step
from piquet_core.view import Knowledge, know, observe


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A combination that the other player named: what kind, how many, of which rank if told."""

    kind: str
    size: int
    rank: Rank | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Inference:
    """The other hand as one seat can know it now.

    ``certain`` cards are there, ``possible`` ones may be, all others are not. ``told`` is what was
    named and used, ``void`` the suits that the other hand has run out of.
    """

    seat: Seat
    knowledge: Knowledge
    certain: Hand
    possible: Hand
    told: tuple[Told, ...]
    void: tuple[Suit, ...]

    @property
    def excluded(self) -> Hand:
        """Cards that are not in the other hand."""
        whole = pack(36 if any(one.rank is Rank.SIX for one in self._all) else 32)
        return whole - self.certain - self.possible

    @property
    def _all(self) -> Hand:
        known = self.knowledge
        return known.hand | known.discards | known.unseen | known.theirs


def infer(steps: Sequence[Step], seat: Seat) -> Inference:
    """Return what a seat can work out at the last of these steps."""
    state = steps[-1].state
    known = know(state, seat)
    played = _played(state, seat.other)
    void = tuple(suit for suit in SUITS if _is_void(state, seat, suit))
    gone = EMPTY
    for suit in void:
        gone |= known.unseen.suit(suit)
    # All of it as it was when the calls were made: what has been played since was there.
    possible = (known.unseen | known.theirs | played) - gone
    certain = known.theirs | played
    told = tuple(dict.fromkeys(_told(steps, seat)))
    by_cards = state.rules.choice("point.compare").value != "pips"
    for _ in told:  # each may settle another
        for one in told:
            ways = list(_ways(one, possible, by_cards=by_cards))
            if ways:
                certain |= Hand(_common(ways))
    possible -= played
    certain -= played
    if len(possible) == len(state.hands[seat.other]):
        certain = possible
    return Inference(
        seat=seat,
        knowledge=known,
        certain=certain,
        possible=possible - certain,
        told=told,
        void=void,
    )


def _played(state: DealState, seat: Seat) -> Hand:
    cards = [trick.led if trick.leader is seat else trick.followed for trick in state.taken]
    if state.led is not None and state.leader is seat:
        cards.append(state.led)
    return Hand.of(cards)


def _is_void(state: DealState, seat: Seat, suit: Suit) -> bool:
    """Tell whether the other player has failed to follow a suit that this one led."""
    return any(
        trick.leader is seat and trick.led.suit is suit and trick.followed.suit is not suit
        for trick in state.taken
    )


def _told(steps: Sequence[Step], seat: Seat) -> Iterator[Told]:
    """Yield what the other player has named, as this one heard it."""
    for step in steps:
        for event in observe(step, seat).events:
            if isinstance(event, Declared) and event.seat is not seat and event.size:
                yield Told(kind=event.kind, size=event.size, rank=event.rank)
            elif isinstance(event, Scored) and event.seat is not seat and event.holding is not None:
                yield _told_of(event.holding)


def _told_of(holding: PointHolding | SequenceHolding | SetHolding) -> Told:
    kind = {PointHolding: "point", SequenceHolding: "sequence", SetHolding: "set"}[type(holding)]
    return Told(kind=kind, size=holding.size, rank=holding.told)


def _ways(told: Told, possible: Hand, *, by_cards: bool) -> Iterator[Hand]:
    """Yield the cards that would make what was told, one way after the other."""
    if told.kind == "set":
        assert told.rank is not None
        alike: list[Card] = [card(suit, told.rank) for suit in SUITS]
        held = [one for one in alike if one in possible]
        yield from (Hand.of(chosen) for chosen in combinations(held, told.size))
    elif told.kind == "sequence":
        assert told.rank is not None
        for suit in SUITS:
            run = SequenceHolding(suit, told.size, told.rank).cards(EMPTY)
            if run <= possible:
                yield run
    elif by_cards:
        for suit in SUITS:
            cards = list(possible.suit(suit))
            yield from (Hand.of(chosen) for chosen in combinations(cards, told.size))


def _common(ways: Sequence[Hand]) -> int:
    mask = ways[0].mask
    for way in ways:
        mask &= way.mask
    return mask
