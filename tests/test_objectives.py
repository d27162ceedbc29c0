"""The objective of a deal as an argument (points, partie, hundred up) in commands, schemas and Python."""

import sys
from functools import partial
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from command_helpers import printed

from piquet_core import (
    Play,
    Seat,
    ThumbPlayer,
    advise,
    hundred_chance,
    load_ruleset,
    loads,
    parse_card,
    parse_deal_id,
    partie_chance,
    play_out,
    replay_record,
    review,
    solve,
    start,
)
from piquet_core.cli import main
from piquet_core.cli.step_option import moment
from piquet_core.players import find_player, turn_of
from piquet_core.players.objectives import expected_win_percent, hundred_objective

ROOT = Path(__file__).parents[1]
AB = ROOT / "docs" / "deals" / "hoyle1909-ab.piquet"
P5 = ROOT / "docs" / "deals" / "cavendish-p5.piquet"
LAST = ("--objective", "partie", "--left", "0")


def test_with_open_cards_a_card_has_its_chance_too(capsys: pytest.CaptureFixture[str]) -> None:
    """In the last deal elder needs 16 points more than younger and can get 20; the ace of spades loses by 6."""
    command = ["solve", str(AB), "--at", "t6e"]
    found = printed(capsys, *command, *LAST, "--before", "30-45")
    assert found["objective"] == {"for": "partie", "before": [30, 45], "left": 0}
    values = found["values"]
    assert values.pop("SA") == {"rest": -10, "deal": -6, "chance": 0.0}
    assert {one["chance"] for one in values.values()} == {1.0}
    state = moment(replay_record(loads(AB.read_text("utf-8"))), "t6e")[1]
    near = hundred_chance(load_ruleset("hoyle1909"), (10, 20))
    found = printed(capsys, *command, "--objective", "hundred", "--before", "10-20")
    assert found["objective"] == {"for": "hundred", "before": [10, 20]}
    for card, value in solve(state, near).values.items():
        assert found["values"][str(card)]["chance"] == round(value.worth or 0, 4)
    assert main([*command, *LAST, "--before", "30-45"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["SA", "-10", "-6", "0.0%"] in rows
    assert ["HA", "+16", "+20", "100.0%", "best"] in rows


def test_for_points_the_output_is_unchanged(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for command in (["solve", str(AB), "--at", "t6e"], ["advise", str(AB), "--at", "t6e"]):
        found = printed(capsys, *command)
        assert "objective" not in found
        assert printed(capsys, *command, "--objective", "points") == found


def test_by_what_is_known_the_score_decides_which_card_is_best(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A needs 25 points more than B, so only the possible hands count in which A can get them."""
    command = ["advise", str(P5), "--at", "t5e"]
    points = printed(capsys, *command)["options"]
    found = printed(capsys, *command, *LAST, "--before", "76-100")
    costs = {one["cards"][0]: one["behind"] for one in points}
    assert costs["S8"] < 0.05 < costs["DQ"]
    assert found["options"][0]["cards"] == ["DQ"]
    assert all(-1 < one["value"] < 101 for one in found["options"])
    replay = replay_record(loads(P5.read_text("utf-8")))
    assert replay.rules is not None
    last = partie_chance(replay.rules, (76, 100), 0)
    own = advise(moment(replay, "t5e")[1], objective=last).options
    assert [round(one.value, 3) for one in own] == [one["value"] for one in found["options"]]


def test_a_deal_is_judged_by_the_game_and_the_record_may_tell_its_score(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """If the game cannot be won any more, no card costs anything."""
    text = AB.read_text("utf-8").replace("[Year", '[Before "30 40"]\n[Year', 1)
    path = tmp_path / AB.name
    path.write_text(text, encoding="utf-8")
    told = printed(capsys, "review", str(path), *LAST)
    assert told["objective"]["before"] == [30, 40]
    assert all(0 <= one["cost"] <= 100 for one in told["decisions"])
    far = partie_chance(load_ruleset("hoyle1909"), (400, 0), 0)
    found = review(replay_record(loads(text)), objective=far)
    assert all(one.cost < 0.1 for one in found.judgements)
    assert all(side.accuracy == 1 for side in found.sides)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--objective", "hundred"], "needs the score before the deal: --before 30-45"),
        (["--objective", "partie", "--before", "3-4"], "--left 2"),
        (["--objective", "partie", "--before", "3-4", "--left", "6"], "a partie has 6 deals"),
        (["--objective", "partie", "--before", "3-4", "--left", "5"], "it is the first deal"),
        (["--objective", "hundred", "--before", "100-4"], "is past the target score of 100"),
        (
            ["--objective", "hundred", "--before", "3-4", "--left", "1"],
            "--left is for --objective partie",
        ),
        (
            ["--objective", "hundred", "--before", "three"],
            "elder's first, such as 30-45, not 'three'",
        ),
        (["--before", "3-4"], "--before needs --objective"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "advise", "review"])
def test_an_objective_that_cannot_be_is_refused(
    capsys: pytest.CaptureFixture[str], command: str, words: list[str], why: str
) -> None:
    assert main([command, str(AB), *words]) == 2
    assert why in capsys.readouterr().err


def test_a_rule_set_without_the_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", str(P5), "--objective", "hundred", "--before", "3-4"]) == 2
    assert "has no hundred up" in capsys.readouterr().err


def test_near_the_hundred_master_plays_for_it() -> None:
    """Elder has 80 and 11, younger 80 and 6, and younger plays the fourth card.

    Over all possible hands of elder, the queen of clubs is best by half a point, but the king of hearts
    wins the game more often, by nine percentage points.
    """
    rules = load_ruleset("hoyle1909")
    state, _ = start(rules, parse_deal_id("32-557DYQP9D1TQ-B"))
    for _, after, _ in play_out(state, ThumbPlayer(), ThumbPlayer()):
        if (len(state.taken), state.seat, state.led is None) == (3, Seat.YOUNGER, True):
            break
        state = after
    assert state.score == (11, 6)
    master = find_player("master").make()
    assert master.choose(turn_of(state)) == Play(seat=Seat.YOUNGER, card=parse_card("CQ"))
    objective = hundred_objective(rules, (80, 80))
    assert master.choose(turn_of(state, objective)) == Play(
        seat=Seat.YOUNGER, card=parse_card("HK")
    )


def test_what_a_hundred_is_worth_never_falls_with_points_and_is_shared_between_the_seats() -> None:
    rules = load_ruleset("hoyle1909")
    for before in ((0, 0), (70, 85), (99, 5)):
        objective = hundred_objective(rules, before)
        assert objective is not None
        elder, younger = (partial(expected_win_percent, objective, seat) for seat in Seat)
        ways = [elder((10, 7), ahead, 23) for ahead in range(-60, 61)]
        assert ways == sorted(ways)
        for ahead in (-60, -3, 0, 8, 60):
            both = elder((10, 7), ahead, 23) + younger((10, 7), ahead, 23)
            assert both == pytest.approx(100)
