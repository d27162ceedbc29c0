"""Problems on sinking: the call costs as stated, no player finds the answer, and the tool finds the set again."""

import subprocess
import sys
from pathlib import Path

import pytest

from piquet_core.beliefs.possible_hands import possible_hands
from piquet_core.engine.actions import Declare
from piquet_core.errors import RuleSetError
from piquet_core.exercises import Verdict, exercise_at, find_exercise, judge, parse_position
from piquet_core.exercises.closed_problems import SOLVERS
from piquet_core.exercises.data_files import data_text
from piquet_core.exercises.position import Position
from piquet_core.exercises.sinking_problems import (
    FILE,
    SinkingProblem,
    parse_sinking_problems,
    sinking_problems,
    write_sinking_problems,
)
from piquet_core.exercises.sinking_proof import (
    SINKING_MARGIN,
    call_to_make,
    nothing_instead,
    played_on,
    prove_sinking,
)
from piquet_core.players import find_player, turn_of
from piquet_core.review.outlook import imagined_state
from piquet_core.rules import find_ruleset
from piquet_core.wording.rich_text import plain_text

ROOT = Path(__file__).parents[1]
PROBLEMS = {one.position.split("/")[0]: one for one in sinking_problems()}
FEWEST = min(PROBLEMS, key=lambda name: PROBLEMS[name].hands)
"""The problem that is proved again every time."""


def at(one: SinkingProblem) -> Position:
    return parse_position(find_ruleset(one.rules), one.position)


@pytest.mark.parametrize("id", PROBLEMS)
def test_the_players_make_the_call(id: str) -> None:
    """The natural mistake. Master is left out for his time; he plays the calls as Reckoner does."""
    state = at(PROBLEMS[id]).state
    for name in SOLVERS[:3]:
        action = find_player(name).make().choose(turn_of(state))
        assert isinstance(action, Declare)
        assert action.holding is not None


@pytest.mark.parametrize(
    "id", [pytest.param(id, marks=[] if id == FEWEST else pytest.mark.thorough) for id in PROBLEMS]
)
def test_the_gain_is_proved_again(id: str) -> None:
    one = PROBLEMS[id]
    proof = prove_sinking(at(one))
    assert (round(proof.mean, 2), round(proof.error, 2)) == (one.gain, one.error)
    assert one.gain - one.error >= SINKING_MARGIN
    assert (len(proof.hands), proof.loses) == (one.hands, one.loses)
    assert proof.costliest == one.hand_against


@pytest.mark.parametrize("id", PROBLEMS)
def test_the_call_costs_points_against_the_hand_that_is_shown(id: str) -> None:
    one = PROBLEMS[id]
    position = at(one)
    state, you = position.state, position.you
    assert one.hand_against.mask in possible_hands(state.rules, turn_of(state).knowledge).hands
    call = call_to_make(state)
    assert call is not None
    told, silent = (
        played_on(imagined_state(state, one.hand_against), action)[-1][0].score
        for action in (call, nothing_instead(call))
    )
    assert told[you] - told[you.other] < silent[you] - silent[you.other]
    asked = exercise_at("closed.sink", position)
    wrong, right = judge(asked, "say"), judge(asked, "sink")
    assert (wrong.verdict, right.verdict) == (Verdict.COSTLY, Verdict.RIGHT)
    for judged in (wrong, right):
        said, onward = plain_text(judged.says), plain_text(judged.onward)
        assert said.count(". ") + 1 <= 3
        assert f"loses points against {one.loses} of these hands" in said
        assert "as Reckoner does" in said
        assert f"The deal ends {told[you]} to {told[you.other]}." in onward
        assert f"It ends {silent[you]} to {silent[you.other]}." in onward
    assert find_exercise(asked.id).right == ("sink",)


def test_the_table_is_read_as_it_was_written() -> None:
    text = data_text(FILE)
    head = text.partition("\n")[0]
    assert write_sinking_problems(sinking_problems(), head) == text


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("hoyle1909\tx\t3\t1", "line 1: not a problem"),
        ("hoyle1909\tx\tmany\t1\t9\t5\t0\tSA", "not a problem"),
        ("hoyle1909\tx\t3\t1\t9\t5\t0\tSX", "not a problem"),
        ("hoyle1909\tx\t1\t2\t9\t5\t0\tSA", "within its error"),
        ("hoyle1909\tx\t3\t1\t9\t0\t0\tSA", "never loses"),
    ],
)
def test_a_faulty_table_says_where(line: str, says: str) -> None:
    with pytest.raises(RuleSetError, match=says):
        parse_sinking_problems(line)


@pytest.mark.thorough
def test_a_deal_gives_its_problem_again() -> None:
    """Searched again from the seed: the deal of the first problem, and one without any."""
    code = """
import random
from piquet_core.exercises.sinking_problems import sinking_problems
from piquet_core.notation import format_deal_id
import sinking_problems as tool
rules, one = tool.load_ruleset(tool.RULES), sinking_problems()[0]
ids = [
    format_deal_id(tool.shuffled_deal(rules, random.Random(f"{tool.SEED}/{number}")))
    for number in range(max(end for _, end in tool.RANGES))
]
rows = [tool.of_deal(number) for number in (0, ids.index(one.position.split("/")[0]))]
assert tool.chosen(rows) == [one]
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT / "tools", check=True)
