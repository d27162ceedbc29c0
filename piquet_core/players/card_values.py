"""Values of cards over the opponent's possible hands, as used by the stronger players."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from math import sqrt
from operator import mul
from typing import NamedTuple

from piquet_core.beliefs.possible_hands import PossibleHands, possible_hands
from piquet_core.cards.cards import SUIT_MASKS, SUITS, Card, Hand
from piquet_core.cards.seat import Seat
from piquet_core.players.budgets import Budget
from piquet_core.players.objectives import expected_win_percent
from piquet_core.players.player import Turn
from piquet_core.players.playouts import played_out
from piquet_core.players.search_tables import BOUNDS, SearchTables, search_tables
from piquet_core.pulse import beat
from piquet_core.replay.visibility import Knowledge
from piquet_core.rules import RuleSet
from piquet_core.simulator.call_scores import KINDS, CallResult, call_scorer
from piquet_core.solver.card_positions import PlayPosition, equal_card_groups, values_of_cards
from piquet_core.solver.open_hands import SHIFTS, encode_hands
from piquet_core.solver.point_search import LeadPosition, PiqueRace, PointSearch, open_pique_race
from piquet_core.solver.suit_codes import OWNERS
from piquet_core.solver.trick_scoring import TrickScoring, trick_scoring

_EXACT = 7
"""Number of cards per hand up to which the play is searched exactly if points do not add up.

For larger hands, all cards are taken to count alike, which allows the quick search.
"""
_NEAR, _NEAR_IF_CERTAIN = 2.0, 0.5
"""Differences in points, or in per cent, up to which cards have nearly the same value.

The second applies if all possible hands were used, so that the values have no sampling error.
"""
_PLAYED_OUT = 0.1
"""Part of a difference in play by rules of thumb that counts in the order of cards.

It does not count in their values, which a review may tell as a cost.
A greater part wins more from players by rules of thumb, but loses to players that search.
"""
_TABULATED = (1 << OWNERS) - 1
"""Bits of a suit's code that the tables know. They take all cards to count alike."""


