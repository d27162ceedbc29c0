"""Page of kept places: a list that a script fills, and the controls that export it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from piquet_core.citations import FORMATS
from piquet_core.views.markup import Markup, element

_EXPORTS = {
    "markdown": "Markdown, with your notes",
    **{name: FORMATS[name].heading for name in ("bibtex", "csl", "ris")},
}


def render_kept_places_page(*, pages: Sequence[str], root: str, edition: str) -> Markup:
    """Return the frame of the list of kept places.

    ``pages`` are the addresses of all pages relative to ``root``, the address of the site relative to
    this page. ``edition`` is the name of the edition being built. A script compares both with what
    it finds in browser storage.
    """
    options = [element("option", words, value=name) for name, words in _EXPORTS.items()]
    return element(
        "div",
        element("p", data_part="kept-places-summary", class_="pq-places-summary"),
        element(
            "div",
            element("label", element("span", "Format"), element("select", *options)),
            element("button", "Copy", type="button", data_places="copy"),
            element("button", "Download", type="button", data_places="download"),
            element("button", "Print", type="button", data_places="print"),
            class_="pq-places-tools",
            role="group",
            aria_label="Export",
        ),
        element("p", data_part="kept-places-status", class_="pq-places-status", role="status"),
        element("ul", aria_label="Kept places", role="list"),
        class_="pq-places",
        data_part="kept-places",
        data_pages=json.dumps(pages, separators=(",", ":")),
        data_root=root,
        data_edition=edition,
        hidden=True,
    )
