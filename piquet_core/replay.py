"""A record played by the engine: steps, and whatever the record gets wrong.

Printed totals are assertions. One that differs is a finding, not a crash; an illegal decision is
a finding too, but nothing can be replayed behind it.
"""

from __future__ import annotations

import re
from dataclasses import replace

from piquet_core.actions import Action, Announce, Count, Look, Redeal, Reply, Stand
from piquet_core.cards import Card, Hand, pack
from piquet_core.decisions import UnknownCard, action_of, label_of, place_of, split_events
from piquet_core.declaration import full_count
from piquet_core.engine import apply, legal_actions, start
from piquet_core.errors import CardError, IllegalAction, RuleSetError, Span
from piquet_core.events import Event, tally
from piquet_core.notation import Line, Record, Total, format_deal_id, parse_deal_id
from piquet_core.rules import RuleSet, load_ruleset, parse_citation, sources
from piquet_core.seat import Seat
from piquet_core.standing import finished
from piquet_core.state import Deal, DealState, Phase
from piquet_core.steps import Branch, Check, Finding, Replay, Step, rule_behind


def run(record: Record, rules: RuleSet | None = None, *, adapt: bool = False) -> Replay:
    """Replay a record under its own rule set, or under another; never raises for a bad record.

    With ``adapt``, for a record of another rule set: younger answers truly by these rules, what is
    good is counted, and what these rules do not ask for is left out; each such change is noted in
    ``adaptations``. An exchange or a card that these rules refuse is a finding and ends the replay.
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
    deal = _deal(record, rules, findings)
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


# -- the deal ------------------------------------------------------------------------------------


def _deal(record: Record, rules: RuleSet, findings: list[Finding]) -> Deal | None:
    """Return the deal, or None after noting what keeps its cards from being one pack."""
    whole = pack(rules.number("pack.size").value)
    size = {"talon": rules.number("deal.talon").value}
    seen: dict[Card, tuple[str, Span]] = {}
    places: dict[str, list[Card]] = {"elder": [], "younger": [], "talon": []}
    before = len(findings)
    for place, marked in record.dealt():
        card = marked.card
        if card is None:
            findings.append(
                Finding(span=marked.span, message="an unknown card: the deal cannot be replayed")
            )
        elif card in seen:
            other, span = seen[card]
            findings.append(
                Finding(
                    span=marked.span,
                    message=f"{card} stands twice: already with {other} at {span.line}:{span.column}",
                    rule="pack.ranks",
                )
            )
        elif card not in whole:
            findings.append(
                Finding(span=marked.span, message=f"{card} is not in the pack", rule="pack.ranks")
            )
        else:
            seen[card] = (place, marked.span)
            places[place].append(card)
    missing = whole - Hand.of(seen)
    for place in places:
        expected = size.get(place, rules.number("deal.hand").value)
        given = [marked for name, marked in record.dealt() if name == place]
        if len(given) != expected:
            span = given[0].span if given else Span(line=1, column=1)
            findings.append(
                Finding(
                    span=span,
                    message=f"{place} has {len(given)} cards, not {expected}"
                    + (f"; nobody has {missing}" if missing else ""),
                    rule="deal.talon" if place == "talon" else "deal.hand",
                )
            )
    if len(findings) > before:
        if missing and not any("nobody has" in one.message for one in findings):
            findings[-1] = replace(
                findings[-1], message=f"{findings[-1].message}; nobody has {missing}"
            )
        return None
    deal = Deal(
        elder=Hand.of(places["elder"]),
        younger=Hand.of(places["younger"]),
        talon=tuple(places["talon"]),
    )
    _check_id(record, deal, findings)
    _check_source(record, findings)
    return deal


def _check_id(record: Record, deal: Deal, findings: list[Finding]) -> None:
    """Note a deal id that is another deal's; the cards as written stand."""
    tag = record.find_tag("DealId")
    if tag is None:
        return
    try:
        if parse_deal_id(tag.value) == deal:
            return
        message = f"the id {tag.value} is another deal’s; these cards have {format_deal_id(deal)}"
    except CardError as error:
        message = str(error)
    findings.append(Finding(span=tag.span, message=message, step="deal"))


def _check_source(record: Record, findings: list[Finding]) -> None:
    """Note a place that no source on our list has; a source that is not on it is written in words."""
    tag = record.find_tag("Source")
    if tag is None:
        return
    known = tag.value.partition(":")[0] in sources()
    if known or re.fullmatch(r"[a-z0-9-]+:[a-z0-9-]+(\.[0-9]+)?", tag.value):
        try:
            parse_citation(tag.value, "Source")
        except RuleSetError as error:
            said = f"{error}; a source that is not on the list is written in words"
            findings.append(Finding(span=tag.span, message=said, step="deal"))


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
        for line in lines:
            known = {step.id.removeprefix(self.prefix) for step in waiting}
            if line.label in _CONSEQUENCE_LABELS:
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
            state, filled = self.unsaid(state, line, score)
            steps += filled
            score = steps[-1].score if steps else score
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

    def unsaid(
        self, state: DealState, line: Line, score: tuple[int, int]
    ) -> tuple[DealState, list[Step]]:
        """Take the decisions that a record may leave out before a line.

        Nobody looked or asked for a new deal, every word stood, and a player who was dealt a carte
        blanche said so. When adapting to other rules, also the answers and counts that these rules
        ask for besides.
        """
        steps: list[Step] = []
        while label_of(state) != line.label and not (line.label == "ne" and state.led is None):
            action = self.default(state, line)
            if action is None:
                break
            label = label_of(state)
            state, events = apply(state, action)
            if events:
                steps += consequences(label, action, state, events, score, self.prefix)
                score = steps[-1].score
        return state, steps

    def default(self, state: DealState, line: Line) -> Action | None:
        """Return the decision that goes without saying in a phase, if one does."""
        seat = state.seat
        if seat is None:
            return None
        match state.phase:
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
                return self.note(line, state, legal_actions(state)[-1])
            case Phase.ELDER_COUNT | Phase.YOUNGER_COUNT if self.adapt:
                return self.note(line, state, full_count(state))
            case _:
                return None

    def note(self, line: Line, state: DealState, action: Action) -> Action:
        """Note that an action is these rules' own and not the record's."""
        label = label_of(state)
        message = f"{label} is decided by these rules; the record, made under others, has it not so"
        self.adaptations.append(Finding(span=line.span, message=message, step=label))
        return action

    def adapted(self, state: DealState, line: Line) -> Action:
        """Return the decision of a line; adapting, a true answer and a count that these rules allow."""
        action = action_of(state, line)
        if not self.adapt:
            return action
        if isinstance(action, Reply):
            if state.phase is Phase.REPLY and self.is_taken_back(state, line):
                return action
            # The true answer claims the most: it is the last of the possible ones.
            true = legal_actions(state)[-1]
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
                Branch(
                    id=id, comment=variation.comment, steps=tuple(steps), grade=variation.grade
                )
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
    "last": "play.last-trick",
    "cards": "cards.when",
    "result": "cards.majority",
}
# Steps that one rule set asks for and another does not.
_OPTIONAL_LABELS = (
    *("ae", "ay", "le", "ly", "de", "ne", "re", "ry", "my", "ce", "cy"),
    *(f"{kind}{word}{seat}" for kind in "psqm" for word in range(2, 10) for seat in "ey"),
)
