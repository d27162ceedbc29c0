"""The contents of a page, folded, for its head."""

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
    """A heading of a page: its title, where it is, and the headings below it."""

    title: str
    anchor: str
    below: Any  # a list of the same


def render_contents(headings: Sequence[Heading]) -> Markup:
    """Return the fold, with a link to each heading."""
    fold = element("details", element("summary", NAME), _list(headings))
    return element("nav", fold, class_="pq-on-page", data_part="on-this-page", aria_label=NAME)


def _list(headings: Sequence[Heading]) -> Markup:
    return element("ul", *(_item(one) for one in headings))


def _item(one: Heading) -> Markup:
    below = _list(one.below) if one.below else None
    return element("li", element("a", one.title, href=one.anchor), below)


def has_own_contents(body: str) -> bool:
    """Tell whether a page leads to its parts by itself."""
    return JUMPS in body


def text_length(body: str) -> int:
    """Return how many characters a page has to read.

    >>> text_length("<p>Six <b>cards</b>.</p>")
    11
    """
    return len(" ".join(_TAG.sub(" ", body).split()))


def insert_below_title(body: str, what: Markup) -> str:
    """Return a page with something below its title and the sentence on what it is about; as it was, without a title.

    >>> insert_below_title("<h1>Cards</h1><p>Thirty-two.</p>", Markup("<hr>"))
    '<h1>Cards</h1><hr><p>Thirty-two.</p>'
    """
    head = _HEAD.search(body)
    return f"{body[: head.end()]}{what}{body[head.end() :]}" if head else body
