"""A player who imagines hands that the other may hold, and plays what is best against them all."""

from __future__ import annotations

from dataclasses import dataclass

from piquet_core.engine.actions import Action, Exchange, Play
from piquet_core.players.imagine import Imagination
from piquet_core.players.layouts import TRIED, Layouts, Rounds
from piquet_core.players.player import Turn
from piquet_core.players.thumb import Thumb
from piquet_core.rules import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How long a player thinks: hands imagined for a card, and the rounds of trial for a discard.

    In the rounds ``guessed`` the play is only guessed at, a tenth of the work; in those ``searched``
    it is searched to the end. About cards it thinks from when it has ``last`` of them left. With
    another word for ``lots`` other hands and talons are drawn: for a judge who is not to look at
    those that the player looked at.
    """

    hands: int
    guessed: Rounds = ()
    searched: Rounds = ()
    last: int = 12
    lots: str = ""


FULL = Budget(hands=30, guessed=((80, 16), (40, 24), (16, 80)), searched=((5, 30), (2, 60)))
"""The thought of the strongest player, with which decisions are judged too.

How many cards are laid out decides which of them the other may draw, so it takes many talons to tell
four from five: a hundred of them guessed at find out more than a dozen searched.
"""


class Sampler:
    """Plays by imagined hands; where cards are not at stake it says and counts all that it has."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._thumb = Thumb()
        self._minds: dict[RuleSet, Imagination] = {}

    def _mind(self, rules: RuleSet) -> Imagination:
        if rules not in self._minds:
            self._minds[rules] = Imagination(rules)
        return self._minds[rules]

    def choose(self, turn: Turn) -> Action:
        """Return the action that is best on average over the hands imagined."""
        known, budget = turn.knowledge, self.budget
        if known.phase in TRIED and budget.searched and turn.most:
            trials = Layouts(self._mind(turn.rules), turn, budget.lots).tried(
                budget.guessed, budget.searched
            )
            return Exchange(seat=known.seat, discards=trials[0].out)
        plays = [one for one in turn.legal if isinstance(one, Play)]
        if not plays or len(known.hand) > budget.last:
            return self._thumb.choose(turn)
        if len(plays) == 1:
            return plays[0]
        values, _ = self._mind(turn.rules).card_values(turn, budget.hands, budget.lots)
        return max(
            plays, key=lambda one: (round(values[one.card].value, 9), -one.card.rank, -one.card)
        )

    def reason(self, turn: Turn, action: Action) -> str:
        """Return the rule of thumb behind an action, where there is one."""
        return self._thumb.reason(turn, action)
