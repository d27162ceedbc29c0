"""The source checkout that contains the package, and the time of its last commit."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The source tree. For an installed package, a folder without any of its files."""


def last_commit(root: Path) -> str:
    """Return the time of the last commit in seconds since 1970; "" if ``root`` is not a checkout."""
    if not (root / ".git").exists():
        return ""  # git itself would search the parent folders as well
    command = ["git", "-C", str(root), "log", "-1", "--format=%ct"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError:
        return ""
    return done.stdout.strip()
