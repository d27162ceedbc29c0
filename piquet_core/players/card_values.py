"""Values of cards over the opponent's possible hands, as used by the stronger players."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from math import sqrt
from typing import NamedTuple

from piquet_core.beliefs.possible_hands import possible_hands
from piquet_core.cards.cards import Card, Hand
from piquet_core.cards.seat import Seat
from piquet_core.players.objectives import expected_win_percent
from piquet_core.players.player import Turn
from piquet_core.pulse import beat
from piquet_core.replay.visibility import Knowledge
from piquet_core.rules import RuleSet
from piquet_core.simulator.call_scores import KINDS, CallResult, call_scorer
from piquet_core.solver.card_positions import PlayPosition, values_of_cards
from piquet_core.solver.open_hands import encode_hands
from piquet_core.solver.point_search import LeadPosition, PiqueRace, PointSearch, open_pique_race
from piquet_core.solver.trick_scoring import trick_scoring

_EXACT = 7
"""Number of cards per hand up to which the play is searched exactly if points do not add up.

For larger hands, all cards are taken to count alike, which allows the quick search.
"""


class HandEvaluator:
    """Searches and call scores of one rule set, with caches that last from deal to deal."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules, self.calls = rules, call_scorer(rules)
        self.scoring = trick_scoring(rules)
        self._near = PointSearch(self.scoring)
        far = replace(self.scoring, low=True, last_low=bool(self.scoring.last))
        self._far = self._near if self.scoring.adds_up else PointSearch(far)

    def search(self, cards: int) -> PointSearch:
        """Return the search to use with ``cards`` cards in each hand. For large hands, it may be approximate."""
        return self._near if cards <= _EXACT else self._far

    def card_values(self, turn: Turn, samples: int, lots: str = "") -> CardEvaluation:
        """Return the mean value of each card in the rest of the play over the opponent's possible hands.

        Values are the points of the player on turn less the opponent's or, with an objective, that
        player's chance to win the game, in per cent. If at most ``samples`` hands are possible, all
        are used and the error is 0. ``lots`` varies the random sample.
        """
        known = turn.knowledge
        seat, own = known.seat, known.hand.mask
        sign = 1 if seat is Seat.ELDER else -1
        search = self.search(len(known.hand))
        tricks = [sum(trick.winner is side for trick in known.tricks) for side in Seat]
        both = self.together(len(known.hand))
        before_count = not known.tricks and known.led is None
        believed = possible_hands(self.rules, known)
        hands = believed.draw(samples, seeded_random(turn, lots))
        found: dict[Card, list[float]] = {}
        ahead = 0.0
        for other, weight in hands:
            beat()
            held = seat.put((other, other), own)
            score = self._counted(known, held[Seat.YOUNGER]) if before_count else known.score
            moment = PlayPosition(
                hands=held,
                leader=known.leader,
                led=known.led,
                tricks=(tricks[0], tricks[1]),
                race=self._race(known, tricks, score),
            )
            made = self._repique(known, held) if before_count else 0
            ahead += weight * sign * (score[0] - score[1] - made)
            for card, value in values_of_cards(search, moment).items():
                worth: float = sign * value
                if turn.objective:
                    worth = expected_win_percent(turn.objective, seat, score, value, both)
                found.setdefault(card, []).append(float(worth))
        sampled = 0 if len(hands) == len(believed.hands) else len(hands)
        means = _means(found, [weight for _, weight in hands], sampled)
        return CardEvaluation(means, ahead)

    def _counted(self, known: Knowledge, hand: int) -> tuple[int, int]:
        """Return the score after younger, with ``hand``, counts before playing the first card."""
        won = [call.kind for call in known.calls if call.winner is Seat.YOUNGER]
        bests = dict(zip(KINDS, self.calls.bests(hand), strict=True)) if won else {}
        more = sum(self.calls.counted(kind, hand, bests[kind]) for kind in won)
        return known.score[Seat.ELDER], known.score[Seat.YOUNGER] + more

    def _repique(self, known: Knowledge, held: tuple[int, int]) -> int:
        """Return the bonus of the repique that younger makes by counting with these hands, or 0."""
        if known.bonus is not None:
            return 0
        return self.calls.bonus if self.calls.call_result(*held).repique == Seat.YOUNGER else 0

    def _race(
        self, known: Knowledge, tricks: list[int], score: tuple[int, int]
    ) -> PiqueRace | None:
        """Return the pique race at a given score, or None if no player can make a pique any more."""
        if known.bonus is not None:
            return None
        won = [any(call.winner is side for call in known.calls) for side in Seat]
        return open_pique_race(self.scoring, list(score), tricks, won)

    def together(self, cards: int) -> int:
        """Return the usual sum of both players' points in the play with ``cards`` cards in each hand."""
        return cards + self.scoring.last + self.scoring.cards

    def deal_value(self, elder: int, younger: int, *, exact: bool) -> DealValue:
        """Return the value of a deal from both hands after the exchange, given as masks.

        A pique is included only if elder makes it with sure tricks. Without ``exact``, the play is
        estimated, which takes a tenth of the time.
        """
        said = self.calls.call_result(elder, younger)
        search = self._far
        place = LeadPosition(
            *encode_hands(elder, younger, search.low), elder.bit_count(), 0, 0, None
        )
        value = search.value(place) if exact else search.estimate(place)
        needed = self.scoring.threshold - said.points[0]
        alone = not said.won[Seat.YOUNGER] and said.repique < 0
        pique = alone and self.scoring.by_elder and search.sure_run(place) >= needed
        return DealValue(said, value + self.scoring.bonus if pique else value, pique)