class HandEvaluator:
    """Searches and call scores of one rule set, with caches that last from deal to deal."""

    def __init__(self, rules: RuleSet, tables: SearchTables | None = None) -> None:
        """Set the rules, and other ``tables`` than those fitted for the rules, if given."""
        self.rules, self.calls = rules, call_scorer(rules)
        self._tables = tables
        self.scoring = trick_scoring(rules)
        self._near = PointSearch(self.scoring)
        far = replace(self.scoring, low=True, last_low=bool(self.scoring.last))
        self._far = self._near if self.scoring.adds_up else PointSearch(far)
        # Discards are tried with hundreds of hands, so they need a search that is always quick.
        self._whole = self._far if self._far.scoring.adds_up else PointSearch(_quick(far))

    @property
    def tables(self) -> SearchTables:
        """Fitted tables of the rule set, which only discards need."""
        self._tables = self._tables or search_tables(self.rules)
        return self._tables

    def search(self, cards: int) -> PointSearch:
        """Return the search to use with ``cards`` cards in each hand. For large hands, it may be approximate."""
        return self._near if cards <= _EXACT else self._far

    def lots(self, turn: Turn, word: str) -> random.Random:
        """Return a random generator for the samples of a turn. ``word`` distinguishes generators."""
        return seeded_random(turn, word)

    def card_points(self, known: Knowledge, other: int) -> dict[Card, int]:
        """Return the value of each legal card if the opponent holds exactly ``other``.

        Values are the points of the player on turn less the opponent's in the rest of the play.
        """
        moment, _ = self.moment(known, other)
        values = values_of_cards(self.search(len(known.hand)), moment)
        return {card: self._sign(known) * value for card, value in values.items()}

    def card_values(
        self, turn: Turn, budget: Budget, believed: PossibleHands | None = None
    ) -> CardEvaluation:
        """Return the mean value of each card in the rest of the play over the opponent's possible hands.

        Values are the points of the player on turn less the opponent's or, with an objective, that
        player's chance to win the game, in per cent. If the budget covers all possible hands, all
        are used and the error is 0. The best card comes first. Among cards with nearly the same
        value, the results of hands played to the end by rules of thumb also decide which one that is.
        ``believed`` are the opponent's possible hands, if they are known already.
        """
        known = turn.knowledge
        believed = believed or possible_hands(self.rules, known)
        hands = believed.draw(budget.hands, self.lots(turn, budget.lots))
        found: dict[Card, list[float]] = {}
        ahead = 0.0
        for other, weight in hands:
            beat()
            moment, score = self.moment(known, other)
            made = self.repique(known, moment.hands)
            ahead += weight * self._sign(known) * (score[0] - score[1] - made)
            for card, value in values_of_cards(self.search(len(known.hand)), moment).items():
                found.setdefault(card, []).append(self._worth(turn, score, value))
        weights = [weight for _, weight in hands]
        more: list[tuple[int, float]] = []
        if len(believed.hands) > 1:
            more = believed.draw(budget.playouts, self.lots(turn, f"{budget.lots} playouts"))
        sampled = 0 if len(hands) == len(believed.hands) else len(hands)
        near = _near(found, weights, _NEAR if sampled else _NEAR_IF_CERTAIN)
        played = self._played_out(turn, near, more)
        shares = [weight for _, weight in more]
        order = {card: sum(map(mul, weights, values)) for card, values in found.items()}
        for card, values in played.items():
            order[card] += sum(map(mul, shares, values))
        # Cards that were not played out are far behind, or all equal.
        preferred = max(
            played or order, key=lambda card: (round(order[card], 9), -card.rank, -card)
        )
        options = _options(found, weights, sampled, preferred)
        by_loss = sorted(
            options,
            key=lambda card: (card != preferred, options[card].behind, -order[card], card),
        )
        return CardEvaluation({card: options[card] for card in by_loss}, ahead)

    def _played_out(
        self, turn: Turn, near: list[Card], hands: list[tuple[int, float]]
    ) -> dict[Card, list[float]]:
        """Return the values of some cards with play by rules of thumb, scaled by the part of them that counts.

        Equal cards share their values. ``hands`` are the opponent's hands to play, with weights. The
        result is empty if there are none, or if all cards are equal.
        """
        known = turn.knowledge
        seat, gone = known.seat, known.played(Seat.ELDER) | known.played(Seat.YOUNGER)
        possible = known.possible.mask | (0 if known.led is None else 1 << known.led)
        groups = [
            group
            for suit in SUITS
            for cards in equal_card_groups(known.hand.mask, possible, suit, self.search(0).low)
            if (group := [card for card in cards if card in near])
        ]
        if len(groups) < 2 or not hands:
            return {}
        own = (known.discards | known.looked - known.hand - gone).mask
        for trick in known.tricks:
            if trick.leader is not seat and trick.followed.suit is not trick.led.suit:
                own &= ~SUIT_MASKS[trick.led.suit]
        found: list[list[float]] = [[] for _ in groups]
        for other, _ in hands:
            moment, score = self.moment(known, other)
            unseen = seat.put((own, own), known.possible.mask & ~other)
            for group, values in zip(groups, found, strict=True):
                beat()
                value = played_out(self.scoring, moment, score, unseen, group[0])
                values.append(_PLAYED_OUT * self._worth(turn, score, value))
        return {card: values for group, values in zip(groups, found, strict=True) for card in group}

    def moment(self, known: Knowledge, other: int) -> tuple[PlayPosition, tuple[int, int]]:
        """Return the position, and the score with younger's calls, if the opponent has the hand ``other``."""
        held = known.seat.put((other, other), known.hand.mask)
        tricks = [sum(trick.winner is side for trick in known.tricks) for side in Seat]
        before_count = not known.tricks and known.led is None
        score = self._counted(known, held[Seat.YOUNGER]) if before_count else known.score
        moment = PlayPosition(
            hands=held,
            leader=known.leader,
            led=known.led,
            tricks=(tricks[0], tricks[1]),
            race=self._race(known, tricks, score),
        )
        return moment, score

    def _worth(self, turn: Turn, score: tuple[int, int], value: float) -> float:
        """Return the value to the player on turn of a rest of the play that is worth ``value`` points to elder."""
        if turn.objective is None:
            return self._sign(turn.knowledge) * value
        both = self.together(len(turn.knowledge.hand))
        return expected_win_percent(turn.objective, turn.knowledge.seat, score, round(value), both)

    def _sign(self, known: Knowledge) -> int:
        return 1 if known.seat is Seat.ELDER else -1

    def _counted(self, known: Knowledge, hand: int) -> tuple[int, int]:
        """Return the score after younger, with ``hand``, counts before playing the first card."""
        won = [call.kind for call in known.calls if call.winner is Seat.YOUNGER]
        bests = dict(zip(KINDS, self.calls.bests(hand), strict=True)) if won else {}
        more = sum(self.calls.counted(kind, hand, bests[kind]) for kind in won)
        return known.score[Seat.ELDER], known.score[Seat.YOUNGER] + more

    def repique(self, known: Knowledge, held: tuple[int, int]) -> int:
        """Return the bonus of the repique that younger is about to make by counting with these hands, or 0."""
        if known.bonus is not None or known.tricks or known.led is not None:
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
        estimated, which takes a small part of the time.
        """
        said = self.calls.call_result(elder, younger)
        search, cards = self._whole, elder.bit_count()
        place = LeadPosition(*encode_hands(elder, younger, search.low), cards, 0, 0, None)
        low, high = search.bounds(place)
        value = search.value(place) if exact else self.estimate(place, low, high)
        needed = self.scoring.threshold - said.points[0]
        alone = not said.won[Seat.YOUNGER] and said.repique < 0
        pique = alone and self.scoring.by_elder and self._near.sure_run(low, cards) >= needed
        return DealValue(said, value + self.scoring.bonus if pique else value, pique)

    def estimate(self, place: LeadPosition, low: int, high: int) -> float:
        """Return an estimate of a position before the first lead, without a search.

        ``low`` and ``high`` are the bounds of the leader's half tricks.
        """
        first, second, third, fourth = SHIFTS
        leader, suits = place.leader, self.tables.suits
        return (
            self.tables.bounds[low * BOUNDS + high]
            + suits[leader >> first & _TABULATED]
            + suits[leader >> second & _TABULATED]
            + suits[leader >> third & _TABULATED]
            + suits[leader >> fourth & _TABULATED]
        )


def _quick(scoring: TrickScoring) -> TrickScoring:
    """Return the most similar scoring that adds up, given one in which all cards count alike.

    The scoring of a book adds up then. If a changed answer makes a won lead worth less than the
    other tricks, it counts more here.
    """
    made = replace(scoring, cards=max(scoring.cards, 0), capot=max(scoring.capot, scoring.last))
    while not made.adds_up:
        made = replace(made, lead_wins=made.lead_wins + 1)
    return made


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
    best one over the same samples, at least 0, and ``doubt`` is the standard error of that.
    ``tried`` is the number of samples. With an objective, values are the chances, in per cent, that the player on
    turn wins the game.
    """

    cards: Hand
    value: float
    error: float
    behind: float
    doubt: float
    tried: int


