"""Possible hands of the opponent, with weights.

A hand is possible if the opponent could have made all calls and plays so far with it. Its weight is
lower if the opponent would have sunk something, and if it lacks cards that players rarely discard
(`missing_odds`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb, prod

from piquet_core.beliefs.rank_odds import missing_odds
from piquet_core.cards.cards import EMPTY, SUIT_MASKS, SUITS, Card
from piquet_core.cards.combinations import Holding, PointHolding, SetHolding, ranks_mask
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Response
from piquet_core.engine.holdings import holding_kind, holdings_with_keys
from piquet_core.replay.visibility import CallView, Knowledge
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import holding_score, key_function
from piquet_core.simulator.call_scores import KINDS, STAGE, call_scorer, comparison_key

SUNK = 0.03
"""Factor for the weight of a hand for each kind in which it claims less than it holds. An estimate."""
MOST = 20_000
"""Maximum number of hands that are enumerated. Beyond it, this many are sampled."""
_LAST = (1 << STAGE) - 1
Stages = tuple[int, int]
_CLAIMS = (Response.GOOD, Response.EQUAL, Response.NOT_GOOD)


@dataclass(frozen=True, slots=True)
class PossibleHands:
    """Possible hands of the opponent as masks, with weights that sum to 1.

    ``whole`` is whether these are all possible hands, not a sample.
    """

    hands: tuple[int, ...]
    weights: tuple[float, ...]
    whole: bool = True

    def draw(self, number: int, rng: random.Random) -> list[tuple[int, float]]:
        """Return up to ``number`` pairs of a hand and its weight, by systematic sampling in proportion to weight.

        If there are at most ``number`` hands, all are returned.
        """
        if len(self.hands) <= number:
            return list(zip(self.hands, self.weights, strict=True))
        # Systematic sampling: likely hands are not drawn too often.
        start, total, drawn, at = rng.random(), 0.0, [], 0
        for hand, weight in zip(self.hands, self.weights, strict=True):
            total += weight * number
            times = 0
            while at < number and start + at < total:
                times, at = times + 1, at + 1
            if times:
                drawn.append((hand, times / number))
        return drawn


def possible_hands(rules: RuleSet, known: Knowledge) -> PossibleHands:
    """Return the opponent's possible hands with weights, given a seat's knowledge after the exchange."""
    other = known.seat.other
    played = known.played(other)
    fixed = known.theirs.mask | played.mask
    free = list(known.possible - known.theirs)
    # Start from all cards that the calling hand may have had, and leave out the missing ones.
    most = fixed | sum(1 << card for card in free)
    lacking = len(free) - known.their_hidden
    odds = missing_odds(rules, other)
    weigh = _Weigh(rules, known)
    found: dict[int, float] = {}
    for missing in _ways(free, lacking, known):
        hand = most
        for card in missing:
            hand ^= 1 << card
        if weight := weigh(hand):
            found[hand ^ played.mask] = weight * prod(odds[card] for card in missing)
    if not found:  # no hand fits the calls, so allow any
        found = dict.fromkeys(
            (
                most ^ played.mask ^ sum(1 << card for card in way)
                for way in _ways(free, lacking, known)
            ),
            1.0,
        )
    total = sum(found.values())
    weights = tuple(weight / total for weight in found.values())
    return PossibleHands(tuple(found), weights, can_enumerate(known))


def can_enumerate(known: Knowledge) -> bool:
    """Return whether the opponent's possible hands are few enough to enumerate."""
    free = len(known.possible - known.theirs)
    return comb(free, free - known.their_hidden) <= MOST


def _ways(free: list[Card], lacking: int, known: Knowledge) -> Iterator[tuple[Card, ...]]:
    if comb(len(free), lacking) <= MOST:
        yield from combinations(free, lacking)
        return
    rng = random.Random(repr(known.unseen))  # noqa: S311 - the same hands every time
    for _ in range(MOST):
        yield tuple(rng.sample(free, lacking))


