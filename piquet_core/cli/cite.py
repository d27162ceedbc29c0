"""`piquet cite`: citations of rules, answers, rule sets, sources, deals, positions, irregularities and pages."""

from __future__ import annotations

import argparse
import ast
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

from piquet_core import __version__
from piquet_core.citations import (
    FORMATS,
    CitedDeal,
    CitedPosition,
    Subject,
    UnknownSubject,
    cited_deal,
    find_subject,
    read_cited_position,
    references,
)
from piquet_core.cli.shared_options import (
    GOOD,
    Commands,
    InputError,
    RecordError,
    is_folder,
    replayed,
    say,
)
from piquet_core.cli.source_checkout import ROOT, last_commit
from piquet_core.errors import NotationError
from piquet_core.irregularities import irregularity_subject
from piquet_core.publication import Edition, read_edition
from piquet_core.rules.decode import of_type, parse_toml

CHOICES = tuple(FORMATS)


def add_to(commands: Commands) -> None:
    """Add the subcommand `cite`."""
    parser = commands.add_parser(
        "cite",
        help="cite a rule, an answer, a rule set, a source, a deal, a position or a page",
        description="Print citations: of a rule (RULE, such as play.low-cards), of its answer in one "
        "rule set (RULE@SET), of a rule set (SET), of a source or a place in it (source:SOURCE, "
        "SOURCE:SECTION.PARAGRAPH), of a deal or a step of it (DEAL, DEAL#STEP, or the record's file "
        "in place of its id), of a position (position:ID), of an irregularity or the answer of a text "
        "to it (irregularity:ID, irregularity:ID@TEXT), of a page (page:docs/claims) or of the whole "
        "site (site). Our reference comes first, then those of the sources.",
    )
    parser.add_argument("id", metavar="ID|FILE")
    parser.add_argument("--format", choices=CHOICES, help="one format; the default is all")
    parser.add_argument(
        "--deals",
        type=Path,
        metavar="DIR",
        help="the folder of the deals or positions; the default is piquet_records or piquet_positions "
        "in the conf.py of this folder",
    )
    parser.add_argument("--home", metavar="URL", help="the address of the site, for its links")
    parser.set_defaults(run=cite)


def cite(args: argparse.Namespace) -> int:
    """Print the citations of a subject."""
    subject = _subject(args.id, args.deals)
    edition = _edition(args.home)
    wanted = args.format
    # A style manual has two forms, a note and a list entry; its name selects both.
    chosen = [one for one in FORMATS if wanted in (None, one) or one.startswith(f"{wanted}-")]
    cited = references(subject, edition)
    for i, name in enumerate(chosen):
        if len(chosen) > 1:
            heading = FORMATS[name].heading
            print(f"{'' if i == 0 else chr(10)}{heading}\n{'-' * len(heading)}")
        print(FORMATS[name].write(cited))
    if edition.is_preview:
        said = "the site has no address yet; --home or PIQUET_HOME gives it one"
        say(f"piquet: {said}")
    return GOOD


def _edition(home: str | None) -> Edition:
    environ = {**os.environ, **({"PIQUET_HOME": home} if home else {})}
    lists = _configured(ROOT, "piquet_edition_lists")
    try:
        return read_edition(
            ROOT / lists if isinstance(lists, str) else None,
            __version__,
            environ,
            last_commit(ROOT),
        )
    except ValueError as error:
        raise InputError(str(error)) from None


def _subject(id: str, folder: Path | None) -> Subject:
    path, hash, step = id.partition("#")
    if path.endswith(".piquet"):
        deal = _facts(Path(path))
        return find_subject(f"deal:{deal.id}{hash}{step}", {deal.id: deal})
    if id.startswith("page:"):
        return find_subject(id, pages=_pages(ROOT))
    if id.startswith("irregularity:"):
        return irregularity_subject(id.removeprefix("irregularity:"))
    if id.startswith("position:"):
        return find_subject(id, positions=_positions(folder))
    try:
        return find_subject(id)
    except UnknownSubject:
        if "@" in id or id.startswith(("rule:", "ruleset:", "source:")):
            raise
    wanted = path.removeprefix("deal:")
    records = _configured(Path(), "piquet_records")
    kept = Path(records) if isinstance(records, str) else None
    deals = _deals(folder or kept, wanted, asked=folder is not None)
    try:
        return find_subject(id, deals)
    except UnknownSubject as error:
        if deals:
            raise
        raise InputError(f"{error}; a deal is cited by its file, or with --deals FOLDER") from None


def _pages(root: Path) -> dict[str, str]:
    """Return the titles of a site's pages by path, according to its conf.py, or {} for an installed package."""
    found = {}
    patterns = _configured(root, "include_patterns")
    for pattern in patterns if isinstance(patterns, list) else ():
        # In Sphinx, two stars match everything below a folder; in `glob`, only folders.
        for path in root.glob(f"{pattern}/*.md" if pattern.endswith("**") else pattern):
            heading = re.search(r"^# (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
            if heading:
                found[path.relative_to(root).with_suffix("").as_posix()] = heading[1].strip()
    return found


def _configured(root: Path, name: str) -> Any:
    """Return the value of a variable in the conf.py of a folder; None if it is missing or not a literal.

    The file is parsed but not executed.
    """
    with suppress(OSError, SyntaxError, ValueError):
        for one in ast.parse((root / "conf.py").read_text(encoding="utf-8")).body:
            match one:
                case ast.Assign(targets=[ast.Name(id=found)], value=value) if found == name:
                    return ast.literal_eval(value)
    return None


def _deals(folder: Path | None, wanted: str, *, asked: bool) -> dict[str, CitedDeal]:
    """Return the deals of a folder by id; {} without a folder.

    A faulty record raises an error only if it is the deal ``wanted``. With ``asked``, so does a missing folder.
    """
    if folder is None:
        return {}
    if asked and not is_folder(folder):
        raise InputError(f"{folder}: no such folder")
    deals = {}
    for path in sorted(folder.rglob("*.piquet")):
        try:
            deal = _facts(path)
        except (InputError, NotationError, RecordError):
            if path.stem == wanted:
                raise
        else:
            deals[deal.id] = deal
    return deals


def _positions(folder: Path | None) -> dict[str, CitedPosition]:
    """Return the positions by id: of every ``positions.toml`` below a folder, or of the file that conf.py names."""
    named = _configured(Path(), "piquet_positions")
    files = sorted(folder.rglob("positions.toml")) if folder else [Path(named)] if named else []
    found = {}
    for path in files:
        for id, raw in parse_toml(path.read_text("utf-8"), str(path)).items():
            table = of_type(raw, dict, f"{path}.{id}")
            found[id] = read_cited_position(id, table, f"{path}.{id}")
    return found


def _facts(path: Path) -> CitedDeal:
    return cited_deal(replayed(path)[0])
