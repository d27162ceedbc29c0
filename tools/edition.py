"""Freeze an edition, or assemble all editions (`make publish`); see docs/releasing.md.

    python tools/edition.py freeze VERSION DATE   list the addresses that this edition promises
    python tools/edition.py assemble              the current site and every edition, in build/site

An edition is the commit that added its list, docs/editions/VERSION.txt. No hash has to be known before the
commit and no tag is needed after it, so list and content always match.
"""

from __future__ import annotations

import argparse
import hashlib
import html
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NoReturn

sys.path.append(str(Path(__file__).resolve().parent))

from addresses import Site
from atomic_files import write_whole

from piquet_core.publication import home_address

ROOT = Path.cwd()
LISTS = Path("docs/editions")
MOVED = LISTS / "moved.txt"
RUNTIME = "_static/piquet"
HEAD = re.compile(r"# Edition (\S+), (\d{4}-\d\d-\d\d)")
VERSION = re.compile(r"^__version__ = \"([^\"]+)\"", re.MULTILINE)
# Tools with the same lock as an edition are not installed again for it.
TOOLS = {
    ".venv": ("requirements/site.txt", "requirements/dev.txt", "pyproject.toml"),
    "node_modules": ("package-lock.json",),
}


def fail(text: str) -> NoReturn:
    """Print an error message and exit with code 1."""
    print(f"edition: {text}", file=sys.stderr, flush=True)
    raise SystemExit(1)


def say(text: str) -> None:
    """Print a progress message."""
    print(f"edition: {text}", flush=True)


