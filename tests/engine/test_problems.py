"""Problems: the solver proves each, brute force checks a sample, and the files are reproducible."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

sys.path.append(str(Path(__file__).parents[2] / "tools"))

from problem_grades import failing_cards, grade_of, is_reached_by_cashing
from problems import KEPT, is_one_way

from piquet_core.cards.cards import Card
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Play
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.state import DealState, Phase
from piquet_core.errors import RuleSetError
from piquet_core.exercises import (
    ExerciseError,
    Position,
    exercise_at,
    find_exercise,
    find_question_text,
    judge,
    next_exercise,
    position_in_replay,
)
from piquet_core.exercises.problems import (
    Problem,
    parse_problems,
    read_problems,
    write_problems,
)
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.solver.goal_search import Goal, GoalSolver, goal_outcome, is_one_choice
from piquet_core.wording.rich_text import Part, plain_text

ROOT = Path(__file__).parents[2]
FILES = {path.stem: path for path in sorted((ROOT / "tutorials" / "problems").glob("*.toml"))}
PROBLEMS = {
    f"{name}-{number}": one
    for name, path in FILES.items()
    for number, one in enumerate(read_problems(path), 1)
}
EACH = pytest.mark.parametrize("id", PROBLEMS)


def some(count: int, cases: Sequence[str]) -> list[ParameterSet]:
    """Return cases, a sample of which runs every time."""
    kept = {cases[place * len(cases) // count] for place in range(count)}
    marks = {one: [] if one in kept else [pytest.mark.thorough] for one in cases}
    return [pytest.param(one, marks=marks[one]) for one in cases]


def reached(state: DealState, seat: Seat, goal: Goal) -> bool:
    """Return whether a goal was reached at the end of a deal, by the engine's score."""
    assert state.phase is Phase.OVER
    majority = state.rules.number("cards.majority").value
    mine, theirs = state.tricks[seat], state.tricks[seat.other]
    return {
        Goal.CARDS: mine >= majority,
        Goal.DIVIDE: theirs < majority,
        Goal.CAPOT: not theirs,
        Goal.SAVE: bool(mine),
        Goal.PIQUE: state.bonus is seat,
        Goal.BAR: state.bonus is not seat.other,
    }[goal]


def test_there_are_sixty_and_no_two_are_alike() -> None:
    assert len(PROBLEMS) >= 60
    assert len({(one.text, one.goal) for one in PROBLEMS.values()}) == len(PROBLEMS)
    # A player who makes a capot or a pique only leads winners.
    assert {one.goal for one in PROBLEMS.values()} == set(Goal) - {Goal.CAPOT, Goal.PIQUE}
    assert {one.grade for one in PROBLEMS.values()} == {1, 2, 3}


@EACH
def test_one_card_reaches_the_goal_and_the_line_does(id: str) -> None:
    one = PROBLEMS[id]
    state, you = one.position.state, one.position.you
    assert 5 <= len(one.position.hand) <= 8
    assert goal_outcome(state, you, one.goal) is None
    solver = GoalSolver(state, you, one.goal)
    found = solver.prospect(state)
    assert is_one_choice(state, found.keeps)
    assert found.loses
    assert one.line[0] in found.keeps
    for card in one.line:
        assert goal_outcome(state, you, one.goal) is None
        assert state.seat is not None
        now = solver.prospect(state)
        if state.seat is you:
            assert card in now.keeps
        else:  # the goal stays within reach of every reply
            assert not now.loses
        state, _ = apply(state, Play(seat=state.seat, card=card))
    assert goal_outcome(state, you, one.goal) is True


@EACH
def test_cashing_winners_does_not_solve_it_and_a_natural_card_fails(id: str) -> None:
    one = PROBLEMS[id]
    position = one.position
    assert not is_reached_by_cashing(position.state, position.you, one.goal)
    assert (
        one.grade == grade_of(position, one.goal) == min(len(failing_cards(position, one.goal)), 3)
    )
    loses = GoalSolver(position.state, position.you, one.goal).prospect(position.state).loses
    assert set(failing_cards(position, one.goal)) <= loses


def test_a_problem_of_the_earlier_set_keeps_its_number() -> None:
    for name, rows in tomllib.loads(KEPT.read_text("utf-8")).items():
        for number, row in rows.items():
            one = PROBLEMS[f"{name}-{number}"]
            assert (one.text, one.goal.value) == (row["position"], row["goal"])


@EACH
def test_a_problem_has_one_way_at_every_turn(id: str) -> None:
    """The printed cards of a record too; there the first card may be one of two."""
    one = PROBLEMS[id]
    assert is_one_way(one.position, one.goal)
    if not one.record or one.left:
        solver = GoalSolver(one.position.state, one.position.you, one.goal)
        assert len(solver.prospect(one.position.state).loses) >= 2


@EACH
def test_a_problem_from_the_library_is_in_its_record(id: str) -> None:
    one = PROBLEMS[id]
    if not one.record:
        assert not one.step
        assert not one.left
        return
    replay = replay_record(
        loads((ROOT / "docs" / "deals" / f"{one.record}.piquet").read_text("utf-8"))
    )
    printed = position_in_replay(replay, one.left or one.step)
    assert one.position.rules.id == replay.record.tag("Rules")
    assert one.position.deal == printed.deal
    moves = one.position.moves[: len(printed.moves)]
    assert moves == printed.moves
    if not one.left:
        assert one.position.moves == printed.moves


