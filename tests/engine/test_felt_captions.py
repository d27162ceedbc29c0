"""Captions on the felt: pique, repique, capot, the cards taken in, and forced answers."""

import random
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from rule_set_games import Board
from test_dispatch import ask

from piquet_core.cards.card_names import card_name, rank_name
from piquet_core.cards.seat import Seat
from piquet_core.engine.apply import legal_actions
from piquet_core.engine.events import DealEnded, MissingCardTold, Scored
from piquet_core.engine.state import Phase, shuffled_deal
from piquet_core.exercises.position import parse_position
from piquet_core.notation import format_deal_id, loads
from piquet_core.players import RandomPlayer, turn_of
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Step
from piquet_core.replay.visibility import observe
from piquet_core.replay.what_if import move_of, read_move
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.sessions import HintSearch, Session, hint, move, start_game, write_session
from piquet_core.sessions.table_state import lay_table, take_action
from piquet_core.wording.explanations import explain
from piquet_core.wording.narration import narrate
from piquet_core.wording.rich_text import Clause, plain_text
from piquet_core.wording.score_reasons import score_reasons
from piquet_core.wording.styles import STYLES, narrate_in_style

ROOT = Path(__file__).parents[2]


PIQUE = (
    "32-HWZDH0KHV5M4-4/deal/S9+S8+DQ+D7+CJ.S7+HJ+H8.5H.good.3AH.good."
    "4K.good.5H+3AH+4K.H9.H7.HA.D8.HT.ST.CA.C7.HK.D9.CK.C8"
)
"""Elder makes the pique with one card."""
STOPPED = (
    "32-RRQEC05WCM6B-X/deal/S9+D9+D7+C9+C8.S8+H9+H7.5H.equal.good."
    "5AH.good.3T.good.5H+5AH+3T.HA.H8.HK.CK.HQ.SK.HJ.SQ.CQ"
)
"""Younger stops the pique with one card."""
SAVED = (
    "32-4NBCQMM60NX4-K/deal/SJ+S9.look.ST+DQ+D8+C9+C8+C7.4H.equal."
    "good.3AS.not-good.4A.good.4H+4A+4K+3Q.CQ.4JH+3JD.CT.HA.H8.SA.S7.HK.H9.CK.CJ.SK.S8.DA.D7.SQ"
)
"""Younger saves the capot with one suit."""


@cache
def of_a_position(text: str) -> Session:
    """Return the table at a position, as its player sees it."""
    position = parse_position(load_ruleset("hoyle1909"), text)
    table = lay_table(position.rules, position.deal, position.you)
    for one in position.moves:
        table = take_action(table, read_move(table.state, one))
    seed = format_deal_id(position.deal)
    return replace(start_game(position.rules, "deal", seed=seed, seat=position.you), table=table)


def felts(session: Session) -> str:
    """Return the content of the felt, trick by trick, and at the end."""
    drawn = ask("start-game", game=write_session(session))["ok"]
    return "".join([*drawn["tricks"], drawn["board"]])


def test_a_hint_gives_pique_and_capot_as_its_reason_and_what_they_cost() -> None:
    """One card makes or stops it, and the search gives the loss of the others."""
    made, stopped, saved = (hint(of_a_position(one)).against for one in (PIQUE, STOPPED, SAVED))
    assert made
    assert stopped
    assert saved
    assert made.where == "it all but gives up a pique that was certain"
    assert 30 <= made.cost < 40
    assert [str(one) for one in stopped.cards] == ["C7"]
    assert stopped.where == "Thumb always makes the pique, rather than never"
    assert "lose every trick" in saved.where
    assert saved.cost == 32


def test_repique_capot_and_the_cards_taken_in_are_said_on_the_felt() -> None:
    """One hundred and seventy in one hand, 1909: 57 in hand and 60, 12 led, 1 for the last, 40 for all."""
    text = (ROOT / "docs/deals/hoyle1909-170.piquet").read_text("utf-8")
    replay = replay_record(loads(text))
    rules = load_ruleset("hoyle1909")
    session = start_game(rules, "deal", seed=replay.record.tag("DealId"), seat=Seat.ELDER)
    said = ""
    for step in replay.steps:
        if step.action is None:
            continue
        session = replace(session, table=take_action(session.table, step.action))
        said += felts(session)
    assert "Repique: you +60" in said
    assert "Capot: you +40" in said
    over = felts(session)
    assert over.count("five taken in, underlined") == 1
    assert over.count("three taken in, underlined") == 1
    assert over.count("pq-drawn") == 8
    assert re.search(r"Repique.*60.*Capot.*40", over, re.DOTALL)
    asked = ask("start-game", game=write_session(session))["ok"]["question"]
    # 1909, Capot 1.
    assert "The capot: it is scored instead of the points for the cards." in asked


def test_a_pique_is_said_on_the_felt() -> None:
    session = of_a_position(PIQUE)
    said = ""
    while not session.deal_is_over:
        session = move(session, hint(session).move)
        said += felts(session)
    assert "Pique: you +30" in said


