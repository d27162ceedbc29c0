"""What happened: one ordered log, and every total is a fold of it.

An event that scores, refuses or reveals carries the id of the rule that caused it.
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
    """Both hands and the talon were dealt, top card of the talon first."""

    elder: Hand
    younger: Hand
    talon: tuple[Card, ...]
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankAnnounced:
    """A player says that he was dealt a carte blanche, and how many cards he will exchange.

    ``exchanging`` is 0 if he need not say yet.
    """

    seat: Seat
    rule: str
    exchanging: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchanged:
    """A player laid out ``count`` cards and took in as many, in the order of the talon."""

    seat: Seat
    count: int
    discards: Hand
    drawn: tuple[Card, ...]
    left: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidOut:
    """Younger laid out cards and has yet to draw; ``changed`` if they replace an earlier discard."""

    seat: Seat
    count: int
    discards: Hand
    rule: str
    changed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsLeftAnnounced:
    """Elder said, before he showed a carte blanche, how many of his cards he leaves; 0: said nothing."""

    seat: Seat
    count: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew:
    """Younger took in as many cards as he had laid out earlier."""

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
    """Younger agreed to a new deal, which ends this one; or he refused, and it goes on."""

    seat: Seat
    agreed: bool
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """A player saw ``count`` cards of the talon that nobody took."""

    seat: Seat
    count: int
    cards: Hand
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """Elder called a holding, or said that he has none to call.

    He names ``size`` (cards, or pips where points are compared by pips) and, for a sequence or set,
    ``rank``; the suit stays unsaid. Size 0 is a call of nothing.
    """

    seat: Seat
    kind: str
    size: int
    rank: Rank | None
    holding: Holding | None
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PipsTold:
    """Elder told the pips of his point to break a tie."""

    seat: Seat
    kind: str
    pips: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Replied:
    """Younger answered a call; ``rule`` is the rule behind the answer.

    That is the comparison, the rule of ties or, if elder called nothing (``to_none``) and the book
    has a word for it, the rule of the words.
    """

    seat: Seat
    kind: str
    response: Response
    rule: str
    to_none: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsShown:
    """A player laid open cards of the hand that he plays with."""

    seat: Seat
    cards: Hand
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankShown:
    """A player proved a carte blanche: he showed the hand as dealt.

    Which of its cards he still holds after the exchange stays unknown.
    """

    seat: Seat
    cards: Hand
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingCardTold:
    """The holder of a trio told which card of its rank he had laid out."""

    seat: Seat
    card: Card
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """Points for a seat; ``reckon`` says under which heading of the order of reckoning they come.

    They are negative if points are struck off again.
    """

    seat: Seat
    points: int
    rule: str
    reckon: str
    cards: Hand
    holding: Holding | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RepiqueBarred:
    """There were enough points for a repique, but the other player's score came earlier."""

    seat: Seat
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SuitNamed:
    """Elder named the suit he will lead."""

    seat: Seat
    suit: Suit
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A card was led (``led``) or played to the lead; tricks count from 1."""

    seat: Seat
    card: Card
    trick: int
    led: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickTaken:
    """A trick was completed and taken."""

    seat: Seat
    trick: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealEnded:
    """The deal is over; scores and tricks of elder and younger."""

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
    """Return the points of elder and younger: the sum of the `Scored` events, and nothing else."""
    elder, younger = start
    for event in events:
        if isinstance(event, Scored):
            if event.seat is Seat.ELDER:
                elder += event.points
            else:
                younger += event.points
    return elder, younger
