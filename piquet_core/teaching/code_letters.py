"""Short codes to read aloud or to copy by hand: 32 letters and digits without 0, O, 1 and I, and a check.

The check is the remainder of a division of polynomials over GF(2), which finds every single wrong letter and every
exchange of two neighbours.
"""

from __future__ import annotations

from piquet_core.cards.cards import ascii_upper
from piquet_core.teaching.work_set import TeachingError

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CHECK_BITS = 10
_DIVISOR = 0b11000110011
"""The polynomial x¹⁰ + x⁹ + x⁵ + x⁴ + x + 1. Its remainder finds every fault within ten bits, which are two letters."""
_BITS = 5


def write_letters(number: int, bits: int) -> str:
    """Return a number of at most ``bits`` bits in letters with a check.

    >>> write_letters(7, 15)
    'AAHZ9'
    """
    number = number << CHECK_BITS | _remainder(number << CHECK_BITS)
    places = reversed(range(count_letters(bits)))
    return "".join(LETTERS[number >> _BITS * place & 31] for place in places)


def group_letters(letters: str, size: int) -> str:
    """Return letters in groups with hyphens between.

    >>> group_letters("AAHZ9", 4)
    'AAHZ-9'
    """
    return "-".join(letters[start : start + size] for start in range(0, len(letters), size))


def read_letters(text: str, bits: int) -> int:
    """Return the number in a code, the inverse of `write_letters`. Case, spaces and hyphens do not matter.

    Raises `TeachingError` with the reason if the code is mistyped.
    """
    letters = bare_letters(text)
    if strange := [one for one in letters if one not in LETTERS]:
        raise TeachingError(
            f"a code has no {strange[0]!r}: it has neither 0 nor O, and neither 1 nor I"
        )
    if len(letters) != count_letters(bits):
        raise TeachingError(f"the code has {len(letters)} letters, not {count_letters(bits)}")
    number = 0
    for letter in letters:
        number = number << _BITS | LETTERS.index(letter)
    if _remainder(number) or number >> bits + CHECK_BITS:
        raise TeachingError("the code has a wrong letter: its check does not match")
    return number >> CHECK_BITS


def bare_letters(text: str) -> str:
    """Return a code in capitals, without spaces and hyphens."""
    return "".join(one for one in ascii_upper(text) if one not in " -\t\N{NO-BREAK SPACE}")


def count_letters(bits: int) -> int:
    """Return the number of letters of a code for numbers of ``bits`` bits."""
    return -(-(bits + CHECK_BITS) // _BITS)


def _remainder(number: int) -> int:
    """Return the remainder of a polynomial, whose coefficients are the bits of ``number``."""
    for place in reversed(range(CHECK_BITS, number.bit_length())):
        if number >> place & 1:
            number ^= _DIVISOR << place - CHECK_BITS
    return number
