"""A rule set whose answers a reader has chosen, with the conflicts between them, and its experiment."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from piquet_core.cards.cards import Rank
from piquet_core.errors import PiquetError
from piquet_core.rules import Answer, RuleSet, find_ruleset
from piquet_core.rules.ruleset import conflicting_answers
from piquet_core.rules.variants import read_changes, unchecked_variant

SEED = "design"
"""Seed of the experiment, whose first games are the quick deals."""
LONGEST_NAME = 40
"""Number of characters of a design's name."""
_SAME_CARDS = ("pack.size", "deal.hand", "deal.talon")
_GAMES, _BATCH = 2000, 500
_NOT_IN_FILE_NAMES = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """A rule set with changed answers. ``conflicts`` are pairs of the id of a rule and a message.

    ``rules`` is only playable without conflicts. Its id is the design as text: the same answers have
    the same text.
    """

    base: RuleSet
    rules: RuleSet
    conflicts: tuple[tuple[str, str], ...]

    @property
    def changes(self) -> tuple[Answer[Any], ...]:
        """The changed answers, in the order of the catalogue."""
        return tuple(
            answer
            for id, answer in self.rules.answers.items()
            if answer.value != self.base.answers[id].value
        )

    @property
    def has_same_cards(self) -> bool:
        """Whether the cards of a deal of the base can be dealt."""
        return all(
            self.base.answers[id].value == self.rules.answers[id].value for id in _SAME_CARDS
        )


def read_design(text: str) -> Design:
    """Return the design in a text that `find_ruleset` reads, even if its answers conflict.

    Raises `RuleSetError` for an unknown rule set, rule or answer.

    >>> read_design("hoyle1909,play.lead=0,blank.points=10").rules.id
    'hoyle1909,play.lead=0'
    >>> read_design("hoyle1909,pack.size=36").conflicts
    (('pack.ranks', 'a pack of 36 has its 9 ranks from the ace down, once each'),)
    """
    base, values = read_changes(text)
    changed = {
        id: values[id]
        for id, answer in base.answers.items()
        if id in values and values[id] != answer.value
    }
    rules = unchecked_variant(base, changed)
    conflicts = tuple(conflicting_answers(rules)) if changed else ()
    return Design(
        base=base, rules=rules if conflicts else find_ruleset(rules.id), conflicts=conflicts
    )


def design_name(text: str) -> str:
    """Return the name of a design with single spaces; raise `PiquetError` if it is too long or not printable."""
    name = " ".join(text.split())
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise PiquetError(f"a name has at most {LONGEST_NAME} letters")
    return name


def file_name(name: str) -> str:
    """Return the name of the file of an experiment.

    >>> file_name("Aunt Jo's game"), file_name("")
    ('aunt-jo-s-game.toml', 'design.toml')
    """
    return f"{_NOT_IN_FILE_NAMES.sub('-', name.lower()).strip('-') or 'design'}.toml"


def experiment_toml(design: Design, name: str = "") -> str:
    """Return an experiment, as TOML, that compares a design with its base.

    If they cannot have the same cards, the experiment has the design alone.
    """
    return "\n".join(_experiment(design, name)) + "\n"


def _experiment(design: Design, name: str) -> Iterator[str]:
    base, called = design.base, name or "the design"
    if design.has_same_cards:
        yield f"question = {_toml(f'What changes if {called} is played instead of {base.short}?')}"
    else:
        yield f"# {base.short} deals other cards, so the two cannot be compared deal by deal."
        yield f"question = {_toml(f'What are the deals of {called} like?')}"
    yield 'players = ["thumb"]'
    yield f'seed = "{SEED}"'
    yield f"games = {_GAMES}"
    yield f"batch = {_BATCH}"
    if design.has_same_cards:
        yield from ("", "[[variants]]", f"name = {_toml(base.short)}", f'rules = "{base.id}"')
    yield from ("", "[[variants]]", f"name = {_toml(called)}", f'rules = "{base.id}"')
    if design.changes:
        yield from ("", "[variants.answers]")
    for answer in design.changes:
        yield f'"{answer.id}" = {_toml("absent" if answer.absent else answer.value)}'


def _toml(value: object) -> str:
    """Return a value as TOML, as data files of rule sets write it."""
    match value:
        case tuple() if value and isinstance(value[0], Rank):
            return _toml("".join(rank.letter for rank in value))
        case tuple():
            return f"[{', '.join(map(_toml, value))}]"
        case Mapping():
            return f"{{ {', '.join(f'{rank.letter} = {pips}' for rank, pips in value.items())} }}"
        case _:  # the escapes of JSON are those of TOML
            return json.dumps(value, ensure_ascii=False)
