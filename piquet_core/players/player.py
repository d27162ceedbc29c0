"""Interface of a player, and a function that lets two players finish a deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from piquet_core.cards.cards import Hand
from piquet_core.engine.actions import Action
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.events import Event
from piquet_core.engine.exchange_limits import EXCHANGES, exchange_limits
from piquet_core.engine.state import DealState, Phase
from piquet_core.replay.visibility import Knowledge, knowledge_of
from piquet_core.rules import RuleSet
from piquet_core.solver.total_search import Objective


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A decision from the viewpoint of its player: knowledge and legal actions.

    For an exchange, ``legal`` is empty, because there are thousands of possible discards: the player
    may lay out from ``least`` to ``most`` of the ``cards``. The state of the deal is not included, so
    that a player cannot see hidden cards. Without an ``objective``, the player plays for the points
    of the deal.
    """

    rules: RuleSet
    knowledge: Knowledge
    legal: tuple[Action, ...]
    least: int = 0
    most: int = 0
    objective: Objective | None = None

    @property
    def cards(self) -> Hand:
        """Cards that may be laid out: the hand, with the earlier discard if younger may change it now."""
        known = self.knowledge
        changing = known.phase is Phase.YOUNGER_CHANGES
        return known.hand | known.discards if changing else known.hand


class Player(Protocol):
    """Interface of a player for one seat. A new player is a class with these two methods."""

    def choose(self, turn: Turn) -> Action:
        """Return one of the legal actions of a turn, or a legal exchange."""

    def reason(self, turn: Turn, action: Action) -> str:
        """Return a sentence on why this player would choose an action, or "" if there is none."""


def turn_of(state: DealState, objective: Objective | None = None) -> Turn:
    """Return the next decision of an unfinished deal, from the viewpoint of the player on turn."""
    assert state.seat is not None
    knowledge = knowledge_of(state, state.seat)
    if state.phase in EXCHANGES:
        _, least, most, _, _ = exchange_limits(state)
        return Turn(
            rules=state.rules,
            knowledge=knowledge,
            legal=(),
            least=least,
            most=most,
            objective=objective,
        )
    return Turn(
        rules=state.rules, knowledge=knowledge, legal=legal_actions(state), objective=objective
    )


def play_out(
    state: DealState,
    elder: Player,
    younger: Player,
    objectives: tuple[Objective | None, Objective | None] = (None, None),
) -> Iterator[tuple[Action, DealState, tuple[Event, ...]]]:
    """Play a deal to its end, yielding (action, state after the action, events of the action)."""
    while state.seat is not None:
        action = (elder, younger)[state.seat].choose(turn_of(state, objectives[state.seat]))
        state, events = apply(state, action)
        yield action, state, events
