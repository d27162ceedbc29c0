"""The command ``piquet``: check records, replay them, look up rules.

Exit codes: 0 all is well; 1 a record differs from the rules; 2 the input cannot be used.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import fields
from enum import Enum
from pathlib import Path
from typing import Any

from piquet_core import __version__
from piquet_core.actions import Response
from piquet_core.cards import Card, Hand, Suit, format_hand
from piquet_core.combinations import PointHolding, SequenceHolding, SetHolding
from piquet_core.errors import NotationError, PiquetError
from piquet_core.events import Event
from piquet_core.narration import narrate, plain
from piquet_core.notation import loads
from piquet_core.replay import Finding, Replay, Step, run
from piquet_core.rules import Answer, Rule, catalogue, find_rule, load_ruleset, ruleset_ids
from piquet_core.seat import Seat
from piquet_core.state import Phase
from piquet_core.view import observe

GOOD, DIFFERS, UNUSABLE = 0, 1, 2
BROKEN_PIPE, INTERRUPTED = 141, 130  # what a shell reports for a program that a signal ended
WIDTH = 96


class _InputError(PiquetError):
    """A file or folder that cannot be read."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code; nothing but a bug in it raises."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                errors="replace"
            )  # a terminal without suit signs is no reason to die
    try:
        args = _parser().parse_args(argv)
        code: int = args.run(args)
        sys.stdout.flush()
    except SystemExit as done:  # argparse, after --help or a wrong argument
        return done.code if isinstance(done.code, int) else UNUSABLE
    except PiquetError as error:
        return _refuse(error)
    except BrokenPipeError:
        # The reader, such as head, has seen enough; Python must not try to flush again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="piquet", description="Replay and check deals of Piquet.")
    parser.add_argument("--version", action="version", version=f"piquet {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    check = commands.add_parser("check", help="replay records and compare the totals they print")
    check.add_argument("paths", nargs="+", type=Path, metavar="FILE|DIR")
    check.set_defaults(run=_check)
    replay = commands.add_parser("replay", help="tell a deal step by step")
    replay.add_argument("path", type=Path, metavar="FILE")
    replay.add_argument("--json", action="store_true", help="steps and events as JSON")
    replay.set_defaults(run=_replay)
    rules = commands.add_parser("rules", help="list the rules, or show one with its answers")
    rules.add_argument("id", nargs="?", metavar="ID")
    rules.add_argument("--json", action="store_true", help="questions and answers as JSON")
    rules.set_defaults(run=_rules)
    return parser


# -- check ---------------------------------------------------------------------------------------


def _check(args: argparse.Namespace) -> int:
    return max(_check_path(path) for path in args.paths)


def _check_path(path: Path) -> int:
    """Check a file, or every record in a folder; one bad file hides no other."""
    try:
        if path.is_dir():
            found = sorted(path.rglob("*.piquet"))
            if not found:
                raise _InputError(f"{path}: no *.piquet file in this folder")
            return max(_check_path(one) for one in found)
        text = _read(path)
        replay = run(loads(text, str(path)))
    except PiquetError as error:
        return _refuse(error)
    for finding in replay.findings:
        print(finding.show(text, str(path)))
    print(f"{path}: {_summary(replay)}")
    return DIFFERS if replay.findings else GOOD


def _refuse(error: PiquetError) -> int:
    """Say on stderr what cannot be used; a fault of notation begins with its place as it is."""
    print(error if isinstance(error, NotationError) else f"piquet: {error}", file=sys.stderr)
    return UNUSABLE


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise _InputError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise _InputError(f"{path}: not UTF-8 text (byte {error.start})") from None


def _summary(replay: Replay) -> str:
    """Return a line such as ``43-23, 30 printed totals hold``."""
    if not replay.steps:
        return "cannot be replayed"
    last = replay.steps[-1]
    score = f"{last.score[0]}-{last.score[1]}"
    if last.state.phase is not Phase.OVER:
        score += f" at {last.id}, where the replay ends"
    total = len(replay.checks)
    wrong = sum(not check.agrees for check in replay.checks)
    if not total:
        return f"{score}, no printed totals"
    if wrong:
        return f"{score}, {wrong} of {total} printed {_plural(total)} differ{'s' * (wrong == 1)}"
    return f"{score}, {total} printed {_plural(total)} hold{'s' * (total == 1)}"


def _plural(count: int) -> str:
    return "total" if count == 1 else "totals"


# -- replay --------------------------------------------------------------------------------------


def _replay(args: argparse.Namespace) -> int:
    text = _read(args.path)
    replay = run(loads(text, str(args.path)))
    if args.json:
        print(json.dumps(_replay_json(replay), indent=1))
    else:
        _print_replay(replay)
        for finding in replay.findings:
            print(finding.show(text, str(args.path)))
        print(_summary(replay))
    return DIFFERS if replay.findings else GOOD


def _names(replay: Replay) -> tuple[str, str]:
    return replay.record.player(Seat.ELDER), replay.record.player(Seat.YOUNGER)


def _print_replay(replay: Replay) -> None:
    names = _names(replay)
    record = replay.record
    print(record.tag("Title") or record.tag("Id"))
    print(f"{names[0]} is elder, {names[1]} is younger; rules {record.tag('Rules')}")
    print()
    if replay.steps:
        deal = replay.steps[0].state.deal
        hands = [*(format_hand(deal.hand(seat)) for seat in Seat), " ".join(map(str, deal.talon))]
        for name, cards in zip([*names, "talon"], hands, strict=True):
            print(f"{name}: {cards}")
        print()
    steps = list(replay.walk())
    wide = max([len("step"), *(len(step.id) for step in steps)])
    columns = [max(3, len(name)) for name in names]
    head = " ".join(name.rjust(column) for name, column in zip(names, columns, strict=True))
    print(f"{'step'.ljust(wide)}  {head}  what happened [rules]")
    for step in steps:
        score = " ".join(
            str(points).rjust(column) for points, column in zip(step.score, columns, strict=True)
        )
        lead = f"{step.id.ljust(wide)}  {score}  "
        said = _story(step, names)
        if rules := _rule_ids(step.events):
            said += f" [{' '.join(rules)}]"
        wrap = textwrap.wrap(said, max(40, WIDTH - len(lead)), break_on_hyphens=False)
        for i, row in enumerate(wrap or [""]):
            print((lead if i == 0 else " " * len(lead)) + row)
    print()


def _story(step: Step, names: Sequence[str]) -> str:
    return plain(narrate(observe(step, None), names))


def _rule_ids(events: Iterable[Event]) -> list[str]:
    """Return the rules of events, each once, in the order of the log."""
    return list(dict.fromkeys(rule for event in events if (rule := getattr(event, "rule", ""))))


def _replay_json(replay: Replay) -> dict[str, Any]:
    names = _names(replay)
    return {
        "engine": __version__,
        "id": replay.record.tag("Id"),
        "title": replay.record.tag("Title"),
        "rules": replay.record.tag("Rules"),
        "players": {seat.name.lower(): names[seat] for seat in Seat},
        "steps": [_step_json(step, names) for step in replay.steps],
        "findings": [_finding_json(finding) for finding in replay.findings],
    }


def _step_json(step: Step, names: Sequence[str]) -> dict[str, Any]:
    return {
        "id": step.id,
        "text": _story(step, names),
        "score": list(step.score),
        "events": [_event_json(event) for event in step.events],
        "checks": [
            {"seat": _json(check.seat), "printed": check.printed, "given": check.given}
            for check in step.checks
        ],
        "comment": step.comment,
        "branches": [
            {
                "id": branch.id,
                "comment": branch.comment,
                "steps": [_step_json(one, names) for one in branch.steps],
            }
            for branch in step.branches
        ],
    }


def _event_json(event: Event) -> dict[str, Any]:
    values = {field.name: _json(getattr(event, field.name)) for field in fields(event)}
    return {"event": type(event).__name__, **values}


def _json(value: object) -> Any:
    """Return a value of an event as JSON knows it: cards, suits and holdings in their letters."""
    match value:
        case Card() | PointHolding() | SequenceHolding() | SetHolding():
            return str(value)
        case Suit():
            return value.letter
        case Seat():
            return value.name.lower()
        case Response():
            return value.value
        case Enum():
            return value.name
        case Hand() | tuple():
            return [_json(one) for one in value]
        case _:
            return value


def _finding_json(finding: Finding) -> dict[str, Any]:
    return {
        "line": finding.span.line,
        "column": finding.span.column,
        "length": finding.span.length,
        "message": finding.message,
        "rule": finding.rule,
        "step": finding.step,
    }


# -- rules ---------------------------------------------------------------------------------------


def _rules(args: argparse.Namespace) -> int:
    chosen = [find_rule(args.id)] if args.id else list(catalogue().values())
    if args.json:
        found = [_rule_json(rule) for rule in chosen]
        print(json.dumps(found[0] if args.id else found, indent=1))
    elif args.id:
        _print_rule(chosen[0])
    else:
        wide = max(len(rule.id) for rule in chosen)
        for rule in chosen:
            print(f"{rule.id.ljust(wide)}  {rule.title}")
    return GOOD


def _answers(rule: Rule) -> dict[str, Answer[Any]]:
    """Return the answers to a rule by rule set."""
    return {name: load_ruleset(name).answers[rule.id] for name in ruleset_ids()}


def _print_rule(rule: Rule) -> None:
    print(f"{rule.id}: {rule.title}")
    print(rule.question)
    for name, answer in _answers(rule).items():
        print()
        print(f"{name}: {answer.words}")
        for citation in answer.citations:
            print(f"  {citation.source.short}, {citation.place}")
        if answer.note:
            label = "" if answer.citations else f"{answer.status}: "
            print(textwrap.fill(label + answer.note, WIDTH, **_INDENT))


_INDENT: dict[str, Any] = {"initial_indent": "  ", "subsequent_indent": "  "}


def _rule_json(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "title": rule.title,
        "question": rule.question,
        "kind": rule.kind,
        "unit": rule.unit,
        "options": dict(rule.options),
        "answers": {
            name: {
                "value": _value_json(answer.value),
                "words": answer.words,
                "status": answer.status,
                "citations": [str(citation) for citation in answer.citations],
                "note": answer.note,
            }
            for name, answer in _answers(rule).items()
        },
    }


def _value_json(value: object) -> Any:
    """Return an answer as its data file writes it: ranks in letters."""
    if isinstance(value, dict):
        return {rank.letter: points for rank, points in value.items()}
    if isinstance(value, tuple):
        letters = [getattr(one, "letter", None) for one in value]
        return "".join(map(str, letters)) if letters and all(letters) else list(value)
    return value


if __name__ == "__main__":
    sys.exit(main())
