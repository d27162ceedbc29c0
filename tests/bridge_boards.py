"""Two open Piquet hands as a bridge board for DDS, the double-dummy solver in `endplay`.

North leads, East follows, and there are no trumps. In each suit North and East hold the highest cards, in
the original order; South and West hold lower ones and never win a trick. DDS therefore solves the same
two-player game. It counts tricks only, not the point for the last one.
"""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "build" / "bench"
"""The folder into which `make bench` installs other programs."""
RANKS = "AKQJT98765432"


def endplay() -> Any:
    """Return the package `endplay`. Raise `ImportError` if it is not installed."""
    if FOLDER.is_dir() and str(FOLDER) not in sys.path:
        sys.path.append(str(FOLDER))
    return import_module("endplay.dds.solve")


def embed(own: int, other: int) -> tuple[str, dict[str, int]]:
    """Convert two hands, given as masks, to a board and the list of our cards behind its cards."""
    hands = [["", "", "", ""] for _ in range(4)]
    cards, low = {}, []
    for suit, letter in enumerate("SHDC"):
        live = [card for card in range(9 * suit + 8, 9 * suit - 1, -1) if (own | other) >> card & 1]
        for card, rank in zip(live, RANKS, strict=False):
            hands[0 if own >> card & 1 else 1][suit] += rank
            cards[letter + rank] = card
        low += [(suit, rank) for rank in RANKS[len(live) :]]
    for place, (suit, rank) in enumerate(low[: 2 * own.bit_count()]):
        hands[2 + place % 2][suit] += rank
    return "N:" + " ".join(".".join(hand) for hand in hands), cards


def boards(pbn: str) -> Callable[[], Any]:
    """Return a function that creates the board, with North to lead and no trumps."""
    endplay()
    types = import_module("endplay.types")

    def board() -> Any:
        made = types.Deal(pbn)
        made.first, made.trump = types.Player.north, types.Denom.nt
        return made

    return board


def tricks_of_leads(own: int, other: int) -> Iterator[tuple[int, int]]:
    """Yield each legal lead and the number of tricks that the leader then takes, according to DDS."""
    pbn, cards = embed(own, other)
    for card, tricks in endplay().solve_board(boards(pbn)()):
        yield cards["SHDC"[card.suit.value] + card.rank.abbr], tricks
