"""What a replay consists of: steps, branches, comparisons with the source, findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from piquet_core.engine.actions import Action, Announce, Play, Stand
from piquet_core.engine.events import Event, Scored, tally
from piquet_core.engine.state import DealState
from piquet_core.errors import Fault, Span
from piquet_core.pack.seat import Seat
from piquet_core.records.decisions import split_events
from piquet_core.records.notation import Line, MarkedCard, Record
from piquet_core.rules import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something in a record that does not hold: where, what, and by which rule (if a rule says)."""

    span: Span
    message: str
    rule: str = ""
    step: str = ""

    def show(self, text: str, name: str) -> str:
        """Return the finding with its place, the line and a caret."""
        tail = f" [{self.rule}]" if self.rule else ""
        return Fault(span=self.span, message=self.message + tail).show(text, name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A total that the source prints beside the one that the rules give.

    ``rule`` is the one by which ``given`` stands: see `rule_behind`.
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
class Sum:
    """What a seat has scored so far by one rule."""

    seat: Seat
    rule: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where the game stands after a deal that did not begin it, elder's total first.

    ``winner`` is who has won it by now, and ``rule`` the one that says so.
    """

    before: tuple[int, int]
    after: tuple[int, int]
    winner: Seat | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One replayed decision, or one consequence of the last: what happened and what is true then.

    ``state`` is the state after the step; ``score`` the totals after its own events, which for
    the consequences at the end of a deal is less than the state already knows. ``sums`` adds up
    the whole deal by rule, at its result only; so does ``standing`` where the record says how the
    game stood before.
    """

    id: str
    action: Action | None
    events: tuple[Event, ...]
    state: DealState
    score: tuple[int, int]
    line: Line | None = None
    checks: tuple[Check, ...] = ()
    branches: tuple[Branch, ...] = ()
    sums: tuple[Sum, ...] = ()
    standing: Standing | None = None

    def is_silent(self, seat: Seat) -> bool:
        """Tell whether the other player decided here to say nothing at all."""
        match self.action:
            case Stand() as action:
                return action.seat is not seat
            case Announce(declare=False) as action:
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
    """A variation, replayed from before the step it is attached to; ``grade`` is the record's."""

    id: str
    comment: str
    steps: tuple[Step, ...]
    grade: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """All the steps that could be replayed, and all that was found wrong."""

    record: Record
    rules: RuleSet | None
    steps: tuple[Step, ...]
    findings: tuple[Finding, ...]
    adaptations: tuple[Finding, ...] = ()

    @property
    def checks(self) -> tuple[Check, ...]:
        """Every printed total of the main line that was compared."""
        return tuple(check for step in self.steps for check in step.checks)

    @property
    def events(self) -> tuple[Event, ...]:
        """The whole log of the main line."""
        return tuple(event for step in self.steps for event in step.events)

    def step(self, id: str) -> Step:
        """Return the step of that id, in the main line or a branch; raises `KeyError`."""
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
    """Return the step of an action and the consequences of it that have ids of their own.

    ``state`` is the one that the action led to, ``score`` the totals before it.
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
    """Return the rule by which a seat's total stands after the last of these steps.

    It is that of the seat's last points, however early in the deal. Where there are none yet, it is
    the rule that gives points for a card played, or else the last one that was followed.
    """
    followed = [event for step in steps for event in step.events if hasattr(event, "rule")]
    for event in reversed(followed):
        if isinstance(event, Scored) and event.seat is seat:
            return event.rule
    last = steps[-1]
    if isinstance(last.action, Play):
        return "play.capture" if last.state.led is None else "play.lead"
    return str(followed[-1].rule)


def sums(events: Iterable[Event]) -> tuple[Sum, ...]:
    """Return the points of a log by seat and rule, each rule where it first scored."""
    points: dict[tuple[Seat, str], int] = {}
    for event in events:
        if isinstance(event, Scored):
            key = event.seat, event.rule
            points[key] = points.get(key, 0) + event.points
    return tuple(Sum(seat=seat, rule=rule, points=n) for (seat, rule), n in points.items())
