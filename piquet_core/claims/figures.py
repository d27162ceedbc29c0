"""Printed odds and exact chances: parsing, formatting and comparison."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from piquet_core.errors import RuleSetError

TOLERANCE = Fraction(2, 100)
"""The tolerated error of a rounded chance, relative to the exact one."""

_ODDS = re.compile(r"(\d+(?:\.\d+)?) to (\d+) (against|on)")
_ONE_IN = re.compile(r"(\d+) in (\d+)")


class Accuracy(Enum):
    """The accuracy of a printed figure."""

    EXACT = "exact"
    ROUNDED = "rounded"
    WRONG = "wrong"
    UNDECIDED = "not decided"


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """Odds as a book prints them: ``first`` to ``second``, against the event or on it.

    ``1 in 900`` is stored as 899 to 1 against. ``step`` is then the rounding unit of the printed number, here
    100.
    """

    first: Fraction
    second: int
    against: bool
    step: int = 0

    @property
    def chance(self) -> Fraction:
        """The chance of the event."""
        part = self.first / (self.first + self.second)
        return 1 - part if self.against else part


def parse_odds(text: str, context: str) -> Odds:
    """Return the odds written as ``33 to 1 against`` or ``1 in 900``.

    Raises `RuleSetError` for other texts.

    >>> parse_odds("5 to 2 on", "example").chance
    Fraction(5, 7)
    """
    if found := _ODDS.fullmatch(text):
        first, second, side = found.groups()
        return Odds(first=Fraction(first), second=int(second), against=side == "against")
    if found := _ONE_IN.fullmatch(text):
        some, number = int(found[1]), found[2]
        step = 10 ** (len(number) - len(number.rstrip("0"))) if some == 1 else 0
        return Odds(first=Fraction(int(number) - some), second=some, against=True, step=step)
    raise RuleSetError(
        f"invalid odds {text!r}: write 5 to 2 against, 5 to 2 on or 1 in 900", context
    )


def judge_odds(odds: Odds, chance: Fraction) -> Accuracy:
    """Return the accuracy of printed odds, compared with the exact chance.

    Odds are exact if they equal the chance. They are rounded if no ratio with as small a second term is nearer
    to it, or if they are within `TOLERANCE` of it. All other odds are wrong.
    """
    if odds.chance == chance:
        return Accuracy.EXACT
    if odds.step:
        nearest = round(1 / chance / odds.step) * odds.step == odds.first + 1
    else:
        ratio = (1 - chance) / chance if odds.against else chance / (1 - chance)
        gap = abs(odds.first / odds.second - ratio)
        nearest = all(
            gap <= abs(Fraction(round(ratio * second), second) - ratio)
            for second in range(1, odds.second + 1)
        )
    close = abs(odds.chance - chance) <= TOLERANCE * chance
    return Accuracy.ROUNDED if nearest or close else Accuracy.WRONG


def format_decimal(number: Fraction) -> str:
    """Return a number with at most two decimals and separated thousands.

    >>> format_decimal(Fraction(938, 31)), format_decimal(Fraction(3))
    ('30.26', '3')
    """
    hundredths = int(number * 100 + Fraction(1, 2))
    whole = f"{hundredths // 100:,}"
    return f"{whole}.{hundredths % 100:02}" if hundredths % 100 else whole


def format_fraction(chance: Fraction) -> str:
    """Return a chance as a fraction, with separated thousands.

    >>> format_fraction(Fraction(1, 15504)), format_fraction(Fraction(31, 969))
    ('1/15,504', '31/969')
    """
    return f"{chance.numerator:,}/{chance.denominator:,}"


def format_odds(chance: Fraction) -> str:
    """Return a chance as odds: in lowest terms if the numbers are small, otherwise to 1 with two decimals.

    >>> format_odds(Fraction(17, 38)), format_odds(Fraction(31, 969))
    ('21 to 17 against', '30.26 to 1 against')
    """
    side = "against" if chance < Fraction(1, 2) else "on"
    ratio = (1 - chance) / chance if side == "against" else chance / (1 - chance)
    if ratio == 1:
        return "even"
    if ratio.denominator > 1 and ratio.numerator < 30:
        return f"{ratio.numerator} to {ratio.denominator} {side}"
    return f"{format_decimal(ratio)} to 1 {side}"
