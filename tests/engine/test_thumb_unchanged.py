"""Thumb plays as in version 0.2.0, action by action, since all strengths are measured against it."""

import random
from pathlib import Path

import pytest

from piquet_core.engine.actions import Action, Declare, Exchange, Play, Reply
from piquet_core.engine.apply import start
from piquet_core.engine.state import shuffled_deal
from piquet_core.players import YARDSTICK, find_player, play_out
from piquet_core.rules import load_ruleset

GOLDEN = Path(__file__).parent / "golden" / "thumb.txt"
DEALS = [
    line.split(" ", 2)
    for line in GOLDEN.read_text("utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(
    ("id", "number", "actions"), DEALS, ids=[f"{id}-{number}" for id, number, _ in DEALS]
)
def test_the_yardstick_never_changes(id: str, number: str, actions: str) -> None:
    rules, make = load_ruleset(id), find_player(YARDSTICK).make
    state, _ = start(rules, shuffled_deal(rules, random.Random(f"frozen/{number}")))
    played = [in_a_word(action) for action, _, _ in play_out(state, make(), make())]
    assert " ".join(played) == actions


def in_a_word(action: Action) -> str:
    """Return an action in the notation of the golden file, independent of names in the code."""
    match action:
        case Play():
            return str(action.card)
        case Exchange():
            return "x" + "".join(str(card) for card in action.discards)
        case Reply():
            return str(action.response.value)
        case Declare():
            return f"c{'-' if action.holding is None else action.holding}"
        case _:
            return type(action).__name__
