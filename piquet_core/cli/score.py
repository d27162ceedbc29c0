"""`piquet score`: every score of a deal with the rule that gives it."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from piquet_core.cards.cards import Card, Hand, format_hand, parse_card, parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.cli.shared_options import (
    DIFFERS,
    GOOD,
    WIDTH,
    Commands,
    InputError,
    answer_lines,
    read,
    unusable,
)
from piquet_core.engine.state import Phase
from piquet_core.errors import CardError
from piquet_core.export.plain_json import answer_json, as_json, finding_json
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Step
from piquet_core.rules import RuleSet, load_ruleset
from piquet_core.wording.score_report import ScoreEntry, score_entries, score_hands

Names = tuple[str, str]
SEATS: Names = ("Elder", "Younger")
"""Default names of the players."""


def add_to(commands: Commands) -> None:
    """Add the subcommand `score`."""
    parser = commands.add_parser(
        "score",
        help="every point of a deal, or of two final hands, with its clause",
        description="Score a record, or two hands after the exchange. Calls are truthful and counts "
        "complete.",
    )
    parser.add_argument("path", nargs="?", type=Path, metavar="FILE")
    parser.add_argument(
        "--rules", metavar="ID", help="a rule set; the default for a file is its own"
    )
    parser.add_argument("--elder", metavar="HAND", help="such as A.AK.AJT987.JT9, or cards")
    parser.add_argument("--younger", metavar="HAND")
    parser.add_argument("--play", metavar="CARDS", help='as they fall: "DA DQ D7 DK"')
    parser.add_argument("--json", action="store_true", help="points and clauses as JSON")
    parser.set_defaults(run=score)


def score(args: argparse.Namespace) -> int:
    """Print the scores of a record, or of two final hands."""
    hands = args.elder is not None or args.younger is not None or args.play is not None
    if args.path is not None:
        if hands:
            raise InputError("score takes a file or two hands, not both")
        return _score_file(args)
    if args.elder is None or args.younger is None or args.rules is None:
        raise InputError("score needs a file, or --elder, --younger and --rules")
    return _score_hands(args)


def _score_file(args: argparse.Namespace) -> int:
    name, text = str(args.path), read(args.path)
    record = loads(text, name)
    asked = load_ruleset(args.rules) if args.rules else None
    replay = replay_record(
        record, asked, adapt=asked is not None and asked.id != record.tag("Rules")
    )
    rules = replay.rules
    if not replay.steps or rules is None:
        raise unusable(replay, text, name)
    # A finding at a step concerns a printed total or id, which `check` reports.
    refused = [finding for finding in replay.findings if not finding.step]
    names = (record.player(Seat.ELDER), record.player(Seat.YOUNGER))
    if args.json:
        data = _report_json(rules, replay.steps, names)
        data["refused"] = [finding_json(one) for one in refused]
        data["adapted"] = [finding_json(one) for one in replay.adaptations]
        print(json.dumps(data, indent=1, ensure_ascii=False))
    else:
        _print_report(record.tag("Title") or record.tag("Id"), rules, replay.steps, names)
        for finding in (*replay.adaptations, *refused):
            print(finding.show(text, name))
    return DIFFERS if refused else GOOD


def _score_hands(args: argparse.Namespace) -> int:
    rules = load_ruleset(args.rules)
    elder, younger = _hand("--elder", args.elder), _hand("--younger", args.younger)
    steps = score_hands(rules, elder, younger, _cards("--play", args.play or ""))
    if args.json:
        print(json.dumps(_report_json(rules, steps, SEATS), indent=1, ensure_ascii=False))
    else:
        title = f"Elder {format_hand(elder)}, younger {format_hand(younger)}"
        _print_report(title, rules, steps, SEATS)
    return GOOD


def _hand(option: str, text: str) -> Hand:
    """Return a hand written with dots or as a list of cards.

    Raises an `InputError` that names the option for an invalid hand.
    """
    try:
        return parse_hand(text.strip())
    except CardError as error:
        raise InputError(f"{option}: {error}") from None


def _cards(option: str, text: str) -> list[Card]:
    try:
        return [parse_card(word) for word in text.replace(",", " ").split()]
    except CardError as error:
        raise InputError(f"{option}: {error}") from None


# -- the list of points --------------------------------------------------------------------------


def _print_report(title: str, rules: RuleSet, steps: Sequence[Step], names: Names) -> None:
    print(title)
    who = f"{names[0]} is elder, {names[1]} is younger; " if names != SEATS else ""
    print(f"{who}rules {rules.id}: {rules.title}")
    print()
    found = list(score_entries(steps))
    rows = [_row(point, names) for point in found]
    widths = [max((len(row[i]) for row in rows), default=0) for i in range(3)]
    for row in rows:
        step, score_, who, what = row
        lead = f"{step.ljust(widths[0])}  {score_.rjust(widths[1])}  {who.ljust(widths[2])}  "
        print(textwrap.fill(lead + what, WIDTH, subsequent_indent=" " * len(lead)))
    if not found:
        print("Nobody scores.")
    print()
    print(_ending(steps, names))
    print()
    for answer in {point.answer.id: point.answer for point in found}.values():
        said = f"{answer.id}: {answer.rule.question} {answer.words}"
        print(textwrap.fill(said, WIDTH, subsequent_indent="  ", break_on_hyphens=False))
        for line in answer_lines(answer):
            print(textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent="  "))


def _row(point: ScoreEntry, names: Names) -> tuple[str, str, str, str]:
    gain = f"{point.points} {point.text}" if point.points else point.text
    cards = f": {point.cards}" if point.cards else ""
    total = f"{point.total[0]}-{point.total[1]}"
    return point.step, total, names[point.seat], f"{gain}{cards} [{point.answer.id}]"


def _ending(steps: Sequence[Step], names: Names) -> str:
    last = steps[-1]
    said = f"{names[0]} {last.score[0]}, {names[1]} {last.score[1]}"
    tricks = len(last.state.taken)
    if last.state.phase is Phase.OVER:
        return f"{said}; tricks {last.state.tricks[0]}-{last.state.tricks[1]}"
    return f"{said} after {tricks} {'trick' if tricks == 1 else 'tricks'}, where the play stops"


def _report_json(rules: RuleSet, steps: Sequence[Step], names: Names) -> dict[str, Any]:
    found = list(score_entries(steps))
    last = steps[-1]
    return {
        "rules": rules.id,
        "players": {seat.name.lower(): names[seat] for seat in Seat},
        "points": [
            {
                "step": point.step,
                "seat": as_json(point.seat),
                "points": point.points,
                "for": point.text,
                "cards": as_json(point.cards),
                "rule": point.answer.id,
                "total": list(point.total),
            }
            for point in found
        ],
        "clauses": {point.answer.id: answer_json(point.answer) for point in found},
        "total": list(last.score),
        "tricks": list(last.state.tricks),
        "over": last.state.phase is Phase.OVER,
    }
