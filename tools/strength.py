"""``make strength``: let the players play matches on all cores, and record their strength.

    .venv/bin/python tools/strength.py [PLAYER ...]

Each player meets `thumb` and its predecessor in the registry: every deal twice, with the seats swapped. The
last player also meets an oracle that sees both hands, `thumb` over whole parties, and players of earlier
versions; its matches come first. Results are appended to build/strength, so an interrupted run can
continue; a change of the engine starts again. The summary is committed as data of the package; an
unfinished match leaves its row unchanged.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from atomic_files import write_whole
from kept_results import kept_results

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from piquet_core.cards.seat import Seat  # noqa: E402 - as above
from piquet_core.engine.actions import Play  # noqa: E402 - from this tree
from piquet_core.engine.apply import apply, legal_actions, start  # noqa: E402 - as above
from piquet_core.engine.state import Phase, shuffled_deal  # noqa: E402 - as above
from piquet_core.players import (  # noqa: E402 - as above
    ALL_PLAYERS,
    EARLIER_PLAYERS,
    PLAYERS,
    YARDSTICK,
    find_player,
    turn_of,
)
from piquet_core.players.matches import (  # noqa: E402 - as above
    DEALS_OF_A_PARTIE,
    DealPair,
    Estimate,
    estimate,
    play_pair,
    play_partie,
    points_per_deal,
    share_of_parties,
)
from piquet_core.players.player import play_out  # noqa: E402 - as above
from piquet_core.rules import load_ruleset  # noqa: E402 - as above
from piquet_core.solver.solve import Solver  # noqa: E402 - as above
from website.players_directive import ORACLE, margin_text  # noqa: E402 - as above
from website.runtime.runtime_files import content_digest, engine_files  # noqa: E402 - as above

SUMMARY = ROOT / "piquet_core" / "players" / "data" / "strength.toml"
type Row = dict[str, Any]
type Summary = dict[str, list[Row]]
KEPT = ROOT / "build" / "strength"
THINKING = ("cards", "rules", "engine", "replay", "simulator", "solver", "beliefs", "players")
DEALS, MANY = 1000, 4000
"""Number of deals of most matches, and of those that measure the progress of the strongest player."""
FEWEST = 4 * DEALS_OF_A_PARTIE
"""With so many deals even whole parties, one for every six deals, have bounds."""
HEAD = """\
# How strong the players are: points a deal and parties of six deals by which one beats another, with
# 95% bounds.  Every deal was played twice with the seats swapped.  `budgets` says how long each thought,
# "" for one that goes by rules alone and for the oracle, and `commit` has the players as they met.
# Made by `make strength`; a row stays as it was measured until it is measured anew.
"""


def main() -> int:
    """Play the deals that are not stored yet in each match, and write the results to the summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "players", nargs="*", metavar="PLAYER", help="whose matches; those of all if left out"
    )
    parser.add_argument(
        "--deals",
        type=int,
        help=f"deals of a match, each played twice: {DEALS}, or {MANY} if left out",
    )
    parser.add_argument("--rules", default="hoyle1909", help="the rule set")
    parser.add_argument("--seed", default="fresh", help="which deals")
    parser.add_argument("--jobs", type=int, help="processes at once; one on each core if left out")
    args = parser.parse_args()
    wanted = set(args.players or PLAYERS)
    if unknown := wanted - set(ALL_PLAYERS):
        parser.error(f"unknown player {min(unknown)}; choose one of {', '.join(ALL_PLAYERS)}")
    if args.deals and args.deals < FEWEST:
        parser.error(f"--deals must be at least {FEWEST}: fewer have no bounds")
    strongest = [*PLAYERS][-1]
    for first, second in by_need():
        if not wanted & {first, second}:
            continue
        play_match(args, first, second)
        if (first, second) == (ORACLE, strongest) and strongest != YARDSTICK:
            play_parties(args, strongest)
    return 0


