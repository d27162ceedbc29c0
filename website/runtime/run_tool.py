"""A runner for the tools that make the runtime."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


class RuntimeUnavailable(Exception):
    """An error whose message is the reason why the site has no runtime."""


def run_tool(command: list[str], told: str | None = None) -> str:
    """Run a tool and return its output. ``told`` is its standard input.

    Raises `RuntimeUnavailable` with the last lines of the tool's messages if it fails.
    """
    # With a fixed date, py_compile writes hashes instead of times.
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "315532800"}
    done = subprocess.run(  # noqa: S603 - our own tools, by full path
        command, input=told, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        words = (done.stderr or done.stdout).strip().splitlines()[-12:]
        message = f"{Path(command[0]).name} failed: " + "\n".join(words)
        raise RuntimeUnavailable(message)
    return done.stdout
