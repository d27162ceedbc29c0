"""`piquet review`: the cost of each discard and each card of a deal."""

from __future__ import annotations

import argparse
import json
from typing import Any

from piquet_core.cards.seat import Seat
from piquet_core.cli.judge_options import (
    add_budget_option,
    add_objective_option,
    budget_json,
    objective_json,
    objective_of,
)
from piquet_core.cli.records import names_of
from piquet_core.cli.shared_options import GOOD, Commands, of_record, replayed, schema_shown
from piquet_core.export.plain_json import as_json
from piquet_core.players.budgets import find_budget
from piquet_core.review.deal_review import Judgement, Review, SideReview, review


def add_to(commands: Commands) -> None:
    """Add the subcommand `review`."""
    parser = commands.add_parser(
        "review",
        help="the cost of each discard and each card of a deal",
        description="Review every discard and every card of a record: the average cost by what its "
        "player could know and, separately, the cost with both hands open.",
    )
    add_objective_option(parser)
    add_budget_option(parser)
    of_record(parser, "every decision, as JSON")
    parser.set_defaults(run=review_record)


def review_record(args: argparse.Namespace) -> int:
    """Print the cost of each discard and each card of a record."""
    if schema_shown(args, "review"):
        return GOOD
    replay, _ = replayed(args.path)
    objective = objective_of(args, replay)
    found = review(replay, find_budget(args.budget), objective)
    if args.json:
        print(json.dumps(review_json(found) | objective_json(args, objective), indent=1))
    else:
        unit = "points" if objective is None else f"per cent of the {args.objective}"
        _print(found, names_of(replay), unit)
    return GOOD


def review_json(found: Review) -> dict[str, Any]:
    """Return a review as JSON, according to its schema."""
    return {
        "budget": budget_json(found.budget),
        "decisions": [_judgement(one) for one in found.judgements],
        "sides": {as_json(seat): _side(found.sides[seat]) for seat in Seat},
    }


def _judgement(one: Judgement) -> dict[str, Any]:
    return {
        "step": one.step,
        "seat": as_json(one.seat),
        "chosen": [str(card) for card in one.chosen],
        "best": [str(card) for card in one.best],
        "cost": round(one.cost, 3),
        "error": round(one.error, 3),
        "open": one.open,
    }


def _side(one: SideReview) -> dict[str, Any]:
    return {
        "decisions": one.decisions,
        "best": one.best,
        "accuracy": round(one.accuracy, 4),
        "cost": round(one.cost, 3),
        "open": one.open,
    }


def _print(found: Review, names: list[str] | tuple[str, ...], unit: str) -> None:
    for seat in Seat:
        side = found.sides[seat]
        print(
            f"{names[seat]}: {side.best} of {side.decisions} decisions as good as the best\n"
            f"  cost {side.cost:.1f} {unit} as far as could be known, the play {side.open}"
            f"{'' if unit == 'points' else ' points'} with open cards"
        )
    costly = sorted(
        (one for one in found.judgements if not one.is_best or one.open), key=lambda one: -one.cost
    )
    if not costly:
        return
    print()
    wide = max(len("chosen"), *(len(str(one.chosen)) for one in costly))
    print(f"step  player      cost  open  {'chosen':<{wide}}  best")
    for one in costly:
        opened = "" if one.open is None else str(one.open)
        print(
            f"{one.step:<5} {names[one.seat][:10]:<10} {one.cost:5.1f} {opened:>5}  "
            f"{one.chosen!s:<{wide}}  {one.best}"
        )
