"""Search for the best discard: candidates are compared over the same random deals of the unseen cards.

Fitted tables (`search_tables`) order all discards and estimate the play. The best discards are
estimated over many deals. For the few that remain, the play is searched exactly in some of these
deals, and the mean difference between search and estimate corrects the estimate.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt

from piquet_core.cards.cards import Card, Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.exchange_limits import younger_maximum
from piquet_core.engine.state import Phase
from piquet_core.players.budgets import Rounds
from piquet_core.players.card_values import DealValue, HandEvaluator, Option, seeded_random
from piquet_core.players.discard_order import discard_order
from piquet_core.players.discard_rules import card_merits, least_valuable
from piquet_core.players.objectives import expected_win_percent
from piquet_core.players.player import Turn
from piquet_core.pulse import beat
from piquet_core.rules import RuleSet

TRIED = (Phase.ELDER_EXCHANGE, Phase.YOUNGER_EXCHANGE)
"""Phases in which discards are searched. Changing a discard after a carte blanche is not one of them."""
_GAIN = 0.5
"""Least gain, in points or per cent, for which a discard is tried further."""
_PRIOR = 60
"""Number of deals that the value from the order of all discards counts for.

With an objective, that value counts for none, because it is in points.
"""


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


@dataclass(slots=True, eq=False)
class _Trial:
    """A discard with its results over the random deals.

    ``prior`` is its value from the order of all discards. ``deals`` has the estimated deals, and
    ``guesses`` their values to the player on turn. ``changes`` has what an exact search adds to the
    guesses of the first deals, and ``play_changes`` what it adds to elder's lead in the play.
    """

    out: int
    prior: float
    deals: list[DealValue] = field(default_factory=list)
    guesses: list[float] = field(default_factory=list)
    changes: list[float] = field(default_factory=list)
    play_changes: list[float] = field(default_factory=list)


class _UnseenCards:
    """A deal of the unseen cards: the opponent's twelve, then the cards to be drawn."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = cards
        self.dealt = _mask(cards[:12])
        self.drawn = [0]
        """Masks of the next cards to be drawn, by their number."""
        for card in cards[12:]:
            self.drawn.append(self.drawn[-1] | 1 << card)
        self._merits: dict[Card, float] = {}
        self._youngers: dict[int, int] = {}

    def younger(self, rules: RuleSet, taken: int) -> int:
        """Return younger's hand, as a mask, after an exchange in which elder takes ``taken`` cards."""
        if taken not in self._youngers:
            dealt, left = Hand(self.dealt), len(self.cards) - 12 - taken
            self._merits = self._merits or card_merits(dealt, rules, Seat.YOUNGER)
            least = rules.number("exchange.younger-min").value
            out = least_valuable(self._merits, least, younger_maximum(rules, left))
            drawn = self.drawn[taken + len(out)] & ~self.drawn[taken]
            self._youngers[taken] = (dealt - out).mask | drawn
        return self._youngers[taken]


