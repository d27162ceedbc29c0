"""The two seats at the table."""

from __future__ import annotations

from enum import IntEnum


class Seat(IntEnum):
    """Elder (the non-dealer, who speaks and leads first) or younger (the dealer)."""

    ELDER = 0
    YOUNGER = 1

    @property
    def other(self) -> Seat:
        """The seat across the table."""
        return Seat.ELDER if self else Seat.YOUNGER

    def put[T](self, pair: tuple[T, T], value: T) -> tuple[T, T]:
        """Return a pair, elder's first, with this seat's value in place of the one it has.

        >>> Seat.YOUNGER.put((3, 4), 5)
        (3, 5)
        """
        elder, younger = pair
        # Younger is 1, which is true: the quickest test, and every card played asks it.
        return (elder, value) if self else (value, younger)

    @property
    def letter(self) -> str:
        """The seat's letter in records: ``e`` or ``y``."""
        return "ey"[self]


def parse_seat(letter: str) -> Seat:
    """Return the seat that a record's letter names.

    >>> parse_seat("y").other.letter
    'e'
    """
    if letter not in ("e", "y"):
        raise ValueError(f"expected the seat e (elder) or y (younger), not {letter!r}")
    return Seat("ey".index(letter))
