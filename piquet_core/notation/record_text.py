"""Text of records as files have it: encodings, line ends, Markdown fences, several records in a file."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from piquet_core.errors import Fault, NotationError, Span
from piquet_core.notation.tokens import Token, tokenize, unescape

_ENCODINGS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_FIRST_TAG = re.compile(r'\[[ \t]*Piquet[ \t]+"')


def decode(data: bytes, name: str = "<record>") -> str:
    """Return the text in the bytes of a file, with a line feed at the end of each line.

    A file with a byte order mark is UTF-8 or UTF-16, as the mark says; one without is UTF-8. Raises
    `NotationError` with the line and column of the first byte that is no such text.
    """
    mark, encoding = next(
        (one for one in _ENCODINGS if data.startswith(one[0])), (b"", _ENCODINGS[0][1])
    )
    data = data.removeprefix(mark)
    try:
        return _with_line_feeds(data.decode(encoding))
    except UnicodeDecodeError as error:
        before = _with_line_feeds(data[: error.start].decode(encoding))
        line, column = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
        message = f"not {encoding[:6].upper()} text: save the file as UTF-8"
        fault = Fault(span=Span(line=line, column=column), message=message)
        text = _with_line_feeds(data.decode(encoding, "replace"))
        raise NotationError((fault,), text, name) from None


def normalize(text: str) -> str:
    """Return a text without a byte order mark and without Markdown around its records.

    If a fence precedes the first record, the lines outside fences become empty, so that the others
    keep their numbers.

    >>> normalize('A deal:\\n```\\n[Piquet "1"]\\n```\\n')
    '\\n\\n[Piquet "1"]\\n\\n'
    """
    lines = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}").split("\n")
    for line in lines:
        if _FENCE.match(line):
            return "\n".join(_fenced(lines))
        if _FIRST_TAG.match(line.strip()):
            break
    return "\n".join(lines)


def select_record(text: str, id: str, name: str = "<record>") -> str:
    """Return a text in which the lines of all records but the one with an id are empty.

    Raises `NotationError` if there is no such record.
    """
    text = normalize(text)
    lines = text.split("\n")
    starts = [line for line, _ in _ids(text)]
    for (start, found), end in zip(_ids(text), [*starts[1:], len(lines) + 1], strict=True):
        if found == id:
            return "\n" * (start - 1) + "\n".join(lines[start - 1 : end - 1])
    known = ", ".join(found for _, found in _ids(text) if found)
    message = f"no record here has the Id {id}" + (f"; choose one of {known}" if known else "")
    raise NotationError((Fault(span=Span(line=1, column=1), message=message),), text, name)


def begins_record(token: Token) -> bool:
    """Return whether a token is the tag with which a record begins."""
    return token.kind == "tag" and bool(_FIRST_TAG.match(token.text))


def _with_line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _fenced(lines: list[str]) -> Iterator[str]:
    """Yield the lines, with empty ones in place of fences and of all text outside fences with a record."""
    place = 0
    while place < len(lines):
        opening = _FENCE.match(lines[place])
        end = place
        if opening:
            closing = re.compile(rf" {{0,3}}{re.escape(opening[1])}+\s*")
            end = next(
                (at for at in range(place + 1, len(lines)) if closing.fullmatch(lines[at])),
                len(lines),
            )
        inside = lines[place + 1 : end]
        holds = any(_FIRST_TAG.match(line.strip()) for line in inside)
        yield ""
        yield from inside if holds else [""] * len(inside)
        if opening and end < len(lines):
            yield ""
        place = end + 1


def _ids(text: str) -> list[tuple[int, str]]:
    """Return the first line and the Id of each record, "" if it has none."""
    found: list[tuple[int, str]] = []
    for token in tokenize(text, []):
        if begins_record(token):
            found.append((token.span.line, ""))
        elif token.kind == "tag" and found and (match := _ID.fullmatch(token.text)):
            found[-1] = (found[-1][0], unescape(match[1]))
    return found


_ID = re.compile(r'\[[ \t]*Id[ \t]+"(.*)"[ \t]*\]')
