"""One suit of two open hands as a small number, and what a card of it can lead to.

The *code* of a suit holds only what matters: for each card of it that is still in a hand, from the
highest down, whether the leader has it, after a one that marks the beginning; and above these ten
bits how many of the lowest cards do not count.  Which cards have gone makes no difference, so all
suits alike share one code, and cards of one hand that lie next to each other are one choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

OWNERS = 10
"""Bits that say who has which card: nine at most, and the one that marks the beginning."""
WIDTH = 13
"""Bits of a whole code."""
VOID = 1
"""The code of a suit of which no card is left."""

Cards = list[tuple[bool, bool]]
"""A suit from the highest card down: whether the leader has it, and whether it counts."""


class SuitLead(NamedTuple):
    """One choice of a card to lead, and what the follower can do; codes are those of the suit then.

    ``held`` are the codes if he plays a lower card, a code for each choice; ``taken`` if he plays a
    higher one, with whether that card counts. Both are empty if he has none of the suit; then the
    code is ``alone``.
    """

    counts: bool
    held: tuple[int, ...]
    taken: tuple[tuple[bool, int], ...]
    alone: int


class SureTricks(NamedTuple):
    """What a suit gives whatever happens: tricks from the top for leader and follower.

    ``cashable`` is how many cards the leader has of it if the highest is his.
    """

    leader: int
    follower: int
    cashable: int


@cache
def encode(own: int, other: int, low: int = 0) -> int:
    """Return the code of a suit from the rows of leader and follower, nine bits each.

    ``low`` are the bits of the cards that do not count.

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
    """Return a place for each choice of a player, highest first: the lowest of equal cards."""
    for place, one in enumerate(found):
        if one[0] is own and (place + 1 == len(found) or found[place + 1] != one):
            yield place


@cache
def flip(code: int) -> int:
    """Return the code of the same suit when the other player leads."""
    return _code([(not own, counts) for own, counts in _cards(code)])


@cache
def suit_leads(code: int) -> tuple[SuitLead, ...]:
    """Return every choice of a card of this suit to lead, the highest first."""
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
    """Return the suit's code after each choice of a card that the follower throws on another suit."""
    found = _cards(code)
    return tuple(_without(found, place) for place in _choices(found, own=False))


@cache
def sure_tricks_of_code(code: int) -> SureTricks:
    """Return the sure tricks of both players in a suit."""
    found = [own for own, _ in _cards(code)]
    cashable = sum(found) if found and found[0] else 0
    return SureTricks(_from_the_top(found, own=True), _from_the_top(found, own=False), cashable)


def _from_the_top(found: list[bool], *, own: bool) -> int:
    """Return how many tricks a player takes who leads all he can of the suit."""
    run = next((place for place, one in enumerate(found) if one is not own), len(found))
    length = found.count(own)
    return length if run >= len(found) - length else run