def play_match(args: argparse.Namespace, first: str, second: str) -> None:
    """Play the deals of a match that are not stored yet, and write its row of the summary.

    ``first`` and ``second`` are the ids of the players.
    """
    name = f"{first}-{second}-{args.rules}-{args.seed}"
    work = partial(one_pair, args.rules, args.seed, (first, second))
    if first == ORACLE:
        name = f"{first}-{args.rules}-{args.seed}"
        work = partial(behind_oracle, args.rules, args.seed, second)
    deals = args.deals or (MANY if is_narrow(first, second) else DEALS)
    pairs = [DealPair(*row) for row in kept(name, deals, work, args.jobs)]
    put("match", met(args, first, second) | told(pairs, margin_text(first, second)))


def play_parties(args: argparse.Namespace, strongest: str) -> None:
    """Play whole parties of the strongest player against the yardstick, and write the row of the summary."""
    name = f"partie-{strongest}-{YARDSTICK}-{args.rules}-{args.seed}"
    whole = partial(one_partie, args.rules, args.seed, (strongest, YARDSTICK))
    parties = (args.deals or DEALS) // DEALS_OF_A_PARTIE
    won = estimate([share for (share,) in kept(name, parties, whole, args.jobs)])
    print(f"  {won.mean:.1%} of parties ({won.low:.1%} to {won.high:.1%})")
    row = {"parties": 2 * parties, **rounded(won, 3, ("won", "low", "high"))}
    put("whole-partie", met(args, strongest, YARDSTICK) | row)


def meetings() -> list[tuple[str, str]]:
    """Return the pairs of players that meet.

    Each player meets the yardstick and its predecessor in the registry. The strongest player also
    meets the oracle and earlier versions.
    """
    found = [(id, YARDSTICK) for id in PLAYERS if id != YARDSTICK]
    neighbours = [(above, below) for below, above in pairwise(PLAYERS)]
    found += [pair for pair in neighbours if YARDSTICK not in pair]
    strongest = [*PLAYERS][-1]
    return [*found, (ORACLE, strongest), *((strongest, id) for id in EARLIER_PLAYERS)]


def is_narrow(first: str, second: str) -> bool:
    """Return whether a match measures the progress of the strongest player, which takes many deals."""
    return first == [*PLAYERS][-1] and (second == YARDSTICK or second in EARLIER_PLAYERS)


def by_need() -> list[tuple[str, str]]:
    """Return the pairs of players that meet, those with the strongest player first, because they take longest."""
    strongest = [*PLAYERS][-1]
    return sorted(meetings(), key=lambda pair: strongest not in pair)


def met(args: argparse.Namespace, first: str, second: str) -> Row:
    """Return the fields of a summary row on the conditions of a match: players, budgets, rules,
    seed and commit.
    """
    rest = {"rules": args.rules, "seed": args.seed, "commit": commit()}
    budgets = [budget_words(first), budget_words(second)]
    return {"player": first, "against": second, "budgets": budgets, **rest}


def budget_words(id: str) -> str:
    """Return the search budget of a player as text, or "" for a player without a search.

    The text is stored rather than the name of the budget, because the meaning of a name may change.
    """
    budget = ALL_PLAYERS[id].budget if id in ALL_PLAYERS else None
    return budget.words if budget else ""


def put(kind: str, row: Row) -> None:
    """Replace or add a row in a table of the summary, and write the summary.

    ``kind`` is the name of the table. Rows of pairs that no longer meet are removed.
    """
    summary = read_summary()
    table = {(one["player"], one["against"]): one for one in summary.get(kind, [])}
    table[row["player"], row["against"]] = row
    known = meetings()
    summary[kind] = sorted(
        (one for pair, one in table.items() if pair in known),
        key=lambda one: known.index((one["player"], one["against"])),
    )
    write_summary(summary)


def put_all(kind: str, rows: Iterable[Row]) -> None:
    """Replace all rows of a table of the summary, and write the summary. ``kind`` is the name of the table."""
    write_summary(read_summary() | {kind: list(rows)})


