"""The engine's tests pass in Pyodide, with the wheel, bytecode and interpreter of the pages."""

import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from website.runtime.runtime_files import runtime_folder

HERE = Path(__file__).parent
sys.path.append(str(HERE))

from case_selection import first  # noqa: E402 - found through the line above
from site_folders import PLACES  # noqa: E402 - as above

# Thousands of random games, which take minutes here. They look for errors in the rules, which do not depend
# on the interpreter; the other tests call the same functions.
LONG = (
    "declaration_census",
    "claims",
    "fuzz",
    "hostile_requests",
    "inference",
    "invented_rule_set",
    "knowledge",
    "invariants_of_rule_sets",
    "legal_actions",
    "games_by_requests",
)
# Tests that read sources, need files that the wheel for browsers omits, or play thousands of deals.
NOT_THERE = (
    "architecture",
    "exact_odds",
    "discard_verdicts",
    "solver_brute",
    "solver_canonical",
    "citations",
    "citation_formats",
    "examples",
    "time_estimate",
    "problems",
    "felt_captions",
    "equal_cards",
    "odds_tables",
    "irregularities",
    "numbered_state",
    "answer_matrix",
    "designs",
    "simulator",
)
# Tests for `make test-all` only. The browser tests send the same requests on real pages, or they check
# random texts and deals, or data instead of play. They take longer than all others together.
ON_PAGES = (
    "exercises",
    "play_exercises",
    "answer_verdicts",
    "sessions",
    "players",
    "table_requests",
    "review_requests",
    "trick_playback",
    "game_summary",
    "hints",
    "statistics",
    "loss_estimates",
    "rating_requests",
    "two_players",
    "what_if",
    "variation_lines",
    "mistakes",
    "score_keeper",
    "daily_deal",
    "challenge_requests",
    "coach",
    "discard_candidates",
    "discard_reasons",
    "mistake_practice",
    "opponent_mistakes",
    "problem_rating",
)
AT_RANDOM = (
    "notation",
    "notation_faults",
    "invariants",
    "exchange_order",
    "pulse",
    "deal_id",
    "exchange_counts",
    "deciding_hands",
    "sinking_and_looks",
    "solver",
    "solver_totals",
    "beliefs",
    "challenges",
)
ON_DATA = (
    "closed_problems",
    "library_discards",
    "source_audit",
    "answer_status",
    "traceability",
    "second_person",
    "rulesets",
    "library",
    "card_art",
)
CLOSING = re.compile(r"^=+ .*\b(\d+) passed(?:, (\d+) skipped)?.*=+$", re.MULTILINE)


@pytest.mark.pyodide
@pytest.mark.parametrize(
    ("left_out", "cases"),
    first(
        1,
        [
            ((*NOT_THERE, *LONG, *ON_PAGES, *AT_RANDOM, *ON_DATA), ("-m", "not thorough")),
            ((*NOT_THERE, *LONG), ()),
        ],
    ),
    ids=["some", "all"],
)
def test_engine_tests_pass_inside_pyodide(
    left_out: tuple[str, ...], cases: tuple[str, ...]
) -> None:
    node = shutil.which("node")
    assert node, "Node.js is missing: install Node 20 or later"
    script = HERE / "pyodide" / "run_in_pyodide.mjs"
    skipped = [f"--ignore=tests/engine/test_{name}.py" for name in left_out]
    assert all((HERE / one.removeprefix("--ignore=tests/")).is_file() for one in skipped)
    done = subprocess.run(
        [
            node,
            script,
            runtime_folder(PLACES),
            sysconfig.get_path("purelib"),
            "tests/engine",
            "--assert=plain",  # the folder is read-only, so asserts would be rewritten on each run
            *skipped,
            *cases,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    closing = CLOSING.search(done.stdout)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-4000:]
    assert closing, "no test ran inside Pyodide:\n" + done.stdout[-4000:]
    # The count equals the count on this machine; otherwise Pyodide did not find some tests.
    passed, left_out_there = (int(number or 0) for number in closing.groups())
    assert passed + left_out_there == collected([*skipped, *cases])


def collected(chosen: list[str]) -> int:
    """Return the number of engine tests that these options select."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "--assert=plain"]
    done = subprocess.run(
        [*command, "tests/engine", *chosen],
        capture_output=True,
        text=True,
        cwd=HERE.parent,
        check=True,
    )
    return sum("::" in line for line in done.stdout.splitlines())
