"""How much is read at most: more than any deal needs, but no more than a hostile text is worth."""

from __future__ import annotations

RECORD = 1 << 20
"""The most bytes of a record, 1 MiB: a long record with every comment has some 10 KiB."""
LINK = 1 << 16
"""The most bytes of what an address or a page's memory brings, 64 KiB: a deal, a line, a game."""
REQUEST = 4 << 20
"""The most bytes of a page's request, 4 MiB: a whole record, each character escaped, and the rest."""


def is_longer(text: str, most: int) -> bool:
    """Tell whether a text has more bytes, in UTF-8, than ``most``.

    >>> is_longer("SA", 2), is_longer("♠A", 2)
    (False, True)
    """
    return len(text) > most or len(text.encode("utf-8", "surrogatepass")) > most


def bytes_in_words(most: int) -> str:
    """Return a limit in words.

    >>> bytes_in_words(RECORD), bytes_in_words(LINK)
    ('1 MiB', '64 KiB')
    """
    return f"{most >> 20} MiB" if most >> 20 else f"{most >> 10} KiB"
