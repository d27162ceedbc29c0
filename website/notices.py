"""The licence notices of third-party files: ``_static/piquet/NOTICES.txt``.

`notices.toml` assigns files to owners and locates each licence, in the package of the file if
possible. A file without an owner, or a missing licence, fails the build.
"""

from __future__ import annotations

import json
import re
import shutil
import sysconfig
import tomllib
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet.cache import NO_CACHE, BuildCache, cache_of
from sphinx_piquet.pages import PAGES
from website.build_paths import BuildPaths, add_path_values, build_paths
from website.runtime.runtime_files import LIBRARY, LOCK
from website.static_files import STATIC_FOLDERS

HERE: Final = Path(__file__).resolve().parent
DATA: Final = HERE / "notices.toml"
TEXTS: Final = HERE / "licences"
PLACE: Final = "_static/piquet"
NAME: Final = "NOTICES.txt"

# Files made from our sources. With the sources they are ours; all else in `_static/` is not.
OUR_FILES: Final = (
    "_static/finds.json",
    "_static/glossary.json",
    "_static/offline.json",
    "_static/script-*.js",
    "_static/sheet-*.css",
    "_static/share.png",
    "_static/shared/*.png",
    "_static/icon-*.png",
    "_static/piquet-replay.zip",  # has notices of its own
    "_static/piquet/manifest.json",
    "_static/piquet/engine-*/*",
    "_static/piquet/LICENSE.txt",
    f"{PLACE}/{NAME}",
)

RULE: Final = "=" * 100  # a separator, longer than any inside a licence
HEAD: Final = """\
What this site carries of other people's work
=============================================

Our own work is under the licences in LICENSE.txt beside this file.  What follows is the work of
others, under theirs.  Each part says what it is, who made it, where its source lies, and which files
hold it; the texts of the licences stand at the end.
"""


class NoticeError(SphinxError):
    """A file without an owner, or a missing licence."""

    category = "Notices"


@dataclass(frozen=True)
class CopiedPart:
    """A third-party work and the files of a site that contain parts of it."""

    name: str
    holds: str
    by: str
    licence: str
    source: str
    text: str
    files: tuple[str, ...]
    version: str = ""

    def found_in(self, files: Iterable[str]) -> list[str]:
        """Return those of ``files`` that contain parts of the work."""
        return [file for file in files if any(matches_pattern(file, part) for part in self.files)]


def copied_parts(path: Path = DATA) -> list[CopiedPart]:
    """Return all third-party works that a site may contain, as listed in `notices.toml`."""
    rows = tomllib.loads(path.read_text("utf-8"))["part"]
    return [CopiedPart(**{**row, "files": tuple(row["files"])}) for row in rows]


def matches_pattern(file: str, pattern: str) -> bool:
    """Return whether a path matches a pattern.

    ``*`` does not match a slash. ``/**`` at the end matches everything in a folder.

    >>> matches_pattern("a/b.js", "a/*.js"), matches_pattern("a/b/c.js", "a/*.js"), matches_pattern("a/b/c.js", "a/**")
    (True, False, True)
    """
    if pattern.endswith("/**"):
        return file.startswith(pattern[:-2])
    return file.count("/") == pattern.count("/") and fnmatchcase(file, pattern)


# -- where a version and a text come from ----------------------------------------------------------


def part_version(part: CopiedPart, files: Iterable[Path], places: BuildPaths) -> str:
    """Return the version of a work, as installed or as stated in its files.

    The result is "" if `notices.toml` locates no version. Raises `NoticeError` if no file states
    it.
    """
    kind, _, name = part.version.partition(":")
    match kind:
        case "python":
            return distribution(name).version
        case "npm":
            package = places.npm / name / "package.json"
            return str(json.loads(package.read_text("utf-8"))["version"])
        case "pyodide":
            said = str(json.loads((places.pyodide / LOCK).read_text("utf-8"))["info"][name])
            return said.removeprefix("emscripten_").replace("_", ".")
        case "in":
            for path in files:
                found = re.search(name.encode(), path.read_bytes())
                if found:
                    return found[1].decode()
            raise NoticeError(f"no file of {part.name} gives its version: {part.version}")
        case _:
            return ""


def licence_text(part: CopiedPart, site: Path, places: BuildPaths) -> str:
    """Return the text of a work's licence. Raises `NoticeError` if it is missing."""
    kind, _, place = part.text.partition(":")
    package, _, file = place.partition("/")
    match kind:
        case "python":
            path = _licence_of(package, file)
        case "npm":
            path = places.npm / place
        case "cpython":
            path = Path(sysconfig.get_path("stdlib")) / place
        case "site":
            path = site / place
        case _:
            path = TEXTS / place
    if path is None or not path.is_file() or not path.read_text("utf-8").strip():
        raise NoticeError(f"the licence of {part.name} is missing: {part.text}; see {DATA.name}")
    if kind == "site":
        return f"The text lies in {place}.\n"
    return path.read_text("utf-8")


