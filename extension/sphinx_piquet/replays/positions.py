"""Positions: decisions that a text describes without a whole deal, read from a file and validated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from piquet_core.cards.cards import Card, Hand, pack, parse_card, parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.citations import CitedPosition
from piquet_core.engine.state import Phase
from piquet_core.errors import CardError, NotationError, RuleSetError
from piquet_core.notation import THEMES, loads
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Replay
from piquet_core.rules import (
    Citation,
    RuleSet,
    find_rule,
    load_ruleset,
    parse_citation,
    ruleset_ids,
)
from piquet_core.rules.decode import (
    list_of_type,
    of_type,
    one_of,
    optional,
    parse_toml,
    refuse_unknown_keys,
    required,
    strings,
)
from piquet_core.solver.solve import solve

CERTAINTIES = {
    "complete": "Every card that the question needs is printed.",
    "partial": "The text gives some of the cards and no more.",
    "supplied": "Both hands are printed. We supplied the draws and the marked cards of the play.",
    "words": "The text describes the position in words and names no cards, or few.",
}
"""The meaning of each grade of completeness, by the name of the grade."""

_TEXTS = ("known", "follows", "open")
_CARDS = ("elder", "younger", "elder_out", "younger_out", "led")


@dataclass(frozen=True, slots=True, kw_only=True)
class BookPosition:
    """A decision with the cards that are known, a question and the answer of its source.

    ``group`` is the page that shows it. ``hands`` and ``laid_out`` are elder's and younger's; a hand of which
    the text gives no card is empty. ``led`` is the card on the table. ``works`` are keys of the bibliography,
    ``lesson`` is the name of a page of the course or "". ``record`` has the text of the deal up to the
    decision, or "".
    """

    id: str
    group: str
    title: str
    place: str
    sources: tuple[Citation, ...]
    works: tuple[str, ...]
    year: int
    dated: str
    rules: str
    names: tuple[str, str]
    decides: Seat
    score: str
    hands: tuple[Hand, Hand]
    laid_out: tuple[Hand, Hand]
    led: Card | None
    known: tuple[str, ...]
    follows: tuple[str, ...]
    open: tuple[str, ...]
    question: str
    answer: str
    grade: str
    certainty: str
    themes: tuple[str, ...]
    lesson: str
    about: tuple[str, ...]
    solved: bool
    record: str

    @property
    def cited(self) -> CitedPosition:
        """The data for a citation. Places in our sources come first."""
        return CitedPosition(
            id=self.id,
            title=self.title,
            rules=self.rules,
            sources=tuple(map(str, self.sources)),
            printed="" if self.sources else self.place,
        )

    @property
    def values(self) -> dict[Card, int]:
        """The value of each card that may be played, with both hands open.

        It is the deciding player's points less the other's at the end of the deal. It is empty for a position
        that is not ``solved``.
        """
        if not self.solved:
            return {}
        sign = 1 if self.decides is Seat.ELDER else -1
        found = solve(_replay(self.record, self.id).steps[-1].state).values
        return {card: sign * value.deal for card, value in found.items()}


def load_positions(path: Path) -> dict[str, BookPosition]:
    """Return the positions of a file by id, in the order of the file.

    Records are files in the same folder. Raises `RuleSetError` with the position of an error.
    """
    return read_positions(path.read_text("utf-8"), path.name, path.parent)


def read_positions(text: str, name: str, folder: Path) -> dict[str, BookPosition]:
    """Parse the text of a file of positions. ``name`` is the file's name for error messages.

    >>> read_positions("", "none.toml", Path())
    {}
    """
    tables = parse_toml(text, name)
    return {id: _position(id, raw, f"{name}.{id}", folder) for id, raw in tables.items()}


def _position(id: str, raw: object, context: str, folder: Path) -> BookPosition:
    table = of_type(raw, dict, context)
    known = {*BookPosition.__dataclass_fields__} - {"id", "hands", "laid_out", "sources"}
    refuse_unknown_keys(table, known | {*_CARDS, "source"}, context)
    rules = optional(table, "rules", str, "", context)
    if rules and rules not in ruleset_ids():
        raise RuleSetError(f"no such rule set: {rules!r}", f"{context}.rules")
    sources = [
        parse_citation(one, f"{context}.source") for one in strings(table, "source", context)
    ]
    works = strings(table, "works", context)
    if not sources and not works:
        raise RuleSetError("name its 'source', or its 'works' of the bibliography", context)
    text = _record(table, context, folder)
    hands, laid_out, led = (
        _of_record(text, rules, context) if text else _given(table, rules, context)
    )
    themes, about = strings(table, "themes", context), strings(table, "about", context)
    for theme in themes:
        one_of(theme, "theme", THEMES, f"{context}.themes")
    for rule in about:
        find_rule(rule)
    texts = {one: strings(table, one, context) for one in _TEXTS}
    if not text and not texts["open"] and required(table, "grade", str, context) != "complete":
        raise RuleSetError("'open' must say what the text leaves open", context)
    year = required(table, "year", int, context)
    return BookPosition(
        id=id,
        group=required(table, "group", str, context),
        title=required(table, "title", str, context),
        place=required(table, "place", str, context),
        sources=tuple(sources),
        works=works,
        year=year,
        dated=optional(table, "dated", str, str(year), context),
        rules=rules,
        names=_names(table, context),
        decides=_seat(table, context),
        score=optional(table, "score", str, "", context),
        hands=hands,
        laid_out=laid_out,
        led=led,
        **texts,
        question=required(table, "question", str, context),
        answer=required(table, "answer", str, context),
        grade=one_of(
            required(table, "grade", str, context), "grade", CERTAINTIES, f"{context}.grade"
        ),
        certainty=required(table, "certainty", str, context),
        themes=themes,
        lesson=optional(table, "lesson", str, "", context),
        about=about,
        solved=optional(table, "solved", bool, False, context),
        record=text,
    )


def _names(table: Mapping[str, Any], context: str) -> tuple[str, str]:
    names = list_of_type(table.get("names", ["Elder", "Younger"]), str, f"{context}.names")
    if len(names) != 2:
        raise RuleSetError("give two names, elder's first", f"{context}.names")
    return names[0], names[1]


def _seat(table: Mapping[str, Any], context: str) -> Seat:
    word = required(table, "decides", str, context)
    return Seat[one_of(word, "player", ("elder", "younger"), f"{context}.decides").upper()]


# -- cards ---------------------------------------------------------------------------------------


def _record(table: Mapping[str, Any], context: str, folder: Path) -> str:
    """Return the text of the record that a position names, or "" if it names none."""
    name = optional(table, "record", str, "", context)
    if not name:
        if table.get("solved"):
            raise RuleSetError("only a position with a record can be solved", f"{context}.solved")
        return ""
    if given := [key for key in _CARDS if key in table]:
        raise RuleSetError(f"its record has the cards already: remove {given[0]!r}", context)
    try:
        return (folder / name).read_text("utf-8")
    except OSError as error:
        raise RuleSetError(f"the record cannot be read: {error}", f"{context}.record") from None


def _replay(text: str, context: str) -> Replay:
    try:
        replay = replay_record(loads(text))
    except NotationError as error:
        raise RuleSetError(str(error), f"{context}.record") from None
    if replay.findings:
        raise RuleSetError(str(replay.findings[0]), f"{context}.record")
    return replay


def _of_record(
    text: str, rules: str, context: str
) -> tuple[tuple[Hand, Hand], tuple[Hand, Hand], Card | None]:
    """Return both hands at the end of a record, the cards laid out, and the card on the table."""
    replay = _replay(text, context)
    if replay.record.tag("Rules") != rules:
        raise RuleSetError("its record has other rules", f"{context}.rules")
    state = replay.steps[-1].state
    if state.phase is Phase.OVER:
        raise RuleSetError("its record ends without a decision", f"{context}.record")
    return state.hands, state.discards, state.led


def _given(
    table: Mapping[str, Any], rules: str, context: str
) -> tuple[tuple[Hand, Hand], tuple[Hand, Hand], Card | None]:
    """Return the hands, the cards laid out and the card on the table that a position gives itself.

    Raises `RuleSetError` for a card that is given twice or that is not in the pack.
    """
    try:
        elder, younger, elder_out, younger_out = (
            parse_hand(optional(table, key, str, "...", context)) for key in _CARDS[:4]
        )
        word = optional(table, "led", str, "", context)
        led = parse_card(word) if word else None
    except CardError as error:
        raise RuleSetError(str(error), context) from None
    found = [*elder, *younger, *elder_out, *younger_out, *([led] if led is not None else [])]
    if twice := sorted({card for card in found if found.count(card) > 1}):
        raise RuleSetError(f"{twice[0]} is given twice", context)
    if rules and (strange := Hand.of(found) - pack(_size(load_ruleset(rules)))):
        raise RuleSetError(f"{strange} is not in the pack", context)
    return (elder, younger), (elder_out, younger_out), led


def _size(rules: RuleSet) -> int:
    return rules.number("pack.size").value
