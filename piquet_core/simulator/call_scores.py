"""Scores of two hands before the play, in plain numbers, if both players call and count everything.

The tables take the holdings of each suit pattern and their values from the engine. The comparison
of calls is implemented again here; `tests/engine/test_simulator.py` compares it with the engine
under every rule set.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from piquet_core.cards.cards import ROW, Hand, Suit, pack
from piquet_core.cards.combinations import ranks_mask
from piquet_core.engine.holdings import elder_wins_ties, holdings_with_keys
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import Key, holding_score

KINDS = ("point", "sequence", "set")
"""Kinds in the order used here for a hand. The order of calling depends on the rule set."""
STAGE = 10
"""Number of bits of the tie-breaking stage in a comparison key."""
_WORTH = 10
"""Number of lowest bits for the score in the number of a best holding; the rest is the key."""

Counted = list[tuple[str, int]]
"""Kinds that a player has won, in the order of calling, with the points for each."""


class CallResult(NamedTuple):
    """Points from calls, and whether each player has won a kind; elder's values come first.

    ``repique`` is the number of the seat that has made a repique, or -1. The points include the bonus.
    """

    points: tuple[int, int]
    won: tuple[bool, bool]
    repique: int


class CallScorer:
    """Scorer of calls under one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        order = rules.names("declare.order").value
        self._kinds = [(KINDS.index(kind), kind) for kind in order]
        self.elder_wins_ties = frozenset(kind for kind in order if elder_wins_ties(rules, kind))
        self.forfeits = rules.choice("set.elder-silent").value == "forfeits"
        self.threshold = rules.number("repique.threshold").value
        self.bonus = rules.number("repique.bonus").value
        self._any_bars = rules.choice("repique.bar").value == "any-declaration"
        self._reckoning = rules.names("reckon.order").value
        # One row for each of the 512 patterns of a suit. A 32-card pack ignores the six.
        whole = pack(rules.number("pack.size").value).row(Suit.SPADES)
        self._point = [self._held(row & whole, "point")[0] for row in range(ROW + 1)]
        held = [self._held(row & whole, "sequence") for row in range(ROW + 1)]
        self._sequence = [best for best, _ in held]
        self._sequences = [points for _, points in held]
        self._others = rules.flag("sequence.others").value
        self._set_row = ranks_mask(rules.ranks("set.ranks").value) & ROW
        self._sets = cache(self._sets_of)

    def call_result(self, elder: int, younger: int) -> CallResult:
        """Return the points of two hands, given as masks, if both players call, answer and count everything."""
        mine, theirs = self.bests(elder), self.bests(younger)
        elder_counts: Counted = []
        younger_counts: Counted = []
        elder_points = younger_points = 0
        for place, kind in self._kinds:
            own, other = mine[place] >> _WORTH, theirs[place] >> _WORTH
            if own > other or (own == other and own and kind in self.elder_wins_ties):
                points = self.counted(kind, elder, mine[place])
                elder_points += points
                elder_counts.append((kind, points))
            # If elder's silence forfeits the sets, younger cannot count them either.
            elif other > own and (own or kind != "set" or not self.forfeits):
                points = self.counted(kind, younger, theirs[place])
                younger_points += points
                younger_counts.append((kind, points))
        repique = -1
        if elder_points >= self.threshold and self._is_repique(elder_counts, younger_counts):
            elder_points, repique = elder_points + self.bonus, 0
        if younger_points >= self.threshold and self._is_repique(younger_counts, elder_counts):
            younger_points, repique = younger_points + self.bonus, 1
        return CallResult(
            (elder_points, younger_points), (bool(elder_counts), bool(younger_counts)), repique
        )

    def bests(self, hand: int) -> tuple[int, int, int]:
        """Return a hand's best point, sequence and set, each as one number, or 0 if the hand has none.

        The lowest bits of a number are the score, and the rest is the comparison key.
        """
        spades, hearts, diamonds, clubs = hand & ROW, hand >> 9 & ROW, hand >> 18 & ROW, hand >> 27
        point, sequence = self._point, self._sequence
        # Ranks of which the hand has three or four cards.
        held = (spades & hearts & (diamonds | clubs)) | (diamonds & clubs & (spades | hearts))
        held &= self._set_row
        return (
            max(point[spades], point[hearts], point[diamonds], point[clubs]),
            max(sequence[spades], sequence[hearts], sequence[diamonds], sequence[clubs]),
            self._sets(held, held & spades & hearts & diamonds & clubs) if held else 0,
        )

    def counted(self, kind: str, hand: int, best: int) -> int:
        """Return the points for winning a kind with a hand whose best holding is ``best`` (see `bests`)."""
        if kind == "sequence" and self._others:
            rows = self._sequences
            return (
                rows[hand & ROW] + rows[hand >> 9 & ROW] + rows[hand >> 18 & ROW] + rows[hand >> 27]
            )
        return best & (1 << _WORTH) - 1

    def _is_repique(self, own: Counted, other: Counted) -> bool:
        """Return whether a player's own counts make a repique that the opponent's counts do not prevent."""
        total, rank = 0, self._reckoning.index
        for kind, points in own:
            total += points
            if total >= self.threshold:
                return not any(self._any_bars or rank(one) < rank(kind) for one, _ in other)
        return False

    def _sets_of(self, held: int, fours: int) -> int:
        """Return the best set as one number (see `bests`), with the points of every set that counts.

        ``held`` has the ranks of which the hand has three or four cards, and ``fours`` those of
        which it has four.
        """
        mask = held | held << 9 | held << 18 | fours << 27
        best, points = self._held(mask, "set")
        if not self._rules.flag("set.others").value:
            return best
        return best >> _WORTH << _WORTH | points

    def _held(self, mask: int, kind: str) -> tuple[int, int]:
        """Return a hand's best holding of a kind as one number (see `bests`), and the points of all of them."""
        hand, best, points = Hand(mask), 0, 0
        for key, holding in holdings_with_keys(self._rules, mask, kind, whole=True):
            score, _ = holding_score(self._rules, hand, holding)
            best = max(best, _number(key) << _WORTH | score)
            points += score
        return best, points


def comparison_key(best: int) -> int:
    """Return the comparison key in the number of a best holding (see `CallScorer.bests`)."""
    return best >> _WORTH


def _number(key: Key) -> int:
    """Return a comparison key as one number. Keys and numbers sort alike."""
    number = 0
    for part in key:
        number = number << STAGE | part
    return number


@lru_cache(maxsize=16)
def call_scorer(rules: RuleSet) -> CallScorer:
    """Return the scorer of a rule set, from a cache."""
    return CallScorer(rules)
