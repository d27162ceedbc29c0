"""The level of the opponent: the first deal, mistakes that gave a trick, and the proposal of another level."""

import json
import re
from collections.abc import Mapping
from functools import cache

import pytest
from harness import Modes, quiet
from pages.replay import Open
from pages.table import TABLE, Seated, TablePage
from playwright.sync_api import Page, expect
from saved_games import kept, nearly_over
from test_axe import violations
from test_kept import storage

from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Play
from piquet_core.players import ThumbPlayer, turn_of
from piquet_core.replay.what_if import move_of
from piquet_core.rules import load_ruleset
from piquet_core.sessions import Session, move, start_game
from piquet_core.views.table.opponent_level import new_slips_text

pytestmark = pytest.mark.browser

FEATS = {name: [0, 0] for name in ("repique", "pique", "capot")}
WON = {
    f"{number:016x}": {
        "rules": "hoyle1909",
        "form": "deal",
        "opponent": "beginner",
        "seat": "elder",
        "points": [30, 20],
        **FEATS,
    }
    for number in range(10, 15)
}


@cache
def before_a_mistake_is_told() -> tuple[Session, str, str]:
    """Return a game, the card that wins a trick by a mistake, and the sentence on the mistake."""
    for number in range(99):
        session = start_game(
            load_ruleset("hoyle1909"),
            "deal",
            seed=f"told{number}",
            seat=Seat.YOUNGER,
            opponent="beginner",
        )
        while not session.deal_is_over:
            action = ThumbPlayer().choose(turn_of(session.table.state))
            chosen = move_of(session.table.state, action)
            after = move(session, chosen)
            if (words := new_slips_text(after)) and isinstance(action, Play):
                return session, chosen, words
            session = after
    raise AssertionError("no mistake was told")


def with_statistics(visit: Open, session: Session, deals: Mapping[str, object]) -> TablePage:
    """Open the table with a saved game and earlier results, and resume the game."""
    page = visit(TABLE, kept=kept(session)).page
    quiet(page)
    played = json.dumps({"version": 1, "deals": deals, "games": {}})
    page.evaluate("text => localStorage.setItem('piquet:played', text)", played)
    page.reload()
    table = TablePage(page)
    table.button("resume").click()
    table.wait_for_question()
    return table


def test_the_first_deal_is_against_beginner_and_a_shared_one_against_thumb(visit: Open) -> None:
    page = visit(TABLE).page
    terms = page.locator("[data-part=agreed-terms]")
    expect(terms).to_have_text(re.compile("^Against Beginner ·"))
    page.goto(f"{page.url}?by=hoyle1909&form=deal&seed=kept")
    expect(terms).to_have_text(re.compile("^Against Thumb ·"))
    page.goto(f"{page.url.partition('?')[0]}?by=hoyle1909&form=deal")
    table = TablePage(page)
    table.part("start").click()
    table.wait_for_question()
    assert "opponent beginner" in storage(page)["piquet:game"]


def test_readers_who_have_played_keep_their_opponent(visit: Open) -> None:
    page = visit(TABLE).page
    terms = page.locator("[data-part=agreed-terms]")
    played = json.dumps({"version": 1, "deals": WON, "games": {}})
    page.evaluate("text => localStorage.setItem('piquet:played', text)", played)
    page.reload()
    expect(terms).to_have_text(re.compile("^Against Thumb ·"))
    page.evaluate(
        "localStorage.setItem('piquet:settings', JSON.stringify({ version: 1, chosen: { opponent: 'guard' } }))"
    )
    page.reload()
    expect(terms).to_have_text(re.compile("^Against Guard ·"))


def test_a_mistake_that_gave_a_trick_is_told_with_its_lesson(seat: Seated, modes: Modes) -> None:
    session, card, words = before_a_mistake_is_told()
    table = seat(session)
    table.prompt.locator(f'[data-move="{card}"]').click()
    table.take_tricks()
    told = table.part("opponent-mistake")
    expect(told.filter(has_text=words)).to_be_visible()
    expect(table.announcement).to_contain_text(words)
    lesson = told.get_by_role("link")
    expect(lesson).to_have_attribute("href", re.compile(r"^\d\d-[a-z]+\.html#"))
    assert violations(table.page, "[data-part=news]", modes) == []


def test_all_mistakes_are_listed_under_the_finished_deal(seat: Seated) -> None:
    session, _, words = before_a_mistake_is_told()
    before = session
    while not session.deal_is_over:
        before = session
        action = ThumbPlayer().choose(turn_of(session.table.state))
        session = move(session, move_of(session.table.state, action))
    table = seat(before)
    table.play()
    listed = table.part("opponent-mistakes")
    listed.get_by_text("Mistakes of Beginner: ").click()
    expect(listed.get_by_role("listitem").filter(has_text=words)).to_be_visible()


def test_another_level_is_proposed_and_never_taken_without_asking(visit: Open) -> None:
    table = with_statistics(visit, nearly_over(opponent="beginner"), WON)
    page = table.page
    table.play()
    proposal = page.get_by_role("group", name="Another opponent")
    expect(proposal).to_contain_text("The next stronger opponent is Pupil.")
    assert "opponent beginner" in storage(page)["piquet:game"]
    proposal.get_by_role("button", name="Stay with Beginner").click()
    expect(proposal).to_have_count(0)
    assert chosen(page)["stayed"] == "beginner-6"
    # The same result is not asked about again.
    quiet(page)
    page.reload()
    table.button("resume").click()
    expect(table.result).to_be_visible()
    expect(table.part("level")).to_be_empty()


def test_a_proposal_starts_the_next_game_against_the_other_player(visit: Open) -> None:
    table = with_statistics(visit, nearly_over(opponent="beginner"), WON)
    table.play()
    table.page.get_by_role("button", name="Play Pupil", exact=True).click()
    expect(table.result).to_have_count(0)
    assert "opponent pupil" in storage(table.page)["piquet:game"]
    assert chosen(table.page)["opponent"] == "pupil"


def test_nothing_is_proposed_after_a_few_deals(visit: Open) -> None:
    few = dict([*WON.items()][:2])
    table = with_statistics(visit, nearly_over(opponent="beginner"), few)
    table.play()
    answers = [one for one in table.engine_answers() if set(one) == {"html"}]
    expect(table.part("level")).to_be_empty()
    assert all("Play Pupil" not in one["html"] for one in answers)


def chosen(page: Page) -> dict[str, str]:
    settings: dict[str, dict[str, str]] = json.loads(storage(page)["piquet:settings"])
    return settings["chosen"]
