"""Self-play of the strongest player (``make selfplay``), compared with the odds that Cavendish prints.

The result of each deal is stored in build/strength, so an interrupted run can continue. The comparison is
written to docs/self-play.csv, which docs/self-play.md shows. No setting of the player was fitted to
Cavendish's odds. With ``--adapted``, the deals are those that the laboratory has played, and the comparison
goes to docs/self-play-adapted.csv.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from io import StringIO
from math import sqrt
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from atomic_files import write_whole  # noqa: E402 - as above
from laboratory import SHAPES, TABLES, named  # noqa: E402 - as above
from strength import commit, kept  # noqa: E402 - as above

from piquet_core.cards.seat import Seat  # noqa: E402 - as above
from piquet_core.engine.apply import start  # noqa: E402 - from this tree
from piquet_core.engine.events import Scored  # noqa: E402 - as above
from piquet_core.engine.state import shuffled_deal  # noqa: E402 - as above
from piquet_core.laboratory.games import NAMES  # noqa: E402 - as above
from piquet_core.laboratory.lab_players import ADAPTED  # noqa: E402 - as above
from piquet_core.laboratory.results import read_results  # noqa: E402 - as above
from piquet_core.players import find_player  # noqa: E402 - as above
from piquet_core.players.matches import SURE, Estimate, estimate  # noqa: E402 - as above
from piquet_core.players.player import play_out  # noqa: E402 - as above
from piquet_core.rules import load_ruleset  # noqa: E402 - as above
from piquet_core.rules.strategies import SETTLEMENTS  # noqa: E402 - as above

RULES, PLAYER = "cavendish", "master"
TABLE = ROOT / "docs" / "self-play.csv"


# Calculations of Cavendish, Odds at Piquet: "Odds at various scores", and the paragraphs around it.
ELDER = (977, 1743, 2867, 2105, 902, 76, 166, 664, 106, 20, 88, 210, 40, 2, 18, 16)
YOUNGER = (3556, 2560, 2317, 944, 423, 35, 13, 21, 5, 28, 52, 38, 7, 0, 0, 1)


@dataclass(frozen=True, slots=True)
class Hand:
    """The result of a deal: points and tricks of both players, and the pique or repique, if any.

    ``bonus`` is, for example, *repique elder*.
    """

    elder: int
    younger: int
    elder_tricks: int
    younger_tricks: int
    bonus: str | None

    @property
    def scores(self) -> tuple[int, int]:
        """The points of elder and younger, in this order."""
        return self.elder, self.younger


def main() -> int:
    """Play the deals that have no stored result, and write the comparison as CSV."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=10_000, help="number of deals")
    parser.add_argument("--adapted", action="store_true", help="the laboratory's player")
    args = parser.parse_args()
    if args.adapted:
        hands, path = laboratory_hands(), TABLE.with_stem(f"{TABLE.stem}-{ADAPTED}")
    else:
        rows = kept(f"{PLAYER}-itself-{RULES}", args.deals, partial(one_deal, RULES, PLAYER))
        hands, path = [Hand(*row) for row in rows], TABLE
    text = StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(["In the hundred", "Cavendish", "Here", "95% bounds", "Apart"])
    out.writerows(table(hands))
    write_whole(path, text.getvalue())
    print(f"{len(hands)} deals by {RULES}, commit {commit()}")
    return 0


def one_deal(rules: str, player: str, number: int) -> list[int | str | None]:
    """Play deal ``number`` by a rule set, with ``player`` in both seats, and return the fields of a `Hand`."""
    book = load_ruleset(rules)
    state, _ = start(book, shuffled_deal(book, random.Random(f"self-play/{number}")))
    make, bonus = find_player(player).make, None
    for _, after, events in play_out(state, make(), make()):
        state = after
        for event in events:
            if isinstance(event, Scored) and event.rule in ("repique.bonus", "pique.bonus"):
                name = f"{event.rule.partition('.')[0]} {event.seat.name.lower()}"
                bonus = name if event.points > 0 else None
    return [*state.score, *state.tricks, bonus]


def laboratory_hands() -> list[Hand]:
    """Return the deals that the laboratory's player has played against itself."""
    experiment = named(f"{SHAPES}/{RULES}").with_players(ADAPTED, ADAPTED)
    hands = []
    for row in read_results(experiment, TABLES)[experiment.variants[0].name]:
        one = dict(zip(NAMES, row, strict=True))
        made = [
            f"{bonus} {seat}"
            for bonus in ("repique", "pique")
            for seat in ("elder", "younger")
            if one[f"{seat}_{bonus}s"]
        ]
        hands.append(
            Hand(
                elder=one["elder_score"],
                younger=one["younger_score"],
                elder_tricks=one["elder_tricks"],
                younger_tricks=one["younger_tricks"],
                bonus=made[0] if made else None,
            )
        )
    return hands


