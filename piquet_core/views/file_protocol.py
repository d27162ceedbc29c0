"""The note of a page whose script does not come."""

from __future__ import annotations

from piquet_core.views.markup import Markup, element

STYLE = "engine/file-protocol.css"
SCRIPT = "engine/file-protocol.js"
"""Shows the note; it is no module, so that it runs where modules do not."""


def render_file_protocol_note() -> Markup:
    """Return the note, which stays out of sight unless the script does not come."""
    return element(
        "p",
        "The script of this page did not come, so what moves and answers in it stands still. "
        "You can read the page as it is, or reload it to try again. If that does not help, the site, "
        "your browser or the page around this one keeps the script away.",
        class_="pq-unserved",
        role="status",
    )
