"""The bibliography as this site prints it: each work with its addresses and how far it was read.

For sites that use sphinxcontrib-bibtex; its directive and roles do the rest.  A work that the rule
sets cite links to its sections on the page of the sources, and back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from docutils import nodes
from pybtex.database import Entry
from pybtex.plugin import register_plugin
from pybtex.richtext import HRef, String, Tag, Text
from pybtex.style import FormattedEntry
from pybtex.style.formatting import BaseStyle
from pybtex.style.template import node
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxRole
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator
from sphinxcontrib.bibtex.plugin import register_plugin as register_reference
from sphinxcontrib.bibtex.style.referencing.author_year import AuthorYearReferenceStyle

from piquet_core.citations import work_subject
from piquet_core.rules import sources
from piquet_core.views.markup import Markup, element
from sphinx_piquet.citation_panel import cite_given
from sphinx_piquet.doctree import link
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Assets, Widget, register
from website.cited_work import citation_caution, printed_year, work_reference
from website.views.reading_status import render_reading_status

STYLE = "piquet"
# How far a work was read: the value of `known` in the file, and its words.
KNOWN = {
    "whole": "Read whole",
    "part": "Read in part",
    "quoted": "Not seen, but quoted",
    "named": "Not seen",
}
_BRACES = str.maketrans("", "", "{}")
_SECOND = re.compile(r"\s*([^<;]+?)\s*<([^>]+)>")


class BibliographyStyle(BaseStyle):  # type: ignore[misc] # pybtex has no types
    """Author, title, imprint, remark, addresses; then how far we have read it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        # Sorted by year.  The label is the key, which tells works apart; `StableEntries` puts the
        # year and the name of the author in its place.
        self.sort = lambda entries: sorted(
            entries, key=lambda one: (sort_year(one), plain_title(one))
        )
        self.format_labels = lambda entries: [entry.key for entry in entries]

    def format_entry(
        self,
        label: str,
        entry: Entry,
        bib_data: object = None,  # noqa: ARG002 - the signature is pybtex's
    ) -> FormattedEntry:
        """Return one work as rich text."""
        return FormattedEntry(entry.key, Text(*self.parts(entry)), label)

    def parts(self, entry: Entry) -> Iterator[object]:
        """Yield the pieces of an entry, in order."""
        fields = entry.fields
        authors = " and ".join(full_name(person) for person in entry.persons.get("author", []))
        if authors:
            yield f"[{authors}]: " if "supplied" in fields else f"{authors}: "
        work = fields.get("booktitle")
        yield f"“{plain_title(entry)}”, in " if work else ""
        yield Tag("em", String(work or plain_title(entry)))
        pages = "pp. {}" if "--" in fields.get("pages", "") else "p. {}"
        said = ("credit", "{}"), ("edition", "{}"), ("volume", "vol. {}"), ("pages", pages)
        where = [
            words.format(fields[name].replace("--", "–")) for name, words in said if name in fields
        ]
        yield "".join(f", {one}" for one in where).removesuffix(".") + ". "
        place = ": ".join(fields[name] for name in ("address", "publisher") if name in fields)
        imprint = [place, fields.get("howpublished", ""), printed_year(entry)]
        printed = ", ".join(filter(None, imprint)) or "Undated"
        yield f"{printed.removesuffix('.')}. "
        if "note" in fields:
            # A title within a note is in asterisks.
            for at, piece in enumerate(fields["note"].split("*")):
                yield Tag("em", String(piece)) if at % 2 else piece
            yield " "
        yield from text_links(fields)
        if "known" in fields:
            yield Tag("strong", KNOWN[fields["known"]])
            more = fields.get("knownas", "")
            glue = " " if fields["known"] == "quoted" else ": "
            yield f"{glue}{more}." if more else "."


@node  # type: ignore[untyped-decorator] # pybtex has no types
def _as_dated(children: Any, data: dict[str, Any]) -> Any:
    """Format what stands in it with the year and the title of the work as every list and note prints them.

    A work without a year has there what stands for one.
    """
    work = data["entry"]
    told = (
        f"“{distinguishing_title(work)}”, n.d."
        if distinguishing_title(work)
        else printed_year(work)
    )
    fields = {**work.fields, "title": container_title(work), **({"year": told} if told else {})}
    (inner,) = children
    return inner.format_data(data | {"entry": Entry(work.type, fields, work.persons)})


@dataclass
class DatedReferenceStyle(AuthorYearReferenceStyle):
    """“Cavendish, c. 1890”: a year that is uncertain, or our estimate, is not cited as a fact."""

    def inner(self, role_name: str) -> Any:
        """Return the template of one work in a note."""
        return _as_dated[super().inner(role_name)]


def text_links(fields: Any) -> Iterator[object]:
    """Yield where the text can be read: its first address and the others, by name."""
    found = [("text", fields["url"])] if "url" in fields else []
    found += _SECOND.findall(fields.get("second", ""))
    for place, (name, address) in enumerate(found):
        yield ("; " if place else "Online: ")
        yield HRef(address, name)
    yield ". " if found else ""


def full_name(person: Any) -> str:
    """Return a person as a sentence names one: first names first."""
    parts = person.first_names + person.middle_names + person.prelast_names + person.last_names
    return " ".join(parts).replace("{", "").replace("}", "")


def plain_title(entry: Any) -> str:
    """Return the title without the braces that keep BibTeX from changing its capitals."""
    return str(entry.fields["title"]).translate(_BRACES)


