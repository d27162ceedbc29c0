"""Two open hands of piquet as a board of bridge, for DDS, the double-dummy solver in `endplay`.

North is the leader and East the follower; no trumps. In each suit the cards of both are its highest, in
their order, and South and West have cards below all of them, so that these never take a trick: DDS then
solves the very game of two. It counts tricks; it knows nothing of the last.
"""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "build" / "bench"
"""Where `make bench` installs what it measures against."""
RANKS = "AKQJT98765432"


def endplay() -> Any:
    """Return the package; raises `ImportError` where it is not installed."""
    if FOLDER.is_dir() and str(FOLDER) not in sys.path:
        sys.path.append(str(FOLDER))
    return import_module("endplay.dds.solve")


def embed(own: int, other: int) -> tuple[str, dict[str, int]]:
    """Return the board of two hands, given as masks, and which of our cards each of its cards is."""
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
    """Return a function that makes the board anew, North to lead and no trumps."""
    endplay()
    types = import_module("endplay.types")

    def board() -> Any:
        made = types.Deal(pbn)
        made.first, made.trump = types.Player.north, types.Denom.nt
        return made

    return board


def tricks_of_leads(own: int, other: int) -> Iterator[tuple[int, int]]:
    """Yield each card that may be led, and how many tricks the leader takes after it, as DDS has it."""
    pbn, cards = embed(own, other)
    for card, tricks in endplay().solve_board(boards(pbn)()):
        yield cards["SHDC"[card.suit.value] + card.rank.abbr], tricks
