"""Names of the two players in sentences; the reader is *you*."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Self

from piquet_core.cards.card_names import capitalize
from piquet_core.cards.seat import Seat

_ROLES = ("Elder", "Younger")
# Verbs whose form for *you* is irregular.
_YOURS = {"has": "have", "is": "are", "was": "were", "does": "do"}


class PlayerNames(tuple[str, str]):  # noqa: SLOT001 - a tuple cannot have slots of its own
    """The names of elder and younger, and the seat of the reader, or None without one.

    An index gives the bare name. The methods give words for the middle of a sentence, or for its beginning
    (`first`, `first_whose`). The roles *elder* and *younger* are not names: they have a capital only at the
    beginning.

    >>> cast = PlayerNames(("Guest", "Thumb"), Seat.ELDER)
    >>> cast.first(Seat.ELDER, "leads"), cast.does(Seat.YOUNGER, "leads"), cast.whose(Seat.ELDER)
    ('You lead', 'Thumb leads', 'your')
    >>> PlayerNames(("Elder", "Younger")).does(Seat.YOUNGER, "wins")
    'younger wins'
    """

    you: Seat | None

    def __new__(cls, names: Sequence[str], you: Seat | None = None) -> Self:
        """Create the names of elder and younger. ``you`` is the seat of the reader."""
        cast = super().__new__(cls, (names[0], names[1]))
        cast.you = you
        return cast

    @classmethod
    def of(cls, names: Sequence[str]) -> PlayerNames:
        """Return names as a `PlayerNames`. An existing one keeps its reader; others have none."""
        return names if isinstance(names, PlayerNames) else cls(names)

    def who(self, seat: Seat) -> str:
        """Return a player as a subject or object: *you*, *elder*, *Thumb*."""
        if seat is self.you:
            return "you"
        name = self[seat]
        return name.lower() if name in _ROLES else name

    def whose(self, seat: Seat) -> str:
        """Return the possessive of a player: *your*, *elder’s*, *Thumb’s*."""
        return "your" if seat is self.you else f"{self.who(seat)}’s"

    def possessor(self, seat: Seat) -> str:
        """Return the possessive of a player without a noun after it: *yours*, *elder’s*, *Thumb’s*."""
        return "yours" if seat is self.you else self.whose(seat)

    def verb(self, seat: Seat, words: str) -> str:
        """Return a predicate with its first verb in the form for a player: *leads*, or *lead* after *you*.

        ``words`` has the verb in the third person.
        """
        if seat is not self.you:
            return words
        verb = re.split(r"\W", words, maxsplit=1)[0]
        return _YOURS.get(verb, verb.removesuffix("s")) + words[len(verb) :]

    def does(self, seat: Seat, words: str) -> str:
        """Return a player followed by a predicate. ``words`` has its first verb in the third person."""
        return f"{self.who(seat)} {self.verb(seat, words)}"

    def first(self, seat: Seat, words: str = "") -> str:
        """Return a player at the beginning of a sentence, followed by the predicate ``words``, if given."""
        subject = self.who(seat)
        # A name keeps its own spelling.
        if seat is self.you or self[seat] in _ROLES:
            subject = capitalize(subject)
        return f"{subject} {self.verb(seat, words)}" if words else subject

    def titled(self, seat: Seat) -> str:
        """Return a player's name and seat for a heading. A name that equals the seat is not repeated.

        >>> PlayerNames(("Guest", "Younger")).titled(Seat.ELDER), PlayerNames(("Guest", "Younger")).titled(Seat.YOUNGER)
        ('Guest, elder', 'Younger')
        """
        role = seat.name.lower()
        first = self.first(seat)
        return first if first.lower() == role else f"{first}, {role}"

    def first_whose(self, seat: Seat) -> str:
        """Return the possessive of a player at the beginning of a sentence: *Your*, *Elder’s*."""
        return "Your" if seat is self.you else f"{self.first(seat)}’s"
