"""Corrections that make an incremental build equal a full one.

Sphinx writes only the pages that were read again. But a page also shows titles and contents of
other pages, so all pages are written if any such data has changed. Sphinx also updates the previous
search index, but does not remove words that no page contains any more, and loses the entries of the
general index.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final, cast

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.search import IndexBuilder, js_index
from sphinx.util.typing import ExtensionMetadata

# Page data in the environment that other pages may show. Rule usage is not included:
# `rule_usage` tracks that itself.
SHOWN_ELSEWHERE: Final = (
    "titles",
    "longtitles",
    "tocs",
    "toctree_includes",
    "files_to_rebuild",
    "toc_secnumbers",
    "toc_fignumbers",
    "domaindata",
)


def canonical(value: object) -> object:
    """Return a value as strings and lists in a deterministic order.

    >>> canonical({"b": {2, 1}, "a": ("x",)})
    [["'a'", ["'x'"]], ["'b'", ['1', '2']]]
    """
    match value:
        case nodes.Node():
            return value.pformat()
        case dict():
            return sorted(
                ([canonical(key), canonical(one)] for key, one in value.items()), key=repr
            )
        case set() | frozenset():
            return sorted(map(canonical, value), key=repr)
        case list() | tuple():
            return [canonical(one) for one in value]
        case _ if type(value).__repr__ is object.__repr__:  # its repr contains a memory address
            return canonical(vars(value))
        case _:
            return repr(value)


def shared_page_data(env: BuildEnvironment) -> dict[str, Any]:
    """Return the data of all pages that other pages may show, in a form that can be compared."""
    shown: dict[str, Any] = {name: canonical(getattr(env, name)) for name in SHOWN_ELSEWHERE}
    return {**shown, "domaindata": [_in_no_order(domain) for domain in shown["domaindata"]]}


def _in_no_order(domain: list[Any]) -> list[Any]:
    """Return the name and the data of a domain, with sorted lists.

    The original order is that of reading, and a page that is read again moves to the end.
    """
    name, parts = domain
    return [
        name,
        [[key, sorted(told, key=repr) if isinstance(told, list) else told] for key, told in parts],
    ]


def _before(
    app: Sphinx, env: BuildEnvironment, _added: set[str], _changed: set[str], _removed: set[str]
) -> list[str]:
    app.piquet_shown = shared_page_data(env)  # type: ignore[attr-defined] # our own slot
    return []


def _after(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return all pages if the shared data of any page has changed."""
    before: dict[str, object] = app.piquet_shown  # type: ignore[attr-defined]
    return [] if shared_page_data(env) == before else sorted(env.found_docs)


# -- the search index ------------------------------------------------------------------------------


_UNSEARCHED = re.compile(
    r"[\u0250-\u02af]|^\d+x\d+$|^[0-9a-f]{12}$|^(?=.*\d)\w{12,}$|^[mpqt]\d+[eiy]$|^_"
    r"|^[cdhs][akqjt6-9]$|^\d[a-z]$|^(?=.*\d)[akqjt6-9]{3,}$"
)
"""Words that nobody searches, but that the search page would load: phonetic letters, search budgets,
commits, deal ids, step ids, private names of the code, cards, calls and numbers of questions."""


def complete_index(index: IndexBuilder, last: dict[str, Any]) -> None:
    """Remove words that nobody searches from a search index, and add entries from the previous index.

    The entries are those of the general index for pages that were not read again. ``last`` is the
    content of the previous search index.

    This uses private parts of Sphinx, whose version is locked. A test compares the indexes of a
    full and an incremental build.
    """
    for words in (index._mapping, index._title_mapping):  # noqa: SLF001 - see above
        for word in [
            word for word, pages in words.items() if not pages or _UNSEARCHED.search(word)
        ]:
            del words[word]
    entries = index._index_entries  # noqa: SLF001
    kept: dict[str, list[tuple[str, str, str]]] = {}
    for entry, places in last.get("indexentries", {}).items():
        for number, id, main in places:
            place = (entry, id, "main" if main else "")
            kept.setdefault(last["docnames"][number], []).append(place)
    whole = {**kept, **entries}
    entries.clear()
    entries.update({name: whole[name] for name in sorted(whole) if name in index._titles})  # noqa: SLF001


def _complete(app: Sphinx) -> list[Any]:
    """Complete the search index before Sphinx writes it. The event comes after all pages."""
    builder = cast(StandaloneHTMLBuilder, app.builder)
    if builder.search and builder.indexer is not None:
        path = Path(app.outdir) / builder.searchindex_filename
        last = js_index.loads(path.read_text("utf-8")) if path.is_file() else {}
        complete_index(builder.indexer, last)
    return []


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks. The comparison comes after every hook that changes the shared data."""
    app.connect("env-get-outdated", _before)
    app.connect("env-updated", _after, priority=900)
    app.connect("html-collect-pages", _complete)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
