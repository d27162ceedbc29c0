"""One player's view: nothing that the player cannot know is on the screen or in a message."""

import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from case_selection import first
from harness import DEAL_PAGE, ROOT
from pages.replay import Open, ReplayPage
from playwright.sync_api import Route, expect
from test_engine_lost import BUSY, looping
from test_first_visit import NOTHING

from piquet_core.cards.cards import Card, Hand, parse_card
from piquet_core.cards.seat import Seat
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Replay
from piquet_core.replay.what_if import start_variation

pytestmark = pytest.mark.browser

RECORD = ROOT / "docs" / "deals" / "hoyle1909-ab.piquet"
SUITS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
RANKS = {
    "ace": "A",
    "king": "K",
    "queen": "Q",
    "jack": "J",
    "ten": "T",
    "nine": "9",
    "eight": "8",
    "seven": "7",
    "six": "6",
}
RANK = "|".join(RANKS)
SUIT = "|".join(SUITS)


@pytest.fixture(scope="module")
def replay() -> Replay:
    return replay_record(loads(RECORD.read_text(encoding="utf-8")))


def hidden(replay: Replay, step: str, seat: Seat) -> Hand:
    """Return the cards that a seat cannot know: the other's unplayed hand and discards, and the talon.

    The other's cards that were played, and the seat's own, are known.
    """
    state = replay.step(step).state
    other = seat.other
    secret = state.hands[other] | state.discards[other] | Hand.of(state.talon)
    return secret - state.shown[other] - state.looked[seat]


def named(markup: str) -> set[Card]:
    """Return every card that markup shows or names: drawn, in words, or listed by suit."""
    text = re.sub(r"<[^>]+>", "", markup)
    words = re.sub(r'<[^>]*aria-label="([^"]*)"[^>]*>', r" \1 ", markup)
    words = re.sub(r"<[^>]+>", " ", words)
    found = {parse_card(id) for id in re.findall(r"#pq-([SHDC][AKQJT9876])\b", markup)}
    for rank, suit in re.findall(rf"\b({RANK}) of ({SUIT})\b", words):
        found.add(parse_card(SUITS[suit] + RANKS[rank]))
    for suit, ranks in re.findall(rf"\b({SUIT}): ((?:(?:{RANK})(?:, )?)+)", text):
        found |= {parse_card(SUITS[suit] + RANKS[rank]) for rank in ranks.rstrip(", ").split(", ")}
    return found


def test_the_check_itself_sees_cards_in_every_form(live: ReplayPage, replay: Replay) -> None:
    """With both hands open, the same search finds cards that a player would not know."""
    for seat in Seat:
        assert named(live.shown()) >= set(hidden(replay, "deal", seat))
    assert named("A holds spades: nine, seven; hearts: ace.") == {
        parse_card(id) for id in ("S9", "S7", "HA")
    }
    assert named('<i aria-label="ten of clubs"></i>') == {parse_card("CT")}
    # Twelve cards and eight of the talon. After the exchange, the hand and the discards.
    for step, elder, younger in (("deal", 20, 20), ("xe", 15, 20), ("pe", 15, 17)):
        assert len(hidden(replay, step, Seat.ELDER)) == elder
        assert len(hidden(replay, step, Seat.YOUNGER)) == younger


@pytest.mark.parametrize(("view", "seat"), [("e", Seat.ELDER), ("y", Seat.YOUNGER)])
def test_view_hides_what_the_player_cannot_know(
    live: ReplayPage, replay: Replay, view: str, seat: Seat
) -> None:
    live.look(view)
    for step in ("deal", "xe", "pe", "t1e", "t6e", "result"):
        live.go(step)
        shown = named(live.shown())
        assert shown.isdisjoint(hidden(replay, step, seat)), step
        assert set(replay.step(step).state.hands[seat]) <= shown, step
    live.look("both")
    live.go("deal")
    assert named(live.shown()) >= set(replay.step("deal").state.deal.hand(seat.other))


@pytest.mark.parametrize(("view", "seat"), [("e", Seat.ELDER), ("y", Seat.YOUNGER)])
def test_messages_of_a_view_hide_it_too(
    live: ReplayPage, replay: Replay, view: str, seat: Seat
) -> None:
    live.look(view)
    worker = live.page.evaluate("workers[0]")
    asked = {
        request["id"]
        for request in map(json.loads, worker["asked"])
        # The reader's variation of the next test has fewer steps.
        if request["args"].get("view") == view and not request["args"].get("at")
    }
    answers = [one for one in map(json.loads, worker["heard"]) if one["id"] in asked]
    assert answers
    for answer in answers:
        assert len(answer["ok"]["steps"]) == 38
        for step in answer["ok"]["steps"]:
            found = named(step["table"] + step["story"])
            assert found.isdisjoint(hidden(replay, step["id"], seat)), step["id"]


