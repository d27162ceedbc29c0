"""Position of a deal in its list, and links to the next deal."""

from __future__ import annotations

from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata

from piquet_core.views.replay.next_links import NextLinks
from sphinx_piquet.domain import piquet_domain
from sphinx_piquet.registration import register


def deals_beside(env: BuildEnvironment, page: str) -> tuple[str, list[str]]:
    """Return a pair: the document whose toctree contains a deal's page, and all deal pages in that toctree.

    Return ("", []) if no toctree contains the page.
    """
    deals = {one.docname for one in piquet_domain(env) if one.kind == "deal"}
    for parent, pages in sorted(env.toctree_includes.items()):
        if page in deals and page in pages:
            return parent, [one for one in pages if one in deals]
    return "", []


def next_links_of(builder: Builder, page: str) -> NextLinks:
    """Return the links from a deal's page to the next deal, to all deals and to the game table."""
    parent, pages = deals_beside(builder.env, page)
    if not parent:
        return NextLinks()
    after = pages[pages.index(page) + 1 :]
    table = builder.config.piquet_table_page
    return NextLinks(
        next=builder.get_relative_uri(page, after[0]) if after else "",
        title=builder.env.titles[after[0]].astext() if after else "",
        all=builder.get_relative_uri(page, parent),
        table=builder.get_relative_uri(page, table) if table in builder.env.all_docs else "",
    )


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the configuration value that names the page with the game table."""
    return register(app, config={"piquet_table_page": ("", "html")})
