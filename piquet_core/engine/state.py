"""Immutable state of a deal. The engine derives everything else from it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

from piquet_core.cards.cards import EMPTY, Card, Hand, Suit, pack
from piquet_core.cards.combinations import Holding
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Response
from piquet_core.errors import CardError
from piquet_core.rules import RuleSet


class Phase(Enum):
    """The next decision to be made, and the player who makes it."""

    # Members are singletons, and hashing by identity is faster for tables keyed by phase.
    __hash__ = object.__hash__

    ELDER_BLANK = "elder may announce carte blanche"
    ELDER_EXCHANGE = "elder exchanges"
    ELDER_LOOK = "elder may look at the talon"
    ELDER_REDEAL = "elder may ask for a new deal"
    YOUNGER_REDEAL = "younger answers the request for a new deal"
    YOUNGER_BLANK = "younger may announce carte blanche"
    YOUNGER_EXCHANGE = "younger exchanges"
    ELDER_LEAVES = "elder may say how many cards he leaves"
    YOUNGER_CHANGES = "younger may change what he laid out"
    YOUNGER_LOOK = "younger may look at the talon"
    DECLARE = "elder calls"
    REPLY = "younger answers"
    ELDER_RAISE = "elder may raise the call"
    ELDER_COUNT = "elder counts"
    LEAD = "a card is led"
    ELDER_DEMAND = "elder may see what younger looked at"
    YOUNGER_RECALL = "younger may take back the answer"
    YOUNGER_COUNT = "younger counts"
    FOLLOW = "a card is played to the lead"
    OVER = "the deal is over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The pack as dealt: two hands and the talon, top card first."""

    elder: Hand
    younger: Hand
    talon: tuple[Card, ...]

    def check(self, rules: RuleSet) -> None:
        """Raise `CardError` unless the deal is a complete pack, dealt as ``rules`` require."""
        size = rules.number("deal.hand").value
        whole = pack(rules.number("pack.size").value)
        if self._is_whole(whole, size):
            return
        for name, hand in (("elder", self.elder), ("younger", self.younger)):
            if len(hand) != size:
                raise CardError(f"{name} has {len(hand)} cards, not {size}")
        talon = Hand.of(self.talon)
        if len(talon) != rules.number("deal.talon").value:
            raise CardError(
                f"the talon has {len(talon)} cards, not {rules.number('deal.talon').value}"
            )
        parts = (("elder", self.elder), ("younger", self.younger), ("the talon", talon))
        for i, (name, one) in enumerate(parts):
            for other_name, other in parts[i + 1 :]:
                if common := one & other:
                    raise CardError(f"{common} is in both {name} and {other_name}")
        if strange := (self.elder | self.younger | talon) - whole:
            raise CardError(f"{strange} is not in a pack of {len(whole)}")

    def _is_whole(self, whole: Hand, size: int) -> bool:
        """Return whether the deal consists of the pack ``whole`` with hands of ``size`` cards.

        This is fast. The slower check in `check` finds the fault of an invalid deal.
        """
        talon = 0
        for card in self.talon:
            talon |= 1 << card
        return (
            len(self.elder) == len(self.younger) == size
            and len(self.talon) == len(whole) - 2 * size
            and self.elder.mask | self.younger.mask | talon == whole.mask
        )

    def hand(self, seat: Seat) -> Hand:
        """Return the twelve cards dealt to a seat."""
        return (self.elder, self.younger)[seat]


