"""Tables of chances: one value for each choice of cards and each number that a reader can drag to."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from enum import Enum

from piquet_core.cards.cards import Card
from piquet_core.exercises.exercise import Exhibit
from piquet_core.odds.known_hand import KnownHand


class Unit(Enum):
    """The unit of the values in a row."""

    CHANCE = "chance"
    """Thousandths."""
    COUNT = "count"
    POINTS = "points"
    """Tenths of a point."""


Value = int | None
"""A value, or None if the choice is impossible with the number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsRow:
    """One chance: its name, and its values as ``values[number][choice]``.

    If the values are those of the best choice, ``best_of`` is the row that decides which one that is.
    """

    label: str
    values: tuple[tuple[Value, ...], ...]
    unit: Unit = Unit.CHANCE
    best_of: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsTable:
    """Chances for every choice of ``least`` to ``most`` of the ``cards``, and for every number.

    The choices are in the order of `choices`. If ``counted``, the number is that of the chosen
    cards: rows have one list of values, and ``suggested`` has a choice for each number. ``chosen``
    and ``number`` are the choice and the number at first. ``asked`` is the row that the reader
    guesses. ``basis`` says how the values were found.
    """

    cards: tuple[Card, ...]
    least: int
    most: int
    numbers: tuple[int, ...]
    number: int
    chosen: int
    rows: tuple[OddsRow, ...]
    asked: int
    basis: str
    counted: bool = False
    suggested: tuple[int, ...] = ()
    shown: tuple[Exhibit, ...] = ()
    number_words: tuple[str, ...] = ()
    """Words for each number, if the numbers alone do not tell."""


Progress = tuple[int, int]
"""The steps done, and the number of all steps."""
OddsWork = Generator[Progress, None, OddsTable]
"""A calculation that yields its progress and returns a table."""


def choices(count: int, least: int, most: int) -> Iterator[int]:
    """Yield the choices of ``least`` to ``most`` out of ``count`` cards as masks, in ascending order.

    The first card is the lowest bit.

    >>> list(choices(3, 1, 1))
    [1, 2, 4]
    """
    return (mask for mask in range(1 << count) if least <= mask.bit_count() <= most)


def thousandths(part: float, whole: float) -> int:
    """Return a share in thousandths. Only a certain event has 1000, and only an impossible one 0.

    >>> thousandths(1, 8), thousandths(1, 100_000), thousandths(99_999, 100_000)
    (125, 1, 999)
    """
    if part <= 0:
        return 0
    if part >= whole:
        return 1000
    return min(max(round(1000 * part / whole), 1), 999)


def best_choices(values: tuple[Value, ...]) -> list[int]:
    """Return the places of the choices with the greatest value.

    >>> best_choices((125, None, 500, 500))
    [2, 3]
    """
    best = max((value for value in values if value is not None), default=None)
    return [] if best is None else [at for at, value in enumerate(values) if value == best]


class OddsSearch:
    """A calculation of a table in steps, which a page can interrupt."""

    def __init__(self, make: Callable[[KnownHand], OddsWork], known: KnownHand) -> None:
        self._work = make(known)
        self.done = 0
        self.total = 1
        self.table: OddsTable | None = None

    def go_on(self, until: int) -> OddsTable | None:
        """Continue until a number of steps is done. Return the table, or None if more steps are needed."""
        try:
            while self.table is None and self.done < until:
                self.done, self.total = next(self._work)
        except StopIteration as end:
            self.table, self.done = end.value, self.total
        return self.table

    def finish(self) -> OddsTable:
        """Return the table after all steps."""
        while self.table is None:
            self.go_on(self.done + 1)
        return self.table
