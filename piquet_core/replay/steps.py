"""Data of a replay: steps, variations, checked totals and findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, AnnounceBlank, LetStand, Play
from piquet_core.engine.events import Event, Scored, tally
from piquet_core.engine.state import DealState
from piquet_core.errors import Fault, Span
from piquet_core.notation import Line, MarkedCard, Record
from piquet_core.replay.decisions import split_events
from piquet_core.rules import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A fault in a record, or a note on it: position and message.

    ``rule`` is the id of the rule behind the finding, and ``step`` the id of its step. Both may be
    empty.
    """

    span: Span
    message: str
    rule: str = ""
    step: str = ""

    def show(self, text: str, name: str) -> str:
        """Return the message with its position, followed by the line of ``text`` with a caret below it."""
        tail = f" [{self.rule}]" if self.rule else ""
        return Fault(span=self.span, message=self.message + tail).show(text, name)


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalCheck:
    """A total printed in the source, with ``given``, the total according to the rules.

    ``rule`` is the rule behind ``given``; see `rule_behind`.
    """

    seat: Seat
    printed: int
    given: int
    rule: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the printed total is the total according to the rules."""
        return self.printed == self.given


@dataclass(frozen=True, slots=True, kw_only=True)
class RulePoints:
    """Points that a seat scored under one rule, in a number of scores."""

    seat: Seat
    rule: str
    points: int
    scores: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScore:
    """Score of the game before and after a deal, elder's total first.

    ``winner`` is the seat that has won the game by now, or None. ``rule`` is the id of the rule
    that decides the game, or "" without a winner.
    """

    before: tuple[int, int]
    after: tuple[int, int]
    winner: Seat | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A replayed decision or one of its consequences, with its events and the state after it.

    ``score`` has the totals after the step's own events. At the end of a deal, ``state`` already
    holds the final totals while ``score`` grows step by step. Only the result of a deal has
    ``points_by_rule`` and, if the record states the totals before the deal, ``game_score``.
    """

    id: str
    action: Action | None
    events: tuple[Event, ...]
    state: DealState
    score: tuple[int, int]
    line: Line | None = None
    checks: tuple[TotalCheck, ...] = ()
    branches: tuple[Branch, ...] = ()
    points_by_rule: tuple[RulePoints, ...] = ()
    game_score: GameScore | None = None

    def is_silent(self, seat: Seat) -> bool:
        """Return whether the step is a silent decision by the opponent of ``seat``."""
        match self.action:
            case LetStand() as action:
                return action.seat is not seat
            case AnnounceBlank(declare=False) as action:
                return action.seat is not seat
            case _:
                return False

    @property
    def comment(self) -> str:
        """Comment that the record has on the step, or "" if there is none."""
        return self.line.comment if self.line else ""

    @property
    def cards(self) -> tuple[MarkedCard, ...]:
        """Cards that the record names at this step, with their marks."""
        items = self.line.items if self.line else ()
        return tuple(item for item in items if isinstance(item, MarkedCard))


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A variation, replayed from the state before the step to which it belongs.

    ``grade`` says how much of the variation is in the source; see `Variation`.
    """

    id: str
    comment: str
    steps: tuple[Step, ...]
    grade: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """Steps of a record up to the end or the first fault, with all findings.

    ``adaptations`` are notes on decisions that were changed for another rule set.
    """

    record: Record
    rules: RuleSet | None
    steps: tuple[Step, ...]
    findings: tuple[Finding, ...]
    adaptations: tuple[Finding, ...] = ()

    @property
    def checks(self) -> tuple[TotalCheck, ...]:
        """Printed totals of the main line, each with the computed total."""
        return tuple(check for step in self.steps for check in step.checks)

    @property
    def events(self) -> tuple[Event, ...]:
        """All events of the main line."""
        return tuple(event for step in self.steps for event in step.events)

    def step(self, id: str) -> Step:
        """Return a step of the main line or a variation by id.

        Raises `KeyError` if there is none.
        """
        for step in self.walk():
            if step.id == id:
                return step
        raise KeyError(id)

    def walk(self) -> Iterator[Step]:
        """Yield every step. The steps of a variation follow the step that they replace."""
        return _walk(self.steps)


def consequences(
    id: str,
    action: Action | None,
    state: DealState,
    events: tuple[Event, ...],
    score: tuple[int, int],
    prefix: str = "",
) -> list[Step]:
    """Return the step of an action and the steps of its consequences that have their own ids.

    ``id`` is the step id of the action. ``state`` is the state after the action, and ``score`` has
    the totals before it. ``prefix`` is put before each step id.
    """
    steps = []
    for name, group in split_events(id, events):
        score = tally(group, score)
        steps.append(
            Step(
                id=prefix + name,
                action=action if name == id else None,
                events=group,
                state=state,
                score=score,
            )
        )
    return steps


def _walk(steps: Iterable[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        for branch in step.branches:
            yield from _walk(branch.steps)


def rule_behind(steps: Sequence[Step], seat: Seat) -> str:
    """Return the id of the rule behind a seat's total after the last of ``steps``.

    It is the rule of the seat's last points in the deal. If the seat has none, it is the rule that
    gives points for the card played, or else the last rule that applied.
    """
    followed = [event for step in steps for event in step.events if hasattr(event, "rule")]
    for event in reversed(followed):
        if isinstance(event, Scored) and event.seat is seat:
            return event.rule
    last = steps[-1]
    if isinstance(last.action, Play):
        return "play.capture" if last.state.led is None else "play.lead"
    return str(followed[-1].rule)


def points_by_rule(events: Iterable[Event]) -> tuple[RulePoints, ...]:
    """Return the points of a log by seat and rule, in the order in which the rules first scored."""
    points: dict[tuple[Seat, str], list[int]] = {}
    for event in events:
        if isinstance(event, Scored):
            points.setdefault((event.seat, event.rule), []).append(event.points)
    return tuple(
        RulePoints(seat=seat, rule=rule, points=sum(scored), scores=len(scored))
        for (seat, rule), scored in points.items()
    )
