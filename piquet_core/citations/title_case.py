"""Headline capitals of titles, after Chicago (17th edition, 8.159) and MLA (9th, 2.90)."""

from __future__ import annotations

import re
from functools import cache

# Articles, conjunctions and prepositions. The two manuals agree on all of these. The French ones are for names
# within an English title.
_SMALL = frozenset(
    (
        *("a", "an", "the", "and", "but", "or", "nor", "for", "as", "than"),
        *("of", "in", "on", "at", "to", "by", "from", "with", "over", "under", "into", "per", "up"),
        *("au", "aux", "de", "des", "du", "en", "et", "la", "le", "les"),
    )
)


@cache  # a page cites the same few titles in six formats
def title_case(text: str) -> str:
    """Return a title with capitals for its first and last words and for every word that is not minor.

    A word that looks like an id, for example with a digit or a dot in it, is unchanged.

    >>> title_case("Low cards in the play: the old game of thirty-two cards, step t6e")
    'Low Cards in the Play: The Old Game of Thirty-Two Cards, Step t6e'
    >>> title_case("Le Piquet, Salon des jeux: piquet au cent")
    'Le Piquet, Salon des Jeux: Piquet au Cent'
    """
    words = text.split(" ")
    edges = {0, len(words) - 1}
    edges |= {place + 1 for place, word in enumerate(words) if word.endswith((":", "?", "!", "—"))}
    return " ".join(_raised(word, edge=place in edges) for place, word in enumerate(words))


def keeps_case(word: str) -> bool:
    """Tell whether a word must keep its case because it looks like an id or part of one."""
    bare = word.strip("()[],.;:?!“”‘’\"'")
    marked = re.search(r"[0-9@#_/]|\w\.\w", bare) and re.search(r"[a-z]", bare)
    return bool(marked) and not bare[:1].isupper()


def _raised(word: str, *, edge: bool) -> str:
    if keeps_case(word):
        return word
    parts = word.split("-")
    small = [re.sub(r"\W", "", part) in _SMALL and not edge for part in parts]
    return "-".join(
        part if lower else _capital(part) for part, lower in zip(parts, small, strict=True)
    )


def _capital(word: str) -> str:
    first = re.search(r"[^\W\d_]", word)
    return f"{word[: first.start()]}{first[0].upper()}{word[first.end() :]}" if first else word
