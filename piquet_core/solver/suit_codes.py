"""Encoding of one suit of two open hands as a small number.

The *code* of a suit has a bit for each card still in a hand, from the highest down: 1 if it is the
leader's. A leading 1 marks the start. Above these ten bits is the number of lowest cards that do
not count. Cards that are gone do not matter, so equivalent suits share one code, and adjacent cards
of one hand are a single choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

OWNERS = 10
"""Number of bits for the owners of up to nine cards and the start bit."""
WIDTH = 13
"""Number of bits of a code."""
VOID = 1
"""Code of a suit without cards."""

Cards = list[tuple[bool, bool]]
"""Cards of a suit from the highest down, as (whether it is the leader's, whether it counts)."""


class SuitLead(NamedTuple):
    """A choice of card to lead, with the code of the suit after each reply.

    ``counts`` is whether the led card scores. ``held`` has the codes after the lower replies, and
    ``taken`` pairs of whether a higher reply scores and the code after it. If the follower is void,
    both are empty, and ``alone`` is the code after the lead; otherwise it is 0.
    """

    counts: bool
    held: tuple[int, ...]
    taken: tuple[tuple[bool, int], ...]
    alone: int


class SureTricks(NamedTuple):
    """Numbers of tricks that leader and follower can each win by leading a suit from the top.

    ``cashable`` is the number of the leader's cards if the leader has the highest, else 0.
    """

    leader: int
    follower: int
    cashable: int


@cache
def encode(own: int, other: int, low: int = 0) -> int:
    """Return the code of a suit from nine bits each: the leader's cards and the follower's.

    ``low`` has the bits of the cards that do not count.

    >>> bin(encode(0b100000000, 0b010000001))  # ace with the leader, king and six with the follower
    '0b1100'
    """
    live = own | other
    found = [
        (bool(own >> rank & 1), not low >> rank & 1)
        for rank in reversed(range(9))
        if live >> rank & 1
    ]
    return _code(found)


def _code(found: Cards) -> int:
    code = 1
    for own, _ in found:
        code = code << 1 | own
    return code | sum(not counts for _, counts in found) << OWNERS


def _cards(code: int) -> Cards:
    owners, low = code & (1 << OWNERS) - 1, code >> OWNERS
    return [
        (bool(owners >> place & 1), place >= low)
        for place in reversed(range(owners.bit_length() - 1))
    ]


def _without(found: Cards, *places: int) -> int:
    return _code([one for place, one in enumerate(found) if place not in places])


def _choices(found: Cards, *, own: bool) -> Iterator[int]:
    """Yield the index of each choice of one player, highest first; the lowest card stands for equal cards.

    ``own`` selects the leader's cards, otherwise the follower's.
    """
    for place, one in enumerate(found):
        if one[0] is own and (place + 1 == len(found) or found[place + 1] != one):
            yield place


@cache
def flip(code: int) -> int:
    """Return the code of the same suit with leader and follower swapped."""
    return _code([(not own, counts) for own, counts in _cards(code)])


@cache
def suit_leads(code: int) -> tuple[SuitLead, ...]:
    """Return every choice of a card to lead from this suit, highest first."""
    found = _cards(code)
    return tuple(_lead(found, place) for place in _choices(found, own=True))


def _lead(found: Cards, place: int) -> SuitLead:
    replies = list(_choices(found, own=False))
    return SuitLead(
        counts=found[place][1],
        held=tuple(_without(found, place, other) for other in replies if other > place),
        taken=tuple(
            (found[other][1], _without(found, place, other)) for other in replies if other < place
        ),
        alone=0 if replies else _without(found, place),
    )


@cache
def suit_throws(code: int) -> tuple[int, ...]:
    """Return the code of a suit after each card of it that the follower can throw on another suit."""
    found = _cards(code)
    return tuple(_without(found, place) for place in _choices(found, own=False))


@cache
def sure_tricks_of_code(code: int) -> SureTricks:
    """Return the sure tricks of both players in the suit with a code."""
    found = [own for own, _ in _cards(code)]
    cashable = sum(found) if found and found[0] else 0
    return SureTricks(_from_the_top(found, own=True), _from_the_top(found, own=False), cashable)


def _from_the_top(found: list[bool], *, own: bool) -> int:
    """Return the number of sure tricks of the leader (``own``) or the follower, leading a suit from the top.

    ``found`` tells for each card, highest first, whether it is the leader's.
    """
    run = next((place for place, one in enumerate(found) if one is not own), len(found))
    length = found.count(own)
    return length if run >= len(found) - length else run
