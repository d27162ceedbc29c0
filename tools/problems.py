"""Generate the problems of `tutorials/problems/`: ``tools/problems.py [GROUP …]``.

Positions come first from records of the library, then from the same cards after a departure from the
record, then from constructed deals, drawn by seed and played mostly by rules of thumb. The engine and the
solver decide: at every turn of the best line exactly one card, or several equal ones, reaches the goal.
Cashing winners does not reach it, and a natural card fails (`problem_grades`). The same seed gives the same
files.

The number of a problem is a part of its address. `kept_problems.toml` lists the problems that keep their
number from an earlier set; new problems take the numbers between them, from the lowest grade to the highest.
"""

from __future__ import annotations

import argparse
import random
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import Pool
from pathlib import Path

from atomic_files import write_whole

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from problem_grades import grade_of  # noqa: E402 - as above

from piquet_core.cards.cards import Hand, pack  # noqa: E402 - as above
from piquet_core.cards.seat import Seat  # noqa: E402 - as above
from piquet_core.engine.actions import Play  # noqa: E402 - from this tree
from piquet_core.engine.apply import apply, legal_actions  # noqa: E402 - as above
from piquet_core.engine.state import Deal, DealState, Phase, shuffled_deal  # noqa: E402 - as above
from piquet_core.exercises import Position, format_position, parse_position, position_in_replay  # noqa: E402
from piquet_core.exercises.kinds.goals import MOST_CARDS  # noqa: E402 - as above
from piquet_core.exercises.model_player import model_player  # noqa: E402 - as above
from piquet_core.exercises.problems import GRADES, Problem, parse_problems, write_problems  # noqa: E402 - as above
from piquet_core.notation import loads  # noqa: E402 - as above
from piquet_core.players import turn_of  # noqa: E402 - as above
from piquet_core.replay.decisions import label_of  # noqa: E402 - as above
from piquet_core.replay.replay import replay_record  # noqa: E402 - as above
from piquet_core.replay.steps import Replay  # noqa: E402 - as above
from piquet_core.replay.what_if import move_of  # noqa: E402 - as above
from piquet_core.rules import RuleSet, load_ruleset  # noqa: E402 - as above
from piquet_core.solver.goal_search import Goal, GoalSolver, goal_outcome, is_one_choice  # noqa: E402 - as above

FOLDER, DEALS = ROOT / "tutorials" / "problems", ROOT / "docs" / "deals"
SEED, RULES = "problems", "hoyle1909"
LEAST_CARDS = 5
_CARELESS = 0.3
"""The share of random cards in a constructed deal, so that deals vary."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Requirements for the problems of a group with a common goal.

    ``count`` is their number and ``of_a_grade`` the maximum of new ones for each grade of difficulty. With
    ``skewed``, weights of which one is drawn for each deal, one player is dealt most of the high cards:
    elder, if ``to_elder``. Each deal is played ``plays`` times from the first lead.
    """

    goal: Goal
    count: int
    of_a_grade: int
    skewed: tuple[float, ...] = ()
    to_elder: bool = False
    plays: int = 1


GROUPS: dict[str, tuple[Wanted, ...]] = {
    "cards": (Wanted(Goal.CARDS, 11, 4), Wanted(Goal.DIVIDE, 9, 4)),
    "capot": (Wanted(Goal.SAVE, 14, 2, skewed=(0.5, 1.0, 1.5)),),
    "pique": (Wanted(Goal.BAR, 13, 11, skewed=(1.0,), to_elder=True, plays=8),),
}
GOALS = (Goal.CARDS, Goal.DIVIDE, Goal.SAVE, Goal.BAR)
"""Goals of problems. A capot or a pique is made by cashing winners, so neither is a problem."""
BOOKS, OF_BOOKS = "books", 18
KEPT = Path(__file__).parent / "kept_problems.toml"
_OF_A_RECORD = 3
_TRIES = 900
"""Number of departures tried from a record."""
_MOST_DEALS = 40_000


