"""HTML generation. This is the only module that escapes text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping


class Markup(str):
    """A string that is already HTML and is not escaped again.

    Only generated HTML is marked in this way, never text.
    """

    __slots__ = ()


Child = Markup | str | None
Attribute = str | int | bool | None

SVG = "http://www.w3.org/2000/svg"
"""The XML namespace of SVG."""

_VOID = frozenset({"base", "br", "hr", "img", "input", "link", "meta", "wbr"})
_EXACT = frozenset({"code", "kbd", "pre", "samp", "script", "style", "textarea"})
"""Elements whose text must stay unchanged, for programs or for copying."""
_APOSTROPHE = re.compile(r"(?<=[^\W_])'(?=[^\W_])")
_FIGURE = re.compile(r" (?=\d)")
_REFERENCES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#x27;"))
"""Characters that have a meaning in HTML. The ampersand comes first, since the others contain it."""


def escape_html(text: str) -> Markup:
    """Escape the characters that have a meaning in HTML. `Markup` is returned unchanged.

    >>> print(escape_html('<a href="x">'))
    &lt;a href=&quot;x&quot;&gt;
    """
    if isinstance(text, Markup):
        return text
    # html.escape would bring a table of all entities, a thirtieth of the library that pages download.
    for character, reference in _REFERENCES:
        text = text.replace(character, reference)
    return Markup(text)


def typeset(text: str) -> str:
    """Replace the straight apostrophes in a text with typographic ones."""
    return _APOSTROPHE.sub("’", text)


def bind_numbers(text: str) -> str:
    """Replace the space before each number in a text with a no-break space."""
    return _FIGURE.sub("\N{NO-BREAK SPACE}", text)


def typeset_markup(text: str) -> Markup:
    """Return text with typographic apostrophes and no-break spaces, escaped.

    >>> print(typeset_markup("Hoyle's Games & 'others'"))
    Hoyle’s Games &amp; &#x27;others&#x27;
    """
    return text if isinstance(text, Markup) else escape_html(typeset(text))


def join(children: list[Child] | tuple[Child, ...], glue: str = "") -> Markup:
    """Join HTML and text into one piece of HTML with ``glue`` between.

    Text is escaped, and None is skipped.
    """
    return Markup(
        escape_html(glue).join(typeset_markup(child) for child in children if child is not None)
    )


def element(name: str, /, *children: Child, **attributes: Attribute) -> Markup:
    """Return an HTML element with children and attributes.

    ``class_`` becomes ``class``, and ``aria_label`` becomes ``aria-label``. True is an attribute
    without a value; None and False omit the attribute.

    >>> print(element("a", "6 < 7", href="rules?a=1&b=2", hidden=True, title=None))
    <a href="rules?a=1&amp;b=2" hidden>6 &lt; 7</a>
    """
    words = [name]
    for key, value in attributes.items():
        label = key.rstrip("_").replace("_", "-")
        if value is True:
            words.append(label)
        elif value is not None and value is not False:
            words.append(f'{label}="{escape_html(str(value))}"')
    opening = f"<{' '.join(words)}>"
    if name in _VOID:
        return Markup(opening)
    text = escape_html if name in _EXACT else typeset_markup
    inner = "".join(text(child) for child in children if child is not None)
    return Markup(f"{opening}{inner}</{name}>")


def data_attributes(data: Mapping[str, str]) -> dict[str, str]:
    """Return a mapping as keyword arguments for `element` that become ``data-`` attributes.

    >>> print(element("p", **data_attributes({"step": "t1e"})))
    <p data-step="t1e"></p>
    """
    return {f"data_{name}": value for name, value in data.items()}


def script_json(data: object) -> Markup:
    """Return data as JSON that is safe inside a script element.

    >>> print(script_json({"a": "</script>"}))
    {"a":"\\u003c/script\\u003e"}
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)


def data_script(data: object, type: str) -> Markup:
    """Return a script element that contains data as JSON. ``type`` is its media type.

    >>> print(data_script({"a": "</script>"}, "application/json"))
    <script type="application/json">{"a":"\\u003c/script\\u003e"}</script>
    """
    return element("script", script_json(data), type=type)
