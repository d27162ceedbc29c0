"""Running a tool of the build; what it says when it fails is why there is no runtime."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


class RuntimeUnavailable(Exception):
    """Why the site has to do without the engine in the browser; the message is one sentence."""


def run_tool(command: list[str], told: str | None = None) -> str:
    """Run a tool; return what it printed, or fail with its last words as the reason."""
    # A fixed date makes py_compile write hashes instead of times.
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "315532800"}
    done = subprocess.run(  # noqa: S603 - our own tools, by full path
        command, input=told, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        words = (done.stderr or done.stdout).strip().splitlines()[-12:]
        message = f"{Path(command[0]).name} failed: " + "\n".join(words)
        raise RuntimeUnavailable(message)
    return done.stdout
