"""What a deal is worth in a game: objectives made of tables of chances, for the partie and the hundred.

The tables are made by self-play, by `tools/chances.py`, and each file begins with its recipe.  A rule set
without a table of its own goes by that of the one most like it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable

from piquet_core.errors import PiquetError
from piquet_core.rules import RuleSet, load_ruleset, ruleset_ids
from piquet_core.rules.differences import differences

MOST = 300
"""How far ahead a table of parties goes: whoever leads by more has as much as won."""


class NoChances(PiquetError):
    """A form of the game that a rule set does not have, or a score from which nobody plays on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartieChances:
    """Elder's chance to win the partie; a tie in the end counts as half of it.

    ``chances`` are those of whoever is elder in the next deal, in thousandths, by how far he is ahead:
    from -MOST to MOST.
    """

    before: tuple[int, int]
    chances: tuple[int, ...]

    @property
    def steady(self) -> bool:
        """Points of one's own are never bad."""
        return True

    def worth(self, elder: int, younger: int) -> float:
        """Return elder's chance after a deal with these totals."""
        ahead = self.before[0] + elder - self.before[1] - younger
        # He is younger in the next deal.
        return 1 - self.chances[MOST - max(-MOST, min(MOST, ahead))] / 1000

    def decided(self, *_: int) -> float | None:
        """Return None: all deals of a partie are played to the end."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class HundredChances:
    """Elder's chance to win the hundred.

    ``chances`` are those of whoever is elder in the next deal, in thousandths, by his total and then by
    the other's. ``at_once`` tells whether the first to reach the number wins in the middle of the play.
    """

    before: tuple[int, int]
    goal: int
    at_once: bool
    chances: tuple[tuple[int, ...], ...]

    @property
    def steady(self) -> bool:
        """Points of one's own are never bad."""
        return True

    def worth(self, elder: int, younger: int) -> float:
        """Return elder's chance after a deal with these totals."""
        mine, theirs = self.before[0] + elder, self.before[1] + younger
        if max(mine, theirs) < self.goal:
            return 1 - self.chances[max(0, theirs)][max(0, mine)] / 1000
        return 0.5 if mine == theirs else float(mine > theirs)

    def decided(self, elder: int, younger: int) -> float | None:
        """Return who has won by the points of the play, as elder's chance; None if nobody has."""
        mine, theirs = self.before[0] + elder, self.before[1] + younger
        if not self.at_once or max(mine, theirs) < self.goal:
            return None
        return float(mine > theirs)


GameChances = PartieChances | HundredChances
"""Objective of a deal in a game: the chance of winning that game."""


def partie_chance(rules: RuleSet, before: tuple[int, int], left: int) -> PartieChances:
    """Return the objective of a deal in a partie: totals before it, elder's first, and deals after it.

    Raises `NoChances`.

    >>> from piquet_core.rules import load_ruleset
    >>> last = partie_chance(load_ruleset("rubicon"), before=(70, 85), left=0)
    >>> last.worth(30, 14), last.worth(30, 15), last.worth(30, 16)
    (1.0, 0.5, 0.0)
    """
    if not rules.has("rubicon.deals"):
        raise NoChances(f"{rules.id} has no partie")
    deals = rules.number("rubicon.deals").value
    if not 0 <= left < deals:
        raise NoChances(f"a partie has {deals} deals, so {left} cannot be left after this one")
    if min(before) < 0 or (left == deals - 1 and any(before)):
        why = "it is the first deal" if min(before) >= 0 else "nobody has less than nothing"
        raise NoChances(f"{before[0]} to {before[1]} cannot be the score before the deal: {why}")
    return PartieChances(before=before, chances=_chances("partie", rules, deals)[left])


def hundred_chance(rules: RuleSet, before: tuple[int, int]) -> HundredChances:
    """Return the objective of a deal in a hundred up: totals before it, elder's first.

    Raises `NoChances`.

    >>> from piquet_core.rules import load_ruleset
    >>> near = hundred_chance(load_ruleset("hoyle1909"), before=(70, 85))
    >>> near.decided(29, 14), near.decided(30, 14), near.decided(29, 15)
    (None, 1.0, 0.0)
    """
    if not rules.has("hundred.target"):
        raise NoChances(f"{rules.id} has no hundred up")
    goal = rules.number("hundred.target").value
    if not all(0 <= total < goal for total in before):
        raise NoChances(f"{before[0]}–{before[1]} is past the target score of {goal}")
    at_once = rules.choice("hundred.end").value == "first-in-order"
    chances = _chances("hundred", rules, goal)
    return HundredChances(before=before, goal=goal, at_once=at_once, chances=chances)


def chances_file(form: str, id: str) -> Traversable:
    """Return the file with the chances of a rule set in a `partie` or a `hundred`."""
    return _folder().joinpath(form, f"{id}.json")


def _folder() -> Traversable:
    return resources.files("piquet_core.solver").joinpath("chances_data")


@lru_cache(maxsize=64)
def _chances(form: str, rules: RuleSet, length: int) -> tuple[tuple[int, ...], ...]:
    """Return the table of the rule set that differs in the fewest answers and plays as long a game.

    A table counts only for the answers that it was made with: a rule set whose answers have changed
    since has no table.
    """
    digest = rules.digest
    sets = [load_ruleset(id) for id in ruleset_ids()]
    for one in sorted(sets, key=lambda one: (one.digest != digest, len(differences(rules, one)))):
        found = _table(form, one)
        if found is not None and len(found) == length:
            return found
    raise NoChances(f"there are no chances for {rules.id}: run tools/chances.py {rules.id}")


@cache
def _table(form: str, rules: RuleSet) -> tuple[tuple[int, ...], ...] | None:
    """Return the table made with exactly these answers, or None.

    An engine that was restored from a memory snapshot has no files: the table must have been read
    before the snapshot was taken.
    """
    path = chances_file(form, rules.id)
    if not path.is_file() and _folder().is_dir():
        return None
    made = json.loads(path.read_text(encoding="utf-8"))
    if made["recipe"]["answers"] != rules.digest:
        return None
    return tuple(map(tuple, made["chances"]))
