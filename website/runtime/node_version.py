"""The Node that makes the parts of the engine: the pinned one that npm brought, or else the machine's own.

Another Node could leave other bytes in the memory that is kept, so the one that is used does not follow the machine.
"""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

# `package-lock.json` has one package for each kind of machine, and npm installs the one that fits, if any.
PINNED: Final = "node-*/bin/node"


def node_version(node: Path | str) -> str:
    """Return what a Node says of its version; nothing if it does not run on this machine."""
    try:
        done = subprocess.run(  # noqa: S603 - a program that npm has installed, or the machine's
            [node, "--version"], capture_output=True, text=True, timeout=60, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


@cache
def pinned_node(npm: Path) -> str:
    """Return the pinned Node among the npm packages; nothing where none of them runs on this machine."""
    return next((str(one) for one in sorted(npm.glob(PINNED)) if node_version(one)), "")


def node_of(npm: Path) -> str:
    """Return the Node that makes the parts; nothing where there is none at all."""
    return pinned_node(npm) or shutil.which("node") or ""
