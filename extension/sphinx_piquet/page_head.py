"""The head of a page, for programs and readers who do not see the page."""

from __future__ import annotations

from piquet_core.views.markup import Markup, element, escape_html
from sphinx_piquet.content_security_policy import POLICY


def render_description(text: str) -> Markup:
    """Return the description of a page.

    >>> print(render_description("Points & tricks."))
    <meta name="description" content="Points &amp; tricks." />
    """
    # It is closed, as XML requires, because a book has it too.
    return Markup(f'<meta name="description" content="{escape_html(text)}" />')


def render_policy() -> Markup:
    """Return the policy of a page, closed like all that Sphinx writes beside it."""
    return Markup(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />')


def render_style(address: str) -> Markup:
    """Return the link to a style sheet."""
    return Markup(f'<link rel="stylesheet" href="{escape_html(address)}" />')


def render_script(address: str) -> Markup:
    """Return a script that is a module."""
    return element("script", type="module", src=address)


def render_alternate(title: str, address: str) -> Markup:
    """Return the link to the JSON document with what a page describes."""
    return element("link", rel="alternate", type="application/json", title=title, href=address)
