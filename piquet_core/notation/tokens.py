"""The words of a record, each with its place. Nothing here knows what a word means."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from piquet_core.errors import Fault, Span

_TOKENS = re.compile(
    r"""
      (?P<newline> \n )
    | (?P<space>   [ \t\r]+ )
    | (?P<comment> \{ (?: [^\\{}] | \\. )* \} )
    | (?P<tag>     \[ [ \t]* [A-Za-z_][A-Za-z0-9_]* [ \t]+ " (?: [^"\\\n] | \\[^\n] )* " [ \t]* \] )
    | (?P<open>    \( )
    | (?P<close>   \) )
    | (?P<word>    [^\s{}()\[\]]+ )
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A word, comment, tag, parenthesis or line end, and where it starts."""

    kind: str
    text: str
    span: Span


def tokenize(text: str) -> tuple[list[Token], list[Fault]]:
    """Return the tokens of a text and every place where there is none."""
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    tokens: list[Token] = []
    faults: list[Fault] = []
    place = 0
    while place < len(text):
        line = bisect_right(starts, place)
        column = place - starts[line - 1] + 1
        match = _TOKENS.match(text, place)
        if match is None:
            end = text.find("\n", place)
            end = len(text) if end < 0 else end
            span = Span(line=line, column=column, length=max(1, end - place))
            faults.append(Fault(span=span, message=_MESSAGES.get(text[place], "unreadable text")))
            if text[place] == "{":  # what follows is prose, up to the next comment at the latest
                following = text.find("{", place + 1)
                end = len(text) if following < 0 else following
            place = end
            continue
        kind = str(match.lastgroup)
        if kind != "space":
            length = len(match.group().split("\n")[0]) or 1
            span = Span(line=line, column=column, length=length)
            tokens.append(Token(kind=kind, text=match.group(), span=span))
        place = match.end()
    return tokens, faults


_MESSAGES = {
    "{": "this comment is never closed: it needs a }",
    "}": "a } without its {",
    "[": 'a tag is written [Name "value"] on one line',
    "]": "a ] without its [",
}


def unescape(text: str) -> str:
    r"""Return a comment or tag value without its backslashes.

    >>> print(unescape(r'a \"b\" c'))
    a "b" c
    """
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


def escape(text: str, special: str) -> str:
    r"""Return a text in which backslash and the given characters are escaped.

    >>> print(escape('say "six"', '"'))
    say \"six\"
    """
    return re.sub(f"([\\\\{re.escape(special)}])", r"\\\1", text)
