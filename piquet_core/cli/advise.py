"""`piquet advise`: the best move at a step, from what the player on turn can know."""

from __future__ import annotations

import argparse
import json
from typing import Any

from piquet_core.cli.judge_options import (
    add_budget_option,
    add_objective_option,
    budget_json,
    objective_json,
    objective_of,
)
from piquet_core.cli.records import names_of
from piquet_core.cli.shared_options import (
    GOOD,
    Commands,
    InputError,
    of_record,
    replayed,
    schema_shown,
)
from piquet_core.cli.step_option import AT, moment
from piquet_core.errors import PiquetError
from piquet_core.export.plain_json import as_json
from piquet_core.players.budgets import find_budget
from piquet_core.review.advise import Advice, NoAdvice, advise, budget_within

_SHOWN = 8  # enough options to read at once


def add_to(commands: Commands) -> None:
    """Add the subcommand `advise`."""
    parser = commands.add_parser(
        "advise",
        help="the best move at a step, from what its player can know",
        description="Estimate the promising discards, or the legal cards, as an average over possible "
        "deals of the unseen cards. The default step is elder's exchange.",
    )
    parser.add_argument("--at", metavar="STEP", default="xe", help=AT)
    add_objective_option(parser)
    add_budget_option(parser)
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=float,
        help="choose the largest budget that takes no longer on this machine; the answer names it",
    )
    of_record(parser, "all that were tried, as JSON")
    parser.set_defaults(run=advise_record)


def advise_record(args: argparse.Namespace) -> int:
    """Print the best move at a step of a record."""
    if schema_shown(args, "advise"):
        return GOOD
    replay, _ = replayed(args.path)
    try:
        objective = objective_of(args, replay)
        step, state = moment(replay, args.at)
        budget = find_budget(args.budget)
        if args.seconds is not None:
            budget = budget_within(state, args.seconds)
        found = advise(state, budget, objective=objective)
    except NoAdvice as error:
        raise InputError(f"{args.path}: {args.at}: {error}") from None
    except PiquetError as error:
        raise InputError(f"{args.path}: {error}") from None
    if args.json:
        told = advice_json(step, found) | objective_json(args, objective)
        print(json.dumps(told, indent=1))
    else:
        _print(step, found, names_of(replay)[found.seat], args.objective)
    return GOOD


def advice_json(step: str, found: Advice) -> dict[str, Any]:
    """Return advice as JSON, according to its schema. ``step`` is the id of the decision."""
    return {
        "step": step,
        "seat": as_json(found.seat),
        "budget": budget_json(found.budget),
        "options": [
            {
                "cards": [str(card) for card in option.cards],
                "value": round(option.value, 3),
                "error": round(option.error, 3),
                "behind": round(option.behind, 3),
                "doubt": round(option.doubt, 3),
                "tried": option.tried,
            }
            for option in found.options
        ],
    }


def _print(step: str, found: Advice, name: str, objective: str) -> None:
    what = f"points of {name} less the other's"
    if objective != "points":
        what = f"chance of {name} to win the {objective}, in per cent"
    print(f"{step}: {name}, as far as {name} can know; {what}, on average")
    print()
    width = max(len(str(one.cards)) for one in found.options[:_SHOWN])
    print(f"{'cards':<{width}}    value    less  over")
    for one in found.options[:_SHOWN]:
        behind = f"{one.behind:6.1f}" if one.behind else "  best"
        print(f"{one.cards!s:<{width}}  {one.value:+z7.1f}  {behind}  {one.tried:4}")