def forced(problem: Problem) -> frozenset[Card]:
    """Return the cards that force the goal, by trying every card of both with the engine."""
    you, goal = problem.position.you, problem.goal
    states: dict[tuple[object, ...], DealState] = {}

    def key(state: DealState) -> tuple[object, ...]:
        hands = tuple(hand.mask for hand in state.hands)
        found = (hands, state.leader, state.led, state.tricks, state.score, state.bonus)
        states[found] = state
        return found

    @cache
    def wins(at: tuple[object, ...]) -> bool:
        state = states[at]
        if state.seat is None:
            return reached(state, you, goal)
        after = (apply(state, action)[0] for action in legal_actions(state))
        return (any if state.seat is you else all)(wins(key(one)) for one in after)

    state = problem.position.state
    plays = [one for one in legal_actions(state) if isinstance(one, Play)]
    return frozenset(one.card for one in plays if wins(key(apply(state, one)[0])))


SMALL = [id for id, one in PROBLEMS.items() if len(one.position.hand) <= 6]


@pytest.mark.parametrize("id", some(8, SMALL))
def test_trying_every_card_finds_the_same(id: str) -> None:
    one = PROBLEMS[id]
    state = one.position.state
    solver = GoalSolver(state, one.position.you, one.goal)
    assert forced(one) == solver.prospect(state).keeps


@pytest.mark.parametrize("goal", Goal)
def test_every_goal_is_found_by_trying_every_card(goal: Goal) -> None:
    """At the last cards of the problems' deals, for either player, reachable or not."""
    kind = {Goal.PIQUE: "pique", Goal.BAR: "pique", Goal.CAPOT: "capot", Goal.SAVE: "capot"}
    seen = set[bool]()
    for id, one in PROBLEMS.items():
        position = one.position
        if not id.startswith(kind.get(goal, "cards")) or len(seen) == 2:
            continue
        for card in one.line:
            if len(position.hand) <= 5 and goal_outcome(position.state, position.you, goal) is None:
                found = GoalSolver(position.state, position.you, goal).prospect(position.state)
                asked = Problem(goal=goal, position=position, text="", line=(), grade=1)
                assert forced(asked) == found.keeps
                seen.add(bool(found.keeps))
            position = position.after(Play(seat=position.you, card=card))
    assert seen


@pytest.mark.parametrize("id", some(12, list(PROBLEMS)))
def test_it_is_played_to_its_goal(id: str) -> None:
    one = PROBLEMS[id]
    item, told, following = one.item(), tuple[Part, ...](), None
    for _ in range(8):
        assert find_exercise(item.id).right == item.right
        for option in item.posed.options:
            if option.value not in item.right:
                assert not judge(item, option.value).verdict.passes
                with pytest.raises(ExerciseError, match="only after a card that passes"):
                    next_exercise(item, option.value)
        following, told = next_exercise(item, item.right[0])
        # The text says that the goal is still within reach only while a decision is left.
        kept = find_question_text(f"{item.kind}.{item.ask}").kept
        assert (kept in plain_text(judge(item, item.right[0]).says)) is (following is not None)
        if following is None:
            break
        item = following
    assert following is None
    words = {"cards": "You win the cards.", "divide": "does not win the cards."}
    wanted = words.get(one.goal.value, "pique" if one.goal in (Goal.PIQUE, Goal.BAR) else "capot.")
    assert wanted in plain_text(told)
    # The text says it once, and leaves the last card to the closing text.
    ask, verdict = (
        find_question_text(f"{item.kind}.{item.ask}"),
        plain_text(judge(item, item.right[0]).says),
    )
    assert ask.kept not in verdict
    assert ask.reached not in verdict


def printed() -> Position:
    """Return a position that Cavendish prints, before trick 8: younger is to be kept from the cards."""
    text = (ROOT / "docs" / "deals" / "cavendish-p1.piquet").read_text("utf-8")
    return position_in_replay(replay_record(loads(text)), "t8e")


def test_a_card_that_loses_is_shown_with_its_refutation() -> None:
    item = exercise_at("goal.divide", printed())
    judgement = judge(item, "CJ")
    assert judgement.verdict.value == "wrong"
    assert plain_text(judgement.says).startswith("You lead the jack of clubs.")
    assert "The other player takes it with the queen of clubs." in plain_text(judgement.onward)
    assert judge(item, "SJ").verdict.passes
    assert plain_text(item.posed.solution).startswith("Only the jack of spades does it. You lead")


def test_what_is_settled_or_too_early_is_not_a_problem() -> None:
    early = printed()
    with pytest.raises(ExerciseError, match="already decided"):
        exercise_at("goal.capot", early)
    while len(early.hand) <= 8:
        early = early.before()
    with pytest.raises(ExerciseError, match="8 cards at most"):
        exercise_at("goal.divide", early)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[problem]]\ngoal = 3", "t.toml: problem 1.goal: expected str, found int"),
        ('[[problem]]\ngoal = "win"', "problem 1.goal: 'win' is not one of"),
        ('[[problem]]\ngoal = "cards"\ngrade = 4', "problem 1.grade: the grade must be 1 to 3"),
        ("problem = 3", "expected list, found int"),
        ("[[problem", "t.toml"),
        ('[[problem]]\ngaol = "cards"', "unknown key 'gaol'"),
        (
            '[[problem]]\ngoal = "cards"\ngrade = 1\nrules = "hoyle1909"\nposition = "x/deal"\nline = ""',
            "problem 1",
        ),
    ],
)
def test_a_faulty_file_says_where(text: str, says: str) -> None:
    with pytest.raises(RuleSetError, match=says.replace("[", r"\[")):
        parse_problems(text, "t.toml")


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_read_as_it_was_written(name: str) -> None:
    text = FILES[name].read_text("utf-8")
    head = text.partition("\n")[0]
    assert write_problems(read_problems(FILES[name]), head) == text
