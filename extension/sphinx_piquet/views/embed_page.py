"""Page with one replay, for other sites to show in a frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from piquet_core.citations import cited_deal
from piquet_core.citations.subject import deal_subject
from piquet_core.replay.steps import Replay
from piquet_core.views.card_symbols import card_sprite
from piquet_core.views.markup import Markup, data_attributes, element, join
from piquet_core.views.reference_links import Links
from piquet_core.views.replay.replay_figure import WHOLE
from sphinx_piquet.content_security_policy import POLICY
from sphinx_piquet.style_sheets import BASE, EMBEDDED, REPLAY
from sphinx_piquet.views import script_missing_note

STYLES = (*BASE, *REPLAY, EMBEDDED, script_missing_note.STYLE)
SCRIPTS = ("replay/frames/embedded.js", "replay/replays.js")
RECORD_TITLE = "A deal of Piquet, step by step"
RECORD_SCRIPTS = ("replay/frames/embedded.js", "replay/frames/record-page.js")


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedPage:
    """The addresses and names in an embedded page. Addresses are relative to that page.

    ``title`` is the title of the deal, ``site`` the title of the site. ``home`` is the page of the
    deal. ``canonical`` is the address for search engines, which is absolute if the site has a permanent address.
    ``static`` is the folder of styles and scripts. ``icon`` is the name of a file in that folder, or
    "". ``styles`` are style sheets of the site, which are loaded first. ``scope`` is the class on
    which the design tokens are declared, or "".
    """

    title: str
    site: str
    language: str
    home: str
    canonical: str
    static: str
    icon: str
    styles: Sequence[str] = ()
    scope: str = ""


def render_embed_page(page: EmbedPage, replay: Replay, figure: Markup, links: Links) -> Markup:
    """Return the HTML document around the figure of a replay."""
    body = element(
        "body",
        Markup(card_sprite()),
        element(
            "main",
            script_missing_note.render_script_missing_note(),
            element(
                "h1",
                element("a", page.title, href=page.home, class_="pq-home", data_part="embed-home"),
            ),
            figure,
            _source(replay, links, page.home),
        ),
        class_="piquet pq-embed",
    )
    whole = element("html", _head(page), body, lang=page.language, class_=page.scope or None)
    return Markup(f"<!DOCTYPE html>\n{whole}\n")


def _head(page: EmbedPage) -> Markup:
    about = f"The replay of the deal “{page.title}” alone, for other pages to show."
    return element(
        "head",
        *_settings(f"{page.title}: the replay alone – {page.site}"),
        element("meta", name="description", content=about),
        element("meta", name="robots", content="noindex"),
        element("link", rel="canonical", href=page.canonical),
        element("base", target="_top"),
        element("link", rel="icon", href=page.static + page.icon) if page.icon else None,
        *_files(page.static, (*page.styles, *STYLES), SCRIPTS),
    )


def render_record_page(static: str, **engine: str) -> Markup:
    """Return the HTML document in which the element ``piquet-replay`` shows any record.

    ``static`` is the folder of styles and scripts, and ``engine`` the data attributes from which the script
    starts the engine.
    """
    needs = element("p", "This deal needs JavaScript.", class_="pq-needs-script")
    place = element(
        "div",
        needs,
        class_="pq-bench pq-record-place",
        data_part="record",
        **data_attributes(engine),
    )
    body = element(
        "body",
        Markup(card_sprite()),
        element(
            "main",
            element("h1", RECORD_TITLE, class_="pq-sr"),
            script_missing_note.render_script_missing_note(),
            place,
        ),
        class_="piquet pq-embed",
    )
    head = element(
        "head",
        *_settings(RECORD_TITLE),
        element("meta", name="robots", content="noindex"),
        element("base", target="_top"),
        *_files(static, STYLES, RECORD_SCRIPTS),
    )
    return Markup(f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n")


def _settings(title: str) -> list[Markup]:
    return [
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
    ]


def _files(static: str, styles: Sequence[str], scripts: Sequence[str]) -> list[Markup]:
    return [
        *(element("link", rel="stylesheet", href=static + file) for file in styles),
        element("script", src=static + script_missing_note.SCRIPT, defer=True),
        *(element("script", src=static + file, type="module") for file in scripts),
    ]


def _source(replay: Replay, links: Links, home: str) -> Markup:
    """Return the line below the figure: the source of the deal and a link to its page."""
    facts = cited_deal(replay)
    places = [place for _, cited in deal_subject(facts).grounds for place in cited]
    if places:
        said = join(["Source: ", *map(links.to_place, places), ". "])
    else:
        said = join(
            [f"Source: {facts.source}. " if facts.source else "A deal made for this site. "]
        )
    more = element("a", WHOLE, href=home)
    return element("p", said, more, class_="pq-from", data_part="embed-source")
