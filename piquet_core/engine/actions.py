"""What players do: one frozen value for each decision, without its consequences."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from piquet_core.cards.cards import Card, Hand, Suit
from piquet_core.cards.combinations import Holding
from piquet_core.cards.seat import Seat


class Response(Enum):
    """Younger's word on what elder declared."""

    # Members are singletons; the identity is the faster hash.
    __hash__ = object.__hash__

    GOOD = "good"
    EQUAL = "equal"
    NOT_GOOD = "not good"

    @property
    def word(self) -> str:
        """The response as a record writes it: one word."""
        return self.value.replace(" ", "-")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceBlank:
    """Announce a carte blanche, or say nothing of it.

    If younger is to discard first, elder also says how many cards he will exchange.
    """

    seat: Seat
    declare: bool
    exchanging: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Redeal:
    """Elder asks for a new deal or goes on; younger agrees or refuses."""

    seat: Seat
    wanted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceCardsLeft:
    """Before he shows a carte blanche, elder says how many of his cards he will leave, or nothing.

    ``count`` is 0 if he says nothing; then no number binds him.
    """

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """Lay out cards and take in as many from the top of the talon.

    If younger laid out before elder's exchange, the same action replaces those cards by others.
    """

    seat: Seat
    discards: Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Look at cards of the talon that the player may see, or decline to."""

    seat: Seat
    look: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Declare:
    """Elder calls the best holding of a kind that he is willing to reveal, or none."""

    seat: Seat
    kind: str
    holding: Holding | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """Younger answers the call; to a call of nothing, *not good* means that he has something."""

    seat: Seat
    kind: str
    response: Response


@dataclass(frozen=True, slots=True, kw_only=True)
class LetStand:
    """Let a word stand that the rules allow a player to take back."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """Count good holdings, kind by kind in the order of calling, the best of each kind first."""

    seat: Seat
    holdings: tuple[Holding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NameSuit:
    """Elder binds himself to lead a suit first, in order to see what younger looked at."""

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
