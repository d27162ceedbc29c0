"""Extraction of prose from files: text, comments, strings and names of tests, with line numbers.

Code, addresses, ids, and strings of one or two words are omitted.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

# A string of three words or more may be a sentence.
SENTENCE = re.compile(r"[^\W\d_]\S*\s+\S*[^\W\d_]\S*\s+\S*[^\W\d_]")
TAG = re.compile(r"</?[a-z][^<>]*>")  # HTML inside a string
SPOKEN = re.compile(
    r"""\b(?:aria-label|title|placeholder|alt)="([^"]*)\""""
)  # visible attributes of a tag
JINJA = re.compile(r"\{#-?(.*?)-?#\}|\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
TEST = "test_"  # the prefix of a test's name; the rest is a sentence
DOCTEST = re.compile(r"^\s*(>>>|\.\.\.).*", re.MULTILINE)
HASH = re.compile(r"^[ \t]*#:?", re.MULTILINE)
SLASH = re.compile(r"^[ \t]*(//+|\*(?!\*))", re.MULTILINE)

# The content of a fence is code, except for these directives and for printed options.
READ_WHOLE = ("glossary", "list-table", "only")
FENCE = re.compile(r"^\s*(`{3,})(?:\{([\w-]+)\})?")
ROLE = re.compile(r"\{[\w:+-]+\}`([^`<]+?)(?: <[^`>]*>)?`")  # the text of a link
PRINTED = re.compile(r"^\s*:(?:caption|title|alt):(.*)")

# A paragraph starts after a blank line or with one of these.
BLOCK = re.compile(r"^(?:#+|[-*+]|\d+[.)]|>) |(?=\|)")
# Code, italics, the ends of a link, bold marks and tags. A pattern never matches across them.
MARKUP = re.compile(
    r"""( (?<!`)(?:`[^`]+`|``.+?``)(?!`)
        | (?<![\w*]) \* (?![\s*]) (?:[^*]|\*\*[^*]+\*\*)+? (?<!\s) \* (?!\*)
        | (?<!\w) _ (?![\s_]) [^_]+? (?<!\s) _ (?!\w)
        | \*\* | !?\[(?=[^\]]*\]\() | \]\([^)\s]*\) | </?[A-Za-z][^<>]*> )""",
    re.DOTALL | re.VERBOSE,
)

_SCANNED = {
    "hash": r"""(?P<note>(?:^[ \t]*\#[^\n]*\n)+|\#[^\n]*)
              | \"{3}(?P<long>.*?)\"{3} | "(?P<double>(?:\\.|[^"\\\n])*)" | '(?P<single>[^'\n]*)'""",
    "slash": r"""/\*(?P<block>.*?)\*/ | (?P<note>(?:^[ \t]*//[^\n]*\n)+|(?<![:"'`])//[^\n]*)
              | "(?P<double>(?:\\.|[^"\\\n])*)" | '(?P<single>(?:\\.|[^'\\\n])*)'
              | `(?P<template>(?:\\.|[^`\\])*)`""",
    "record": r"""\{(?P<block>[^}]*)\} | (?P<note>(?:^[ \t]*\#[^\n]*\n)+) | "(?P<double>[^"\n]*)" """,
}
COMMENTS = ("note", "block")


class Piece(NamedTuple):
    """A unit of prose in a file, with its first and last line numbers."""

    line: int
    last: int
    text: str


def pieces(path: Path) -> list[Piece]:
    """Return the prose of a file in order of lines, or [] for an unknown kind of file."""
    read = READERS.get(path.suffix or path.name)
    if read is None:
        return []
    return sorted(read(path.read_text(encoding="utf-8")), key=lambda piece: piece.line)


def code_prose(path: Path) -> str:
    """Return the docstrings and comments of a Python file, or the comments of a script or style sheet, as text."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        pattern = re.compile(_SCANNED["slash"], re.DOTALL | re.MULTILINE | re.VERBOSE)
        found = [
            match[match.lastgroup]
            for match in pattern.finditer(text)
            if match.lastgroup in COMMENTS
        ]
        return "\n".join(SLASH.sub(" ", said) for said in found)
    docstrings = [
        ast.get_docstring(node) or ""
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    comments = [
        token.string.lstrip("#: ")
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT
    ]
    return "\n".join([*(DOCTEST.sub("", said) for said in docstrings), *comments])


def _markdown(text: str) -> Iterator[Piece]:
    kept, fence, whole = [], "", True
    for line in text.split("\n"):
        mark = FENCE.match(line)
        if mark and fence in ("", mark[1]):
            fence = "" if fence else mark[1]
            whole = not fence or mark[2] in READ_WHOLE
            kept.append("")
        elif whole and line != "---":
            kept.append(ROLE.sub(r"\1", line))
        else:
            printed = PRINTED.match(line)
            kept.append(printed[1] if printed else "")
    yield Piece(1, len(kept), "\n".join(kept))


def _python(text: str) -> Iterator[Piece]:
    comments = [
        (*token.start, token.string)
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT
    ]
    while comments:
        first, column, said = comments.pop(0)
        last = first
        while comments and comments[0][:2] == (last + 1, column):
            last, _, more = comments.pop(0)
            said += "\n" + more
        yield Piece(first, last, HASH.sub("", said))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith(TEST):
            sentence = node.name.removeprefix(TEST).replace("_", " ").capitalize()
            yield Piece(node.lineno, node.lineno, sentence)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Constant | ast.JoinedStr) and not isinstance(
                node, ast.JoinedStr
            ):
                said = DOCTEST.sub("", _spoken(child))
                if isinstance(node, ast.Expr) or SENTENCE.search(said):
                    yield Piece(child.lineno, child.end_lineno or child.lineno, TAG.sub(" ", said))


def _spoken(node: ast.expr) -> str:
    match node:
        case ast.Constant(str(said)):
            return said
        case ast.JoinedStr(parts):  # a placeholder becomes a word that matches no pattern
            return "".join(_spoken(part) or "X" for part in parts)
        case _:
            return ""


def _template(text: str) -> Iterator[Piece]:
    """Yield the prose of a Jinja template as a single piece: comments, visible attributes and text."""

    def lines(found: re.Match[str], words: str) -> str:
        return words + "\n" * (found[0].count("\n") - words.count("\n"))

    def plain(found: re.Match[str]) -> str:
        if found[1] is not None:
            return "\n".join(line.strip() for line in found[1].split("\n"))
        return lines(found, "X" if found[0].startswith("{{") else "")

    def said(found: re.Match[str]) -> str:
        return lines(found, "".join(f" {words} " for words in SPOKEN.findall(found[0])) or " ")

    words = TAG.sub(said, JINJA.sub(plain, text))
    yield Piece(1, text.count("\n") + 1, words)


def _scanned(kind: str) -> Callable[[str], Iterator[Piece]]:
    pattern = re.compile(_SCANNED[kind], re.DOTALL | re.MULTILINE | re.VERBOSE)

    def read(text: str) -> Iterator[Piece]:
        for match in pattern.finditer(text):
            name = match.lastgroup or ""
            said = match[name]
            if name in COMMENTS or SENTENCE.search(said):
                line = text.count("\n", 0, match.start()) + 1
                last = text.count("\n", 0, match.end()) + 1
                mark = TAG if name not in COMMENTS else SLASH if kind == "slash" else HASH
                yield Piece(line, last, mark.sub(" ", said))

    return read


READERS: dict[str, Callable[[str], Iterator[Piece]]] = {
    ".md": _markdown,
    ".html": _template,
    ".py": _python,
    ".toml": _scanned("hash"),
    ".json": _scanned("hash"),
    ".cff": _scanned("hash"),
    ".txt": _markdown,
    ".yml": _scanned("hash"),
    "Makefile": _scanned("hash"),
    ".js": _scanned("slash"),
    ".mjs": _scanned("slash"),
    ".cjs": _scanned("slash"),
    ".css": _scanned("slash"),
    ".piquet": _scanned("record"),
}


class Segment(NamedTuple):
    """A stretch of text without markup, with the number of its first line. It may contain line breaks."""

    line: int
    text: str


def segments(piece: Piece) -> Iterator[Segment]:
    """Yield the stretches of a piece between code, italics, links and tags, paragraph by paragraph."""
    block: list[str] = []
    first = piece.line
    for line, raw in enumerate([*piece.text.split("\n"), ""], piece.line):
        words = " ".join(raw.split())
        if block and (not words or BLOCK.match(words)):
            yield from _segments(first, "\n".join(block))
            block.clear()
        if words.startswith("|"):
            for cell in words.split("|"):
                yield from _segments(min(line, piece.last), cell.strip())
        elif words:
            first = first if block else min(line, piece.last)
            block.append(BLOCK.sub("", words))


def _segments(first: int, text: str) -> Iterator[Segment]:
    line = first
    for at, part in enumerate(MARKUP.split(text)):
        if at % 2 == 0 and part.strip():
            yield Segment(line, part)
        line += part.count("\n")