def test_whoever_steps_on_while_a_view_is_drawn_sees_no_other_hand_and_stays_there(
    visit: Open, replay: Replay
) -> None:
    reader = visit(NOTHING)
    held: list[Route] = []  # This leaves time before it is drawn.
    reader.page.context.route("**/pyodide.asm.js", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it calls
    reader.page.goto(reader.page.url.replace(NOTHING, DEAL_PAGE) + "?view=e#t6e")
    for step in ("ce", "deal"):
        reader.go(step)
        assert reader.step == step
        assert reader.figure.get_attribute("data-engine") == "starting"
        assert named(reader.shown()) == set()
    for route in held:
        route.continue_()
    reader.page.context.unroute_all()
    reader.until_live()
    reader.find('[data-part=younger-side] use[href="#pq-back"]').first.wait_for(state="attached")
    assert reader.step == "deal"
    assert named(reader.shown()).isdisjoint(hidden(replay, "deal", Seat.ELDER))
    reader.until_address("?view=e#deal")


def test_the_step_that_is_shown_is_the_first_that_an_engine_draws(
    visit: Open, replay: Replay
) -> None:
    """It is drawn before the rest of the deal, which this worker never finishes."""
    reader = visit(NOTHING, faulty=True)
    looping(reader.page, "replay", times=1, text=BUSY)
    reader.page.goto(reader.page.url.replace(NOTHING, DEAL_PAGE) + "?view=e#t6e")
    reader.find('[data-part=younger-side] use[href="#pq-back"]').first.wait_for(state="attached")
    assert reader.figure.get_attribute("data-engine") == "starting"
    assert reader.step == "t6e"
    drawn = reader.shown()
    assert len(named(drawn)) > 0
    assert named(drawn).isdisjoint(hidden(replay, "t6e", Seat.ELDER))
    # Steps taken meanwhile show nothing that the view hides.
    reader.go("deal")
    assert named(reader.shown()) == set()


def heard(reader: ReplayPage, since: int) -> list[dict[str, Any]]:
    """Return the worker's answers after the first few."""
    return [json.loads(one) for one in reader.page.evaluate("workers[0].heard")[since:]]


@pytest.mark.parametrize(("view", "seat"), first(1, [("e", Seat.ELDER), ("y", Seat.YOUNGER)]))
def test_a_line_of_ones_own_hides_it_as_well(
    live: ReplayPage, replay: Replay, view: str, seat: Seat
) -> None:
    """The engine lays out for both and plays on. Neither page, address nor message names a hidden card.

    The same engine computes Thumb's discards here, so that the test knows the cards to hide.
    """
    live.look(view)
    live.go("xe")
    before = live.page.evaluate("workers[0].heard.length")
    live.button("whatif").click()
    expect(live.what_if).to_be_visible()
    live.button("auto").click()
    expect(live.figure).to_have_attribute("data-step", "result")
    live.until_address("#result")
    moves = parse_qs(urlsplit(live.page.url).query)["w"][0].removeprefix("xe~").split(".")
    own = start_variation(replay, "xe", moves)
    assert own.moves_for(seat) == tuple(moves) != own.moves
    by_step = {step.id: step for step in own.steps}
    laid_out = own.state.discards[seat.other]
    assert len(laid_out) > 0
    checked = 0
    for answer in heard(live, before):
        written = (
            answer["ok"].get("moves") or (answer["ok"].get("variation") or {}).get("moves") or []
        )
        assert written == moves[: len(written)]
        for step in answer["ok"].get("steps", []):
            if step["id"] not in by_step:
                continue
            state = by_step[step["id"]].state
            secret = state.hands[seat.other] | state.discards[seat.other] | Hand.of(state.talon)
            secret = secret - state.shown[seat.other] - state.looked[seat]
            assert named(step["table"] + step["story"]).isdisjoint(secret), step["id"]
            checked += 1
    assert checked >= len(by_step)
    live.part("stage").focus()
    live.press("Escape")
    expect(live.what_if).to_be_hidden()
    live.look("both")
