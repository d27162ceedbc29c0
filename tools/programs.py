"""Find the programs that some tests need, and install missing ones.

    python tools/programs.py [--install] biber java nginx apache2 …

With --install, as root on Debian, it installs a missing program from Debian's packages. Otherwise, or if
that fails, one line says what to install, and the exit code is 1.

Standard library only, and written for Python 3.8: it runs before .venv exists.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

# By command: Debian's package, and its purpose.
PROGRAMS = {
    "biber": ("biber", "checks our BibTeX against biblatex's data model"),
    "java": ("default-jre-headless", "runs epubcheck over the book"),
    "nginx": ("nginx-light", "serves the site by our file for it"),
    "apache2": ("apache2-bin", "serves the site by our file for it"),
    "firefox": ("firefox-esr", "walks through the site as some readers do"),
    "WebKitWebDriver": ("webkit2gtk-driver", "walks through the site as some readers do"),
    "xvfb-run": ("xvfb", "gives WebKit a screen"),
}


def debian_root() -> bool:
    """Return whether this process can install Debian packages: it runs as root on Debian.

    Ubuntu does not count, because its browser package only points to a snap.
    """
    try:
        release = Path("/etc/os-release").read_text(encoding="utf-8")
    except OSError:
        return False
    debian = any(line.strip() in ("ID=debian", 'ID="debian"') for line in release.splitlines())
    return debian and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(*packages: str) -> None:
    """Install Debian packages. The output goes to stderr, because a caller may read stdout."""
    print("piquet: installing Debian's " + ", ".join(packages), file=sys.stderr, flush=True)
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    for command in (
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages],
    ):
        subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False
        )


def missing(names: list[str]) -> list[str]:
    """Return those of the named programs that are not on PATH."""
    return [name for name in names if shutil.which(name) is None]


def main(arguments: list[str]) -> int:
    """Check the programs named on the command line, and print a line for each that is missing."""
    names = [name for name in arguments if name != "--install"]
    unknown = [name for name in names if name not in PROGRAMS]
    if unknown or not names:
        print("piquet: usage: programs.py [--install] " + " ".join(PROGRAMS), file=sys.stderr)
        return 2
    wanted = missing(names)
    if wanted and "--install" in arguments and debian_root():
        install(*(PROGRAMS[name][0] for name in wanted))
        wanted = missing(names)
    for name in wanted:
        package, purpose = PROGRAMS[name]
        print(
            f"piquet: no {name} found, which {purpose}: install it"
            f" (Debian: apt-get install {package})",
            file=sys.stderr,
        )
    return 1 if wanted else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
