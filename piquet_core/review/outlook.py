"""What a card leads to over the hands that the other may hold: cards, capot, pique, Rubicon, and how often."""

from __future__ import annotations

from dataclasses import dataclass, fields

from piquet_core.beliefs.worlds import possible_hands
from piquet_core.cards.cards import Card, Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, Play
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.events import Event, Scored
from piquet_core.engine.state import DealState, Phase
from piquet_core.players.card_values import seeded_random
from piquet_core.pulse import beat
from piquet_core.review.advise import AdviceSearch
from piquet_core.rules import RuleSet
from piquet_core.solver.solve import Solver, best_card
from piquet_core.wording.advice import frequency_words

_LEAST = 0.1
"""Tricks and points are told from each other by so many, or not at all."""
UNNAMED = ("", "made", "theirs")
"""What a card may be better by that has no name: nothing, or points of either player."""
_RUBICON = 200
"""What it is worth to pass the Rubicon in the last deal: the sum of both totals, or the difference."""
_HANDS = 12
"""Hands that are played out: enough to tell what a card is for, and no more than a moment's work."""


@dataclass(frozen=True, slots=True)
class CardOutcome:
    """How often a card leads to what counts, as shares of 1, for its player and against him.

    ``tricks`` are those of its player; ``made`` and ``theirs`` are the points that each still makes.
    """

    cards: float = 0
    lost: float = 0
    capot: float = 0
    capoted: float = 0
    pique: float = 0
    piqued: float = 0
    rubicon: float = 0
    tricks: float = 0
    made: float = 0
    theirs: float = 0

    def plus(self, other: CardOutcome, weight: float) -> CardOutcome:
        """Return the sum with another, as far as that weighs."""
        names = [one.name for one in fields(self)]
        return CardOutcome(*(getattr(self, name) + weight * getattr(other, name) for name in names))


def main_difference(
    rules: RuleSet, one: CardOutcome, other: CardOutcome
) -> tuple[str, float, float]:
    """Return by what a card is better than another: what that is, and how often each leads to it.

    It is whatever makes the most points between the two; if it is nothing that has a name, the points
    themselves, and "" if they are as good as equal.
    """
    capot, cards = rules.number("capot.points").value, rules.number("cards.points").value
    pique = rules.number("pique.bonus").value
    worth = {"capot": capot, "capoted": -capot, "pique": pique, "piqued": -pique}
    worth |= {"cards": cards, "lost": -cards, "rubicon": _RUBICON, "tricks": 1}
    found = {name: (getattr(one, name), getattr(other, name)) for name in worth}
    told = [name for name in worth if _tells(name, *found[name])]
    name = max(told, key=lambda name: worth[name] * (found[name][0] - found[name][1]), default="")
    better, worse = found.get(name, (0, 0))
    if name and worth[name] * (better - worse) > 0:
        return name, better, worse
    more, less = one.made - other.made, other.theirs - one.theirs
    if max(more, less) < _LEAST:
        return "", 0, 0
    return ("made", one.made, other.made) if more > less else ("theirs", one.theirs, other.theirs)


def _tells(name: str, better: float, worse: float) -> bool:
    """Tell whether two figures differ by as much as words for them do."""
    if name == "tricks":
        return abs(better - worse) >= _LEAST
    return frequency_words(better) != frequency_words(worse)


class CardOutcomes:
    """Plays some cards out against hands that the other may hold, both players doing their best."""

    def __init__(
        self, thinking: AdviceSearch, state: DealState, cards: list[Card], needs: int = 0
    ) -> None:
        """``needs`` is what the player must make in this deal to pass the Rubicon; 0 if that is not at stake."""
        turn = thinking.turn
        self._state, self._needs = state, needs
        self._cards = tuple(dict.fromkeys(cards))  # a card named twice would count twice
        self._stakes = thinking.mind.search(len(turn.knowledge.hand)).scoring
        believed = possible_hands(state.rules, turn.knowledge)
        self.fitting = len(believed.hands)
        """How many hands the other may hold."""
        self._hands = believed.draw(_HANDS, seeded_random(turn, thinking.budget.lots))

    def outlooks(self) -> dict[Card, CardOutcome]:
        """Return what each of the cards leads to."""
        found = dict.fromkeys(self._cards, CardOutcome())
        for mask, weight in self._hands:
            beat()
            state = _imagined(self._state, Hand(mask))
            solver = Solver(state, stakes=self._stakes)
            for card in self._cards:
                found[card] = found[card].plus(
                    _played_out(state, card, solver, self._needs), weight
                )
        return found


def _imagined(state: DealState, theirs: Hand) -> DealState:
    """Return the state as it would be if the other player held these cards."""
    seat = state.seat
    assert seat is not None
    own = state.hands[seat]
    return state.evolve(hands=(own, theirs) if seat is Seat.ELDER else (theirs, own))


def _played_out(state: DealState, card: Card, solver: Solver, needs: int) -> CardOutcome:
    """Return what comes of a card if both go on as well as they can."""
    seat = state.seat
    assert seat is not None
    state, log = apply(state, Play(seat=seat, card=card))
    while state.phase is not Phase.OVER:
        if state.phase in (Phase.LEAD, Phase.FOLLOW):
            assert state.seat is not None
            best = best_card(solver.values(state), state)
            action: Action = Play(seat=state.seat, card=best)
        else:  # the first of what can be said is to count everything, to let a word stand
            action = legal_actions(state)[0]
        state, events = apply(state, action)
        log += events
    return _told(state, seat, log, needs)


def _told(state: DealState, seat: Seat, log: tuple[Event, ...], needs: int) -> CardOutcome:
    scored = {(one.rule, one.seat) for one in log if isinstance(one, Scored)}
    own, other = state.tricks[seat], state.tricks[seat.other]
    capot, capoted = (float(("capot.points", one) in scored) for one in (seat, seat.other))
    return CardOutcome(
        cards=float(own > other),
        lost=float(other > own),
        capot=capot,
        capoted=capoted,
        pique=float(("pique.bonus", seat) in scored),
        piqued=float(("pique.bonus", seat.other) in scored),
        rubicon=float(0 < needs <= state.score[seat]),
        tricks=own,
        made=_scored(log, seat),
        theirs=_scored(log, seat.other),
    )


def _scored(log: tuple[Event, ...], seat: Seat) -> int:
    return sum(one.points for one in log if isinstance(one, Scored) and one.seat is seat)
