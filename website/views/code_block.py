"""Post-processing of Sphinx's code markup: focusable blocks, break points in names."""

from __future__ import annotations

import re
from typing import Final

_BOX: Final = '<div class="highlight"><pre>'
_FOCUSABLE: Final = '<div class="highlight"><pre tabindex="0">'
_WHOLE: Final = re.compile(
    r'<span class="pre">(?=--?[a-z]|[^<]{1,8}</)'
)  # an option, or a short word
_LONG: Final = re.compile(r"(?<=>)(?!--?[a-z])[^<>]{9,}(?=<)")  # any other word between tags
_JOINT: Final = re.compile(r"(?<=[/._:@=,|(-])(?=[^\s&])")


def make_focusable(html: str) -> str:
    """Return a code block that can be focused, as some browsers need this to scroll it by keyboard.

    >>> make_focusable('<div class="highlight"><pre>make check</pre></div>')
    '<div class="highlight"><pre tabindex="0">make check</pre></div>'
    """
    return html.replace(_BOX, _FOCUSABLE)


def add_break_points(html: str) -> str:
    """Return the HTML of a name with break points after punctuation.

    Options and short words stay whole.

    >>> add_break_points('<span class="pre">play.low-cards</span>')
    '<span class="pre">play.<wbr>low-<wbr>cards</span>'
    >>> add_break_points('<span class="pre">--younger</span>')
    '<span class="pre pq-option">--younger</span>'
    """
    broken = _LONG.sub(lambda found: _JOINT.sub("<wbr>", found[0]), html)
    return _WHOLE.sub('<span class="pre pq-option">', broken)
