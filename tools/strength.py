"""``make strength``: let the players meet on all cores, and write down how strong each is.

Each player meets `thumb`, and the one above it in the registry: every deal twice, with the seats
swapped.  Results go to build/strength as they come, so a run that was stopped goes on where it was;
a change of the engine begins anew.  The summary is data of the package, and is committed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from piquet_core.players import PLAYERS, YARDSTICK, find_player  # noqa: E402 - from this tree
from piquet_core.players.matches import (  # noqa: E402 - as above
    Pair,
    parties,
    per_deal,
    play_pair,
)
from piquet_core.rules import load_ruleset  # noqa: E402 - as above
from piquet_core.site.runtime_layout import engine_digest  # noqa: E402 - as above

SUMMARY = ROOT / "piquet_core" / "players" / "data" / "strength.toml"
KEPT = ROOT / "build" / "strength"
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
    KEPT.mkdir(parents=True, exist_ok=True)
    others = [id for id in PLAYERS if id != YARDSTICK]
    meetings = [(id, YARDSTICK) for id in others]
    meetings += [(above, below) for below, above in pairwise(others)]
    lines = [
        HEAD,
        f'rules = "{args.rules}"',
        f'seed = "{args.seed}"',
        f'commit = "{_commit()}"',
        "",
    ]
    for first, second in meetings:
        pairs = played(args.rules, args.seed, args.deals, (first, second))
        lines += summary(first, second, pairs)
        SUMMARY.write_text("\n".join(lines), encoding="utf-8")
    return 0


def played(rules: str, seed: str, deals: int, ids: tuple[str, str]) -> list[Pair]:
    """Return all pairs of a match; those that were played before are read."""
    # Who has changed nothing that players think with need not play again.
    file = KEPT / f"{ids[0]}-{ids[1]}-{rules}-{seed}-{engine_digest()[:12]}.jsonl"
    found: dict[int, Pair] = {}
    if file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            number, as_elder, as_younger = json.loads(line)
            found[number] = Pair(as_elder, as_younger)
    missing = [number for number in range(deals) if number not in found]
    with ProcessPoolExecutor() as pool, file.open("a", encoding="utf-8") as kept:
        results = pool.map(partial(one_pair, rules, seed, ids), missing, chunksize=1)
        for number, pair in zip(missing, results, strict=True):
            found[number] = pair
            print(json.dumps([number, pair.as_elder, pair.as_younger]), file=kept, flush=True)
            print(f"\r{ids[0]} against {ids[1]}: {len(found)} of {deals}", end="", flush=True)
    print()
    return [found[number] for number in range(deals)]


def one_pair(rules: str, seed: str, ids: tuple[str, str], number: int) -> Pair:
    """Play one deal of a match twice."""
    first, second = (find_player(id) for id in ids)
    return play_pair(load_ruleset(rules), seed, number, (first.make, second.make))


def summary(first: str, second: str, pairs: list[Pair]) -> list[str]:
    """Return the lines of a match in the summary."""
    points, won = per_deal(pairs), parties(pairs)
    print(
        f"  {points.mean:+.2f} a deal ({points.low:+.2f} to {points.high:+.2f}), {won.mean:.1%} of parties"
    )
    table = "over-thumb" if second == YARDSTICK else "over-next"
    return [
        f"[{table}.{first}]",
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


def _commit() -> str:
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