def main() -> int:
    """Write the problem files of the groups named on the command line, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", help=f"of {BOOKS}, {', '.join(GROUPS)}; all if none")
    parser.add_argument("--seed", default=SEED)
    args = parser.parse_args()
    for name in args.groups or [BOOKS, *GROUPS]:
        text = written(name, args.seed)
        write_whole(FOLDER / f"{name}.toml", text)
        print(f"{name}: {text.count('[[problem]]')} problems")
    return 0


def written(name: str, seed: str = SEED) -> str:
    """Return the content of the problem file of a group."""
    kept = kept_problems(name)
    earlier = list(kept.values())
    found = of_the_books(seed, earlier) if name == BOOKS else constructed(name, seed, earlier)
    head = f"# Made by tools/problems.py {name} --seed {seed}; not to be written by hand."
    return write_problems(in_places(kept, sorted(found, key=_place)), head)


def kept_problems(name: str) -> dict[int, Problem]:
    """Return the problems of a group that keep their number, by number, proved and graded again."""
    found = {}
    for number, row in tomllib.loads(KEPT.read_text("utf-8")).get(name, {}).items():
        rules = load_ruleset(row["rules"])
        is_printed = "record" in row and "left" not in row
        one = problem_at(
            parse_position(rules, row["position"]), Goal(row["goal"]), record=is_printed
        )
        if one is None:
            raise SystemExit(f"{KEPT.name}: {name}.{number} is no problem")
        source = {key: row.get(key, "") for key in ("record", "step", "left")}
        found[int(number)] = replace(one, **source)
    return found


def in_places(kept: Mapping[int, Problem], new: Sequence[Problem]) -> list[Problem]:
    """Return the problems in the order of their numbers: the kept ones at theirs, the new ones between them."""
    left, placed = iter(new), list[Problem]()
    for number in range(1, len(kept) + len(new) + 1):
        one = kept.get(number) or next(left, None)
        if one is None:
            raise SystemExit(f"too few problems for the numbers up to {max(kept)}")
        placed.append(one)
    return placed


def _place(one: Problem) -> tuple[bool, int]:
    """Return a sort key: positions as printed first, then by difficulty."""
    return bool(one.left) or not one.record, one.grade


# -- what is a problem -----------------------------------------------------------------------------


def problem_at(position: Position, goal: Goal, *, record: bool = False) -> Problem | None:
    """Return the problem of reaching a goal from a position, or None if the position is no good problem.

    With ``record`` the position is printed in a source, and one losing card is enough; otherwise
    there must be two.
    """
    state, you = position.state, position.you
    if not is_one_card(state, goal, 1 if record else 2):
        return None
    if not is_one_way(position, goal):
        return None
    grade = grade_of(position, goal)
    if grade not in GRADES:
        return None
    line = tuple(card for _, card in GoalSolver(state, you, goal).line(state))
    text = format_position(position)
    return Problem(goal=goal, position=position, text=text, line=line, grade=grade)


def is_one_card(state: DealState, goal: Goal, least: int) -> bool:
    """Return whether a single card, or one of several equal cards, reaches the goal.

    At least ``least`` other cards must fail. Returns False before the last tricks, and once the
    goal is reached or lost.
    """
    if (
        not _is_ending(state)
        or state.seat is None
        or goal_outcome(state, state.seat, goal) is not None
    ):
        return False
    found = GoalSolver(state, state.seat, goal).prospect(state)
    return len(found.loses) >= least and is_one_choice(state, found.keeps)


def is_one_way(position: Position, goal: Goal) -> bool:
    """Return whether one card, or one group of equal cards, reaches the goal at each turn of the best line."""
    solver, you = GoalSolver(position.state, position.you, goal), position.you
    for state, _ in solver.line(position.state):
        if state.seat is you:
            found = solver.prospect(state)
            if found.loses and not is_one_choice(state, found.keeps):
                return False
    return True


def _is_ending(state: DealState) -> bool:
    in_play = state.phase in (Phase.LEAD, Phase.FOLLOW) and state.seat is not None
    return in_play and LEAST_CARDS <= len(state.hands[state.seat or 0]) <= MOST_CARDS


# -- from the library ------------------------------------------------------------------------------


def of_the_books(seed: str, earlier: Sequence[Problem]) -> list[Problem]:
    """Return new problems from the deals of the library, both printed positions and departures from the record.

    No record has two new ones with the same goal, and no printed position is used twice.
    """
    printed, left = list[Problem](), list[Problem]()
    for path in sorted(DEALS.glob("*.piquet")):
        replay = replay_record(loads(path.read_text("utf-8")))
        mine = [one for one in earlier if one.record == path.stem]
        goals = {one.goal for one in mine}
        for one in _printed(replay, path.stem):
            if one.goal not in goals:
                printed.append(one)
                goals.add(one.goal)
        rng = random.Random(f"{seed}/{path.stem}")
        left += (
            one
            for one in _left(replay, path.stem, rng)
            if one.text not in {each.text for each in earlier}
        )
    count = OF_BOOKS - len(earlier) - len(printed)
    return printed + _of_all_grades(left, count)


def _of_all_grades(found: Sequence[Problem], count: int) -> list[Problem]:
    """Return the first ``count`` problems, taking one of each grade in turn."""
    turn, of_grade = dict[int, int](), Counter[int]()
    for at, one in enumerate(found):
        turn[at] = of_grade[one.grade]
        of_grade[one.grade] += 1
    kept = sorted(range(len(found)), key=lambda at: (turn[at], at))[:count]
    return [found[at] for at in sorted(kept)]


def _printed(replay: Replay, record: str) -> Iterator[Problem]:
    """Yield, for each goal, a problem at the first suitable position in a record.

    ``record`` is the id of the record. No position is used for two goals.
    """
    goals = set(GOALS)
    for step in replay.steps:
        if not _is_ending(step.state):
            continue
        label = label_of(step.state)
        for goal in [one for one in GOALS if one in goals]:
            one = problem_at(position_in_replay(replay, label), goal, record=True)
            if one:
                goals.discard(goal)
                yield replace(one, record=record, step=label)
                break


def _left(replay: Replay, record: str, rng: random.Random) -> Iterator[Problem]:
    """Yield a few problems in which the play departs from the record at one of the first six tricks.

    ``record`` is the id of the record. Each has another goal.
    """
    assert replay.rules is not None
    leaves = [label_of(step.state) for step in replay.steps if step.state.phase is Phase.LEAD]
    leaves = [label for label in leaves if label in {f"t{n}{s}" for n in range(1, 7) for s in "ey"}]
    found, taken = list[Problem](), set[Goal]()
    for _ in range(_TRIES if leaves else 0):
        left = rng.choice(leaves)
        for one in _problems(
            position_in_replay(replay, left), rng, [goal for goal in GOALS if goal not in taken]
        ):
            found.append(replace(one, record=record, step=label_of(one.position.state), left=left))
            taken.add(one.goal)
        if len(found) >= _OF_A_RECORD:
            break
    yield from found[:_OF_A_RECORD]


def _problems(position: Position, rng: random.Random, goals: Sequence[Goal]) -> Iterator[Problem]:
    """Yield at most one problem: the first on the way as a model player plays on, sometimes at random."""
    player, state, moves = model_player(), position.state, list(position.moves)
    while state.seat is not None and not _is_settled(state, goals):
        for goal in goals:
            if is_one_card(state, goal, 2):
                one = problem_at(replace(position, moves=tuple(moves)), goal)
                if one:
                    yield one
                    return
        if state.phase in (Phase.LEAD, Phase.FOLLOW) and rng.random() < _CARELESS:
            action = rng.choice(sorted(legal_actions(state), key=_card))
        else:
            action = player.choose(turn_of(state))
        moves.append(move_of(state, action))
        state, _ = apply(state, action)


def _is_settled(state: DealState, goals: Sequence[Goal]) -> bool:
    """Return whether all goals are already reached or lost for both players."""
    if not state.taken:
        return False
    return all(goal_outcome(state, seat, goal) is not None for goal in goals for seat in Seat)


def _card(action: object) -> int:
    assert isinstance(action, Play)
    return int(action.card)


# -- constructed -----------------------------------------------------------------------------------


def constructed(name: str, seed: str, earlier: Sequence[Problem]) -> list[Problem]:
    """Return the new problems of a group, each from a different random deal, none of an ``earlier`` problem.

    With the earlier ones of the same goal, they make the number that is wanted.
    """
    found: list[Problem] = []
    deals = {one.position.deal for one in earlier}
    for wanted in GROUPS[name]:
        count = wanted.count - sum(one.goal is wanted.goal for one in earlier)
        taken: Counter[int] = Counter()
        look = partial(_of_deal, wanted, f"{seed}/{name}/{wanted.goal.value}")
        with Pool() as pool:
            # Text can be sent between processes, hands cannot.
            for text in filter(None, pool.imap(look, range(_MOST_DEALS), chunksize=50)):
                [one] = parse_problems(text, name)
                if one.position.deal not in deals and taken[one.grade] < wanted.of_a_grade:
                    taken[one.grade] += 1
                    found.append(one)
                if taken.total() == count:
                    break
    return found


def _of_deal(wanted: Wanted, seed: str, number: int) -> str:
    """Return the first problem in the random deal ``number`` as text, or "" if there is none."""
    rng = random.Random(f"{seed}/{number}")
    rules = load_ruleset(RULES)
    deal = _skewed(rules, rng, wanted) if wanted.skewed else shuffled_deal(rules, rng)
    position = Position(rules=rules, deal=deal, start="deal")
    if wanted.plays > 1:
        position = _at_first_lead(position)
    for _ in range(wanted.plays):
        for one in _problems(position, rng, [wanted.goal]):
            return write_problems([one], "")
    return ""


def _at_first_lead(position: Position) -> Position:
    """Return the position before the first lead, after the exchange and calls of a model player."""
    player = model_player()
    while position.state.seat is not None and position.state.phase is not Phase.LEAD:
        position = position.after(player.choose(turn_of(position.state)))
    return position


def _skewed(rules: RuleSet, rng: random.Random, wanted: Wanted) -> Deal:
    """Return a random deal in which one player has most of the high cards."""
    weight = rng.choice(wanted.skewed)
    cards = sorted(
        pack(rules.number("pack.size").value),
        key=lambda card: -(rng.random() + weight * card.rank / 8),
    )
    size = rules.number("deal.hand").value
    top, rest = cards[: size + 2], cards[size + 2 :]
    rng.shuffle(top)
    rest += top[size:]
    rng.shuffle(rest)
    hands = [Hand.of(top[:size]), Hand.of(rest[:size])]
    if not wanted.to_elder and rng.random() < 1 / 2:
        hands.reverse()
    return Deal(elder=hands[Seat.ELDER], younger=hands[Seat.YOUNGER], talon=tuple(rest[size:]))


if __name__ == "__main__":
    sys.exit(main())
