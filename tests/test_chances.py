"""Tables of chances: their computation from deals, their files, and their use by the solver."""

import json
import random
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "tools"))

import chances as tool

from piquet_core import (
    PlayedDeal,
    Seat,
    ThumbPlayer,
    hundred_chance,
    load_ruleset,
    loads,
    partie_chance,
    play_out,
    replay_record,
    ruleset_ids,
    settle_hundred,
    shuffled_deal,
    solve,
    start,
)
from piquet_core.engine.events import Event
from piquet_core.rules import find_ruleset
from piquet_core.solver import chances as module
from piquet_core.solver.chances import MOST, NoChances, chances_file

ROOT = Path(__file__).parents[1]
HUNDREDS = [id for id in ruleset_ids() if load_ruleset(id).has("hundred.target")]
PARTIES = [id for id in ruleset_ids() if load_ruleset(id).has("rubicon.deals")]
AB = ROOT / "docs" / "deals" / "hoyle1909-ab.piquet"


def logs(id: str, deals: int) -> list[tuple[Event, ...]]:
    rules, rng, found = load_ruleset(id), random.Random(id), []
    for _ in range(deals):
        state, log = start(rules, shuffled_deal(rules, rng))
        for _, _, events in play_out(state, ThumbPlayer(), ThumbPlayer()):
            log += events
        found.append(log)
    return found


@pytest.mark.parametrize("id", HUNDREDS)
def test_a_hundred_ends_in_a_deal_as_the_engine_settles_it(id: str) -> None:
    """A single deal is either won or lost, or leads to another score."""
    rules = load_ruleset(id)
    goal = rules.number("hundred.target").value
    calls_only = rules.choice("hundred.end").value != "first-in-order"
    for log in logs(id, 2):
        table = tool.hundred([tool.reckoned(rules, log)], goal, calls_only=calls_only)
        deal = PlayedDeal(elder=0, events=log)
        for mine in range(goal - 1, 0, -9):
            for theirs in range(goal - 1, 0, -7):
                settled = settle_hundred(rules, [deal], before=(mine, theirs))
                a, b = mine + deal.score[0], theirs + deal.score[1]
                if settled:
                    assert table[mine][theirs] == (settled.winner == 0), (mine, theirs)
                elif max(a, b) < goal:
                    assert table[mine][theirs] == 1 - table[b][a], (mine, theirs)
                else:
                    assert (a, table[mine][theirs]) == (b, 0.5)


def test_the_chance_of_a_partie_is_a_mean_over_all_deals() -> None:
    """Elder wins by 10 in three deals of four, and loses by 30 in one."""
    deals: list[tool.Deal] = [[(True, 10, False)]] * 3 + [[(False, 30, False)]]
    none, one, two = tool.partie(deals, 3)
    assert [none[MOST + ahead] for ahead in (-1, 0, 1)] == [0, 0.5, 1]
    # The next elder, in the last deal: level he wins three of four; with ten points less he ties three.
    assert [one[MOST + ahead] for ahead in (0, -10, -11, 30, 31)] == [0.75, 0.375, 0, 0.875, 1]
    # Two deals left, level: after his 10 the other needs 10 more, after the 30 he has 30 more.
    assert two[MOST] == 0.75 * (1 - 0.375) + 0.25 * (1 - 0.875)


def test_the_recipe_says_all_that_it_takes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rules = load_ruleset("hoyle1909")
    monkeypatch.setattr(tool, "KEPT", tmp_path / "once")
    once = tool.tables(rules, "thumb", 4, "test", 1)
    monkeypatch.setattr(tool, "KEPT", tmp_path / "again")
    again = tool.tables(rules, "thumb", 4, "test", 1)
    assert set(once) == {"partie", "hundred"}
    for form, made in once.items():
        assert tool.dumps(made) == tool.dumps(again[form])
        assert json.loads(tool.dumps(made)) == made
        assert made["recipe"] != tool.tables(rules, "thumb", 3, "test", 1)[form]["recipe"]


@pytest.mark.parametrize("id", ruleset_ids())
def test_a_table_is_for_a_game_that_is_played_and_more_points_are_never_worse(id: str) -> None:
    rules, found = load_ruleset(id), {}
    for form, ids in (("partie", PARTIES), ("hundred", HUNDREDS)):
        if chances_file(form, id).is_file():
            assert id in ids
            made = json.loads(chances_file(form, id).read_text("utf-8"))
            recipe, found[form] = made["recipe"], made["chances"]
            assert recipe["command"].endswith(f" {id}")
            assert {"player", "deals", "seed", "engine"} <= recipe.keys()
            assert recipe["answers"] == rules.digest, (
                f"the table in {chances_file(form, id)} was made with other answers: "
                f"run .venv/bin/python tools/chances.py {id}"
            )
    for row in found.get("partie", ()):
        assert len(row) == 2 * MOST + 1
        assert row == sorted(row)
    if "partie" in found:
        assert len(found["partie"]) == rules.number("rubicon.deals").value
        assert set(found["partie"][0]) == {0, 500, 1000}
    rows = found.get("hundred", [])
    assert all(row == sorted(row, reverse=True) for row in rows)
    assert all(list(column) == sorted(column) for column in zip(*rows, strict=True))
    assert all(0 <= chance <= 1000 for row in rows for chance in row)


