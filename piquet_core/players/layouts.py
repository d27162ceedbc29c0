"""Which cards to lay out, found by trying: many talons, each with every discard that is still in question."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import sqrt

from piquet_core.engine.shares import younger_most
from piquet_core.engine.state import Phase
from piquet_core.pack.cards import Card, Hand
from piquet_core.pack.seat import Seat
from piquet_core.players.budgets import Rounds
from piquet_core.players.discards import TOO_GOOD, least_worth, merits
from piquet_core.players.imagine import Imagination, seeded
from piquet_core.players.player import Turn
from piquet_core.pulse import beat

TRIED = (Phase.ELDER_EXCHANGE, Phase.YOUNGER_EXCHANGE)
"""The phases in which discards are tried; younger's change of his after a carte blanche is not."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A discard that was tried: what the deal brings by it on average, and the error of that.

    ``value`` is the points of the player on turn less the other's, or with a stake his chance to win the
    game in per cent; ``error`` is the standard error of
    its mean over ``talons`` tried. ``behind`` is how much less it brings than the best with the same
    talons, and ``doubt`` the standard error of that, which is smaller: luck is the same for both.
    """

    out: Hand
    value: float
    error: float
    talons: int
    behind: float
    doubt: float


class Layouts:
    """Tries discards for one player on turn."""

    def __init__(self, mind: Imagination, turn: Turn, lots: str = "") -> None:
        self._mind, self._turn = mind, turn
        self._rules = turn.rules
        self._rng = seeded(turn, lots)
        self._seat = turn.knowledge.seat
        self._hand = turn.cards.mask
        self._dealt: list[tuple[list[Card], dict[int, int]]] = []

    def tried(self, guessed: Rounds, searched: Rounds, also: Hand | None = None) -> list[Trial]:
        """Return the discards that were tried with the play searched, the best first.

        Before that the play is only guessed at, for many more. ``also`` is one that is tried to the
        end whatever it brings.
        """
        guesses: dict[int, list[float]] = {}
        field = self._narrowed(self._promising(guessed[0][0]), guessed, guesses, exact=False)
        field.sort(key=lambda out: -_mean(guesses[out]))
        found: dict[int, list[float]] = {}
        kept = also.mask if also is not None else 0
        self._narrowed(field[: searched[0][0]], searched, found, exact=True, kept=kept)
        order = sorted(found, key=lambda out: (-len(found[out]), -_mean(found[out])))
        return [_trial(out, found[out], found[order[0]]) for out in order]

    def _narrowed(
        self,
        field: list[int],
        rounds: Rounds,
        found: dict[int, list[float]],
        *,
        exact: bool,
        kept: int = 0,
    ) -> list[int]:
        """Try discards in rounds, write down what they bring, and return those of the last round."""
        for keep, more in rounds:
            field = sorted(field, key=lambda out: -_mean(found.get(out, [])))[:keep]
            if kept and kept not in field:
                field.append(kept)
            start = len(found.get(field[0], []))
            for at in range(start, start + more):
                for out in field:
                    found.setdefault(out, []).append(self._outcome(out, at, exact=exact))
        return field

    def _promising(self, number: int) -> list[int]:
        """Return the discards that cost least by rules of thumb.

        Whoever leaves three cards or more to the other is hardly ever right, and these are most of
        the ways.
        """
        turn = self._turn
        worth = merits(turn.cards, self._rules, self._seat)
        ways = [
            (sum(worth[card] - TOO_GOOD for card in way), sum(1 << card for card in way))
            for size in range(max(turn.least, turn.most - 2), turn.most + 1)
            for way in combinations(worth, size)
        ]
        return [out for _, out in sorted(ways)[:number]]

    def _outcome(self, out: int, number: int, *, exact: bool) -> float:
        """Return what a discard brings with one way in which the unseen cards may lie."""
        beat()
        while len(self._dealt) <= number:
            self._dealt.append((self._deal(), {}))
        lie, theirs = self._dealt[number]
        size = out.bit_count()
        mine = self._hand & ~out | _mask(lie[12 : 12 + size])
        if self._seat is Seat.ELDER:
            if size not in theirs:
                theirs[size] = self._youngers(lie, size)
            return self._worth(mine, theirs[size], exact=exact)
        if 0 not in theirs:
            theirs[0] = _mask(lie[:12])
        return self._worth(theirs[0], mine, exact=exact)

    def _worth(self, elder: int, younger: int, *, exact: bool) -> float:
        """Return what it is worth to the player on turn that the hands are these after the exchange."""
        mind, stake = self._mind, self._turn.stake
        said, ahead = mind.deal_value(elder, younger, exact=exact)
        if stake is None:
            ahead += said[0] - said[1]
            return ahead if self._seat is Seat.ELDER else -ahead
        score = self._turn.knowledge.score
        counted = (score[0] + said[0], score[1] + said[1])
        return stake.after(counted, round(ahead), mind.together(12))

    def _deal(self) -> list[Card]:
        """Return the unseen cards as they may lie: the other's twelve, then those to be drawn."""
        known = self._turn.knowledge
        lie = list(known.unseen)
        self._rng.shuffle(lie)
        if self._seat is Seat.ELDER:
            return lie
        # Elder has exchanged already: his twelve cards as dealt, less what he would lay out.
        size = known.their_discards
        dealt, drawn, rest = Hand.of(lie[:12]), lie[12 : 12 + size], lie[12 + size :]
        worth = merits(dealt, self._rules, Seat.ELDER)
        kept = dealt - least_worth(worth, size, size)
        return [*kept, *drawn, *rest]  # twelve in his hand, and what he has left

    def _youngers(self, lie: list[Card], taken: int) -> int:
        """Return younger's hand after his exchange, if elder takes so many cards."""
        rules = self._rules
        left = lie[12 + taken :]
        most = younger_most(rules, len(left))
        dealt = Hand.of(lie[:12])
        worth = merits(dealt, rules, Seat.YOUNGER)
        out = least_worth(worth, rules.number("exchange.younger-min").value, most)
        return (dealt - out).mask | _mask(left[: len(out)])


def _trial(out: int, found: list[float], best: list[float]) -> Trial:
    behind = [one - other for one, other in zip(best, found, strict=False)]
    return Trial(Hand(out), _mean(found), _error(found), len(found), _mean(behind), _error(behind))


def _mask(cards: list[Card]) -> int:
    return sum(1 << card for card in cards)


def _mean(found: list[float]) -> float:
    return sum(found) / len(found) if found else 0.0


def _error(found: list[float]) -> float:
    if len(found) < 2:
        return 0.0
    mean = _mean(found)
    return sqrt(sum((one - mean) ** 2 for one in found) / (len(found) - 1) / len(found))
