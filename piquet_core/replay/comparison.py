"""Comparison of one deal under two rule sets: the first event that differs, and its causes.

Causes are found by experiment. The rule sets swap one answer at a time, and the deal is replayed.
An answer is a cause if it alone turns one event into the other.

Cards, tricks, points and the winner of a combination are compared. A call that is only worded
differently (six cards, or fifty-nine pips) is reported separately.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from piquet_core.cards.cards import Hand
from piquet_core.engine.events import Declared, Event, PipsTold, Replied
from piquet_core.engine.state import Phase
from piquet_core.errors import PiquetError
from piquet_core.notation import Record
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Finding, Replay, Step
from piquet_core.rules import Answer, RuleSet


class NoCommonDeal(PiquetError):
    """Error for a record that a rule set cannot deal. ``finding`` has the reason and its position."""

    def __init__(self, rules: RuleSet, finding: Finding) -> None:
        tail = f" [{finding.rule}]" if finding.rule else ""
        super().__init__(f"{rules.id} cannot deal this: {finding.message}{tail}")
        self.rules = rules
        self.finding = finding


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedDeal:
    """A deal replayed under one rule set. ``refusal`` is the finding that ended the replay early, or None."""

    rules: RuleSet
    replay: Replay
    refusal: Finding | None

    @property
    def total(self) -> tuple[int, int]:
        """Points of elder and younger at the end of the replay."""
        return self.replay.steps[-1].score

    @property
    def over(self) -> bool:
        """Whether the deal was played to its end."""
        return self.replay.steps[-1].state.phase is Phase.OVER


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """A rule that causes a difference, with the answers of both rule sets."""

    rule: str
    answers: tuple[Answer[Any], Answer[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """The first event that differs under two rule sets, with its causes.

    ``step`` is the id of its step. ``steps`` and ``events`` have an entry for each rule set, None
    if there is no such step or event. ``trick`` is 0 before the play. Each of ``causes`` is
    sufficient on its own or, if ``together`` is true, only all of them combined are.
    """

    step: str
    trick: int
    steps: tuple[Step | None, Step | None]
    events: tuple[Event | None, Event | None]
    causes: tuple[Cause, ...]
    together: bool

    @property
    def cards(self) -> Hand:
        """Cards in the differing events or, if there are none, in all events of the differing steps."""
        found = _cards(event for event in self.events if event)
        return found or _cards(event for step in self.steps if step for event in step.events)


def _cards(events: Iterable[Event]) -> Hand:
    found = Hand()
    for event in events:
        for name in ("cards", "discards"):
            found |= getattr(event, name, Hand())
        one = getattr(event, "card", None)
        found |= Hand.of([] if one is None else [one])
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One deal under two rule sets.

    ``difference`` is None if both replays agree. ``words`` is an earlier call that is only worded
    differently, or None.
    """

    record: Record
    sides: tuple[ComparedDeal, ComparedDeal]
    difference: Difference | None
    words: Difference | None


def compare_rules(record: Record, first: RuleSet, second: RuleSet) -> Comparison:
    """Replay a record under two rule sets and return the first difference with its causes.

    The record is adapted to each rule set: younger answers truthfully and everything good is
    counted (see `replay_record`). Variations are left out. Raises `NoCommonDeal` if a rule set
    cannot deal the cards.
    """
    main = replace(record, lines=tuple(replace(line, variations=()) for line in record.lines))
    one, two = _side(main, first), _side(main, second)
    difference = _difference(one, two, _happening)
    words = _difference(one, two, _log)
    if words and difference and _place(one, words) >= _place(one, difference):
        words = None
    return Comparison(record=main, sides=(one, two), difference=difference, words=words)


def _side(record: Record, rules: RuleSet) -> ComparedDeal:
    replay = replay_record(record, rules, adapt=True)
    if not replay.steps:
        raise NoCommonDeal(rules, replay.findings[0])
    # A finding at a step is about a printed total, which may differ under other rules.
    refusals = [finding for finding in replay.findings if not finding.step]
    return ComparedDeal(rules=rules, replay=replay, refusal=refusals[0] if refusals else None)


# -- what is compared ----------------------------------------------------------------------------

_Entry = tuple[str, Event | None, object]
"""A step id, one of its events, and the part of the event that is compared."""
_Entries = Callable[[ComparedDeal], Iterator[_Entry]]


