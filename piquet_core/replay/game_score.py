"""A finished deal in the game that it belongs to, if its record says how that game stood."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Event, tally
from piquet_core.engine.game import PlayedDeal, settle_hundred
from piquet_core.notation import Record
from piquet_core.replay.steps import GameScore, Step, points_by_rule
from piquet_core.rules import RuleSet


def with_game_score(step: Step, log: Sequence[Event], record: Record, rules: RuleSet) -> Step:
    """Return the result of a deal with its sums, and with the state of the game if that is known."""
    return replace(step, sums=points_by_rule(log), standing=_standing(log, record, rules))


def _standing(log: Iterable[Event], record: Record, rules: RuleSet) -> GameScore | None:
    tag = record.tag("Before")
    if not tag:
        return None
    elder, younger = map(int, tag.split())
    deal = PlayedDeal(elder=0, events=tuple(log))
    made = tally(deal.events)
    after = (elder + made[Seat.ELDER], younger + made[Seat.YOUNGER])
    if not elder and not younger:
        return None
    # A partie is settled on all its deals.
    hundred = rules.has("hundred.target") and not record.tag("Left")
    won = settle_hundred(rules, [deal], before=(elder, younger)) if hundred else None
    return GameScore(
        before=(elder, younger),
        after=after,
        winner=Seat(won.winner) if won else None,
        rule=won.rule if won else "",
    )
