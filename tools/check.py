"""The quick loop: whatever a rule set, a deal, an exercise or an opponent can break, and what each part cost.

    .venv/bin/python tools/check.py

The tests left out here look at what such a change cannot reach; `make test` runs them all.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Of tests/engine all but these, which are about the machinery and not about any data.
ELSEWHERE = (
    "fuzz",  # hostile texts
    "notation",  # the grammar
    "perft",  # counts of the openings of known rule sets
    "pulse",  # signs of life
    "verdicts",  # the wording of verdicts
    "vectors",  # the published test vectors
    "odds",  # exact chances
    "claims",
    "card_art",
)
SITE = ("articles", "books", "deal_list", "exercise_pages", "replay", "rulesets_told")
ROOT_TESTS = ("api", "cli", "compare", "prose", "repository", "schema")


def tests() -> list[str]:
    """Return the test files of the quick loop."""
    left_out = {f"test_{name}.py" for name in ELSEWHERE}
    engine = sorted((ROOT / "tests/engine").glob("test_*.py"))
    chosen = [path for path in engine if path.name not in left_out]
    chosen += [ROOT / f"tests/site/test_{name}.py" for name in SITE]
    chosen += [ROOT / f"tests/test_{name}.py" for name in ROOT_TESTS]
    return [path.relative_to(ROOT).as_posix() for path in chosen]


def main() -> int:
    """Run the parts, print what each cost, and stop at the first that fails."""
    python = sys.executable
    parts = {
        "format": [python, "-m", "ruff", "format", "--check", "--quiet", "."],
        "lint": [python, "-m", "ruff", "check", "--quiet", "."],
        "types": [python, "-m", "mypy", "--no-error-summary"],
        "words": [python, "tools/prose.py"],
        "tests": [python, "-m", "pytest", "-q", "-m", "not thorough", *tests()],
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
