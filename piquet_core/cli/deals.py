"""`piquet id` and `piquet deal`: the deal id of a record, and the deal of an id."""

from __future__ import annotations

import argparse
from pathlib import Path

from piquet_core.cards.cards import Card, Hand, format_hand
from piquet_core.cli.shared_options import GOOD, Commands, InputError, read
from piquet_core.engine.state import Deal
from piquet_core.errors import CardError
from piquet_core.notation import MarkedCard, format_deal_id, loads, parse_deal_id


def add_to(commands: Commands) -> None:
    """Add the subcommands `id` and `deal`."""
    naming = commands.add_parser("id", help="print the deal id of a record")
    naming.add_argument("path", type=Path, metavar="FILE")
    naming.set_defaults(run=id)
    dealing = commands.add_parser("deal", help="print the deal of an id")
    dealing.add_argument("id", metavar="ID")
    dealing.set_defaults(run=deal)


def id(args: argparse.Namespace) -> int:
    """Print the deal id of a record, which does not depend on the rule set."""
    record = loads(read(args.path), str(args.path))
    try:
        deal = Deal(
            elder=Hand.of(_known(record.elder)),
            younger=Hand.of(_known(record.younger)),
            talon=_known(record.talon),
        )
        print(format_deal_id(deal))
    except CardError as error:
        raise InputError(f"{args.path}: {error}") from None
    return GOOD


def _known(cards: tuple[MarkedCard, ...]) -> tuple[Card, ...]:
    if any(one.card is None for one in cards):
        raise CardError("the deal has unknown cards, so it has no deal id")
    return tuple(one.card for one in cards if one.card is not None)


def deal(args: argparse.Namespace) -> int:
    """Print the hands and the talon of a deal id, in the notation of a record."""
    dealt = parse_deal_id(args.id)
    print(f"elder    {format_hand(dealt.elder)}")
    print(f"younger  {format_hand(dealt.younger)}")
    print(f"talon    {' '.join(map(str, dealt.talon))}")
    return GOOD
