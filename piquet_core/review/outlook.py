"""Consequences of a card over the opponent's possible hands: cards, capot, pique and Rubicon, with frequencies."""

from __future__ import annotations

from dataclasses import dataclass, fields

from piquet_core.beliefs.possible_hands import possible_hands
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
"""Smallest difference of tricks or points that is reported."""
UNNAMED = ("", "made", "theirs")
"""Differences without a name of their own: none, or points of either player."""
_RUBICON = 200
"""Points for passing the Rubicon in the last deal: the sum of both totals compared with their difference."""
_HANDS = 12
"""Number of hands that are played out, which shows the purpose of a card within a moment."""


@dataclass(frozen=True, slots=True)
class CardOutcome:
    """Mean results after a card: frequencies between 0 and 1, tricks and points.

    ``cards``, ``capot``, ``pique`` and ``rubicon`` are the frequencies with which the player of the
    card makes each; ``lost``, ``capoted`` and ``piqued`` are those of the opponent's cards, capot
    and pique. ``tricks`` are the player's. ``made`` and ``theirs`` are the further points of the
    player and the opponent.
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
        """Return the sum of this outcome and ``weight`` times another one."""
        names = [one.name for one in fields(self)]
        return CardOutcome(*(getattr(self, name) + weight * getattr(other, name) for name in names))


def main_difference(
    rules: RuleSet, one: CardOutcome, other: CardOutcome
) -> tuple[str, float, float]:
    """Return the main advantage of one card over another, as (field of `CardOutcome`, own value, other value).

    It is the field that accounts for the most points, apart from ``made`` and ``theirs``. If none
    favours the card, one of these two is used; the name is "" if the cards are practically equal.
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
    """Return whether two values of a field differ enough to be described in different words."""
    if name == "tricks":
        return abs(better - worse) >= _LEAST
    return frequency_words(better) != frequency_words(worse)


class CardOutcomes:
    """Evaluation of cards by playing them out against possible hands, with best play by both players."""

    def __init__(
        self, thinking: AdviceSearch, state: DealState, cards: list[Card], needs: int = 0
    ) -> None:
        """Select possible hands of the opponent.

        ``needs`` is the score in the deal with which the player passes the Rubicon, or 0 if irrelevant.
        """
        turn = thinking.turn
        self._state, self._needs = state, needs
        self._cards = tuple(dict.fromkeys(cards))  # remove duplicates, which would count twice
        self._scoring = thinking.evaluator.search(len(turn.knowledge.hand)).scoring
        believed = possible_hands(state.rules, turn.knowledge)
        self.fitting = len(believed.hands)
        """Number of hands that the opponent may hold."""
        self._hands = believed.draw(_HANDS, seeded_random(turn, thinking.budget.lots))

    def outcomes(self) -> dict[Card, CardOutcome]:
        """Return the mean outcome of each card over the selected hands."""
        found = dict.fromkeys(self._cards, CardOutcome())
        for mask, weight in self._hands:
            beat()
            state = imagined_state(self._state, Hand(mask))
            solver = Solver(state, scoring=self._scoring)
            for card in self._cards:
                found[card] = found[card].plus(
                    _played_out(state, card, solver, self._needs), weight
                )
        return found


def imagined_state(state: DealState, theirs: Hand) -> DealState:
    """Return a state like the given one in which the opponent of the player on turn holds ``theirs``."""
    seat = state.seat
    assert seat is not None
    own = state.hands[seat]
    return state.evolve(hands=(own, theirs) if seat is Seat.ELDER else (theirs, own))


def _played_out(state: DealState, card: Card, solver: Solver, needs: int) -> CardOutcome:
    """Return the outcome of a card with best play by both players afterwards. ``needs`` is as in `CardOutcomes`."""
    seat = state.seat
    assert seat is not None
    state, log = apply(state, Play(seat=seat, card=card))
    while state.phase is not Phase.OVER:
        if state.phase in (Phase.LEAD, Phase.FOLLOW):
            assert state.seat is not None
            best = best_card(solver.values(state), state)
            action: Action = Play(seat=state.seat, card=best)
        else:  # the first legal action counts everything, or lets an answer stand
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