def shuffled_deal(rules: RuleSet, rng: random.Random) -> Deal:
    """Return a random deal of the rule set's pack."""
    cards = list(pack(rules.number("pack.size").value))
    rng.shuffle(cards)
    size = rules.number("deal.hand").value
    return Deal(
        elder=Hand(sum([1 << card for card in cards[:size]])),
        younger=Hand(sum([1 << card for card in cards[size : 2 * size]])),
        talon=tuple(cards[2 * size :]),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """Call of one kind of combination, with younger's responses so far.

    There is a second response only if the first was *equal* and there is a further stage to
    compare. Elder then names the ``pips`` of the point, which are 0 before that. ``word`` numbers
    the calls and answers on this kind: it is 1, and rises when elder raises the call or younger
    takes back the answer.
    """

    kind: str
    declared: Holding | None
    responses: tuple[Response, ...] = ()
    pips: int = 0
    word: int = 1

    @property
    def winner(self) -> Seat | None:
        """Seat that may count this kind, or None if it is undecided or equal."""
        if not self.responses:
            return None
        last = self.responses[-1]
        if last is Response.NOT_GOOD:
            return Seat.YOUNGER
        return Seat.ELDER if last is Response.GOOD and self.declared else None


# Creating a frozen object takes longer than a lookup, and the same few calls recur in every deal.
@lru_cache(maxsize=4096)
def cached_call(
    kind: str,
    declared: Holding | None,
    responses: tuple[Response, ...] = (),
    pips: int = 0,
    word: int = 1,
) -> Call:
    """Return the `Call` with these values, from a cache."""
    return Call(kind=kind, declared=declared, responses=responses, pips=pips, word=word)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick:
    """A completed trick: the leader, both cards and the winner."""

    leader: Seat
    led: Card
    followed: Card
    winner: Seat


# No slots: copying one dictionary takes a fifth of the time of setting twenty slots, and a deal has
# about forty states.
@dataclass(frozen=True, kw_only=True)
class DealState:
    """Complete state of a deal at one moment. Pairs have elder's value first.

    ``blanks`` are the announced cartes blanches, ``proved`` the shown ones. ``shown`` are the cards
    that each player has shown from the current hand. ``pledge`` is the number of cards that elder
    must exchange after announcing a carte blanche, 0 if there is no such duty. ``pending`` are the
    cards reserved for younger, who laid out before elder and draws afterwards. ``counted`` and
    ``younger_counted`` are the holdings counted by each player. ``reviewed`` is the number of kinds
    for which younger has decided whether to take back the answer. ``named`` is the suit that elder
    has named for the first lead, or None. ``bonus`` is the seat that has made a pique or repique,
    or None.
    """

    rules: RuleSet
    deal: Deal
    phase: Phase
    hands: tuple[Hand, Hand]
    talon: tuple[Card, ...]
    discards: tuple[Hand, Hand] = (EMPTY, EMPTY)
    blanks: tuple[bool, bool] = (False, False)
    proved: tuple[bool, bool] = (False, False)
    pledge: int = 0
    pending: tuple[Card, ...] = ()
    looked: tuple[Hand, Hand] = (EMPTY, EMPTY)
    shown: tuple[Hand, Hand] = (EMPTY, EMPTY)
    calls: tuple[Call, ...] = ()
    counted: tuple[Holding, ...] = ()
    younger_counted: tuple[Holding, ...] = ()
    reviewed: int = 0
    named: Suit | None = None
    leader: Seat = Seat.ELDER
    led: Card | None = None
    tricks: tuple[int, int] = (0, 0)
    taken: tuple[Trick, ...] = ()
    score: tuple[int, int] = (0, 0)
    bonus: Seat | None = None

    @property
    def seat(self) -> Seat | None:
        """Seat on turn, or None after the end of the deal."""
        phase = self.phase
        if phase is Phase.LEAD:
            return self.leader
        if phase is Phase.FOLLOW:
            return Seat.ELDER if self.leader is Seat.YOUNGER else Seat.YOUNGER
        if phase is Phase.OVER:
            return None
        return Seat.YOUNGER if phase in _YOUNGERS else Seat.ELDER

    @property
    def counting_blanks(self) -> tuple[bool, bool]:
        """Whether each player scores an announced carte blanche, elder's first.

        Younger's may bar elder's (`blank.both`).
        """
        if all(self.blanks) and self.rules.choice("blank.both").value == "younger-bars-elder":
            return False, True
        return self.blanks

    def evolve(self, **changes: Any) -> DealState:
        """Return a copy of the state with some fields replaced."""
        new = object.__new__(DealState)
        # Creating a merged dictionary is faster than updating one.
        _set_facts(new, self.__dict__ | changes)
        return new


_set_facts = DealState.__dict__["__dict__"].__set__  # bypasses the frozen `__setattr__`
_YOUNGERS = frozenset(
    {
        Phase.YOUNGER_REDEAL,
        Phase.YOUNGER_BLANK,
        Phase.YOUNGER_EXCHANGE,
        Phase.YOUNGER_CHANGES,
        Phase.YOUNGER_LOOK,
        Phase.REPLY,
        Phase.YOUNGER_RECALL,
        Phase.YOUNGER_COUNT,
    }
)