def _log(side: ComparedDeal) -> Iterator[_Entry]:
    """Yield an entry for every event, and a last one that says how the replay ends."""
    for step in side.replay.steps:
        for event in step.events:
            yield step.id, event, event
    yield "", None, side.refusal.rule if side.refusal else side.over


def _happening(side: ComparedDeal) -> Iterator[_Entry]:
    """Yield the entries of `_log` without the wording of calls: only holdings called and final answers remain."""
    entries = list(_log(side))
    for place, (step, event, what) in enumerate(entries):
        if isinstance(event, PipsTold):
            continue
        if isinstance(event, Declared):
            yield step, event, (event.kind, event.holding)
        elif isinstance(event, Replied):
            later = (one for _, one, _ in entries[place + 1 :] if isinstance(one, Replied))
            if not any(one.kind == event.kind for one in later):
                yield step, event, (event.kind, event.response)
        else:
            yield step, event, what


# -- where they differ -----------------------------------------------------------------------------


def _difference(one: ComparedDeal, two: ComparedDeal, entries: _Entries) -> Difference | None:
    logs = list(entries(one)), list(entries(two))
    facts = tuple([fact for _, _, fact in log] for log in logs)
    at = next((i for i, (a, b) in enumerate(zip(*facts, strict=False)) if a != b), None)
    if at is None:
        return None
    (step_one, event_one, _), (step_two, event_two, _) = logs[0][at], logs[1][at]
    step, events = step_one or step_two, (event_one, event_two)
    if step_one and step_two and step_one != step_two:
        # One side has an extra event: at the step that the other side does not reach later.
        if step_one in {step for step, _, _ in logs[1][at:]}:
            step, events = step_two, (None, event_two)
        else:
            step, events = step_one, (event_one, None)
    steps = tuple(
        next((taken for taken in side.replay.steps if taken.id == step), None)
        for side in (one, two)
    )
    causes, together = _causes(one, two, entries, facts[1][: at + 1])
    return Difference(
        step=step,
        trick=max(_trick(found) for found in steps if found),
        steps=(steps[0], steps[1]),
        events=events,
        causes=causes,
        together=together,
    )


def _trick(step: Step) -> int:
    return len(step.state.taken) + (step.state.led is not None)


def _place(side: ComparedDeal, difference: Difference) -> int:
    ids = [step.id for step in side.replay.steps]
    return ids.index(difference.step) if difference.step in ids else len(ids)


# -- why they differ -------------------------------------------------------------------------------


def _causes(
    one: ComparedDeal, two: ComparedDeal, entries: _Entries, wanted: list[object]
) -> tuple[tuple[Cause, ...], bool]:
    """Return a pair: the causes of a difference, and whether they are sufficient only together.

    A cause is a rule whose answer turns the start of the first log into ``wanted``, the start of
    the second. If no answer is sufficient on its own, the causes are a minimal set of answers, or
    () if even all of them together are not sufficient.
    """
    ours, theirs = one.rules.answers, two.rules.answers
    differing = [
        id
        for id, answer in ours.items()
        if not answer.absent and not theirs[id].absent and answer.value != theirs[id].value
    ]

    def enough(ids: list[str]) -> bool:
        return _mixed(one, two, entries, ids)[: len(wanted)] == wanted

    def causes(ids: list[str]) -> tuple[Cause, ...]:
        return tuple(Cause(rule=id, answers=(ours[id], theirs[id])) for id in ids)

    if alone := [id for id in differing if enough([id])]:
        return causes(alone), False
    if not enough(differing):
        return (), False
    needed = differing
    for id in differing:
        fewer = [one for one in needed if one != id]
        if enough(fewer):
            needed = fewer
    return causes(needed), True


def _mixed(one: ComparedDeal, two: ComparedDeal, entries: _Entries, ids: list[str]) -> list[object]:
    """Return the compared parts of the log under the first rule set with some answers of the second.

    The answers to the rules in ``ids`` are taken from the second rule set, and so are answers to
    questions that do not arise in the first, which never asks for them. The list is empty if the
    mixture is inconsistent.
    """
    ours, theirs = one.rules.answers, two.rules.answers
    answers = {
        id: theirs[id] if answer.absent or id in ids else answer for id, answer in ours.items()
    }
    rules = replace(one.rules, id=f"{one.rules.id}+{'+'.join(ids)}", answers=answers)
    try:
        side = _side(one.replay.record, rules)
    except PiquetError:  # a mixture of two rule sets may be inconsistent
        return []
    return [fact for _, _, fact in entries(side)]
