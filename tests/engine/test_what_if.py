"""A reader's variation: from any decision, within the rules."""

import json
from typing import Any

import pytest
from random_play import ROOT

from piquet_core.api.dispatch import handle
from piquet_core.cards.seat import Seat
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.state import Phase
from piquet_core.errors import IllegalAction
from piquet_core.notation import dumps, loads
from piquet_core.replay.decisions import action_of, label_of, line_of
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Replay
from piquet_core.replay.what_if import InvalidMove, UnknownStep, move_of, read_move, start_variation
from piquet_core.rules import load_ruleset
from piquet_core.wording.move_choices import choices

RECORDS = sorted(
    path for folder in ("docs/deals", "tests/records") for path in (ROOT / folder).glob("*.piquet")
)
AB = ROOT / "docs/deals/hoyle1909-ab.piquet"
FACHEUX = ROOT / "docs/deals/facheux.piquet"


def replay_of_text(path: Any) -> Replay:
    return replay_record(loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_printed_moves_played_as_ones_own_give_the_printed_deal(path: Any) -> None:
    """From each decision on, the record's words lead to the record's steps and totals."""
    replay = replay_of_text(path)
    decisions = [step for step in replay.steps if step.action is not None]
    for at in [*decisions[::7], decisions[-1]]:
        own = start_variation(replay, at.id)
        assert own.next == at.id
        state, moves = own.state, []
        for step in decisions[decisions.index(at) :]:
            assert step.action is not None
            while label_of(state) in ("le", "ly") and label_of(state) != step.id:
                moves.append("pass")  # a record may omit that nobody looked
                state = apply(state, read_move(state, "pass"))[0]
            moves.append(move_of(state, step.action))
            assert read_move(state, moves[-1]) == step.action
            state = apply(state, step.action)[0]
        whole = start_variation(replay, at.id, moves)
        assert whole.moves == tuple(moves)
        told = [(s.id, s.events, s.score) for s in (*whole.kept, *whole.steps) if s.events]
        # A record may say expressly that nobody looked; nothing happens in that step.
        assert told == [(s.id, s.events, s.score) for s in replay.steps if s.events]


def test_alcippe_keeps_the_other_ace() -> None:
    """FACHEUX 6: with the heart kept, capture and last trick are two points, and S has 38."""
    own = start_variation(replay_of_text(FACHEUX), "t11y", ["CA", "H6", "HA"])
    assert own.steps[-1].score == (38, 2)
    assert own.state.phase is Phase.OVER
    assert {(one.seat, one.rule): one.points for one in own.steps[-1].points_by_rule} == {
        (Seat.ELDER, "point.score"): 6,
        (Seat.ELDER, "sequence.scores"): 16,
        (Seat.ELDER, "play.lead"): 6,
        (Seat.ELDER, "cards.points"): 10,
        (Seat.YOUNGER, "play.capture"): 1,
        (Seat.YOUNGER, "play.last-trick"): 1,
    }


def test_the_other_ace_wins_the_game() -> None:
    """FACHEUX 6: 40 to 98 before; as played 109 to 98, with the heart kept 78 to 100."""
    replay = replay_of_text(FACHEUX)
    played = replay.steps[-1].game_score
    kept = start_variation(replay, "t11y", ["CA", "H6", "HA"]).steps[-1].game_score
    assert played is not None
    assert kept is not None
    assert (played.before, played.after, played.winner) == ((40, 98), (109, 98), Seat.ELDER)
    assert (kept.before, kept.after, kept.winner) == ((40, 98), (78, 100), Seat.YOUNGER)
    assert kept.rule == "hundred.end"


def test_a_deal_of_a_partie_has_totals_and_no_winner_yet() -> None:
    """Cavendish's example 18: A has 43 and makes 70, B has 90 and makes 8."""
    standing = replay_of_text(ROOT / "docs/deals/cavendish-p18.piquet").steps[-1].game_score
    assert standing is not None
    assert (standing.after, standing.winner) == ((113, 98), None)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_line_written_by_places_is_the_same_line_and_names_no_card_laid_out(path: Any) -> None:
    replay = replay_of_text(path)
    decisions = [step for step in replay.steps if step.action is not None]
    exchanges = [step for step in decisions if step.id in ("xe", "xy")]
    for at in exchanges:
        assert at.action is not None
        own = start_variation(
            replay, at.id, [move_of(start_variation(replay, at.id).state, at.action)]
        )
        mover = at.action.seat
        assert own.moves_for(mover) == own.moves_for(None) == own.moves
        (covered,) = own.moves_for(mover.other)
        assert covered[0] == "_"
        assert set(covered[1:]) <= set("abcdefghijkl")
        assert len(covered) == 1 + len(own.moves[0].split("+")) or own.moves == ("none",)
        assert start_variation(replay, at.id, [covered]).moves == own.moves


def test_a_place_that_a_hand_does_not_have_is_named() -> None:
    with pytest.raises(InvalidMove, match="invalid place 'z' in a hand of 12"):
        start_variation(replay_of_text(AB), "xe", ["_az"])


def test_the_printed_branch_is_the_same_line() -> None:
    """The record's variation at t6e, played move by move, ends like the variation."""
    replay = replay_of_text(AB)
    branch = replay.step("t6e").branches[0]
    state, moves = start_variation(replay, "t6e").state, []
    for step in branch.steps:
        if step.action is not None:
            moves.append(move_of(state, step.action))
            state = apply(state, step.action)[0]
    assert start_variation(replay, "t6e", moves).steps[-1].score == branch.steps[-1].score


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_decision_has_choices_and_the_taken_one_is_among_them(path: Any) -> None:
    replay = replay_of_text(path)
    for step in replay.steps:
        if step.action is None:
            continue
        state = start_variation(replay, step.id).state
        found = choices(state)
        assert found is not None
        assert found.seat is step.action.seat
        move = move_of(state, step.action)
        offered = {one.move for one in found.choices if one.refusal is None}
        if found.several:
            words = [] if move == "none" else move.split("+")
            assert set(words) <= offered
            assert found.least <= len(words) <= found.most
        else:
            assert move in offered or found.unlisted


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_what_is_refused_is_refused_by_the_engine_and_nothing_else(path: Any) -> None:
    replay = replay_of_text(path)
    for step in replay.steps:
        if step.action is None or step.id in ("xe", "xy"):
            continue
        state = start_variation(replay, step.id).state
        found = choices(state)
        assert found is not None
        legal = {move_of(state, action) for action in legal_actions(state)}
        for one in found.choices:
            assert (one.refusal is None) == (one.move in legal), one
            if one.refusal is not None:
                with pytest.raises(IllegalAction) as caught:
                    apply(state, read_move(state, one.move))
                assert caught.value.rule == one.refusal.id
                assert str(caught.value.args[0]) == one.refused


def test_line_and_action_are_inverse_at_every_decision() -> None:
    for path in RECORDS:
        replay = replay_of_text(path)
        assert loads(dumps(replay.record)) == replay.record
        for step in replay.steps:
            if step.action is None:
                continue
            state = start_variation(replay, step.id).state
            line = line_of(state, step.action)
            assert action_of(state, line) == step.action
            assert line.label in (label_of(state), "ne")


def test_under_another_rule_set() -> None:
    """The same branch under little Piquet: the play is the same, and low cards do not count."""
    record = loads(AB.read_text(encoding="utf-8"))
    little = replay_record(record, load_ruleset("little"), adapt=True)
    own = start_variation(little, "t2e", ["D8"])
    assert own.steps[0].id == "t2e"
    assert own.steps[0].score == own.kept[-1].score


@pytest.mark.parametrize(
    ("at", "moves", "error", "said"),
    [
        ("t99e", [], UnknownStep, "no decision at step 't99e'"),
        ("last", [], UnknownStep, "no decision at step 'last'"),
        ("<b>", [], UnknownStep, "no decision at step '<b>'"),
        ("t6e", ["ZZ"], InvalidMove, "'ZZ' is not a card"),
        ("t6e", ["good"], InvalidMove, "'good' is not a card"),
        ("t6e", ["?"], InvalidMove, "an unknown card"),
        ("t6e", [""], InvalidMove, "takes one word"),
        ("t6e", ["HK+HA"], InvalidMove, "takes one word"),
        ("py", ["perhaps"], InvalidMove, "is not an answer"),
        ("t6e", ["HK"] * 65, InvalidMove, "the limit is 64"),
        ("t6e", ["C8"], IllegalAction, "not in the hand"),
        ("t2y", ["SK"], IllegalAction, "does not follow suit"),
        ("t12y", ["SQ", "SQ"], IllegalAction, "the deal is over"),
        ("xe", ["none"], IllegalAction, "at least 1"),
        ("xy", ["SQ+ST+S8+HQ"], IllegalAction, "at most 3"),
    ],
)
def test_a_hostile_line_is_refused_with_a_reason(
    at: str, moves: list[str], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said.replace("?", r"\?")):
        start_variation(replay_of_text(AB), at, moves)


def test_marks_of_a_record_have_no_place_in_a_readers_line() -> None:
    """A star marks a card that the source does not name, which a reader's card never is."""
    own = start_variation(replay_of_text(AB), "t6e", ["*HK"])
    assert own.moves == ("HK",)
    assert own.steps[0].cards[0].mark.value == ""


# -- through the door ----------------------------------------------------------------------------


def ask(op: str, **args: object) -> Any:
    return json.loads(handle(json.dumps({"id": 1, "op": op, "args": args})))


def test_a_players_view_never_shows_the_other_hands_choices() -> None:
    """Between B's lead and A's card it is A's turn: B's view must not list A's cards."""
    text = AB.read_text(encoding="utf-8")
    for view, hidden in (("both", False), ("e", False), ("y", True)):
        own = ask("replay", record=text, at="t6e", view=view)["ok"]["variation"]
        assert own["hidden"] is hidden
        assert bool(own["choices"]) is not hidden
    exchange = ask("replay", record=text, at="xe", view="y")["ok"]
    assert "data-move" not in json.dumps(exchange)
    assert "S9" not in json.dumps(exchange["variation"])


def test_own_steps_come_after_the_printed_ones() -> None:
    text = AB.read_text(encoding="utf-8")
    answer = ask("replay", record=text, at="t6e", moves=["SA", "SK"])["ok"]
    ids = [step["id"] for step in answer["steps"]]
    assert ids[answer["variation"]["from"] :] == ["t6e", "t7y"]
    assert answer["variation"]["moves"] == ["SA", "SK"]
    assert answer["variation"]["turn"] == "A’s"


def test_comparison_names_the_first_event_and_its_clause() -> None:
    """A and B differ at trick 2, where the seven of diamonds counts in 1909 only."""
    text = AB.read_text(encoding="utf-8")
    html = ask("compare", record=text, rules="little", rule="{}.html")["ok"]["html"]
    assert 'data-go="t2e"' in html
    assert 'href="play.low-cards.html"' in html
    for total in ("43", "23", "40", "22"):
        assert f"<td>{total}</td>" in html


@pytest.mark.parametrize(
    "args",
    [
        {"rules": "nobody's"},
        {"rules": 7},
        {"rules": "little", "at": 5},
        {"at": "t6e", "moves": "SA"},
        {"at": "t6e", "moves": [3]},
        {"at": "t6e", "moves": [{"a": "b"}]},
    ],
)
def test_bad_arguments_get_an_answer(args: dict[str, object]) -> None:
    answer = ask("replay", record=AB.read_text(encoding="utf-8"), **args)
    assert answer["error"]["message"]
