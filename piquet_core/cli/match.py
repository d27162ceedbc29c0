"""`piquet match`: a match of two players, in which each deal is played twice with the seats swapped."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import Any

from piquet_core.cli.judge_options import budget_json
from piquet_core.cli.shared_options import GOOD, Commands, InputError
from piquet_core.export import schema
from piquet_core.players import ALL_PLAYERS, find_player
from piquet_core.players.matches import Estimate, MatchResult, play_match
from piquet_core.rules import load_ruleset

MOST = 100_000
"""Maximum number of deals of a match."""


def add_to(commands: Commands) -> None:
    """Add the subcommand `match`."""
    parser = commands.add_parser(
        "match",
        help="let two players play the same deals twice, with the seats swapped",
        description="Print the first player's lead in points a deal, and the share of parties of six "
        "deals that it wins, with 95% bounds. Every deal is played twice, with the "
        f"seats swapped. The players are {', '.join(ALL_PLAYERS)}.",
    )
    parser.add_argument("players", metavar="PLAYER", nargs="*", help="the two players")
    parser.add_argument(
        "--deals", metavar="N", type=int, default=60, help="deals, each played twice"
    )
    parser.add_argument("--rules", metavar="ID", help="a rule set")
    parser.add_argument("--seed", metavar="WORD", default="1", help="the seed of the deals")
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    parser.add_argument("--schema", action="store_true", help="the JSON Schema of that JSON")
    parser.set_defaults(run=match)


def match(args: argparse.Namespace) -> int:
    """Play a match and print its result."""
    if args.schema:
        print(schema("match"), end="")
        return GOOD
    if len(args.players) != 2:
        raise InputError(
            f"match needs two players, not {len(args.players)}; see piquet match --help"
        )
    if not 2 <= args.deals <= MOST:
        raise InputError(f"--deals: {args.deals} is not between 2 and {MOST}")
    if args.rules is None:
        raise InputError("match needs a rule set: --rules ID")
    rules = load_ruleset(args.rules)
    first, second = (find_player(id) for id in args.players)
    found = play_match(rules, (args.players[0], args.players[1]), deals=args.deals, seed=args.seed)
    if args.json:
        print(json.dumps(match_json(found), indent=1))
        return GOOD
    points, won = found.points, found.parties
    print(
        f"{first.name} against {second.name}: {args.deals} deals by {args.rules}, "
        "each twice with the seats swapped"
    )
    print(f"points a deal     {points.mean:+7.2f}  ({points.low:+.2f} to {points.high:+.2f})")
    if won:
        low, high = max(0.0, won.low), min(1.0, won.high)
        print(f"parties of six    {won.mean:7.1%}  ({low:.1%} to {high:.1%})")
    return GOOD


def match_json(found: MatchResult) -> dict[str, Any]:
    """Return the result of a match as JSON, according to its schema."""
    return {
        "players": list(found.players),
        "budgets": [one and budget_json(one) for one in found.budgets],
        "rules": found.rules.id,
        "seed": found.seed,
        "deals": len(found.pairs),
        "points": _rounded(found.points),
        "parties": _rounded(found.parties) if found.parties else None,
    }


def _rounded(found: Estimate) -> dict[str, float]:
    return {name: round(value, 4) for name, value in asdict(found).items()}
