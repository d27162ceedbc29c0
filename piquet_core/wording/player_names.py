"""The two players as a sentence names them: by name, or as *you* if that player is the reader."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Self

from piquet_core.cards.card_names import capitalize
from piquet_core.cards.seat import Seat

_ROLES = ("Elder", "Younger")
# The verbs that need more for *you* than to lose an s.
_YOURS = {"has": "have", "is": "are", "was": "were", "does": "do"}


class PlayerNames(tuple[str, str]):  # noqa: SLOT001 - a tuple cannot have slots of its own
    """The names of elder and younger, with the seat of the reader if one of them is.

    An index gives the bare name. The methods give words for the middle of a sentence, or for its
    beginning with `first` and its like. The roles *elder* and *younger* are not names: they have a
    capital only at the beginning.

    >>> cast = PlayerNames(("Guest", "Thumb"), Seat.ELDER)
    >>> cast.first(Seat.ELDER, "leads"), cast.does(Seat.YOUNGER, "leads"), cast.whose(Seat.ELDER)
    ('You lead', 'Thumb leads', 'your')
    >>> PlayerNames(("Elder", "Younger")).does(Seat.YOUNGER, "wins")
    'younger wins'
    """

    you: Seat | None

    def __new__(cls, names: Sequence[str], you: Seat | None = None) -> Self:
        """Return the names of elder and younger, for telling the player in the seat ``you``."""
        cast = super().__new__(cls, (names[0], names[1]))
        cast.you = you
        return cast

    @classmethod
    def of(cls, names: Sequence[str]) -> PlayerNames:
        """Return names as a cast: as it is if it is one, and otherwise one without a reader at the table."""
        return names if isinstance(names, PlayerNames) else cls(names)

    def who(self, seat: Seat) -> str:
        """Return a player as subject or object: *you*, *elder*, *Thumb*."""
        if seat is self.you:
            return "you"
        name = self[seat]
        return name.lower() if name in _ROLES else name

    def whose(self, seat: Seat) -> str:
        """Return what a player's things are called: *your*, *elder’s*, *Thumb’s*."""
        return "your" if seat is self.you else f"{self.who(seat)}’s"

    def verb(self, seat: Seat, words: str) -> str:
        """Return words that begin with a verb in the third person, changed to fit a player."""
        if seat is not self.you:
            return words
        verb = re.split(r"\W", words, maxsplit=1)[0]
        return _YOURS.get(verb, verb.removesuffix("s")) + words[len(verb) :]

    def does(self, seat: Seat, words: str) -> str:
        """Return a player and what he does; the words begin with a verb in the third person."""
        return f"{self.who(seat)} {self.verb(seat, words)}"

    def first(self, seat: Seat, words: str = "") -> str:
        """Return a player, and what he does, at the beginning of a sentence."""
        subject = self.who(seat)
        # A name keeps the spelling that its bearer gave it.
        if seat is self.you or self[seat] in _ROLES:
            subject = capitalize(subject)
        return f"{subject} {self.verb(seat, words)}" if words else subject

    def titled(self, seat: Seat) -> str:
        """Return a player with the seat, for a heading; whoever is called by the seat is not told it twice.

        >>> PlayerNames(("Guest", "Younger")).titled(Seat.ELDER), PlayerNames(("Guest", "Younger")).titled(Seat.YOUNGER)
        ('Guest, elder', 'Younger')
        """
        role = seat.name.lower()
        first = self.first(seat)
        return first if first.lower() == role else f"{first}, {role}"

    def first_whose(self, seat: Seat) -> str:
        """Return whose something is, at the beginning of a sentence: *Your*, *Elder’s*."""
        return "Your" if seat is self.you else f"{self.first(seat)}’s"
