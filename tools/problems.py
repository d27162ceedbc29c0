"""Generate the problems of `tutorials/problems/`: ``tools/problems.py [GROUP …]``.

Positions come first from records of the library, then from the same cards after a departure from the
record, then from constructed deals, drawn by seed and played mostly by rules of thumb. The engine and the
solver decide: at every turn of the best line exactly one card, or several equal ones, reaches the goal. The
same seed gives the same files.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import Pool
from pathlib import Path

from atomic_files import write_whole

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from piquet_core.cards.cards import Hand, pack  # noqa: E402 - as above
from piquet_core.cards.seat import Seat  # noqa: E402 - as above
from piquet_core.engine.actions import Play  # noqa: E402 - from this tree
from piquet_core.engine.apply import apply, legal_actions  # noqa: E402 - as above
from piquet_core.engine.state import Deal, DealState, Phase, shuffled_deal  # noqa: E402 - as above
from piquet_core.exercises import Position, format_position, position_in_replay  # noqa: E402
from piquet_core.exercises.kinds.goals import MOST_CARDS  # noqa: E402 - as above
from piquet_core.exercises.model_player import model_player  # noqa: E402 - as above
from piquet_core.exercises.problems import Problem, grade_of, parse_problems, write_problems  # noqa: E402 - as above
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

    ``count`` is their number and ``of_a_grade`` the maximum for each grade of difficulty. With
    ``skewed``, one player is dealt most of the high cards.
    """

    goal: Goal
    count: int
    of_a_grade: int
    skewed: bool = False


GROUPS: dict[str, tuple[Wanted, ...]] = {
    "cards": (Wanted(Goal.CARDS, 11, 4), Wanted(Goal.DIVIDE, 9, 4)),
    "capot": (Wanted(Goal.SAVE, 14, 5, skewed=True),),
    "pique": (Wanted(Goal.PIQUE, 9, 4), Wanted(Goal.BAR, 4, 2, skewed=True)),
}
BOOKS = "books"
_OF_A_RECORD = 2
_MOST_DEALS = 20_000


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
    found = of_the_books(seed) if name == BOOKS else constructed(name, seed)
    head = f"# Made by tools/problems.py {name} --seed {seed}; not to be written by hand."
    return write_problems(sorted(found, key=_place), head)


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
    grade, alone = grade_of(position, goal)
    if not alone:
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


def _is_ending(state: DealState) -> bool:
    in_play = state.phase in (Phase.LEAD, Phase.FOLLOW) and state.seat is not None
    return in_play and LEAST_CARDS <= len(state.hands[state.seat or 0]) <= MOST_CARDS


# -- from the library ------------------------------------------------------------------------------


def of_the_books(seed: str) -> list[Problem]:
    """Return problems from the deals of the library, both printed positions and departures from the record."""
    found: list[Problem] = []
    for path in sorted(DEALS.glob("*.piquet")):
        replay = replay_record(loads(path.read_text("utf-8")))
        printed = list(_printed(replay, path.stem))
        found += printed
        rng = random.Random(f"{seed}/{path.stem}")
        found += _left(replay, path.stem, rng, {one.goal for one in printed})
    return found


def _printed(replay: Replay, record: str) -> Iterator[Problem]:
    """Yield, for each goal, a problem at the first suitable position in a record.

    ``record`` is the id of the record. No position is used for two goals.
    """
    goals = set(Goal)
    for step in replay.steps:
        if not _is_ending(step.state):
            continue
        label = label_of(step.state)
        for goal in [one for one in Goal if one in goals]:
            one = problem_at(position_in_replay(replay, label), goal, record=True)
            if one:
                goals.discard(goal)
                yield replace(one, record=record, step=label)
                break


def _left(replay: Replay, record: str, rng: random.Random, taken: set[Goal]) -> Iterator[Problem]:
    """Yield problems in which the play departs from the record at trick 2, 3 or 4.

    ``record`` is the id of the record, and ``taken`` the goals that already have a problem.
    """
    assert replay.rules is not None
    leaves = [label_of(step.state) for step in replay.steps if step.state.phase is Phase.LEAD]
    leaves = [label for label in leaves if label in {f"t{n}{s}" for n in (2, 3, 4) for s in "ey"}]
    found: list[Problem] = []
    for _ in range(60 if leaves else 0):
        left = rng.choice(leaves)
        for one in _problems(
            position_in_replay(replay, left), rng, [goal for goal in Goal if goal not in taken]
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


def constructed(name: str, seed: str) -> list[Problem]:
    """Return the problems of a group, each from a different random deal."""
    found: list[Problem] = []
    for wanted in GROUPS[name]:
        taken: Counter[int] = Counter()
        look = partial(_of_deal, wanted, f"{seed}/{name}/{wanted.goal.value}")
        with Pool() as pool:
            # Text can be sent between processes, hands cannot.
            for text in filter(None, pool.imap(look, range(_MOST_DEALS), chunksize=50)):
                [one] = parse_problems(text, name)
                if taken[one.grade] < wanted.of_a_grade:
                    taken[one.grade] += 1
                    found.append(one)
                if taken.total() == wanted.count:
                    break
    return found


def _of_deal(wanted: Wanted, seed: str, number: int) -> str:
    """Return the first problem in the random deal ``number`` as text, or "" if there is none."""
    rng = random.Random(f"{seed}/{number}")
    rules = load_ruleset(RULES)
    deal = _skewed(rules, rng) if wanted.skewed else shuffled_deal(rules, rng)
    position = Position(rules=rules, deal=deal, start="deal")
    return "".join(write_problems([one], "") for one in _problems(position, rng, [wanted.goal]))


def _skewed(rules: RuleSet, rng: random.Random) -> Deal:
    """Return a random deal in which one player has most of the high cards."""
    weight = rng.choice((0.5, 1.0, 1.5))
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
    if rng.random() < 1 / 2:
        hands.reverse()
    return Deal(elder=hands[Seat.ELDER], younger=hands[Seat.YOUNGER], talon=tuple(rest[size:]))


if __name__ == "__main__":
    sys.exit(main())
