"""``make bench``: run every benchmark module beside this file and print what it measured.

A benchmark is a module with ``run() -> list[tuple[str, str]]``: rows of a name and a figure. To add
one, add a file. To run only some, name them on the command line: ``run.py engine``.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main(argv: list[str]) -> int:
    """Run the named benchmarks, or all; report a failure and continue."""
    sys.path[:0] = [str(HERE), str(HERE.parents[1])]
    known = sorted(path.stem for path in HERE.glob("*.py") if path.stem != "run")
    if unknown := [name for name in argv if name not in known]:
        print(f"no benchmark {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    failed = False
    for name in argv or known:
        print(name, flush=True)
        try:
            rows = importlib.import_module(name).run()
        except Exception as error:  # noqa: BLE001 - the next benchmark must still run
            print(f"  failed: {type(error).__name__}: {error}", file=sys.stderr)
            failed = True
            continue
        for what, figure in rows:
            print(f"  {what:<44} {figure:>24}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
