"""Build the packages of a release in build/dist (`make dist`); see docs/releasing.md.

    python tools/dist.py [TAG]

With a tag, the version must be that of the tag, and have a date in the changelog.

Each source archive is built from a copy of its folder, and each wheel from the source archive. The copy of the
extension gets the runtime for browsers. Two runs of one commit write the same bytes.
"""

from __future__ import annotations

import email.parser
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NoReturn

from packaging.metadata import Metadata

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from piquet_core import __version__
from website.build_paths import BuildPaths
from website.replay_folder import copy_runtime, runtime_notices

ROOT: Final = Path(__file__).resolve().parents[1]
DIST: Final = ROOT / "build" / "dist"
PACKAGES: Final = {"piquet_core": ROOT, "sphinx_piquet": ROOT / "extension"}
PLACES: Final = BuildPaths(
    checkout=ROOT,
    npm=ROOT / "node_modules",
    cache=ROOT / "build" / "cache" / "runtime",
    record_folder=ROOT / "docs" / "deals",
    own_static=ROOT / "docs" / "_static",
)
LARGEST_WHEEL: Final = 6_000_000  # bytes


def fail(text: str) -> NoReturn:
    """Print an error message and exit with code 1."""
    print(f"dist: {text}", file=sys.stderr, flush=True)
    raise SystemExit(1)


def say(text: str) -> None:
    """Print a progress message."""
    print(f"dist: {text}", flush=True)


def run(*command: str | Path, cwd: Path) -> None:
    """Run a command without the checkout on its path, or exit with its output if it fails.

    The files of archives are dated by the last commit, as in the Makefile.
    """
    hidden = ("PYTHONPATH", "VIRTUAL_ENV")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    environment.setdefault("SOURCE_DATE_EPOCH", last_commit())
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        fail(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")


@cache
def last_commit() -> str:
    """Return the time of the last commit in seconds since 1970."""
    command = ("git", "log", "-1", "--format=%ct")
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


# -- the parts ---------------------------------------------------------------------------------------


def add_runtime(extension: Path) -> None:
    """Add the runtime, and the licences of its parts, to a copy of the extension's folder."""
    target = extension / "sphinx_piquet" / "runtime"
    copy_runtime(target, PLACES)
    notices = runtime_notices(target, PLACES)
    (extension / "licenses" / "NOTICES.txt").write_text(notices, "utf-8", newline="\n")


def copy_of(name: str, folder: Path) -> Path:
    """Copy the committed files of a package into a folder, and return the path of the copy."""
    source, copy = PACKAGES[name], folder / name
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=source, capture_output=True, check=True
    ).stdout
    for path in filter(None, listed.decode().split("\0")):
        if (source / path).is_file():
            target = copy / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / path, target)
    if name == "sphinx_piquet":
        add_runtime(copy)
    return copy


@contextmanager
def unpacked(archive: Path) -> Iterator[Path]:
    """Provide the folder of an unpacked source archive."""
    with TemporaryDirectory() as folder, tarfile.open(archive) as members:
        members.extractall(folder, filter="data")
        (top,) = Path(folder).iterdir()
        yield top


def build(name: str, target: Path = DIST) -> tuple[Path, Path]:
    """Build both archives of a package, and return the paths of the source archive and the wheel."""
    target.mkdir(parents=True, exist_ok=True)
    backend = "from flit_core.buildapi import build_{0}; build_{0}({1!r})"
    with TemporaryDirectory() as folder:
        copy = copy_of(name, Path(folder))
        run(sys.executable, "-c", backend.format("sdist", str(target)), cwd=copy)
    archive = target / f"{name}-{__version__}.tar.gz"
    with unpacked(archive) as top:
        run(sys.executable, "-c", backend.format("wheel", str(target)), cwd=top)
    return archive, target / f"{name}-{__version__}-py3-none-any.whl"


# -- checks ------------------------------------------------------------------------------------------


def check_metadata(wheel: Path) -> None:
    """Check the metadata as an index does. The long description is Markdown without relative links."""
    with zipfile.ZipFile(wheel) as archive:
        (path,) = (one for one in archive.namelist() if one.endswith(".dist-info/METADATA"))
        text = archive.read(path)
    Metadata.from_email(text, validate=True)
    message = email.parser.BytesParser().parsebytes(text)
    if message["Description-Content-Type"] != "text/markdown" or "](../" in str(
        message.get_payload()
    ):
        fail(f"{wheel.name}: an index cannot show the long description")


def check_install(wheels: list[Path | str], program: str, *needs: str) -> None:
    """Install wheels and ``needs`` into a bare environment, and run a program there."""
    with TemporaryDirectory() as folder:
        home = Path(folder) / "environment"
        venv.create(home, with_pip=True)
        python = home / "bin" / "python"
        run(python, "-m", "pip", "install", "--quiet", *wheels, *needs, cwd=Path(folder))
        run(python, "-c", program, cwd=Path(folder))


def check_tests(archive: Path) -> None:
    """Run the tests that the library's source archive contains, on the library that it contains."""
    with unpacked(archive) as top:
        tests = (
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-m",
            "not thorough",
            "--numprocesses",
            "auto",
            "--dist",
            "loadfile",
            "tests/engine",
        )
        run(sys.executable, *tests, cwd=top)


def check_tag(tag: str, changelog: str) -> None:
    """Check that a tag names this version, and that its section of the changelog has a date."""
    if tag != f"v{__version__}":
        fail(f"the tag is {tag}, and the version {__version__}: the tag must be v{__version__}")
    heading = rf"^## {re.escape(__version__)}, \d+ \w+ \d{{4}}$"
    if not re.search(heading, changelog, re.MULTILINE):
        fail(f"CHANGELOG.md: give version {__version__} its date")


def main(tags: list[str]) -> None:
    """Build, check and list the archives."""
    for tag in tags:
        check_tag(tag, (ROOT / "CHANGELOG.md").read_text("utf-8"))
    shutil.rmtree(DIST, ignore_errors=True)
    archives, wheels = zip(*(build(name) for name in PACKAGES), strict=True)
    for wheel in wheels:
        check_metadata(wheel)
        say(f"{wheel.name}: {wheel.stat().st_size:,} bytes")
    if wheels[1].stat().st_size > LARGEST_WHEEL:
        fail(f"{wheels[1].name} has more than {LARGEST_WHEEL:,} bytes")
    check_install([wheels[0]], "import piquet_core; piquet_core.parse_hand('SA')")
    check_install([f"{wheels[0]}[pettingzoo]"], "from piquet_core.environments import piquet_v0")
    check_install([f"{wheels[0]}[lab]"], "import distributed, piquet_core.laboratory.running")
    check_install(
        list(wheels), "from sphinx_piquet.runtime import BUNDLED; next(BUNDLED.iterdir())"
    )
    say("the tests of the library, from its source archive")
    check_tests(archives[0])
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(DIST.iterdir())
    ]
    (DIST / "SHA256SUMS").write_text("".join(sums), "utf-8")
    say(f"{len(sums)} archives in {DIST.relative_to(ROOT)}")


if __name__ == "__main__":
    main(sys.argv[1:])
