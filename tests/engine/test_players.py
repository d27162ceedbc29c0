"""Players: they see what their seat may know, they do nothing illegal, and thumbs beat chance."""

import random
from dataclasses import fields

import pytest
from hiding import exchanged
from playing import ROOT

from piquet_core.engine import apply, start
from piquet_core.events import tally
from piquet_core.notation import loads
from piquet_core.players import Chance, Player, Thumb, Turn, play_out, turn_of
from piquet_core.replay import run
from piquet_core.rules import RuleSet, load_ruleset, ruleset_ids
from piquet_core.state import Deal, Phase, shuffled


def played(rules: RuleSet, deal: Deal, elder: Player, younger: Player) -> tuple[int, int]:
    state, events = start(rules, deal)
    log = list(events)
    for _, after, more in play_out(state, elder, younger):
        state = after
        log += more
    assert state.phase is Phase.OVER
    return tally(log)


@pytest.mark.parametrize("id", ruleset_ids())
def test_every_deal_is_played_to_its_end(id: str) -> None:
    """`play_out` applies each action with the engine, which refuses whatever is not legal."""
    rules, rng = load_ruleset(id), random.Random(1661)
    for _ in range(20):
        deal = shuffled(rules, rng)
        for elder, younger in ((Thumb(), Chance(rng)), (Chance(rng), Thumb()), (Thumb(), Thumb())):
            assert min(played(rules, deal, elder, younger)) >= 0


@pytest.mark.parametrize("id", ["hoyle1909", "picquet1651"])
def test_thumbs_beat_chance(id: str) -> None:
    """The same twelve deals twice, seats swapped: the sum of all is a matter of skill alone."""
    rules, rng = load_ruleset(id), random.Random(1909)
    margin = 0
    for _ in range(12):
        deal = shuffled(rules, rng)
        elder, younger = played(rules, deal, Thumb(), Chance(rng))
        other_elder, other_younger = played(rules, deal, Chance(rng), Thumb())
        margin += elder - younger + other_younger - other_elder
    assert margin > 0


def test_a_turn_holds_knowledge_and_no_state() -> None:
    assert {field.name for field in fields(Turn)} == {
        "rules",
        "knowledge",
        "legal",
        "least",
        "most",
    }


@pytest.mark.parametrize("id", ["hoyle1909", "little", "old36"])
def test_cards_that_a_seat_cannot_see_change_nothing_it_does(id: str) -> None:
    """At every decision the hidden cards are dealt anew among their places: the choice stays.

    What may be answered depends on the own hand and on what was called, so the turn is the same.
    """
    rules, rng = load_ruleset(id), random.Random(7)
    for _ in range(4):
        state, _events = start(rules, shuffled(rules, rng))
        while state.seat is not None:
            turn = turn_of(state)
            other = turn_of(exchanged(state, state.seat, rng))
            assert other.knowledge == turn.knowledge
            assert other.legal == turn.legal
            choice = Thumb().choose(turn)
            assert Thumb().choose(other) == choice
            state, _events = apply(state, choice)


def test_the_printed_deal_can_be_played_on_from_anywhere() -> None:
    text = (ROOT / "docs/deals/hoyle1909-ab.piquet").read_text(encoding="utf-8")
    for step in run(loads(text)).steps:
        state = step.state
        for _, after, _events in play_out(state, Thumb(), Thumb()):
            state = after
        assert state.phase is Phase.OVER
        assert sum(state.tricks) == 12
