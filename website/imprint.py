"""The imprint of each page: its edition, with links to this and to other editions.

A frozen copy is an edition as it was published. ``PIQUET_FROZEN`` has its version during the build.
The copy is two folders below the current site and links back by relative addresses, so that it
works on any host.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from piquet_core.publication import date_in_words, published_on
from sphinx_piquet import doctree as dt
from sphinx_piquet.citation_panel import edition_panel
from sphinx_piquet.edition import edition_of, lists_of
from sphinx_piquet.pages import PAGES
from sphinx_piquet.rules.rule_set_directives import DataDirective

CURRENT = "../../"  # from the first page of a frozen copy to that of the current site
COPY = "piquet-copy"  # marks a link to a frozen copy, with its path below the base URL
HERE = "index.html"  # the path of the site itself
DOTS = "https://…/"  # the base URL in sample code
MOVED = "moved"  # a redirection list of old addresses, not an edition


def published_editions(lists: Path | None) -> list[tuple[str, str]]:
    """Return (version, date) pairs of the published editions, the latest first.

    ``lists`` is the folder with a list of addresses for each edition, or None.
    """
    versions = (path.stem for path in (lists.glob("*.txt") if lists else ()))
    found = [(version, published_on(lists, version)) for version in versions if version != MOVED]
    return sorted(found, key=lambda one: (one[1], one[0]), reverse=True)


class EditionsDirective(DataDirective):
    """``{editions}``: the current draft and the published editions, with dates and frozen copies."""

    required_arguments = 0

    def build(self) -> list[nodes.Node]:
        lists = lists_of(Path(self.env.srcdir), self.config)
        if lists:
            self.env.note_dependency(lists)
        rows = published_editions(lists)
        if not rows:
            return [dt.paragraph("No edition has been published yet.")]
        cells: list[tuple[list[nodes.Node], ...]] = [
            (
                [dt.paragraph(version)],
                [dt.paragraph(date_in_words(date))],
                [dt.paragraph(self._copy(version)), self._cite(version, date)],
            )
            for version, date in rows
        ]
        if not edition_of(self.config).published:
            cells.insert(0, self._draft())
        return [
            dt.table(
                ("Edition", "Published", "Where it is"),
                cells,
                widths=(20, 40, 40),
                classes=["pq-editions"],
            )
        ]

    def _cite(self, version: str, date: str) -> nodes.Node:
        return edition_panel(self.config.root_doc, version, date)

    def _draft(self) -> tuple[list[nodes.Node], ...]:
        here = dt.paragraph(self._link("This site", ""), ", a draft that still changes")
        return [dt.paragraph(self.config.release)], [dt.paragraph("not yet")], [here]

    def _copy(self, version: str) -> nodes.reference:
        return self._link(f"editions/{version}/", f"editions/{version}/")

    def _link(self, text: str, folder: str) -> nodes.reference:
        # The copies are next to each other.
        beside = CURRENT if self.config.piquet_frozen and folder else ""
        up = "../" * self.docname.count("/")
        link = nodes.reference("", text, refuri=f"{up}{beside}{folder}index.html", internal=True)
        link[COPY] = f"{folder}index.html"
        return link


def resolve_copy_links(app: Sphinx, tree: nodes.document, _docname: str) -> None:
    """Replace links to frozen copies where no copies are next to the pages.

    A book links to the published site by full address. A book without a base URL, and a site that
    `tools/edition.py` has not assembled, have text instead of the link.
    """
    site = app.builder.name in PAGES
    if site and (app.config.piquet_copies or app.config.piquet_frozen):
        return
    edition = edition_of(app.config)
    for link in list(tree.findall(lambda node: COPY in getattr(node, "attributes", ()))):
        assert isinstance(link, nodes.reference)
        if site and link[COPY] == HERE:
            continue
        if site or edition.is_preview:
            told: list[nodes.Node] = [nodes.Text(link.astext())]
            if site:
                where = " on the published site; this preview does not contain it"
                told = [
                    nodes.Text(f"Kept below {link.astext()}"),
                    nodes.inline("", where, classes=["pq-note"]),
                ]
            link.replace_self(told)
        else:
            link["refuri"], link["internal"] = edition.home + link[COPY], False


def insert_home_address(app: Sphinx, tree: nodes.document, _docname: str) -> None:
    """Replace the placeholder address in sample code by the base URL, if the site has one."""
    home = edition_of(app.config).permalink("")
    for block in tree.findall(nodes.literal_block):
        if home and DOTS in block.astext():
            block.rawsource = block.astext().replace(DOTS, home)
            block[:] = [nodes.Text(block.rawsource)]


def add_imprint(
    app: Sphinx,
    pagename: str,
    _template: str,
    context: dict[str, Any],
    _tree: nodes.document | None,
) -> None:
    """Add the edition, its permalink and the link to the list of editions to the template context."""
    edition = edition_of(app.config)
    path = app.builder.get_target_uri(pagename)
    frozen = bool(app.config.piquet_frozen)
    up = context.get("content_root", "")
    context["piquet_edition"] = edition
    context["piquet_frozen"] = frozen
    context["piquet_permalink"] = edition.permalink(path)
    context["piquet_current"] = f"{up}{CURRENT}{path}"
    page = f"{app.config.piquet_edition_lists}/index"
    context["piquet_editions"] = (
        f"{up}{CURRENT}{app.builder.get_target_uri(page)}" if frozen else context["pathto"](page)
    )
    if edition.is_preview:
        context["pageurl"] = None  # no canonical link without a base URL


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the values, the directive and the hooks."""
    app.add_config_value("piquet_frozen", "", "env", frozenset({str}))
    app.add_config_value("piquet_copies", default=False, rebuild="env", types=frozenset({bool}))
    app.add_directive("editions", EditionsDirective)
    app.connect("doctree-resolved", resolve_copy_links)
    app.connect("doctree-resolved", insert_home_address)
    # After the hook that fixes the links of the 404 page.
    app.connect("html-page-context", add_imprint, priority=450)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
