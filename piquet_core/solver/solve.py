"""Values of the legal cards at a moment of the play, and a best line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from piquet_core.cards.cards import Card
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Play
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.state import DealState, Phase
from piquet_core.frozen_dict import FrozenDict
from piquet_core.simulator.simulated_position import NotInPlay
from piquet_core.solver.card_positions import PlayPosition, values_of_cards
from piquet_core.solver.open_hands import search_order
from piquet_core.solver.point_search import PointSearch, open_pique_race
from piquet_core.solver.total_search import Objective, SearchAtTotals, Totals, TotalSearch
from piquet_core.solver.trick_scoring import LOW_RANKS, TrickScoring, trick_scoring


@dataclass(frozen=True, slots=True)
class CardValue:
    """Elder's points less younger's with best play: in the rest of the play, and in the whole deal.

    ``worth`` is the value to elder under the solver's objective, or None without one.
    """

    rest: int
    deal: int
    worth: float | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """Values of every legal card, and one best line to the end of the deal."""

    seat: Seat
    values: Mapping[Card, CardValue]
    line: tuple[Card, ...]

    @property
    def best(self) -> int:
        """Elder's points less younger's in the whole deal after the best card by points."""
        found = [value.deal for value in self.values.values()]
        return max(found) if self.seat is Seat.ELDER else min(found)


class Solver:
    """Double-dummy solver for the positions of one deal. Results are cached between calls."""

    def __init__(
        self,
        state: DealState,
        objective: Objective | None = None,
        *,
        scoring: TrickScoring | None = None,
    ) -> None:
        """Prepare to solve the deal of ``state``. ``scoring`` replaces the scoring of the deal's rule set."""
        elder, younger = (hand.mask for hand in state.hands)
        self._scoring = scoring or trick_scoring(state.rules)
        self._search = PointSearch(self._scoring)
        self._totals = TotalSearch(self._scoring, objective) if objective else None
        self._suits = search_order(elder, younger)

    def solve(self, state: DealState) -> Solution:
        """Return the values of every legal card and a best line.

        Raises `NotInPlay` outside the play.
        """
        values = self.values(state)
        line, now = [], state
        while now.phase is not Phase.OVER:
            found = self.values(now) if now is not state else values
            card = best_card(found, now)
            line.append(card)
            now = _play_on(now, card)[0]
        assert state.seat is not None
        return Solution(seat=state.seat, values=FrozenDict(values), line=tuple(line))

    def values(self, state: DealState) -> dict[Card, CardValue]:
        """Return the value of every legal card.

        Raises `NotInPlay` outside the play.
        """
        if state.phase not in (Phase.LEAD, Phase.FOLLOW):
            raise NotInPlay(f"no card can be played now ({state.phase.value})")
        cards = [one.card for one in legal_actions(state) if isinstance(one, Play)]
        if state.phase is Phase.LEAD and not state.taken:
            return self._first_leads(state, cards)
        before, moment = _difference(state.score), self._moment(state, state)
        found = values_of_cards(self._search, moment, self._suits)
        worth = self._worths(moment, state)
        return {
            card: CardValue(found[card], before + found[card], worth.get(card)) for card in cards
        }

    def _worths(
        self, moment: PlayPosition, said: DealState, *, scored: bool = False
    ) -> dict[Card, float]:
        """Return each card's value under the solver's objective, or {} without one.

        The current score is read from ``said``. ``scored`` is as in `values_of_cards`.
        """
        if self._totals is None:
            return {}
        elder, leader = moment.leader is Seat.ELDER, moment.leader
        totals = Totals(said.score[leader], said.score[leader.other], elder)
        return values_of_cards(
            SearchAtTotals(self._totals, totals), moment, self._suits, scored=scored
        )

    def _first_leads(self, state: DealState, cards: list[Card]) -> dict[Card, CardValue]:
        """Return the value of each possible first lead, including younger's count that follows it.

        The score after that count depends on the lead only by whether the card led scores.
        """
        known: dict[bool, tuple[int, int, dict[Card, int], dict[Card, float]]] = {}
        values = {}
        for card in cards:
            counts = self._scoring.low or card.rank >= LOW_RANKS
            if counts not in known:
                new, made = _play_on(state, card)
                moment = self._moment(state, new)
                found = values_of_cards(self._search, moment, self._suits, scored=True)
                worth = self._worths(moment, new, scored=True)
                known[counts] = made, _difference(new.score), found, worth
            made, before, found, worth = known[counts]
            values[card] = CardValue(made + found[card], before + found[card], worth.get(card))
        return values

    def _moment(self, state: DealState, said: DealState) -> PlayPosition:
        """Return the position for the search: cards from ``state``, and the pique race from ``said``.

        ``said`` is the state after younger's count if ``state`` precedes the first lead.
        """
        won = [any(call.winner is seat for call in said.calls) for seat in Seat]
        open_ = said.bonus is None
        return PlayPosition(
            hands=(state.hands[0].mask, state.hands[1].mask),
            leader=state.leader,
            led=state.led,
            tricks=state.tricks,
            race=open_pique_race(self._scoring, said.score, said.tricks, won) if open_ else None,
        )


def solve(state: DealState, objective: Objective | None = None) -> Solution:
    """Return the value of every legal card and a best line; raise `NotInPlay` outside the play.

    Each player maximises the difference of points. With an ``objective``, both play for it instead;
    each value then has a ``worth``, and the line is the best under the objective.

    >>> from piquet_core import load_ruleset, parse_deal_id, start
    >>> state, _ = start(load_ruleset("hoyle1909"), parse_deal_id("32-XY8BPT54XW5N-D"))
    >>> while state.phase is not Phase.LEAD:
    ...     state, _ = apply(state, legal_actions(state)[-1])
    >>> found = solve(state)
    >>> found.seat.name, found.best == found.values[found.line[0]].deal
    ('ELDER', True)
    """
    return Solver(state, objective).solve(state)


def best_card(values: Mapping[Card, CardValue], state: DealState) -> Card:
    """Return the best card for the player on turn; among equal cards, the lowest rank in the first suit."""
    sign = 1 if state.seat is Seat.ELDER else -1

    def key(card: Card) -> tuple[float, int, int, int]:
        value = values[card]
        return -sign * (value.worth or 0), -sign * value.deal, card.rank, card.suit

    return min(values, key=key)


def _difference(score: tuple[int, int]) -> int:
    return score[0] - score[1]


def _play_on(state: DealState, card: Card) -> tuple[DealState, int]:
    """Play a card and return a pair: the state before the next card, and the points elder gained less younger's.

    After elder's first lead, younger counts everything that is good, and nobody looks at the talon.
    """
    assert state.seat is not None
    new, _ = apply(state, Play(seat=state.seat, card=card))
    made = _difference(new.score) - _difference(state.score)
    while new.phase not in (Phase.LEAD, Phase.FOLLOW, Phase.OVER):
        # The first legal action counts everything, lets an answer stand, or declines to look.
        new, _ = apply(new, legal_actions(new)[0])
    return new, made
