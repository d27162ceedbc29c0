"""Challenges: two friends with storage of their own play the same deals, and compare."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from harness import Modes, quiet
from pages.replay import Open
from pages.table import TABLE, TablePage
from playwright.sync_api import Locator, Page, expect
from test_axe import violations
from test_offline import until_kept

from piquet_core.cards.seat import Seat
from piquet_core.challenges import (
    Challenge,
    add_entry,
    compare_entries,
    lay_challenge,
    read_challenge,
    write_challenge,
)
from piquet_core.exercises.closed_problems import closed_problems
from piquet_core.players import Player, ThumbPlayer, find_player, turn_of
from piquet_core.replay.what_if import move_of
from piquet_core.rules import load_ruleset
from piquet_core.sessions import Session, move, start_game, write_session
from piquet_core.sessions.session import ONE_DEAL

pytestmark = pytest.mark.browser

STORAGE = "JSON.stringify(Object.entries(localStorage).sort())"


def panel(page: Page) -> Locator:
    return page.locator("[data-part=challenge]")


def at_table(page: Page) -> TablePage:
    quiet(page)
    return TablePage(page)


def fits(page: Page) -> bool:
    return bool(panel(page).evaluate("one => one.scrollWidth <= one.clientWidth"))


def link_of(page: Page) -> str:
    """Return the link in the line to send."""
    line = panel(page).locator("[data-part=challenge-line]")
    expect(line).to_be_visible()
    return (line.text_content() or "").split()[-1]


@cache
def laid(count: int) -> Challenge:
    rules = load_ruleset("hoyle1909")
    return lay_challenge(
        rules, ONE_DEAL, seed="friends", seat=Seat.ELDER, opponent="thumb", count=count
    )


@cache
def games(count: int, player: str) -> tuple[Session, ...]:
    """Return the deals of a challenge, played by a computer player for the person."""
    chosen = ThumbPlayer() if player == "thumb" else find_player(player).make()
    return tuple(_played(laid(count).game(number), chosen) for number in range(count))


def _played(game: Session, player: Player) -> Session:
    seat = game.table.seat
    session = start_game(game.rules, game.form, seed=game.seed, seat=seat, opponent=game.opponent)
    while not session.is_over:
        state = session.table.state
        session = move(session, move_of(state, player.choose(turn_of(state))))
    return session


def kept(challenge: Challenge, name: str, done: Sequence[Session], *, joined: bool) -> str:
    """Return the stored value of a challenge in which the reader has finished some games."""
    played = [challenge.game(number) for number in range(challenge.count)]
    terms = [
        {
            "rules": one.rules.id,
            "form": one.form,
            "seat": one.table.seat.name.lower(),
            "seed": one.seed,
            "opponent": one.opponent,
        }
        for one in played
    ]
    entry = {
        "challenge": write_challenge(challenge) if challenge.entries else "",
        "title": "Deals",
        "words": "Deals.",
        "name": name,
        "names": list(challenge.names),
        "seed": challenge.seed,
        "games": terms,
        "done": [write_session(one) for one in done],
        "current": "",
        "joined": joined,
        "at": 1,
    }
    return json.dumps({"version": 2, "challenges": {challenge.id: entry}})


def keep(page: Page, text: str) -> None:
    page.evaluate("text => localStorage.setItem('piquet:challenges', text)", text)


def test_two_friends_play_two_deals_there_and_back(visit: Open, base: str) -> None:
    """Anna sets a challenge and reloads in the middle; Bo plays by keyboard, offline, on a phone."""
    anna = visit(f"{TABLE}?form=deal&against=thumb&by=hoyle1909&seat=elder").page
    table = at_table(anna)
    here = panel(anna)
    here.get_by_label("Your name").fill("Anna")
    here.get_by_label("Deals").select_option("2")
    here.get_by_role("button", name="Play first").click()
    table.wait_for_question()
    expect(table.part("terms")).to_contain_text("deal 1 of 2: no hints, and nothing is taken back")
    expect(table.button("hint")).to_be_hidden()
    expect(table.button("undo")).to_be_hidden()
    table.region.press("h")
    expect(table.hint).to_be_hidden()
    table.play()
    anna.reload()
    here.get_by_text("Your challenges, and links").click()
    here.get_by_role("button", name=re.compile("^Go on: Two deals")).click()
    here.get_by_role("button", name="Go on: deal 2").click()
    table.wait_for_question()
    expect(table.part("terms")).to_contain_text("deal 2 of 2")
    table.play()
    table.result.get_by_role("button", name="Make the link").click()
    link = link_of(anna)

    reader = visit(
        link.partition("/tutorials/")[2].join(["tutorials/", ""]),
        size=(360, 740),
        early=True,  # the files are cached only for readers who do not save data
        faulty=True,
    )
    bo = reader.page
    other = at_table(bo)
    there = panel(bo)
    expect(there.locator("[data-part=challenge-terms]")).to_contain_text("Anna played two deals")
    expect(there).not_to_contain_text("–")  # no score
    name = there.get_by_label("Your name")
    name.focus()
    bo.keyboard.type("anna")
    bo.keyboard.press("Enter")
    expect(there.get_by_role("alert")).to_have_text(
        "Anna is in this challenge already: choose another name."
    )
    name.fill("Bo")
    bo.keyboard.press("Enter")
    other.wait_for_question()
    until_kept(bo, base)
    bo.context.set_offline(True)
    other.play()
    following = other.result.get_by_role("button", name="Play deal 2 of the challenge")
    following.focus()
    bo.keyboard.press("Enter")
    expect(other.part("terms")).to_contain_text("deal 2 of 2")
    other.play()
    other.result.get_by_role("button", name="See who won").focus()
    bo.keyboard.press("Enter")
    expect(there.locator("[data-part=challenge-winner]")).to_be_visible()
    expect(there.locator("[data-part=challenge-results] tbody tr")).to_have_count(3)
    assert fits(bo)
    back = link_of(bo)
    assert [one for one in reader.watch.faults if one.startswith("another host")] == []
    bo.context.set_offline(False)

    anna.evaluate("hash => { location.hash = hash }", back.partition("#")[2])
    expect(here.locator("[data-part=challenge-winner]")).to_be_visible()
    expect(here.locator("[data-part=challenge-results] thead")).to_contain_text("Bo")
    found = compare_entries(read_challenge(back.partition("#challenge=")[2]))
    for player in found.players:
        for deal in player.deals:
            assert "–".join(map(str, deal.points)) in (here.text_content() or "")


def test_six_deals_are_compared_and_parted_deals_have_their_costs(
    visit: Open, modes: Modes
) -> None:
    challenge = add_entry(laid(6), games(6, "thumb"), "Anna")
    page = visit(TABLE).page
    keep(page, kept(challenge, "Bo", games(6, "beginner"), joined=False))
    page.evaluate("hash => { location.hash = hash }", f"challenge={write_challenge(challenge)}")
    here = panel(page)
    here.get_by_role("button", name="Compare").click()
    expect(here.locator("[data-part=challenge-results] tbody tr")).to_have_count(7)
    expect(here.locator("[data-part=challenge-luck]")).to_contain_text("nobody’s luck")
    first = here.locator("[data-part=partings] > li").first
    first.get_by_role("button", name="What did it cost?").click()
    expect(first.locator("[data-part=parting-cost]")).to_contain_text("Anna’s choice")
    href = first.get_by_role("link", name=re.compile("^Your replay")).get_attribute("href") or ""
    assert "own.html#record=" in href
    assert "&step=" in href
    here.get_by_role("button", name="QR code").click()
    expect(here.get_by_role("img", name="The link as a QR code")).to_be_visible()
    assert violations(page, "[data-part=challenge]", modes) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert fits(page)


def test_a_third_player_is_added_to_the_kept_table(visit: Open) -> None:
    first = add_entry(laid(1), games(1, "thumb"), "Anna")
    second = add_entry(first, games(1, "beginner"), "Bo")
    third = add_entry(first, games(1, "pupil"), "Cem")
    page = visit(TABLE).page
    keep(page, kept(second, "Anna", games(1, "thumb"), joined=True))
    page.evaluate("hash => { location.hash = hash }", f"challenge={write_challenge(third)}")
    heads = panel(page).locator("[data-part=challenge-results] thead th")
    expect(heads).to_have_text(["You", "Bo", "Cem"])
    stored: dict[str, Any] = json.loads(page.evaluate("localStorage['piquet:challenges']"))
    (entry,) = stored["challenges"].values()
    assert entry["names"] == ["Anna", "Bo", "Cem"]


def test_spoilt_links_are_refused_and_nothing_kept_is_touched(visit: Open) -> None:
    challenge = add_entry(laid(1), games(1, "thumb"), "Anna")
    text = write_challenge(challenge)
    page = visit(TABLE).page
    keep(page, kept(challenge, "Anna", games(1, "thumb"), joined=True))
    before = page.evaluate(STORAGE)
    alert = panel(page).get_by_role("alert")
    for spoilt, said in (
        (text[:-5], "Was the whole link copied"),
        (f"{text}{text}", "damaged"),
        (f"9{text[1:]}", "newer edition"),
        ("hello", "no format number"),
    ):
        page.evaluate("hash => { location.hash = hash }", f"challenge={spoilt}")
        expect(alert).to_contain_text(said)
        assert page.evaluate(STORAGE) == before


def test_what_was_just_played_becomes_a_challenge(visit: Open) -> None:
    table = TablePage.start(visit, "form=deal&against=thumb&seed=friends&seat=elder")
    table.play()
    table.open_more()
    table.result.get_by_role("button", name="Challenge a friend").click()
    here = panel(table.page)
    here.get_by_label("Your name").fill("Anna")
    here.get_by_role("button", name="Make the link").click()
    found = read_challenge(link_of(table.page).partition("#challenge=")[2])
    assert (found.names, found.count) == (("Anna",), 1)
    expect(here.locator("[data-part=challenge-result]")).to_contain_text("Nobody else has played")


def test_a_begun_challenge_goes_on_in_the_middle_of_a_deal_and_in_another_tab(visit: Open) -> None:
    text = write_challenge(add_entry(laid(2), games(2, "thumb"), "Anna"))
    page = visit(f"{TABLE}#challenge={text}").page
    table, here = at_table(page), panel(page)
    here.get_by_label("Your name").fill("Bo")
    here.get_by_role("button", name="Play deal 1").click()
    table.wait_for_question()
    table.play("lead")
    page.reload()
    here.get_by_role("button", name="Go on: deal 1").click()
    expect(table.question).to_have_text("Which card do you lead?")
    expect(table.button("hint")).to_be_hidden()
    table.play()
    expect(table.result.get_by_role("button", name="Play deal 2 of the challenge")).to_be_visible()
    other = page.context.new_page()
    other.goto(page.url)
    expect(panel(other).get_by_role("button", name="Go on: deal 2")).to_be_visible()


def test_the_whole_deal_of_a_problem_becomes_a_challenge(visit: Open) -> None:
    page = visit("tutorials/problems/closed/1-lead.html").page
    links = page.get_by_role("link", name="Challenge a friend to the whole deal")
    expect(links).to_have_count(page.locator("[data-part=exercise-item]").count())
    links.first.click()
    table, here = at_table(page), panel(page)
    here.get_by_label("Your name").fill("Anna")
    here.get_by_role("button", name="Play first").click()
    table.wait_for_question()
    table.play()
    table.result.get_by_role("button", name="Make the link").click()
    made = read_challenge(link_of(page).partition("#challenge=")[2])
    deals = [one.position for one in closed_problems() if (one.level, one.ask) == (1, "lead")]
    assert made.count == 1
    assert made.seed in {one.split("/")[0] for one in deals}