class _Weigh:
    """Function that weights a hand of the opponent, with its played cards, by the calls, answers and counts.

    The weight is 1 if the opponent would have claimed everything, less for each kind in which
    something would have been sunk, and 0 if the hand is impossible.
    """

    def __init__(self, rules: RuleSet, known: Knowledge) -> None:
        self._rules, self._calls = rules, call_scorer(rules)
        self._staged = (
            len(key_function(rules, "point")(rules, EMPTY, PointHolding(SUITS[0], 0))) > 1
        )
        self._sunk = SUNK if rules.flag("declare.sink").value else 0.0
        fits = self._called if known.seat is Seat.YOUNGER else self._answered
        self._fits = [
            (fits, call, _told(call), KINDS.index(call.kind))
            for call in known.calls
            if call.responses
        ]
        open_cards = known.theirs | known.played(known.seat.other)
        counted: dict[str, int] = {}
        for one in known.counted:
            kind = holding_kind(one)
            counted[kind] = counted.get(kind, 0) + holding_score(rules, open_cards, one)[0]
        self._counted = list(counted.items())
        self._alike = [self._bounds(one) for one in known.counted]
        self._dealt = known.dealt_blank.mask
        self._kept = self._dealt.bit_count() - known.their_discards

    def __call__(self, hand: int) -> float:
        if self._dealt and (hand & self._dealt).bit_count() != self._kept:
            return 0.0
        weight = 1.0
        bests = self._calls.bests(hand)
        for fits, call, told, place in self._fits:
            weight *= fits(hand, call, told, self._stages(call.kind, bests[place]))
            if not weight:
                return 0.0
        for alike, least, most in self._alike:
            if not least <= (hand & alike).bit_count() <= most:
                return 0.0
        for kind, points in self._counted:
            held = self._calls.counted(kind, hand, bests[KINDS.index(kind)])
            if held != points:
                weight *= self._sunk if held > points else 0.0
        return weight

    def _bounds(self, held: Holding) -> tuple[int, int, int]:
        """Return (mask, minimum, maximum): how many cards of a suit or rank a hand has after counting a holding."""
        if isinstance(held, SetHolding):
            return ranks_mask((held.rank,)), held.size, 4
        if isinstance(held, PointHolding):
            whole = self._rules.flag("point.whole").value
            return SUIT_MASKS[held.suit], held.size, held.size if whole else 12
        return 0, 0, 0  # a sequence was shown

    def _called(self, hand: int, call: CallView, told: int, best: Stages) -> float:
        """Return the weight of elder's hand, given a call by elder.

        ``told`` is the called value (see `_told`), and ``best`` are the stages of the hand's best holding.
        """
        if best[0] == told and call.pips in (0, best[1]):
            return 1.0
        if best[0] < told or not told:
            return self._sunk if best[0] and not told else 0.0
        return self._sunk if self._has(hand, call.kind, told, call.pips) else 0.0

    def _answered(self, hand: int, call: CallView, told: int, best: Stages) -> float:
        """Return the weight of younger's hand, given younger's answers to a call by elder.

        ``told`` is the called value (see `_told`), and ``best`` are the stages of the hand's best holding.
        """
        said = call.responses[0]
        if not told:
            silenced = call.kind == "set" and self._calls.forfeits
            true = Response.NOT_GOOD if best[0] and not silenced else Response.GOOD
        else:
            true = self._compared(call.kind, best[0], told, last=not self._pips_follow(call.kind))
        weight = self._spoke(said, true)
        if weight and said is Response.EQUAL:
            again = call.responses[1] if len(call.responses) > 1 else None
            # If the pips are equal too, younger has a point with that number of pips.
            pips = call.pips if again is Response.EQUAL else 0
            if not self._has(hand, call.kind, told, pips):
                return 0.0
            if again and true is Response.EQUAL:
                true = self._compared(call.kind, best[1], call.pips, last=True)
                weight *= self._spoke(again, true)
        return weight

    def _compared(self, kind: str, theirs: int, told: int, *, last: bool) -> Response:
        """Return the true answer at one stage of the comparison. ``last``: no further stage follows."""
        if theirs > told:
            return Response.NOT_GOOD
        ties = last and kind in self._calls.elder_wins_ties
        return Response.EQUAL if theirs == told and not ties else Response.GOOD

    def _pips_follow(self, kind: str) -> bool:
        return self._staged and kind == "point"

    def _spoke(self, said: Response, true: Response) -> float:
        if said is true:
            return 1.0
        return self._sunk if _CLAIMS.index(said) < _CLAIMS.index(true) else 0.0

    def _has(self, hand: int, kind: str, told: int, pips: int) -> bool:
        """Return whether a hand has a holding, whole or sunk, with the called value and ``pips``, if not 0."""
        keys = (stages for stages, _ in holdings_with_keys(self._rules, hand, kind))
        return any(told == first and pips in (0, *rest) for first, *rest in keys)

    def _stages(self, kind: str, best: int) -> Stages:
        """Return the two stages of a best holding's comparison key: the called value, and the pips or 0."""
        whole = comparison_key(best)
        return (whole >> STAGE, whole & _LAST) if self._pips_follow(kind) else (whole, 0)


def _told(call: CallView) -> int:
    """Return the value that elder called as the first stage of a comparison key (see `_Weigh._stages`)."""
    return call.size if call.rank is None else call.size * 16 + call.rank
