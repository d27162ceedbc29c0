"""`piquet play`: a whole deal played by two of the engine's players."""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import replace

from piquet_core.cards.seat import Seat
from piquet_core.cli.shared_options import GOOD, Commands, InputError
from piquet_core.engine.events import Event, Scored
from piquet_core.engine.state import shuffled_deal
from piquet_core.notation import Record, Tag, dumps, parse_deal_id
from piquet_core.notation.tags import PARTS, TAGS, tag_faults
from piquet_core.players import ALL_PLAYERS, DEFAULT, find_player
from piquet_core.rules import load_ruleset
from piquet_core.sessions.table_state import Table, lay_table, play_out_table, write_moves

THEMES = {
    "blank.points": "carte-blanche",
    "capot.points": "capot",
    "pique.bonus": "pique",
    "repique.bonus": "repique",
}
"""Themes of a deal, by the rule that scores the points."""


def add_to(commands: Commands) -> None:
    """Add the subcommand `play`."""
    parser = commands.add_parser(
        "play",
        help="play a deal to its end, and print its record",
        description="Print the whole record of a deal that two of the engine's players play against "
        f"each other. The players are {', '.join(ALL_PLAYERS)}. Such a record has no source, as its "
        "tag Certainty says.",
    )
    parser.add_argument("--rules", metavar="ID", required=True, help="a rule set")
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--deal", metavar="ID", help="the id of a deal; the default is a new deal")
    chosen.add_argument("--seed", metavar="WORD", help="deal from a seed: the same deal every time")
    parser.add_argument(
        "--id", metavar="NAME", help="the Id of the record, to be saved as NAME.piquet"
    )
    for seat in Seat:
        name = seat.name.lower()
        parser.add_argument(f"--{name}", metavar="PLAYER", default=DEFAULT, help=f"who is {name}")
    parser.set_defaults(run=play)


def play(args: argparse.Namespace) -> int:
    """Play a deal to its end and print its record."""
    rules = load_ruleset(args.rules)
    named = [] if args.id is None else [Tag(name="Id", value=args.id)]
    for fault in (fault for tag in named for fault in tag_faults(tag)):
        raise InputError(f"--id: {fault}")
    profiles = find_player(args.elder), find_player(args.younger)
    if args.deal is not None:
        deal = parse_deal_id(args.deal)
    else:
        rng = random.SystemRandom() if args.seed is None else random.Random(args.seed)  # noqa: S311 - a game, no secret
        deal = shuffled_deal(rules, rng)
    table = play_out_table(
        lay_table(rules, deal, Seat.ELDER), (profiles[0].make(), profiles[1].make())
    )
    names = profiles[0].name, profiles[1].name
    # A player against itself is called by the seats, as equal names would be ambiguous.
    told = names if names[0] != names[1] else ("Elder", "Younger")
    print(dumps(_record(table, told, named)), end="")
    return GOOD


def _record(table: Table, names: tuple[str, str], named: Sequence[Tag]) -> Record:
    """Return the record of a table, with the tags of a deal without a source.

    ``names`` are the names of elder and younger. Tags in ``named`` replace other tags of the record.
    """
    record = write_moves(table, names)
    given = {
        "Theme": " ".join(_themes(table.events)),
        "Certainty": " ".join(f"{part}=inferred" for part in PARTS),
        **{tag.name: tag.value for tag in named},
    }
    tags = [tag for tag in record.tags if tag.name not in given]
    tags += [Tag(name=name, value=value) for name, value in given.items() if value]
    return replace(record, tags=tuple(sorted(tags, key=lambda tag: TAGS.index(tag.name))))


def _themes(events: tuple[Event, ...]) -> list[str]:
    scored = {event.rule for event in events if isinstance(event, Scored)}
    return sorted(theme for rule, theme in THEMES.items() if rule in scored)