class DealValue(NamedTuple):
    """Value of a deal: ``said`` is the result of the calls, ``ahead`` elder's points less younger's in the play.

    ``pique`` is whether elder makes a pique with sure tricks; ``ahead`` includes its bonus.
    """

    said: CallResult
    ahead: float
    pique: bool


@dataclass(frozen=True, slots=True)
class Option:
    """A discard or a card with its mean value.

    ``value`` is the points of the player on turn less the opponent's: for a discard in the deal
    after the exchange, for a card in the rest of the play. ``error`` is the standard error of the
    value, 0 if all possibilities were tried. ``behind`` is how much worse the option is than the
    best one over the same samples, and ``doubt`` is the standard error of that. ``tried`` is the
    number of samples. With an objective, values are chances of the player on turn to win the game,
    in per cent.
    """

    cards: Hand
    value: float
    error: float
    behind: float
    doubt: float
    tried: int


class CardEvaluation(NamedTuple):
    """Evaluated options by card, and the points by which the player on turn leads in the deal.

    The lead ``ahead`` includes good holdings that younger has yet to count.
    """

    cards: dict[Card, Option]
    ahead: float


def _means(
    found: dict[Card, list[float]], weights: list[float], sampled: int
) -> dict[Card, Option]:
    """Return an option for each card with the weighted mean of its values in ``found``.

    ``sampled`` is the number of sampled hands, or 0 if all possible hands were used; then errors are 0.
    """

    def mean(values: list[float]) -> tuple[float, float]:
        middle = sum(weight * value for weight, value in zip(weights, values, strict=True))
        if sampled < 2:
            return middle, 0.0
        spread = sum(
            weight * (value - middle) ** 2 for weight, value in zip(weights, values, strict=True)
        )
        return middle, sqrt(spread / (sampled - 1))

    first = {card: mean(values) for card, values in found.items()}
    best = found[max(first, key=lambda card: first[card][0])]
    return {
        card: Option(
            Hand.of([card]),
            *first[card],
            *mean([a - b for a, b in zip(best, values, strict=True)]),
            len(weights),
        )
        for card, values in found.items()
    }


def seeded_random(turn: Turn, word: str = "") -> random.Random:
    """Return a random generator seeded only with the knowledge of the player on turn and with ``word``."""
    known = turn.knowledge
    seen = (known.rules, known.hand, known.discards, known.score, known.tricks, known.led)
    said = " ".join(map(str, (*seen, word) if word else seen))
    return random.Random(said)  # noqa: S311 - the same thought every time
