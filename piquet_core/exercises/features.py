"""Named features of a position, and the drawing of deals until one has them."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from piquet_core.engine.state import shuffled
from piquet_core.exercises.item import ExerciseError
from piquet_core.exercises.measures import MEASURES, Measured, measure
from piquet_core.exercises.position import STARTS, Position, played_to
from piquet_core.pulse import beat
from piquet_core.records.notation import parse_deal_id
from piquet_core.rules import RuleSet

GIVEN = "given"
"""The feature of a position that was not drawn."""
_TRIES = 20_000
_ANY = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """What a position must have: where it starts, how far it is played on, what is measured then.

    ``deals`` are the ids of the only deals that are drawn, where a lesson rests on what the engine's
    judgement of each was found to be.
    """

    name: str
    words: str
    start: str
    to: str
    needs: Mapping[str, Collection[Measured]]
    deals: tuple[str, ...] = ()

    def of(self, position: Position) -> Position | None:
        """Return the position that a deal leads to, if it has the feature."""
        # What can be measured of the hands themselves is cheap, and settles most.
        early = [name for name in self.needs if name in _OF_HANDS] if self.start == "hands" else []
        if not all(measure(position, name) in self.needs[name] for name in early):
            return None
        if self.to:
            position = played_to(position, self.to)
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
    text = (
        resources.files("piquet_core.exercises")
        .joinpath("data", "features.toml")
        .read_text("utf-8")
    )
    return {name: _feature(name, table) for name, table in tomllib.loads(text).items()}


def _feature(name: str, table: Mapping[str, object]) -> Feature:
    needs = table.get("needs", {})
    start = str(table.get("start", "hands"))
    assert isinstance(needs, dict)
    assert start in STARTS, name
    assert needs.keys() <= MEASURES.keys(), name
    return Feature(
        name=name,
        words=str(table["words"]),
        start=start,
        to=str(table.get("to", "")),
        needs={key: _wanted(value) for key, value in needs.items()},
        deals=_deals(table.get("deals", [])),
    )


def _deals(ids: object) -> tuple[str, ...]:
    assert isinstance(ids, list)
    return tuple(map(str, ids))


def _wanted(value: Measured | list[Measured] | dict[str, int]) -> Collection[Measured]:
    if isinstance(value, dict):
        return range(value["least"], value.get("most", _ANY) + 1)
    return tuple(value) if isinstance(value, list) else (value,)


def find_feature(name: str) -> Feature:
    """Return the feature of that name; raises `ExerciseError`."""
    if name not in features():
        raise ExerciseError(f"no such feature: {name[:40]!r}; there are {', '.join(features())}")
    return features()[name]


def draw(feature: Feature, rules: RuleSet, rng: random.Random) -> Position:
    """Return a position with a feature, the first of many deals that has it.

    Raises `ExerciseError` if none of them has, as with a rule set that does not know the thing.
    """
    for _ in range(_TRIES):
        beat()
        deal = parse_deal_id(rng.choice(feature.deals)) if feature.deals else shuffled(rules, rng)
        position = Position(rules=rules, deal=deal, start=feature.start)
        found = feature.of(position)
        if found is not None:
            return found
    raise ExerciseError(f"no deal with this feature was found: {feature.words}")
