"""Master as it played in version 0.3, for comparison with later players. It never changes."""

from __future__ import annotations

from itertools import combinations

from piquet_core.cards.cards import Hand
from piquet_core.players.budgets import Budget, Rounds
from piquet_core.players.card_values import HandEvaluator
from piquet_core.players.discard_rules import TOO_GOOD, card_merits
from piquet_core.players.discard_search import DiscardSearch, mean, standard_error
from piquet_core.players.player import Turn
from piquet_core.players.sampler import SamplingPlayer
from piquet_core.players.thumb import ThumbPlayer
from piquet_core.solver.point_search import LeadPosition

MASTER_0_3 = Budget(
    hands=30,
    guessed=((80, 16), (40, 24), (16, 80)),
    searched=((5, 30), (3, 30), (2, 40), (2, 60), (2, 80)),
    playouts=0,
)
"""Budget of Master in version 0.3."""
_GAIN = 0.5
"""Least gain, in points or per cent, for which a discard is tried further."""


class _Evaluator(HandEvaluator):
    """Evaluator that estimates the play by the middle between its bounds."""

    def estimate(self, place: LeadPosition, low: int, high: int) -> float:
        """Return the mean value over all numbers of half tricks between the bounds."""
        return self._far.estimate(place, low, high)


class _DiscardSearch(DiscardSearch):
    """Search among the discards whose single cards have the least merits, with equal weight for every deal."""

    def best(self, guessed: Rounds, searched: Rounds) -> int:
        """Return the best discard."""
        guesses: dict[int, list[float]] = {}
        field = self._narrowed(self._promising(guessed[0][0]), guessed, guesses, exact=False)
        field.sort(key=lambda out: -mean(guesses[out]))
        found: dict[int, list[float]] = {}
        self._narrowed(field[: searched[0][0]], searched, found, exact=True)
        return min(found, key=lambda out: (-len(found[out]), -mean(found[out])))

    def _promising(self, number: int) -> list[int]:
        turn = self._turn
        worth = card_merits(turn.cards, self._rules, self._seat)
        ways = [
            (sum(worth[card] - TOO_GOOD for card in way), sum(1 << card for card in way))
            for size in range(max(turn.least, turn.most - 2), turn.most + 1)
            for way in combinations(worth, size)
        ]
        return [out for _, out in sorted(ways)[:number]]

    def _narrowed(
        self, field: list[int], rounds: Rounds, found: dict[int, list[float]], *, exact: bool
    ) -> list[int]:
        """Try the discards ``field`` in rounds, add the results to ``found``, and return the remaining ones."""
        for keep, more in rounds:
            field = sorted(field, key=lambda out: -mean(found.get(out, [])))[:keep]
            if exact and found:
                field = [
                    out for out in field if out == field[0] or _open(found[out], found[field[0]])
                ]
            if len(field) == 1:
                break
            start = len(found.get(field[0], []))
            for at in range(start, start + more):
                for out in field:
                    deal = self._mind.deal_value(*self._hands(out, at), exact=exact)
                    found.setdefault(out, []).append(self._worth(deal))
        return field


class MasterOf03(SamplingPlayer):
    """Player with the search of Master in version 0.3."""

    evaluator = _Evaluator

    def __init__(self) -> None:
        super().__init__(MASTER_0_3, ThumbPlayer())

    def best_discard(self, turn: Turn) -> Hand:
        """Return the discard that is best on average."""
        search = _DiscardSearch(self._mind(turn.rules), turn)
        return Hand(search.best(MASTER_0_3.guessed, MASTER_0_3.searched))


def _open(found: list[float], best: list[float]) -> bool:
    """Return whether a discard with results ``found`` may still prove relevantly better than ``best``."""
    ahead = [one - other for one, other in zip(found, best, strict=False)]
    return mean(ahead) + 2 * standard_error(ahead) > _GAIN
