"""A record played by the engine: steps, and whatever the record gets wrong.

Printed totals are assertions. A total that differs is a finding, not a crash; so is an illegal
decision, but nothing after it can be replayed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from piquet_core.engine.actions import (
    Action,
    Announce,
    Count,
    Exchange,
    Leave,
    Look,
    Redeal,
    Reply,
    Stand,
)
from piquet_core.engine.apply import apply, legal_actions, start
from piquet_core.engine.declaration import claiming_most, full_count, true_reply
from piquet_core.engine.events import Event, tally
from piquet_core.engine.state import DealState, Phase
from piquet_core.errors import IllegalAction, RuleSetError, Span
from piquet_core.pack.seat import Seat
from piquet_core.records.adapting import fitted, is_exchange, next_line, unwritten, why
from piquet_core.records.decisions import UnknownCard, action_of, label_of, place_of, split_events
from piquet_core.records.notation import Line, Record, Total
from piquet_core.records.recorded_deal import recorded_deal
from piquet_core.records.standing import finished
from piquet_core.records.steps import Branch, Check, Finding, Replay, Step, rule_behind
from piquet_core.rules import RuleSet, load_ruleset


def run(record: Record, rules: RuleSet | None = None, *, adapt: bool = False) -> Replay:
    """Replay a record under its own rule set, or under another; never raises for a bad record.

    With ``adapt``, for a record of another rule set: the exchange is taken in the order of these
    rules, younger answers truly by them, what is good is counted, and what they do not ask for is
    left out; each such change is noted in ``adaptations``. An exchange or a card that these rules
    refuse is a finding and ends the replay.
    """
    findings: list[Finding] = []
    if rules is None:
        tag = record.find_tag("Rules")
        span = tag.span if tag else Span(line=1, column=1)
        try:
            rules = load_ruleset(record.tag("Rules"))
        except RuleSetError as error:
            findings.append(Finding(span=span, message=str(error)))
            return Replay(record=record, rules=None, steps=(), findings=tuple(findings))
    deal = recorded_deal(record, rules, findings)
    if deal is None:
        return Replay(record=record, rules=rules, steps=(), findings=tuple(findings))
    state, events = start(rules, deal)
    first, *waiting = consequences("deal", None, state, events, (0, 0))
    fold = Fold(record, findings, prefix="", adapt=adapt, earlier=(first,))
    steps = [first, *fold.lines(record.lines, state, first.score, waiting)]
    if steps[-1].id == "result":
        log = [event for step in steps for event in step.events]
        steps[-1] = finished(steps[-1], log, record, rules)
    if not findings and not _complete(record, steps):
        last = record.lines[-1].span if record.lines else Span(line=1, column=1)
        findings.append(
            Finding(
                span=last,
                message=f"the record stops here, but {steps[-1].state.phase.value}; if the source "
                "stops here too, say play=partial in the tag Certainty",
            )
        )
    findings.sort(key=lambda one: one.span)
    return Replay(
        record=record,
        rules=rules,
        steps=tuple(steps),
        findings=tuple(findings),
        adaptations=tuple(fold.adaptations),
    )


def _complete(record: Record, steps: list[Step]) -> bool:
    partial = "play=partial" in record.tag("Certainty").split()
    return partial or steps[-1].state.phase is Phase.OVER


# -- the lines -----------------------------------------------------------------------------------


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


class Fold:
    """Applies the lines of a record, or of one of its variations, one after the other."""

    def __init__(
        self,
        record: Record,
        findings: list[Finding],
        prefix: str,
        *,
        adapt: bool = False,
        earlier: tuple[Step, ...] = (),
    ) -> None:
        self.record = record
        self.findings = findings
        self.prefix = prefix
        self.adapt = adapt
        self.earlier = earlier  # the steps before the first line, to say where a total is from
        self.labels: frozenset[str] = frozenset()
        self.adaptations: list[Finding] = []
        self.written: tuple[Line, ...] = record.lines

    def lines(
        self,
        lines: tuple[Line, ...],
        state: DealState,
        score: tuple[int, int],
        waiting: list[Step],
    ) -> list[Step]:
        """Return the steps of lines.

        ``waiting`` are consequences that wait for the line that states their printed total, if
        there is one.
        """
        steps: list[Step] = []
        self.labels = frozenset(line.label for line in lines)
        self.written = (*lines, *self.record.lines)
        queue = list(lines)
        while queue:
            line = next_line(queue, state) if self.adapt else queue[0]
            known = {step.id.removeprefix(self.prefix) for step in waiting}
            if line.label in _CONSEQUENCE_LABELS:
                queue.remove(line)
                if line.label not in known:
                    score = waiting[-1].score if waiting else steps[-1].score if steps else score
                    steps += waiting
                    try:
                        state, waiting = self.leading_to(line, state, score)
                    except IllegalAction as error:
                        self.find(line.span, str(error.args[0]), error.rule)
                        return steps
                    known = {step.id.removeprefix(self.prefix) for step in waiting}
                if line.label not in known:
                    if not self.adapt:
                        rule = _CONSEQUENCE_LABELS[line.label]
                        self.find(line.span, f"there is no step {line.label} here", rule)
                    continue
                while waiting:
                    step = waiting.pop(0)
                    if step.id == self.prefix + line.label:
                        steps.append(self.checked(step, line, steps))
                        break
                    steps.append(step)
                continue
            steps += waiting
            waiting = []
            score = steps[-1].score if steps else score
            try:
                state, filled = self.unsaid(state, line, score, queue)
            except IllegalAction as error:
                self.find(line.span, str(error.args[0]), error.rule)
                return steps
            steps += filled
            score = steps[-1].score if steps else score
            if self.adapt:
                line = self.in_turn(state, queue)
            queue.remove(line)
            if self.adapt and self.out_of_place(state, line):
                continue
            before = state
            try:
                action = self.adapted(state, line)
                state, events = apply(state, action)
            except IllegalAction as error:
                self.find(place_of(line, error), str(error.args[0]), error.rule)
                return steps
            except UnknownCard as error:
                self.find(error.span, "an unknown card: the replay ends here")
                return steps
            id = "ne" if line.label == "ne" else label_of(before)
            first, *waiting = consequences(id, action, state, events, score, self.prefix)
            branches = self.branches(line, before, steps)
            steps.append(replace(self.checked(first, line, steps), branches=branches))
        return steps + waiting

    def leading_to(
        self, line: Line, state: DealState, score: tuple[int, int]
    ) -> tuple[DealState, list[Step]]:
        """Take the decisions that go without saying before the consequence that a line is about.

        Nothing is taken if none of them leads to it.
        """
        steps: list[Step] = []
        new, noted = state, len(self.adaptations)
        while is_exchange(new) and (action := self.default(new, line)):
            label = label_of(new)
            new, events = apply(new, action)
            steps += self.told(label, action, new, events, score)
            score = steps[-1].score if steps else score
            if any(step.id == self.prefix + line.label for step in steps):
                return new, steps
        del self.adaptations[noted:]
        return state, []

    def in_turn(self, state: DealState, queue: list[Line]) -> Line:
        """Return the line that these rules take next, and note if the record has it later."""
        line = next_line(queue, state)
        passed = [one.label for one in queue[: queue.index(line)] if one.label in ("xe", "xy")]
        if passed:
            message = f"these rules have {line.label} before {passed[0]}"
            self.adaptations.append(Finding(span=line.span, message=message, step=line.label))
        return line

    def unsaid(
        self, state: DealState, line: Line, score: tuple[int, int], queue: Sequence[Line] = ()
    ) -> tuple[DealState, list[Step]]:
        """Take the decisions that a record may leave out before a line.

        Nobody looked or asked for a new deal, every word stood, and a player who was dealt a carte
        blanche said so; with it elder left no cards and younger changed none. When adapting to
        other rules, also the answers and counts that these rules ask for besides, up to a decision
        of ``queue``.
        """
        steps: list[Step] = []
        while label_of(state) != line.label and not (line.label == "ne" and state.led is None):
            if self.adapt and queue and next_line(queue, state).label == label_of(state):
                break
            action = self.default(state, line)
            if action is None:
                break
            label = label_of(state)
            state, events = apply(state, action)
            steps += self.told(label, action, state, events, score)
            score = steps[-1].score if steps else score
        return state, steps

    def told(
        self,
        label: str,
        action: Action,
        state: DealState,
        events: tuple[Event, ...],
        score: tuple[int, int],
    ) -> list[Step]:
        """Return what there is to show of a decision that goes without saying."""
        found = consequences(label, action, state, events, score, self.prefix)
        return [step for step in found if step.events]

    def default(self, state: DealState, line: Line) -> Action | None:
        """Return the decision that goes without saying in a phase, if one does."""
        seat = state.seat
        if seat is None:
            return None
        if self.adapt and (own := unwritten(state, self.written)):
            reason = why(state, own)
            return self.note(line, state, own, reason) if reason else own
        match state.phase:
            case Phase.ELDER_LEAVES:
                return Leave(seat=seat, count=0)
            case Phase.YOUNGER_CHANGES:
                return Exchange(seat=seat, discards=state.discards[seat])
            case Phase.ELDER_LOOK | Phase.YOUNGER_LOOK | Phase.ELDER_DEMAND:
                return Look(seat=seat, look=False)
            case Phase.ELDER_REDEAL:
                return Redeal(seat=seat, wanted=False)
            case Phase.ELDER_RAISE | Phase.YOUNGER_RECALL:
                return Stand(seat=seat)
            case Phase.ELDER_BLANK | Phase.YOUNGER_BLANK:
                # Where elder must say how many cards he will exchange, the record shows how many.
                size = len(line.items) if line.label == "xe" else 0
                ways = [one for one in legal_actions(state) if isinstance(one, Announce)]
                said = [one for one in ways if one.declare and one.exchanging in (0, size)]
                return said[0] if said else None
            case Phase.REPLY if self.adapt:
                return self.note(line, state, true_reply(state))
            case Phase.ELDER_COUNT | Phase.YOUNGER_COUNT if self.adapt:
                return self.note(line, state, full_count(state))
            case _:
                return None

    def note(self, line: Line, state: DealState, action: Action, why: str = "") -> Action:
        """Note that an action is these rules' own and not the record's."""
        label = label_of(state)
        message = (
            f"{label} is decided by these rules; the record, made under others, decides otherwise"
        )
        message = f"{label}: {why}" if why else message
        self.adaptations.append(Finding(span=line.span, message=message, step=label))
        return action

    def adapted(self, state: DealState, line: Line) -> Action:
        """Return the decision of a line; adapting, a true answer and a count that these rules allow."""
        action = action_of(state, line)
        if not self.adapt:
            return action
        if (own := fitted(state, action, self.written)) != action:
            return self.note(line, state, own, why(state, own))
        if isinstance(action, Reply):
            if state.phase is Phase.REPLY and self.is_taken_back(state, line):
                return action
            true = claiming_most(legal_actions(state))
            return action if action == true else self.note(line, state, true)
        if isinstance(action, Count) and action not in legal_actions(state):
            return self.note(line, state, full_count(state))
        return action

    def is_taken_back(self, state: DealState, line: Line) -> bool:
        """Tell whether younger takes this answer back by a later line, and these rules allow it."""
        allowed = state.rules.choice("reply.recall-until").value == "own-first-card"
        return allowed and f"{line.label[0]}{state.calls[-1].word + 1}y" in self.labels

    def out_of_place(self, state: DealState, line: Line) -> bool:
        """Tell whether these rules have no such step here and the record's can be left out."""
        if label_of(state) == line.label or line.label not in _OPTIONAL_LABELS:
            return False
        message = f"these rules have no step {line.label} here"
        self.adaptations.append(Finding(span=line.span, message=message, step=line.label))
        return True

    def branches(self, line: Line, before: DealState, done: list[Step]) -> tuple[Branch, ...]:
        found = []
        earlier = (*self.earlier, *done) if line.variations else ()
        for number, variation in enumerate(line.variations, 1):
            id = f"{self.prefix}{line.label}-{number}"
            fold = Fold(
                self.record, self.findings, prefix=f"{id}-", adapt=self.adapt, earlier=earlier
            )
            steps = fold.lines(variation.lines, before, before.score, [])
            found.append(
                Branch(id=id, comment=variation.comment, steps=tuple(steps), grade=variation.grade)
            )
        return tuple(found)

    def checked(self, step: Step, line: Line, done: list[Step]) -> Step:
        """Return the step with the line's printed totals compared; ``done`` are the steps before it."""
        checks = []
        for total in line.totals:
            seat = self.whose(total, step)
            rule = rule_behind((*self.earlier, *done, step), seat)
            check = Check(seat=seat, printed=total.points, given=step.score[seat], rule=rule)
            checks.append(check)
            if not check.agrees:
                self.find(
                    total.span,
                    f"the source has {check.printed} for {self.record.player(seat)} at {step.id}, "
                    f"the rules give {check.given}",
                    rule,
                    step.id,
                )
        return replace(step, line=line, checks=tuple(checks))

    def whose(self, total: Total, step: Step) -> Seat:
        if total.seat is not None:
            return total.seat
        if step.action is not None:
            return step.action.seat
        return Seat.YOUNGER if step.id.endswith("y") else Seat.ELDER

    def find(self, span: Span, message: str, rule: str = "", step: str = "") -> None:
        self.findings.append(Finding(span=span, message=message, rule=rule, step=step))


# The consequences with ids of their own, and the rule that says when each comes.
_CONSEQUENCE_LABELS = {
    "be": "blank.show",
    "by": "blank.show",
    "dy": "blank.show",
    "last": "play.last-trick",
    "cards": "cards.when",
    "result": "cards.majority",
}
# Steps that one rule set asks for and another does not.
_OPTIONAL_LABELS = (
    *("ae", "ay", "ve", "vy", "le", "ly", "de", "ne", "re", "ry", "my", "ce", "cy"),
    *(f"{kind}{word}{seat}" for kind in "psqm" for word in range(2, 10) for seat in "ey"),
)
