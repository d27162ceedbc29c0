"""Search for the Node that makes the runtime: the npm package pinned in the lock file, or the system's.

The bytes of the memory snapshot depend on the version of Node, so it is pinned.
"""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

# `package-lock.json` has one package per platform, and npm installs the one that fits, if any.
PINNED: Final = "node-*/bin/node"


def node_version(node: Path | str) -> str:
    """Return the version of a Node executable, or "" if it does not run on this machine."""
    try:
        done = subprocess.run(  # noqa: S603 - a program that npm has installed, or the machine's
            [node, "--version"], capture_output=True, text=True, timeout=60, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


@cache
def pinned_node(npm: Path) -> str:
    """Return the path of the pinned Node among the npm packages, or "" if none runs here."""
    return next((str(one) for one in sorted(npm.glob(PINNED)) if node_version(one)), "")


def node_of(npm: Path) -> str:
    """Return the path of the Node to use, or "" if there is none."""
    return pinned_node(npm) or shutil.which("node") or ""
