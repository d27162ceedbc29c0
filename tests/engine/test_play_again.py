"""A finished deal in one sentence, played again from one of its moments, and the lesson against its loss."""

import random
import re
from binascii import crc32
from pathlib import Path
from typing import Any

import pytest
from test_table_requests import ok

from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Scored
from piquet_core.errors import PiquetError
from piquet_core.players import RandomPlayer, turn_of
from piquet_core.replay.what_if import move_of
from piquet_core.review.decision_losses import KINDS
from piquet_core.review.lessons import LEAST, lesson_against, lessons
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.sessions import (
    FRIEND,
    SavedGameError,
    Session,
    finished_of,
    move,
    next_deal,
    outcome_of,
    play_again_from,
    read_session,
    start_game,
    uncover,
    write_session,
)
from piquet_core.wording.deal_story import deal_story
from piquet_core.wording.player_names import PlayerNames


def played(form: str = "deal", seed: str = "a", rules: str = "hoyle1909", **terms: Any) -> Session:
    """Return a game whose first deal is over, with random moves of the person."""
    seat = Seat[terms.pop("seat", "elder").upper()]
    game = start_game(load_ruleset(rules), form, seed=seed, seat=seat, **terms)
    player = RandomPlayer(random.Random(seed))
    while not game.deal_is_over:
        game = uncover(game)
        state = game.table.state
        game = move(game, move_of(state, player.choose(turn_of(state))))
    return game


@pytest.mark.parametrize("rules", ruleset_ids())
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_the_story_names_the_winner_and_the_points_of_the_part(rules: str, seed: str) -> None:
    game = played(seed=seed, rules=rules)
    mine, theirs = game.totals
    said = deal_story(game.table.events, game.cast(), game.table.seat)
    if mine == theirs:
        assert said.startswith("Nobody won")
        return
    assert said.startswith("You won" if mine > theirs else "You lost")
    own, other = map(int, re.findall(r"(\d+) to (\d+)", said)[0])
    assert (own > other) == (mine > theirs)
    assert own <= mine
    assert other <= theirs
    assert said in ok("start-game", game=write_session(game))["board"].replace("\u00a0", " ")


def test_the_story_of_a_repique_and_a_draw() -> None:
    cast = PlayerNames(("Ann", "Thumb"), Seat.ELDER)
    game = next(
        one
        for one in (played(seed=f"r{number}") for number in range(200))
        if any(
            isinstance(event, Scored) and event.rule == "repique.bonus"
            for event in one.table.events
        )
    )
    assert "made a repique, 60 more" in deal_story(game.table.events, cast, Seat.ELDER)
    assert deal_story((), cast, Seat.ELDER).startswith("Nobody won this deal")


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_a_deal_is_played_again_from_each_decision(seat: str) -> None:
    game = played(seat=seat)
    table = game.table
    for place, state in enumerate(table.states[:-1]):
        step = table.steps[table.made[place]] if table.made[place] < len(table.steps) else None
        if step is None or state.seat is not table.seat:
            continue
        again = play_again_from(game, 1, step.id)
        assert again.table.state.seat is table.seat
        assert not again.deal_is_over
        assert again.table.state.deal == table.state.deal
        assert again.before == game.totals
        assert len(again.table.lines) >= place
        assert read_session(write_session(again)) == again


def test_what_is_played_again_counts_in_no_statistics_and_tells_the_first_result() -> None:
    game = played()
    again = play_again_from(game, 1, "xe")
    player = RandomPlayer(random.Random(3))
    while not again.deal_is_over:
        state = again.table.state
        again = move(again, move_of(state, player.choose(turn_of(state))))
    assert outcome_of(again) is None
    assert finished_of(again) is None
    told = ok("start-game", game=write_session(again))["question"]
    assert f"The first time it came to {game.totals[0]}–{game.totals[1]}." in told
    once_more = play_again_from(again, 1, "xe")
    assert once_more.before == game.totals  # The first result, not the second.


def test_an_earlier_deal_of_a_partie_is_played_alone() -> None:
    game = next_deal(played("rubicon", "p"))
    again = play_again_from(game, 1, "xe")
    assert again.form == "deal"
    assert again.played == ()
    assert again.table.seat is game.played[0].seat
    answer = ok("play-moment", game=write_session(game), deal=1, step="xe")
    assert answer["asks"]
    assert answer["game"] == write_session(again)


@pytest.mark.parametrize(
    ("number", "step", "why"),
    [(1, "t99e", "no step"), (2, "xe", "cannot be played again"), (0, "xe", "cannot be")],
)
def test_a_moment_that_does_not_exist_is_refused(number: int, step: str, why: str) -> None:
    with pytest.raises(PiquetError, match=why):
        play_again_from(played(), number, step)


def test_two_persons_and_unfinished_deals_have_no_moments() -> None:
    with pytest.raises(PiquetError, match="cannot be played again"):
        play_again_from(played(opponent=FRIEND, name="A", friend="B"), 1, "xe")
    fresh = start_game(load_ruleset("hoyle1909"), "deal", seed="a")
    with pytest.raises(PiquetError, match="cannot be played again"):
        play_again_from(fresh, 1, "xe")


@pytest.mark.parametrize("wrong", ["before 12", "before -3-4", "before a-b"])
def test_a_damaged_first_result_is_refused(wrong: str) -> None:
    lines = write_session(play_again_from(played(), 1, "xe")).strip().split("\n")[:-1]
    lines = [wrong if line.startswith("before ") else line for line in lines]
    check = f"check {crc32('\n'.join(lines).encode()):08x}"
    with pytest.raises(SavedGameError, match="first result"):
        read_session("\n".join([*lines, check]) + "\n")


def test_every_kind_of_decision_has_a_lesson() -> None:
    for kind in KINDS:
        found = lesson_against({kind: LEAST}, (), Seat.ELDER)
        assert found
        assert found.kind == kind
    assert lesson_against({"lead": LEAST - 1}, (), Seat.ELDER) is None


def test_lessons_name_sections_of_the_course() -> None:
    pages = Path(__file__).parents[2] / "tutorials"
    for one in lessons():
        page, _, anchor = one.lesson.partition("#")
        text = (pages / f"{page}.md").read_text("utf-8")
        heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
        assert anchor in [re.sub(r"[^a-z0-9]+", "-", head.lower()).strip("-") for head in heads], (
            one.lesson
        )


def test_the_costliest_mistake_of_a_lost_deal_proposes_a_lesson() -> None:
    game = played(seed="b", seat="younger")
    assert game.totals[0] < game.totals[1]
    found = ok("mistakes", game=write_session(game), lesson="{}.html")
    assert 'data-do="retry"' in found["worst"]
    assert found["worst"].count("cost you most") == 1, "the lesson does not name the decision again"
    assert "<p>Lesson: " in found["worst"]
    assert re.search(r'href="\d\d-[a-z-]+\.html#', found["worst"])
    assert "Lesson" not in ok("mistakes", game=write_session(game))["worst"]
