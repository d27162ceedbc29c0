"""Generate the problems on sinking: ``tools/sinking_problems.py [FIRST-END …]``.

Deals are drawn by seed and played by rules of thumb up to elder's calls. A call is looked at if it is hardly ever
good or equal against the hands that younger may hold. With hands drawn from these, Reckoner plays both sides to
the end after the call and after nothing, seeing one hand alone, so that the cards that a call gives away count.
Rounds with more and more hands leave out the positions without a margin. The last round, with fresh hands, is the
proof: one decision must be better by the margin after two standard errors are taken off.

No player of the table ever sinks. So the natural mistake is the call, and only positions in which silence gains are
kept as problems. The results are kept in build/closed-problems, one line for each deal, so that an interrupted run
continues. The same seed gives the same file.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from atomic_files import read_rows, write_whole

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from piquet_core.beliefs.possible_hands import possible_hands  # noqa: E402 - from this tree
from piquet_core.cards.cards import Hand  # noqa: E402 - as above
from piquet_core.engine.actions import Declare, Reply, Response  # noqa: E402 - as above
from piquet_core.engine.apply import apply  # noqa: E402 - as above
from piquet_core.engine.state import DealState, Phase, shuffled_deal  # noqa: E402 - as above
from piquet_core.exercises.position import Position, format_position  # noqa: E402 - as above
from piquet_core.exercises.sinking_problems import (  # noqa: E402 - as above
    SinkingProblem,
    write_sinking_problems,
)
from piquet_core.exercises.sinking_proof import (  # noqa: E402 - as above
    CALLER,
    LOTS,
    SINKING_MARGIN,
    call_to_make,
    prove_sinking,
)
from piquet_core.players import find_player, turn_of  # noqa: E402 - as above
from piquet_core.review.outlook import imagined_state  # noqa: E402 - as above
from piquet_core.rules import load_ruleset  # noqa: E402 - as above

DATA = ROOT / "piquet_core" / "exercises" / "data" / "sinking_problems.tsv"
KEPT = ROOT / "build" / "closed-problems"
SEED, RULES = LOTS, "hoyle1909"
RANGES = ((0, 50), (51, 98), (100, 104), (200, 235))
"""Numbers of the deals that were searched to the end: each range ends before its second number."""
ANSWERS = "thumb"
"""The player whose answer shows whether a call is good."""
SURELY, SEEN = 0.05, 100
"""A call is looked at if it is good or equal with at most this share of so many hands."""
SCOUTED = 8
"""Number of hands by which positions are left out in which the call changes little."""
ROUNDS = {24: 0.5, 72: 0.75}
"""Numbers of hands with which a position is played on before the proof, in each round with other hands.

