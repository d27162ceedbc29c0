"""Size limits of input: more than any deal needs, and small enough to refuse hostile texts."""

from __future__ import annotations

RECORD = 1 << 20
"""Maximum bytes of a record, 1 MiB. A long record with every comment has about 10 KiB."""
LINK = 1 << 16
"""Maximum bytes of a value from an address or from browser storage, 64 KiB: a deal, a variation, a game."""
REQUEST = 4 << 20
"""Maximum bytes of a page's request, 4 MiB: a whole record with each character escaped, and the rest."""


def is_longer(text: str, most: int) -> bool:
    """Return whether a text has more than ``most`` bytes in UTF-8.

    >>> is_longer("SA", 2), is_longer("♠A", 2)
    (False, True)
    """
    return len(text) > most or len(text.encode("utf-8", "surrogatepass")) > most


def bytes_in_words(most: int) -> str:
    """Return a number of bytes as text, in whole MiB or else in whole KiB.

    >>> bytes_in_words(RECORD), bytes_in_words(LINK)
    ('1 MiB', '64 KiB')
    """
    return f"{most >> 20} MiB" if most >> 20 else f"{most >> 10} KiB"
