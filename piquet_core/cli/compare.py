"""`piquet compare`: the differences between one deal's replays under two rule sets."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from piquet_core.cards.seat import Seat
from piquet_core.cli.shared_options import (
    DIFFERS,
    GOOD,
    WIDTH,
    Commands,
    RecordError,
    answer_lines,
    read,
    say,
)
from piquet_core.engine.events import tally
from piquet_core.export.plain_json import answer_json, as_json, event_json, finding_json, step_text
from piquet_core.notation import loads
from piquet_core.replay.comparison import (
    ComparedDeal,
    Comparison,
    Difference,
    NoCommonDeal,
    compare_rules,
)
from piquet_core.rules import load_ruleset


def add_to(commands: Commands) -> None:
    """Add the subcommand `compare`."""
    parser = commands.add_parser(
        "compare", help="one deal under two rule sets: the differences and their causes"
    )
    parser.add_argument("path", type=Path, metavar="FILE")
    parser.add_argument("first", metavar="A")
    parser.add_argument("second", metavar="B")
    parser.add_argument("--json", action="store_true", help="the difference as JSON")
    parser.set_defaults(run=compare)


def compare(args: argparse.Namespace) -> int:
    """Replay a record under two rule sets, and print the first difference and its causes."""
    name, text = str(args.path), read(args.path)
    record = loads(text, name)
    first, second = load_ruleset(args.first), load_ruleset(args.second)
    try:
        found = compare_rules(record, first, second)
    except NoCommonDeal as error:
        shown = error.finding.show(text, name)
        said = f"{name}: {error.rules.id} cannot deal these cards"
        raise RecordError(f"{shown}\n{said}") from None
    refused = found.sides[0].refusal
    if refused and found.difference is None:
        # If neither rule set plays the record to its end, the comparison says nothing about the rule sets. The
        # other commands report the faults of the record.
        say(refused.show(text, name))
        return DIFFERS
    if args.json:
        print(json.dumps(_json(found), indent=1, ensure_ascii=False))
    else:
        _print(found, text, name)
    return DIFFERS if found.difference else GOOD


# -- text ----------------------------------------------------------------------------------------


def _print(found: Comparison, text: str, name: str) -> None:
    names = _names(found)
    print(f"{found.record.tag('Title') or found.record.tag('Id')}")
    print(f"{names[0]} is elder, {names[1]} is younger")
    print()
    if found.words:
        print(f"Only worded differently: {_place(found.words)}")
        _print_difference(found, found.words, names)
    if found.difference:
        print(f"The first difference: {_place(found.difference)}")
        _print_difference(found, found.difference, names)
    else:
        print("No difference: the same happens, and the same is scored, under both.")
        print()
    for side in found.sides:
        if side.replay.adaptations:
            print(f"Adapted to {side.rules.id}:")
            for finding in side.replay.adaptations:
                print(textwrap.indent(finding.show(text, name), "  "))
            print()
    _print_totals(found, names)


def _place(one: Difference) -> str:
    trick = f", trick {one.trick}" if one.trick else ""
    cards = f", {one.cards}" if one.cards else ""
    return f"{one.step}{trick}{cards}" if one.step else "the end of the replay"


def _print_difference(found: Comparison, one: Difference, names: Sequence[str]) -> None:
    wide = _wide(found)
    for place, side in enumerate(found.sides):
        said = _said(one, place, side, names)
        lead = f"  {side.rules.id.ljust(wide)}  "
        print(textwrap.fill(lead + said, WIDTH, subsequent_indent=" " * len(lead)))
    print()
    if not one.causes:
        print("No answer, and no group of answers, could be found that makes it.")
    elif one.together:
        print("It takes all of these answers together:")
    elif len(one.causes) > 1:
        print("Each of these answers makes it alone:")
    for cause in one.causes:
        rule = cause.answers[0].rule
        print(f"{rule.id}: {rule.question}")
        for side, answer in zip(found.sides, cause.answers, strict=True):
            print(f"  {side.rules.id.ljust(wide)}  {answer.words}")
            for line in answer_lines(answer):
                print(textwrap.fill(line, WIDTH, initial_indent="    ", subsequent_indent="    "))
    print()


def _said(one: Difference, place: int, side: ComparedDeal, names: Sequence[str]) -> str:
    step = one.steps[place]
    if step is None:
        return _stopped(side) or "no such step"
    elder, younger = tally(step.events)
    gains = [f"{names[seat]} +{n}" for seat, n in zip(Seat, (elder, younger), strict=True) if n]
    scored = ", ".join(gains) or "nothing scored"
    return f"{step_text(step, names)} ({scored}; {step.score[0]}-{step.score[1]})"


def _stopped(side: ComparedDeal) -> str:
    if side.refusal is None:
        return "" if side.over else "the record stops before"
    tail = f" [{side.refusal.rule}]" if side.refusal.rule else ""
    return f"refused: {side.refusal.message}{tail}"


def _print_totals(found: Comparison, names: Sequence[str]) -> None:
    wide = max(_wide(found), len("total"))
    columns = [max(3, len(name)) for name in names]
    print(f"{'total'.ljust(wide)}  {names[0].rjust(columns[0])}  {names[1].rjust(columns[1])}")
    for side in found.sides:
        row = f"{side.rules.id.ljust(wide)}  " + "  ".join(
            str(n).rjust(column) for n, column in zip(side.total, columns, strict=True)
        )
        print(row if side.over else f"{row}  at {side.replay.steps[-1].id}: {_stopped(side)}")


def _wide(found: Comparison) -> int:
    return max(len(side.rules.id) for side in found.sides)


def _names(found: Comparison) -> tuple[str, str]:
    return found.record.player(Seat.ELDER), found.record.player(Seat.YOUNGER)


# -- JSON ----------------------------------------------------------------------------------------


def _json(found: Comparison) -> dict[str, Any]:
    names = _names(found)
    return {
        "id": found.record.tag("Id"),
        "title": found.record.tag("Title"),
        "players": {seat.name.lower(): names[seat] for seat in Seat},
        "same": found.difference is None,
        "difference": _difference_json(found, found.difference, names),
        "words": _difference_json(found, found.words, names),
        "sides": [
            {
                "rules": side.rules.id,
                "total": list(side.total),
                "over": side.over,
                "refused": finding_json(side.refusal) if side.refusal else None,
                "adapted": [finding_json(finding) for finding in side.replay.adaptations],
            }
            for side in found.sides
        ],
    }


def _difference_json(
    found: Comparison, one: Difference | None, names: Sequence[str]
) -> dict[str, Any] | None:
    if one is None:
        return None
    return {
        "step": one.step,
        "trick": one.trick,
        "cards": as_json(one.cards),
        "sides": [
            {
                "rules": side.rules.id,
                "event": event_json(event) if event else None,
                "text": step_text(step, names) if step else "",
                "scored": list(tally(step.events)) if step else [0, 0],
                "total": list(step.score) if step else None,
            }
            for side, step, event in zip(found.sides, one.steps, one.events, strict=True)
        ],
        "together": one.together,
        "causes": [
            {
                "rule": cause.rule,
                "title": cause.answers[0].rule.title,
                "question": cause.answers[0].rule.question,
                "answers": [answer_json(answer) for answer in cause.answers],
            }
            for cause in one.causes
        ],
    }
