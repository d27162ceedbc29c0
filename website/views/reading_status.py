"""The reading status of a work as a mark: a full, half or empty circle, or a point."""

from __future__ import annotations

from typing import Final

from piquet_core.views.card_symbols import XMLNS
from piquet_core.views.markup import Markup

# By the value of `known` in the bibliography. The circle is 11 wide around the centre.
MARKS: Final = {
    "whole": '<circle r="5.5" class="pq-read"/>',
    "part": '<circle r="5.5"/><path d="M0-5.5A5.5 5.5 0 0 0 0 5.5Z" class="pq-read"/>',
    "quoted": '<circle r="5.5"/>',
    "named": '<circle r="2.5"/>',
}


def render_reading_status(known: str) -> Markup:
    """Render the mark of a reading status. Text next to the mark has to give its meaning."""
    return Markup(
        f'<svg {XMLNS} class="pq-known" width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">'
        f"{MARKS[known]}</svg>"
    )
