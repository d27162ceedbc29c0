"""What a replay consists of: steps, branches, comparisons with the source, findings."""

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
    """Something wrong in a record: where it is, what is wrong, and by which rule, if by any."""

    span: Span
    message: str
    rule: str = ""
    step: str = ""

    def show(self, text: str, name: str) -> str:
        """Return the finding with its place, its line and a caret."""
        tail = f" [{self.rule}]" if self.rule else ""
        return Fault(span=self.span, message=self.message + tail).show(text, name)


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalCheck:
    """A total printed in the source, and the one that the rules give.

    ``rule`` is the rule behind ``given``: see `rule_behind`.
    """

    seat: Seat
    printed: int
    given: int
    rule: str = ""

    @property
    def agrees(self) -> bool:
        """Tell whether source and rules agree."""
        return self.printed == self.given


@dataclass(frozen=True, slots=True, kw_only=True)
class RulePoints:
    """What a seat has scored so far through one rule."""

    seat: Seat
    rule: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScore:
    """The state of a game after a deal that was not its first, elder's total first.

    ``winner`` is the seat that has won the game by now, and ``rule`` the rule that says so.
    """

    before: tuple[int, int]
    after: tuple[int, int]
    winner: Seat | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A replayed decision, or a consequence of the last one: what happened, and what is true after it.

    ``state`` is the state after the step; ``score`` the totals after its own events, which lag
    behind the state in the consequences at the end of a deal. Only the result of a deal has
    ``points_by_rule``, its points by rule, and ``standing``, if the record says how the game stood before.
    """

    id: str
    action: Action | None
    events: tuple[Event, ...]
    state: DealState
    score: tuple[int, int]
    line: Line | None = None
    checks: tuple[TotalCheck, ...] = ()
    branches: tuple[Branch, ...] = ()
    sums: tuple[RulePoints, ...] = ()
    standing: GameScore | None = None

    def is_silent(self, seat: Seat) -> bool:
        """Tell whether the player opposite ``seat`` decided here to say nothing at all."""
        match self.action:
            case LetStand() as action:
                return action.seat is not seat
            case AnnounceBlank(declare=False) as action:
                return action.seat is not seat
            case _:
                return False

    @property
    def comment(self) -> str:
        """The record's comment on the step."""
        return self.line.comment if self.line else ""

    @property
    def cards(self) -> tuple[MarkedCard, ...]:
        """The cards that the record names at this step, with their marks."""
        items = self.line.items if self.line else ()
        return tuple(item for item in items if isinstance(item, MarkedCard))


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A variation, replayed from before the step that it belongs to; ``grade`` is the record's."""

    id: str
    comment: str
    steps: tuple[Step, ...]
    grade: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """All the steps that could be replayed, and everything that was found wrong."""

    record: Record
    rules: RuleSet | None
    steps: tuple[Step, ...]
    findings: tuple[Finding, ...]
    adaptations: tuple[Finding, ...] = ()

    @property
    def checks(self) -> tuple[TotalCheck, ...]:
        """Every printed total of the main line that was compared."""
        return tuple(check for step in self.steps for check in step.checks)

    @property
    def events(self) -> tuple[Event, ...]:
        """The whole log of the main line."""
        return tuple(event for step in self.steps for event in step.events)

    def step(self, id: str) -> Step:
        """Return the step with that id, in the main line or a branch; raises `KeyError`."""
        for step in self.walk():
            if step.id == id:
                return step
        raise KeyError(id)

    def walk(self) -> Iterator[Step]:
        """Yield every step, each branch after the step that it replaces."""
        return _walk(self.steps)


def consequences(
    id: str,
    action: Action | None,
    state: DealState,
    events: tuple[Event, ...],
    score: tuple[int, int],
    prefix: str = "",
) -> list[Step]:
    """Return the step of an action, and those of its consequences that have their own ids.

    ``state`` is the state after the action, ``score`` the totals before it.
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
    """Return the rule behind a seat's total after the last of these steps.

    It is the rule of the seat's last points, however early in the deal. If there are none yet, it
    is the rule that gives points for a card played, or else the last rule that was followed.
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
    points: dict[tuple[Seat, str], int] = {}
    for event in events:
        if isinstance(event, Scored):
            key = event.seat, event.rule
            points[key] = points.get(key, 0) + event.points
    return tuple(RulePoints(seat=seat, rule=rule, points=n) for (seat, rule), n in points.items())
