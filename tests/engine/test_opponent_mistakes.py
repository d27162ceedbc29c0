"""Beginner and Pupil: named mistakes, made in the same way every time, and told when they give nothing away."""

import random
import re
from collections import Counter
from functools import cache

import pytest
from random_play import ROOT

from piquet_core.cards.cards import Hand, parse_card, parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Exchange, Play
from piquet_core.engine.apply import start
from piquet_core.engine.state import Deal, DealState, Phase, shuffled_deal
from piquet_core.players import (
    DEFAULT,
    PLAYERS,
    Slip,
    ThumbPlayer,
    Turn,
    all_mistakes,
    play_out,
    turn_of,
)
from piquet_core.players.matches import play_match
from piquet_core.players.mistakes import find_slip
from piquet_core.replay.what_if import move_of
from piquet_core.rules import load_ruleset
from piquet_core.sessions import Session, move, read_session, start_game, write_session
from piquet_core.sessions.levels import proposed_opponent
from piquet_core.sessions.opponent_slips import slips_to_tell
from piquet_core.sessions.table_state import table_before
from piquet_core.views import Links
from piquet_core.views.table import render_news, render_result, spoken_update
from piquet_core.views.table.opponent_level import render_level_proposal

FALLIBLE = ("beginner", "pupil")
LINKS = Links(lesson="{}.html")


@pytest.mark.parametrize(("player", "most"), [("beginner", -6.0), ("pupil", -1.0)])
def test_each_level_is_clearly_weaker_than_thumb(player: str, most: float) -> None:
    """120 deals, each played twice with the seats swapped; 1,000 give -10 and -4."""
    match = play_match(load_ruleset("hoyle1909"), (player, "thumb"), deals=120, seed="levels")
    assert match.points.mean < most
    assert match.points.high < 0


def test_the_two_levels_come_before_thumb_and_the_first_deal_is_against_the_weaker() -> None:
    assert [*PLAYERS][:3] == [*FALLIBLE, "thumb"]
    # A link that names no opponent still means Thumb.
    assert DEFAULT == "thumb"
    assert [id for id, one in PLAYERS.items() if one.slip] == [*FALLIBLE]


@pytest.mark.parametrize("player", FALLIBLE)
def test_a_deal_is_played_in_the_same_way_every_time(player: str) -> None:
    rules, make = load_ruleset("hoyle1909"), PLAYERS[player].make
    for number in range(10):
        state, _ = start(rules, shuffled_deal(rules, random.Random(f"same/{number}")))
        first, second = (
            [action for action, _, _ in play_out(state, make(), make())] for _ in range(2)
        )
        assert first == second


def test_every_mistake_has_a_name_odds_and_a_lesson_that_exists() -> None:
    for one in all_mistakes().values():
        assert re.fullmatch(r"[a-z][^.]+", one.name)
        assert set(one.odds) == set(FALLIBLE)
        assert 0 < one.odds["pupil"] < one.odds["beginner"] < 1
        page, _, anchor = one.lesson.partition("#")
        text = (ROOT / "tutorials" / f"{page}.md").read_text("utf-8")
        anchors = {
            re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
            for title in re.findall(r"^## (.+)", text, re.MULTILINE)
        }
        anchors |= set(re.findall(r"^\{#([a-z-]+)\}$", text, re.MULTILINE))
        assert anchor in anchors, one.lesson


@cache
def finished(player: str, number: int) -> Session:
    """Return a finished deal of Thumb, in the person's seat, against a player."""
    session = begun(player, number)
    while not session.deal_is_over:
        session = decided(session)
    return session


def with_mistakes(player: str) -> Session:
    """Return a finished deal in which a player made mistakes."""
    return next(one for one in (finished(player, at) for at in range(50)) if slips_to_tell(one))


def begun(player: str, number: int) -> Session:
    rules = load_ruleset("hoyle1909")
    return start_game(rules, "deal", seed=f"see{number}", seat=Seat(number % 2), opponent=player)


def decided(session: Session) -> Session:
    """Return a session after a decision of the person, made by Thumb."""
    state = session.table.state
    return move(session, move_of(state, ThumbPlayer().choose(turn_of(state))))


def test_every_mistake_occurs_and_is_explained() -> None:
    """Under 250 finished deals each mistake is listed with its trick, its cards and its lesson."""
    told = Counter[str]()
    for number in range(250):
        session = finished("beginner", number)
        for one in slips_to_tell(session):
            told[one.slip.mistake.id] += 1
            words = one.words("Beginner")
            assert re.fullmatch(r"Beginner [^{}]+\.", words)
            if one.trick:
                assert one.trick.winner is session.table.seat
                assert one.trick == session.table.state.taken[one.number - 1]
    assert set(told) == set(all_mistakes())


def test_the_list_after_a_deal_links_the_lessons() -> None:
    session = with_mistakes("beginner")
    page = render_result(session, LINKS)
    for one in slips_to_tell(session):
        lesson = one.slip.mistake.lesson.replace("#", ".html#")
        assert f'href="{lesson}"' in page
    assert "Lesson:" not in render_result(session, Links())


