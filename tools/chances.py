"""Make the tables of chances: the probability of winning a game from each score, by self-play.

    .venv/bin/python tools/chances.py [--player PLAYER] [--deals N] [--seed WORD] [--jobs N] [ID ...]

A player of the registry plays deals against itself. The points of each deal are stored in the order in which
they count, and each deal is equally likely to come next. From the last deal of a partie back to the first, and
from the highest totals of a hundred down to zero, every chance is a mean over all deals. Finally, chances in the
wrong order because of noise are levelled, so that more points are never worse. The files go to
piquet_core/solver/chances_data/.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from atomic_files import write_whole
from kept_results import kept_results

from piquet_core import __version__
from piquet_core.cards.seat import Seat
from piquet_core.engine.apply import start
from piquet_core.engine.events import Event
from piquet_core.engine.game import scores_in_order
from piquet_core.engine.state import Deal as DealtCards
from piquet_core.engine.state import shuffled_deal
from piquet_core.players import JUDGE, find_player, play_out
from piquet_core.rules import RuleSet, load_ruleset, ruleset_ids
from piquet_core.solver.chances import MOST, chances_file

PACKAGE = Path(__file__).parents[1] / "piquet_core"
KEPT = PACKAGE.parent / "build" / "chances"
Deal = list[tuple[bool, int, bool]]
"""The points of a deal in the order of reckoning: whether elder's, how many, and whether from the calls."""


def play(rules: RuleSet, player: str, deals: int, seed: str, jobs: int | None = None) -> list[Deal]:
    """Return the points of each deal in a number of deals that a player plays against itself.

    Finished deals are kept in build/chances, so that an interrupted run can continue.
    """
    rng = random.Random(f"{seed} {rules.id}")
    work = partial(play_deal, rules, player, [shuffled_deal(rules, rng) for _ in range(deals)])
    file = KEPT / f"{rules.id}-{rules.digest}-{player}-{seed}-{engine_digest()}.jsonl"
    return [
        [(elders, points, called) for elders, points, called in deal]
        for deal in kept_results(file, deals, work, jobs)
    ]


def play_deal(rules: RuleSet, player: str, deals: Sequence[DealtCards], number: int) -> Deal:
    """Return the points of one of the ``deals``, which a player plays against itself."""
    profile = find_player(player)
    state, log = start(rules, deals[number])
    for _, _, events in play_out(state, profile.make(), profile.make()):
        log += events
    return reckoned(rules, log)


def engine_digest() -> str:
    """Return a digest of the engine's code and search tables, so that results of others are not reused."""
    files = sorted((*PACKAGE.rglob("*.py"), *PACKAGE.glob("players/data/tables/*.json")))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]


def reckoned(rules: RuleSet, log: Iterable[Event]) -> Deal:
    """Return the points of a deal from its event log, in the order in which they count."""
    return [
        (one.seat is Seat.ELDER, one.points, one.reckon not in ("play", "cards"))
        for one in scores_in_order(rules, log)
    ]


def partie(deals: Sequence[Deal], length: int) -> list[list[float]]:
    """Return the chances of the next elder to win a partie, by deals left to play and by elder's lead.

    A row has the chances for leads from -MOST to MOST. The first row is for no deal left, the next
    for one. ``length`` is the number of deals in a partie.
    """
    margins = Counter(sum(n if elders else -n for elders, n, _ in deal) for deal in deals)
    chances = [[0.0] * MOST + [0.5] + [1.0] * MOST]
    for _ in range(1, length):
        after = chances[-1]
        row = []
        for ahead in range(-MOST, MOST + 1):
            # Elder and younger change in the next deal.
            total = sum(
                count * (1 - after[MOST - max(-MOST, min(MOST, ahead + margin))])
                for margin, count in margins.items()
            )
            row.append(total / len(deals))
        chances.append(row)
    return chances


