"""Matches of two players. Each deal is played twice with the seats swapped, so that luck cancels out."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt

from piquet_core.engine.apply import start
from piquet_core.engine.state import Deal, shuffled_deal
from piquet_core.players.budgets import Budget
from piquet_core.players.objectives import partie_objective
from piquet_core.players.player import Player, play_out
from piquet_core.players.registry import find_player
from piquet_core.rules import RuleSet

DEALS_OF_A_PARTIE = 6
SURE = 1.96
"""Number of standard errors on either side of a mean in a 95% interval of the normal distribution."""


@dataclass(frozen=True, slots=True)
class DealPair:
    """One deal played twice: the first player's points less the second's, as elder and as younger."""

    as_elder: int
    as_younger: int

    @property
    def margin(self) -> float:
        """Mean lead of the first player per deal."""
        return (self.as_elder + self.as_younger) / 2


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95% interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """Result of a match: players, rule set, seed, and both results of each deal."""

    players: tuple[str, str]
    rules: RuleSet
    seed: str
    pairs: tuple[DealPair, ...]

    @property
    def budgets(self) -> tuple[Budget | None, Budget | None]:
        """Budgets of both players, None for a player by rules of thumb."""
        first, second = (find_player(id).budget for id in self.players)
        return first, second

    @property
    def points(self) -> Estimate:
        """Mean lead of the first player in points per deal."""
        return points_per_deal(self.pairs)

    @property
    def parties(self) -> Estimate | None:
        """Share of parties of six deals that the first player wins, or None for too few deals."""
        return share_of_parties(self.pairs) if len(self.pairs) >= DEALS_OF_A_PARTIE else None


def play_match(
    rules: RuleSet, players: tuple[str, str], *, deals: int, seed: str = "1"
) -> MatchResult:
    """Let two players, given by id, play the same deals twice with the seats swapped.

    Raises `PiquetError` for an unknown player.

    >>> from piquet_core.rules import load_ruleset
    >>> found = play_match(load_ruleset("hoyle1909"), ("thumb", "thumb"), deals=2)
    >>> found.points.mean, found.parties
    (0.0, None)
    """
    first, second = (find_player(id) for id in players)
    makes = first.make, second.make
    pairs = tuple(play_pair(rules, seed, number, makes) for number in range(deals))
    return MatchResult(players=players, rules=rules, seed=seed, pairs=pairs)


def play_pair(
    rules: RuleSet,
    seed: str,
    number: int,
    players: tuple[Callable[[], Player], Callable[[], Player]],
) -> DealPair:
    """Play deal ``number`` of a match twice with the seats swapped.

    The deal depends only on the rules, the seed and the number.
    """
    deal = shuffled_deal(rules, random.Random(f"{seed}/{number}"))  # noqa: S311 - the same deal every time
    first, second = (make() for make in players)
    elder, younger = _played(rules, deal, first, second)
    other_elder, other_younger = _played(rules, deal, second, first)
    return DealPair(elder - younger, other_younger - other_elder)


def _played(rules: RuleSet, deal: Deal, elder: Player, younger: Player) -> tuple[int, int]:
    state, _ = start(rules, deal)
    for _, after, _ in play_out(state, elder, younger):
        state = after
    return state.score


def play_partie(
    rules: RuleSet,
    seed: str,
    number: int,
    players: tuple[Callable[[], Player], Callable[[], Player]],
) -> float:
    """Play one partie twice with the seats swapped, both players playing to win it.

    Return the share of parties that the first player wins. A tie counts as half.
    """
    rng = random.Random(f"{seed}/{number}")  # noqa: S311 - the same deals every time
    length = rules.number("rubicon.deals").value
    deals = [shuffled_deal(rules, rng) for _ in range(length)]
    won = 0.0
    for begins in (0, 1):
        totals = [0, 0]
        for place, deal in enumerate(deals):
            elder = (begins + place) % 2
            before, left = (totals[elder], totals[1 - elder]), length - 1 - place
            objective = partie_objective(rules, before, left)
            state, _ = start(rules, deal)
            for _, after, _ in play_out(
                state, players[elder](), players[1 - elder](), (objective, objective)
            ):
                state = after
            totals[elder] += state.score[0]
            totals[1 - elder] += state.score[1]
        won += 0.5 if totals[0] == totals[1] else float(totals[0] > totals[1])
    return won / 2


def points_per_deal(pairs: Iterable[DealPair]) -> Estimate:
    """Return the mean lead of the first player in points per deal.

    >>> points_per_deal([DealPair(10, 2), DealPair(6, -2), DealPair(8, 0)])
    Estimate(mean=4.0, low=1.73..., high=6.26...)
    """
    return estimate([pair.margin for pair in pairs])


def share_of_parties(pairs: Iterable[DealPair]) -> Estimate:
    """Return the share of parties of six deals that the first player wins. A tie counts as half.

    Six pairs form two parties: the first player is elder in the odd deals of one and in the even
    deals of the other. An incomplete group at the end is not counted.
    """
    shares, group = [], list[DealPair]()
    for pair in pairs:
        group.append(pair)
        if len(group) == DEALS_OF_A_PARTIE:
            for begins in (0, 1):
                margin = sum(
                    one.as_elder if place % 2 == begins else one.as_younger
                    for place, one in enumerate(group)
                )
                shares.append(0.5 if margin == 0 else float(margin > 0))
            group.clear()
    return estimate(shares)


def estimate(found: list[float]) -> Estimate:
    """Return the mean of some values with its 95% interval, which is infinite for fewer than two values."""
    if len(found) < 2:
        mean = sum(found) / len(found) if found else 0.0
        return Estimate(mean, float("-inf"), float("inf"))
    mean = sum(found) / len(found)
    spread = sqrt(sum((one - mean) ** 2 for one in found) / (len(found) - 1))
    error = SURE * spread / sqrt(len(found))
    return Estimate(mean, mean - error, mean + error)
