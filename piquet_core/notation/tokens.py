"""Tokenizer of records: words, comments, tags and parentheses with their positions.

Tokens are produced on demand, so the rest of a text costs nothing if the parser stops.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from piquet_core.errors import Fault, Span
from piquet_core.pulse import beat

_TOKENS = re.compile(
    r"""
      (?P<newline> \n [ \t\r\n]*+ )  # with all blank lines after it
    | (?P<space>   [ \t\r]+ )
    | (?P<comment> \{ (?: [^\\{}]++ | \\. )*+ \} )
    | (?P<tag>     \[ [ \t]* [A-Za-z_][A-Za-z0-9_]* [ \t]+ " (?: [^"\\\n]++ | \\[^\n] )*+ " [ \t]* \] )
    | (?P<open>    \( )
    | (?P<close>   \) )
    | (?P<word>    [^\s{}()\[\]]+ )
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A word, comment, tag, parenthesis or line end, with its position."""

    kind: str
    text: str
    span: Span


MOST_FAULTS = 1000
"""Maximum number of faults that are reported for one text."""


def tokenize(text: str, faults: list[Fault]) -> Iterator[Token]:
    """Yield the tokens of a text, and add a fault to ``faults`` for text that is not a token.

    The parser adds its own faults to the same list. No more tokens follow once the list has
    `MOST_FAULTS` entries.
    """
    place, line, start = 0, 1, 0  # start of the current line
    while place < len(text) and len(faults) < MOST_FAULTS:
        column = place - start + 1
        match = _TOKENS.match(text, place)
        if match is None:
            end = text.find("\n", place)
            end = len(text) if end < 0 else end
            span = Span(line=line, column=column, length=max(1, end - place))
            faults.append(Fault(span=span, message=_MESSAGES.get(text[place], "unreadable text")))
            if text[place] == "{":  # treat the text up to the next comment as prose
                following = _OPENING.search(text, place + 1)
                end = following.start() if following else len(text)
        else:
            end = match.end()
            if (kind := str(match.lastgroup)) != "space":
                length = len(match.group().partition("\n")[0]) or 1
                span = Span(line=line, column=column, length=length)
                yield Token(kind=kind, text=match.group(), span=span)
        if ends := text.count("\n", place, end):
            beat()
            line += ends
            start = text.rindex("\n", place, end) + 1
        place = end


_OPENING = re.compile(r"(?<!\\)\{")

MOST_WORDS = 100
"""Maximum number of words in a line, far more than a hand of cards needs."""


class Cursor:
    """Position between two tokens of a text, with the next token and the faults so far."""

    def __init__(self, text: str) -> None:
        self.faults: list[Fault] = []
        self.tokens = tokenize(text, self.faults)
        self.ahead = next(self.tokens, None)
        self.stopped = False
        lines = text.count("\n") + 1
        self.end = Span(line=lines, column=len(text.rsplit("\n", 1)[-1]) + 1)

    def peek(self) -> Token | None:
        """Return the next token, or None at the end."""
        return self.ahead

    def skip(self) -> None:
        """Move past the next token."""
        self.ahead = next(self.tokens, None)

    def stop(self) -> None:
        """Stop reading, because the rest cannot be interpreted."""
        self.tokens, self.ahead, self.stopped = iter(()), None, True

    def fault(self, span: Span, message: str) -> None:
        """Add a fault with its position to the list of faults."""
        self.faults.append(Fault(span=span, message=message))

    def skip_newlines(self) -> None:
        """Move past line ends."""
        while (token := self.peek()) and token.kind == "newline":
            self.skip()

    def words(self) -> list[Token]:
        """Read and return the words before the next token of another kind, such as the end of the line."""
        found: list[Token] = []
        while (token := self.peek()) and token.kind == "word":
            if len(found) == MOST_WORDS:
                self.fault(token.span, f"a line has at most {MOST_WORDS} words")
                self.stop()
                break
            found.append(token)
            self.skip()
        return found


_MESSAGES = {
    "{": "this comment is never closed: it needs a }",
    "}": "a } without its {",
    "[": 'a tag is written [Name "value"] on one line',
    "]": "a ] without its [",
}


def unescape(text: str) -> str:
    r"""Return a comment or tag value with its backslash escapes removed.

    >>> print(unescape(r'a \"b\" c'))
    a "b" c
    """
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


def escape(text: str, special: str) -> str:
    r"""Return a text with backslashes and the characters in ``special`` escaped by a backslash.

    >>> print(escape('say "six"', '"'))
    say \"six\"
    """
    return re.sub(f"([\\\\{re.escape(special)}])", r"\\\1", text)
