"""The general index with one entry per word: spellings merged, accents sorted with their letter.

An entry links to each page once. All links but the first have the titles of their pages.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from piquet_core.views.markup import typeset
from website.glossary_data import headword_languages

PAGE = "genindex"
SIGNS = "Symbols"

type Links = list[tuple[str, str]]
type Item = tuple[str, tuple[Links, list[tuple[str, Links]], str | None]]


def filing_key(name: str) -> str:
    """Return the sort key of an entry: its letters without accents and capitals.

    >>> filing_key("Écart"), filing_key("œuvre")
    ('ecart', 'oeuvre')
    """
    spelt = name.casefold().replace("œ", "oe").replace("æ", "ae")
    apart = unicodedata.normalize("NFD", spelt)
    return "".join(one for one in apart if not unicodedata.combining(one))


def regroup(groups: list[tuple[str, list[Item]]]) -> list[tuple[str, list[Item]]]:
    """Return the groups of Sphinx's index with merged entries. Signs and figures come first.

    >>> groups = [("C", [("Capot", ([("", "a")], [], None)), ("capot", ([("", "b")], [], None))])]
    >>> regroup(groups)
    [('C', [('capot', ([('', 'b'), ('', 'a')], [], None))])]
    """
    items = [(_headword(typeset(name)), told) for _, group in groups for name, told in group]
    # Of two spellings, the lower-case one is the headword.
    items.sort(
        key=lambda item: (_letter(item[0]) != SIGNS, filing_key(item[0]), item[0].swapcase())
    )
    once = [_merged(list(same)) for _, same in groupby(items, key=lambda item: item[0].casefold())]
    return [
        (letter, list(group)) for letter, group in groupby(once, key=lambda one: _letter(one[0]))
    ]


def _headword(name: str) -> str:
    """Return the headword of an entry: "the cards" becomes "cards, the", which is sorted under C."""
    return f"{name[4:]}, the" if name.startswith("the ") else name


def _letter(name: str) -> str:
    first = filing_key(name)[:1].upper()
    return first if first.isalpha() else SIGNS


def _merged(same: list[Item]) -> Item:
    """Merge the entries of one word, such as "Capot" and "capot"."""
    name, (_, _, key) = same[0]
    links = list(dict.fromkeys(link for _, (links, _, _) in same for link in links))
    below: dict[str, Links] = {}
    for _, (_, subs, _) in same:
        for sub, sub_links in subs:
            below.setdefault(typeset(sub), []).extend(sub_links)
    return name, (links, sorted(below.items(), key=lambda one: filing_key(one[0])), key)


def without_duplicates(
    groups: list[tuple[str, list[Item]]], titles: Mapping[str, str]
) -> list[tuple[str, list[Item]]]:
    """Return the groups with one link per entry and page.

    ``titles`` maps addresses to the titles of further pages, which are listed below the entry.

    A subentry is left out if it starts with the headword and is also an entry of its own.

    >>> links = [("main", "pique.html#a"), ("", "pique.html#b"), ("", "bonus.html#c")]
    >>> below = [("Pique", [("", "bonus.html#c")]), ("Pique lost, the", [("", "x.html")])]
    >>> items = [("pique", (links, below, None)), ("Pique lost, the", ([("", "x.html")], [], None))]
    >>> without_duplicates([("P", items)], {"bonus.html": "What a pique pays"})[0][1][0]
    ('pique', ([('', 'pique.html#a')], [('What a pique pays', [('', 'bonus.html#c')])], None))
    """
    alone = {filing_key(name) for _, items in groups for name, (links, _, _) in items if links}
    return [(letter, [_plain(item, alone, titles) for item in items]) for letter, items in groups]


def _plain(item: Item, alone: set[str], titles: Mapping[str, str]) -> Item:
    name, (links, below, key) = item
    head = filing_key(name)
    own = [*links, *(link for sub, subs in below if filing_key(sub) == head for link in subs)]
    others = [
        (sub, _places(sub, subs, titles))
        for sub, subs in below
        if filing_key(sub) != head
        and not (filing_key(sub).startswith(head) and filing_key(sub) in alone)
    ]
    places = _places(name, own, titles)
    others += [(title, [("", address)]) for title, address in places[1:]]
    return name, (places[:1], sorted(others, key=lambda one: filing_key(one[0])), key)


def _places(name: str, links: Links, titles: Mapping[str, str]) -> Links:
    """Return one link to each page. The first has no title, because the entry is its text.

    ``name`` is the entry, and ``titles`` maps addresses to the titles of pages. A page with the
    same title as the entry is described by its kind, such as "the rule".
    """
    if not links:
        return []
    pages: dict[str, str] = {}
    for _main, address in links:
        pages.setdefault(address.partition("#")[0], address)
    first, *others = pages.items()
    return [("", first[1]), *((_told(name, *one, titles), one[1]) for one in others)]


def _told(name: str, page: str, address: str, titles: Mapping[str, str]) -> str:
    title = titles.get(page, page)
    if filing_key(title).removeprefix("the ") != filing_key(name):
        return title
    return f"the {address.partition('#')[2].partition('-')[0]}"


def _regroup(
    app: Sphinx,
    pagename: str,
    _templatename: str,
    context: dict[str, Any],
    _doctree: nodes.document | None,
) -> None:
    if pagename == PAGE:
        app.add_css_file("frame/letter-index.css")
        titles = {
            app.builder.get_relative_uri(PAGE, docname): title.astext()
            for docname, title in app.env.titles.items()
        }
        context["genindexentries"] = without_duplicates(regroup(context["genindexentries"]), titles)
        context["piquet_italics"] = {
            f"{app.builder.get_relative_uri(PAGE, docname)}#{id}": language
            for (docname, id), language in headword_languages(app.env).items()
        }


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hook."""
    app.connect("html-page-context", _regroup)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
