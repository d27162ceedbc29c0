"""Build the site or the book, and never reuse the output of an interrupted build.

    python tools/build.py html      the site, in build/html
    python tools/build.py epub      the book, in build/epub

A finished build writes a stamp, build/stamp.json: its inputs, and a digest of every file that it read into
build/doctrees or wrote. The next build first removes the stamp, so an interrupted build has none.

- If nothing has changed since the stamp, nothing is done.
- If an article has changed, it is read and written again, with the pages that depend on it
  (`website/incremental.py`).
- If a style, a script or a template has changed, or a page is truncated, changed or missing, all
  pages are written again without reading.
- If there is no stamp, or anything else differs (code, data, configuration, environment, the list
  of articles, or a file that an earlier build read), everything is made again.

The result is always, byte for byte, that of a build in an empty folder. This needs only the standard
library: Sphinx runs as from the command line.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import distributions
from pathlib import Path
from threading import Thread

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
STAMP = BUILD / "stamp.json"
DOCTREES = BUILD / "doctrees"  # the pickled doctrees, from which site and book are written
BUILDERS = ("html", "epub")
SPHINX = ("--jobs", "auto", "--nitpicky", "--fail-on-warning", "--keep-going")

# Inputs that shape pages. Sphinx knows the effect of an article.
ARTICLES = ("index.md", "docs/**/*.md", "tutorials/**/*.md")
TESTS = ("tests/**/test_*.py",)
# Every page names styles and scripts with their digests, but need not be read again for them.
DRESS = (
    "docs/_static/**/*",
    "docs/_templates/**/*",
    "extension/sphinx_piquet/static/**/*",
    "website/static/**/*",
)
# The other files of these folders may affect anything.
OTHERS = (
    "conf.py",
    "CHANGELOG.md",
    "LICENSE",
    "pyproject.toml",
    "package-lock.json",
    "requirements/*.txt",
    "docs/**/*",
    "tutorials/**/*",
    "piquet_core/**/*",
    "extension/**/*",
    "website/**/*",
    "tools/build.py",
)
FULL = (errno.ENOSPC, errno.EDQUOT)
"""Errors of a disk, or a quota, that is full."""
VARIABLES = ("SOURCE_DATE_EPOCH", "PIQUET_", "READTHEDOCS")

Digests = dict[str, str]
"""Path below the root -> digest of the content."""


@dataclass(frozen=True)
class Stamp:
    """The inputs and outputs of a finished build, as digests.

    ``frame`` covers everything that may change all pages, ``light`` the articles and test files,
    ``dress`` the styles, scripts and templates. ``doctrees`` are the parsed articles. ``outputs``
    has the output files of each builder.
    """

    frame: str = ""
    light: Digests = field(default_factory=dict)
    dress: Digests = field(default_factory=dict)
    doctrees: Digests = field(default_factory=dict)
    outputs: dict[str, Digests] = field(default_factory=dict)


def digests(paths: Iterable[Path]) -> Digests:
    """Return the digest of each file, by path relative to the root of the repository."""
    found = {}
    for path in sorted(set(paths)):
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        found[path.relative_to(ROOT).as_posix()] = digest
    return found


def files(*patterns: str) -> Iterator[Path]:
    """Yield the files that match any of the patterns, except caches and hidden files."""
    for pattern in patterns:
        for path in ROOT.glob(pattern):
            if path.is_file() and "__pycache__" not in path.parts and path.name[0] != ".":
                yield path


def below(folder: Path) -> Digests:
    """Return the digest of every file in a folder and its subfolders."""
    return digests(path for path in folder.rglob("*") if path.is_file())


def frame(articles: Iterable[str], environment: Mapping[str, str]) -> str:
    """Return a common digest of everything that may change every page, including the list of articles.

    ``environment`` are the environment variables, of which only some matter.
    """
    own = {name: value for name, value in environment.items() if name.startswith(VARIABLES)}
    heavy = set(files(*OTHERS)) - set(files(*ARTICLES, *DRESS))
    installed = sorted({f"{one.name}=={one.version}" for one in distributions()})
    shapes = [sys.version, installed, str(ROOT), *SPHINX, own, sorted(articles), digests(heavy)]
    return hashlib.sha256(json.dumps(shapes, sort_keys=True).encode()).hexdigest()


def sources() -> Stamp:
    """Return the present inputs of a build as a stamp without outputs."""
    articles = digests(files(*ARTICLES))
    light = {**articles, **digests(files(*TESTS))}
    return Stamp(frame(articles, os.environ), light, digests(files(*DRESS)))


def date_pages() -> None:
    """Set SOURCE_DATE_EPOCH to the date of the last commit, unless the environment already has it."""
    asked = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if asked.returncode == 0 and asked.stdout.strip():
        os.environ.setdefault("SOURCE_DATE_EPOCH", asked.stdout.strip())


def read() -> Stamp:
    """Return the stamp of the last build, or an empty one if there is none, as after an interruption."""
    try:
        return Stamp(**json.loads(STAMP.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return Stamp()


def write(stamp: Stamp) -> None:
    """Write a stamp to build/stamp.json atomically."""
    new = STAMP.with_suffix(".new")
    new.write_text(json.dumps(asdict(stamp)), "utf-8")
    new.replace(STAMP)


def backdated(changed: Iterable[str]) -> bool:
    """Return whether any of the ``changed`` files is older than the last build.

    Sphinx compares times, so it would consider such a file unchanged.
    """
    finished = STAMP.stat().st_mtime
    return any((ROOT / name).stat().st_mtime <= finished for name in changed)


def sphinx(builder: str) -> int:
    """Run a builder of Sphinx and return its exit code; raise `OSError` if the disk is full.

    Without the exception, Sphinx would print a report of sixty lines and ask for a bug report.
    """
    command = [sys.executable, "-m", "sphinx", *SPHINX, "-d", str(DOCTREES), "-b", builder]
    command += ["-q"] if builder == "epub" else []
    command += [".", str(BUILD / builder)]
    report: list[str] = []
    with subprocess.Popen(
        command, cwd=ROOT, stderr=subprocess.PIPE, encoding="utf-8", errors="replace"
    ) as process:
        assert process.stderr is not None
        reader = Thread(target=relay, args=(process.stderr, report), daemon=True)
        reader.start()
        try:
            code = process.wait()
        except BaseException:
            process.kill()
            raise
        reader.join(timeout=5)  # a child of Sphinx may keep the pipe open
    if code and (full := disk_error("".join(report))):
        raise full
    sys.stderr.writelines(report)
    return code


def relay(lines: Iterable[str], report: list[str]) -> None:
    """Print the stderr of Sphinx line by line, up to the first blank line, and append the rest to ``report``.

    Sphinx begins its report of an exception with a blank line.
    """
    for line in lines:
        if report or not line.strip():
            report.append(line)
        else:
            print(line, end="", file=sys.stderr, flush=True)


def disk_error(report: str) -> OSError | None:
    """Return an OSError if a report of Sphinx says that the disk is full, otherwise None."""
    for number in FULL:
        if os.strerror(number).lower() in report.lower():  # Node writes it in lower case
            return OSError(number, os.strerror(number))
    return None


def build(builder: str) -> int:
    """Build all outputs that are out of date with a builder of Sphinx, and return its exit code."""
    output, old, now = BUILD / builder, read(), sources()
    doctrees = below(DOCTREES)
    read_whole = old.frame == now.frame and old.doctrees == doctrees
    same_dress = read_whole and old.dress == now.dress
    written_whole = same_dress and old.outputs.get(builder) == below(output)
    changed = [
        name
        for name in now.light
        if name.endswith(".md") and old.light.get(name) != now.light[name]
    ]
    if written_whole and old.light == now.light:
        print(f"piquet: {output.relative_to(ROOT)} is up to date")
        return 0
    if read_whole and backdated(changed):
        read_whole = written_whole = False
    # From here to the end of the build, no stamp exists.
    STAMP.unlink(missing_ok=True)
    for folder, whole in ((DOCTREES, read_whole), (output, written_whole)):
        if not whole:
            shutil.rmtree(folder, ignore_errors=True)
    code = sphinx(builder)
    # A source that changed meanwhile may be in some pages and not in others, so no stamp is written.
    if code == 0 and sources() == now:
        # Our stamp replaces Sphinx's own, which would differ between folders.
        (output / ".buildinfo").unlink(missing_ok=True)
        now = replace(now, doctrees=below(DOCTREES), outputs={builder: below(output)})
        # Results of other builders stay valid, however Sphinx recorded its files.
        if (old.frame, old.light, old.dress) == (now.frame, now.light, now.dress):
            now.outputs.update({**old.outputs, **now.outputs})
        write(now)
    return code


def main(arguments: list[str]) -> int:
    """Build the target named on the command line."""
    if len(arguments) != 1 or arguments[0] not in BUILDERS:
        print(f"piquet: usage: build.py {' | '.join(BUILDERS)}", file=sys.stderr)
        return 2
    BUILD.mkdir(exist_ok=True)
    date_pages()
    with (BUILD / "lock").open("w") as lock:  # two concurrent builds would overwrite each other
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            return build(arguments[0])
        except OSError as error:
            if error.errno not in FULL:
                raise
            said = f"{error.strerror}: free some room where {BUILD} is, and build again"
            print(f"\npiquet: {said}", file=sys.stderr)
            return 2


if __name__ == "__main__":
    try:
        raise SystemExit(main(sys.argv[1:]))
    except KeyboardInterrupt:  # the stamp is already removed, so nothing needs cleaning up
        print("\npiquet: interrupted; the next build makes everything again", file=sys.stderr)
        raise SystemExit(130) from None
