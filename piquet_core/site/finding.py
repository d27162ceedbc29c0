"""What the search page offers first: rules, rule sets, terms and deals, each with its kind.

Sphinx's own search comes below. The list is in the page itself, so that it works offline and from a
folder too.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.util.typing import ExtensionMetadata

from piquet_core.html.markup import data_text
from piquet_core.rules import catalogue, load_ruleset
from piquet_core.sphinxext.domain import Entry, piquet_domain
from piquet_core.sphinxext.pages import PAGES

KEYWORDS = Path(__file__).with_name("keywords.toml")

# The order in which equally good hits are shown; other kinds of the domain come after these.
KINDS = {
    "rule": "Rule",
    "term": "Glossary",
    "ruleset": "Rule set",
    "deal": "Deal",
    "source": "Source",
}
LONGEST = 220  # characters of a description


def keywords() -> dict[str, list[str]]:
    """Return other names that people have for a rule's subject, by rule id."""
    return tomllib.loads(KEYWORDS.read_text("utf-8"))


def finds(builder: Builder) -> list[dict[str, str]]:
    """Return everything that can be found, with kind, title, address, description and other words."""
    known = keywords()
    made = [
        _find(builder, entry, *_described(entry, known))
        for entry in piquet_domain(builder.env)
        if ":" not in entry.id  # the sections of a source lead to nothing more than the source does
    ]
    made += _terms(builder)
    order = {kind: place for place, kind in enumerate(KINDS.values())}
    return sorted(made, key=lambda one: order.get(one["kind"], len(order)))


def _find(builder: Builder, entry: Entry, text: str, words: str) -> dict[str, str]:
    anchor = f"#{entry.anchor}" if entry.anchor else ""
    return {
        "kind": KINDS.get(entry.kind, entry.kind.capitalize()),
        "title": entry.title,
        "href": builder.get_relative_uri("search", entry.docname) + anchor,
        "text": text,
        "words": words,
    }


def _described(entry: Entry, known: dict[str, list[str]]) -> tuple[str, str]:
    """Return a sentence that says what an object is, and other words to find it by."""
    match entry.kind:
        case "rule":
            words = [entry.id, *known.get(entry.id, [])]
            return catalogue()[entry.id].question, "; ".join(words)
        case "ruleset":
            ruleset = load_ruleset(entry.id)
            return ruleset.summary, f"{entry.id}; {ruleset.short}"
        case _:
            return "", entry.id


def _terms(builder: Builder) -> list[dict[str, str]]:
    """Return the entries of the glossaries; an entry with several terms is found by each."""
    env = builder.env
    found = []
    for docname in sorted({name for name, *_ in _places(builder)}):
        for glossary in env.get_doctree(docname).findall(addnodes.glossary):
            for item in glossary.findall(nodes.definition_list_item):
                terms = [term for term in item.children if isinstance(term, nodes.term)]
                text = " ".join(part.astext() for part in item.findall(nodes.definition))
                names = [term.astext().strip() for term in terms]
                found.append(
                    {
                        "kind": KINDS["term"],
                        "title": names[0],
                        "href": f"{builder.get_relative_uri('search', docname)}#{terms[0]['ids'][0]}",
                        "text": shortened(text),
                        "words": "; ".join(names[1:]),
                    }
                )
    return found


def _places(builder: Builder) -> list[tuple[str, str]]:
    objects = builder.env.domains.standard_domain.objects
    return [place for (kind, _name), place in objects.items() if kind == "term"]


def shortened(text: str) -> str:
    """Return as many of a text's first sentences as fit; at least one, cut if need be.

    >>> shortened("The stock.  Eight cards.")
    'The stock. Eight cards.'
    """
    sentences = re.split(r"(?<=[.!?]) ", " ".join(text.split()))
    kept = sentences.pop(0)
    while sentences and len(kept) + len(sentences[0]) < LONGEST:
        kept = f"{kept} {sentences.pop(0)}"
    return kept if len(kept) <= LONGEST else f"{kept[: LONGEST - 1].rsplit(' ', 1)[0]} …"


def _offer(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Give the search page the list and the script that searches it."""
    del templatename, context, doctree
    if pagename != "search" or app.builder.name not in PAGES:
        return
    body = data_text(finds(app.builder))
    app.add_js_file(None, body=body, type="application/json", id="pq-finds")
    app.add_css_file("site/search.css")
    app.add_js_file("site/search.js", loading_method="defer")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hook of the search page."""
    app.connect("html-page-context", _offer)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