def git(*words: str, cwd: Path = ROOT) -> str:
    """Return the output of a git command, or exit if it fails."""
    done = subprocess.run(["git", *words], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        fail(f"git {words[0]} failed: {done.stderr.strip()}")
    return done.stdout.strip()


# -- the lists ---------------------------------------------------------------------------------------


def lists() -> dict[str, Path]:
    """Return the file that lists the addresses of each published edition, by version."""
    return {path.stem: path for path in sorted(LISTS.glob("*.txt")) if path.name != MOVED.name}


def addresses(path: Path) -> list[str]:
    """Return the addresses in the list of an edition. Exit if its first line is not the edition's heading."""
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    named = HEAD.fullmatch(head)
    if not named or named[1] != path.stem:
        fail(f"{path}: the first line must be '# Edition {path.stem}, YYYY-MM-DD'")
    return [line for line in lines if line.strip()]


def moved() -> dict[str, str]:
    """Return the new address of every address that has moved, by old address."""
    if not MOVED.is_file():
        return {}
    pairs: dict[str, str] = {}
    for number, line in enumerate(MOVED.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("# "):
            continue
        words = line.split()
        if len(words) != 2:
            fail(f"{MOVED}:{number}: a line names two addresses, the old one and the new one")
        pairs[words[0]] = words[1]
    return pairs


def broken(site: Site, promised: Iterable[str], gone: Mapping[str, str]) -> list[str]:
    """Return the promised addresses that a site neither contains nor redirects.

    ``gone`` maps moved addresses to new ones.
    """
    return [
        address
        for address in promised
        if not site.has(address) and not (address in gone and site.has(gone[address]))
    ]


def source_version() -> str:
    """Return the version in the present source files."""
    found = VERSION.search(Path("piquet_core/__init__.py").read_text(encoding="utf-8"))
    return found[1] if found else ""


# -- freeze ------------------------------------------------------------------------------------------


def freeze(version: str, date: str) -> None:
    """Write the list of an edition's addresses, taken from the site in build/html.

    Committing the list publishes the edition.
    """
    path = LISTS / f"{version}.txt"
    if not HEAD.fullmatch(f"# Edition {version}, {date}"):
        fail(f"not a version and a date (YYYY-MM-DD): {version} {date}")
    if path.exists():
        fail(f"{path} exists: an edition is frozen once")
    if version != source_version():
        fail(f"the sources are of version {source_version()}, not {version}")
    if git("status", "--porcelain"):
        fail("the working tree has changes: commit them first, an edition is a commit")
    built = Path("build/html")
    if not (built / "index.html").is_file():
        fail("build/html holds no site: run `make html` first")
    promised = list(Site(built).citable())
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, f"# Edition {version}, {date}\n" + "\n".join(promised) + "\n")
    say(f"{path} lists {len(promised)} addresses; commit it and the edition is published")


# -- assemble ----------------------------------------------------------------------------------------


def commit_of(version: str, path: Path) -> str:
    """Return the commit that added the list of an edition.

    Exit if the list is not committed or was changed later.
    """
    if git("rev-parse", "--is-shallow-repository") == "true":
        fail("this clone has no full history: fetch it (git fetch --unshallow)")
    found = git("log", "--diff-filter=A", "--format=%H", "--", str(path)).splitlines()
    if not found:
        fail(f"{path} is not committed: edition {version} has no commit yet")
    if git("log", "--diff-filter=M", "--format=%H", "--", str(path)):
        fail(f"{path} was changed after its commit: an edition is frozen")
    return found[-1]


def frozen(version: str, commit: str, cache: Path) -> Path:
    """Return the folder with an edition's site. Build it if it is not in the cache.

    The site is built from the edition's commit with the tools of that commit. The cache is by
    commit and base URL.
    """
    home = home_address(os.environ)
    kept = cache / f"{commit}-{hashlib.sha256(home.encode()).hexdigest()[:8]}"
    if kept.is_dir():
        say(f"{version}: kept from before, {commit[:12]}")
        return kept
    say(f"{version}: building from {commit[:12]}")
    tree = Path("build/editions") / version
    git("worktree", "prune")
    if tree.exists():
        git("worktree", "remove", "--force", str(tree))
    git("worktree", "add", "--detach", str(tree), commit)
    try:
        for folder, locks in TOOLS.items():
            own = Path(folder)
            if own.is_dir() and all(same(Path(lock), tree / lock) for lock in locks):
                (tree / folder).symlink_to(own.resolve())
        build(tree, version)
        cache.mkdir(parents=True, exist_ok=True)
        shutil.move(tree / "build" / "html", kept)
    finally:
        git("worktree", "remove", "--force", str(tree))
    return kept


def build(tree: Path, version: str) -> None:
    """Run ``make html`` of an edition, whose sources are in ``tree``. Exit if it fails."""
    passed = (
        "MAKEFLAGS",
        "MAKELEVEL",
        "MFLAGS",
        "SOURCE_DATE_EPOCH",
    )  # these variables concern this tree
    environment = {name: value for name, value in os.environ.items() if name not in passed}
    environment["PIQUET_FROZEN"] = version
    environment["PIQUET_HOME"] = home_address(
        os.environ
    )  # the edition may have been published since
    if subprocess.run(["make", "html"], cwd=tree, env=environment, check=False).returncode != 0:
        fail(f"edition {version} does not build")


def same(one: Path, other: Path) -> bool:
    """Return whether two files exist and have the same content."""
    return one.is_file() and other.is_file() and one.read_bytes() == other.read_bytes()


def redirect(site: Path, gone: Mapping[str, str]) -> None:
    """Write a redirect page at each moved address whose page no longer exists.

    ``gone`` maps moved addresses to new ones. Each moved part of a page has a link of its own.
    """
    pages: dict[str, list[tuple[str, str]]] = {}
    for old, new in gone.items():
        path, _, anchor = old.partition("#")
        if not (site / path).exists():
            pages.setdefault(path, []).append((anchor, new))
    for path, parts in pages.items():
        up = "../" * path.count("/")
        whole = html.escape(up + dict(parts).get("", parts[0][1].partition("#")[0]))
        links = "".join(
            f"<p{f' id={chr(34)}{html.escape(anchor)}{chr(34)}' if anchor else ''}>"
            f'<a href="{html.escape(up + new)}">{html.escape(new)}</a></p>\n'
            for anchor, new in parts
        )
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(
            '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Moved</title>'
            '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">'
            f'<meta http-equiv="refresh" content="0; url={whole}"></head>\n'
            f"<body><h1>This page has moved</h1>\n{links}</body></html>\n",
            encoding="utf-8",
        )


def without_image(site: Path) -> str:
    """Return an error message if a site lacks the memory snapshot of the engine, otherwise ""."""
    manifest = site / RUNTIME / "manifest.json"
    try:
        image = json.loads(manifest.read_text(encoding="utf-8")).get("image", "")
    except FileNotFoundError:
        return f"{manifest} is missing: no page of the site has an engine"
    if not image:
        return f"{manifest} names no image of the engine: every start would take four times as long"
    return "" if (manifest.parent / image).is_file() else f"{manifest.parent / image} is missing"


def assemble() -> None:
    """Create build/site from the current site and all editions, and check every promised address."""
    site, found, gone = Path("build/site"), lists(), moved()
    commits = {version: commit_of(version, path) for version, path in found.items()}
    now = commits.get(source_version())
    if now and now != git("rev-parse", "HEAD"):
        fail(f"version {source_version()} is published: raise it, the sources have gone on")
    if lacks := without_image(Path("build/html")):
        fail(f"{lacks}; `make html` says why")
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree("build/html", site)
    redirect(site, gone)
    faults = []
    for version, path in found.items():
        copy = site / "editions" / version
        shutil.copytree(frozen(version, commits[version], Path("build/cache/editions")), copy)
        promised = addresses(path)
        faults += [
            f"edition {version} lacks {one} itself" for one in broken(Site(copy), promised, {})
        ]
        faults += [
            f"edition {version} promised {one}, which is gone and not in {MOVED}"
            for one in broken(Site(site), promised, gone)
        ]
    if faults:
        fail("\nedition: ".join(faults))
    say(
        f"{site} has the current pages and {len(found)} edition(s); every promised address is there"
    )


def main() -> None:
    """Run the subcommand named on the command line."""
    parser = argparse.ArgumentParser(description="Freeze an edition, or assemble all of them.")
    acts = parser.add_subparsers(dest="act", required=True)
    one = acts.add_parser("freeze", help="list what the edition promises")
    one.add_argument("version")
    one.add_argument("date", help="YYYY-MM-DD")
    acts.add_parser("assemble", help="the current site and every edition, in build/site")
    options = parser.parse_args()
    if options.act == "freeze":
        freeze(options.version, options.date)
    else:
        assemble()


if __name__ == "__main__":
    main()
