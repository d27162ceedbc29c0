"""Tests of `piquet advise`, `review` and `match`: output, schemas, and the same results from Python."""

import copy
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from command_helpers import Document, printed
from schema_checker import faults

from piquet_core import (
    NoAdvice,
    PiquetError,
    Seat,
    advise,
    budget_within,
    find_budget,
    load_ruleset,
    loads,
    play_match,
    replay_record,
    review,
    solve,
)
from piquet_core.cli import main
from piquet_core.cli.step_option import moment
from piquet_core.export import schema
from piquet_core.players import ThumbPlayer
from piquet_core.players.budgets import BUDGETS, CANDIDATES
from piquet_core.players.matches import DealPair, play_pair, points_per_deal, share_of_parties

ROOT = Path(__file__).parents[1]
AB = ROOT / "docs" / "deals" / "hoyle1909-ab.piquet"


def test_the_printed_deal_was_played_without_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    """All 24 cards are best with open hands, and each discard is as good as the best.

    Another program's analysis of this deal has both discards of *Hoyle's Games Modernized* among the two
    best (of 1,585 ways for A and 298 for B).
    """
    found = printed(capsys, "review", str(AB))
    assert len(found["decisions"]) == 26
    assert [one["open"] for one in found["decisions"]] == [None, None, *[0] * 24]
    # Three of elder's thirteen decisions are forced, and two of younger's.
    for seat, decisions in (("elder", 10), ("younger", 11)):
        side = found["sides"][seat]
        assert side["best"] == side["decisions"] == decisions
        assert side["open"] == 0
    first, second = found["decisions"][:2]
    assert first["chosen"] == ["S9", "S7", "H9", "H8", "C7"]
    assert second["chosen"] == ["ST", "S8", "H7"]
    own = review(replay_record(loads(AB.read_text(encoding="utf-8"))))
    assert [round(one.cost, 3) for one in own.judgements] == [
        one["cost"] for one in found["decisions"]
    ]


