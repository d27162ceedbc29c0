"""Tests of `piquet solve`: the value of every legal card with both hands open, as text, JSON and from
Python.
"""

import copy
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from command_helpers import Document, printed
from schema_checker import faults

from piquet_core import CardValue, NotInPlay, Solution, loads, replay_record, solve
from piquet_core.cli import main
from piquet_core.engine.actions import Play
from piquet_core.export import COMMANDS, schema

ROOT = Path(__file__).parents[1]
AB = ROOT / "docs" / "deals" / "hoyle1909-ab.piquet"
TEXT = AB.read_text(encoding="utf-8")
SCHEMA = json.loads(schema("solve"))


def solved(capsys: pytest.CaptureFixture[str], *args: str) -> Document:
    return printed(capsys, "solve", str(AB), *args)


def test_every_card_of_the_printed_deal_keeps_to_the_schema_and_loses_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """43 to 23 is best play by both. Python gives the same numbers."""
    replay = replay_record(loads(TEXT))
    cards = 0
    for before, step in zip(replay.steps, replay.steps[1:], strict=False):
        if not isinstance(step.action, Play):
            continue
        found = solved(capsys, "--at", step.id)
        own = solve(before.state)
        assert isinstance(own, Solution)
        assert found["step"] == step.id
        assert found["seat"] == step.action.seat.name.lower() == own.seat.name.lower()
        assert found["values"][str(step.action.card)]["deal"] == 43 - 23
        assert found["line"] == [str(card) for card in own.line]
        for card, value in own.values.items():
            assert isinstance(value, CardValue)
            assert found["values"][str(card)] == {"rest": value.rest, "deal": value.deal}
        cards += 1
    assert cards == 24


def test_without_a_step_it_is_the_first_lead(capsys: pytest.CaptureFixture[str]) -> None:
    found = solved(capsys)
    assert found == solved(capsys, "--at", "t1e")
    # Elder has counted 24; younger will count 17 after the lead: 13 + 24 - 17.
    assert found["values"]["DA"] == {"rest": 13, "deal": 20}
    assert len(found["line"]) == 24


@pytest.mark.parametrize(
    ("at", "step", "cards"),
    [
        ("#t6e", "t6e", {"SA", "HA", "HK", "DJ", "DT", "D9", "D8"}),
        ("hoyle1909-ab#t12e", "t12e", {"HA"}),
        ("https://a.example/docs/deals/hoyle1909-ab.html?view=e#t12e", "t12e", {"HA"}),
        ("https://a.example/docs/deals/own.html#record=x&step=t12e", "t12e", {"HA"}),
        ("?w=t11y~SQ.HA#t12y", "t12y", {"HQ"}),
        ("?w=t11y~SQ.HA#", "t12y", {"HQ"}),
        ("https://a.example/?w=t11y~SQ.HA.HQ#t11y", "t11y", {"SQ", "HQ"}),
    ],
)
def test_a_step_may_be_named_by_its_address(
    at: str, step: str, cards: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    found = solved(capsys, "--at", at)
    assert found["step"] == step
    assert set(found["values"]) == cards


def test_a_step_of_a_variation(capsys: pytest.CaptureFixture[str]) -> None:
    """A discards the ace of spades in trick 6; the record's own variation ends 30 to 36."""
    found = solved(capsys, "--at", "t6e-1-t8e")
    assert found["step"] == "t6e-1-t8e"
    assert {value["deal"] for value in found["values"].values()} == {30 - 36}


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("xe", f"{AB}: xe: no card can be played now (elder exchanges); cards have values from"),
        ("ce", f"{AB}: ce: no card can be played now (elder counts); cards have values from"),
        ("cy", f"{AB}: cy: no card can be played now (younger counts); cards have values from"),
        ("t13e", f"{AB}: no decision at step 't13e'; choose one of xe, xy"),
        ("last", f"{AB}: no decision at step 'last'; choose one of xe, xy"),
        ("", f"{AB}: no decision at step ''; choose one of xe, xy"),
        ("?w=t11y~S7#t12e", f"{AB}: at t11y, S7 is not in the hand"),
        ("?w=t11y~SQ#t3e-9", f"{AB}: --at: this variation has no decision at 't3e-9'"),
        ("?rules=little#t6e", f"{AB}: --at: this link uses a different rule set"),
    ],
)
def test_a_step_at_which_no_card_is_played_is_refused_in_one_line(
    at: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", str(AB), "--at", at]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"piquet: {said}")
    assert err.count("\n") == 1


def test_a_record_that_stops_before_the_first_lead(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / AB.name
    path.write_text(TEXT[: TEXT.index("\npe ")], encoding="utf-8")
    assert main(["solve", str(path)]) == 2
    assert capsys.readouterr().err == f"piquet: {path}: the record stops before the first lead\n"


def test_a_record_that_stops_in_the_play_is_solved_where_it_stops(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / AB.name
    path.write_text(TEXT[: TEXT.index("\nt11y ")], encoding="utf-8")
    assert main(["solve", str(path), "--at", "t11y", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)["values"]) == {"SQ", "HQ"}


def test_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", str(AB), "--at", "t6e"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("A: A.AK.JT98.\nB: KQJ.QJT..\n\nt6e: A plays; so far 26-22.")
    rows = dict(line.split(maxsplit=1) for line in out.split("whole deal\n")[1].splitlines()[:7])
    assert rows.pop("SA").split() == ["-10", "-6"]
    assert {tuple(row.split()) for row in rows.values()} == {("+16", "+20", "best")}
    assert "\nA best line: D8 " in out


def test_the_schema_is_printed_and_takes_no_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert "solve" in COMMANDS
    assert main(["solve", "--schema"]) == 0
    assert json.loads(capsys.readouterr().out) == SCHEMA
    assert SCHEMA["title"].endswith("version 1")
    assert main(["solve", str(AB), "--schema"]) == 2
    assert "a record or --schema" in capsys.readouterr().err
    assert main(["solve"]) == 2
    assert "needs a record" in capsys.readouterr().err


SPOILT: dict[str, Callable[[Document], object]] = {
    "a key too many": lambda data: data.update(more=1),
    "no line": lambda data: data.pop("line"),
    "a third seat": lambda data: data.update(seat="dealer"),
    "a step of no trick": lambda data: data.update(step="t13e"),
    "no values": lambda data: data.update(values={}),
    "a card of no pack": lambda data: data["values"].update(D1={"rest": 1, "deal": 1}),
    "a value in words": lambda data: data["values"]["SA"].update(rest="much"),
    "a value too few": lambda data: data["values"]["SA"].pop("deal"),
    "a line of ranks": lambda data: data["line"].append("Q"),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_the_schema_refuses_what_is_damaged(
    spoil: Callable[[Document], object], capsys: pytest.CaptureFixture[str]
) -> None:
    data = copy.deepcopy(solved(capsys, "--at", "t6e"))
    spoil(data)
    assert faults(data, SCHEMA, SCHEMA)


def test_before_the_first_lead_python_refuses_too() -> None:
    replay = replay_record(loads(TEXT))
    with pytest.raises(NotInPlay, match="elder calls"):
        solve(replay.step("xy").state)
