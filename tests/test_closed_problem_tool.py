"""Tests of tools/closed_problems.py: the same seed finds the same candidates and chooses the same problems."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DATA = ROOT / "piquet_core" / "exercises" / "data" / "closed_problems.tsv"


def made(code: str) -> str:
    """Return the output of a program that uses the tool."""
    done = subprocess.run(
        [sys.executable, "-c", f"import closed_problems as tool\n{code}"],
        cwd=ROOT / "tools",
        capture_output=True,
        check=True,
        text=True,
    )
    return done.stdout


def test_a_deal_gives_its_problem_again() -> None:
    """The deals of the first problems in the file, found by their ids among the seeded deals."""
    code = """
import json, random
from piquet_core.exercises.closed_problems import closed_problems
from piquet_core.notation import format_deal_id
rules = tool.load_ruleset(tool.RULES)
deals = {
    format_deal_id(tool.shuffled_deal(rules, random.Random(f"{tool.SEED}/{number}"))): number
    for number in range(tool.DEALS)
}
wanted = [one for one in closed_problems() if one.position.split("/")[0] in deals]
assert len(wanted) == len(closed_problems())
for one in wanted[::60]:
    row = tool.of_deal(tool.SEED, deals[one.position.split("/")[0]])
    found = next(each for each in row["found"] if each["position"] == one.position)
    assert found["best"] == list(one.best), one
    assert (found["wrong"], found["margin"]) == (one.wrong, one.margin), one
    assert tuple(found["solved"]) == one.solved, one
    print(one.position)
"""
    assert len(made(code).split()) >= 5


def test_an_interrupted_run_continues(tmp_path: Path) -> None:
    code = f"""
import json, pathlib
tool.KEPT = pathlib.Path({str(tmp_path)!r})
first = tool.candidates("try", 2)
(tool.KEPT / "try.jsonl").open("a").write('{{"deal": 2, "fou')
again = tool.candidates("try", 3)
timeless = lambda rows: [{{**row, "seconds": 0}} for row in rows]
print(json.dumps([timeless(first) == timeless(again[:2]), [row["deal"] for row in again]]))
"""
    assert json.loads(made(code)) == [True, [0, 1, 2]]


@pytest.mark.thorough
def test_the_whole_set_is_made_again_to_the_byte(tmp_path: Path) -> None:
    code = f"""
import pathlib, sys
tool.KEPT = pathlib.Path({str(tmp_path)!r})
tool.DATA = tool.KEPT / "made.tsv"
sys.argv = ["closed_problems.py"]
tool.main()
"""
    made(code)
    assert (tmp_path / "made.tsv").read_bytes() == DATA.read_bytes()
