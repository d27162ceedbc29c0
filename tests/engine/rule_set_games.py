"""Test helpers for all rule sets: variants, deals, whole games, positions and records."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from random_play import Game, Log, Table, any_deal, play_out

from piquet_core.cards.cards import pack, parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import (
    Action,
    AnnounceBlank,
    AnnounceCardsLeft,
    Count,
    Declare,
    Exchange,
    LetStand,
    Look,
    NameSuit,
    Play,
    Redeal,
    Reply,
)
from piquet_core.engine.apply import start
from piquet_core.engine.state import Call, Deal, DealState, Phase
from piquet_core.notation import AnswerWord, Line, MarkedCard, Record, Tag, dumps
from piquet_core.notation.record import Item
from piquet_core.replay.decisions import label_of
from piquet_core.rules import RuleSet, load_ruleset, parse_ruleset, ruleset_ids

BOOKS: dict[str, RuleSet] = {name: load_ruleset(name) for name in ruleset_ids()}
SMALL = [name for name, rules in BOOKS.items() if rules.number("pack.size").value == 32]
LARGE = [name for name in BOOKS if name not in SMALL]
DATA = resources.files("piquet_core.rules").joinpath("data", "rulesets")
NOTE = "An answer made up for a test, to see what follows from it and from nothing else."


# -- rule sets made up for a test ----------------------------------------------------------------


def toml(value: object) -> str:
    """Return a value as TOML, which differs from JSON only for tables."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def variant_text(base: str, changes: Mapping[str, object], name: str) -> str:
    """Return the data file of a rule set with some answers changed; None makes an answer absent."""
    tables: dict[str, dict[str, Any]] = tomllib.loads(
        DATA.joinpath(f"{base}.toml").read_text("utf-8")
    )
    tables["ruleset"] |= {"id": name, "title": f"{base}, changed"}
    if "base" not in tables["ruleset"]:
        tables = {"ruleset": tables["ruleset"] | {"base": base}}
    for id, value in changes.items():
        tables[id] = {"value": value, "status": "inferred", "note": NOTE}
        if value is None:
            tables[id] = {"status": "absent", "note": NOTE}
    return "\n".join(
        line
        for id, table in tables.items()
        for line in (
            f"[{id}]" if id == "ruleset" else f'["{id}"]',
            *(f"{key} = {toml(one)}" for key, one in table.items()),
        )
    )


def variant(base: str, changes: Mapping[str, object], name: str = "changed") -> RuleSet:
    """Return a rule set with some answers changed, parsed like a data file."""
    return parse_ruleset(variant_text(base, changes, name), f"{name}.toml")


# -- random deals and games ----------------------------------------------------------------------


@cache
def any_game(name: str, seed: int) -> Game:
    """Return a random game under one of the package's rule sets. The result is cached."""
    rng = random.Random(seed)
    return play_out(BOOKS[name], any_deal(BOOKS[name], rng), rng)


# -- positions -----------------------------------------------------------------------------------


class Board(Table):
    """A `Table` under any rule set."""

    def __init__(self, rules: RuleSet, deal: Deal) -> None:
        self.log = []
        self.state, events = start(rules, deal)
        self.log += events

    @classmethod
    def calling(
        cls, rules: RuleSet, elder: str, younger: str, *, out: tuple[str, str] = ("...", "...")
    ) -> Board:
        """Return a board at the first call with the given hands.

        ``out`` has the discards of both. The talon is empty.
        """
        hands = (parse_hand(elder), parse_hand(younger))
        discards = (parse_hand(out[0]), parse_hand(out[1]))
        assert len(hands[0] | hands[1]) == 24, "two hands of twelve"
        rest = pack(rules.number("pack.size").value) - hands[0] - hands[1]
        board = cls.__new__(cls)
        board.log = []
        board.state = DealState(
            rules=rules,
            deal=Deal(elder=hands[0], younger=hands[1], talon=tuple(rest)),
            phase=Phase.DECLARE,
            hands=hands,
            talon=(),
            discards=discards,
            calls=(Call(kind=rules.names("declare.order").value[0], declared=None),),
        )
        return board

    def phase(self) -> Phase:
        """Return the current phase. A method, so that mypy does not narrow it."""
        return self.state.phase

    def exchange(self, cards: str) -> Log:
        """Exchange cards, written as a hand."""
        assert self.state.seat is not None
        return self.act(Exchange(seat=self.state.seat, discards=parse_hand(cards)))

    def announce(self, *, declare: bool = True, exchanging: int = 0) -> Log:
        """Announce a carte blanche, or keep it secret."""
        assert self.state.seat is not None
        return self.act(AnnounceBlank(seat=self.state.seat, declare=declare, exchanging=exchanging))

    def points(self, rule: str, seat: Seat | None = None) -> list[int]:
        """Return the points scored so far through a rule."""
        return [one.points for one in self.scored(rule) if seat in (None, one.seat)]


# -- records -------------------------------------------------------------------------------------


def game_lines(name: str, seed: int) -> str:
    """Return a random game as a record."""
    return record_text(name, f"game-{seed}", any_game(name, seed))


def record_text(name: str, id: str, game: Game) -> str:
    """Return a game as the text of a record."""
    states, actions, _ = game
    lines = [
        Line(label=_label(state, action), items=_items(action))
        for state, action in zip(states, actions, strict=False)
    ]
    deal = states[0].deal
    facts = {"Piquet": "1", "Id": id, "Rules": name}
    return dumps(
        Record(
            tags=tuple(Tag(name=tag, value=text) for tag, text in facts.items()),
            elder=tuple(MarkedCard(card=card) for card in deal.elder),
            younger=tuple(MarkedCard(card=card) for card in deal.younger),
            talon=tuple(MarkedCard(card=card) for card in deal.talon),
            lines=tuple(lines),
        )
    )


def _label(state: DealState, action: Action) -> str:
    return "ne" if isinstance(action, NameSuit) else label_of(state)


def _items(action: Action) -> tuple[Item, ...]:
    match action:
        case AnnounceBlank():
            return (action.exchanging,) if action.exchanging else (action.declare,)
        case AnnounceCardsLeft():
            return (action.count,) if action.count else ()
        case Redeal():
            return (action.wanted,)
        case Look():
            return (action.look,)
        case Exchange():
            return tuple(MarkedCard(card=card) for card in action.discards)
        case Declare():
            return (action.holding,) if action.holding is not None else ()
        case Reply():
            return (AnswerWord(action.response.value.replace(" ", "-")),)
        case LetStand():
            return (False,)
        case Count():
            return action.holdings
        case NameSuit():
            return (action.suit,)
        case Play():
            return (MarkedCard(card=action.card),)