def test_a_mistake_is_told_right_after_the_trick_and_then_no_more() -> None:
    """In each deal the news name each mistake once, after a trick that the person took."""
    said = 0
    for number in range(25):
        session = begun("beginner", number)
        heard: list[str] = []
        while not session.deal_is_over:
            taken = len(session.table.state.taken)
            session = decided(session)
            news = re.findall(
                r'data-part="opponent-mistake">(.*?)</p>', render_news(session, LINKS)
            )
            if news:
                assert len(session.table.state.taken) > taken
                assert "Beginner" in spoken_update(session)
            heard += news
        assert len(heard) == len(set(heard))
        said += len(heard)
    assert said > 10


def test_nothing_is_told_that_names_a_hidden_card() -> None:
    """At every moment of a deal, the explanations name no card that the opponent still holds or laid out."""
    for number in range(12):
        session = finished("beginner", number)
        table = session.table
        for place in range(len(table.lines)):
            then = Session(
                **{
                    name: getattr(session, name)
                    for name in Session.__dataclass_fields__
                    if name != "table"
                },
                table=table_before(table, place),
            )
            state = then.table.state
            public = Hand.of(card for one in state.taken for card in (one.led, one.followed))
            for one in slips_to_tell(then):
                assert one.number
                assert one.slip.secrets <= public
                assert one.trick in state.taken


def test_a_saved_game_keeps_its_opponent_and_tells_the_same() -> None:
    session = with_mistakes("pupil")
    again = read_session(write_session(session))
    assert again.opponent == "pupil"
    assert slips_to_tell(again) == slips_to_tell(session)


@pytest.mark.parametrize("opponent", ["thumb", "guard"])
def test_players_without_named_mistakes_are_told_on_by_nothing(opponent: str) -> None:
    session = finished(opponent, 1)
    assert slips_to_tell(session) == ()
    assert "opponent-mistakes" not in render_result(session, LINKS)


# -- single mistakes -----------------------------------------------------------------------------


def play_turn(elder: str, younger: str) -> Turn:
    """Return elder's first lead with two playing hands."""
    hands = (parse_hand(elder), parse_hand(younger))
    state = DealState(
        rules=load_ruleset("hoyle1909"),
        deal=Deal(elder=hands[0], younger=hands[1], talon=()),
        phase=Phase.LEAD,
        hands=hands,
        talon=(),
    )
    return turn_of(state)


def made(id: str, turn: Turn) -> Slip | None:
    return find_slip(turn, ThumbPlayer().choose(turn), {id: 1.0})


@pytest.mark.parametrize(
    ("id", "elder", "card"),
    [
        ("leads-from-ace-queen", "AQ7.JT98.987.87", "S7"),
        ("leads-king", "K98.AJ98.987.87", "SK"),
        ("unguards-king", "K8.AJT98.987.87", "S8"),
    ],
)
def test_a_wrong_lead_has_its_name(id: str, elder: str, card: str) -> None:
    slip = made(id, play_turn(elder, "JT9.KQ7.AKQJT.A"))
    assert slip is not None
    assert isinstance(slip.action, Play)
    assert slip.action.card == parse_card(card)


@pytest.mark.parametrize(
    ("id", "elder"),
    [
        ("leads-from-ace-queen", "AKQ7.JT98.98.87"),  # with the king it is no tenace
        ("leads-king", "AK8.AJ98.987.87"),  # the ace is in the same hand
        ("unguards-king", "K87.AJT9.987.87"),  # two cards guard the king
    ],
)
def test_a_good_lead_is_no_mistake(id: str, elder: str) -> None:
    assert made(id, play_turn(elder, "JT9.KQ7.AKQJT.A")) is None


def test_a_king_loses_its_guard_in_the_exchange() -> None:
    rules, found = load_ruleset("hoyle1909"), 0
    for number in range(60):
        state, _ = start(rules, shuffled_deal(rules, random.Random(f"guard/{number}")))
        turn = turn_of(state)
        slip = made("unguards-king", turn)
        if slip is None:
            continue
        found += 1
        assert isinstance(slip.action, Exchange)
        kept = turn.cards - slip.action.discards
        (king,) = slip.losers
        assert kept.suit(king.suit) == Hand.of([king])
        assert turn.least <= len(slip.action.discards) <= turn.most
    assert found


# -- the level -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opponent", "margins", "proposed"),
    [
        ("beginner", [5, 9, 12], ""),  # too few deals
        ("beginner", [5, 9, 12, 3], "pupil"),
        ("beginner", [-5, -9, -12, -3], ""),  # nobody is weaker
        ("pupil", [-5, -9, 12, -3, -8], "beginner"),
        ("thumb", [5, -9, 12, -3, 8, 4], ""),  # not clear
        ("thumb", [5, 9, 12, 3, 8, 4, *[-9] * 20], "guard"),  # only the latest count
        ("master", [5, 9, 12, 3], ""),  # nobody is stronger
        ("nobody", [5, 9, 12, 3], ""),
    ],
)
def test_a_level_is_proposed_after_clear_results(
    opponent: str, margins: list[int], proposed: str
) -> None:
    assert proposed_opponent(opponent, margins) == proposed


def test_a_proposal_offers_both_answers_after_a_game_only() -> None:
    over = finished("beginner", 0)
    proposal = render_level_proposal(over, [5, 9, 12, 3])
    assert "You have won all of your last four deals against Beginner." in proposal
    assert 'data-do="again" data-opponent="pupil">Play Pupil</button>' in proposal
    assert ">Stay with Beginner</button>" in proposal
    assert render_level_proposal(over, [5, -9, 12, -3]) == ""
    assert render_level_proposal(begun("beginner", 0), [5, 9, 12, 3]) == ""
