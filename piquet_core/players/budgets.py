"""How long a player thinks: budgets with names, and the one that fits a time.

A budget is a number of samples, never a number of seconds, so that the same position is judged in the
same way on every machine. A time only chooses among budgets that have a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from piquet_core.errors import PiquetError

Rounds = tuple[tuple[int, int], ...]
"""How a trial narrows down: so many discards are tried with so many more talons each time."""
CANDIDATES = 200
"""Number of discards that are tried when Master chooses one, and when a discard is judged.

Rules of thumb choose them by adding up what single cards are worth, so a whole low suit can be the right
discard and yet stand far down their order: with 80 candidates elder lost 0.71 points a hand by what he
could know, with 200 he loses 0.49.
"""
_SEARCHED = 10
"""A play that is searched to the end takes so many times the work of one that is guessed at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How long a player thinks: hands imagined for a card, and the rounds of trial for a discard.

    In the rounds ``guessed`` the play is only guessed at, a tenth of the work; in those ``searched``
    it is searched to the end, until it is clear which discard is best. About cards it thinks from when
    it has ``last`` of them left. With another word for ``lots`` other hands and talons are drawn: for a
    judge who is not to look at those that the player looked at. A budget of one's own needs no ``name``.
    """

    hands: int
    guessed: Rounds = ()
    searched: Rounds = ()
    last: int = 12
    lots: str = ""
    name: str = ""

    @property
    def work(self) -> int:
        """The most work of judging a discard, in plays guessed at; 0 if discards are not tried.

        >>> BUDGETS["full"].work
        11440
        """
        guessed = sum(discards * talons for discards, talons in self.guessed)
        return guessed + _SEARCHED * sum(discards * talons for discards, talons in self.searched)

    @property
    def words(self) -> str:
        """How much that is, for whoever wants the same result again.

        >>> Budget(hands=12, guessed=((4, 8),)).words
        '12 hands for a card; exchanges guessed 4x8'
        >>> BUDGETS["endings"].words
        '12 hands for each of the last 7 cards'
        """
        which = "a card" if self.last == 12 else f"each of the last {self.last} cards"
        parts = [f"{self.hands} hands for {which}"]
        for name, rounds in (("guessed", self.guessed), ("searched", self.searched)):
            if rounds:
                parts.append(f"exchanges {name} " + ", ".join(f"{n}x{of}" for n, of in rounds))
        return "; ".join(parts)


FULL = Budget(
    name="full",
    hands=30,
    guessed=((CANDIDATES, 16), (40, 24), (16, 80)),
    searched=((5, 30), (3, 30), (2, 40), (2, 60), (2, 80)),
)
"""The thought of the strongest player, with which decisions are judged too.

How many cards are laid out decides which of them the other may draw, so it takes many talons to tell
four from five: a hundred of them guessed at find out more than a dozen searched. Of two that are
nearly as good a hundred talons searched name the wrong one too often, so these may have four times as many.
"""
MASTER_0_3 = Budget(
    hands=30,
    guessed=((80, 16), (40, 24), (16, 80)),
    searched=((5, 30), (3, 30), (2, 40), (2, 60), (2, 80)),
)
"""The thought of Master in version 0.3. It never changes, so later players can be compared with it."""
BUDGETS: Mapping[str, Budget] = {
    one.name: one
    for one in (
        Budget(name="endings", hands=12, last=7),
        Budget(name="cards", hands=12),
        Budget(name="brief", hands=12, guessed=((40, 8), (16, 24)), searched=((3, 12),)),
        FULL,
        Budget(
            name="long",
            hands=300,
            guessed=((CANDIDATES, 48), (40, 72), (16, 240)),
            searched=((10, 60), (4, 180)),
        ),
    )
}
"""The budgets by name, the smallest first; the first two think about cards alone."""


def find_budget(name: str) -> Budget:
    """Return the budget with a name; raises `PiquetError`.

    >>> find_budget("full").hands
    30
    >>> find_budget("endless")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    piquet_core.errors.PiquetError: unknown budget 'endless'; choose one of endings, ...
    """
    if name not in BUDGETS:
        raise PiquetError(f"unknown budget {name[:20]!r}; choose one of {', '.join(BUDGETS)}")
    return BUDGETS[name]
