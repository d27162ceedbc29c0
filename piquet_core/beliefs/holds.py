"""What a hand holds under a rule set, read from tables of the 512 patterns of a suit.

The tables are filled by asking the rule set; here is no rule, only its answers, for whoever asks about
thousands of hands.  A *key* is one number: greater is better, as `key_function` compares holdings.
"""

from __future__ import annotations

from functools import cache

from piquet_core.pack.cards import RANKS, ROW, Hand, Suit, pack
from piquet_core.pack.combinations import Holding, PointHolding, SequenceHolding, SetHolding, runs
from piquet_core.pack.seat import Seat
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import key_function, worth

STAGE = 10
"""Bits of a key's second stage, by which equal holdings are told apart."""
_COLUMN = 1 | 1 << 9 | 1 << 18 | 1 << 27
_FIRST = Suit.SPADES


class Holds:
    """The holdings of hands, given as masks, by one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.kinds = rules.names("declare.order").value
        self.order = rules.names("reckon.order").value
        self.any_bars = rules.choice("repique.bar").value == "any-declaration"
        self.threshold = rules.number("repique.threshold").value
        self.bonus = rules.number("repique.bonus").value
        self.forfeits = rules.choice("set.elder-silent").value == "forfeits"
        self._all_sequences = rules.flag("sequence.others").value
        self._all_sets = rules.flag("set.others").value
        self._rules = rules
        whole = pack(rules.number("pack.size").value).row(_FIRST)
        rows = [row & whole for row in range(ROW + 1)]  # a short pack has no pattern with a six
        self._points = [self._point(row) for row in rows]
        self._sequences = [self._of_row(row) for row in rows]
        self._sets = [
            (rank, self._pair(SetHolding(rank, 3), 3 * _COLUMN), self._pair(SetHolding(rank, 4), 0))
            for rank in rules.ranks("set.ranks").value
        ]

    def _pair(self, holding: Holding, mask: int) -> tuple[int, int]:
        hand = Hand(mask)
        kind = _KINDS[type(holding)]
        key = key_function(self._rules, kind)(self._rules, hand, holding)
        return joined(key), worth(self._rules, hand, holding)[0]

    def _point(self, row: int) -> tuple[int, int]:
        return self._pair(PointHolding(_FIRST, row.bit_count()), row) if row else (0, 0)

    def _of_row(self, row: int) -> tuple[tuple[int, int], ...]:
        least = self._rules.number("sequence.least").value
        return tuple(
            self._pair(SequenceHolding(_FIRST, size, RANKS[top]), row)
            for size, top in runs(row)
            if size >= least
        )

    def held(self, mask: int, kind: str) -> list[tuple[int, int]]:
        """Return the key and the points of each holding of a kind."""
        if kind == "set":
            return self.sets(mask)
        rows = mask & ROW, mask >> 9 & ROW, mask >> 18 & ROW, mask >> 27
        if kind == "point":
            return [self._points[row] for row in rows if row]
        return [one for row in rows for one in self._sequences[row]]

    def sets(self, mask: int) -> list[tuple[int, int]]:
        """Return the key and the points of each trio and quatorze."""
        found = []
        for rank, trio, quatorze in self._sets:
            alike = (mask & _COLUMN << rank).bit_count()
            if alike >= 3:
                found.append(quatorze if alike == 4 else trio)
        return found

    def key(self, mask: int, kind: str) -> int:
        """Return the key of the best holding of a kind; 0 if there is none."""
        return max(self.held(mask, kind), default=(0, 0))[0]

    def count(self, mask: int, kind: str) -> int:
        """Return what whoever has won a kind counts for it, leaving nothing out."""
        held = self.held(mask, kind)
        if (kind == "sequence" and self._all_sequences) or (kind == "set" and self._all_sets):
            return sum(points for _, points in held)
        return max(held, default=(0, 0))[1]

    def winners(self, elder: int, younger: int) -> tuple[Seat | None, ...]:
        """Return who counts each kind in the order of calling, if both say all that they have."""
        return tuple(self._winner(kind, elder, younger) for kind in self.kinds)

    def _winner(self, kind: str, elder: int, younger: int) -> Seat | None:
        mine, theirs = self.key(elder, kind), self.key(younger, kind)
        if mine == theirs:
            return None
        if theirs > mine:
            silenced = kind == "set" and self.forfeits and not mine
            return None if silenced else Seat.YOUNGER
        return Seat.ELDER

    def reckoned(self, elder: int, younger: int) -> tuple[tuple[int, int], tuple[bool, bool]]:
        """Return what each seat counts before the play, repiques included, and who has won a kind."""
        won = self.winners(elder, younger)
        hands, totals = (elder, younger), [0, 0]
        for seat in Seat:
            theirs = [
                kind for kind, winner in zip(self.kinds, won, strict=True) if winner is seat.other
            ]
            total, barred, made = 0, False, False
            for kind, winner in zip(self.kinds, won, strict=True):
                if winner is not seat:
                    continue
                total += self.count(hands[seat], kind)
                if total >= self.threshold and not barred and not made:
                    at = self.order.index(kind)
                    barred = any(self.any_bars or self.order.index(one) < at for one in theirs)
                    if not barred:
                        total, made = total + self.bonus, True
            totals[seat] = total
        return (totals[0], totals[1]), (Seat.ELDER in won, Seat.YOUNGER in won)


_KINDS = {PointHolding: "point", SequenceHolding: "sequence", SetHolding: "set"}


def joined(key: tuple[int, ...]) -> int:
    """Return a key of one or two stages as one number."""
    return key[0] << STAGE | (key[1] if len(key) > 1 else 0)


@cache
def holds(rules: RuleSet) -> Holds:
    """Return the tables of a rule set, made once."""
    return Holds(rules)
