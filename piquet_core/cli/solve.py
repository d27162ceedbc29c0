"""`piquet solve`: the value of every legal card at a step, with both hands open."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Sequence
from typing import Any

from piquet_core.cards.cards import format_hand
from piquet_core.cards.seat import Seat
from piquet_core.cli.judge_options import add_objective_option, objective_json, objective_of
from piquet_core.cli.records import names_of
from piquet_core.cli.shared_options import (
    GOOD,
    WIDTH,
    Commands,
    InputError,
    of_record,
    replayed,
    schema_shown,
)
from piquet_core.cli.step_option import AT, moment
from piquet_core.engine.state import DealState
from piquet_core.errors import PiquetError
from piquet_core.export.plain_json import as_json
from piquet_core.replay.what_if import UnknownStep
from piquet_core.simulator.simulated_position import NotInPlay
from piquet_core.solver.solve import Solution, solve

FIRST_LEAD = "t1e"


def add_to(commands: Commands) -> None:
    """Add the subcommand `solve`."""
    parser = commands.add_parser(
        "solve",
        help="the value of every legal card with both hands open",
        description="Print the value of each legal card at a step: elder's points less younger's, with "
        "both hands open and best play by both. The default step is the first lead.",
    )
    parser.add_argument("--at", metavar="STEP", help=AT)
    add_objective_option(parser)
    of_record(parser, "values and the best line as JSON")
    parser.set_defaults(run=solve_record)


def solve_record(args: argparse.Namespace) -> int:
    """Print the value of every legal card at a step of a record."""
    if schema_shown(args, "solve"):
        return GOOD
    replay, _ = replayed(args.path)
    step = FIRST_LEAD if args.at is None else args.at
    try:
        objective = objective_of(args, replay)
        step, state = moment(replay, step)
        found = solve(state, objective)
    except UnknownStep as error:
        if args.at is None:
            raise InputError(f"{args.path}: the record stops before the first lead") from None
        raise InputError(f"{args.path}: {error}") from None
    except NotInPlay as error:
        since = "cards have values from the first lead to the last card"
        raise InputError(f"{args.path}: {step}: {error}; {since}") from None
    except PiquetError as error:
        raise InputError(f"{args.path}: {error}") from None
    if args.json:
        told = solution_json(step, found) | objective_json(args, objective)
        print(json.dumps(told, indent=1))
    else:
        _print(step, state, found, names_of(replay))
    return GOOD


def solution_json(step: str, found: Solution) -> dict[str, Any]:
    """Return a solution as JSON, according to its schema. ``step`` is the id of the decision."""
    return {
        "step": step,
        "seat": as_json(found.seat),
        "values": {
            str(card): {"rest": value.rest, "deal": value.deal}
            | ({} if value.worth is None else {"chance": round(value.worth, 4)})
            for card, value in found.values.items()
        },
        "line": [str(card) for card in found.line],
    }


def _print(step: str, state: DealState, found: Solution, names: Sequence[str]) -> None:
    elder, younger = names
    for seat in Seat:
        print(f"{names[seat]}: {format_hand(state.hands[seat])}")
    print()
    done = f"so far {state.score[0]}-{state.score[1]}"
    told = (
        f"{step}: {names[found.seat]} plays; {done}. {elder}'s points less {younger}'s, with both"
    )
    print(textwrap.fill(f"{told} hands open and best play by both:", WIDTH))
    print()
    asked = any(value.worth is not None for value in found.values.values())
    print("card  still to come  whole deal" + ("  chance of elder" if asked else ""))
    sign = 1 if found.seat is Seat.ELDER else -1
    order = sorted(
        found.values.items(), key=lambda one: (-sign * (one[1].worth or 0), -sign * one[1].deal)
    )
    for card, value in order:
        good = value.worth == order[0][1].worth if asked else value.deal == found.best
        chance = f"  {100 * (value.worth or 0):13.1f}%" if asked else ""
        print(f"{str(card).ljust(4)}  {value.rest:+13}  {value.deal:+10}{chance}{'  best' * good}")
    print()
    line = " ".join(map(str, found.line))
    print(textwrap.fill(f"A best line: {line}", WIDTH, subsequent_indent="  "))
