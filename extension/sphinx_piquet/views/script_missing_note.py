"""Note that a page shows if its script fails to load."""

from __future__ import annotations

from piquet_core.views.markup import Markup, element

STYLE = "engine/file-protocol.css"
SCRIPT = "engine/file-protocol.js"
"""A classic script that shows the note. It also runs where modules do not load."""


def render_script_missing_note() -> Markup:
    """Return the note. It stays hidden unless the script fails to load."""
    return element(
        "p",
        "The script of this page did not load, so its interactive parts do not work. "
        "You can still read the page, or reload it to try again. If that does not help, the site, "
        "your browser or the page that contains this one may be blocking the script.",
        class_="pq-unserved",
        data_part="file-note",
        role="status",
    )
