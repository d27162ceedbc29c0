"""Named features of a position, and the search for a deal with a given feature."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from piquet_core.engine.state import shuffled_deal
from piquet_core.errors import CardError, RuleSetError
from piquet_core.exercises.data_files import data_text, read_tables
from piquet_core.exercises.exercise import ExerciseError
from piquet_core.exercises.measures import MEASURES, Measured, measure
from piquet_core.exercises.position import STARTS, Position, played_on_to
from piquet_core.frozen_dict import FrozenDict
from piquet_core.notation import parse_deal_id
from piquet_core.pulse import beat
from piquet_core.rules import RuleSet
from piquet_core.rules.decode import list_of_type, of_type, optional, refuse_unknown_keys, required

GIVEN = "given"
"""The feature of a position that was given, not drawn."""
_TRIES = 20_000
_ANY = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """A feature of a position: its start, the play that leads to it, and required values of its measures.

    ``to`` is the step at which the play stops, "" for none. If ``deals`` is not empty, positions are drawn only
    from these deal ids, for lessons that depend on the engine's verdict on each deal.
    """

    name: str
    words: str
    start: str
    to: str
    needs: Mapping[str, Collection[Measured]]
    deals: tuple[str, ...] = ()

    def of(self, position: Position) -> Position | None:
        """Return the position reached by playing on from ``position``, or None if it lacks the feature."""
        # Measuring the hands alone is cheap, and settles most cases.
        early = [name for name in self.needs if name in _OF_HANDS] if self.start == "hands" else []
        if not all(measure(position, name) in self.needs[name] for name in early):
            return None
        if self.to:
            position = played_on_to(position, self.to)
            if position.state.seat is None:
                return None
        rest = [name for name in self.needs if name not in early]
        return (
            position if all(measure(position, name) in self.needs[name] for name in rest) else None
        )


_OF_HANDS = {
    "reply-point",
    "reply-sequence",
    "reply-set",
    "better-point",
}


@cache
def features() -> Mapping[str, Feature]:
    """Return all features by name."""
    return parse_features(data_text("features.toml"))


def parse_features(text: str, file: str = "features.toml") -> Mapping[str, Feature]:
    """Return the features in a TOML text by name.

    Raises `RuleSetError` with the file and the path of an invalid entry.
    """
    return FrozenDict(
        (name, _feature(name, *table)) for name, table in read_tables(text, file).items()
    )


def _feature(name: str, table: Mapping[str, Any], context: str) -> Feature:
    refuse_unknown_keys(table, {"words", "start", "to", "needs", "deals"}, context)
    start = optional(table, "start", str, "hands", context)
    if start not in STARTS:
        raise RuleSetError(f"{start!r} is not one of {', '.join(STARTS)}", f"{context}.start")
    needs = optional(table, "needs", dict, {}, context)
    refuse_unknown_keys(needs, set(MEASURES), f"{context}.needs")
    return Feature(
        name=name,
        words=required(table, "words", str, context),
        start=start,
        to=optional(table, "to", str, "", context),
        needs=FrozenDict(
            (key, _wanted(value, f"{context}.needs.{key}")) for key, value in needs.items()
        ),
        deals=_deals(optional(table, "deals", list, [], context), f"{context}.deals"),
    )


def _deals(value: object, context: str) -> tuple[str, ...]:
    ids = list_of_type(value, str, context)
    for place, id in enumerate(ids):
        try:
            parse_deal_id(id)
        except CardError as error:
            raise RuleSetError(str(error), f"{context}[{place}]") from None
    return ids


def _wanted(value: object, context: str) -> Collection[Measured]:
    """Return the required values of a measure: one value, a list of values, or a range ``least`` to ``most``."""
    if isinstance(value, dict):
        refuse_unknown_keys(value, {"least", "most"}, context)
        least = required(value, "least", int, context)
        return range(least, optional(value, "most", int, _ANY, context) + 1)
    if isinstance(value, list):
        return tuple(_measured(one, f"{context}[{place}]") for place, one in enumerate(value))
    return (_measured(value, context),)


def _measured(value: object, context: str) -> Measured:
    return value if isinstance(value, str) else of_type(value, int, context)


def find_feature(name: str) -> Feature:
    """Return the feature with a name.

    Raises `ExerciseError` for an unknown name.
    """
    if name not in features():
        raise ExerciseError(f"unknown feature {name[:40]!r}; choose one of {', '.join(features())}")
    return features()[name]


def draw_position(feature: Feature, rules: RuleSet, rng: random.Random) -> Position:
    """Return a position with a feature, from random deals that are tried in turn.

    Raises `ExerciseError` if no deal tried has the feature, for example because the rule set excludes it.
    """
    for _ in range(_TRIES):
        beat()
        deal = (
            parse_deal_id(rng.choice(feature.deals)) if feature.deals else shuffled_deal(rules, rng)
        )
        position = Position(rules=rules, deal=deal, start=feature.start)
        found = feature.of(position)
        if found is not None:
            return found
    raise ExerciseError(f"could not find a deal with this feature: {feature.words}")
