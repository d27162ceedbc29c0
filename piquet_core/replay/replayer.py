"""The lines of a record taken one after the other: what each decides, and the totals it states."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action
from piquet_core.engine.apply import apply
from piquet_core.engine.state import DealState
from piquet_core.errors import IllegalAction, Span
from piquet_core.notation import Line, PrintedTotal, Record
from piquet_core.replay.decisions import UnknownCard, action_of, label_of, span_of_error
from piquet_core.replay.exchange_order import is_exchange
from piquet_core.replay.implied_moves import implied_action, implied_moves_before
from piquet_core.replay.steps import Branch, Finding, Step, TotalCheck, consequences, rule_behind


class Fold:
    """Applies the lines of a record, or of one of its variations, from a state on.

    ``steps`` are those made so far; ``waiting`` are consequences that wait for the line that states
    their printed total, if there is one; ``earlier`` are the steps that a variation follows, to say
    where a total is from.
    """

    def __init__(
        self,
        record: Record,
        findings: list[Finding],
        state: DealState,
        *,
        prefix: str = "",
        steps: Iterable[Step] = (),
        waiting: Iterable[Step] = (),
        earlier: tuple[Step, ...] = (),
    ) -> None:
        self.record = record
        self.findings = findings
        self.state = state
        self.prefix = prefix
        self.steps = list(steps)
        self.waiting = list(waiting)
        self.earlier = earlier
        self.adaptations: list[Finding] = []
        self.queue: list[Line] = []
        self._score_before = state.score

    @property
    def score(self) -> tuple[int, int]:
        """The totals after all that has been shown or waits to be."""
        done = self.waiting or self.steps
        return done[-1].score if done else self._score_before

    def take(self, lines: tuple[Line, ...]) -> tuple[Step, ...]:
        """Return all steps up to the last of these lines, or to the first that cannot be taken."""
        self.queue = list(lines)
        while self.queue:
            line = self.due()
            stated = line.label in _CONSEQUENCES
            if not (self.check_total(line) if stated else self.decide(line)):
                break
        return (*self.steps, *self.waiting)

    # -- a line that states the total of a consequence ---------------------------------------------

    def check_total(self, line: Line) -> bool:
        """Take a line that states what a consequence comes to; tell whether more can be taken."""
        self.queue.remove(line)
        if not self.is_waiting(line):
            self.show_waiting()
            try:
                self.lead_to(line)
            except IllegalAction as error:
                self.find(line.span, str(error.args[0]), error.rule)
                return False
        if not self.is_waiting(line):
            self.miss(line)
            return True
        while self.waiting:
            step = self.waiting.pop(0)
            if step.id == self.prefix + line.label:
                self.steps.append(self.checked(step, line))
                break
            self.steps.append(step)
        return True

    def is_waiting(self, line: Line) -> bool:
        """Tell whether the consequence that a line is about has come and waits for it."""
        return any(step.id == self.prefix + line.label for step in self.waiting)

    def show_waiting(self) -> None:
        """Let the consequences that wait be steps without a printed total."""
        self.steps += self.waiting
        self.waiting = []

    def lead_to(self, line: Line) -> bool:
        """Take the decisions that go without saying, up to the consequence that a line is about.

        Nothing is taken if none of them leads to it.
        """

        def default(state: DealState, line: Line) -> Action | None:
            return self.default(state, line) if is_exchange(state) else None

        steps: list[Step] = []
        for one in implied_moves_before(line, self.state, default):
            steps += one.steps(steps[-1].score if steps else self.score, self.prefix)
            if any(step.id == self.prefix + line.label for step in steps):
                self.state, self.waiting = one.state, steps
                return True
        return False

    def miss(self, line: Line) -> None:
        """Note that the consequence which a line is about does not come here."""
        self.find(line.span, f"there is no step {line.label} here", _CONSEQUENCES[line.label])

    # -- a line that states a decision -------------------------------------------------------------

    def decide(self, line: Line) -> bool:
        """Take a line that states a decision; tell whether more can be taken."""
        self.show_waiting()
        try:
            self.fill(line)
        except IllegalAction as error:
            self.find(line.span, str(error.args[0]), error.rule)
            return False
        line = self.in_turn(line)
        self.queue.remove(line)
        if self.is_out_of_place(line):
            return True
        before = self.state
        try:
            action = self.action(line)
            self.state, events = apply(before, action)
        except IllegalAction as error:
            self.find(span_of_error(line, error), str(error.args[0]), error.rule)
            return False
        except UnknownCard as error:
            self.find(error.span, "an unknown card: the replay ends here")
            return False
        id = "ne" if line.label == "ne" else label_of(before)
        first, *waiting = consequences(id, action, self.state, events, self.score, self.prefix)
        branches = self.branches(line, before)
        self.steps.append(self.checked(first, line, branches))
        self.waiting = waiting
        return True

    def fill(self, line: Line) -> None:
        """Take the decisions that the record leaves unsaid before a line."""
        steps: list[Step] = []
        state = self.state
        for one in implied_moves_before(line, state, self.filling):
            steps += one.steps(steps[-1].score if steps else self.score, self.prefix)
            state = one.state
        self.state = state
        self.steps += steps

    def branches(self, line: Line, before: DealState) -> tuple[Branch, ...]:
        """Return the variations of a line, replayed from the state in which it was taken."""
        found = []
        for number, variation in enumerate(line.variations, 1):
            id = f"{self.prefix}{line.label}-{number}"
            earlier = (*self.earlier, *self.steps)
            fold = type(self)(self.record, self.findings, before, prefix=f"{id}-", earlier=earlier)
            steps = fold.take(variation.lines)
            found.append(
                Branch(id=id, comment=variation.comment, steps=steps, grade=variation.grade)
            )
        return tuple(found)

    # -- what is otherwise where a record is taken under other rules than its own ------------------

    def due(self) -> Line:
        """Return the line to be taken next."""
        return self.queue[0]

    def in_turn(self, line: Line) -> Line:
        """Return the line to be taken after the decisions that are filled in before ``line``."""
        return line

    def is_out_of_place(self, line: Line) -> bool:  # noqa: ARG002 (other rules look at it)
        """Tell whether there is no such step here and the line is to be left out."""
        return False

    def default(self, state: DealState, line: Line) -> Action | None:
        """Return the decision that goes without saying before a line, if one does."""
        return implied_action(state, line)

    def filling(self, state: DealState, line: Line) -> Action | None:
        """Return the decision to be filled in before a line, if one is."""
        return self.default(state, line)

    def action(self, line: Line) -> Action:
        """Return the decision of a line."""
        return action_of(self.state, line)

    # -- printed totals and findings ---------------------------------------------------------------

    def checked(self, step: Step, line: Line, branches: tuple[Branch, ...] = ()) -> Step:
        """Return the step that comes next with the line's printed totals compared."""
        checks = []
        for total in line.totals:
            seat = self.whose(total, step)
            rule = rule_behind((*self.earlier, *self.steps, step), seat)
            check = TotalCheck(seat=seat, printed=total.points, given=step.score[seat], rule=rule)
            checks.append(check)
            if not check.agrees:
                self.find(
                    total.span,
                    f"the source has {check.printed} for {self.record.player(seat)} at {step.id}, "
                    f"the rules give {check.given}",
                    rule,
                    step.id,
                )
        return replace(step, line=line, checks=tuple(checks), branches=branches)

    def whose(self, total: PrintedTotal, step: Step) -> Seat:
        if total.seat is not None:
            return total.seat
        if step.action is not None:
            return step.action.seat
        return Seat.YOUNGER if step.id.endswith("y") else Seat.ELDER

    def find(self, span: Span, message: str, rule: str = "", step: str = "") -> None:
        self.findings.append(Finding(span=span, message=message, rule=rule, step=step))


# The consequences that have their own ids, and the rule that says when each comes.
_CONSEQUENCES = {
    "be": "blank.show",
    "by": "blank.show",
    "dy": "blank.show",
    "last": "play.last-trick",
    "cards": "cards.when",
    "result": "cards.majority",
}
