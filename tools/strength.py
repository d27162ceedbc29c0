"""``make strength``: let the players meet on all cores, and write down how strong each is.

Each player meets `thumb`, and the one above it in the registry: every deal twice, with the seats
swapped.  The last meets an oracle that sees both hands.  Results go to build/strength as they come, so a run that was stopped goes on where it was;
a change of the engine begins anew.  The summary is data of the package, and is committed.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from piquet_core.engine.actions import Play  # noqa: E402 - from this tree
from piquet_core.engine.apply import apply, legal_actions, start  # noqa: E402 - as above
from piquet_core.engine.state import Phase, shuffled  # noqa: E402 - as above
from piquet_core.pack.seat import Seat  # noqa: E402 - as above
from piquet_core.players import PLAYERS, YARDSTICK, find_player, turn_of  # noqa: E402 - as above
from piquet_core.players.matches import (  # noqa: E402 - as above
    Pair,
    estimate,
    parties,
    per_deal,
    play_pair,
    play_partie,
)
from piquet_core.players.player import play_out  # noqa: E402 - as above
from piquet_core.rules import load_ruleset  # noqa: E402 - as above
from piquet_core.site.runtime.layout import digest, engine_files  # noqa: E402 - as above
from piquet_core.solver.solve import Solver  # noqa: E402 - as above

TABLE = ROOT / "docs" / "strength.csv"
SUMMARY = ROOT / "piquet_core" / "players" / "data" / "strength.toml"
KEPT = ROOT / "build" / "strength"
THINKING = ("pack", "rules", "engine", "seen", "simulate", "solver", "beliefs", "players")
HEAD = """\
# How strong the players are: points a deal and parties of six deals by which one beats another, with
# 95 % bounds.  Every deal was played twice with the seats swapped.  Made by `make strength`.
"""


def main() -> int:
    """Play what is missing of every match, and write the summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--deals", type=int, default=1000, help="deals of a match, each played twice"
    )
    parser.add_argument("--rules", default="hoyle1909", help="the rule set")
    parser.add_argument("--seed", default="strength", help="which deals")
    args = parser.parse_args()
    others = [id for id in PLAYERS if id != YARDSTICK]
    meetings = [(id, YARDSTICK) for id in others]
    meetings += [(above, below) for below, above in pairwise(others)]
    rows = [["Player", "Against", "Points a deal", "95 % bounds", "Deals, twice each"]]
    lines = [
        HEAD,
        f'rules = "{args.rules}"',
        f'seed = "{args.seed}"',
        f'commit = "{commit()}"',
        "",
    ]
    for first, second in meetings:
        name = f"{first}-{second}-{args.rules}-{args.seed}"
        work = partial(one_pair, args.rules, args.seed, (first, second))
        found = [Pair(*row) for row in kept(name, args.deals, work)]
        table = "over-thumb" if second == YARDSTICK else "over-next"
        lines += summary(f"{table}.{first}", second, found)
        rows.append(told(first, second, found))
        write(lines, rows)
    strongest = others[-1]
    name = f"partie-{strongest}-{YARDSTICK}-{args.rules}-{args.seed}"
    many = partial(one_partie, args.rules, args.seed, (strongest, YARDSTICK))
    shares = [share for (share,) in kept(name, args.deals // 6, many)]
    won = estimate(shares)
    print(f"  {won.mean:.1%} of parties ({won.low:.1%} to {won.high:.1%})")
    lines += [
        f"[partie.{strongest}]",
        f'player = "{YARDSTICK}"',
        f"parties = {2 * len(shares)}",
        f"won = {won.mean:.3f}",
        f"low = {won.low:.3f}",
        f"high = {won.high:.3f}",
        "",
    ]
    name = f"oracle-{strongest}-{args.rules}-{args.seed}"
    work = partial(behind_oracle, args.rules, args.seed, strongest)
    found = [Pair(*row) for row in kept(name, args.deals, work)]
    lines += summary("oracle", strongest, found)
    rows.append(told("oracle", strongest, found))
    write(lines, rows)
    return 0


@cache
def mind() -> str:
    """Return a digest of all that players think with; who has not changed that need not play again."""
    rooms = tuple(f"piquet_core/{room}/" for room in THINKING)
    files = [path for path in engine_files() if path.relative_to(ROOT).as_posix().startswith(rooms)]
    return digest((path.name, path.read_bytes()) for path in files if path != SUMMARY)


def told(first: str, second: str, pairs: list[Pair]) -> list[str]:
    """Return the row of a match for readers."""
    points = per_deal(pairs)
    bounds = f"{points.low:+.2f} to {points.high:+.2f}"
    row = [first, second, f"{points.mean:+.2f}", bounds, str(len(pairs))]
    return [one.replace("-", "\N{MINUS SIGN}") for one in row]


def write(lines: list[str], rows: list[list[str]]) -> None:
    """Write the summary, and the table for readers."""
    SUMMARY.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def kept(name: str, number: int, work: Callable[[int], list[Any]]) -> list[list[Any]]:
    """Return what some work finds for each number from 0; what was found before is read."""
    file = KEPT / f"{name}-{mind()[:12]}.jsonl"
    KEPT.mkdir(parents=True, exist_ok=True)
    found: dict[int, list[Any]] = {}
    if file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            at, *row = json.loads(line)
            found[at] = row
    missing = [at for at in range(number) if at not in found]
    with ProcessPoolExecutor() as pool, file.open("a", encoding="utf-8") as out:
        for at, row in zip(missing, pool.map(work, missing), strict=True):
            found[at] = row
            print(json.dumps([at, *row]), file=out, flush=True)
            print(f"\r{name}: {len(found)} of {number}", end="", flush=True)
    print()
    return [found[at] for at in range(number)]


def one_pair(rules: str, seed: str, ids: tuple[str, str], number: int) -> list[int]:
    """Play one deal of a match twice."""
    first, second = (find_player(id) for id in ids)
    pair = play_pair(load_ruleset(rules), seed, number, (first.make, second.make))
    return [pair.as_elder, pair.as_younger]


def one_partie(rules: str, seed: str, ids: tuple[str, str], number: int) -> list[float]:
    """Play one partie twice, each player for the partie."""
    first, second = (find_player(id) for id in ids)
    return [play_partie(load_ruleset(rules), seed, number, (first.make, second.make))]


def behind_oracle(rules: str, seed: str, id: str, number: int) -> list[int]:
    """Let an oracle, which sees both hands, play the cards of a deal twice against a player.

    The yardstick lays out and calls for both, so that the cards alone decide.
    """
    book, yardstick = load_ruleset(rules), find_player(YARDSTICK).make
    deal = shuffled(book, random.Random(f"{seed}/{number}"))
    state, _ = start(book, deal)
    said = (after for _, after, _ in play_out(state, yardstick(), yardstick()))
    state = next(after for after in said if after.phase is Phase.LEAD)
    found = []
    for seat in Seat:
        now, player, oracle = state, find_player(id).make(), Solver(state)
        while now.seat is not None:
            if now.seat is not seat:
                action = player.choose(turn_of(now))
            elif now.phase in (Phase.LEAD, Phase.FOLLOW):
                values = oracle.values(now)
                sign = -1 if seat else 1
                card = max(values, key=lambda one: sign * values[one].deal)
                action = Play(seat=seat, card=card)
            else:
                action = legal_actions(now)[0]
            now, _ = apply(now, action)
        found.append((now.score[0] - now.score[1]) * (-1 if seat else 1))
    return found


def summary(table: str, second: str, pairs: list[Pair]) -> list[str]:
    """Return the lines of a match in the summary: how far ahead of the second player the first is."""
    points, won = per_deal(pairs), parties(pairs)
    print(
        f"  {points.mean:+.2f} a deal ({points.low:+.2f} to {points.high:+.2f}), {won.mean:.1%} of parties"
    )
    return [
        f"[{table}]",
        f'player = "{second}"',
        f"deals = {len(pairs)}",
        f"points = {points.mean:.2f}",
        f"low = {points.low:.2f}",
        f"high = {points.high:.2f}",
        f"parties = {won.mean:.3f}",
        f"parties-low = {won.low:.3f}",
        f"parties-high = {won.high:.3f}",
        "",
    ]


def commit() -> str:
    """Return the commit that plays."""
    found = subprocess.run(
        ["git", "rev-parse", "--short=12", "HEAD"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return found.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
