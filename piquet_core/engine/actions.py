"""Actions of the players: an immutable value for each decision, without its consequences."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from piquet_core.cards.cards import Card, Hand, Suit
from piquet_core.cards.combinations import Holding
from piquet_core.cards.seat import Seat


class Response(Enum):
    """Younger's answer to a call."""

    # Members are singletons, and hashing by identity is faster.
    __hash__ = object.__hash__

    GOOD = "good"
    EQUAL = "equal"
    NOT_GOOD = "not good"

    @property
    def word(self) -> str:
        """The response as a single word, as in a record."""
        return self.value.replace(" ", "-")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceBlank:
    """Announce a carte blanche, or keep it secret if ``declare`` is false.

    ``exchanging`` is the number of cards that elder will exchange, which must be named if younger
    discards first; otherwise it is 0.
    """

    seat: Seat
    declare: bool
    exchanging: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Redeal:
    """Ask for a new deal (elder) or agree to it (younger). ``wanted`` is false to continue or to refuse."""

    seat: Seat
    wanted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceCardsLeft:
    """Announce, before elder shows a carte blanche, how many cards elder will leave.

    A ``count`` of 0 means no announcement, and elder may then leave any number.
    """

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """Lay out cards and draw as many from the top of the talon.

    If younger laid out cards before elder's exchange, a second `Exchange` by younger replaces the
    first.
    """

    seat: Seat
    discards: Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Look at the cards that the player may see, or decline."""

    seat: Seat
    look: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Declare:
    """Call a holding of a kind (*point*, *sequence* or *set*), or nothing if ``holding`` is None."""

    seat: Seat
    kind: str
    holding: Holding | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """Answer elder's call. If elder called nothing, *not good* means that younger has a holding."""

    seat: Seat
    kind: str
    response: Response


@dataclass(frozen=True, slots=True, kw_only=True)
class LetStand:
    """Leave a call or an answer as it is, where the rules allow the player to change it."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """Count good holdings, kind by kind in the order of calling, with the best of each kind first."""

    seat: Seat
    holdings: tuple[Holding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NameSuit:
    """Name the suit of elder's first lead, in return for seeing cards of the talon."""

    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """Play a card to the trick."""

    seat: Seat
    card: Card


Action = (
    AnnounceBlank
    | AnnounceCardsLeft
    | Redeal
    | Exchange
    | Look
    | Declare
    | Reply
    | LetStand
    | Count
    | NameSuit
    | Play
)
