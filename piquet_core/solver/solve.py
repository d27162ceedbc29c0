"""What each legal card is worth at a moment of the play, and how the best play goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from piquet_core.engine.actions import Action, Count, Play, Stand
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.state import DealState, Phase
from piquet_core.errors import PiquetError
from piquet_core.pack.cards import Card
from piquet_core.pack.seat import Seat
from piquet_core.solver.hands import in_order
from piquet_core.solver.moment import Moment, card_values
from piquet_core.solver.points import PointSearch, live_race
from piquet_core.solver.scoring import LOW_RANKS, scoring


class NotInPlay(PiquetError):
    """Nothing is played at this moment: the cards are not exchanged yet, or the deal is over."""


@dataclass(frozen=True, slots=True)
class CardValue:
    """Elder's points less younger's by best play: what the play still brings, and the whole deal."""

    rest: int
    deal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """The value of every legal card of the player on turn, and one best line from here to the end."""

    seat: Seat
    values: Mapping[Card, CardValue]
    line: tuple[Card, ...]

    @property
    def best(self) -> int:
        """The value of the best card, as it counts for the whole deal."""
        found = [value.deal for value in self.values.values()]
        return max(found) if self.seat is Seat.ELDER else min(found)


class Solver:
    """Solves the positions of one deal; what it has found out serves the next question."""

    def __init__(self, state: DealState) -> None:
        elder, younger = (hand.mask for hand in state.hands)
        self._scoring = scoring(state.rules)
        self._search = PointSearch(self._scoring)
        self._suits = in_order(elder, younger)

    def solve(self, state: DealState) -> Solution:
        """Return what every legal card is worth, and a best line; raises `NotInPlay`."""
        values = self.values(state)
        line, now = [], state
        while now.phase is not Phase.OVER:
            found = self.values(now) if now is not state else values
            card = _choose(found, now)
            line.append(card)
            now = _play_on(now, card)[0]
        assert state.seat is not None
        return Solution(seat=state.seat, values=values, line=tuple(line))

    def values(self, state: DealState) -> dict[Card, CardValue]:
        """Return what every legal card is worth; raises `NotInPlay`."""
        if state.phase not in (Phase.LEAD, Phase.FOLLOW):
            raise NotInPlay(f"no card is played here: {state.phase.value}")
        cards = [one.card for one in legal_actions(state) if isinstance(one, Play)]
        if state.phase is Phase.LEAD and not state.taken:
            return self._first_leads(state, cards)
        before = _difference(state.score)
        found = card_values(self._search, self._moment(state, state), self._suits)
        return {card: CardValue(found[card], before + found[card]) for card in cards}

    def _first_leads(self, state: DealState, cards: list[Card]) -> dict[Card, CardValue]:
        """Return the value of each first lead; younger counts before he plays to it.

        What is said then depends on the lead only by whether it counts.
        """
        known: dict[bool, tuple[int, int, dict[Card, int]]] = {}
        values = {}
        for card in cards:
            counts = self._scoring.low or card.rank >= LOW_RANKS
            if counts not in known:
                new, made = _play_on(state, card)
                moment = self._moment(state, new)
                found = card_values(self._search, moment, self._suits, scored=True)
                known[counts] = made, _difference(new.score), found
            made, before, found = known[counts]
            values[card] = CardValue(made + found[card], before + found[card])
        return values

    def _moment(self, state: DealState, said: DealState) -> Moment:
        """Return a moment of the play; ``said`` is the state that tells of the pique."""
        won = [any(call.winner is seat for call in said.calls) for seat in Seat]
        open_ = said.bonus is None
        return Moment(
            hands=(state.hands[0].mask, state.hands[1].mask),
            leader=state.leader,
            led=state.led,
            tricks=state.tricks,
            race=live_race(self._scoring, said.score, said.tricks, won) if open_ else None,
        )


def solve(state: DealState) -> Solution:
    """Return what every legal card of the play is worth; raises `NotInPlay`.

    >>> from piquet_core import load_ruleset, parse_deal_id, start
    >>> state, _ = start(load_ruleset("hoyle1909"), parse_deal_id("32-XY8BPT54XW5N-D"))
    >>> while state.phase is not Phase.LEAD:
    ...     state, _ = apply(state, legal_actions(state)[-1])
    >>> found = solve(state)
    >>> found.seat.name, found.best == found.values[found.line[0]].deal
    ('ELDER', True)
    """
    return Solver(state).solve(state)


def _choose(values: Mapping[Card, CardValue], state: DealState) -> Card:
    """Return a best card; of several the lowest rank, and of these the first suit."""
    sign = 1 if state.seat is Seat.ELDER else -1
    return min(values, key=lambda card: (-sign * values[card].deal, card.rank, card.suit))


def _difference(score: tuple[int, int]) -> int:
    return score[0] - score[1]


def _play_on(state: DealState, card: Card) -> tuple[DealState, int]:
    """Play a card, and whatever has to be said before the next; return what the card itself made.

    After elder's first lead younger counts all that is good, and nobody looks at anything.
    """
    assert state.seat is not None
    new, _ = apply(state, Play(seat=state.seat, card=card))
    made = _difference(new.score) - _difference(state.score)
    while new.phase not in (Phase.LEAD, Phase.FOLLOW, Phase.OVER):
        new, _ = apply(new, _say(new))
    return new, made


def _say(state: DealState) -> Action:
    """Return what is said between elder's first lead and younger's card: all is counted, nothing seen."""
    actions = legal_actions(state)
    for action in actions:
        if isinstance(action, Stand):
            return action
    counts = [action for action in actions if isinstance(action, Count)]
    if counts:
        return max(counts, key=lambda action: apply(state, action)[0].score[action.seat])
    return actions[-1]
