"""Experiments: files that fix the rule sets, the players and the cards before anything is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from piquet_core.errors import PiquetError, RuleSetError
from piquet_core.frozen_dict import FrozenDict
from piquet_core.laboratory.lab_players import player_name
from piquet_core.laboratory.toml_files import number_between, parse_file, read_text
from piquet_core.rules import RuleSet, find_rule, load_ruleset
from piquet_core.rules.answer import read_value
from piquet_core.rules.decode import (
    list_of_type,
    of_type,
    one_of,
    optional,
    refuse_unknown_keys,
    required,
    strings,
)
from piquet_core.rules.variants import change_answers

OBJECTIVES = ("points", "partie", "hundred")
"""Objectives of the players: the points of a deal, a partie, or a hundred up."""
FORMS = {"partie": "rubicon", "hundred": "hundred-up"}
"""Form of the game (`game.forms`) that an objective needs."""
ABSENT = "absent"
"""Changed answer that means: the question does not arise."""
MOST = 1_000_000
"""Maximum number of games of an experiment. Their rows take some 400 MB of memory for each variant."""
MATCH = 500
"""Greatest number of games of `Experiment.with_players` in which two different players meet."""
_KEYS = {"question", "about", "caution", "variants", "players", "swap-seats", "objective", "seed"}
_KEYS |= {"games", "games-of", "batch"}
TABLES = "tables"
"""Folder of fitted weights, beside the file of an experiment or its folder."""
_SAME_DEAL = ("pack.size", "deal.hand", "deal.talon")


class ExperimentError(PiquetError):
    """An invalid experiment. The message begins with the file and the path to the fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleVariant:
    """One of the rule sets that an experiment compares, under a name of its own."""

    name: str
    rules: RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """Games with the same cards under several rule sets; the others are compared with the first.

    A game is a deal, or a whole partie or hundred up if that is the ``objective``. ``players`` are
    the ids of two players, the first of whom begins as elder. With ``swap_seats``, every game is
    played a second time with the players in each other's seats. ``batch`` is the number of games
    that are stored in one file. ``about`` are the ids of the rules that the question is about.
    ``caution`` is a sentence on a limit of the result, or "". ``games_of`` are numbers of games for
    players that replace those of the file, by id. ``tables`` is the folder of the weights fitted for
    changed rule sets.
    """

    name: str
    question: str
    about: tuple[str, ...]
    caution: str
    variants: tuple[RuleVariant, ...]
    players: tuple[str, str]
    swap_seats: bool
    objective: str
    seed: str
    games: int
    batch: int
    games_of: Mapping[str, int]
    tables: Path | None

    def with_players(self, first: str, second: str) -> Experiment:
        """Return the experiment with other players, who change seats if they differ.

        Raises `ExperimentError` if a player is unknown.
        """
        try:
            for id in (first, second):
                player_name(id)
        except PiquetError as error:
            raise ExperimentError(f"{self.name}: {error}") from None
        if first == second:
            games = self.games_of.get(first, self.games)
        else:
            games = min(self.games, MATCH)
        return replace(
            self,
            players=(first, second),
            swap_seats=first != second,
            games=games,
            batch=min(games, self.batch),
        )

    def variant(self, name: str) -> RuleVariant:
        """Return a variant by name; raise `ExperimentError` if it is unknown."""
        for one in self.variants:
            if one.name == name:
                return one
        known = ", ".join(one.name for one in self.variants)
        raise ExperimentError(f"{self.name}: unknown variant {name[:40]!r}; choose one of {known}")


def read_experiment(path: Path) -> Experiment:
    """Return the experiment in a TOML file; raise `ExperimentError` if it is invalid or cannot be read."""
    text = read_text(path, ExperimentError)
    return replace(parse_experiment(text, path.stem, str(path)), tables=_tables(path.absolute()))


def _tables(path: Path) -> Path:
    """Return the folder of fitted weights beside a file or its folder."""
    beside, above = (folder / TABLES for folder in (path.parent, path.parent.parent))
    return above if above.is_dir() and not beside.is_dir() else beside


def parse_experiment(text: str, name: str, context: str = "<experiment>") -> Experiment:
    """Return the experiment in a TOML text; raise `ExperimentError` with the path to a fault.

    The path begins with ``context``, which is the name of the file.

    >>> found = parse_experiment('''
    ... question = "What is lost if the seven, eight and nine count nothing in the play?"
    ... players = ["thumb"]
    ... seed = "1"
    ... games = 100
    ... batch = 50
    ... [[variants]]
    ... rules = "hoyle1909"
    ... [[variants]]
    ... rules = "hoyle1909"
    ... answers = { "play.low-cards" = false }
    ... ''', "low-cards")
    >>> [one.name for one in found.variants]
    ['hoyle1909', 'hoyle1909,play.low-cards=no']
    """
    return parse_file(
        lambda table: _experiment(table, name, context), text, context, ExperimentError
    )


