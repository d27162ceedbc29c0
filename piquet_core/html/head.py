"""What the head of a page says to those who do not see the page."""

from __future__ import annotations

from piquet_core.html.markup import Markup, element, esc


def render_description(text: str) -> Markup:
    """Return the description of a page.

    >>> print(render_description("Points & tricks."))
    <meta name="description" content="Points &amp; tricks." />
    """
    # Closed, as XML wants it: a book holds it as well.
    return Markup(f'<meta name="description" content="{esc(text)}" />')


def render_alternate(title: str, address: str) -> Markup:
    """Return the link to a JSON document that holds what a page describes."""
    return element("link", rel="alternate", type="application/json", title=title, href=address)
