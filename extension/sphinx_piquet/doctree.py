"""Helpers that make docutils nodes which every builder can write, from HTML to manual pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from docutils import nodes
from sphinx import addnodes

from piquet_core.cards.card_names import capitalize
from piquet_core.citations import Link, Reach, page_link
from piquet_core.rules import Answer, Citation, Source, Status
from piquet_core.witnesses import Place


def link_to_label(label: str, text: str, docname: str) -> addnodes.pending_xref:
    """Return a reference to a Sphinx label. It becomes plain text if no page has the label."""
    return addnodes.pending_xref(
        "",
        nodes.inline("", text),
        refdomain="piquet",
        reftype="label",
        reftarget=label,
        refdoc=docname,
        refexplicit=True,
        refwarn=False,
        **{"piquet-generated": True},
    )


def link_to_page(name: str, title: str, docname: str) -> addnodes.pending_xref:
    """Return a reference to a page. An empty ``title`` means the title of that page."""
    return addnodes.pending_xref(
        "",
        nodes.inline("", title or name),
        refdomain="std",
        reftype="doc",
        reftarget=name,
        refdoc=docname,
        refexplicit=bool(title),
        refwarn=True,
    )


def link(kind: str, id: str, text: str, docname: str) -> addnodes.pending_xref:
    """Return a reference to an object of the domain, such as a rule. ``docname`` is the page with the link."""
    xref = addnodes.pending_xref(
        "",
        nodes.inline("", text, classes=["xref", "piquet", f"piquet-{kind}"]),
        refdomain="piquet",
        reftype=kind,
        reftarget=id,
        refdoc=docname,
        refexplicit=True,
        refwarn=False,
    )
    xref["piquet-generated"] = True
    return xref


def cited(key: str, docname: str) -> addnodes.pending_xref:
    """Return a reference to a work in the bibliography, like the role ``cite:p``. ``key`` is its BibTeX key."""
    return addnodes.pending_xref(
        "",
        nodes.inline("", key),
        refdomain="cite",
        reftype="p",
        reftarget=key,
        refdoc=docname,
        refexplicit=False,
        refwarn=True,
    )


def paragraph(*parts: nodes.Node | str, classes: Sequence[str] = ()) -> nodes.paragraph:
    """Return a paragraph of texts and inline nodes. The translators of a project do not get it."""
    children = [nodes.Text(part) if isinstance(part, str) else part for part in parts]
    return nodes.paragraph("", "", *children, classes=list(classes), translatable=False)


def section(id: str, title: str, *body: nodes.Node) -> nodes.section:
    """Return a section with a heading. Sphinx lists it in the table of contents.

    The translators of a project do not get the heading.
    """
    return nodes.section("", nodes.title(title, title, translatable=False), *body, ids=[id])


def table(
    headings: Sequence[str],
    rows: Iterable[Sequence[Sequence[nodes.Node]]],
    *,
    widths: Sequence[int],
    classes: Sequence[str],
    ids: Sequence[str] = (),
) -> nodes.table:
    """Return a table. Its first row has the headings, and the first cell of each row is a heading too.

    ``rows`` has the nodes of each cell. ``ids`` are HTML ids, one per row or none at all.
    """
    group = nodes.tgroup("", cols=len(headings))
    for i, width in enumerate(widths):
        group += nodes.colspec("", colwidth=width, **({"stub": 1} if i == 0 else {}))
    group += nodes.thead("", _row([[paragraph(text)] for text in headings]))
    made = [_row(row) for row in rows]
    for row, id in zip(made, ids, strict=bool(ids)):
        row["ids"].append(id)
    group += nodes.tbody("", *made)
    return nodes.table("", group, classes=["colwidths-auto", *classes])


def _row(cells: Iterable[Sequence[nodes.Node]]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", *cell) for cell in cells))


def definitions(
    items: Iterable[tuple[str, nodes.Node, nodes.Node]], *, classes: Sequence[str]
) -> nodes.definition_list:
    """Return a definition list. Each item is a triple of HTML id or "", term and definition."""
    return nodes.definition_list(
        "",
        *(
            nodes.definition_list_item(
                "",
                nodes.term("", "", term, **({"ids": [id]} if id else {})),
                nodes.definition("", text),
            )
            for id, term, text in items
        ),
        classes=list(classes),
    )


def needs_script(on_a_page: nodes.paragraph, in_a_book: str) -> list[nodes.Node]:
    """Return the replacement for a widget that needs a script: a note, or ``in_a_book`` in EPUB."""
    on_a_page["classes"].append("pq-needs-script")
    return [
        addnodes.only("", on_a_page, expr="not builder_epub"),
        addnodes.only("", paragraph(in_a_book), expr="builder_epub"),
    ]


def joined[T](
    items: Iterable[T], make: Callable[[T], nodes.Node], between: str
) -> list[nodes.Node]:
    """Return a node for each item, made by ``make``, with the text ``between`` as the separator."""
    parts: list[nodes.Node] = []
    for item in items:
        if parts:
            parts.append(nodes.Text(between))
        parts.append(make(item))
    return parts


def answer_text(answer: Answer[Any]) -> str:
    """Return the text of an answer, capitalised."""
    return capitalize(answer.words)


def status_mark(answer: Answer[Any]) -> nodes.inline:
    """Return the label of an answer's status as an inline node."""
    return status_word(answer.status)


