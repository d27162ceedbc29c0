"""One deal under every rule set that can play it: how it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from piquet_core.cards.seat import Seat
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.rules.answer_matrix import rulesets_by_date


@dataclass(frozen=True, slots=True, kw_only=True)
class DealTotals:
    """A recorded deal and its totals, elder's first, by the id of the rule set.

    Rule sets that cannot deal the cards, or cannot play the record to its end, are left out.
    """

    id: str
    title: str
    file: str
    players: tuple[str, str]
    totals: Mapping[str, tuple[int, int]]


def play_under_all(text: str, file: str) -> DealTotals:
    """Return a record played under all rule sets; raises `NotationError`.

    The record is adapted to each: younger answers truly and everything good is counted.
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
