"""A moment of the play as plain numbers, and what each card that may be played then is worth.

Unlike `solve` it needs no deal: whoever imagines the other hand can ask it about each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from piquet_core.cards.cards import CARDS, ROW, SUIT_MASKS, SUITS, Card, Suit
from piquet_core.cards.seat import Seat
from piquet_core.solver.open_hands import encode_hands
from piquet_core.solver.point_search import LeadPosition, PiqueRace
from piquet_core.solver.trick_scoring import LOW_RANKS, TrickScoring


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayPosition:
    """Both hands as masks before a card, elder's first, with all that the rest of the play depends on.

    ``led`` is the card to be followed, which is in no hand any more; None before a lead. ``race`` is
    elder's and younger's, in this order, and holds what a card already led has scored.
    """

    hands: tuple[int, int]
    leader: Seat
    led: Card | None
    tricks: tuple[int, int]
    race: PiqueRace | None


class CardSearch[V: (int, float)](Protocol):
    """Whatever can be asked about leads and replies, as a `PointSearch` can."""

    @property
    def scoring(self) -> TrickScoring:
        """The scoring that it goes by."""

    @property
    def low(self) -> int:
        """The ranks that it must tell from the others, as bits of a row."""

    def leads(self, place: LeadPosition, *, scored: bool = False) -> Mapping[tuple[int, int], V]:
        """Return what each choice of a card to lead brings the leader, by its suit and its number."""

    def reply(self, place: LeadPosition, hands: tuple[int, int], *, taken: bool, counts: bool) -> V:
        """Return what a reply brings the leader."""


def values_of_cards[V: (int, float)](
    search: CardSearch[V],
    moment: PlayPosition,
    suits: Sequence[Suit] = SUITS,
    *,
    scored: bool = False,
) -> dict[Card, V]:
    """Return elder's points less younger's in the rest of the play, for each card that may be played.

    Or, if the search goes by something else than points, what the card is worth to elder.

    ``suits`` is an order in which the search may take them; with ``scored`` the card that is to be led
    has been scored already, and the race is that after it.
    """
    leader = moment.leader
    own, other = moment.hands[leader].bit_count(), moment.hands[leader.other].bit_count()
    place = LeadPosition(
        *_pair(search, moment, suits),
        max(own, other),
        moment.tricks[leader],
        moment.tricks[leader.other],
        moment.race.turned() if moment.race and leader is Seat.YOUNGER else moment.race,
    )
    if moment.led is None:
        found = _leads(search, place, moment, suits, scored=scored)
    else:
        found = _replies(search, place, moment, moment.led, suits)
    return found if leader is Seat.ELDER else {card: -value for card, value in found.items()}


def _pair[V: (int, float)](
    search: CardSearch[V], moment: PlayPosition, suits: Sequence[Suit], reply: int = 0
) -> tuple[int, int]:
    """Return both hands as the search has them, without the card that is played to the lead."""
    leader = moment.leader
    return encode_hands(moment.hands[leader], moment.hands[leader.other] ^ reply, search.low, suits)


def _leads[V: (int, float)](
    search: CardSearch[V],
    place: LeadPosition,
    moment: PlayPosition,
    suits: Sequence[Suit],
    *,
    scored: bool,
) -> dict[Card, V]:
    values = search.leads(place, scored=scored)
    own, other = moment.hands[moment.leader], moment.hands[moment.leader.other]
    return {
        card: values[at, number]
        for at, suit in enumerate(suits)
        for number, group in enumerate(equal_card_groups(own, other, suit, search.low))
        for card in group
    }


def _replies[V: (int, float)](
    search: CardSearch[V],
    place: LeadPosition,
    moment: PlayPosition,
    led: Card,
    suits: Sequence[Suit],
) -> dict[Card, V]:
    own, other = moment.hands[moment.leader] | 1 << led, moment.hands[moment.leader.other]
    suit, scoring = led.suit, search.scoring
    found: dict[Card, V] = {}
    for one in (suit,) if other & SUIT_MASKS[suit] else SUITS:
        for group in equal_card_groups(other, own, one, search.low):
            card = group[0]
            taken = one is suit and card > led
            counts = scoring.low or (card if taken else led).rank >= LOW_RANKS
            hands = _pair(search, moment, suits, 1 << card)
            value = search.reply(place, hands, taken=taken, counts=counts)
            found.update(dict.fromkeys(group, value))
    return found


def equal_card_groups(own: int, other: int, suit: int, low: int) -> list[list[Card]]:
    """Return the cards of a suit that one player holds, highest first, equal ones together.

    Cards are equal if no card of the other player lies between them, and both count or neither.
    """
    mine, live = own >> 9 * suit & ROW, (own | other) >> 9 * suit & ROW
    groups: list[list[Card]] = []
    last: bool | None = None  # whether the card above counts, if it is this player's
    for rank in reversed(range(9)):
        bit = 1 << rank
        if not live & bit:
            continue
        if not mine & bit:
            last = None
            continue
        counts = not low & bit
        if last is not counts:
            groups.append([])
        groups[-1].append(CARDS[9 * suit + rank])
        last = counts
    return groups
