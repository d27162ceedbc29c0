"""Positions of the play as plain numbers, and the value of each legal card.

Unlike `solve`, this needs no deal, so it can evaluate imagined hands.
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
    """Position before a card is played: both hands as masks, elder's first, and all else that affects the play.

    ``led`` is the card on the table, which is in neither hand, or None before a lead. ``tricks`` are
    the tricks taken, elder's first. ``race`` is the `PiqueRace` with elder as its leader; it includes
    the points of a card already led.
    """

    hands: tuple[int, int]
    leader: Seat
    led: Card | None
    tricks: tuple[int, int]
    race: PiqueRace | None


class CardSearch[V: (int, float)](Protocol):
    """Interface of a search that evaluates leads and replies, such as `PointSearch`."""

    @property
    def scoring(self) -> TrickScoring:
        """Scoring rules of the search."""

    @property
    def low(self) -> int:
        """Bit mask of the ranks in a suit that may score differently from the higher ranks."""

    def leads(self, place: LeadPosition, *, scored: bool = False) -> Mapping[tuple[int, int], V]:
        """Return the value of each lead for the leader, keyed by suit position and index in `lead_choices`."""

    def reply(self, place: LeadPosition, hands: tuple[int, int], *, taken: bool, counts: bool) -> V:
        """Return the leader's value after a reply. The arguments are those of `PointSearch.reply`."""


def values_of_cards[V: (int, float)](
    search: CardSearch[V],
    moment: PlayPosition,
    suits: Sequence[Suit] = SUITS,
    *,
    scored: bool = False,
) -> dict[Card, V]:
    """Return the value of each legal card for elder.

    For a `PointSearch`, the value is elder's points less younger's in the rest of the play; for a
    search with an objective, it is the value of the objective. ``suits`` is the order in which the
    hands are encoded. With ``scored``, the point for leading a card has been scored already, and
    the race of the position includes it.
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
    """Return the encoded hands of leader and follower. The mask ``reply`` is removed from the follower's."""
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
    """Return the cards of one player in a suit, highest first, in groups of equal cards.

    ``own`` and ``other`` are the hands of the player and the opponent as masks, and ``low`` has the
    bits of the ranks that do not count. Cards are equal if the opponent has no card between them,
    and all or none of them count.
    """
    mine, live = own >> 9 * suit & ROW, (own | other) >> 9 * suit & ROW
    groups: list[list[Card]] = []
    last: bool | None = None  # whether the previous card counts; None if it is not this player's
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