def _licence_of(package: str, file: str) -> Path | None:
    """Return the path of a licence in an installed Python package, or None."""
    try:
        listed = distribution(package).files or []
    except PackageNotFoundError:
        return None
    return next(
        (
            Path(str(one.locate()))
            for one in listed
            if ".dist-info/" in one.as_posix() and one.name == file
        ),
        None,
    )


# -- the notice ------------------------------------------------------------------------------------


def third_party_files(site: Path, places: BuildPaths) -> list[str]:
    """Return the paths of a site's files in `_static/` that are not ours.

    Ours are copies of our sources, and the files made from them (`OUR_FILES`).
    """
    written = (places.own_static, *STATIC_FOLDERS)
    ours = {path.relative_to(folder).as_posix() for folder in written for path in folder.rglob("*")}
    found = []
    for path in sorted((site / "_static").rglob("*")):
        file = path.relative_to(site).as_posix()
        known = file.removeprefix("_static/") in ours
        if (
            path.is_file()
            and not known
            and not any(matches_pattern(file, one) for one in OUR_FILES)
        ):
            found.append(file)
    return found


def notice_text(
    site: Path, known: Iterable[CopiedPart], places: BuildPaths, store: BuildCache = NO_CACHE
) -> str:
    """Return the text of the notice for a built site.

    Raises `NoticeError` with the names of files that belong to none of the works in ``known``.
    """
    files = third_party_files(site, places)
    held = {part: part.found_in(files) for part in known}
    lost = sorted(set(files) - {file for claimed in held.values() for file in claimed})
    if lost:
        raise NoticeError(f"these third-party files belong to no part: {', '.join(lost)}")
    present = {part: found for part, found in held.items() if found}
    texts: dict[str, tuple[str, list[str]]] = {}
    for part in present:
        texts.setdefault(licence_text(part, site, places), (part.licence, []))[1].append(part.name)
    told = [_entry(part, site, found, places) for part, found in present.items()]
    ends = [_text(licence, names, text) for text, (licence, names) in texts.items()]
    if any(part.name == "Python" for part in present):
        ends.append(
            _text(
                "Notices from the sources of the library",
                ["Python"],
                _library_text(places, store),
            )
        )
    return "\n\n".join([HEAD, *told, *ends]) + "\n"


def _entry(part: CopiedPart, site: Path, found: list[str], places: BuildPaths) -> str:
    version = part_version(part, (site / file for file in found), places)
    lines = [
        f"{part.name} {version}".strip(),
        "",
        f"What:     {part.holds}",
        f"By:       {part.by}",
        f"Licence:  {part.licence}",
        f"Source:   {part.source.format(version=version)}",
        *(f"{'Files:' if not place else '':<9} {file}" for place, file in enumerate(found)),
    ]
    lines[1] = "-" * len(lines[0])
    return "\n".join(lines)


def _text(licence: str, names: list[str], text: str) -> str:
    return f"{RULE}\n{licence}: {', '.join(names)}\n{RULE}\n\n{text.strip()}"


# A block of comment lines. Bytecode drops comments, so the notice keeps those with a copyright.
_BLOCK: Final = re.compile(r"(?:^#.*\n)+", re.MULTILINE)


def library_notices(library: Path) -> list[str]:
    """Return the comments with a copyright in a zipped standard library, each after its files."""
    found: dict[str, list[str]] = {}
    with zipfile.ZipFile(library) as archive:
        for name in sorted(archive.namelist()):
            if not name.endswith(".py"):
                continue
            source = archive.read(name).decode("utf-8", "replace")
            for block in _BLOCK.findall(source):
                text = "\n".join(line.lstrip("#").rstrip() for line in block.splitlines()).strip(
                    "\n"
                )
                if "copyright" in text.lower():
                    found.setdefault(text, []).append(name)
    return [f"{', '.join(names)}:\n\n{text}" for text, names in found.items()]


def _library_text(places: BuildPaths, store: BuildCache) -> str:
    """Return the copyright comments of Pyodide's standard library as one text."""
    library = places.pyodide / LIBRARY
    made_from = (Path(__file__).read_bytes(), library.read_bytes())
    return store.text("notices", made_from, lambda: "\n\n".join(library_notices(library)))


# -- Sphinx ----------------------------------------------------------------------------------------


def _write(app: Sphinx, exception: Exception | None) -> None:
    """Write the notice and our own licence after all other files."""
    if exception is not None or app.builder.name not in PAGES:
        return
    site = Path(app.outdir)
    (site / PLACE).mkdir(parents=True, exist_ok=True)
    places = build_paths(app)
    (site / PLACE / NAME).write_text(
        notice_text(site, copied_parts(), places, cache_of(app)), "utf-8", newline="\n"
    )
    shutil.copy(places.checkout / "LICENSE", site / PLACE / "LICENSE.txt")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hook. It runs after all hooks that add or remove files."""
    add_path_values(app)
    app.connect("build-finished", _write, priority=950)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