class DiscardSearch:
    """Search for the discard of the player on turn."""

    def __init__(self, mind: HandEvaluator, turn: Turn, lots: str = "") -> None:
        self._mind, self._turn = mind, turn
        self._rules = turn.rules
        self._rng = seeded_random(turn, lots)
        self._seat = turn.knowledge.seat
        self._sign = 1 if self._seat is Seat.ELDER else -1
        self._hand = turn.cards.mask
        self._dealt: list[_UnseenCards] = []
        self._trials: dict[int, _Trial] = {}
        self._weight = _PRIOR if turn.objective is None else 0
        self._level = 0.0

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

    def estimated(self, guessed: Rounds) -> list[tuple[float, Hand]]:
        """Return the discards that remain after some rounds with their values, the best first.

        The play is only estimated, so this takes a small part of the time of `tried`.
        """
        self.tried(guessed, ())
        most = max(len(trial.guesses) for trial in self._trials.values())
        left = (trial for trial in self._trials.values() if len(trial.guesses) == most)
        return [
            (self._value(trial), Hand(trial.out))
            for trial in self._best(left, len(self._trials), None)
        ]

    def trying(
        self, guessed: Rounds, searched: Rounds, also: Hand | None = None
    ) -> Generator[None, None, list[Option]]:
        """Search like `tried`, yielding after every talon so that callers can report progress."""
        trials = self._candidates(guessed[0][0], also)
        kept = None if also is None else self._trials[also.mask]
        for keep, more in guessed:
            trials = self._best(trials, keep, kept)
            for _ in range(more):
                for trial in trials:
                    self._guess(trial)
                yield
            self._level = mean([mean(trial.guesses) - trial.prior for trial in trials])
        for keep, more in searched:
            trials = self._best(trials, keep, kept)
            best = trials[0]
            if best.changes:
                trials = [one for one in trials if one in (best, kept) or self._is_open(one, best)]
                if len(trials) == 1:
                    break
            for _ in range(more):
                for trial in trials:
                    self._search(trial)
                yield
        found = [trial for trial in self._trials.values() if trial.changes]
        found.sort(key=lambda one: (-len(one.changes), -self._value(one), one.out))
        return [self._option(trial, found[0]) for trial in found]

    def parts(self, out: Hand) -> DiscardPoints:
        """Return the mean points in calls and play of a searched discard, which add up to its value in points."""
        trial = self._trials[out.mask]
        said = [deal.said for deal in trial.deals]
        play = [deal.ahead for deal in trial.deals]
        ahead = mean(play) + mean(trial.play_changes)
        return DiscardPoints(
            calls=self._sign * mean([one.points[0] - one.points[1] for one in said]),
            play=self._sign * ahead + self._shift(trial),
            repique=mean([one.repique == self._seat for one in said]),
            repiqued=mean([one.repique == self._seat.other for one in said]),
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
            CallOdds(**dict(zip(names, map(mean, map(list, zip(*rows, strict=True))), strict=True)))
            for rows in found
        ]

    def values(self, out: int, talons: int, *, exact: bool) -> list[float]:
        """Return the values of a discard with each of the first ``talons`` random deals of the unseen cards.

        Without ``exact``, the play is estimated.
        """
        deals = (self._hands(out, number) for number in range(talons))
        return [self._worth(self._mind.deal_value(*hands, exact=exact)) for hands in deals]

    def hands_after(self, out: Hand, number: int) -> tuple[Hand, Hand]:
        """Return both hands after a discard, elder's first, with random deal ``number`` of the unseen cards."""
        elder, younger = self._hands(out.mask, number)
        return Hand(elder), Hand(younger)

    def unseen_cards(self, number: int) -> Sequence[Card]:
        """Return random deal ``number`` of the unseen cards: the opponent's twelve, then the cards to be drawn."""
        while len(self._dealt) <= number:
            self._dealt.append(_UnseenCards(self._deal()))
        return self._dealt[number].cards

    def as_it_lies(self, out: Hand, lie: Sequence[Card], younger: Hand | None = None) -> float:
        """Return the points of the player on turn less the opponent's after a discard, with the actual cards.

        ``lie`` has the opponent's twelve cards, then the cards to be drawn. For elder's discard,
        ``younger`` is younger's hand after the exchange; without it, younger discards by rules of
        thumb. The play is the best with open hands.
        """
        elder, other = self._joined(out.mask, _UnseenCards(lie))
        if younger is not None:
            other = younger.mask
        said, ahead, _ = self._mind.deal_value(elder, other, exact=True)
        return self._sign * (ahead + said.points[0] - said.points[1])

    def _candidates(self, number: int, also: Hand | None) -> list[_Trial]:
        """Return trials of the ``number`` first discards in the order of all discards, and of ``also``."""
        order = discard_order(self._rules.number("pack.size").value)
        weights = self._mind.tables.discards[self._seat]
        ways = order.ordered(weights, self._hand, self._turn.least, self._turn.most)
        named = [way for way in ways[number:] if also is not None and way[1] == also.mask]
        self._trials = {out: _Trial(out, value) for value, out in (*ways[:number], *named)}
        return list(self._trials.values())

    def _best(self, trials: Iterable[_Trial], number: int, kept: _Trial | None) -> list[_Trial]:
        """Return the ``number`` best trials, the best first, and the trial ``kept`` in any case."""
        found = sorted(trials, key=lambda trial: (-self._value(trial), trial.out))
        return found[:number] + [trial for trial in found[number:] if trial is kept]

    def _guess(self, trial: _Trial) -> None:
        """Estimate the value of a discard with the next deal of the unseen cards."""
        beat()
        hands = self._hands(trial.out, len(trial.guesses))
        deal = self._mind.deal_value(*hands, exact=False)
        trial.deals.append(deal)
        trial.guesses.append(self._worth(deal))

    def _search(self, trial: _Trial) -> None:
        """Correct the estimate of a discard by an exact search with the next deal of the unseen cards."""
        beat()
        number = len(trial.changes)
        if number == len(trial.guesses):
            self._guess(trial)
        deal = self._mind.deal_value(*self._hands(trial.out, number), exact=True)
        trial.changes.append(self._worth(deal) - trial.guesses[number])
        trial.play_changes.append(deal.ahead - trial.deals[number].ahead)

    def _value(self, trial: _Trial) -> float:
        """Return the value of a discard according to all its results so far."""
        if not trial.guesses:
            return trial.prior
        return mean(trial.guesses) + self._shift(trial) + mean(trial.changes)

    def _shift(self, trial: _Trial) -> float:
        """Return the amount that the order of all discards adds to the mean of the guesses."""
        share = self._weight / (self._weight + len(trial.guesses))
        return share * (trial.prior + self._level - mean(trial.guesses))

    def _is_open(self, trial: _Trial, best: _Trial) -> bool:
        """Return whether a discard may still prove relevantly better than the best one."""
        ahead = self._value(trial) - self._value(best)
        return ahead + 2 * _error_of_difference(trial, best) > _GAIN

    def _option(self, trial: _Trial, best: _Trial) -> Option:
        return Option(
            Hand(trial.out),
            self._value(trial),
            sqrt(standard_error(trial.guesses) ** 2 + standard_error(trial.changes) ** 2),
            self._value(best) - self._value(trial),
            _error_of_difference(trial, best),
            len(trial.changes),
        )

    def _hands(self, out: int, number: int) -> tuple[int, int]:
        """Return both hands after a discard, elder's first, with random deal ``number`` of the unseen cards."""
        self.unseen_cards(number)
        return self._joined(out, self._dealt[number])

    def _joined(self, out: int, unseen: _UnseenCards) -> tuple[int, int]:
        """Return both hands after a discard, elder's first, with a given deal of the unseen cards."""
        size = out.bit_count()
        mine = self._hand & ~out | unseen.drawn[size]
        if self._seat is Seat.ELDER:
            return mine, unseen.younger(self._rules, size)
        return unseen.dealt, mine

    def _worth(self, deal: DealValue) -> float:
        """Return the value of a deal to the player on turn, in points or under the objective."""
        points, ahead = deal.said.points, deal.ahead
        objective = self._turn.objective
        if objective is None:
            return self._sign * (ahead + points[0] - points[1])
        score = self._turn.knowledge.score
        counted = (score[0] + points[0], score[1] + points[1])
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


def _error_of_difference(one: _Trial, other: _Trial) -> float:
    """Return the standard error of the difference between the values of two discards."""
    return sqrt(
        sum(
            standard_error([a - b for a, b in zip(*pair, strict=False)]) ** 2
            for pair in ((one.guesses, other.guesses), (one.changes, other.changes))
        )
    )


def _mask(cards: Iterable[Card]) -> int:
    return sum(1 << card for card in cards)


def mean(found: Sequence[float]) -> float:
    """Return the mean of some values, or 0 for none."""
    return sum(found) / len(found) if found else 0.0


def standard_error(found: Sequence[float]) -> float:
    """Return the standard error of the mean of some values, or 0 for fewer than two."""
    if len(found) < 2:
        return 0.0
    middle = mean(found)
    return sqrt(sum((one - middle) ** 2 for one in found) / (len(found) - 1) / len(found))
