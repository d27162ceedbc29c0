"""Records of deals: without any decision, or from the actions of a played deal."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from piquet_core.engine.actions import Action
from piquet_core.engine.apply import apply, start
from piquet_core.engine.events import DealEnded
from piquet_core.engine.state import Deal, shuffled_deal
from piquet_core.notation import Line, MarkedCard, Record, Tag, format_deal_id, parse_deal_id
from piquet_core.replay.decisions import line_of
from piquet_core.rules import RuleSet


def record_of_deal(rules: RuleSet, deal: Deal) -> Record:
    """Return a record of a deal without decisions.

    Raises `CardError` if the rule set cannot deal it.
    """
    deal.check(rules)
    id = format_deal_id(deal)
    tags = (
        ("Piquet", "1"),
        # The check letter is omitted, because it may be a character that an Id cannot contain.
        ("Id", f"deal-{id.rpartition('-')[0].lower()}"),
        ("Title", f"Deal {id}"),
        ("Rules", rules.id),
        ("Elder", "Elder"),
        ("Younger", "Younger"),
        ("DealId", id),
        ("Certainty", "play=partial"),
    )
    return Record(
        tags=tuple(Tag(name=name, value=value) for name, value in tags),
        elder=tuple(MarkedCard(card=card) for card in deal.elder),
        younger=tuple(MarkedCard(card=card) for card in deal.younger),
        talon=tuple(MarkedCard(card=card) for card in deal.talon),
    )


def record_of_deal_id(rules: RuleSet, id: str) -> Record:
    """Return a record of the deal with an id.

    Raises `CardError` if the id is invalid for the rule set.
    """
    return record_of_deal(rules, parse_deal_id(id))


def new_deal(rules: RuleSet, rng: random.Random) -> Record:
    """Return a record, without decisions, of a deal shuffled by ``rng``."""
    return record_of_deal(rules, shuffled_deal(rules, rng))


def record_actions(
    rules: RuleSet,
    deal: Deal,
    actions: Iterable[Action],
    names: tuple[str, str] = ("Elder", "Younger"),
) -> Record:
    """Return the record of a deal with the actions that were played, as far as they go.

    ``names`` are those of elder and younger. Raises `CardError` if the rule set cannot deal the
    cards, and `IllegalAction` if a rule forbids an action.
    """
    state, _ = start(rules, deal)
    lines = []
    ended = False
    for action in actions:
        line = line_of(state, action)
        state, events = apply(state, action)
        if is_written(line, events):
            lines.append(line)
        ended = any(isinstance(event, DealEnded) for event in events)
    return record_lines(rules, deal, lines, names, ended=ended)


def is_written(line: Line, result: Sequence[object]) -> bool:
    """Return whether a record has a line for a decision with these events or steps as its result.

    It has none if nobody looked or asked, but one if nobody announced a carte blanche.
    """
    return bool(result) or line.label in ("ae", "ay")


def record_lines(
    rules: RuleSet,
    deal: Deal,
    lines: Iterable[Line],
    names: tuple[str, str],
    *,
    ended: bool,
    title: str = "",
    game: Mapping[str, str] = MappingProxyType({}),
) -> Record:
    """Return the record of a deal with these lines.

    ``names`` are those of elder and younger, and ``ended`` says whether the deal was played to its
    end. The default title is the id of the deal. ``game`` has the tags that describe the game: the
    totals before the deal, and the number of deals after it.
    """
    blank = record_of_deal(rules, deal)
    given = {"Title": title, "Elder": names[0], "Younger": names[1]}
    tags = [Tag(name=tag.name, value=given.get(tag.name) or tag.value) for tag in blank.tags]
    if ended:
        tags = [tag for tag in tags if tag.name != "Certainty"]
    tags += [Tag(name=name, value=value) for name, value in game.items()]
    return replace(blank, tags=tuple(tags), lines=tuple(lines))
