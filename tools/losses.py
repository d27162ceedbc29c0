"""Measure the points that the players' decisions lose, by kind of decision, and record them.

    .venv/bin/python tools/losses.py [PLAYER ...] [--deals 60]

Each player plays single deals against itself, and the review judges both hands. Results are appended to
build/losses, so an interrupted run can continue; a change of the engine starts again. The summary is committed
as data of the package. The page *How you play* compares readers with it.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from atomic_files import read_rows, write_whole

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from strength import THINKING, git  # noqa: E402 - as above

from piquet_core.cards.seat import Seat  # noqa: E402 - from this tree
from piquet_core.players import PLAYERS, find_player, turn_of  # noqa: E402 - as above
from piquet_core.players.budgets import FULL  # noqa: E402 - as above
from piquet_core.replay.replay import replay_record  # noqa: E402 - as above
from piquet_core.replay.what_if import move_of  # noqa: E402 - as above
from piquet_core.review.deal_review import review  # noqa: E402 - as above
from piquet_core.review.decision_losses import losses_by_kind  # noqa: E402 - as above
from piquet_core.review.loss_estimates import estimate_losses  # noqa: E402 - as above
from piquet_core.rules import load_ruleset  # noqa: E402 - as above
from piquet_core.sessions import move, record_of, start_game  # noqa: E402 - as above
from website.runtime.runtime_files import content_digest, engine_files  # noqa: E402 - as above

RULES, SEED = "hoyle1909", "losses"
SUMMARY = ROOT / "piquet_core" / "review" / "data" / "losses.toml"
KEPT = ROOT / "build" / "losses"
JUDGING = (*THINKING, "review")
HEAD = """\
# Points a deal that the decisions of the players lost, by what could be known, with 95% bounds: in all
# (`total`) and by kind of decision, a discard in a deal in its seat.  Each player played `deals` deals against
# itself, and the review, which thinks as `judge` says, judged both hands.  `commit` has the code.
# Made by tools/losses.py; a row stays as it was measured until it is measured anew.
"""


def main() -> int:
    """Play and review the deals that are not stored yet, and write the results to the summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs="*", metavar="PLAYER", help="all players if left out")
    parser.add_argument("--deals", type=int, default=60, help="deals of each player")
    parser.add_argument("--jobs", type=int, help="processes; one per core if left out")
    args = parser.parse_args()
    for id in args.players or PLAYERS:
        rows = kept(id, args.deals, args.jobs)
        found = estimate_losses([losses for row in rows for losses in row])
        assert found
        print(f"{id}: {found.total.mean:.2f} ({found.total.low:.2f} to {found.total.high:.2f})")
        bounds = {"total": found.total, **found.kinds}
        record(
            {
                "player": id,
                "rules": RULES,
                "seed": SEED,
                "judge": FULL.words,
                "commit": commit(),
                "deals": args.deals,
                **{
                    name: [round(value, 2) for value in (one.mean, one.low, one.high)]
                    for name, one in bounds.items()
                },
            }
        )
    return 0


def kept(id: str, number: int, jobs: int | None) -> list[list[dict[str, float]]]:
    """Return the losses of both hands in each deal. Stored results are reused, and new ones are stored."""
    folders = tuple(f"piquet_core/{name}/" for name in JUDGING)
    files = [
        path for path in engine_files() if path.relative_to(ROOT).as_posix().startswith(folders)
    ]
    digest = content_digest((path.name, path.read_bytes()) for path in files if path != SUMMARY)
    file = KEPT / f"{id}-{digest[:12]}.jsonl"
    KEPT.mkdir(parents=True, exist_ok=True)
    found = {at: row for at, *row in read_rows(file)}
    missing = [at for at in range(number) if at not in found]
    with ProcessPoolExecutor(jobs) as pool, file.open("a", encoding="utf-8") as out:
        for at, row in zip(missing, pool.map(partial(losses_of_deal, id), missing), strict=True):
            found[at] = row
            print(json.dumps([at, *row]), file=out, flush=True)
            print(f"{id}: {len(found)} of {number}", file=sys.stderr)
    return [found[at] for at in range(number)]


def losses_of_deal(id: str, number: int) -> list[dict[str, float]]:
    """Let a player play a deal against itself, and return the losses of elder and younger by kind."""
    player = find_player(id).make()
    session = start_game(
        load_ruleset(RULES),
        "deal",
        seed=f"{SEED}-{number}",
        seat=Seat.ELDER,
        opponent=id,
        name="Guest",
    )
    while not session.deal_is_over:
        state = session.table.state
        session = move(session, move_of(state, player.choose(turn_of(state))))
    replay = replay_record(record_of(session, 1))
    found = review(replay)
    return [losses_by_kind(replay, found, seat) for seat in Seat]


def record(row: dict[str, Any]) -> None:
    """Replace or add the row of a player in the summary, and write the summary."""
    rows: list[dict[str, Any]] = []
    if SUMMARY.exists():
        rows = tomllib.loads(SUMMARY.read_text("utf-8"))["losses"]
    table = {one["player"]: one for one in rows} | {row["player"]: row}
    lines = [HEAD]
    for id in PLAYERS:
        if id in table:
            fields = (f"{name} = {json.dumps(value)}" for name, value in table[id].items())
            lines += ["[[losses]]", *fields, ""]
    write_whole(SUMMARY, "\n".join(lines))


def commit() -> str:
    """Return the last commit that changed the code of players or of the review."""
    data = SUMMARY.parent.relative_to(ROOT).as_posix()
    paths = [*(f"piquet_core/{name}" for name in JUDGING), f":(exclude){data}"]
    last = git("log", "-1", "--format=%h", "--abbrev=12", "--", *paths)
    return f"{last}, changed since" if git("status", "--porcelain", "--", *paths) else last


if __name__ == "__main__":
    sys.exit(main())