class CardEvaluation(NamedTuple):
    """Evaluated options by card, best first, and the points by which the player on turn leads in the deal.

    The lead ``ahead`` includes good holdings that younger has yet to count.
    """

    cards: dict[Card, Option]
    ahead: float


def _near(found: dict[Card, list[float]], weights: list[float], margin: float) -> list[Card]:
    """Return the cards whose weighted mean value is at most ``margin`` below the best."""
    means = {card: sum(map(mul, weights, values)) for card, values in found.items()}
    best = max(means.values())
    return [card for card, mean in means.items() if mean >= best - margin]


def _options(
    found: dict[Card, list[float]], weights: list[float], sampled: int, best: Card
) -> dict[Card, Option]:
    """Return an option for each card with the weighted mean of its values in ``found``.

    ``sampled`` is the number of sampled hands, or 0 if all possible hands were used; then errors are
    0. ``best`` is the card that the others are compared with.
    """
    options = {}
    for card, values in found.items():
        behind, doubt = _mean(_less(found[best], values), weights, sampled)
        value, error = _mean(values, weights, sampled)
        options[card] = Option(Hand.of([card]), value, error, max(0.0, behind), doubt, len(weights))
    return options


def _less(first: list[float], second: list[float]) -> list[float]:
    return [one - other for one, other in zip(first, second, strict=True)]


def _mean(values: list[float], weights: list[float], sampled: int) -> tuple[float, float]:
    """Return the weighted mean of some values and its standard error, or 0 without a sample."""
    middle = sum(map(mul, weights, values))
    if sampled < 2:
        return middle, 0.0
    spread = sum(
        weight * (value - middle) ** 2 for weight, value in zip(weights, values, strict=True)
    )
    return middle, sqrt(spread / (sampled - 1))


def seeded_random(turn: Turn, word: str = "") -> random.Random:
    """Return a random generator seeded only with the knowledge of the player on turn and with ``word``."""
    known = turn.knowledge
    seen = (known.rules, known.hand, known.discards, known.score, known.tricks, known.led)
    said = " ".join(map(str, (*seen, word) if word else seen))
    return random.Random(said)  # noqa: S311 - the same thought every time
