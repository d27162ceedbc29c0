"""Glossary terms in a text, for links at the first use of each term."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Only terms of art. Linking words known from any card game would turn whole sentences into
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
# Words that are terms only where they are counted or won.
_AFTER = {"the cards": ("for ", "win ", "wins ", "won ", "winning ")}


def _pattern(term: str) -> str:
    before = "|".join(f"(?<={one})" for one in _AFTER.get(term, ()))
    return rf"(?<!\w)(?:{before}){re.escape(term)}(?!\w)"


_WORDS = re.compile("|".join(map(_pattern, TERMS)))
_PLAIN = str.maketrans({"è": "e", " ": "-", "“": None, "”": None, ".": None})


def term_anchor(term: str) -> str:
    """Return the HTML id of a term in the glossary.

    >>> term_anchor("carte blanche"), term_anchor("“Not good.”"), term_anchor("sixième")
    ('term-carte-blanche', 'term-not-good', 'term-sixieme')
    """
    return "term-" + term.translate(_PLAIN).lower()


def first_term(text: str, seen: set[str]) -> str:
    """Return the anchor of the first glossary term in a text that is not in ``seen``, or "".

    Adds the anchors of the terms in the text to ``seen`` up to that term.
    """
    return next((name for _, name in split_at_terms(text, seen) if name), "")


def split_at_terms(text: str, seen: set[str]) -> Iterator[tuple[str, str]]:
    """Yield (text, anchor) pairs that together make up a text; the anchor is "" between terms.

    Only the first use of a term is marked. Its anchor is added to ``seen``; terms whose anchor is
    already there, and everyday uses of a word, stay ordinary text.

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
