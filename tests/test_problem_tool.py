"""Tests of tools/problems.py and of its tests of a problem: the same seeds give the same files."""

import subprocess
import sys
from pathlib import Path

import pytest
from case_selection import first

sys.path.append(str(Path(__file__).parents[1] / "tools"))

from problem_grades import failing_cards, grade_of, is_reached_by_cashing, natural_cards

from piquet_core.exercises.position import parse_position
from piquet_core.rules import load_ruleset
from piquet_core.solver.goal_search import Goal

ROOT = Path(__file__).parents[1]

CASHED = (
    # All hearts are yours, and younger has none: lead them from the top.
    (
        "cards",
        "32-CRANAKJ91SSK-H/deal/SJ+DK+DT+C8+C7.S7+H8+C9.6H.good.3AH.not-good.none.not-good.6H.HA.4KC+3J.HJ.HK.ST.CA.CT.H7.D7",
    ),
    # The same, to keep the other player from the cards.
    (
        "divide",
        "32-GHM3DY2QC5VE-V/deal/SJ+H9+H7+C8+C7.HJ+H8+DJ.4D.equal.not-good.none.good.3A.good.3A+3T.SA.4C.S9.DA.DK.HA.HK.SK.S7",
    ),
    # The king of spades is led, and the ace takes it.
    (
        "save",
        "32-KJYHH795WQPS-Z/deal/HJ+HT+H9+D7+C9.HK+H8+DT.5C.not-good.3AD.not-good.3A.good.3A+3K.DQ.7S+6QS.D8.CA.CT.CK.CQ.DA.DJ.HA.HQ.SK",
    ),
    # The clubs win from the top, and every lead counts.
    (
        "pique",
        "32-1AB7JRJCPCF6-1/deal/SQ+HK+HJ+DK+D8.S8+S7+D9.6C.equal.good.5QC.good.3J.good.6C+5QC+3J.SA.S9.SK.ST.SJ.H8.CT.C7",
    ),
    # Younger has no heart.
    (
        "pique",
        "32-YQZ2ZCCTSS9Q-*/deal/S8+DJ+D7+CQ+CT.H9+D9+C7.7H.good.5AH.good.none.good.7H+5AH.HA.D8.CA.C8.HK.CK.HQ.DT",
    ),
)
"""Goals and positions of an earlier set in which it is enough to lead winners."""
THOUGHT = (
    # Younger must throw the right card of those that seem useless.
    (
        "divide",
        "32-29KBZFSS3N6N-*/deal/SJ+HK+H9+D9+C7.S7+H7+C9.4C.not-good.3AC.not-good.4T.good.4T.CA.5D+4AD.C8.CK.CJ.SA.S8.CQ.D8.SK.S9.CT",
    ),
    # Younger has a suit to give the lead away in.
    (
        "divide",
        "32-E7QTA528TC1Y-8/deal/S8+HT+H9+CJ+C8.H8+D7+C9.4D.not-good.3JD.equal.3K.not-good.DA.5S+3A.D8.HQ.HA.DK.D9.CA.C7.SA.SQ",
    ),
    # Which suit to keep is the question.
    (
        "save",
        "32-XGRV19BC86FZ-*/deal/S9+S8+S7+C8+C7.DQ+DJ.pass.5H.equal.not-good.5JH.not-good.none.not-good.HJ.5S+5AS+3AH+4A+3K.HQ.SK.H7.CA.C9.SA.H8.SQ.H9.SJ.HT.HA",
    ),
)


@pytest.mark.parametrize(("goal", "position"), CASHED)
def test_cashing_winners_from_the_top_is_enough(goal: str, position: str) -> None:
    at = parse_position(load_ruleset("hoyle1909"), position)
    assert is_reached_by_cashing(at.state, at.you, Goal(goal))
    assert not grade_of(at, Goal(goal))


@pytest.mark.parametrize(("goal", "position"), THOUGHT)
def test_a_problem_is_not_solved_by_cashing_and_has_a_trap(goal: str, position: str) -> None:
    at = parse_position(load_ruleset("hoyle1909"), position)
    assert not is_reached_by_cashing(at.state, at.you, Goal(goal))
    failing = failing_cards(at, Goal(goal))
    assert grade_of(at, Goal(goal)) == min(len(failing), 3) > 0
    assert set(failing) <= natural_cards(at.state)


def test_a_goal_that_winners_do_not_reach_is_not_cashed() -> None:
    """The same hearts win the cards, but not every trick."""
    goal, position = CASHED[0]
    at = parse_position(load_ruleset("hoyle1909"), position)
    assert not is_reached_by_cashing(at.state, at.you, Goal.CAPOT)
    assert is_reached_by_cashing(at.state, at.you, Goal(goal))


@pytest.mark.parametrize("name", first(1, ["capot", "books", "cards", "pique"]))
def test_a_group_is_made_again_to_the_byte(name: str) -> None:
    code = "import problems, sys; sys.stdout.write(problems.written(sys.argv[1]))"
    made = subprocess.run(
        [sys.executable, "-c", code, name],
        cwd=ROOT / "tools",
        capture_output=True,
        check=True,
        text=True,
    )
    assert made.stdout == (ROOT / "tutorials" / "problems" / f"{name}.toml").read_text("utf-8")
