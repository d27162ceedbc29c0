"""A record played by the engine: steps, and whatever the record gets wrong.

Printed totals are assertions. A total that differs is a finding, not a crash; so is an illegal
decision, but nothing after it can be replayed.
"""

from __future__ import annotations

from piquet_core.engine.apply import start
from piquet_core.engine.state import Phase
from piquet_core.errors import RuleSetError, Span
from piquet_core.notation import Record
from piquet_core.replay.cross_rules import AdaptedFold
from piquet_core.replay.game_score import with_game_score
from piquet_core.replay.recorded_deal import deal_of_record
from piquet_core.replay.replayer import Fold
from piquet_core.replay.steps import Finding, Replay, Step, consequences
from piquet_core.rules import RuleSet, load_ruleset


def replay_record(record: Record, rules: RuleSet | None = None, *, adapt: bool = False) -> Replay:
    """Replay a record under its own rule set, or under another; never raises for a bad record.

    ``adapt`` is for a record of another rule set: the exchange is taken in the order of these
    rules, younger answers truly by them, everything good is counted, and whatever they do not ask
    for is left out; ``adaptations`` notes each such change. An exchange or a card that these rules
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
    deal = deal_of_record(record, rules, findings)
    if deal is None:
        return Replay(record=record, rules=rules, steps=(), findings=tuple(findings))
    state, events = start(rules, deal)
    first, *waiting = consequences("deal", None, state, events, (0, 0))
    kind = AdaptedFold if adapt else Fold
    fold = kind(record, findings, state, steps=(first,), waiting=waiting)
    steps = list(fold.take(record.lines))
    if steps[-1].id == "result":
        log = [event for step in steps for event in step.events]
        steps[-1] = with_game_score(steps[-1], log, record, rules)
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
