"""The two seats of a deal."""

from __future__ import annotations

from enum import IntEnum


class Seat(IntEnum):
    """Elder, the non-dealer, who calls and leads first; or younger, the dealer."""

    ELDER = 0
    YOUNGER = 1

    @property
    def other(self) -> Seat:
        """The opponent's seat."""
        return Seat.ELDER if self else Seat.YOUNGER

    def put[T](self, pair: tuple[T, T], value: T) -> tuple[T, T]:
        """Return a pair, elder's value first, with the value of this seat replaced.

        >>> Seat.YOUNGER.put((3, 4), 5)
        (3, 5)
        """
        elder, younger = pair
        # YOUNGER is 1 and therefore true. This is the fastest test, and it runs for every card.
        return (elder, value) if self else (value, younger)

    @property
    def letter(self) -> str:
        """Letter of the seat in records: ``e`` or ``y``."""
        return "ey"[self]


def parse_seat(letter: str) -> Seat:
    """Return the seat that a letter means in records; raise `ValueError` if it is neither ``e`` nor ``y``.

    >>> parse_seat("y").other.letter
    'e'
    """
    if letter not in ("e", "y"):
        raise ValueError(f"expected the seat e (elder) or y (younger), not {letter!r}")
    return Seat("ey".index(letter))
