"""Effects of rules: the summaries of experiments that are kept, one object for each question."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from piquet_core.laboratory.lab_players import MEASURED, match_name, player_name

AIM: Final = 0.2
"""Greatest error of an effect in points a deal. A wider interval is labelled."""
FEW: Final = 20
"""Least number of differing games from which an interval is trusted."""
_QUESTION: Final = ("What changes if ", "?")
_GAMES: Final = {"points": "deals", "partie": "parties", "hundred": "games of a hundred up"}


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredFigure:
    """A mean with its 95% error on either side. ``spread`` is the standard deviation of a game."""

    mean: float
    error: float
    spread: float = 0.0

    @property
    def excludes_zero(self) -> bool:
        """Whether the interval does not contain 0."""
        return abs(self.mean) > self.error


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Origin of a result: player, games, seed, digest of all rows, and the commit with its date.

    ``date`` is "" if the summary has none.
    """

    player: str
    games: int
    seed: str
    digest: str
    commit: str
    date: str

    @property
    def name(self) -> str:
        """The name of the player."""
        return player_name(self.player)


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectResult:
    """Effect of a changed answer between two equal players.

    ``lead`` is the change of elder's lead, with the error after the regression on the dealt cards,
    and ``gain`` the share of its variance that the regression removes. ``before`` and ``after`` are
    elder's lead under the answers of the book and the changed ones. ``winner`` is the share of games
    that another player wins, ``differing`` the number of games that differ at all, and
    ``most_differing`` the upper bound of their share. ``events`` has the changes of other measures
    by name, without those that never change. ``base`` has these measures under the book. ``of_deals``
    tells whether a game is one deal.
    """

    provenance: Provenance
    of_deals: bool
    lead: MeasuredFigure
    gain: float
    before: MeasuredFigure
    after: MeasuredFigure
    winner: MeasuredFigure
    differing: int
    most_differing: float
    events: Mapping[str, MeasuredFigure]
    base: Mapping[str, MeasuredFigure]

    @property
    def nothing(self) -> bool:
        """Whether no game differs."""
        return self.differing == 0

    @property
    def few(self) -> bool:
        """Whether some games differ, but too few for a trusted interval."""
        return 0 < self.differing < FEW

    @property
    def main(self) -> MeasuredFigure:
        """The effect on elder's lead in points a deal, or the share of whole games with another winner."""
        return self.lead if self.of_deals else self.winner

    @property
    def wide(self) -> bool:
        """Whether the interval of an effect in points a deal is wider than `AIM`."""
        return self.of_deals and self.lead.error > AIM

    @property
    def shows_effect(self) -> bool:
        """Whether the effect can be told from 0."""
        return self.differing >= FEW and self.main.excludes_zero


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeEffect:
    """Effect of a changed answer on the edge of a stronger player over a weaker one, in single deals.

    The edge is the stronger player's lead in points a deal, in both seats of the same cards.
    ``change`` is its change, ``before`` and ``after`` are the edge under the answers of the book and
    the changed ones. ``wins_before``, ``wins_after`` and ``wins`` are the shares of deals that the
    stronger player wins, and their difference. ``provenance`` names the stronger player, and
    ``weaker`` is the id of the other.
    """

    provenance: Provenance
    weaker: str
    change: MeasuredFigure
    before: MeasuredFigure
    after: MeasuredFigure
    wins: MeasuredFigure
    wins_before: MeasuredFigure
    wins_after: MeasuredFigure
    differing: int

    @property
    def shows_effect(self) -> bool:
        """Whether the change can be told from 0."""
        return self.differing >= FEW and self.change.excludes_zero


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleEffect:
    """A question about a rule, with the result of each player, that of most games first.

    ``name`` is that of the experiment. ``rules`` are the ids of the changed rules. ``book`` is the
    rule set with its own answers, and ``changed`` the id of the variant that differs from it.
    ``edge`` is the effect on a stronger player's edge, or None if it has not been measured.
    """

    name: str
    question: str
    caution: str
    rules: tuple[str, ...]
    objective: str
    book: str
    variant: str
    changed: str
    results: tuple[EffectResult, ...]
    edge: EdgeEffect | None

    @property
    def clause(self) -> str:
        """The change as a clause, such as *a lead counts nothing*."""
        before, after = _QUESTION
        return self.question.removeprefix(before).removesuffix(after)

    @property
    def games(self) -> str:
        """The word for the games of the experiment."""
        return _GAMES[self.objective]

    @property
    def is_of_deals(self) -> bool:
        """Whether a game is one deal, so that effects are points a deal."""
        return self.first.of_deals

    @property
    def anchor(self) -> str:
        """The HTML id of the result on the page of its rule."""
        return f"worth-{self.name}"

    @property
    def first(self) -> EffectResult:
        """The result of most games, which has the narrowest interval."""
        return self.results[0]

    def result_of(self, player: str) -> EffectResult | None:
        """Return the result of a player, or None."""
        return next((one for one in self.results if one.provenance.player == player), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameShape:
    """Measures of the deals of a rule set between two equal players.

    ``scores`` has, for each seat, the number of deals by tens of the score: the key is the lower end.
    """

    rules: str
    provenance: Provenance
    measures: Mapping[str, MeasuredFigure]
    scores: Mapping[str, Mapping[int, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExploiterGain:
    """Gain of a player that knows its opponent, in points a deal. It is a lower bound."""

    rules: str
    player: str
    exploiter: str
    gain: MeasuredFigure
    deals: int
    budget: str
    commit: str
    seed: str


def rule_effects(folder: Path) -> tuple[RuleEffect, ...]:
    """Return the effects of all questions with a result, by name.

    ``folder`` contains the files of the questions, and the folder ``results``.
    """
    return _effects(folder, _state(folder))


def effects_of(rule: str, folder: Path) -> tuple[RuleEffect, ...]:
    """Return the effects of the questions about a rule. Those about it alone come first."""
    found = [one for one in rule_effects(folder) if rule in one.rules]
    return tuple(sorted(found, key=lambda one: (one.rules[0] != rule, len(one.rules))))


def ranked(effects: Sequence[RuleEffect]) -> list[RuleEffect]:
    """Return effects by size in the result of most games, the greatest first.

    Effects that can be told from 0 precede the others, and those of no game at all are last.
    """
    return sorted(effects, key=_rank)


def shapes(folder: Path) -> tuple[GameShape, ...]:
    """Return the shapes of the rule sets, by player and rule set."""
    found = [
        _shape(player, _read(path))
        for player in MEASURED
        for path in sorted((folder / "results" / player / "shapes").glob("*.json"))
    ]
    return tuple(found)


def exploits(folder: Path) -> tuple[ExploiterGain, ...]:
    """Return the gains of exploiters, in the order of the file."""
    path = folder / "results" / "exploiter.json"
    if not path.is_file():
        return ()
    return tuple(
        ExploiterGain(
            rules=one["rules"],
            player=one["player"],
            exploiter=one["exploiter"],
            gain=_figure(one["gain"]),
            deals=one["deals"],
            budget=one["budget"],
            commit=one["commit"],
            seed=one["seed"],
        )
        for one in _read(path)
    )


def result_files(folder: Path) -> list[Path]:
    """Return the paths of all kept results."""
    return sorted((folder / "results").rglob("*.json"))


def _rank(one: RuleEffect) -> tuple[bool, bool, float, str]:
    found = one.first
    return found.nothing, not found.shows_effect, -abs(found.main.mean), one.name


def _state(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Return the names, sizes and times of the files, which tell whether they have changed."""
    files = [*result_files(folder), *sorted(folder.glob("*.toml"))]
    stats = [(path, path.stat()) for path in files]
    return tuple((str(path), one.st_size, one.st_mtime_ns) for path, one in stats)


@lru_cache(maxsize=4)
def _effects(folder: Path, _state: object) -> tuple[RuleEffect, ...]:
    found: dict[str, dict[str, Any]] = {}
    for player in MEASURED:
        for path in sorted((folder / "results" / player).glob("*.json")):
            found.setdefault(path.stem, {})[player] = _read(path)
    return tuple(_effect(found[name], folder, name) for name in sorted(found))


def _effect(by_player: Mapping[str, Any], folder: Path, name: str) -> RuleEffect:
    path = folder / f"{name}.toml"
    match = folder / "results" / match_name(MEASURED) / f"{name}.json"
    kept = next(iter(by_player.values()))
    # A caution may be added when the games have been played.
    asked = tomllib.loads(path.read_text("utf-8")) if path.is_file() else kept
    (difference,) = kept["differences"]
    book, changed = kept["variants"]
    results = [_measured(player, one) for player, one in by_player.items()]
    return RuleEffect(
        name=kept["name"],
        question=asked["question"],
        caution=asked.get("caution", ""),
        rules=tuple(kept["about"]),
        objective=kept["objective"],
        book=book["rules"],
        variant=difference["variant"],
        changed=changed["rules"],
        results=tuple(sorted(results, key=lambda one: -one.provenance.games)),
        edge=_edge(_read(match)) if match.is_file() else None,
    )


def _edge(kept: Mapping[str, Any]) -> EdgeEffect:
    (difference,) = kept["differences"]
    before, after = (one["measures"] for one in kept["variants"])
    stronger, weaker = kept["players"]
    lead, wins = (
        [_figure(one.get(name, _ZERO)) for one in (difference["measures"], before, after)]
        for name in ("first-players-lead", "first-player-wins")
    )
    return EdgeEffect(
        provenance=_provenance(stronger, kept),
        weaker=weaker,
        change=lead[0],
        before=lead[1],
        after=lead[2],
        wins=wins[0],
        wins_before=wins[1],
        wins_after=wins[2],
        differing=difference["games-that-differ"]["number"],
    )


_ZERO: Final = {"mean": 0.0, "error": 0.0}


def _measured(player: str, kept: Mapping[str, Any]) -> EffectResult:
    (difference,) = kept["differences"]
    before, after = (one["measures"] for one in kept["variants"])
    changed, differing = difference["measures"], difference["games-that-differ"]
    # With few games that differ, a regression explains chance.
    few = differing["number"] < FEW
    lead = changed["elders-lead"]
    return EffectResult(
        provenance=_provenance(player, kept),
        of_deals=kept["objective"] == "points",
        lead=_figure(lead) if few else _adjusted(lead),
        gain=0.0 if few else lead.get("gain", 0.0),
        before=_adjusted(before["elders-lead"]),
        after=_adjusted(after["elders-lead"]),
        winner=_figure(difference["winner-changes"]),
        differing=differing["number"],
        most_differing=differing["high"],
        events={name: _figure(one) for name, one in changed.items() if name != "elders-lead"},
        base={name: _figure(one) for name, one in before.items()},
    )


def _shape(player: str, kept: Mapping[str, Any]) -> GameShape:
    (book,) = kept["variants"]
    measures = {name: _figure(one) for name, one in book["measures"].items()}
    measures["elders-lead"] = _adjusted(book["measures"]["elders-lead"])
    return GameShape(
        rules=book["rules"],
        provenance=_provenance(player, kept),
        measures=measures,
        scores={
            seat: {int(low): number for low, number in scores.items()}
            for seat, scores in kept.get("scores", {}).items()
        },
    )


def _provenance(player: str, kept: Mapping[str, Any]) -> Provenance:
    return Provenance(
        player=player,
        games=kept["games"],
        seed=kept["seed"],
        digest=kept["digest"],
        commit=kept["commit"],
        date=kept.get("date", ""),
    )


def _figure(one: Mapping[str, float]) -> MeasuredFigure:
    return MeasuredFigure(mean=one["mean"], error=one["error"], spread=one.get("spread", 0.0))


def _adjusted(one: Mapping[str, float]) -> MeasuredFigure:
    """Return the figure after the regression on the dealt cards, or the plain one without it."""
    return MeasuredFigure(
        mean=one.get("adjusted", one["mean"]),
        error=one.get("adjusted-error", one["error"]),
        spread=one["spread"],
    )


def _read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))
