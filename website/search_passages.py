"""The passages of a page for the search: sections with heading, anchor and words.

A reader who searches for a date or a name wants the paragraph that has it, not the top of a long
page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from docutils import nodes
from sphinx import addnodes

_SHORTEST = 3
"""The minimum length of a word; numbers are always kept."""
_CITED = re.compile(r"\s*\[[^\]]*\]")
_SPACED = re.compile(r"\s+(?=[.,;:?!])|,(?=[:;.?!])")
"""Punctuation that remains where a citation or a pronunciation was removed."""
_WORD = re.compile(r"\w+")
_PROSE = (
    *(nodes.paragraph, nodes.bullet_list, nodes.enumerated_list, nodes.definition_list),
    *(nodes.block_quote, addnodes.only),
)
"""The elements with prose. Names and numbers in boxes, tables and disclosures belong to rules."""
_NOT_PROSE = "pq-links-note"
"""The class of a note that many pages repeat."""


@dataclass(frozen=True)
class Passage:
    """A section of a page without its subsections."""

    anchor: str
    heading: str
    text: str
    words: str
    """All words of the section, and the keys of its citations, by which works are found."""
    says: str = ""
    """The answers in the section, from the attribute ``says`` of its node, or ""."""


def passages(tree: nodes.document) -> Iterator[Passage]:
    """Yield the sections of a page that have prose, except the section of the whole page."""
    for section in tree.findall(nodes.section):
        if not isinstance(section.parent, nodes.section):
            continue
        heading = next(iter(section.findall(nodes.title))).astext()
        text = " ".join(_prose(section))
        if text:
            says = section.get("says", "")
            yield Passage(section["ids"][0], heading, text, _with_keys(section), says)


def page_prose(tree: nodes.document) -> str:
    """Return the prose of a page with the keys of its citations."""
    return " ".join(_with_keys(section) for section in tree.findall(nodes.section))


def _prose(section: nodes.section) -> Iterator[str]:
    return map(node_text, _paragraphs(section))


def _with_keys(section: nodes.section) -> str:
    return " ".join(_CITED.sub("", one.astext()) for one in _paragraphs(section))


def _paragraphs(section: nodes.section) -> Iterator[nodes.paragraph]:
    for child in section.children:
        if isinstance(child, _PROSE):
            for paragraph in child.findall(nodes.paragraph):
                if _NOT_PROSE not in paragraph["classes"]:
                    yield paragraph


def node_text(node: nodes.Node) -> str:
    """Return the text of a node without citations, which are keys until the page is written."""
    words = "".join(text.astext() for text in node.findall(nodes.Text) if not _is_key(text))
    return _SPACED.sub("", _CITED.sub("", " ".join(words.split())))


def _is_key(text: nodes.Text) -> bool:
    parent: nodes.Node | None = text.parent
    while parent is not None and not isinstance(parent, nodes.paragraph):
        if isinstance(parent, addnodes.pending_xref) and parent.get("refdomain") == "cite":
            return True
        parent = parent.parent
    return False


def distinct_words(text: str, told: str = "") -> str:
    """Return each word of a text once, in lower case.

    Short words are left out, and words that occur in ``told``, a text that is searched anyway.

    >>> distinct_words("The sixes go: in 1709, the sixes.", "sixes")
    'the 1709'
    """
    known = set(_WORD.findall(told.lower()))
    kept = dict.fromkeys(_WORD.findall(text.lower()))
    return " ".join(
        word for word in kept if word not in known and (len(word) >= _SHORTEST or word.isdigit())
    )
