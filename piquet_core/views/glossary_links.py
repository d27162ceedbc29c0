"""The words of a narration that the glossary explains: each becomes a link at its first use."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Terms of art only: with words that a reader knows from any card game the sentence would be all
# links.
TERMS = (
    "carte blanche",
    "the cards",
    "last trick",
    "tierce",
    "quart",
    "quint",
    "sixième",
    "septième",
    "huitième",
    "neuvième",
    "point",
    "trio",
    "quatorze",
    "repique",
    "pique",
    "capot",
    "talon",
    "elder",
    "pips",
    "“Equal.”",
    "“Good.”",
    "“Not good.”",
)
# Words that are a term only where they are counted or won.
_AFTER = {"the cards": ("for ", "win ", "wins ", "won ", "winning ")}


def _pattern(term: str) -> str:
    before = "|".join(f"(?<={one})" for one in _AFTER.get(term, ()))
    return rf"(?<!\w)(?:{before}){re.escape(term)}(?!\w)"


_WORDS = re.compile("|".join(map(_pattern, TERMS)))
_PLAIN = str.maketrans({"è": "e", " ": "-", "“": None, "”": None, ".": None})


def term_anchor(term: str) -> str:
    """Return the HTML id of a term in the glossary.

    >>> term_anchor("carte blanche"), term_anchor("“Not good.”"), anchor("sixième")
    ('term-carte-blanche', 'term-not-good', 'term-sixieme')
    """
    return "term-" + term.translate(_PLAIN).lower()


def first_term(text: str, seen: set[str]) -> str:
    """Return the anchor of the first unseen term in a text, or ""; the term then counts as seen."""
    return next((name for _, name in split_at_terms(text, seen) if name), "")


def split_at_terms(text: str, seen: set[str]) -> Iterator[tuple[str, str]]:
    """Yield a text piece by piece, each with the anchor of its term, or "".

    A term already seen is ordinary text, and so are its words where they mean nothing but themselves.

    >>> [word for word, name in split_at_terms("The rest of the cards. 10 for the cards.", set()) if name]
    ['the cards']
    >>> list(split_at_terms("one of the cards that you cannot see", set()))
    [('one of the cards that you cannot see', '')]
    """
    end = 0
    for found in _WORDS.finditer(text):
        name = term_anchor(found[0])
        if name in seen:
            continue
        seen.add(name)
        if found.start() > end:
            yield text[end : found.start()], ""
        yield found[0], name
        end = found.end()
    if end < len(text):
        yield text[end:], ""
