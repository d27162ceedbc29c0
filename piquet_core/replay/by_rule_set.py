"""Results of one deal under every rule set that can play it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from piquet_core.cards.seat import Seat
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.rules.answer_matrix import rulesets_by_date


@dataclass(frozen=True, slots=True, kw_only=True)
class DealTotals:
    """A recorded deal with its totals by rule set id, elder's total first.

    Rule sets that cannot deal the cards or cannot replay the record to its end are missing.
    """

    id: str
    title: str
    file: str
    players: tuple[str, str]
    totals: Mapping[str, tuple[int, int]]


def play_under_all(text: str, file: str) -> DealTotals:
    """Return the totals of a record under all rule sets; raise `NotationError` if it is invalid.

    ``text`` is the record, and ``file`` its file name. The record is adapted to each rule set:
    younger answers truthfully and everything good is counted.
    """
    record = loads(text)
    totals = {}
    for rules in rulesets_by_date():
        steps = replay_record(record, rules, adapt=True).steps
        if steps and steps[-1].id == "result":
            totals[rules.id] = steps[-1].score
    return DealTotals(
        id=record.tag("Id"),
        title=record.tag("Title"),
        file=file,
        players=(record.player(Seat.ELDER), record.player(Seat.YOUNGER)),
        totals=totals,
    )
