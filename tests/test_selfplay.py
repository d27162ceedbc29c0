"""Tests of tools/selfplay.py: the deals of the strongest player beside Cavendish's table."""

import csv
import re
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tools"))

from selfplay import ELDER, TABLE, YOUNGER, Hand, parties, share, table

MADE = [
    Hand(elder=28, younger=0, elder_tricks=7, younger_tricks=5, bonus=None),
    Hand(elder=104, younger=9, elder_tricks=8, younger_tricks=4, bonus="repique elder"),
    Hand(elder=9, younger=14, elder_tricks=6, younger_tricks=6, bonus=None),
    Hand(elder=150, younger=10, elder_tricks=12, younger_tricks=0, bonus="pique elder"),
]


def found(hands: list[Hand]) -> dict[str, list[str]]:
    return {words: rest for words, *rest in table(hands)}


def test_the_classes_are_those_of_the_book() -> None:
    """Cavendish gives 10,000 hands to each player, and every score has one class."""
    assert sum(ELDER) == sum(YOUNGER) == 10_000
    rows = found(MADE)
    assert rows["Elder scores under 10"][:2] == [
        "9.77",
        "25.00",
    ]
    for name in ("Elder scores 20 to 29", "Elder scores 100 to 109", "Elder scores 150 or more"):
        assert rows[name][1] == "25.00"
    for seat in ("Elder", "Younger"):
        classes = [
            float(row[1])
            for words, row in rows.items()
            if re.fullmatch(rf"{seat} scores (under 10|\d+ to \d+|150 or more)", words)
        ]
        assert sum(classes) == 100


def test_what_happens_is_counted() -> None:
    rows = found(MADE)
    assert rows["Elder scores 28 or more"][1] == "75.00"
    assert rows["Younger scores 14 or more"][1] == "25.00"
    assert rows["Younger scores nothing"][1] == "25.00"
    assert rows["The cards are divided (7 to 1 against)"][1] == "25.00"
    assert rows["Elder makes a repique (27.5 to 1 against)"][1] == "25.00"
    assert rows["A pique or repique (36 to 5 against)"][1] == "50.00"
    assert rows["Elder scores ninety more (25 to 1 against)"][1] == "50.00"


def test_a_partie_is_settled_by_the_book() -> None:
    """Six deals of 20 to 10 make 90 each, a tie. With 30 to 10 in the first, 100 to 90: rubiconed, 290.

    The Laws of Piquet: below a hundred, the loser's points are added, plus a hundred (40 and 41).
    """
    level = Hand(elder=20, younger=10, elder_tricks=7, younger_tricks=5, bonus=None)
    more = Hand(elder=30, younger=10, elder_tricks=7, younger_tricks=5, bonus=None)
    assert list(parties([level] * 6)) == []
    assert list(parties([more, *[level] * 5])) == [(290, True)]


def test_the_bounds_are_wilsons() -> None:
    """None of ten: from 0 to z²/(n + z²) with z = 1.96, which is 27.75%."""
    assert share("never", 0.2, [False] * 10)[2:] == [
        "0.00",
        "0.00–27.75",
        "none",
    ]
    assert share("never", 0.3, [False] * 10)[4] == "−30.00"


def test_the_table_of_the_page_has_the_rows_of_the_tool() -> None:
    with TABLE.open(encoding="utf-8", newline="") as file:
        _, *rows = csv.reader(file)
    assert [row[:2] for row in rows] == [[words, *rest[:1]] for words, *rest in table(MADE * 6)]
