"""Find a Chromium for the browser tests and print its path.

    python tools/browser.py [--install]

Order: the variable CHROMIUM, Playwright's own download, Chromium or Chrome of the system.  With
--install, and as root on Debian, a missing one is installed; otherwise one line says what to do.
"""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def candidates() -> Iterator[str]:
    """Paths where a Chromium may lie, the wanted one first."""
    if os.environ.get("CHROMIUM"):
        yield os.environ["CHROMIUM"]
    own = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    for cache in [own] if own else ["~/.cache/ms-playwright", "~/Library/Caches/ms-playwright"]:
        base = os.path.expanduser(cache) + "/chromium-*/"
        for tail in ("chrome-linux*/chrome", "chrome-mac*/*.app/Contents/MacOS/*"):
            yield from sorted(glob.glob(base + tail), reverse=True)
    for name in NAMES:
        yield shutil.which(name) or ""
    yield "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    yield "/Applications/Chromium.app/Contents/MacOS/Chromium"


def find() -> str | None:
    """The first candidate that runs, else None."""
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


def debian_root() -> bool:
    """Whether we may install Debian's own package (Ubuntu's is only a pointer to a snap)."""
    try:
        release = Path("/etc/os-release").read_text(encoding="utf-8")
    except OSError:
        return False
    debian = any(line.strip() in ("ID=debian", 'ID="debian"') for line in release.splitlines())
    return debian and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install() -> None:
    """Debian's Chromium; its output goes to stderr, since our stdout is the path."""
    print("piquet: no browser here; installing Debian's chromium", file=sys.stderr, flush=True)
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    for command in (
        ["apt-get", "update", "-qq"],
        [
            "apt-get",
            "install",
            "-y",
            "-qq",
            "--no-install-recommends",
            "chromium",
            "fonts-dejavu-core",
        ],
    ):
        subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False
        )


def main() -> int:
    """Print the path, or say in one line what is missing."""
    path = find()
    if path is None and "--install" in sys.argv[1:] and debian_root():
        install()
        path = find()
    if path is None:
        print(
            "piquet: no Chromium or Chrome found: install one (Debian: apt-get install chromium), "
            "run `.venv/bin/playwright install chromium`, or name it in CHROMIUM",
            file=sys.stderr,
        )
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
