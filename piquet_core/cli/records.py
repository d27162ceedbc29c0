"""`piquet check` and `piquet replay`: the replay of records."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from piquet_core import __version__
from piquet_core.cards.cards import format_hand
from piquet_core.cards.seat import Seat
from piquet_core.cli.shared_options import (
    DIFFERS,
    FILE_HELP,
    GOOD,
    WIDTH,
    Commands,
    is_folder,
    read,
    read_folder,
    refuse,
    replayed,
    replayed_record,
)
from piquet_core.engine.events import Event
from piquet_core.engine.state import Phase
from piquet_core.errors import PiquetError
from piquet_core.export.plain_json import event_json, finding_json, step_json, step_text
from piquet_core.notation import Record, loads_all
from piquet_core.replay.recorded_deal import check_file_name
from piquet_core.replay.recorded_game import NoGame, RecordedGame, replay_game
from piquet_core.replay.steps import Branch, Replay, Step


def add_to(commands: Commands) -> None:
    """Add the subcommands `check` and `replay`."""
    checking = commands.add_parser("check", help="replay records and compare the totals they print")
    checking.add_argument(
        "paths",
        nargs="+",
        type=Path,
        metavar="FILE|DIR",
        help="a file with one record or several, a folder of records, or - for standard input",
    )
    checking.set_defaults(run=check)
    telling = commands.add_parser("replay", help="print a deal step by step")
    telling.add_argument("path", type=Path, metavar="FILE", help=FILE_HELP)
    telling.add_argument("--json", action="store_true", help="steps and events as JSON")
    telling.set_defaults(run=replay)


# -- check ---------------------------------------------------------------------------------------


def check(args: argparse.Namespace) -> int:
    """Replay records, and compare their printed totals with the computed ones."""
    return max(_check_path(path) for path in args.paths)


def _check_path(path: Path) -> int:
    """Check a file, or every record in a folder, and return the exit code.

    A faulty file does not prevent the check of the others.
    """
    try:
        if is_folder(path):
            return max(_check_path(one) for one in read_folder(path))
        text, name = read(path), str(path)
        records = loads_all(text, name)
    except PiquetError as error:
        return refuse(error)
    if len(records) == 1:
        return _check_record(records[0], text, path, name)
    codes = [_check_record(one, text, path, f"{name}#{one.tag('Id')}") for one in records]
    return max(*codes, _check_game(records, text, name))


def _check_record(record: Record, text: str, path: Path, name: str) -> int:
    """Check a record of a file, and return the exit code. ``name`` begins the summary."""
    try:
        replay = replayed_record(record, text, str(path))
    except PiquetError as error:
        return refuse(error)
    # A file name that differs from the id is reported, but does not change the exit code.
    alone = name == str(path)
    other_name = check_file_name(record, path) if alone else None
    for finding in (*([other_name] if other_name else []), *replay.findings):
        print(finding.show(text, str(path)))
    print(f"{name}: {_summary(replay)}")
    return DIFFERS if replay.findings else GOOD


def _check_game(records: Sequence[Record], text: str, name: str) -> int:
    """Check the game of which the records are the deals, if they are, and return the exit code."""
    try:
        game = replay_game(records)
    except NoGame:
        return GOOD
    for finding in game.findings:
        print(finding.show(text, name))
    print(f"{name}: {_game_summary(game)}")
    return DIFFERS if game.findings else GOOD


def _game_summary(game: RecordedGame) -> str:
    """Return a summary of a game, such as ``A 120, B 98 in 6 deals; A wins the partie, which counts 122``."""
    totals = ", ".join(
        f"{name} {total}" for name, total in zip(game.players, game.totals, strict=True)
    )
    said = f"{totals} in {len(game.deals)} deals"
    settled = game.settlement
    if settled is None:
        return said
    form = "partie" if game.is_partie else "hundred"
    winner = game.players[settled.winner]
    return f"{said}; {winner} wins the {form}, which counts {settled.points} [{settled.rule}]"


def _summary(replay: Replay) -> str:
    """Return a summary of a replay, such as ``43-23, 30 printed totals hold``."""
    last = replay.steps[-1]
    score = f"{last.score[0]}-{last.score[1]}"
    if last.state.phase is not Phase.OVER:
        score += f" at {last.id}, where the replay ends"
    total = len(replay.checks)
    wrong = sum(not check.agrees for check in replay.checks)
    if not total:
        printed = sum(len(line.totals) for line in replay.record.lines)
        if printed == 1:
            return f"{score}, its one printed total not reached"
        if printed:
            return f"{score}, none of its {printed} printed totals reached"
        return f"{score}, no printed totals"
    if wrong:
        return f"{score}, {wrong} of {total} printed {_plural(total)} differ{'s' if wrong == 1 else ''}"
    return f"{score}, {total} printed {_plural(total)} hold{'s' if total == 1 else ''}"


def _plural(count: int) -> str:
    return "total" if count == 1 else "totals"


# -- replay --------------------------------------------------------------------------------------


def replay(args: argparse.Namespace) -> int:
    """Print the replay of a record, step by step."""
    told, text = replayed(args.path)
    if args.json:
        print(json.dumps(_replay_json(told), indent=1))
    else:
        _print_replay(told)
        for finding in told.findings:
            print(finding.show(text, str(args.path)))
        print(_summary(told))
    return DIFFERS if told.findings else GOOD


def names_of(replay: Replay) -> tuple[str, str]:
    """Return the names of elder and younger in a replayed record."""
    return replay.record.player(Seat.ELDER), replay.record.player(Seat.YOUNGER)


def _print_replay(replay: Replay) -> None:
    names = names_of(replay)
    record = replay.record
    print(record.tag("Title") or record.tag("Id"))
    print(f"{names[0]} is elder, {names[1]} is younger; rules {record.tag('Rules')}")
    print()
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
        said = step_text(step, names)
        if rules := _rule_ids(step.events):
            said += f" [{' '.join(rules)}]"
        wrap = textwrap.wrap(said, max(40, WIDTH - len(lead)), break_on_hyphens=False)
        for i, row in enumerate(wrap or [""]):
            print((lead if i == 0 else " " * len(lead)) + row)
    print()


def _rule_ids(events: Iterable[Event]) -> list[str]:
    """Return the ids of the rules that events refer to, each once, in the order of the events."""
    return list(dict.fromkeys(rule for event in events if (rule := getattr(event, "rule", ""))))


def _replay_json(replay: Replay) -> dict[str, Any]:
    names = names_of(replay)
    return {
        "engine": __version__,
        "id": replay.record.tag("Id"),
        "title": replay.record.tag("Title"),
        "rules": replay.record.tag("Rules"),
        "players": {seat.name.lower(): names[seat] for seat in Seat},
        "steps": [step_json(step, names, _events) for step in replay.steps],
        "findings": [finding_json(finding) for finding in replay.findings],
    }


def _events(one: Step | Branch) -> dict[str, Any]:
    return {} if isinstance(one, Branch) else {"events": list(map(event_json, one.events))}