The gain of each round must be at least this part of its error.
"""
Row = dict[str, Any]


def candidates(ranges: Sequence[tuple[int, int]]) -> list[Row]:
    """Return the row of each deal. Rows that are not kept yet are made and added to the file of the seed."""
    path = KEPT / f"{SEED}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = {row["deal"]: row for row in read_rows(path)}
    numbers = [number for first, end in ranges for number in range(first, end)]
    for number in numbers:
        if number not in rows:
            rows[number] = of_deal(number)
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(rows[number]) + "\n")
    return [rows[number] for number in numbers]


def of_deal(number: int) -> Row:
    """Return the calls of a random deal in which one decision is better, and the reasons why others are rejected."""
    began = time.process_time()
    found, rejected = list[Row](), Counter[str]()
    for position in calls_to_sink(number):
        one = _proved(position, rejected)
        if one:
            found.append({"deal": number, "position": format_position(position), **one})
    return {
        "deal": number,
        "found": found,
        "rejected": dict(sorted(rejected.items())),
        "seconds": round(time.process_time() - began, 2),
    }


def _proved(position: Position, rejected: Counter[str]) -> Row | None:
    """Return the figures of a proof, or None with the reason counted in ``rejected``."""
    scouted = prove_sinking(position, SCOUTED)
    if not any(scouted.gains):
        rejected["the call changes nothing"] += 1
        return None
    if abs(scouted.mean) < SINKING_MARGIN - scouted.error:
        rejected[f"{SCOUTED} hands see no margin"] += 1
        return None
    for hands, errors in ROUNDS.items():
        tried = prove_sinking(position, hands)
        if tried.mean < max(errors * tried.error, SINKING_MARGIN - tried.error):
            rejected[f"{hands} hands see no gain"] += 1
            return None
    proof = prove_sinking(position)
    if proof.mean < 0 or not proof.is_sure:
        rejected["the proof sees no margin"] += 1
        return None
    call = call_to_make(position.state)
    assert call is not None
    return {
        "gain": round(proof.mean, 2),
        "error": round(proof.error, 2),
        "hands": len(proof.hands),
        "loses": proof.loses,
        "counts": sum(is_good(position.state, call, hand) for hand in proof.hands),
        "against": "+".join(map(str, proof.costliest)),
    }


def calls_to_sink(number: int) -> list[Position]:
    """Return the positions of a random deal in which elder has something to call that is hardly ever good."""
    rules = load_ruleset(RULES)
    deal = shuffled_deal(rules, random.Random(f"{SEED}/{number}"))
    position, player = Position(rules=rules, deal=deal, start="deal"), find_player(CALLER).make()
    found = []
    while position.state.phase not in (Phase.LEAD, Phase.OVER):
        call = call_to_make(position.state)
        if call:
            believed = possible_hands(rules, turn_of(position.state).knowledge)
            hands = believed.draw(SEEN, random.Random(f"{SEED}/{number}/{call.kind}"))
            often = sum(
                weight for hand, weight in hands if is_good(position.state, call, Hand(hand))
            )
            if often <= SURELY:
                found.append(position)
        position = position.after(player.choose(turn_of(position.state)))
    return found


def is_good(state: DealState, call: Declare, hand: Hand) -> bool:
    """Return whether younger with a given hand would answer that a call is good or equal."""
    after, _ = apply(imagined_state(state, hand), call)
    if after.phase is not Phase.REPLY:
        return True
    action = find_player(ANSWERS).make().choose(turn_of(after))
    return isinstance(action, Reply) and action.response is not Response.NOT_GOOD


def main() -> int:
    """Find the candidates that are not kept yet, and write the problems."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ranges", nargs="*", type=_range, default=RANGES, metavar="FIRST-END")
    args = parser.parse_args()
    rows = candidates(args.ranges)
    problems = chosen(rows)
    deals = " ".join(f"{first}-{end}" for first, end in args.ranges)
    head = f"# Made by tools/sinking_problems.py {deals}; not to be written by hand."
    write_whole(DATA, write_sinking_problems(problems, head))
    print(summary(rows, problems))
    return 0


def _range(text: str) -> tuple[int, int]:
    """Return a range of deals.

    >>> _range("200-235")
    (200, 235)
    """
    first, _, end = text.partition("-")
    return int(first), int(end)


def chosen(rows: Sequence[Row]) -> list[SinkingProblem]:
    """Return the problems in the order of their deals."""
    names = ("position", "gain", "error", "hands", "loses", "counts", "against")
    return [
        SinkingProblem(rules=RULES, **{name: one[name] for name in names})
        for row in rows
        for one in row["found"]
    ]


def summary(rows: Sequence[Row], problems: Sequence[SinkingProblem]) -> str:
    """Return the time and the rejections."""
    rejected = Counter[str]()
    for row in rows:
        rejected.update(row["rejected"])
    calls, seconds = rejected.total() + len(problems), sum(row["seconds"] for row in rows)
    return "\n".join(
        (
            f"{len(problems)} problems from {calls} calls in {len(rows)} deals, in {seconds:.0f} s of processor time",
            *(f"  rejected: {why}: {count}" for why, count in sorted(rejected.items())),
        )
    )


if __name__ == "__main__":
    sys.exit(main())
