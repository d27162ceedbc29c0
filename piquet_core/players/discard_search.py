"""Search for the best discard: candidates are compared over the same random deals of the unseen cards."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

from piquet_core.cards.cards import Card, Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.exchange_limits import younger_maximum
from piquet_core.engine.state import Phase
from piquet_core.players.budgets import Rounds
from piquet_core.players.card_values import HandEvaluator, Option, seeded_random
from piquet_core.players.discard_rules import TOO_GOOD, card_merits, least_valuable
from piquet_core.players.objectives import expected_win_percent
from piquet_core.players.player import Turn
from piquet_core.pulse import beat
from piquet_core.simulator.call_scores import CallResult

TRIED = (Phase.ELDER_EXCHANGE, Phase.YOUNGER_EXCHANGE)
"""Phases in which discards are searched. Changing a discard after a carte blanche is not one of them."""
_GAIN = 0.5
"""Least gain, in points or per cent, for which a discard is tried further."""


@dataclass(frozen=True, slots=True)
class DiscardPoints:
    """Mean points after a discard, split into calls and play.

    ``calls`` and ``play`` are the points of the player on turn less the opponent's; ``calls``
    includes repiques. ``repique`` and ``repiqued`` are the frequencies of a repique by the player
    and by the opponent.
    """

    calls: float
    play: float
    repique: float
    repiqued: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CallOdds:
    """Frequencies of repiques and piques after a discard, and the mean points in the calls.

    ``repique`` and ``pique`` are the shares of deals in which the player on turn makes one,
    ``repiqued`` and ``piqued`` those for the opponent. Only piques by elder's sure tricks are
    counted. ``calls`` and ``their_calls`` are each player's mean points from calls, without a
    repique.
    """

    repique: float
    repiqued: float
    pique: float
    piqued: float
    calls: float
    their_calls: float


def count_of_talons(rounds: Rounds) -> int:
    """Return the total number of talons that are dealt in some rounds."""
    return sum(more for _, more in rounds)


class DiscardSearch:
    """Search for the discard of the player on turn."""

    def __init__(self, mind: HandEvaluator, turn: Turn, lots: str = "") -> None:
        self._mind, self._turn = mind, turn
        self._rules = turn.rules
        self._rng = seeded_random(turn, lots)
        self._seat = turn.knowledge.seat
        self._hand = turn.cards.mask
        self._dealt: list[tuple[list[Card], dict[int, int]]] = []
        self._parts: dict[int, list[DiscardPoints]] = {}

    def tried(self, guessed: Rounds, searched: Rounds, also: Hand | None = None) -> list[Option]:
        """Search for the best discard, and return the discards tried with exact play, the best first.

        The rounds ``guessed`` first narrow the candidates with an estimate of the play. ``also`` is
        a discard that is evaluated to the end even if it is bad.
        """
        thought = self.trying(guessed, searched, also)
        while True:
            try:
                next(thought)
            except StopIteration as end:
                found: list[Option] = end.value
                return found

    def trying(
        self, guessed: Rounds, searched: Rounds, also: Hand | None = None
    ) -> Generator[None, None, list[Option]]:
        """Search like `tried`, yielding after every talon so that callers can report progress."""
        guesses: dict[int, list[float]] = {}
        first = self._promising(guessed[0][0])
        field = yield from self._narrowed(first, guessed, guesses, exact=False)
        field.sort(key=lambda out: -_mean(guesses[out]))
        found: dict[int, list[float]] = {}
        kept = also.mask if also is not None else 0
        yield from self._narrowed(field[: searched[0][0]], searched, found, exact=True, kept=kept)
        order = sorted(found, key=lambda out: (-len(found[out]), -_mean(found[out])))
        return [_option(out, found[out], found[order[0]]) for out in order]

    def parts(self, out: Hand, talons: int) -> DiscardPoints:
        """Return the mean points in calls and play of a searched discard, over its first ``talons`` talons."""
        found = self._parts[out.mask][:talons]
        return DiscardPoints(
            calls=_mean([one.calls for one in found]),
            play=_mean([one.play for one in found]),
            repique=_mean([one.repique for one in found]),
            repiqued=_mean([one.repiqued for one in found]),
        )

    def odds(self, outs: Sequence[Hand], ways: int) -> list[CallOdds]:
        """Return the call odds of each discard, over the first ``ways`` random deals of the unseen cards.

        The play is not searched, so this is fast.
        """
        bonus, other = self._mind.calls.bonus, self._seat.other
        found: list[list[tuple[float, ...]]] = [[] for _ in outs]
        for number in range(ways):
            beat()
            for out, rows in zip(outs, found, strict=True):
                said, _, pique = self._mind.deal_value(*self._hands(out.mask, number), exact=False)
                by_elder = float(pique)
                piques = (by_elder, 0.0) if self._seat is Seat.ELDER else (0.0, by_elder)
                repiques = [float(said.repique == seat) for seat in (self._seat, other)]
                calls = [
                    said.points[seat] - bonus * made
                    for seat, made in zip((self._seat, other), repiques, strict=True)
                ]
                rows.append((*repiques, *piques, *calls))
        names = ("repique", "repiqued", "pique", "piqued", "calls", "their_calls")
        return [
            CallOdds(
                **dict(zip(names, map(_mean, map(list, zip(*rows, strict=True))), strict=True))
            )
            for rows in found
        ]

    def as_it_lies(self, out: Hand, lie: Sequence[Card], younger: Hand | None = None) -> float:
        """Return the points of the player on turn less the opponent's after a discard, with the actual cards.

        ``lie`` has the opponent's twelve cards, then the cards to be drawn. For elder's discard,
        ``younger`` is younger's hand after the exchange; without it, younger discards by rules of
        thumb. The play is the best with open hands.
        """
        elder, other = self._joined(out.mask, list(lie), {})
        if younger is not None:
            other = younger.mask
        said, ahead, _ = self._mind.deal_value(elder, other, exact=True)
        ahead += said.points[0] - said.points[1]
        return ahead if self._seat is Seat.ELDER else -ahead

    def _narrowed(
        self,
        field: list[int],
        rounds: Rounds,
        found: dict[int, list[float]],
        *,
        exact: bool,
        kept: int = 0,
    ) -> Generator[None, None, list[int]]:
        """Try the discards ``field`` in rounds, add the results to ``found``, and return the remaining discards.

        With ``exact``, discards that are clearly not the best are dropped, and the rounds end when
        one is left. The discard ``kept`` is never dropped.
        """
        for keep, more in rounds:
            field = sorted(field, key=lambda out: -_mean(found.get(out, [])))[:keep]
            if exact and found:
                field = [
                    out for out in field if out == field[0] or _open(found[out], found[field[0]])
                ]
            if kept and kept not in field:
                field.append(kept)
            if len(field) == 1:
                break
            start = len(found.get(field[0], []))
            for at in range(start, start + more):
                for out in field:
                    found.setdefault(out, []).append(self._outcome(out, at, exact=exact))
                yield
        return field

    def _promising(self, number: int) -> list[int]:
        """Return the ``number`` discards that are best by rules of thumb.

        Discards of at least three cards fewer than the maximum are ignored: they are hardly ever
        right, but there are very many.
        """
        turn = self._turn
        worth = card_merits(turn.cards, self._rules, self._seat)
        ways = [
            (sum(worth[card] - TOO_GOOD for card in way), sum(1 << card for card in way))
            for size in range(max(turn.least, turn.most - 2), turn.most + 1)
            for way in combinations(worth, size)
        ]
        return [out for _, out in sorted(ways)[:number]]

    def _outcome(self, out: int, number: int, *, exact: bool) -> float:
        """Return the value of a discard to the player on turn, with one deal of the unseen cards."""
        beat()
        said, ahead, _ = self._mind.deal_value(*self._hands(out, number), exact=exact)
        if exact:
            self._parts.setdefault(out, []).append(self._told(said, ahead))
        return self._worth(said.points, ahead)

    def _hands(self, out: int, number: int) -> tuple[int, int]:
        """Return both hands after a discard, elder's first, with random deal ``number`` of the unseen cards."""
        while len(self._dealt) <= number:
            self._dealt.append((self._deal(), {}))
        return self._joined(out, *self._dealt[number])

    def _joined(self, out: int, lie: list[Card], theirs: dict[int, int]) -> tuple[int, int]:
        """Return both hands after a discard, elder's first, with a given deal ``lie`` of the unseen cards.

        ``theirs`` caches younger's hand by the number of cards that elder takes, or elder's hand under 0.
        """
        size = out.bit_count()
        mine = self._hand & ~out | _mask(lie[12 : 12 + size])
        if self._seat is Seat.ELDER:
            if size not in theirs:
                theirs[size] = self._youngers(lie, size)
            return mine, theirs[size]
        if 0 not in theirs:
            theirs[0] = _mask(lie[:12])
        return theirs[0], mine

    def _told(self, said: CallResult, ahead: float) -> DiscardPoints:
        """Return the points in calls and play from the viewpoint of the player on turn.

        ``ahead`` is elder's points less younger's in the play.
        """
        sign = 1 if self._seat is Seat.ELDER else -1
        return DiscardPoints(
            calls=sign * (said.points[0] - said.points[1]),
            play=sign * ahead,
            repique=float(said.repique == self._seat),
            repiqued=float(said.repique == self._seat.other),
        )

    def _worth(self, said: tuple[int, int], ahead: float) -> float:
        """Return the value of a result to the player on turn, in points or under the objective.

        ``said`` are the points from calls, elder's first, and ``ahead`` is elder's points less
        younger's in the play.
        """
        objective = self._turn.objective
        if objective is None:
            ahead += said[0] - said[1]
            return ahead if self._seat is Seat.ELDER else -ahead
        score = self._turn.knowledge.score
        counted = (score[0] + said[0], score[1] + said[1])
        both = self._mind.together(12)
        return expected_win_percent(objective, self._seat, counted, round(ahead), both)

    def _deal(self) -> list[Card]:
        """Return a random deal of the unseen cards: the opponent's twelve, then the cards to be drawn."""
        known = self._turn.knowledge
        lie = list(known.unseen)
        self._rng.shuffle(lie)
        if self._seat is Seat.ELDER:
            return lie
        # Elder has exchanged: take twelve dealt cards, without those that elder would discard.
        size = known.their_discards
        dealt, drawn, rest = Hand.of(lie[:12]), lie[12 : 12 + size], lie[12 + size :]
        worth = card_merits(dealt, self._rules, Seat.ELDER)
        kept = dealt - least_valuable(worth, size, size)
        return [*kept, *drawn, *rest]  # elder's twelve cards, then the cards that elder left

    def _youngers(self, lie: list[Card], taken: int) -> int:
        """Return younger's hand, as a mask, after an exchange in which elder takes ``taken`` cards."""
        rules = self._rules
        left = lie[12 + taken :]
        most = younger_maximum(rules, len(left))
        dealt = Hand.of(lie[:12])
        worth = card_merits(dealt, rules, Seat.YOUNGER)
        out = least_valuable(worth, rules.number("exchange.younger-min").value, most)
        return (dealt - out).mask | _mask(left[: len(out)])


def _open(found: list[float], best: list[float]) -> bool:
    """Return whether a discard with results ``found`` may still prove relevantly better than ``best``."""
    ahead = [one - other for one, other in zip(found, best, strict=False)]
    return _mean(ahead) + 2 * _error(ahead) > _GAIN


def _option(out: int, found: list[float], best: list[float]) -> Option:
    behind = [one - other for one, other in zip(best, found, strict=False)]
    return Option(Hand(out), _mean(found), _error(found), _mean(behind), _error(behind), len(found))


def _mask(cards: list[Card]) -> int:
    return sum(1 << card for card in cards)


def _mean(found: list[float]) -> float:
    return sum(found) / len(found) if found else 0.0


def _error(found: list[float]) -> float:
    if len(found) < 2:
        return 0.0
    mean = _mean(found)
    return sqrt(sum((one - mean) ** 2 for one in found) / (len(found) - 1) / len(found))
