"""The deals from Cavendish's treatise: the totals that he prints, each with where it comes from.

He gives his positions with both hands after the exchange and the cards one player laid out.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import ROOT, E, Y, read

from piquet_core.actions import Exchange
from piquet_core.cards import format_hand
from piquet_core.events import Scored
from piquet_core.notation import dumps, loads
from piquet_core.replay import run
from piquet_core.seat import Seat
from piquet_core.steps import Replay, Step

DEALS = ROOT / "docs" / "deals"
FILES = sorted(DEALS.glob("cavendish-*.piquet"))


def path(name: str) -> Path:
    return DEALS / f"cavendish-{name}.piquet"


def replay(name: str) -> Replay:
    return run(read(path(name)))


def asserted(replay: Replay) -> list[tuple[str, Seat, int]]:
    return [(step.id, check.seat, check.printed) for step in replay.steps for check in step.checks]


def scored(step: Step) -> list[int]:
    return [event.points for event in step.events if isinstance(event, Scored)]


def after_the_exchange(replay: Replay) -> list[str]:
    return [format_hand(hand) for hand in replay.step("xy").state.hands]


def laid_out(replay: Replay, seat: Seat) -> str:
    action = replay.step("xe" if seat is E else "xy").action
    assert isinstance(action, Exchange)
    return format_hand(action.discards)


def endings(replay: Replay, step: str) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return tricks and score at the end of each other line that starts at a step."""
    last = [branch.steps[-1].state for branch in replay.step(step).branches]
    return [(tuple(state.tricks), tuple(state.score)) for state in last]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_record_holds_to_its_end_and_is_written_canonically(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = loads(text, file.name)
    assert dumps(record) == text
    whole = run(record)
    assert whole.findings == ()
    assert whole.steps[-1].id == "result"


# -- the complete example ---------------------------------------------------------------------------


def test_the_learners_deal_has_every_total_that_is_printed_and_no_other() -> None:
    """The "Example" at the end of the description of the game, in the order in which they speak."""
    assert asserted(replay("example")) == [
        ("ce", E, 9),  # five and four
        ("t1e", E, 10),
        ("cy", Y, 17),  # fourteen by tens and three queens
        ("t2e", E, 11),
        ("t3e", E, 12),
        ("t4e", E, 13),
        ("t5e", E, 14),
        ("t5y", Y, 17),  # repeats it after the hearts
        ("t6e", E, 15),
        ("t6y", Y, 18),
        ("t7y", Y, 19),
        ("t8y", Y, 20),
        ("t9y", Y, 21),
        ("t10y", Y, 22),
        ("t10e", E, 15),  # repeats it after the clubs
        ("t11y", Y, 23),
        ("t11e", E, 16),
        ("last", E, 18),  # the lead and the last trick in one
        ("cards", E, 28),
        ("result", E, 28),
        ("result", Y, 23),
    ]


def test_the_learners_deal_counts_point_and_quart_against_tens_and_queens() -> None:
    deal = replay("example")
    assert scored(deal.step("ce")) == [5, 4]
    assert scored(deal.step("cy")) == [14, 3]
    assert deal.steps[-1].state.tricks == (7, 5)


def test_in_the_learners_deal_a_spade_too_early_divides_the_cards() -> None:
    """Worked out, not printed: six tricks each, so nobody has the ten for the cards."""
    assert endings(replay("example"), "t6e") == [((6, 6), (17, 24))]
