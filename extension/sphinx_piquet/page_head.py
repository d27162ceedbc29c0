"""HTML elements for the head of a page."""

from __future__ import annotations

from piquet_core.views.markup import Markup, element, escape_html
from sphinx_piquet.content_security_policy import POLICY


def render_description(text: str) -> Markup:
    """Return the meta element with the description of a page.

    >>> print(render_description("Points & tricks."))
    <meta name="description" content="Points &amp; tricks." />
    """
    # It is closed, as XML requires, because EPUB contains it too.
    return Markup(f'<meta name="description" content="{escape_html(text)}" />')


def render_policy() -> Markup:
    """Return the Content-Security-Policy as a meta element, closed like those that Sphinx writes."""
    return Markup(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />')


def render_style(address: str) -> Markup:
    """Return the link element of a style sheet."""
    return Markup(f'<link rel="stylesheet" href="{escape_html(address)}" />')


def render_script(address: str) -> Markup:
    """Return the script element of a JavaScript module."""
    return element("script", type="module", src=address)


def render_alternate(title: str, address: str) -> Markup:
    """Return the link element for the JSON document that describes the objects of a page."""
    return element("link", rel="alternate", type="application/json", title=title, href=address)
