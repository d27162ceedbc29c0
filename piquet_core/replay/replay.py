"""Replay of a record by the engine.

The replay has a step for each decision and a finding for each fault of the record. Printed totals
are assertions: a total that differs is a finding. An illegal decision is a finding too, and ends the
replay.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action
from piquet_core.engine.apply import apply, start
from piquet_core.engine.events import Event, tally
from piquet_core.engine.game import PlayedDeal, settle_hundred
from piquet_core.engine.state import DealState, Phase
from piquet_core.errors import IllegalAction, RuleSetError, Span
from piquet_core.notation import Line, PrintedTotal, Record
from piquet_core.replay.cross_rules import CrossRules, is_exchange
from piquet_core.replay.decisions import UnknownCard, action_of, label_of, span_of_error
from piquet_core.replay.implied_moves import implied_action, implied_moves_before
from piquet_core.replay.recorded_deal import deal_of_record
from piquet_core.replay.steps import (
    Branch,
    Finding,
    GameScore,
    Replay,
    Step,
    TotalCheck,
    consequences,
    points_by_rule,
    rule_behind,
)
from piquet_core.rules import RuleSet, find_ruleset


def replay_record(record: Record, rules: RuleSet | None = None, *, adapt: bool = False) -> Replay:
    """Replay a record under its own rule set or another one. Faults of the record become findings.

    Use ``adapt`` for a record that was made under another rule set. The exchange then follows the
    order of ``rules``, younger answers truthfully, both players count everything that is good, and
    steps that ``rules`` do not have are left out. ``adaptations`` contains a note for each change.
    An exchange or a card that ``rules`` refuse is a finding and ends the replay.
    """
    findings: list[Finding] = []
    if rules is None:
        tag = record.find_tag("Rules")
        span = tag.span if tag else Span(line=1, column=1)
        try:
            rules = find_ruleset(record.tag("Rules"))
        except RuleSetError as error:
            findings.append(Finding(span=span, message=str(error)))
            return Replay(record=record, rules=None, steps=(), findings=tuple(findings))
    deal = deal_of_record(record, rules, findings)
    if deal is None:
        return Replay(record=record, rules=rules, steps=(), findings=tuple(findings))
    state, events = start(rules, deal)
    first, *waiting = consequences("deal", None, state, events, (0, 0))
    cross = CrossRules(record, record.lines) if adapt else None
    replayer = _Replayer(record, findings, state, cross, steps=(first,), waiting=waiting)
    steps = list(replayer.take(record.lines))
    if steps[-1].id == "result":
        log = [event for step in steps for event in step.events]
        steps[-1] = with_game_score(steps[-1], log, record, rules)
    if not findings and not _is_complete(record, steps):
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
        adaptations=tuple(cross.adaptations) if cross else (),
    )


def _is_complete(record: Record, steps: list[Step]) -> bool:
    partial = "play=partial" in record.tag("Certainty").split()
    return partial or steps[-1].state.phase is Phase.OVER


class _Replayer:
    """Applies the lines of a record, or of one of its variations, to a state.

    ``steps`` are the steps so far. ``waiting`` are consequences of the last decision: each waits
    for a line with its printed total. ``earlier`` are the steps before a variation; the rule behind
    a total may be among their rules. ``cross`` is the strategy for a record that was made under
    another rule set, or None. ``prefix`` precedes the step ids in a variation.
    """

    def __init__(
        self,
        record: Record,
        findings: list[Finding],
        state: DealState,
        cross: CrossRules | None = None,
        *,
        prefix: str = "",
        steps: Iterable[Step] = (),
        waiting: Iterable[Step] = (),
        earlier: tuple[Step, ...] = (),
    ) -> None:
        self.record = record
        self.findings = findings
        self.state = state
        self.cross = cross
        self.prefix = prefix
        self.steps = list(steps)
        self.waiting = list(waiting)
        self.earlier = earlier
        self.queue: list[Line] = []
        self._score_before = state.score

    @property
    def score(self) -> tuple[int, int]:
        """Totals after all steps, including those in ``waiting``."""
        done = self.waiting or self.steps
        return done[-1].score if done else self._score_before

    def take(self, lines: tuple[Line, ...]) -> tuple[Step, ...]:
        """Apply lines, up to the first that cannot be applied, and return all steps so far."""
        self.queue = list(lines)
        while self.queue:
            line = self._next_line()
            is_consequence = line.label in _CONSEQUENCES
            if not (self._check_total(line) if is_consequence else self._decide(line)):
                break
        return (*self.steps, *self.waiting)

    def _next_line(self) -> Line:
        return self.cross.next_line(self.queue, self.state) if self.cross else self.queue[0]

    # -- a line with the printed total of a consequence --------------------------------------------

    def _check_total(self, line: Line) -> bool:
        """Compare the printed total of a consequence. Return False if the replay ends here."""
        self.queue.remove(line)
        if not self._is_waiting(line):
            self._show_waiting()
            try:
                self._advance_to(line)
            except IllegalAction as error:
                self._find(line.span, str(error.args[0]), error.rule)
                return False
        if not self._is_waiting(line):
            if not self.cross:  # another rule set may not have this consequence
                message = f"there is no step {line.label} here"
                self._find(line.span, message, _CONSEQUENCES[line.label])
            return True
        while self.waiting:
            step = self.waiting.pop(0)
            if step.id == self.prefix + line.label:
                self.steps.append(self._checked(step, line))
                break
            self.steps.append(step)
        return True

    def _is_waiting(self, line: Line) -> bool:
        return any(step.id == self.prefix + line.label for step in self.waiting)

    def _show_waiting(self) -> None:
        """Add the waiting consequences as steps without a printed total."""
        self.steps += self.waiting
        self.waiting = []

    def _advance_to(self, line: Line) -> None:
        """Take the implied decisions of the exchange that lead to the consequence of a line.

        If these decisions do not lead to the consequence, the state and the adaptations stay as
        they are.
        """

        def implied(state: DealState, line: Line) -> Action | None:
            return self._implied(state, line) if is_exchange(state) else None

        noted = len(self.cross.adaptations) if self.cross else 0
        steps: list[Step] = []
        for one in implied_moves_before(line, self.state, implied):
            steps += one.steps(steps[-1].score if steps else self.score, self.prefix)
            if any(step.id == self.prefix + line.label for step in steps):
                self.state, self.waiting = one.state, steps
                return
        if self.cross:
            del self.cross.adaptations[noted:]

    # -- a line with a decision --------------------------------------------------------------------

    def _decide(self, line: Line) -> bool:
        """Apply the decision of a line. Return False if the replay ends here."""
        self._show_waiting()
        try:
            self._take_implied_moves(line)
        except IllegalAction as error:
            self._find(line.span, str(error.args[0]), error.rule)
            return False
        if self.cross:
            line = self.cross.next_line_noted(self.queue, self.state)
        self.queue.remove(line)
        if self.cross and self.cross.is_left_out(line, self.state):
            return True
        before = self.state
        try:
            action = self._action(line)
            self.state, events = apply(before, action)
        except IllegalAction as error:
            self._find(span_of_error(line, error), str(error.args[0]), error.rule)
            return False
        except UnknownCard as error:
            self._find(error.span, "an unknown card: the replay ends here")
            return False
        id = "ne" if line.label == "ne" else label_of(before)
        first, *waiting = consequences(id, action, self.state, events, self.score, self.prefix)
        branches = self._branches(line, before)
        self.steps.append(self._checked(first, line, branches))
        self.waiting = waiting
        return True

    def _action(self, line: Line) -> Action:
        if self.cross:
            return self.cross.action(self.state, line)
        return action_of(self.state, line)

    def _implied(self, state: DealState, line: Line) -> Action | None:
        if self.cross:
            return self.cross.implied_action(state, line)
        return implied_action(state, line)

    def _take_implied_moves(self, line: Line) -> None:
        """Take the decisions that the record implies before a line."""

        def implied(state: DealState, line: Line) -> Action | None:
            if self.cross and self.cross.has_own_line(self.queue, state):
                return None
            return self._implied(state, line)

        steps: list[Step] = []
        state = self.state
        for one in implied_moves_before(line, state, implied):
            steps += one.steps(steps[-1].score if steps else self.score, self.prefix)
            state = one.state
        self.state = state
        self.steps += steps

    def _branches(self, line: Line, before: DealState) -> tuple[Branch, ...]:
        """Return the variations of a line, replayed from the state before it."""
        found = []
        for number, variation in enumerate(line.variations, 1):
            id = f"{self.prefix}{line.label}-{number}"
            replayer = _Replayer(
                self.record,
                self.findings,
                before,
                CrossRules(self.record, variation.lines) if self.cross else None,
                prefix=f"{id}-",
                earlier=(*self.earlier, *self.steps),
            )
            steps = replayer.take(variation.lines)
            found.append(
                Branch(id=id, comment=variation.comment, steps=steps, grade=variation.grade)
            )
        return tuple(found)

    # -- printed totals and findings ---------------------------------------------------------------

    def _checked(self, step: Step, line: Line, branches: tuple[Branch, ...] = ()) -> Step:
        """Return a step with its line, its variations and the checks of the line's printed totals.

        A total that differs from the rules is added to the findings.
        """
        checks = []
        for total in line.totals:
            seat = _seat_of_total(total, step)
            rule = rule_behind((*self.earlier, *self.steps, step), seat)
            check = TotalCheck(seat=seat, printed=total.points, given=step.score[seat], rule=rule)
            checks.append(check)
            if not check.agrees:
                self._find(
                    total.span,
                    f"the source has {check.printed} for {self.record.player(seat)} at {step.id}, "
                    f"the rules give {check.given}",
                    rule,
                    step.id,
                )
        return replace(step, line=line, checks=tuple(checks), branches=branches)

    def _find(self, span: Span, message: str, rule: str = "", step: str = "") -> None:
        self.findings.append(Finding(span=span, message=message, rule=rule, step=step))


def _seat_of_total(total: PrintedTotal, step: Step) -> Seat:
    if total.seat is not None:
        return total.seat
    if step.action is not None:
        return step.action.seat
    return Seat.YOUNGER if step.id.endswith("y") else Seat.ELDER


# Consequences with step ids of their own, and the rule that says when each comes.
_CONSEQUENCES = {
    "be": "blank.show",
    "by": "blank.show",
    "dy": "blank.show",
    "last": "play.last-trick",
    "cards": "cards.when",
    "result": "cards.majority",
}


# -- the score of the game -------------------------------------------------------------------------


def with_game_score(step: Step, log: Sequence[Event], record: Record, rules: RuleSet) -> Step:
    """Return the last step of a deal with its points by rule and the score of the game.

    ``log`` contains all events of the deal. There is a game score only if the record has the totals
    before the deal.
    """
    return replace(
        step, points_by_rule=points_by_rule(log), game_score=_game_score(log, record, rules)
    )


def _game_score(log: Iterable[Event], record: Record, rules: RuleSet) -> GameScore | None:
    tag = record.tag("Before")
    if not tag:
        return None
    elder, younger = map(int, tag.split())
    deal = PlayedDeal(elder=0, events=tuple(log))
    made = tally(deal.events)
    after = (elder + made[Seat.ELDER], younger + made[Seat.YOUNGER])
    if not elder and not younger:
        return None
    # A partie is settled on all its deals.
    hundred = rules.has("hundred.target") and not record.tag("Left")
    won = settle_hundred(rules, [deal], before=(elder, younger)) if hundred else None
    return GameScore(
        before=(elder, younger),
        after=after,
        winner=Seat(won.winner) if won else None,
        rule=won.rule if won else "",
    )
