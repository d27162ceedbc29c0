"""Check the English of every file: Markdown, data, strings, comments and docstrings.

    .venv/bin/python tools/prose.py [FILE …]    all files, or these

The patterns are in prose.toml; docs/style.md has the rules.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tokenize import TokenError
from typing import Any, NamedTuple

from atomic_files import write_whole
from prose_pieces import Piece, code_prose, pieces, segments

ROOT = Path(__file__).resolve().parent.parent
CONFIG = ROOT / "tools" / "prose.toml"
# Digests of clean files, each mixed with everything that affects the result.
CLEAN = ROOT / "build" / "prose-clean.json"
TITLES = (  # books keep their own spelling
    (ROOT / "docs" / "references.bib", re.compile(r"\btitle\s*=\s*\{(.*)\},?$", re.MULTILINE)),
    (ROOT / "piquet_core/rules/data/sources.toml", re.compile(r'^title = "(.*)"', re.MULTILINE)),
)


class Slip(NamedTuple):
    """A match of a forbidden pattern: its file and line, the pattern's id, the text around it, and the advice."""

    file: str
    line: int
    id: str
    words: str
    say: str

    def __str__(self) -> str:
        """Return the match as a line in the format of other linters."""
        return f"{self.file}:{self.line}: {self.id}: “{self.words}”: {self.say}"


def config() -> dict[str, Any]:
    """Return the content of prose.toml: the patterns and their exceptions."""
    return tomllib.loads(CONFIG.read_text(encoding="utf-8"))


def titles() -> list[str]:
    """Return the titles of books, longest first, so that none is cut by a shorter one."""
    found = [
        title.replace("{", "").replace("}", "")
        for path, pattern in TITLES
        for title in pattern.findall(path.read_text(encoding="utf-8"))
    ]
    return sorted(found, key=len, reverse=True)


def match(found: list[Piece], patterns: list[dict[str, Any]]) -> Iterator[tuple[int, str, str]]:
    """Yield (line, pattern id, text around the match) for every match of the patterns in pieces of prose."""
    compiled = []
    for one in patterns:
        flags = re.ASCII if one.get("case") else re.ASCII | re.IGNORECASE
        compiled.append((one["id"], re.compile(one["find"].replace(" ", r"\s"), flags)))
    for piece in found:
        for line, text in segments(piece):
            for id, pattern in compiled:
                for hit in pattern.finditer(text):
                    words = text[max(0, hit.start() - 24) : hit.end() + 24].replace("\n", " ")
                    yield min(line + text.count("\n", 0, hit.start()), piece.last), id, words


def slips(files: list[str]) -> list[Slip]:
    """Return all matches in the files, sorted. Titles of books and excused phrases are ignored.

    The paths of ``files`` are relative to the root of the repository.
    """
    known = config()
    theirs = [*titles(), *(one["words"] for one in known["excuse"])]
    say = {one["id"]: one["say"] for one in known["pattern"]}
    spotted = set()
    for file in files:
        skipped = any(Path(file).match(pattern) for pattern in known["skip"])
        try:
            found = [] if skipped else pieces(ROOT / file)
        except (SyntaxError, TokenError) as error:
            raise SystemExit(f"piquet: {file} is not Python: {error}") from None
        for words in theirs:
            found = [piece._replace(text=piece.text.replace(words, "X")) for piece in found]
        for line, id, words in match(found, known["pattern"]):
            spotted.add(Slip(file, line, id, words, say[id]))
    return sorted(spotted)


def ours() -> list[str]:
    """Return the paths of all files to check, relative to the root of the repository."""
    found = [
        file
        for name in config()["read"]
        for top in ROOT.glob(name)
        for file in ([top] if top.is_file() else top.rglob("*"))
    ]
    return sorted(file.relative_to(ROOT).as_posix() for file in found if file.is_file())


def what_rate() -> float:
    """Return the rate of *what* per thousand words of docstrings and comments, without tests.

    A high rate is a sign of clauses in place of nouns. It is 0 to 0.8 in python-chess, packaging
    and Sphinx.
    """
    code = [
        ROOT / file
        for file in ours()
        if Path(file).suffix in (".py", ".js", ".mjs", ".css") and not file.startswith("tests/")
    ]
    words = re.findall(r"[^\W\d_]+", "\n".join(code_prose(path) for path in code).lower())
    return 1000 * words.count("what") / max(1, len(words))


def digests(files: list[str]) -> dict[str, str]:
    """Return a digest of each file that also changes with the linter, its patterns or the titles."""
    tool = hashlib.sha256()
    for path in sorted((ROOT / "tools").glob("prose*")):
        tool.update(path.read_bytes() if path.is_file() else b"")
    tool.update("\n".join(titles()).encode())
    found = {}
    for file in files:
        one = tool.copy()
        one.update(Path(file).suffix.encode() + (ROOT / file).read_bytes())
        found[file] = one.hexdigest()
    return found


def main(names: list[str]) -> int:
    """Print every match in the named files or all, and return 1 if there is any.

    Files that were clean are read again only after a change.
    """
    marks = digests([str(Path(name).resolve().relative_to(ROOT)) for name in names] or ours())
    clean = set(json.loads(CLEAN.read_text(encoding="utf-8")) if CLEAN.exists() else ())
    found = slips([file for file, mark in marks.items() if mark not in clean])
    dirty = {marks[one.file] for one in found}
    CLEAN.parent.mkdir(exist_ok=True)
    kept = {*marks.values(), *(clean if names else ())} - dirty
    write_whole(CLEAN, json.dumps(sorted(kept), indent=0))
    for one in found:
        print(one)
    if not names:
        print(f"piquet: *what* occurs {what_rate():.1f} times per 1,000 words of code prose")
    if found:
        print(f"piquet: {len(found)} to mend; docs/style.md says how, prose.toml how to excuse one")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