def container_title(entry: Any) -> str:
    """Return the title by which lists and notes call a work: that of the book around an article or a chapter."""
    return str(entry.fields.get("booktitle", entry.fields["title"])).translate(_BRACES)


def author_names(entry: Any) -> str:
    """Return the last names of the authors; "" for a work without one."""
    people = [" ".join(person.last_names) for person in entry.persons.get("author", [])]
    named = [re.sub(r"[{}]|\s*\(.*\)", "", name) for name in people]
    return " and ".join(named) if len(named) < 3 else f"{named[0]} and others"


def entry_label(entry: Any) -> list[nodes.Node]:
    """Return what one looks for in a list: the year, how far the work is read, and the author or the title's beginning.

    The entry itself says in words what the mark beside the year means.
    """
    known = entry.fields.get("known")
    who = author_names(entry) or short_title(entry)
    if distinguishing_title(entry):
        who = f"{who}, “{distinguishing_title(entry)}”"
    return [
        nodes.inline("", printed_year(entry) or "n.d.", classes=["pq-work-year"]),
        *([nodes.Text(" "), reading_status_node(known=known)] if known else []),
        nodes.Text(" "),
        nodes.inline("", who, classes=["pq-work-by"]),
    ]


def distinguishing_title(entry: Any) -> str:
    """Return the short title of a work without a year, if its author has others without one; "" for the rest."""
    alone = printed_year(entry) or not entry.persons.get("author")
    return "" if alone else str(entry.fields.get("shorttitle", ""))


def short_title(entry: Any) -> str:
    """Return a title as it stands in the place of an author: its short form, or up to its first pause."""
    return str(entry.fields.get("shorttitle") or re.split(r"[,:;]", container_title(entry))[0])


def sort_year(entry: Any) -> str:
    """Return the year that decides the order; a work without a year comes last."""
    return str(entry.fields.get("sortyear") or entry.fields.get("year") or "9999")


class reading_status_node(nodes.General, nodes.Inline, nodes.Element):
    """A mark that says how far a work has been read; ``known`` is its value in the file."""


class ReadingStatusRole(SphinxRole):
    """``{known}`whole` ``: the mark of that value, for the list of what the marks mean."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the mark; a value that no work can have is refused."""
        if self.text not in KNOWN:
            values = ", ".join(KNOWN)
            error = self.inliner.reporter.error(f"{self.text!r} is not one of {values}")
            return [], [error]
        return [reading_status_node(known=self.text)], []


def _draw_known(_page: Page, node: reading_status_node) -> Markup:
    return element("span", render_reading_status(node["known"]), class_="pq-known-sign")


class StableEntries(SphinxPostTransform):
    """Every work gets an address made only of its key, and its panel; the books of the rule sets link to it.

    An earlier key of a work, in the field ``formerly``, still leads to it.

    The ids from sphinxcontrib-bibtex also name the list, because it makes one for every work in
    every list, and they would change if a work moved to another period.
    """

    default_priority = 6  # after the bibliography was written (5), before references resolve (10)

    def run(self, **kwargs: Any) -> None:
        """Add the address, and the link at the end of the entry."""
        del kwargs
        works = self.env.get_domain("cite").bibdata.data.entries  # type: ignore[attr-defined]
        for entry in self.document.findall(nodes.citation):
            label = entry.next_node(nodes.label)
            paragraph = entry.next_node(nodes.paragraph)
            if label is None or paragraph is None:
                continue
            key = label.astext()
            if f"-{key}" not in entry["ids"][0]:
                continue  # a citation that someone wrote by hand
            label.clear()
            label += entry_label(works[key])
            entry["ids"].append(f"cite-{key}")
            if former := works[key].fields.get("formerly"):
                entry["ids"].append(f"cite-{former}")
            docname = self.env.current_document.docname
            entry.append(citation_panel(key, works, docname))
            if key in sources():
                text = "What the rule sets take from it"
                paragraph += [nodes.Text(" "), link("source", key, text, docname), nodes.Text(".")]


def citation_panel(key: str, works: Mapping[str, Entry], docname: str) -> nodes.Element:
    """Return “Cite” for a work."""
    entry = works[key]
    subject = work_subject(key, container_title(entry), docname, work_reference(key, works))
    by = f"{author_names(entry) or short_title(entry)} {printed_year(entry)}".rstrip()
    return cite_given(docname, subject, by, citation_caution(entry))


def visit_citation(self: HTML5Translator, node: nodes.citation) -> None:
    """Write a work as an item of its list: the role from docutils is not allowed there."""
    HTML5Translator.visit_citation(self, node)
    self.body[-1] = self.body[-1].replace('role="doc-biblioentry"', 'role="listitem"')


def depart_citation(self: HTML5Translator, node: nodes.citation) -> None:
    """Close the item, and the list after the last."""
    HTML5Translator.depart_citation(self, node)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the style and the links; sphinxcontrib-bibtex must be loaded as well."""
    app.setup_extension("sphinxcontrib.bibtex")
    register_plugin("pybtex.style.formatting", STYLE, BibliographyStyle)
    register_reference("sphinxcontrib.bibtex.style.referencing", STYLE, DatedReferenceStyle)
    app.add_node(nodes.citation, override=True, html=(visit_citation, depart_citation))
    return register(
        app,
        roles={"known": ReadingStatusRole()},
        widgets=[Widget(reading_status_node, draw=_draw_known)],
        assets={nodes.citation: Assets(styles=("bibliography.css",))},
        post_transforms=[StableEntries],
    )
