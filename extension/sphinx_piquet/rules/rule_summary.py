"""Rules sheet: the answers of a rule set in a few words, grouped for use during a game."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from piquet_core.errors import RuleSetError
from piquet_core.rules.answer import Answer
from piquet_core.rules.catalogue import find_rule
from piquet_core.rules.decode import (
    list_of_type,
    of_type,
    optional,
    read_data,
    refuse_unknown_keys,
    required,
    strings,
)
from piquet_core.rules.ruleset import RuleSet
from piquet_core.rules.sources import parse_citation

_PLACE = re.compile(r"\{([a-z.-]+)\}")
_SCALE = "scale:"
_SIGNS_OF_A_LINE = 62


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text, which may link to a rule or a passage of a source.

    ``rule`` is the id of the rule that the text answers, ``place`` the cited passage. Both may be "".
    """

    text: str
    rule: str = ""
    place: str = ""


type Text = tuple[Piece, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A titled block of the sheet. ``lines`` has lines of text, ``rows`` has pairs of holding and score."""

    title: str
    lines: tuple[Text, ...]
    rows: tuple[tuple[Text, Text], ...]


def rules_sheet(ruleset: RuleSet) -> tuple[Block, ...]:
    """Return the blocks of a rule set's sheet. Questions that do not arise are left out.

    >>> from piquet_core.rules import load_ruleset
    >>> block = rules_sheet(load_ruleset("hoyle1909"))[0]
    >>> block.title, "".join(piece.text for piece in block.lines[0])
    ('Pack and deal', '32 cards: A K Q J 10 9 8 7')
    """
    layout = _layout()
    return tuple(
        Block(
            title=title,
            lines=tuple(_kept(_filled(line, ruleset) for line in lines)),
            rows=tuple(row for template in rows for row in _rows(template, ruleset)),
        )
        for title, lines, rows in layout
    )


def halves(blocks: Sequence[Block]) -> tuple[Sequence[Block], Sequence[Block]]:
    """Split blocks into two columns of similar length, without changing their order.

    >>> from piquet_core.rules import load_ruleset
    >>> left, right = halves(rules_sheet(load_ruleset("hoyle1909")))
    >>> left[-1].title, right[0].title
    ('Scores in play', 'Calls')
    """
    at = min(
        range(1, len(blocks)),
        key=lambda at: max(sum(map(_length, part)) for part in (blocks[:at], blocks[at:])),
    )
    return blocks[:at], blocks[at:]


def _length(block: Block) -> float:
    """Return the approximate length of a block in lines, including its heading and table head."""
    lines = (sum(len(piece.text) for piece in line) for line in block.lines)
    return 2 + sum(math.ceil(signs / _SIGNS_OF_A_LINE) for signs in lines) + len(block.rows) * 1.1


type _Row = str | tuple[str, str]


@cache
def _layout() -> tuple[tuple[str, tuple[str, ...], tuple[_Row, ...]], ...]:
    blocks = list_of_type(required(_data(), "block", list, "sheet"), dict, "sheet.block")
    return tuple(_block(block, f"sheet.block[{i}]") for i, block in enumerate(blocks))


def _block(table: dict[str, Any], context: str) -> tuple[str, tuple[str, ...], tuple[_Row, ...]]:
    refuse_unknown_keys(table, {"title", "lines", "rows"}, context)
    rows: list[_Row] = []
    for i, row in enumerate(optional(table, "rows", list, [], context)):
        if isinstance(row, str) and row.startswith(_SCALE):
            rows.append(row)
        else:
            what, points = list_of_type(row, str, f"{context}.rows[{i}]")
            rows.append((what, points))
    return (
        required(table, "title", str, context),
        strings(table, "lines", context),
        tuple(rows),
    )


@cache
def _data() -> Mapping[str, Any]:
    table = read_data("sheet.toml")
    refuse_unknown_keys(table, {"block", "phrases", "told"}, "sheet")
    for name, told in optional(table, "told", dict, {}, "sheet").items():
        context = f"sheet.told.{name}"
        refuse_unknown_keys(told, {"words", "places"}, context)
        required(told, "words", str, context)
        for place in required(told, "places", dict, context).values():
            parse_citation(of_type(place, str, context), context)
    for id, phrases in required(table, "phrases", dict, "sheet").items():
        rule = find_rule(id)
        for value, text in of_type(phrases, dict, f"sheet.phrases.{id}").items():
            of_type(text, str, f"sheet.phrases.{id}.{value}")
            if rule.options and value not in {*rule.options, "*"}:
                raise RuleSetError(f"unknown option {value!r}", f"sheet.phrases.{id}")
    return table


def _rows(template: _Row, ruleset: RuleSet) -> Iterator[tuple[Text, Text]]:
    if isinstance(template, str):
        answer = ruleset.numbers(template.removeprefix(_SCALE))
        least = ruleset.number("sequence.least").value
        for i, figure in enumerate(answer.value):
            name = answer.rule.labels[i].capitalize()
            yield (Piece(f"{name} ({least + i})"),), (Piece(str(figure), answer.id),)
        return
    what, points = (_filled(text, ruleset) for text in template)
    if what and points:
        yield what, points


def _kept(lines: Iterator[Text]) -> Iterator[Text]:
    return (line for line in lines if line)


def _filled(template: str, ruleset: RuleSet) -> Text:
    """Return a template with answers in place of the rule ids in braces.

    Return () if one of the questions does not arise or its answer is not shown.
    """
    pieces: list[Piece] = []
    for i, part in enumerate(_PLACE.split(template)):
        if i % 2 == 0:
            pieces += [Piece(part)] if part else []
        elif told := _data().get("told", {}).get(part):
            pieces.append(Piece(told["words"], place=told["places"].get(ruleset.source.id, "")))
        else:
            words = "" if ruleset.answers[part].absent else phrase(ruleset.answers[part])
            if not words:
                return ()
            pieces.append(Piece(words, part))
    return tuple(pieces)


def phrase(answer: Answer[Any]) -> str:
    """Return the short text of an answer for the sheet, or "" if the sheet does not show the answer.

    >>> from piquet_core.rules import load_ruleset
    >>> phrase(load_ruleset("little").choice("point.compare"))
    'most pips'
    """
    phrases = _data()["phrases"].get(answer.id, {})
    names = answer.value if answer.rule.kind == "names" else ()
    if names and not phrases.get("*"):  # a list whose every item has its phrase
        glue = " or " if answer.rule.either else ", "
        return glue.join(phrases.get(name, answer.rule.options[name]) for name in names)
    value = answer.value
    key = str(value).lower() if isinstance(value, bool | int | str) else "*"
    words = answer.words
    if answer.rule.kind == "pips":  # the end of a line never comes between a rank and its pips
        words = re.sub(r"(?<=\w) (?=\d)", "\N{NO-BREAK SPACE}", words)
    figure = str(value) if answer.rule.kind == "int" else words
    return str(phrases.get(key, phrases.get("*", words))).replace("{}", figure)