@pytest.mark.parametrize("command", ["advise", "review"])
def test_the_page_shows_what_a_command_prints(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    page = (ROOT / "docs" / "judging.md").read_text(encoding="utf-8")
    shown = re.findall(rf"```console\n\$ piquet ({command} [^\n]*)\n(.*?)```", page, re.DOTALL)
    assert shown
    monkeypatch.chdir(ROOT)
    for words, answer in shown:
        assert main(words.split()) == 0
        assert capsys.readouterr().out == answer


def test_a_blunder_is_found(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """With open hands, any club or the ace of spades at the first lead costs elder 24 points."""
    text = AB.read_text(encoding="utf-8")
    state = next(step.state for step in replay_record(loads(text)).steps if step.id == "ce")
    options = {str(one.cards): one for one in advise(state).options}
    assert options["SA"].behind > 5 > options["DA"].behind
    assert options["DA"].behind == pytest.approx(0)
    # The command gives the same, the best card first.
    told = printed(capsys, "advise", str(AB), "--at", "t1e")
    assert told["seat"] == "elder"
    values = [one["value"] for one in told["options"]]
    assert values == sorted(values, reverse=True)
    assert len(values) == len(options) == 12


@pytest.mark.parametrize(
    ("deal", "step", "praised", "behind", "open_cost"),
    [
        ("example", "t6e", "DK", {"S8": 10, "SA": 10}, 0),
        ("p1", "t6y", "HA", {"CT": 10}, 0),
        ("p2", "t5y", "DT", {"CA": 0.5, "CQ": 10}, 0),
        ("p5", "t6y", "HA", {"SJ": 10, "D7": 10}, 0),
        ("p8", "t5e", "DJ", {"S9": 10}, 0),
        ("p16", "t6e", "CA", {"S7": 0.5}, 0),
        ("p18", "t4y", "C9", {}, 32),
        ("s3", "t10y", "DA", {"CJ": 0.5, "CK": 5}, 0),
    ],
)
def test_cavendishs_examples_of_the_play_are_judged_as_he_judges_them(
    deal: str, step: str, praised: str, behind: dict[str, float], open_cost: int
) -> None:
    """A card that Cavendish praises is best by the player's knowledge, and a card he warns against costs
    points.

    In `p2` he leads a diamond without naming it. In `p16` A plays to the score, so Cavendish praises the
    seven of spades, which costs one point. In `p18` B cannot see a trap and loses the capot with the card
    that is best by the player's knowledge.
    """
    replay = replay_record(
        loads((ROOT / f"docs/deals/cavendish-{deal}.piquet").read_text(encoding="utf-8"))
    )
    state = moment(replay, step)[1]
    options = {str(one.cards): one for one in advise(state).options}
    assert options[praised].behind == 0
    for card, points in behind.items():
        assert options[card].behind >= points
    values = {str(card): value.deal for card, value in solve(state).values.items()}
    best = max(values.values()) if state.seat is Seat.ELDER else min(values.values())
    assert abs(best - values[praised]) == open_cost


def test_a_discard_is_looked_for_in_rounds_and_always_the_same(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A discard that was evaluated fully precedes a discarded candidate, and nothing precedes the best."""
    found = printed(capsys, "advise", str(AB))
    assert found["step"] == "xe"
    tried = [one["tried"] for one in found["options"]]
    assert tried == sorted(tried, reverse=True)
    assert found["options"][0]["behind"] == 0
    assert all(len(one["cards"]) <= 5 for one in found["options"])
    assert printed(capsys, "advise", str(AB)) == found  # the search is deterministic


def test_a_budget_is_reported_with_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    """A budget is a named number of samples. A time limit chooses a budget, which reproduces the result."""
    brief = printed(capsys, "advise", str(AB), "--budget", "brief")
    assert (brief["budget"]["name"], brief["budget"]["hands"]) == (
        "brief",
        find_budget("brief").hands,
    )
    assert max(one["tried"] for one in brief["options"]) == sum(
        talons for _, talons in find_budget("brief").searched
    )
    assert (
        printed(capsys, "advise", str(AB), "--seconds", "0") == brief
    )  # no time gives the smallest budget
    assert printed(capsys, "review", str(AB), "--budget", "brief")["budget"] == brief["budget"]
    found = printed(capsys, "match", "thumb", "guard", "--rules", "little", "--deals", "2")
    assert [one and one["name"] for one in found["budgets"]] == [None, "endings"]


def test_the_largest_budget_in_time_is_chosen() -> None:
    """An hour is enough for the largest budget, and for a single card."""
    replay = replay_record(loads(AB.read_text(encoding="utf-8")))
    state = replay.step("t10e").state
    assert budget_within(state, 3600).work == max(one.work for one in BUDGETS.values())
    with pytest.raises(PiquetError, match="unknown budget"):
        find_budget("endless")


def test_where_nothing_is_chosen_there_is_no_advice(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", str(AB), "--at", "pe"]) == 2
    assert "elder calls" in capsys.readouterr().err
    state = next(
        step.state
        for step in replay_record(loads(AB.read_text(encoding="utf-8"))).steps
        if step.id == "xy"
    )
    with pytest.raises(NoAdvice, match="elder calls"):
        advise(state)


def test_a_match_is_reported_with_its_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "thumb", "guard", "--deals", "6", "--rules", "little", "--seed", "a"]
    found = printed(capsys, *words)
    assert found["players"] == ["thumb", "guard"]
    assert found["points"]["low"] < found["points"]["mean"] < found["points"]["high"]
    assert found == printed(capsys, *words)
    own = play_match(load_ruleset("little"), ("thumb", "guard"), deals=6, seed="a")
    assert round(own.points.mean, 4) == found["points"]["mean"]
    assert own.parties is not None
    assert round(own.parties.mean, 4) == found["parties"]["mean"]
    turned = printed(capsys, "match", "guard", "thumb", *words[3:])
    assert turned["points"]["mean"] == -found["points"]["mean"]
    assert main(words) == 0
    assert "Thumb against Guard: 6 deals by little" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["match", "thumb", "--rules", "little"], "two players, not 1"),
        (["match", "thumb", "nobody", "--rules", "little"], "unknown player"),
        (["match", "thumb", "guard"], "needs a rule set"),
        (["match", "thumb", "guard", "--rules", "little", "--deals", "1"], "between 2 and"),
        (["review"], "needs a record"),
        (["advise"], "needs a record"),
        (["review", str(AB), "--schema"], "a record or --schema"),
        (["advise", str(AB), "--at", "t13e"], "t13e"),
    ],
)
def test_what_cannot_be_answered_is_refused(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert why in capsys.readouterr().err


SPOILT: dict[str, Callable[[Document], object]] = {
    "a cost in words": lambda data: data["decisions"][0].update(cost="much"),
    "a third seat": lambda data: data["decisions"][0].update(seat="dealer"),
    "a card of no pack": lambda data: data["decisions"][0].update(best=["D1"]),
    "a judgement without its budget": lambda data: data.pop("budget"),
    "one side alone": lambda data: data["sides"].pop("elder"),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_the_schema_refuses_what_is_damaged(spoil: Callable[[Document], object]) -> None:
    rules = json.loads(schema("review"))
    decision = {"step": "xe", "seat": "elder", "chosen": ["S7"], "best": ["S7"]}
    side = {"decisions": 1, "best": 1, "accuracy": 1.0, "cost": 0.0, "open": 0}
    data: Document = {
        "budget": {"name": "full", "hands": 30, "guessed": [[80, 16]], "searched": [[5, 30]]},
        "decisions": [{**decision, "cost": 0.0, "error": 0.5, "open": None}],
        "sides": {"elder": side, "younger": dict(side)},
    }
    assert faults(data, rules, rules) == []
    damaged = copy.deepcopy(data)
    spoil(damaged)
    assert faults(damaged, rules, rules)


def test_parties_are_made_of_both_seatings() -> None:
    """Six pairs, ten points up as elder and six down as younger: each partie has three of each."""
    pairs = [DealPair(10, -6)] * 6
    assert points_per_deal(pairs).mean == 2
    assert share_of_parties(pairs).mean == 1
    assert share_of_parties([DealPair(6, -6)] * 6).mean == 0.5
    assert share_of_parties(pairs[:5]).mean == 0


def test_a_pair_depends_on_its_number_alone() -> None:
    rules, makes = load_ruleset("modern"), (ThumbPlayer, ThumbPlayer)
    assert play_pair(rules, "a", 3, makes) == play_pair(rules, "a", 3, makes)
    one = play_pair(rules, "a", 3, makes)
    assert one.as_elder == -one.as_younger  # the same player in both seats


def test_the_page_tells_the_number_of_candidates_that_the_judge_tries() -> None:
    page = (ROOT / "docs" / "judging.md").read_text(encoding="utf-8")
    assert f"Master tries the {CANDIDATES} discards that come first" in page
