"""Games of several recorded deals: a partie or a hundred up, whose records are usually in one file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from piquet_core.cards.seat import Seat
from piquet_core.engine.events import RedealAnswered
from piquet_core.engine.game import (
    PlayedDeal,
    Settlement,
    elder_of,
    settle_hundred,
    settle_partie,
)
from piquet_core.engine.state import Phase
from piquet_core.errors import IllegalAction, PiquetError, Span
from piquet_core.notation import Record
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Finding, Replay
from piquet_core.rules import RuleSet


class NoGame(PiquetError):
    """Error if records are not the deals of one game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedGame:
    """The recorded deals of a game in their order.

    Player 0 is elder in the first deal. ``players`` are the names of both players, and ``totals``
    their points in all deals. ``deals`` leaves out deals that were given up for a new one.
    ``settlement`` is None if the game is not over or drawn. ``findings`` are the differences from
    the rules of the game, besides those of each replay: a total before a deal that the deals do not
    give, a wrong elder, a deal after the end.
    """

    rules: RuleSet
    players: tuple[str, str]
    replays: tuple[Replay, ...]
    deals: tuple[PlayedDeal, ...]
    totals: tuple[int, int]
    settlement: Settlement | None
    findings: tuple[Finding, ...]

    @property
    def is_partie(self) -> bool:
        """Whether the game is a partie. Otherwise it is a hundred up."""
        return _is_partie(self.rules, [replay.record for replay in self.replays])


def replay_game(records: Iterable[Record]) -> RecordedGame:
    """Return the game of which these records are the deals.

    Raises `NoGame` if there are no records, if they differ in their rule sets or in the names of
    their players, or if a deal was not played to its end.
    """
    replays = tuple(map(replay_record, records))
    rules, players = _common(replays)
    findings: list[Finding] = []
    deals: list[PlayedDeal] = []
    totals = (0, 0)
    for replay in replays:
        record = replay.record
        elder = players.index(record.player(Seat.ELDER))
        due = elder_of(rules, 0, len(deals))
        if elder != due:
            _find(findings, record, "Elder", f"{players[due]} is elder here", "deal.alternates")
        before = f"{totals[elder]} {totals[1 - elder]}"
        if record.tag("Before", before) != before:
            _find(findings, record, "Before", f"the deals before this one give {before}")
        log = tuple(replay.events)
        if any(isinstance(event, RedealAnswered) and event.agreed for event in log):
            continue
        deals.append(PlayedDeal(elder=elder, events=log))
        made = deals[-1].score
        totals = totals[0] + made[0], totals[1] + made[1]
    settlement = None
    settle = settle_partie if _is_partie(rules, [one.record for one in replays]) else settle_hundred
    try:
        settlement = settle(rules, deals)
    except IllegalAction as error:
        _find(findings, replays[-1].record, "Id", error.args[0], error.rule)
    return RecordedGame(
        rules=rules,
        players=players,
        replays=replays,
        deals=tuple(deals),
        totals=totals,
        settlement=settlement,
        findings=tuple(findings),
    )


def _common(replays: tuple[Replay, ...]) -> tuple[RuleSet, tuple[str, str]]:
    if not replays:
        raise NoGame("there is no record")
    rules, names = replays[0].rules, replays[0].record.players
    for replay in replays:
        id = replay.record.tag("Id")
        if rules is None or replay.rules != rules:
            raise NoGame(f"{id} is not played by the rule set of the first record")
        if sorted(replay.record.players) != sorted(names):
            raise NoGame(f"{id} has other players than the first record")
        if not replay.steps or replay.steps[-1].state.phase is not Phase.OVER:
            raise NoGame(f"{id} is not played to its end")
    if names[0] == names[1] or rules is None:
        raise NoGame("both players have the same name")
    return rules, names


def _is_partie(rules: RuleSet, records: Iterable[Record]) -> bool:
    """Return whether deals belong to a partie. Under a rule set with both forms, the tag ``Left`` says so."""
    if rules.has("rubicon.deals") and rules.has("hundred.target"):
        return any(record.tag("Left") for record in records)
    return rules.has("rubicon.deals")


def _find(findings: list[Finding], record: Record, tag: str, message: str, rule: str = "") -> None:
    found = record.find_tag(tag)
    span = found.span if found else Span(line=1, column=1)
    findings.append(Finding(span=span, message=message, rule=rule))
