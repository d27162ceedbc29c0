"""Citation panels, which become plain references in builders without panels.

A panel is rendered when its page is written. A page therefore need not be read again when the
version, the date or the address of the edition changes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.citations import (
    FORMATS,
    CitedDeal,
    Reference,
    Subject,
    find_subject,
    references,
    subject_path,
)
from piquet_core.publication import Edition, last_promised
from piquet_core.views.markup import Markup, element, typeset
from sphinx_piquet.edition import edition_of, lists_of
from sphinx_piquet.pages import PAGES, Page
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.rules.kept_places_directive import keep_attributes
from sphinx_piquet.views.citation_panel_view import render_citation_panel, render_frozen_row


class cite_node(nodes.General, nodes.Element):
    """A citation panel.

    ``subject`` is the id of the cited object, which the page ``docname`` describes. ``given`` is a
    `Subject` to cite instead, for objects that cannot be looked up by id. ``deal`` has the facts of
    a recorded deal. ``summary`` is the text of the button; ``more`` follows it for screen readers.
    ``caution`` is a warning above the citation. ``published`` is the version and date of an earlier
    edition to cite. ``rows`` is the anchor of the citations of the printed books. ``parts`` are the
    sections and terms of a page that can be cited on their own.

    The other attributes are flags. A ``plainly`` cited subject has one sentence and no other
    formats. An ``opened`` panel is open initially. A ``requested`` panel is kept on sites without
    panels. Builders without panels write only the id of the subject of a ``brief`` panel, and leave
    out a ``silent`` panel. Neither is printed.
    """


class cite_request_node(nodes.General, nodes.Element):
    """A placeholder for the citation panel of the page, made by ``{cite}``."""


def object_panel(
    docname: str, subject: str, deal: CitedDeal | None = None, *, rows: str = ""
) -> cite_node:
    """Return the panel of the object that a page describes.

    ``rows`` is the anchor of the citations of the printed books, on the same page.
    """
    return cite_node(
        subject=subject, docname=docname, deal=deal, summary="Cite this", more="", rows=rows
    )


def row_panel(docname: str, subject: str, more: str) -> cite_node:
    """Return a panel for a row of a table or list. ``more`` names the subject to screen readers."""
    return cite_node(
        subject=subject, docname=docname, deal=None, summary="Cite", more=f" {more}", brief=True
    )


def edition_panel(docname: str, version: str, day: str) -> cite_node:
    """Return a panel that cites a published edition of the whole site. ``day`` is its date."""
    node = row_panel(docname, "site", f"edition {version}")
    node["published"], node["silent"] = (version, day), True
    return node


def work_panel(docname: str, subject: Subject, more: str, caution: str = "") -> cite_node:
    """Return the panel of a work in the bibliography. Builders without panels leave it out."""
    node = row_panel(docname, subject.id, more)
    node["given"], node["caution"], node["silent"] = subject, caution, True
    return node


def sentence_panel(docname: str, subject: Subject) -> cite_node:
    """Return a panel with one citation sentence and no other formats, for long tables."""
    node = work_panel(docname, subject, subject.id)
    node["plainly"] = True
    return node


def page_panel(docname: str, title: str, parts: Sequence[tuple[str, str]] = ()) -> cite_node:
    """Return the panel of a page that describes no object.

    ``parts`` are the (anchor, title) pairs of sections that can be cited on their own.
    """
    subject = f"page:{docname}"
    summary = "Cite this page"
    return cite_node(
        subject=subject,
        docname=docname,
        deal=None,
        title=title,
        parts=parts,
        summary=summary,
        more="",
        silent=True,
    )


def site_panel(docname: str) -> cite_node:
    """Return the panel of the whole site, for its first page."""
    return cite_node(
        subject="site", docname=docname, deal=None, summary="Cite this site", more="", silent=True
    )


class CiteDirective(SphinxDirective):
    """``{cite}``: the citation panel of the page, for sites without a panel on every page."""

    def run(self) -> list[nodes.Node]:
        """Return a placeholder, which `_place_panels` fills."""
        return [cite_request_node()]


class CiteSampleDirective(SphinxDirective):
    """``{cite-sample} SUBJECT PAGE``: an open panel as an example, for a subject that the page describes."""

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        """Return the panel. Builders without panels leave it out."""
        subject, docname = self.arguments
        node = row_panel(docname, subject, f"sample {subject}")
        node["silent"] = node["opened"] = node["requested"] = True
        return [node]


def subject_of(node: cite_node) -> Subject:
    """Return the subject that a panel cites."""
    if "given" in node:
        given: Subject = node["given"]
        return given
    deal: CitedDeal | None = node["deal"]
    pages = {node["docname"]: node["title"]} if "title" in node else None
    return find_subject(node["subject"], {deal.id: deal} if deal else None, pages)


def edition_in(node: cite_node, config: Config) -> Edition:
    """Return the edition that a panel cites: the one being built, or the published one that the panel names."""
    own = edition_of(config)
    if "published" not in node:
        return own
    version, day = node["published"]
    return dataclasses.replace(own, version=version, date=day, published=True)


def _place_panels(app: Sphinx, tree: nodes.document) -> None:
    """Add the citation panel of a page.

    If the page has no ``{cite}`` and panels are not configured, remove all panels except samples.
    """
    requests = list(tree.findall(cite_request_node))
    panels = list(tree.findall(cite_node))
    if not (requests or app.config.piquet_citation_panels):
        for node in panels:
            if not node.get("requested"):
                node.parent.remove(node)
        return
    panel = None if any(not node.get("brief") for node in panels) else _page_panel(app, tree)
    for request in requests:
        request.replace_self([panel] if panel else [])
        panel = None
    section = tree.next_node(nodes.section)
    if panel and section is not None:
        section += panel


def _page_panel(app: Sphinx, tree: nodes.document) -> cite_node | None:
    """Return a panel that cites the page, or the site on its first page. Return None without a heading."""
    section = tree.next_node(nodes.section)
    heading = section.next_node(nodes.title) if section is not None else None
    if section is None or heading is None:
        return None
    docname = app.env.current_document.docname
    if docname == app.config.root_doc:
        return site_panel(docname)
    return page_panel(docname, heading.astext(), list(_parts(section)))


def _parts(page: nodes.section) -> Iterator[tuple[str, str]]:
    """Yield (anchor, title) pairs of the sections and glossary terms of a page."""
    for part in page.findall(nodes.Element):
        named = part.next_node(nodes.title) if isinstance(part, nodes.section) else part
        titled = isinstance(part, nodes.section | nodes.term) and part is not page and part["ids"]
        if titled and named is not None:
            yield part["ids"][0], typeset(named.astext().strip())


def _draw(page: Page, node: cite_node) -> Markup:
    subject, edition = subject_of(node), edition_in(node, page.config)
    address = page.builder.get_target_uri(node["docname"])
    plainly = node.get("plainly", False)
    # A place is kept with its formats, and as a page of the edition that the reader has before them.
    can_be_kept = not plainly and "published" not in node
    return render_citation_panel(
        subject,
        edition,
        page=address,
        summary=node["summary"],
        more=node["more"],
        caution=node.get("caution", ""),
        plainly=plainly,
        after=_to_rows(node["rows"]) if node.get("rows") else None,
        printed=not (node.get("brief") or node.get("silent")),
        opened=node.get("opened", False),
        frozen=_frozen(page, subject_path(subject, address), edition),
        editions=_editions_page(page),
        parts=node.get("parts", ()),
        keep=keep_attributes(page, subject, edition, address) if can_be_kept else None,
    )


def _frozen(page: Page, path: str, edition: Edition) -> Markup | None:
    """Return the row that links to the same page in the newest published edition.

    Return None if a published edition is cited or if the newest one lacks ``path``. On a site without
    a home address, the row shows a relative path, which is a link only if the site has copies of its
    editions.
    """
    lists = lists_of(Path(page.builder.srcdir), page.config)
    version, day, addresses = last_promised(lists) if lists else ("", "", frozenset[str]())
    if edition.published or path not in addresses:
        return None
    kept = dataclasses.replace(edition, version=version, date=day, published=True)
    if link := kept.permalink(path):
        return render_frozen_row(version, link, link)
    link = f"editions/{version}/{path}"
    has_copies = getattr(page.config, "piquet_copies", False)
    up = "../" * page.docname.count("/")
    return render_frozen_row(version, link, f"{up}{link}" if has_copies else "")


def _editions_page(page: Page) -> str:
    """Return the address of the page that lists the published editions, or "" if the site has none."""
    name = f"{page.config.piquet_edition_lists}/index"
    return page.uri(name) if name in page.env.found_docs else ""


def _to_rows(anchor: str) -> Markup:
    """Return a sentence that links to the citations of the printed books."""
    link = element("a", "in the row of its answer", href=f"#{anchor}")
    return element("p", "Each book has its own citation ", link, ".")


def _write_plainly(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Replace citation panels by plain references, in builders without panels."""
    del docname
    if app.builder.name in PAGES:
        return
    edition = edition_of(app.config)
    for node in list(doctree.findall(cite_node)):
        if node.get("silent"):
            node.parent.remove(node)
            continue
        subject = subject_of(node)
        if node.get("brief"):
            node.replace_self(nodes.paragraph("", "", nodes.literal("", subject.id)))
            continue
        page = f"{node['docname']}{app.config.html_file_suffix or '.html'}"
        cited = references(subject, edition, page)
        lead = nodes.paragraph("", "", nodes.strong("", "Cite this:"))
        node.replace_self([lead, *(_plain(one) for one in cited)])


def _plain(reference: Reference) -> nodes.paragraph:
    """Return a reference in plain format as a paragraph that ends with a link."""
    paragraph = nodes.paragraph()
    for text, italic in FORMATS["plain"].sentences([reference])[0]:
        said = text.removesuffix(reference.url)
        paragraph += nodes.emphasis("", said) if italic else nodes.Text(said)
    if reference.url:
        url = reference.url
        paragraph += nodes.reference("", url, refuri=url, internal=False)
    return paragraph


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the panel, its directives, and the configuration value for a panel on every page."""
    return register(
        app,
        directives={"cite": CiteDirective, "cite-sample": CiteSampleDirective},
        nodes=[cite_request_node],
        widgets=[
            Widget(
                cite_node,
                draw=_draw,
                styles=("rules/citation-panel.css",),
                scripts=("rules/citation-panel.js",),
            )
        ],
        config={"piquet_citation_panels": (False, "env")},
        events=[("doctree-read", _place_panels), ("doctree-resolved", _write_plainly)],
    )