def _experiment(table: dict[str, Any], name: str, context: str) -> Experiment:
    refuse_unknown_keys(table, _KEYS, context)
    variants = _variants(required(table, "variants", list, context), context)
    players = _players(table, context)
    swap = optional(table, "swap-seats", bool, players[0] != players[1], context)
    if swap and players[0] == players[1]:
        raise ExperimentError(
            f"{context}.swap-seats: a player who meets itself would play every deal twice alike"
        )
    objective = one_of(
        optional(table, "objective", str, "points", context),
        "objective",
        OBJECTIVES,
        f"{context}.objective",
    )
    _check_forms(objective, variants, context)
    games = _number(table, "games", 2, context)
    return Experiment(
        name=name,
        question=required(table, "question", str, context),
        about=_about(table, variants, context),
        caution=optional(table, "caution", str, "", context),
        variants=variants,
        players=players,
        swap_seats=swap,
        objective=objective,
        seed=required(table, "seed", str, context),
        games=games,
        batch=_number(table, "batch", 1, context, most=games),
        games_of=_games_of(table, context),
        tables=None,
    )


def _variants(rows: list[Any], context: str) -> tuple[RuleVariant, ...]:
    found: list[RuleVariant] = []
    for number, row in enumerate(rows):
        place = f"{context}.variants[{number}]"
        one = _variant(of_type(row, dict, place), place)
        if any(one.name == other.name for other in found):
            raise ExperimentError(f"{place}: a second variant is called {one.name!r}")
        for id in _SAME_DEAL:
            if found and one.rules.number(id).value != found[0].rules.number(id).value:
                raise ExperimentError(
                    f"{place}: the variants cannot have the same cards, since {id} is "
                    f"{one.rules.number(id).value} here and {found[0].rules.number(id).value} before"
                )
        found.append(one)
    if not found:
        raise ExperimentError(f"{context}.variants: at least one is needed")
    return tuple(found)


def _variant(row: dict[str, Any], context: str) -> RuleVariant:
    refuse_unknown_keys(row, {"name", "rules", "answers"}, context)
    try:
        base = load_ruleset(required(row, "rules", str, context))
        changed = optional(row, "answers", dict, {}, context)
        rules = change_answers(
            base, {id: _answer(id, raw, f"{context}.answers") for id, raw in changed.items()}
        )
    except RuleSetError as error:
        said = str(error)
        raise ExperimentError(said if said.startswith(context) else f"{context}: {said}") from None
    for id in changed:
        if rules.answers[id].written == base.answers[id].written:
            raise ExperimentError(
                f"{context}.answers: {id} is {base.answers[id].written} in {base.id} already"
            )
    return RuleVariant(name=optional(row, "name", str, rules.id, context), rules=rules)


def _answer(id: str, raw: object, context: str) -> object:
    rule = find_rule(id)
    if raw == ABSENT and rule.may_be_absent:
        return None
    return read_value(rule, raw, f"{context}.{id}")


def _players(table: Mapping[str, Any], context: str) -> tuple[str, str]:
    ids = list_of_type(required(table, "players", list, context), str, f"{context}.players")
    if len(ids) not in (1, 2):
        raise ExperimentError(
            f"{context}.players: name two players, or one that meets itself, not {len(ids)}"
        )
    for id in ids:
        try:
            player_name(id)
        except PiquetError as error:
            raise ExperimentError(f"{context}.players: {error}") from None
    return ids[0], ids[-1]


def _games_of(table: dict[str, Any], context: str) -> FrozenDict[str, int]:
    """Return the numbers of games for other players than those of the file, by id."""
    found = optional(table, "games-of", dict, {}, context)
    place = f"{context}.games-of"
    for id in found:
        try:
            player_name(id)
        except PiquetError as error:
            raise ExperimentError(f"{place}: {error}") from None
    return FrozenDict((id, _number(found, id, 2, place)) for id in found)


def _check_forms(objective: str, variants: tuple[RuleVariant, ...], context: str) -> None:
    form = FORMS.get(objective)
    for one in variants:
        if form and form not in one.rules.names("game.forms").value:
            raise ExperimentError(f"{context}.objective: {one.name} has no {objective}")


def _about(
    table: Mapping[str, Any], variants: tuple[RuleVariant, ...], context: str
) -> tuple[str, ...]:
    """Return the rules named as ``about``, or else those whose answers differ between the variants."""
    if "about" in table:
        named = strings(table, "about", context)
        for id in named:
            try:
                find_rule(id)
            except RuleSetError as error:
                raise ExperimentError(f"{context}.about: {error}") from None
        return named
    first, *others = (one.rules.answers for one in variants)
    return tuple(
        id
        for id, answer in first.items()
        if any(answer.written != other[id].written for other in others)
    )


def _number(
    table: Mapping[str, Any], key: str, least: int, context: str, *, most: int = MOST
) -> int:
    return number_between(table, key, (least, most), context, ExperimentError)
