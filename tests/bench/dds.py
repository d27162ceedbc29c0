"""The solver compared with DDS, the double-dummy solver of bridge, on the same deals embedded in its game.

DDS is written in C++, is used through the Python package endplay, and starts each deal with empty tables.
The ratios use empty tables for our solver too, although a session reuses them. Ours includes the last
trick, which DDS does not know. Both solve every deal in turn and only CPU time counts, so that a busy
machine slows both. Filling the tables that serve every deal is excluded.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

sys.path.append(str(Path(__file__).parents[1]))

from bridge_boards import boards, embed, endplay
from skat import install

from piquet_core.cards.cards import Hand, pack
from piquet_core.cards.seat import Seat
from piquet_core.rules import load_ruleset
from piquet_core.solver.card_positions import PlayPosition, values_of_cards
from piquet_core.solver.open_hands import encode_hands, search_order
from piquet_core.solver.point_search import PointSearch
from piquet_core.solver.trick_scoring import trick_scoring
from piquet_core.solver.trick_search import TrickSearch

DEALS, PARTS = 200, 5
AIM, AIM_OF_ALL = 0.8, 1.5
"""Goals with empty tables: time for the value of a deal, and for every lead, relative to DDS."""
RULES = "hoyle1909"


def took(act: Callable[[], object]) -> float:
    """Return the milliseconds of CPU time of a call."""
    began = time.process_time()
    act()
    return 1000 * (time.process_time() - began)


def best(own: int, other: int, *, fresh: bool) -> int:
    """Return the half tricks of the leader."""
    search = TrickSearch(fresh=fresh)
    return search.value(*encode_hands(own, other, 0, search_order(own, other)), 12)


def leads(own: int, other: int, *, fresh: bool) -> object:
    """Return the value of every lead."""
    search = PointSearch(trick_scoring(load_ruleset(RULES)), fresh=fresh)
    moment = PlayPosition(hands=(own, other), leader=Seat.ELDER, led=None, tricks=(0, 0), race=None)
    return values_of_cards(search, moment, search_order(own, other))


def run() -> list[tuple[str, str]]:
    """Return rows of a name and a formatted figure."""
    install()
    dds, rng = endplay(), random.Random(0)
    times: list[list[float]] = [[], [], [], [], [], []]
    leads(0b111, 0b111000, fresh=True)  # fill the tables that serve every deal
    for _ in range(DEALS):
        cards = rng.sample(list(pack(32)), 24)
        own, other = Hand.of(cards[:12]).mask, Hand.of(cards[12:]).mask
        board, turned = boards(embed(own, other)[0])(), boards(embed(other, own)[0])()
        contest: tuple[Callable[[], object], ...] = (
            partial(dds.solve_board, board, dds.SolveMode.OptimalOne),
            partial(best, own, other, fresh=True),
            partial(lambda made: list(dds.solve_board(made)), turned),
            partial(leads, other, own, fresh=True),
            partial(best, own, other, fresh=False),
            partial(leads, own, other, fresh=False),
        )
        for measured, act in zip(times, contest, strict=True):
            measured.append(took(act))
    theirs, ours, all_theirs, all_ours, used, all_used = times
    return [
        ("DDS, value of 12 cards", f"{median(theirs):.2f} ms"),
        ("ours", beside(ours, theirs, AIM)),
        ("  with what other deals have taught it", beside(used, theirs)),
        ("DDS, every lead", f"{median(all_theirs):.2f} ms"),
        ("ours", beside(all_ours, all_theirs, AIM_OF_ALL)),
        ("  with what other deals have taught it", beside(all_used, all_theirs)),
    ]


def beside(ours: list[float], theirs: list[float], aim: float | None = None) -> str:
    """Return our median and its ratio to that of DDS, with the range over five parts of the deals."""
    part = DEALS // PARTS
    ratios = [
        median(ours[at : at + part]) / median(theirs[at : at + part])
        for at in range(0, DEALS, part)
    ]
    ratio, aimed = median(ours) / median(theirs), "" if aim is None else f" (aim {aim})"
    spread = f"({min(ratios):.2f} to {max(ratios):.2f})"
    return f"{median(ours):.2f} ms = {ratio:.2f} x DDS {spread}{aimed}"
