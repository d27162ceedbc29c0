"""Pages with one replay each, for other sites to show in a frame.

They are written after Sphinx's own pages, so no search, site map or contents includes them. Their
canonical address is the page of the deal.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata

from piquet_core.views.markup import Markup
from sphinx_piquet.domain import Entry, piquet_domain
from sphinx_piquet.edition import edition_of
from sphinx_piquet.pages import PAGES, engine_data, page_links
from sphinx_piquet.rebuild import write_changed
from sphinx_piquet.registration import SCOPE, register
from sphinx_piquet.replays.replay_directive import figure, replay_node, replay_of_text
from sphinx_piquet.replays.share_links import embed_name, sharing_of
from sphinx_piquet.views.embed_page import EmbedPage, render_embed_page


def embed_page(builder: StandaloneHTMLBuilder, deal: Entry, node: replay_node) -> Markup:
    """Return the page that embeds a deal. ``node`` is the replay on the deal's own page."""
    replay = replay_of_text(node["text"])
    name = embed_name(deal)
    links = page_links(builder, name)
    sharing = sharing_of(builder, name, deal.id)
    drawn = figure(
        builder,
        node["text"],
        links,
        prefix="",
        first="deal",
        titled=False,
        more=None,
        cite=None,
        variants=node["variants"],
        sharing=sharing,
        account=sharing.page,
        judged=False,
        **engine_data(builder, name),
    )
    return render_embed_page(_about(builder, deal), replay, drawn, links)


def _about(builder: StandaloneHTMLBuilder, deal: Entry) -> EmbedPage:
    name = embed_name(deal)
    edition = edition_of(builder.config)
    home = builder.get_relative_uri(name, deal.docname)
    static = builder.get_relative_uri(name, "index").rpartition("/")[0] + "/_static/"
    return EmbedPage(
        title=deal.title or deal.id,
        site=builder.config.html_title,
        language=builder.config.language,
        home=home,
        canonical=home
        if edition.is_preview
        else edition.home + builder.get_target_uri(deal.docname),
        static=static.removeprefix("/"),
        icon=str(builder.config.html_favicon or "").rpartition("/")[2],
        styles=builder.config.piquet_base_styles,
        scope=SCOPE if builder.config.piquet_host_theme else "",
    )


def _begin(app: Sphinx) -> None:
    app.piquet_written = set()  # type: ignore[attr-defined]


def _note(app: Sphinx, _tree: nodes.document, docname: str) -> None:
    """Record that this build writes a document."""
    app.piquet_written.add(docname)  # type: ignore[attr-defined]


def _deals(app: Sphinx, builder: StandaloneHTMLBuilder) -> Iterator[tuple[Entry, replay_node]]:
    """Yield (entry, replay node) pairs of the deals whose embedded page must be written."""
    for entry in piquet_domain(app.env).objects.values():
        if entry.kind != "deal":
            continue
        written: set[str] = app.piquet_written  # type: ignore[attr-defined]
        if (
            entry.docname not in written
            and Path(builder.get_output_path(embed_name(entry))).exists()
        ):
            continue  # its page is written again if anything in it changes
        for node in app.env.get_doctree(entry.docname).findall(replay_node):
            record = replay_of_text(node["text"]).record
            if not node["compact"] and record.tag("Id") == entry.id:
                yield entry, node
                break


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write the embedded pages at the end of an HTML build."""
    builder = app.builder
    if exception or builder.name not in PAGES or not isinstance(builder, StandaloneHTMLBuilder):
        return
    for deal, node in _deals(app, builder):
        path = Path(builder.get_output_path(embed_name(deal)))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(embed_page(builder, deal, node), "utf-8", newline="\n")


def _places(env: BuildEnvironment) -> dict[str, list[Entry | None]]:
    """Return for each document the entries that the deals on it are known by.

    If the page of a deal goes, another page that replays it takes its place.
    """
    domain = piquet_domain(env)
    return {
        docname: [domain.find("deal", one.id) for one in entries if one.kind == "deal"]
        for docname, entries in domain.entries.items()
    }


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect the events that write the pages."""
    write_changed(app, _places)
    return register(
        app,
        events=[("builder-inited", _begin), ("doctree-resolved", _note), ("build-finished", write)],
    )
