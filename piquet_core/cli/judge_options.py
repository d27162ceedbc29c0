"""Command-line options of the subcommands that evaluate moves: the objective and the time budget."""

from __future__ import annotations

import argparse
import re
from typing import Any

from piquet_core.cli.shared_options import InputError
from piquet_core.players.budgets import BUDGETS, FULL, Budget
from piquet_core.replay.steps import Replay
from piquet_core.solver.chances import (
    GameChances,
    NoChances,
    hundred_chance,
    partie_chance,
)

OBJECTIVES = ("points", "partie", "hundred")


def add_objective_option(parser: argparse.ArgumentParser) -> None:
    """Add the options for the objective: --objective, --before and --left."""
    parser.add_argument(
        "--objective",
        choices=OBJECTIVES,
        default="points",
        help="the objective: the points of the deal, or the chance to win the game",
    )
    parser.add_argument(
        "--before",
        metavar="E-Y",
        help="elder's total and younger's before the deal, such as 30-45; the default is the "
        "tag Before of the record",
    )
    parser.add_argument(
        "--left", metavar="N", type=int, help="the number of deals of the partie after this one"
    )


def add_budget_option(parser: argparse.ArgumentParser) -> None:
    """Add the option --budget for the time budget."""
    parser.add_argument(
        "--budget",
        choices=[one.name for one in BUDGETS.values() if one.searched],
        default=FULL.name,
        help="the time budget, a number of samples by its name; the default is %(default)s",
    )


def budget_json(found: Budget) -> dict[str, Any]:
    """Return a time budget as JSON, according to the schemas."""
    return {
        **({"name": found.name} if found.name else {}),
        "hands": found.hands,
        "guessed": [list(one) for one in found.guessed],
        "searched": [list(one) for one in found.searched],
    }


def objective_of(args: argparse.Namespace, replay: Replay) -> GameChances | None:
    """Return the objective given on the command line; None for the points of the deal.

    Raises `InputError` for invalid options, or if the deal cannot be played for that objective.
    """
    form, rules = args.objective, replay.rules
    if args.left is not None and form != "partie":
        raise InputError(f"--left is for --objective partie, not {form}")
    if form == "points" or rules is None:
        if args.before is not None:
            raise InputError("--before needs --objective partie or --objective hundred")
        return None
    before = _before(args.before or replay.record.tag("Before").replace(" ", "-"), form)
    if form == "partie" and args.left is None:
        raise InputError("--objective partie needs the number of deals after this one: --left 2")
    try:
        if form == "partie":
            return partie_chance(rules, before, args.left)
        return hundred_chance(rules, before)
    except NoChances as error:
        raise InputError(f"--objective {form}: {error}") from None


def _before(told: str, form: str) -> tuple[int, int]:
    if not told:
        raise InputError(
            f"--objective {form} needs the score before the deal: --before 30-45, elder's total first"
        )
    found = re.fullmatch(r"([0-9]{1,3})-([0-9]{1,3})", told)
    if not found:
        raise InputError(
            f"--before: expected two totals, elder's first, such as 30-45, not {told[:20]!r}"
        )
    return int(found[1]), int(found[2])


def objective_json(args: argparse.Namespace, found: GameChances | None) -> dict[str, Any]:
    """Return the objective as JSON, according to the schemas, or {} for the points of the deal."""
    if found is None:
        return {}
    told = {"for": args.objective, "before": list(found.before)}
    return {"objective": told | ({"left": args.left} if args.objective == "partie" else {})}
