"""Numbers in words."""

from __future__ import annotations

_SMALL = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def number_in_words(number: int, most: int = 99) -> str:
    """Return a number in words, with *no* for 0. A number above ``most`` (99 or less) is returned in figures.

    >>> number_in_words(0), number_in_words(20), number_in_words(43), number_in_words(12, most=9)
    ('no', 'twenty', 'forty-three', '12')
    """
    if not 0 <= number <= most:
        return str(number)
    if number < len(_SMALL):
        return _SMALL[number]
    tens, ones = divmod(number, 10)
    return f"{_TENS[tens - 2]}-{_SMALL[ones]}" if ones else _TENS[tens - 2]


def spoken_number(number: int) -> str:
    """Return a number below a thousand as it is spoken, with *nought* for 0.

    >>> spoken_number(97), spoken_number(100), spoken_number(170)
    ('ninety-seven', 'a hundred', 'a hundred and seventy')
    """
    hundreds, rest = divmod(number, 100)
    if not hundreds:
        return number_in_words(rest) if rest else "nought"
    said = "a hundred" if hundreds == 1 else f"{number_in_words(hundreds)} hundred"
    return f"{said} and {number_in_words(rest)}" if rest else said


def signed_number(number: int) -> str:
    """Return a number in figures with its sign, the typographic minus included.

    >>> signed_number(3), signed_number(-12), signed_number(0)
    ('+3', '−12', '0')
    """
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"
