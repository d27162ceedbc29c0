"""The deal on the table, with every state, move and step up to now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action
from piquet_core.engine.apply import apply, start
from piquet_core.engine.events import Event, RedealAnswered
from piquet_core.engine.state import Deal, DealState, Phase
from piquet_core.notation import Line, Record, write_items
from piquet_core.players import Player, turn_of
from piquet_core.replay.decisions import label_of, line_of
from piquet_core.replay.new_deal import is_written, record_lines
from piquet_core.replay.steps import Step, consequences, points_by_rule
from piquet_core.rules import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A deal up to the current move.

    ``seat`` is the person's seat. ``lines`` are the moves as lines of a record. ``states`` has the state before
    each line and the state after the last one, and ``made`` has the number of steps up to each of these states.
    """

    seat: Seat
    states: tuple[DealState, ...]
    lines: tuple[Line, ...]
    steps: tuple[Step, ...]
    made: tuple[int, ...]

    @property
    def state(self) -> DealState:
        """The current state."""
        return self.states[-1]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves of both players, as text."""
        return tuple("+".join(write_items(line)) for line in self.lines)

    @property
    def events(self) -> tuple[Event, ...]:
        """All events of the deal so far."""
        return tuple(event for step in self.steps for event in step.events)

    @property
    def is_over(self) -> bool:
        """Whether the deal was played to its end or given up for a new one."""
        return self.state.phase is Phase.OVER

    @property
    def is_void(self) -> bool:
        """Whether the players agreed on a new deal, so that the deal on this table does not count."""
        return any(isinstance(event, RedealAnswered) and event.agreed for event in self.events)


def lay_table(rules: RuleSet, deal: Deal, seat: Seat) -> Table:
    """Return the table after the deal.

    Raises `CardError` if the cards do not fit the rule set.
    """
    state, events = start(rules, deal)
    steps = tuple(consequences("deal", None, state, events, (0, 0)))
    return Table(seat=seat, states=(state,), lines=(), steps=steps, made=(len(steps),))


def take_action(table: Table, action: Action) -> Table:
    """Return the table after an action.

    Raises `IllegalAction` if a rule forbids the action.
    """
    line = line_of(table.state, action)
    state, events = apply(table.state, action)
    steps = table.steps
    if events:
        label = "ne" if line.label == "ne" else label_of(table.state)
        found = consequences(label, action, state, events, table.state.score)
        steps += tuple(step for step in found if step.events)
        if steps[-1].id == "result":
            log = [event for step in steps for event in step.events]
            steps = (*steps[:-1], replace(steps[-1], points_by_rule=points_by_rule(log)))
    return Table(
        seat=table.seat,
        states=(*table.states, state),
        lines=(*table.lines, line),
        steps=steps,
        made=(*table.made, len(steps)),
    )


def table_before(table: Table, place: int) -> Table:
    """Return the table as it was before the move at index ``place``."""
    return replace(
        table,
        states=table.states[: place + 1],
        lines=table.lines[:place],
        steps=table.steps[: table.made[place]],
        made=table.made[: place + 1],
    )


def play_out_table(table: Table, players: tuple[Player, Player]) -> Table:
    """Return the table at the end of the deal, played out by the given players."""
    while (seat := table.state.seat) is not None:
        table = take_action(table, players[seat].choose(turn_of(table.state)))
    return table


def write_moves(
    table: Table,
    names: tuple[str, str],
    title: str = "",
    game: Mapping[str, str] = MappingProxyType({}),
) -> Record:
    """Return the record of the deal on the table, with every decision.

    ``names`` are those of elder and younger. The default title is the id of the deal. ``game`` has the tags
    that describe the game: the totals before the deal, and the number of deals after it.
    """
    rules, deal = table.state.rules, table.state.deal
    lines = tuple(
        line
        for line, before, after in zip(table.lines, table.made, table.made[1:], strict=False)
        if is_written(line, table.steps[before:after])
    )
    ended = table.is_over and not table.is_void
    return record_lines(rules, deal, lines, names, ended=ended, title=title, game=game)
