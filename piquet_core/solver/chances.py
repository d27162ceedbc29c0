"""Objectives of a deal within a game, from tables of winning chances for the partie and the hundred.

The tables are produced by self-play with `tools/chances.py`, and each file starts with its
parameters. A rule set without a table uses that of the most similar rule set.
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
"""Largest lead in a table of parties. A larger lead counts as this one."""


class NoChances(PiquetError):
    """Error if a rule set lacks a form of the game or a table for it, or if the score before a deal is impossible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartieChances:
    """Elder's chance to win the partie. A tie counts as half a win.

    ``before`` has the totals before the deal, elder's first. ``chances`` has the chance of the next
    deal's elder, in thousandths, for each lead of that player from -MOST to MOST.
    """

    before: tuple[int, int]
    chances: tuple[int, ...]

    @property
    def steady(self) -> bool:
        """Whether more points for a player never lower that player's chance."""
        return True

    def worth(self, elder: int, younger: int) -> float:
        """Return elder's chance to win the game after a deal with these points."""
        ahead = self.before[0] + elder - self.before[1] - younger
        # Elder is younger in the next deal.
        return 1 - self.chances[MOST - max(-MOST, min(MOST, ahead))] / 1000

    def decided(self, elder: int, younger: int) -> float | None:  # noqa: ARG002 - the names of `Objective`
        """Return None, because all deals of a partie are played to the end."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class HundredChances:
    """Elder's chance to win a hundred up.

    ``before`` has the totals before the deal, elder's first, and ``goal`` is the target.
    ``chances[own][opponent]`` is the chance of the next deal's elder, in thousandths, by that
    player's total and the opponent's. With ``at_once``, the first player to reach the target wins,
    even in the middle of the play.
    """

    before: tuple[int, int]
    goal: int
    at_once: bool
    chances: tuple[tuple[int, ...], ...]

    @property
    def steady(self) -> bool:
        """Whether more points for a player never lower that player's chance."""
        return True

    def worth(self, elder: int, younger: int) -> float:
        """Return elder's chance to win the game after a deal with these points."""
        mine, theirs = self.before[0] + elder, self.before[1] + younger
        if max(mine, theirs) < self.goal:
            return 1 - self.chances[max(0, theirs)][max(0, mine)] / 1000
        return 0.5 if mine == theirs else float(mine > theirs)

    def decided(self, elder: int, younger: int) -> float | None:
        """Return 1 if elder has won the game with these points of the deal, 0 if he has lost it, None if it goes on."""
        mine, theirs = self.before[0] + elder, self.before[1] + younger
        if not self.at_once or max(mine, theirs) < self.goal:
            return None
        return float(mine > theirs)


GameChances = PartieChances | HundredChances
"""Objective of a deal in a game: the chance of winning that game."""


def partie_chance(rules: RuleSet, before: tuple[int, int], left: int) -> PartieChances:
    """Return the objective of a deal in a partie.

    ``before`` has the totals before the deal, elder's first, and ``left`` is the number of deals
    after it. Raises `NoChances` if the rule set has no partie or the score is impossible.

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
        why = "it is the first deal" if min(before) >= 0 else "a total cannot be negative"
        raise NoChances(f"{before[0]} to {before[1]} cannot be the score before the deal: {why}")
    return PartieChances(before=before, chances=_chances("partie", rules, deals)[left])


def hundred_chance(rules: RuleSet, before: tuple[int, int]) -> HundredChances:
    """Return the objective of a deal in a hundred up.

    ``before`` has the totals before the deal, elder's first. Raises `NoChances` if the rule set has
    no hundred up or a total has reached the target.

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
    """Return the path of a rule set's table of chances. ``form`` is `partie` or `hundred`."""
    return _folder().joinpath(form, f"{id}.json")


def _folder() -> Traversable:
    return resources.files("piquet_core.solver").joinpath("chances_data")


@lru_cache(maxsize=64)
def _chances(form: str, rules: RuleSet, length: int) -> tuple[tuple[int, ...], ...]:
    """Return the table of the rule set most similar to ``rules`` that has ``length`` rows.

    ``length`` is the number of deals in a partie, or the target of a hundred up. A table made with
    other answers than its rule set has now is not used. Raises `NoChances` if no table fits.
    """
    digest = rules.digest
    sets = [load_ruleset(id) for id in ruleset_ids()]
    for one in sorted(sets, key=lambda one: (one.digest != digest, len(differences(rules, one)))):
        found = _table(form, one)
        if found is not None and len(found) == length:
            return found
    raise NoChances(f"no table of chances for {rules.id}; run tools/chances.py {rules.id}")


@cache
def _table(form: str, rules: RuleSet) -> tuple[tuple[int, ...], ...] | None:
    """Return the table of a rule set, or None if there is no table made with exactly its answers.

    An engine restored from a memory snapshot has no files, so the table must have been read before
    the snapshot was taken.
    """
    path = chances_file(form, rules.id)
    if not path.is_file() and _folder().is_dir():
        return None
    made = json.loads(path.read_text(encoding="utf-8"))
    if made["recipe"]["answers"] != rules.digest:
        return None
    known = list(range(1001))  # equal numbers are one object, which keeps the snapshot small
    return tuple(tuple(known[chance] for chance in row) for row in made["chances"])
