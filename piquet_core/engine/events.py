"""Events of a deal, logged in order. Totals are the sums of the scores in the log.

Each event that scores, refuses or reveals something has the id of the rule behind it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from piquet_core.cards.cards import Card, Hand, Rank, Suit
from piquet_core.cards.combinations import Holding
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Response


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """Both hands and the talon were dealt. The top card of the talon comes first."""

    elder: Hand
    younger: Hand
    talon: tuple[Card, ...]
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankAnnounced:
    """A player announced a carte blanche.

    ``exchanging`` is the number of cards that elder will exchange, or 0 if no number had to be
    named.
    """

    seat: Seat
    rule: str
    exchanging: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchanged:
    """A player laid out ``count`` cards and drew as many. ``left`` cards remained in the talon."""

    seat: Seat
    count: int
    discards: Hand
    drawn: tuple[Card, ...]
    left: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidOut:
    """Younger laid out cards and will draw later. If ``changed``, the cards replace an earlier discard."""

    seat: Seat
    count: int
    discards: Hand
    rule: str
    changed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsLeftAnnounced:
    """Elder announced, before showing a carte blanche, how many cards would be left.

    A ``count`` of 0 means that elder made no such announcement.
    """

    seat: Seat
    count: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew:
    """Younger drew as many cards as were laid out earlier. ``left`` cards remained in the talon."""

    seat: Seat
    count: int
    drawn: tuple[Card, ...]
    left: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RedealAsked:
    """Elder asked for a new deal."""

    seat: Seat
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RedealAnswered:
    """Younger agreed to a new deal, which ends this one, or refused."""

    seat: Seat
    agreed: bool
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """A player looked at ``count`` cards that were left in the talon."""

    seat: Seat
    count: int
    cards: Hand
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """Elder called a holding, or none.

    The call names ``size`` (cards, or pips if points are compared by pips) and, for a sequence or
    set, ``rank``. It does not name the suit. Size 0 means that elder called nothing.
    """

    seat: Seat
    kind: str
    size: int
    rank: Rank | None
    holding: Holding | None
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PipsTold:
    """Elder named the pips of the point to break a tie."""

    seat: Seat
    kind: str
    pips: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Replied:
    """Younger answered a call.

    ``rule`` is the rule behind the answer: the comparison of holdings, a tie, the wording of
    answers, or the right to take an answer back. ``to_none``: elder had called nothing.
    """

    seat: Seat
    kind: str
    response: Response
    rule: str
    to_none: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsShown:
    """A player showed cards of the current hand."""

    seat: Seat
    cards: Hand
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankShown:
    """A player proved a carte blanche by showing the hand as dealt.

    The opponent does not learn which of these cards remain after the exchange.
    """

    seat: Seat
    cards: Hand
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingCardTold:
    """A player who counted a trio named the laid-out card of its rank."""

    seat: Seat
    card: Card
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A seat scored points. ``reckon`` is the heading for them in the order of reckoning.

    The points are negative if earlier points are cancelled.
    """

    seat: Seat
    points: int
    rule: str
    reckon: str
    cards: Hand
    holding: Holding | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RepiqueBarred:
    """A player had enough points for a repique, but the opponent's carte blanche or combination barred it."""

    seat: Seat
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SuitNamed:
    """Elder named the suit of the first lead."""

    seat: Seat
    suit: Suit
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A player led a card (``led``) or played to the lead. Tricks are numbered from 1."""

    seat: Seat
    card: Card
    trick: int
    led: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickTaken:
    """A player took a trick."""

    seat: Seat
    trick: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealEnded:
    """The deal ended, with the scores and tricks of elder and younger."""

    score: tuple[int, int]
    tricks: tuple[int, int]
    rule: str


Event = (
    Dealt
    | BlankAnnounced
    | Exchanged
    | LaidOut
    | CardsLeftAnnounced
    | Drew
    | RedealAsked
    | RedealAnswered
    | Looked
    | Declared
    | PipsTold
    | Replied
    | CardsShown
    | BlankShown
    | MissingCardTold
    | Scored
    | RepiqueBarred
    | SuitNamed
    | Played
    | TrickTaken
    | DealEnded
)


def tally(events: Iterable[Event], start: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """Return the totals of elder and younger: ``start`` plus the points of the `Scored` events."""
    elder, younger = start
    for event in events:
        if isinstance(event, Scored):
            if event.seat is Seat.ELDER:
                elder += event.points
            else:
                younger += event.points
    return elder, younger
