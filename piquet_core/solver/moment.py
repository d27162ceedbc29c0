"""A moment of the play as plain numbers, and what each card that may be played then is worth.

Unlike `solve` it needs no deal: whoever imagines the other hand can ask it about each.
"""

from __future__ import annotations

from dataclasses import dataclass

from piquet_core.pack.cards import CARDS, ROW, SUIT_MASKS, Card
from piquet_core.pack.seat import Seat
from piquet_core.solver.hands import CODE, SHIFTS, choices, pair
from piquet_core.solver.points import INFINITE, Place, PointSearch, Race


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """Both hands as masks before a card, elder's first, with all that the rest of the play depends on.

    ``led`` is the card to be followed, which is in no hand any more; None before a lead. ``race`` is
    elder's and younger's, in this order, and holds what a card already led has scored.
    """

    hands: tuple[int, int]
    leader: Seat
    led: Card | None
    tricks: tuple[int, int]
    race: Race | None


def card_values(search: PointSearch, moment: Moment) -> dict[Card, int]:
    """Return elder's points less younger's in the rest of the play, for each card that may be played."""
    leader, led = moment.leader, moment.led
    own, other = moment.hands[leader], moment.hands[leader.other]
    if led is not None:
        own |= 1 << led
    race = moment.race.turned() if moment.race and leader is Seat.YOUNGER else moment.race
    place = Place(
        *pair(own, other, search.low),
        own.bit_count(),
        moment.tricks[leader],
        moment.tricks[leader.other],
        search.possible(race, own.bit_count()) if race else None,
    )
    found = (
        _leads(search, place, own, other)
        if led is None
        else _replies(search, place, own, other, led)
    )
    return found if leader is Seat.ELDER else {card: -value for card, value in found.items()}


def _leads(search: PointSearch, place: Place, own: int, other: int) -> dict[Card, int]:
    found: dict[Card, int] = {}
    for suit, shift in enumerate(SHIFTS):
        groups = _groups(own, other, suit, search.low)
        for group, choice in zip(groups, choices(place.leader >> shift & CODE, shift), strict=True):
            value = search.lead(place, choice, suit, -INFINITE, INFINITE)
            found.update(dict.fromkeys(group, value))
    return found


def _replies(search: PointSearch, place: Place, own: int, other: int, led: Card) -> dict[Card, int]:
    suit = led // 9
    at = next(
        number for number, group in enumerate(_groups(own, other, suit, search.low)) if led in group
    )
    choice = choices(place.leader >> SHIFTS[suit] & CODE, SHIFTS[suit])[at]
    if other & SUIT_MASKS[suit]:
        groups = _groups(other, own, suit, search.low)
        # As `PointSearch.replies` has them: those that take, then those that do not, highest first.
    else:
        groups = [
            group
            for elsewhere in range(4)
            if elsewhere != suit
            for group in _groups(other, own, elsewhere, search.low)
        ]
    found: dict[Card, int] = {}
    for group, (change, taken) in zip(groups, search.replies(place, choice, suit), strict=True):
        value = search.reply(place, choice, change, taken, -INFINITE, INFINITE)
        found.update(dict.fromkeys(group, value))
    return found


def _groups(own: int, other: int, suit: int, low: int) -> list[list[Card]]:
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