def hundred(deals: Iterable[Deal], goal: int, *, calls_only: bool) -> list[list[float]]:
    """Return the chances of the next elder to win a hundred up, by elder's and younger's totals.

    ``goal`` is the target. With ``calls_only`` nobody wins during the play: the higher total after
    the deal decides.
    """
    paths = [_reached(deal, goal, calls_only=calls_only) for deal in deals]
    chances = [[0.5] * goal for _ in range(goal)]
    for both in reversed(range(2 * goal - 1)):
        for mine in range(max(0, both - goal + 1), min(goal, both + 1)):
            theirs = both - mine
            won = 0.0
            for first, second, elder, younger in paths:
                one, two = first[goal - mine], second[goal - theirs]
                a, b = mine + elder, theirs + younger
                if one != two:
                    won += one < two
                elif max(a, b) < goal:
                    won += 1 - chances[b][a]
                else:  # level beyond the goal: another deal, from just below it
                    won += 0.5 if a == b else a > b
            chances[mine][theirs] = won / len(paths)
    return chances


def _reached(deal: Deal, goal: int, *, calls_only: bool) -> tuple[list[int], list[int], int, int]:
    """Return when each player reaches each number of points in a deal, and the points of the whole deal.

    The result is a tuple of two lists and two numbers, elder's first. A list gives, for each number
    of points up to ``goal``, the index of the score with which the player reaches it, or the number
    of scores if never.
    """
    never, totals = len(deal), [0, 0]
    when = [[never] * (goal + 1), [never] * (goal + 1)]
    for place, (elders, points, called) in enumerate(deal):
        own = 0 if elders else 1
        before = totals[own]
        totals[own] += points
        if called or not calls_only:
            for total in range(before + 1, min(totals[own], goal) + 1):
                when[own][total] = min(when[own][total], place)
    return when[0], when[1], totals[0], totals[1]


def levelled(rows: list[list[float]], *, both: bool) -> list[list[int]]:
    """Return chances in thousandths, adjusted so that noise never makes more points worse for their owner.

    With ``both`` the columns are the opponent's points and the rows the player's own; otherwise the
    columns are leads.
    """
    found = [[round(1000 * value) for value in row] for row in rows]
    for row in found:
        for place in range(1, len(row)):
            if both:
                row[place] = min(row[place], row[place - 1])
            else:
                row[place] = max(row[place], row[place - 1])
    if both:
        for place in range(1, len(found)):
            found[place] = [max(pair) for pair in zip(found[place], found[place - 1], strict=True)]
    return found


def tables(
    rules: RuleSet, player: str, deals: int, seed: str, jobs: int | None = None
) -> dict[str, dict[str, object]]:
    """Return the tables of a rule set by form of the game (*partie*, *hundred*): the chances and the recipe.

    The recipe is the command and the versions with which the table was made.
    """
    played = play(rules, player, deals, seed, jobs)
    recipe = {
        "command": f"tools/chances.py --player {player} --deals {deals} --seed {seed} {rules.id}",
        "player": player,
        "deals": deals,
        "seed": seed,
        "answers": rules.digest,
        "engine": __version__,
    }
    made: dict[str, dict[str, object]] = {}
    if rules.has("rubicon.deals"):
        rows = partie(played, rules.number("rubicon.deals").value)
        made["partie"] = {"recipe": recipe, "chances": levelled(rows, both=False)}
    if rules.has("hundred.target"):
        goal = rules.number("hundred.target").value
        calls_only = rules.choice("hundred.end").value != "first-in-order"
        rows = hundred(played, goal, calls_only=calls_only)
        made["hundred"] = {"recipe": recipe, "chances": levelled(rows, both=True)}
    return made


def dumps(made: dict[str, object]) -> str:
    """Return a table as JSON text with a line per row."""
    rows = made["chances"]
    assert isinstance(rows, list)
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    return f'{{\n"recipe": {json.dumps(made["recipe"])},\n"chances": [\n{lines}\n]\n}}\n'


def main(argv: Sequence[str]) -> int:
    """Write the tables of the rule sets named on the command line, or of all."""
    parser = argparse.ArgumentParser(description="Make the tables of chances again by self-play.")
    parser.add_argument("ids", nargs="*", metavar="ID")
    parser.add_argument("--player", default=JUDGE)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", default="chances")
    parser.add_argument("--jobs", type=int, help="processes at once; the default is one per core")
    args = parser.parse_args(argv)
    for id in args.ids or ruleset_ids():
        made = tables(load_ruleset(id), args.player, args.deals, args.seed, args.jobs)
        for form, one in made.items():
            path = Path(str(chances_file(form, id)))
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, dumps(one))
        print(id, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
