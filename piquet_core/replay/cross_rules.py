"""A record taken under other rules than its own: what they decide in its place, and the notes of it."""

from __future__ import annotations

from piquet_core.engine.actions import Action, Count, Reply
from piquet_core.engine.apply import legal_actions
from piquet_core.engine.declaration import full_count, largest_claim, true_reply
from piquet_core.engine.state import DealState, Phase
from piquet_core.notation import Line
from piquet_core.replay.decisions import action_of, label_of
from piquet_core.replay.exchange_order import (
    adaptation_reason,
    adapted_exchange,
    implied_exchange,
    next_line,
)
from piquet_core.replay.replayer import Fold
from piquet_core.replay.steps import Finding, Step


class AdaptedFold(Fold):
    """Takes the exchange in the order of these rules, and answers and counts truly by them.

    Whatever they decide in the place of the record is in ``adaptations``.
    """

    def take(self, lines: tuple[Line, ...]) -> tuple[Step, ...]:
        """Return the steps of lines, as `Fold.take`."""
        self.labels = frozenset(line.label for line in lines)
        self.written = (*lines, *self.record.lines)
        return super().take(lines)

    def due(self) -> Line:
        """Return the line that these rules take next, wherever the record has it."""
        return next_line(self.queue, self.state)

    def in_turn(self, line: Line) -> Line:
        """Return the line that these rules take next; note it if the record has that line later."""
        line = self.due()
        passed = [one.label for one in self.queue[: self.queue.index(line)]]
        if earlier := [label for label in passed if label in ("xe", "xy")]:
            message = f"these rules have {line.label} before {earlier[0]}"
            self.adaptations.append(Finding(span=line.span, message=message, step=line.label))
        return line

    def is_out_of_place(self, line: Line) -> bool:
        """Tell whether these rules have no such step here, so that the record's can be left out."""
        if label_of(self.state) == line.label or line.label not in _OPTIONAL_LABELS:
            return False
        message = f"these rules have no step {line.label} here"
        self.adaptations.append(Finding(span=line.span, message=message, step=line.label))
        return True

    def lead_to(self, line: Line) -> bool:
        """Lead to a consequence, as `Fold.lead_to`; if nothing does, nothing is noted."""
        noted = len(self.adaptations)
        if super().lead_to(line):
            return True
        del self.adaptations[noted:]
        return False

    def miss(self, line: Line) -> None:
        """Leave out a consequence that does not come under these rules."""

    def default(self, state: DealState, line: Line) -> Action | None:
        """Return the decision of a phase that has no line, also an answer or a count."""
        if own := implied_exchange(state, self.written):
            reason = adaptation_reason(state, own)
            return self.note(line, state, own, reason) if reason else own
        match state.phase:
            case Phase.REPLY:
                return self.note(line, state, true_reply(state))
            case Phase.ELDER_COUNT | Phase.YOUNGER_COUNT:
                return self.note(line, state, full_count(state))
            case _:
                return super().default(state, line)

    def filling(self, state: DealState, line: Line) -> Action | None:
        """Return the decision to be filled in before a line, unless the record has one of its own."""
        own = next_line(self.queue, state).label == label_of(state)
        return None if own else self.default(state, line)

    def action(self, line: Line) -> Action:
        """Return the decision of a line, or the true answer or the count that these rules allow."""
        state = self.state
        action = action_of(state, line)
        if (own := adapted_exchange(state, action, self.written)) != action:
            return self.note(line, state, own, adaptation_reason(state, own))
        if isinstance(action, Reply):
            if state.phase is Phase.REPLY and self.is_taken_back(line):
                return action
            true = largest_claim(legal_actions(state))
            return action if action == true else self.note(line, state, true)
        if isinstance(action, Count) and action not in legal_actions(state):
            return self.note(line, state, full_count(state))
        return action

    def is_taken_back(self, line: Line) -> bool:
        """Tell whether a later line takes this answer back, and these rules allow that."""
        state = self.state
        allowed = state.rules.choice("reply.recall-until").value == "own-first-card"
        return allowed and f"{line.label[0]}{state.calls[-1].word + 1}y" in self.labels

    def note(self, line: Line, state: DealState, action: Action, why: str = "") -> Action:
        """Note that an action comes from these rules, not from the record."""
        label = label_of(state)
        own = state.rules.id == self.record.tag("Rules")
        whose = "the record" if own else "the record, made under others,"
        message = f"{label} is decided by these rules; {whose} decides otherwise"
        message = f"{label}: {why}" if why else message
        self.adaptations.append(Finding(span=line.span, message=message, step=label))
        return action


# The steps that some rule sets ask for and others do not.
_OPTIONAL_LABELS = (
    *("ae", "ay", "ve", "vy", "le", "ly", "de", "ne", "re", "ry", "my", "ce", "cy"),
    *(f"{kind}{word}{seat}" for kind in "psqm" for word in range(2, 10) for seat in "ey"),
)