def status_word(status: Status) -> nodes.inline:
    """Return the label of a status as an inline node."""
    return nodes.inline("", status.mark, classes=["pq-status", f"pq-{status}"])


LINKS_NOTE = (
    "Links to other sites open the page with the passage or, if the link says so, its section or the "
    "whole text. We have not checked these links: in November 2026 we took each address from the copy that "
    "we read, or from its list of pages."
)


def page_reference(link: Link, words: str) -> nodes.reference:
    """Return a link to a page on another site. Its tip says that it is unchecked and where it comes from."""
    reported = link.reported.partition(";")[0]
    tip = f"Unchecked link, from {reported} ({link.accessed})"
    return nodes.reference("", words, refuri=link.url, internal=False, reftitle=tip)


def places(
    answer: Answer[Any], docname: str, source: Source | None = None, *, online: bool = False
) -> list[nodes.Node]:
    """Return links to the passages that an answer cites.

    A link names the book, except if it is ``source`` or the same as in the link before. ``online``
    adds the link to the page itself on another site.
    """

    def place(one: tuple[Source | None, Citation]) -> nodes.Node:
        before, citation = one
        named = citation.source == before
        text = citation.place if named else f"{citation.source.short}, {citation.place}"
        return cited_place(citation, text, docname, page_link(citation) if online else None)

    cited = [citation.source for citation in answer.citations]
    return joined(zip([source, *cited], answer.citations, strict=False), place, "; ")


def cited_place(citation: Citation, words: str, docname: str, page: Link | None) -> nodes.Node:
    """Return a link to a passage, and in brackets the link to its page on another site, if any."""
    words = words.replace("paragraph ", "paragraph\N{NO-BREAK SPACE}")
    own = link("source", str(citation), words, docname)
    if page is None:
        return own
    return nodes.inline("", "", own, nodes.Text(" ("), _page(citation, page), nodes.Text(")"))


def _page(citation: Citation, page: Link) -> nodes.reference:
    """Return the link to the page of a place: its printed pages or, if they are unknown, "online".

    A link that does not reach the place itself says so.
    """
    printed = citation.pages[0] if citation.paragraph and citation.pages else ""
    if not printed:
        return page_reference(page, _ONLINE[page.reach])
    sign = "pp." if "-" in printed else "p."
    return page_reference(page, f"{sign}\N{NO-BREAK SPACE}{printed.replace('-', '–')}")


_ONLINE = {
    Reach.PLACE: "online",
    Reach.SECTION: "its section online",
    Reach.TEXT: "the whole text online",
}


def linked_place(place: Place, words: str) -> nodes.Node:
    """Return the words for a place, linked to its page on another site if that is known."""
    return nodes.Text(words) if place.link is None else page_reference(place.link, words)


def places_and_note(
    answer: Answer[Any], docname: str, source: Source | None = None, *, online: bool = False
) -> list[nodes.Node]:
    """Return paragraphs with the status of an answer, links to the passages it cites, and its notes.

    Links to passages in ``source`` do not name the book. ``online`` adds links to other sites.
    """

    where = places(answer, docname, source, online=online)
    said = answer.status.before_places if where else ""
    # The answer itself already says that the question does not arise.
    lines = [] if answer.absent else [paragraph(status_mark(answer), said, *where)]
    if answer.slip:
        lines.append(paragraph(f"The slip: {answer.slip}", classes=["pq-note"]))
    if answer.note:
        lines.append(paragraph(answer.note, classes=["pq-note"]))
    return [*lines]
