"""The printed bibliography: each work with its addresses and its reading status.

It extends sphinxcontrib-bibtex, which provides the directive and the roles. A work on which a rule
set is based links to its sections on the page of sources, and those link back.
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
from sphinx_piquet.citation_panel import work_panel
from sphinx_piquet.doctree import link
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Assets, Widget, register
from website.cited_work import citation_caution, printed_year, work_reference
from website.views.reading_status import render_reading_status

STYLE = "piquet"
# The reading status: the value of `known` in the file, and its text.
KNOWN = {
    "whole": "Read whole",
    "part": "Read in part",
    "quoted": "Not seen, but quoted",
    "named": "Not seen",
}
_BRACES = str.maketrans("", "", "{}")
_SECOND = re.compile(r"\s*([^<;]+?)\s*<([^>]+)>")


class BibliographyStyle(BaseStyle):  # type: ignore[misc] # pybtex has no types
    """A pybtex style: author, title, imprint, remark, addresses and reading status."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        # Sorted by year. The label is the key, which is unique; `StableEntries` replaces it by the
        # year and the author.
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
        """Return a work as rich text."""
        return FormattedEntry(entry.key, Text(*self.parts(entry)), label)

    def parts(self, entry: Entry) -> Iterator[object]:
        """Yield the parts of an entry as rich text: author, title, imprint, remark, links, status."""
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
            # Asterisks enclose a title within a note.
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
    """Format the child template with the printed year and title of a work.

    For one of several undated works of an author, the short title and "n.d." replace the year.
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
    """A reference style with printed years: "Cavendish, c. 1890"."""

    def inner(self, role_name: str) -> Any:
        """Return the template that formats a work in a note, with its printed year."""
        return _as_dated[super().inner(role_name)]


def text_links(fields: Any) -> Iterator[object]:
    """Yield the links to a work online: its main address, then any others with their names."""
    found = [("text", fields["url"])] if "url" in fields else []
    found += _SECOND.findall(fields.get("second", ""))
    for place, (name, address) in enumerate(found):
        yield ("; " if place else "Online: ")
        yield HRef(address, name)
    yield ". " if found else ""


def full_name(person: Any) -> str:
    """Return the name of a person, first names first."""
    parts = person.first_names + person.middle_names + person.prelast_names + person.last_names
    return " ".join(parts).replace("{", "").replace("}", "")


def plain_title(entry: Any) -> str:
    """Return the title of a work without the braces that protect capitals in BibTeX."""
    return str(entry.fields["title"]).translate(_BRACES)


def container_title(entry: Any) -> str:
    """Return the title of a work for lists and notes.

    For an article or a chapter, this is the title of the book that contains it.
    """
    return str(entry.fields.get("booktitle", entry.fields["title"])).translate(_BRACES)


def author_names(entry: Any) -> str:
    """Return the last names of a work's authors, such as "A and B", or "" without an author."""
    people = [" ".join(person.last_names) for person in entry.persons.get("author", [])]
    named = [re.sub(r"[{}]|\s*\(.*\)", "", name) for name in people]
    return " and ".join(named) if len(named) < 3 else f"{named[0]} and others"


def entry_label(entry: Any) -> list[nodes.Node]:
    """Return the label of an entry: year, reading status, and author or start of the title.

    The text of the entry explains the status in words.
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
    """Return the short title of an undated work by a known author, or "".

    The bibliography has a short title if several undated works share an author.
    """
    alone = printed_year(entry) or not entry.persons.get("author")
    return "" if alone else str(entry.fields.get("shorttitle", ""))


def short_title(entry: Any) -> str:
    """Return the short title of a work, or its title up to the first punctuation mark."""
    return str(entry.fields.get("shorttitle") or re.split(r"[,:;]", container_title(entry))[0])


def sort_year(entry: Any) -> str:
    """Return the year by which a work is sorted. Works without a year come last."""
    return str(entry.fields.get("sortyear") or entry.fields.get("year") or "9999")


class reading_status_node(nodes.General, nodes.Inline, nodes.Element):
    """The mark for the reading status of a work. ``known`` is a key of `KNOWN`."""


class ReadingStatusRole(SphinxRole):
    """``{known}`whole` ``: the mark for a reading status, for the legend."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the mark. Report an unknown value."""
        if self.text not in KNOWN:
            values = ", ".join(KNOWN)
            error = self.inliner.reporter.error(f"{self.text!r} is not one of {values}")
            return [], [error]
        return [reading_status_node(known=self.text)], []


def _draw_known(_page: Page, node: reading_status_node) -> Markup:
    return element("span", render_reading_status(node["known"]), class_="pq-known-sign")


class StableEntries(SphinxPostTransform):
    """Adds to each entry a stable anchor, a citation panel, and a link to its use in our rule sets.

    The anchor contains the key of the work. A former key, in the field ``formerly``, gives a second
    anchor.

    The ids of sphinxcontrib-bibtex contain the number of the list, so they would change if a work
    moved to another period.
    """

    default_priority = (
        6  # after the bibliography is written (5), before references are resolved (10)
    )

    def run(self, **kwargs: Any) -> None:
        """Add the anchors, the panel and the link to each entry."""
        del kwargs
        works = self.env.get_domain("cite").bibdata.data.entries  # type: ignore[attr-defined]
        for entry in self.document.findall(nodes.citation):
            label = entry.next_node(nodes.label)
            paragraph = entry.next_node(nodes.paragraph)
            if label is None or paragraph is None:
                continue
            key = label.astext()
            if f"-{key}" not in entry["ids"][0]:
                continue  # a citation written by hand
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
    """Return the *Cite* panel of a work on the page ``docname``."""
    entry = works[key]
    subject = work_subject(key, container_title(entry), docname, work_reference(key, works))
    by = f"{author_names(entry) or short_title(entry)} {printed_year(entry)}".rstrip()
    return work_panel(docname, subject, by, citation_caution(entry))


def visit_citation(self: HTML5Translator, node: nodes.citation) -> None:
    """Write a work as a list item. ARIA does not allow docutils' role inside a list."""
    HTML5Translator.visit_citation(self, node)
    self.body[-1] = self.body[-1].replace('role="doc-biblioentry"', 'role="listitem"')


def depart_citation(self: HTML5Translator, node: nodes.citation) -> None:
    """Close the list item of a work, and the list after the last one."""
    HTML5Translator.depart_citation(self, node)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the styles, the role and the transform, and load sphinxcontrib-bibtex."""
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
