"""Run the quick checks for a new rule set, deal, exercise or opponent, and print the CPU time of each.

    .venv/bin/python tools/check.py

The run stops at the first failure.  It leaves out tests that such a change cannot affect, and long
variants of other tests.  `make test` runs all of them.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Tests of the data come first, then tests of what is computed and printed from the data.
ENGINE = (
    "rules rulesets rule_versions exercise_data declaration_census answer_status options"
    " options_scores source_audit carte_blanche exchange_counts invariants differences"
    " architecture traceability library golden players sessions table_requests"
    " examples deal_a_versus_b exercises play_exercises"
)
SITE = (
    "rule_set_sheet rule_set_pages rule_set_directives article_directive deal_list exercise_pages"
)
ROOT_TESTS = "chances cli check_command score_command laboratory_questions repository"


def tests() -> list[str]:
    """Return the paths of the quick test files."""
    return [
        f"{folder}/test_{name}.py"
        for folder, names in (("tests/engine", ENGINE), ("tests/site", SITE), ("tests", ROOT_TESTS))
        for name in names.split()
    ]


def main() -> int:
    """Run the quick checks up to the first failure, print the CPU time of each, and return the exit code."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    python = sys.executable
    parts = {
        "format": [python, "-m", "ruff", "format", "--check", "--quiet", "."],
        "lint": [python, "-m", "ruff", "check", "--quiet", "."],
        "types": [python, "-m", "mypy", "--no-error-summary"],
        "words": [python, "tools/prose.py"],
        "tests": [python, "-m", "pytest", "-q", "-x", "-m", "not thorough and not wide", *tests()],
    }
    total = 0.0
    for name, command in parts.items():
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cost = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        total += cost
        print(f"piquet: {name}: {cost:.0f} s of CPU", flush=True)
        if code:
            print(f"piquet: {name} failed; `make check` stops here", file=sys.stderr)
            if name == "format":
                print("piquet: run `.venv/bin/python -m ruff format .`", file=sys.stderr)
            return code
    print(f"piquet: all checks passed, after {total:.0f} s of CPU; `make test` runs the rest")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
