"""A set of work: up to twenty items of the site in an order, with a title and a note."""

from __future__ import annotations

from binascii import crc32
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from piquet_core.errors import PiquetError
from piquet_core.exercises import find_exercise

MOST_ITEMS = 20
"""Number of items that a set has at most."""
LONGEST_TITLE = 60
LONGEST_NOTE = 400
LONGEST_PLACE = 500
"""Number of characters of an address on the site, or of the id of an exercise."""
_CHECKS = 1 << 16


class TeachingError(PiquetError):
    """Error for a set, a result or a code that is invalid, damaged or from another edition."""


class ItemKind(Enum):
    """The kind of an item, which says how a pupil works through it.

    A *problem* is an exercise on a page of the site. An *exercise* has no page: its id contains its cards.
    """

    LESSON = "lesson"
    DEAL = "deal"
    POSITION = "position"
    PROBLEM = "problem"
    EXERCISE = "exercise"

    @property
    def has_answer(self) -> bool:
        """Whether a pupil answers a question, which is right or wrong."""
        return self in (ItemKind.PROBLEM, ItemKind.EXERCISE)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkItem:
    """One item of a set.

    ``place`` is its address on the site, such as ``tutorials/problems/capot#exercise-3``, or the id of an
    exercise. ``check`` is the `check_of` the exercise on a page and 0 for other items. It shows whether the page
    still has the same exercise at that place.
    """

    kind: ItemKind
    place: str
    check: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkSet:
    """A set of work with its items in order."""

    title: str
    note: str
    items: tuple[WorkItem, ...]


def check_of(exercise: str) -> int:
    """Return a number of 16 bits that tells the ids of exercises apart."""
    return crc32(exercise.encode()) % _CHECKS


def lay_set(title: str, note: str, items: Iterable[WorkItem]) -> WorkSet:
    """Return a new set.

    Raises `TeachingError` for an empty or too long text, for too few or too many items and for an exercise that
    cannot be made.
    """
    laid = check_set(WorkSet(title=" ".join(title.split()), note=note.strip(), items=tuple(items)))
    for number, item in enumerate(laid.items, 1):
        if item.kind is ItemKind.EXERCISE:
            try:
                find_exercise(item.place)
            except PiquetError as error:
                raise TeachingError(f"item {number}: {error}") from None
    return laid


def check_set(work: WorkSet) -> WorkSet:
    """Return a set unchanged. Raises `TeachingError` if a part of it is impossible."""
    title, note, items = work.title, work.note, work.items
    if not 0 < len(title) <= LONGEST_TITLE or not title.isprintable():
        raise TeachingError(f"a title has 1 to {LONGEST_TITLE} characters")
    if len(note) > LONGEST_NOTE or not note.replace("\n", "").isprintable():
        raise TeachingError(f"a note has at most {LONGEST_NOTE} characters")
    if not 1 <= len(items) <= MOST_ITEMS:
        raise TeachingError(f"a set has 1 to {MOST_ITEMS} items, not {len(items)}")
    if len({item.place for item in items}) < len(items):
        raise TeachingError("an item is in the set twice")
    for item in items:
        place = item.place
        if not 0 < len(place) <= LONGEST_PLACE or not place.isascii() or not place.isprintable():
            raise TeachingError(f"the set has an item with an impossible address: {place[:40]!r}")
    return work
