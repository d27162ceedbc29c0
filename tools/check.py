"""The quick loop: whatever a rule set, a deal, an exercise or an opponent can break, and what each part cost.

    .venv/bin/python tools/check.py

The first failure ends it.  The tests left out look at what such a change cannot reach, or repeat what
these show at more length; `make test` runs them all.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# What holds the data to itself comes first; then what they are played, told and shown by.
ENGINE = (
    "rules rulesets rule_versions exercise_data census status options options_scores audit blank exchanges"
    " laws differences sheet architecture traceability library golden players playing door_games"
    " worked ab exercises exercises_play"
)
SITE = "rulesets_told books articles deal_list exercise_pages"
ROOT_TESTS = "chances cli check_command score_command repository"


def tests() -> list[str]:
    """Return the test files of the quick loop."""
    return [
        f"{folder}/test_{name}.py"
        for folder, names in (("tests/engine", ENGINE), ("tests/site", SITE), ("tests", ROOT_TESTS))
        for name in names.split()
    ]


def main() -> int:
    """Run the parts, print what each cost, and stop at the first that fails."""
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
            return code
    print(f"piquet: all is well, after {total:.0f} s of CPU; `make test` runs the rest")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
