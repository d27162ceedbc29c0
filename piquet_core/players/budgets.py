"""Budgets: how many samples a player evaluates for a decision.

A budget is a number of samples, not of seconds, so that a position is judged alike on every
machine. A time limit only selects one of the named budgets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from piquet_core.errors import PiquetError

Rounds = tuple[tuple[int, int], ...]
"""Rounds of a discard search, each as (number of discards, number of further talons)."""
CANDIDATES = 96
"""Number of discards that are tried for Master's choice and for judging a discard.

They are the first ones in the order of all discards (`DiscardOrder`).
"""
_SEARCHED = 10
"""Work of an exact play search in units of an estimate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Number of sampled hands for choosing a card, and the rounds of a discard search.

    Cards of nearly the same value are compared by playing ``playouts`` sampled hands to the end by
    rules of thumb. The rounds ``guessed`` only estimate the play. The rounds ``searched`` correct
    the estimate by exact searches, until the best discard is clear. Hands are sampled only when at
    most ``last`` cards are left. ``lots`` is added to the random seed, so that a judge can use other samples than
    the player. A custom budget needs no ``name``.
    """

    hands: int
    guessed: Rounds = ()
    searched: Rounds = ()
    last: int = 12
    playouts: int = 8
    lots: str = ""
    name: str = ""

    @property
    def work(self) -> int:
        """Maximum work of judging a discard, in estimates of the play; 0 if discards are not searched.

        >>> BUDGETS["full"].work
        4728
        """
        guessed = sum(discards * talons for discards, talons in self.guessed)
        return guessed + _SEARCHED * sum(discards * talons for discards, talons in self.searched)

    @property
    def words(self) -> str:
        """Description of the budget, for reproducing a result.

        >>> Budget(hands=12, guessed=((4, 8),)).words
        '12 hands for a card, near-ties played out over 8; exchanges guessed 4x8'
        >>> Budget(hands=12, last=7, playouts=0).words
        '12 hands for each of the last 7 cards'
        """
        which = "a card" if self.last == 12 else f"each of the last {self.last} cards"
        parts = [f"{self.hands} hands for {which}"]
        if self.playouts:
            parts[0] += f", near-ties played out over {self.playouts}"
        for name, rounds in (("guessed", self.guessed), ("searched", self.searched)):
            if rounds:
                parts.append(f"exchanges {name} " + ", ".join(f"{n}x{of}" for n, of in rounds))
        return "; ".join(parts)


FULL = Budget(
    name="full",
    hands=30,
    guessed=((CANDIDATES, 8), (24, 20), (10, 40), (5, 100), (3, 280)),
    searched=((4, 10), (3, 10), (2, 12), (2, 16), (2, 24)),
)
"""Budget of the strongest player, which is also used for judging decisions.

It does half the work of Master in version 0.3. Estimates are cheap and their errors are common to
similar discards, so that a few searches suffice to correct them.
"""
BUDGETS: Mapping[str, Budget] = {
    one.name: one
    for one in (
        Budget(name="endings", hands=12, last=7),
        Budget(name="cards", hands=12),
        Budget(name="brief", hands=12, guessed=((40, 8), (12, 24)), searched=((3, 8),)),
        FULL,
        Budget(
            name="long",
            hands=300,
            playouts=30,
            guessed=((2 * CANDIDATES, 48), (40, 72), (16, 240)),
            searched=((10, 60), (4, 180)),
        ),
    )
}
"""Budgets by name, the smallest first. The first two are for cards only."""


def find_budget(name: str) -> Budget:
    """Return a budget by name; raise `PiquetError` if it is unknown.

    >>> find_budget("full").hands
    30
    >>> find_budget("endless")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    piquet_core.errors.PiquetError: unknown budget 'endless'; choose one of endings, ...
    """
    if name not in BUDGETS:
        raise PiquetError(f"unknown budget {name[:20]!r}; choose one of {', '.join(BUDGETS)}")
    return BUDGETS[name]