def test_an_answer_that_is_no_choice_is_not_asked_for_and_is_said() -> None:
    """A player with a choice may say several words; a hand with nothing better can only say “good”."""
    rules, said = load_ruleset("hoyle1909"), ""
    for number in range(6):
        session = start_game(rules, "deal", seed=f"said-{number}", seat=Seat.YOUNGER)
        while session.table.state.phase not in (Phase.FOLLOW, Phase.OVER):
            if session.table.state.phase is Phase.REPLY:
                assert len(legal_actions(session.table.state)) > 1
            session = move(session, HintSearch(session).first.move)
            said += felts(session)
    # A caption names the call, since the person may have answered another one before.
    for kinds in ("Point and sequence", "Set"):
        assert f">{kinds}: answered “good” for you; you had nothing better" in said
    assert "You could only say" not in said


def test_talon_and_look_say_whose_cards_they_are() -> None:
    """Younger may take the cards that elder leaves of five; the look is at those cards only."""
    session = start_game(load_ruleset("hoyle1909"), "deal", seed="talon", seat=Seat.ELDER)
    assert "Talon: your five, Thumb’s three" in felts(session)
    three = list(session.table.state.hands[Seat.ELDER])[:3]
    session = move(session, "+".join(map(str, three)))
    assert session.table.state.phase is Phase.ELDER_LOOK
    assert "Talon: two that you left, Thumb’s three" in felts(session)
    asked = ask("start-game", game=write_session(session))["ok"]["question"]
    assert "Do you look at the two cards that you left in the talon?" in asked


def test_a_trio_says_which_card_it_lacks_and_divided_cards_what_is_not_paid() -> None:
    """Plays random legal deals until both cases have occurred."""
    rules, told, divided = load_ruleset("hoyle1909"), "", ""
    player = RandomPlayer(random.Random(1))
    for number in range(200):
        session = start_game(rules, "deal", seed=f"trio-{number}", seat=Seat.ELDER)
        while not session.deal_is_over:
            action = player.choose(turn_of(session.table.state))
            session = move(session, move_of(session.table.state, action))
        names = session.cast()
        for step in session.table.steps:
            view = observe(step, None)
            for event in step.events:
                if isinstance(event, MissingCardTold):
                    rank = rank_name(event.card.rank)
                    lacks = f"laid out the fourth {rank}, the {card_name(event.card)}."
                    assert lacks in plain_text(narrate(view, names))
                    told = lacks
                if isinstance(event, DealEnded) and event.tricks[0] == event.tricks[1]:
                    divided = plain_text(explain(view, event, names))
        if told and divided:
            break
    assert told
    assert divided == "Six tricks each: nobody scores the 10 for the cards."


@pytest.mark.parametrize("id", ruleset_ids())
def test_no_card_turns_face_up_without_a_word(id: str) -> None:
    """The card is counted in the same step, or the story says that both show it, and by which rule."""
    rules, player = load_ruleset(id), RandomPlayer(random.Random(3))
    must = rules.choice("declare.show").value == "must"
    equals = 0
    for number in range(60):
        table = lay_table(rules, shuffled_deal(rules, random.Random(number)), Seat.ELDER)
        before = table.state
        while table.state.phase is not Phase.OVER and not table.state.taken:
            table = take_action(table, player.choose(turn_of(table.state)))
            step, shown = table.steps[-1], table.state.shown
            for seat in Seat:
                new = shown[seat] - before.shown[seat]
                counted = [one.cards for one in step.events if isinstance(one, Scored)]
                if not new or any(new & cards for cards in counted):
                    continue
                equals += 1
                for viewer in (None, *Seat):
                    view = observe(step, viewer)
                    story = narrate(view, ("Ann", "Ben"))
                    assert any(
                        isinstance(one, Clause) and one.rule == "declare.show" for one in story
                    )
                    assert re.search(
                        r"Both show the equal (point|sequence), which scores nothing\.",
                        plain_text(story),
                    )
                    for register in STYLES:
                        parts = narrate_in_style(view, ("Ann", "Ben"), register)
                        assert any(
                            isinstance(one, Clause) and one.rule == "declare.show" for one in parts
                        )
                    why = next(
                        one for one in score_reasons(view) if one.answer.id == "declare.show"
                    )
                    assert why.event
                    said = plain_text(explain(view, why.event, ("Ann", "Ben")))
                    assert said.startswith(
                        "Neither counts it, but each proves that it is equal: Ann "
                    )
                    assert all(card_name(card) in said for card in new)
            before = table.state
    assert bool(equals) == must


def test_another_word_for_not_good_is_said_to_be_one() -> None:
    """Only the reason says so, since every answer of the book has its own word."""
    said = {}
    for id in ("hoyle1909", "rubicon"):
        board = Board.calling(load_ruleset(id), "AQT8.AQT8.AQT8.", "KJ976.KJ9.KJ.KQ")
        board.say("4S not-good")
        step = Step(
            id="py",
            action=None,
            events=tuple(board.log[-1:]),
            state=board.state,
            score=board.state.score,
        )
        view = observe(step, Seat.ELDER)
        said[id] = plain_text(explain(view, view.events[0], ("Ann", "Ben")))
    other = " In other books the word is “not good”."
    assert said["rubicon"] == said["hoyle1909"] + other