@pytest.mark.parametrize("id", ruleset_ids())
def test_with_or_without_a_table_every_game_has_its_chances(id: str) -> None:
    """In the last deal the winner is certain at both ends; halfway nothing is."""
    rules = load_ruleset(id)
    if id in PARTIES:
        last = partie_chance(rules, (100, 100), 0)
        assert [last.worth(20 + ahead, 20) for ahead in (-1, 0, 1)] == [0, 0.5, 1]
    if id in HUNDREDS:
        goal = rules.number("hundred.target").value
        assert 0 < hundred_chance(rules, (goal // 2, goal // 2)).worth(10, 10) < 1


def test_without_a_table_the_one_of_the_rule_set_most_like_it_serves() -> None:
    """One answer differs; all other rule sets differ in more."""
    almost = find_ruleset("rubicon,play.last-trick=3")
    for before in ((0, 0), (70, 85)):
        one, other = (
            partie_chance(rules, before, 3) for rules in (almost, load_ruleset("rubicon"))
        )
        assert one == other
    # No table fits a partie of another length.
    with pytest.raises(NoChances, match=r"no table of chances for rubicon,rubicon\.deals=8"):
        partie_chance(find_ruleset("rubicon,rubicon.deals=8"), (0, 0), 0)


def test_what_cannot_be_played_for_is_refused() -> None:
    hundred, both = load_ruleset("little"), load_ruleset("hoyle1909")
    for refused in (
        lambda: partie_chance(hundred, (0, 0), 1),
        lambda: hundred_chance(load_ruleset("rubicon"), (0, 0)),
        lambda: partie_chance(both, (0, 0), 6),
        lambda: partie_chance(both, (0, 0), -1),
        lambda: hundred_chance(both, (100, 0)),
    ):
        with pytest.raises(NoChances):
            refused()


def test_for_a_partie_the_printed_deal_is_played_as_for_its_points() -> None:
    """The winner of a partie depends on the difference of the totals alone, so the best cards stay the same."""
    replay = replay_record(loads(AB.read_text("utf-8")))
    state = replay.step("ce").state
    for left in (0, 3):
        found = solve(state, partie_chance(state.rules, (30, 45), left))
        assert found.seat is Seat.ELDER
        best = max(value.worth or 0 for value in found.values.values())
        for value in found.values.values():
            assert (value.worth == best) >= (value.deal == found.best)
            assert value.worth is not None
            assert 0 <= value.worth <= 1
    # In the last deal elder needs 16 points more and can get 20; the ace of spades would lose the partie.
    last = solve(state, partie_chance(state.rules, (30, 45), 0))
    assert {str(card) for card, value in last.values.items() if value.worth == 0.0} == {
        "SA",
        "CJ",
        "CT",
        "C9",
    }


def test_for_the_hundred_the_order_of_the_points_is_what_counts() -> None:
    """Trick 8 of the printed deal, 27 to 23: A leads and needs one point more.

    At the end A would have 43 to 23, but B, who never leads again, cannot score five points before that.
    """
    state = replay_record(loads(AB.read_text("utf-8"))).step("t7e").state
    assert (state.score, state.seat) == ((27, 23), Seat.ELDER)
    ahead = solve(state, hundred_chance(state.rules, (72, 72)))
    assert {value.worth for value in ahead.values.values()} == {1.0}
    # If the play cannot end the game, only the final score counts.
    open_ = solve(state, hundred_chance(state.rules, (10, 10)))
    assert all(0 < (value.worth or 0) < 1 for value in open_.values.values())
    assert (open_.values[open_.line[0]].worth or 0) == max(
        value.worth or 0 for value in open_.values.values()
    )


def test_that_a_table_is_missing_is_asked_of_the_files_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A restored snapshot has no files, so the engine must remember which tables exist."""
    (tmp_path / "partie").mkdir()
    monkeypatch.setattr(module, "_folder", lambda: tmp_path)
    module._table.cache_clear()
    module._chances.cache_clear()
    rules = load_ruleset("hoyle1909")
    with pytest.raises(NoChances, match="no table of chances for hoyle1909"):
        partie_chance(rules, (0, 0), 0)
    (tmp_path / "partie").rmdir()
    tmp_path.rmdir()
    with pytest.raises(NoChances, match="no table of chances for hoyle1909"):
        partie_chance(rules, (0, 0), 0)
    with pytest.raises(FileNotFoundError):  # a missing table is an error, not an answer
        hundred_chance(rules, (0, 0))
    module._table.cache_clear()
    module._chances.cache_clear()
