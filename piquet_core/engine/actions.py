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
    """Announce a carte blanche, or keep it to oneself.

    If younger discards first, elder also names the number of cards to exchange.
    """

    seat: Seat
    declare: bool
    exchanging: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Redeal:
    """Ask for a new deal or continue (elder); agree or refuse (younger)."""

    seat: Seat
    wanted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceCardsLeft:
    """Announce, before showing a carte blanche, how many cards elder will leave.

    ``count`` is 0 for no announcement, which binds elder to no number.
    """

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """Lay out cards and draw as many from the top of the talon.

    If younger laid out before elder's exchange, a second `Exchange` replaces those cards.
    """

    seat: Seat
    discards: Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Look at the cards of the talon that the player may see, or decline."""

    seat: Seat
    look: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Declare:
    """Call the best holding of a kind that elder wants to reveal, or none."""

    seat: Seat
    kind: str
    holding: Holding | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """Answer the call. If elder called nothing, *not good* means that younger has a holding."""

    seat: Seat
    kind: str
    response: Response


@dataclass(frozen=True, slots=True, kw_only=True)
class LetStand:
    """Leave a call or an answer as it is, where the rules allow changing it."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """Count good holdings, kind by kind in the order of calling, with the best of each kind first."""

    seat: Seat
    holdings: tuple[Holding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NameSuit:
    """Name the suit of elder's first lead, in return for seeing the cards that younger looked at."""

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