def table(hands: list[Hand]) -> Iterator[list[str]]:
    """Yield the rows of the comparison, one for each figure that Cavendish prints."""
    for seat, printed in ((Seat.ELDER, ELDER), (Seat.YOUNGER, YOUNGER)):
        name = seat.name.capitalize()
        for place, number in enumerate(printed):
            low = 10 * place
            last = place == len(printed) - 1
            words = f"{low} or more" if last else f"{low} to {low + 9}" if low else "under 10"
            fits = [
                low <= hand.scores[seat] and (last or hand.scores[seat] < low + 10)
                for hand in hands
            ]
            yield share(f"{name} scores {words}", number / 10_000, fits)
    yield share("Elder scores 28 or more", 0.5129, [hand.elder >= 28 for hand in hands])
    yield share("Younger scores 14 or more", 0.4997, [hand.younger >= 14 for hand in hands])
    yield share("Younger scores nothing", 0.0102, [not hand.younger for hand in hands])
    ahead = [hand.elder_tricks - hand.younger_tricks for hand in hands]
    yield share("Elder wins the cards (5 to 3 on)", 5 / 8, [one > 0 for one in ahead])
    yield share("Younger wins the cards (3 to 1 against)", 1 / 4, [one < 0 for one in ahead])
    yield share("The cards are divided (7 to 1 against)", 1 / 8, [one == 0 for one in ahead])
    for words, chance, which in (
        ("Elder makes a repique (27.5 to 1 against)", 1 / 28.5, ["repique elder"]),
        ("Younger makes a repique (75 to 1 against)", 1 / 76, ["repique younger"]),
        (
            "A pique or repique (36 to 5 against)",
            5 / 41,
            ["repique elder", "repique younger", "pique elder", "pique younger"],
        ),
    ):
        yield share(words, chance, [hand.bonus in which for hand in hands])
    more = [hand.elder - hand.younger >= 90 for hand in hands]
    yield share("Elder scores ninety more (25 to 1 against)", 1 / 26, more)
    settled = list(parties(hands))
    if len(settled) > 1:
        rubicons = [rubiconed for _, rubiconed in settled]
        yield share("A partie ends with a rubicon (7 to 2 against)", 2 / 9, rubicons)
        worth = estimate([float(points) for points, _ in settled])
        yield row("What a partie is worth, in points", 200, worth, 1)


def parties(hands: list[Hand]) -> Iterator[tuple[int, bool]]:
    """Yield a pair for each partie: its value in points, and whether the loser is rubiconed.

    A partie consists of consecutive deals. Ties are left out.
    """
    book = load_ruleset(RULES)
    deals, line = book.number("rubicon.deals").value, book.number("rubicon.line").value
    settle = SETTLEMENTS[book.choice("rubicon.settlement").value]
    for at in range(0, len(hands) - deals + 1, deals):
        totals = [0, 0]
        for place, hand in enumerate(hands[at : at + deals]):
            totals[place % 2] += hand.elder
            totals[1 - place % 2] += hand.younger
        low, high = sorted(totals)
        if low != high:
            yield settle(high, low, line, book.number("rubicon.bonus").value), low < line


def share(words: str, printed: float, fits: list[bool]) -> list[str]:
    """Return the row for the frequency of an event, in per cent.

    ``words`` is the label and ``printed`` the frequency in Cavendish, as a fraction. ``fits`` says
    for each deal or partie whether the event occurs.
    """
    found = sum(fits) / len(fits)
    # Wilson's interval, because some events occur once in a thousand deals.
    z = SURE**2 / len(fits)
    middle = (found + z / 2) / (1 + z)
    error = sqrt(z * (found * (1 - found) + z / 4)) / (1 + z)
    low, high = max(0.0, middle - error), middle + error
    return row(words, 100 * printed, Estimate(100 * found, 100 * low, 100 * high), 2)


def row(words: str, printed: float, found: Estimate, digits: int) -> list[str]:
    """Return a row: label, printed figure, measured figure, its 95% interval, and the difference.

    The difference is *none* if the printed figure is within the interval. ``digits`` is the number
    of decimal places.
    """
    inside = found.low <= printed <= found.high
    return [
        words,
        f"{printed:.{digits}f}",
        f"{found.mean:.{digits}f}",
        f"{found.low:.{digits}f}–{found.high:.{digits}f}",
        "none" if inside else f"{found.mean - printed:+.{digits}f}".replace("-", "−"),
    ]


if __name__ == "__main__":
    sys.exit(main())
