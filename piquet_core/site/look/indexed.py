"""The index as a printer makes it: one entry for a word however it is spelt, and accents filed with their letter."""

from __future__ import annotations

import unicodedata
from itertools import groupby
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from piquet_core.html.markup import typeset

PAGE = "genindex"
SIGNS = "Symbols"

type Links = list[tuple[str, str]]
type Item = tuple[str, tuple[Links, list[tuple[str, Links]], str | None]]


def filed(name: str) -> str:
    """Return what an entry is filed under: its letters without accents and capitals.

    >>> filed("Écart"), filed("œuvre")
    ('ecart', 'oeuvre')
    """
    spelt = name.casefold().replace("œ", "oe").replace("æ", "ae")
    apart = unicodedata.normalize("NFD", spelt)
    return "".join(one for one in apart if not unicodedata.combining(one))


def regrouped(groups: list[tuple[str, list[Item]]]) -> list[tuple[str, list[Item]]]:
    """Return the groups of Sphinx's index, each word once, under its letter; signs and figures come first.

    >>> groups = [("C", [("Capot", ([("", "a")], [], None)), ("capot", ([("", "b")], [], None))])]
    >>> regrouped(groups)
    [('C', [('capot', ([('', 'b'), ('', 'a')], [], None))])]
    """
    items = [(typeset(name), told) for _, group in groups for name, told in group]
    # Of two spellings the one without a capital is the word, and comes first.
    items.sort(key=lambda item: (_letter(item[0]) != SIGNS, filed(item[0]), item[0].swapcase()))
    once = [_merged(list(same)) for _, same in groupby(items, key=lambda item: item[0].casefold())]
    return [
        (letter, list(group)) for letter, group in groupby(once, key=lambda one: _letter(one[0]))
    ]


def _letter(name: str) -> str:
    first = filed(name)[:1].upper()
    return first if first.isalpha() else SIGNS


def _merged(same: list[Item]) -> Item:
    """Return entries of one word as one."""
    name, (_, _, key) = same[0]
    links = list(dict.fromkeys(link for _, (links, _, _) in same for link in links))
    below: dict[str, Links] = {}
    for _, (_, subs, _) in same:
        for sub, sub_links in subs:
            below.setdefault(typeset(sub), []).extend(sub_links)
    return name, (links, sorted(below.items(), key=lambda one: filed(one[0])), key)


def _regroup(
    _app: Sphinx,
    pagename: str,
    _templatename: str,
    context: dict[str, Any],
    _doctree: nodes.document | None,
) -> None:
    if pagename == PAGE:
        context["genindexentries"] = regrouped(context["genindexentries"])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hook that files the entries."""
    app.connect("html-page-context", _regroup)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
