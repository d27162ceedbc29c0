"""The hand of a player whose chances are asked, with everything that this player knows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from piquet_core.cards.cards import EMPTY, Hand, pack
from piquet_core.cards.seat import Seat
from piquet_core.engine.state import Phase
from piquet_core.errors import CardError, PiquetError
from piquet_core.exercises.position import Position, parse_position, position_of_hands
from piquet_core.replay.visibility import Knowledge, knowledge_of
from piquet_core.rules import RuleSet

BEFORE_CALLS = (
    Phase.ELDER_BLANK,
    Phase.ELDER_EXCHANGE,
    Phase.ELDER_LOOK,
    Phase.ELDER_REDEAL,
    Phase.YOUNGER_REDEAL,
    Phase.YOUNGER_BLANK,
    Phase.YOUNGER_EXCHANGE,
    Phase.ELDER_LEAVES,
    Phase.YOUNGER_CHANGES,
    Phase.YOUNGER_LOOK,
)
"""Phases of the exchange."""
BEFORE_PLAY = (*BEFORE_CALLS, Phase.DECLARE, Phase.REPLY, Phase.ELDER_RAISE, Phase.ELDER_COUNT)
"""Phases before the first card."""


class OddsError(PiquetError):
    """A hand for which the chances on a page cannot be worked out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownHand:
    """A hand at a moment of a deal: cards, discards and calls, as its player knows them.

    ``position`` is the moment. Its hidden cards are of no importance. ``discards`` adds cards that
    the player has laid out, for a hand that is given without a deal.
    """

    position: Position
    seat: Seat
    discards: Hand = EMPTY

    @property
    def rules(self) -> RuleSet:
        """The rule set of the deal."""
        return self.position.rules

    @property
    def hand(self) -> Hand:
        """The cards in the hand."""
        return self.position.state.hands[self.seat]

    @property
    def knowledge(self) -> Knowledge:
        """The knowledge of the player."""
        return self.knowledge_at(self.position)

    def knowledge_at(self, position: Position) -> Knowledge:
        """Return the knowledge of the player at another moment of the deal."""
        known = knowledge_of(position.state, self.seat)
        return replace(
            known, discards=known.discards | self.discards, unseen=known.unseen - self.discards
        )


def known_hand(rules: RuleSet, hand: Hand, seat: Seat, discards: Hand = EMPTY) -> KnownHand:
    """Return a hand of which only the cards and the discards are known.

    Raises `CardError` for cards that the deal cannot have.
    """
    size, whole = rules.number("deal.hand").value, pack(rules.number("pack.size").value)
    if len(hand) != size:
        raise CardError(f"a hand has {size} cards, and this one has {len(hand)}")
    if strange := (hand | discards) - whole:
        raise CardError(f"{rules.title} is played without {strange}")
    if both := hand & discards:
        raise CardError(f"{both} cannot be held and laid out at once")
    most = rules.number("deal.talon").value
    if len(discards) > most:
        raise CardError(f"at most {most} cards can be laid out, not {len(discards)}")
    # The cards that the player laid out cannot be in the other hand.
    rest = [*(whole - hand - discards), *discards]
    other = Hand.of(rest[:size])
    elder, younger = (hand, other) if seat is Seat.ELDER else (other, hand)
    return KnownHand(
        position=position_of_hands(rules, elder, younger), seat=seat, discards=discards
    )


def hand_at(rules: RuleSet, text: str, seat: Seat | None = None) -> KnownHand:
    """Return the hand at a position, which is written as for an exercise.

    ``seat`` is the player, by default the one on turn. Raises `PiquetError` for an invalid position.
    """
    position = parse_position(rules, text)
    return KnownHand(position=position, seat=position.you if seat is None else seat)