def read_summary() -> Summary:
    """Return the rows of the summary by table."""
    return tomllib.loads(SUMMARY.read_text("utf-8"))


def write_summary(summary: Summary) -> None:
    """Write the rows of the summary by table."""
    lines = [HEAD]
    for name, rows in summary.items():
        for one in rows:
            lines += [
                f"[[{name}]]",
                *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in one.items()),
                "",
            ]
    write_whole(SUMMARY, "\n".join(lines))


@cache
def mind() -> str:
    """Return a digest of all code that affects the decisions of players.

    Stored results belong to a digest.
    """
    rooms = tuple(f"piquet_core/{room}/" for room in THINKING)
    files = [path for path in engine_files() if path.relative_to(ROOT).as_posix().startswith(rooms)]
    return content_digest((path.name, path.read_bytes()) for path in files if path != SUMMARY)


def kept(
    name: str, number: int, work: Callable[[int], list[Any]], jobs: int | None = None
) -> list[list[Any]]:
    """Return the results of ``work`` for the numbers below ``number``.

    Stored results are reused, and new ones are stored under ``name``. ``jobs`` is the number of
    processes; None means one per core.
    """
    return kept_results(KEPT / f"{name}-{mind()[:12]}.jsonl", number, work, jobs)


def one_pair(rules: str, seed: str, ids: tuple[str, str], number: int) -> list[int]:
    """Play a deal twice, with the seats swapped, and return the first player's leads as elder and as younger."""
    first, second = (find_player(id) for id in ids)
    pair = play_pair(load_ruleset(rules), seed, number, (first.make, second.make))
    return [pair.as_elder, pair.as_younger]


def one_partie(rules: str, seed: str, ids: tuple[str, str], number: int) -> list[float]:
    """Play a partie twice, with the seats swapped, and return the share that the first player wins, in a list."""
    first, second = (find_player(id) for id in ids)
    return [play_partie(load_ruleset(rules), seed, number, (first.make, second.make))]


def behind_oracle(rules: str, seed: str, id: str, number: int) -> list[int]:
    """Let the oracle, which sees both hands, play the cards of a deal against a player, once in each seat.

    Returns the oracle's leads. The yardstick exchanges and calls for both players, so that only the
    play of the cards matters.
    """
    book, yardstick = load_ruleset(rules), find_player(YARDSTICK).make
    deal = shuffled_deal(book, random.Random(f"{seed}/{number}"))
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


def told(pairs: list[DealPair], aimed: str) -> Row:
    """Print the result of a match, and return it as fields of a summary row.

    The result is the first player's average lead and share of parties. ``aimed`` is the margin to
    aim at, as text, or "".
    """
    points, won = points_per_deal(pairs), share_of_parties(pairs)
    bounds = f"({points.low:+.2f} to {points.high:+.2f})"
    aimed = aimed and f" (aim {aimed})"
    print(f"  {points.mean:+.2f} a deal {bounds}{aimed}, {won.mean:.1%} of six deals")
    return {
        "deals": len(pairs),
        **rounded(points, 2, ("points", "low", "high")),
        **rounded(won, 3, ("parties", "parties-low", "parties-high")),
    }


def rounded(found: Estimate, places: int, names: tuple[str, str, str]) -> Row:
    """Return the mean, the lower and the upper bound of an estimate, rounded, under the three ``names``."""
    values = (found.mean, found.low, found.high)
    return {name: round(value, places) for name, value in zip(names, values, strict=True)}


def commit() -> str:
    """Return the last commit that changed the code of players, with a note if there are uncommitted changes."""
    data = SUMMARY.parent.relative_to(ROOT).as_posix()
    rooms = [*(f"piquet_core/{room}" for room in THINKING), f":(exclude){data}"]
    last = git("log", "-1", "--format=%h", "--abbrev=12", "--", *rooms)
    return f"{last}, changed since" if git("status", "--porcelain", "--", *rooms) else last


def git(*words: str) -> str:
    """Return the output of a git command.

    Raises CalledProcessError if it fails.
    """
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
