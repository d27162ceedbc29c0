"""Find a Chromium for the browser tests and print its path.

    python tools/browser.py [--install]

It takes the first of these that runs: the program in the variable CHROMIUM, Playwright's downloads, the
system's Chromium or Chrome. Among downloads, and among programs of the system, it prefers the headless shell,
which opens a page at a third of the cost. With --install, as root on Debian, it installs the headless shell
if it would otherwise find another browser or none. If there is no browser in the end, it prints instructions.
"""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from programs import debian_root, install

SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def candidates() -> Iterator[str]:
    """Yield paths at which a Chromium may be, the preferred ones first. Some may be ""."""
    if os.environ.get("CHROMIUM"):
        yield os.environ["CHROMIUM"]
    own = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    for cache in [own] if own else ["~/.cache/ms-playwright", "~/Library/Caches/ms-playwright"]:
        for tail in (
            "chromium_headless_shell-*/chrome-*/*headless[-_]shell",
            "chromium-*/chrome-linux*/chrome",
            "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
        ):
            yield from sorted(glob.glob(os.path.expanduser(cache) + "/" + tail), reverse=True)
    for name in NAMES:
        yield shutil.which(name) or ""
    yield "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    yield "/Applications/Chromium.app/Contents/MacOS/Chromium"


def find() -> str | None:
    """Return the path of the first candidate that runs, or None."""
    for path in candidates():
        if path and os.access(path, os.X_OK):
            try:
                done = subprocess.run(
                    [path, "--version"],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    timeout=60,
                    check=False,
                )
            except (OSError, subprocess.TimeoutExpired):
                continue
            if done.returncode == 0:
                return path
    return None


def main() -> int:
    """Print the path of a Chromium and return 0. If there is none, print an error message and return 1."""
    path = find()
    wanted = path is None or ("CHROMIUM" not in os.environ and "shell" not in Path(path).name)
    if wanted and "--install" in sys.argv[1:] and debian_root():
        install(SHELL, "fonts-dejavu-core")
        path = find()
    if path is None:
        print(
            f"piquet: no Chromium or Chrome found: install one (Debian: apt-get install {SHELL}), "
            "run `.venv/bin/playwright install chromium`, or name it in CHROMIUM",
            file=sys.stderr,
        )
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
