"""The contents of a page as a disclosure below its title."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, Protocol

from piquet_core.views.markup import Markup, element

NAME: Final = "On this page"
JUMPS: Final = 'class="pq-jumps'
_SUMMARY: Final = r'<div class="pq-box pq-ruleset[^"]*">\s*<p class="pq-summary">.*?</p>\s*</div>'
_HEAD: Final = re.compile(
    rf'<h1[ >].*?</h1>(?:\s*(?:<p class="pq-lead">.*?</p>|{_SUMMARY}))?', re.DOTALL
)
_TAG: Final = re.compile(r"<[^>]*>")


class Heading(Protocol):
    """A heading of a page with its subheadings."""

    title: str
    suffix: str
    below: Any  # list[Heading]


def render_contents(headings: Sequence[Heading], *, is_open: bool = False) -> Markup:
    """Render a disclosure with a link to each heading, in columns if it is open."""
    fold = element("details", element("summary", NAME), _list(headings), open=is_open)
    classes = "pq-on-page pq-in-columns" if is_open else "pq-on-page"
    return element("nav", fold, class_=classes, data_part="on-this-page", aria_label=NAME)


def _list(headings: Sequence[Heading]) -> Markup:
    return element("ul", *(_item(one) for one in headings))


def _item(one: Heading) -> Markup:
    below = _list(one.below) if one.below else None
    return element("li", element("a", one.title, href=one.suffix), below)


def has_own_contents(body: str) -> bool:
    """Return whether a page links to its parts itself, such as an alphabetical list by its letters."""
    return JUMPS in body


def text_length(body: str) -> int:
    """Return the number of characters of text on a page.

    >>> text_length("<p>Six <b>cards</b>.</p>")
    11
    """
    return len(" ".join(_TAG.sub(" ", body).split()))


def insert_below_title(body: str, what: Markup) -> str:
    """Insert markup below the title and the lead of a page. A page without a title stays unchanged.

    >>> insert_below_title("<h1>Cards</h1><p>Thirty-two.</p>", Markup("<hr>"))
    '<h1>Cards</h1><hr><p>Thirty-two.</p>'
    """
    head = _HEAD.search(body)
    return f"{body[: head.end()]}{what}{body[head.end() :]}" if head else body
