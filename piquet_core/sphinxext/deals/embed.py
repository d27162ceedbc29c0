"""A page for each deal that holds nothing but its replay, for other sites to show in a frame.

It is written behind Sphinx's own pages, so that neither the search nor a site map nor a list of
contents knows it; it names the page of its deal as the one to find.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from piquet_core.citing import deal_facts
from piquet_core.citing.subject import deal_subject
from piquet_core.html import Links, render_widget, sprite
from piquet_core.html.markup import Markup, element, join
from piquet_core.records.steps import Replay
from piquet_core.sphinxext.deals.replay import replay_node, replayed
from piquet_core.sphinxext.deals.sharing import embed_name, sharing_of
from piquet_core.sphinxext.domain import Entry, piquet_domain
from piquet_core.sphinxext.edition import edition_of
from piquet_core.sphinxext.pages import PAGES, engine_data, page_links

STYLES = ("cards.css", "deal/replay.css", "deal/share.css", "deal/embed.css")
# Styles of the drawing are inline; nothing is ever fetched from another host.
POLICY = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; form-action 'none'"


def render_embed(builder: StandaloneHTMLBuilder, deal: Entry, node: replay_node) -> Markup:
    """Return the whole page."""
    replay = replayed(node["text"])
    name = embed_name(deal)
    links = page_links(builder, name)
    home = builder.get_relative_uri(name, deal.docname)
    title = deal.title or deal.id
    body = element(
        "body",
        Markup(sprite()),
        element(
            "main",
            element("h1", element("a", title, href=home, class_="pq-home")),
            render_widget(
                replay,
                links,
                record_text=node["text"],
                prefix="",
                first="deal",
                titled=False,
                more=None,
                variants=node["variants"],
                sharing=sharing_of(builder, name, deal.id),
                **engine_data(builder, name),
            ),
            _source(replay, links, home),
        ),
        class_="pq-embed",
    )
    page = element("html", _head(builder, deal, title), body, lang=builder.config.language)
    return Markup(f"<!DOCTYPE html>\n{page}\n")


def _head(builder: StandaloneHTMLBuilder, deal: Entry, title: str) -> Markup:
    name = embed_name(deal)
    edition = edition_of(builder.config)
    home = builder.get_relative_uri(name, deal.docname)
    canonical = home if edition.is_preview else edition.home + builder.get_target_uri(deal.docname)
    static = builder.get_relative_uri(name, "index").rpartition("/")[0] + "/_static/"
    static = static.removeprefix("/")
    about = f"The replay of the deal “{title}” alone, for other pages to show."
    scripts = ("deal/embed.js", "deal/replay.js")
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"{title}: the replay alone – {builder.config.html_title}"),
        element("meta", name="description", content=about),
        element("meta", name="robots", content="noindex"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("link", rel="canonical", href=canonical),
        element("base", target="_top"),
        _icon(builder, static),
        *(element("link", rel="stylesheet", href=static + file) for file in STYLES),
        *(element("script", src=static + file, type="module") for file in scripts),
    )


def _icon(builder: StandaloneHTMLBuilder, static: str) -> Markup | None:
    icon = str(builder.config.html_favicon or "").rpartition("/")[2]
    return element("link", rel="icon", href=static + icon) if icon else None


def _source(replay: Replay, links: Links, home: str) -> Markup:
    """Return the line under the figure: where the deal is printed, and where it is told in full."""
    facts = deal_facts(replay)
    places = [place for _, cited in deal_subject(facts).grounds for place in cited]
    if places:
        said = join(["Source: ", *map(links.to_place, places), ". "])
    else:
        said = join(
            [f"Source: {facts.source}. " if facts.source else "A deal made for this site. "]
        )
    more = element("a", "The whole deal, with every total and its clause", href=home)
    return element("p", said, more, class_="pq-from")


def _deals(app: Sphinx) -> Iterator[tuple[Entry, replay_node]]:
    """Yield every deal with the node that replays it on its page."""
    for entry in piquet_domain(app.env):
        if entry.kind != "deal":
            continue
        for node in app.env.get_doctree(entry.docname).findall(replay_node):
            record = replayed(node["text"]).record
            if not node["compact"] and record.tag("Id") == entry.id:
                yield entry, node
                break


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write the pages."""
    builder = app.builder
    if exception or builder.name not in PAGES or not isinstance(builder, StandaloneHTMLBuilder):
        return
    for deal, node in _deals(app):
        path = Path(builder.get_output_path(embed_name(deal)))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(render_embed(builder, deal, node), "utf-8", newline="\n")


def setup(app: Sphinx) -> None:
    """Register the hook."""
    app.connect("build-finished", write)
