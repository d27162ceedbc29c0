"""The accessibility tree: choices, refusals, views, knowledge, and the deal under other rules."""

import re
from typing import Any

import pytest
from case_selection import first
from harness import GARBLED, ROOT, Spoken
from pages.replay import ReplayPage
from playwright.sync_api import expect
from test_views import hidden, named

from piquet_core.cards.card_names import card_name
from piquet_core.cards.seat import Seat
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record

pytestmark = pytest.mark.browser

RECORD = ROOT / "docs" / "deals" / "hoyle1909-ab.piquet"


def has(node: dict[str, Any], name: str) -> Any:
    """Return a property of a node of the tree."""
    return next((one["value"]["value"] for one in node["properties"] if one["name"] == name), None)


def test_every_choice_is_a_button_with_a_name_and_a_refused_one_says_so(live: ReplayPage) -> None:
    """B holds a diamond at t2y, so only diamonds may be played."""
    live.fork("t2y")
    spoken = Spoken(live.page)
    live.leave()
    (group,) = (one for one in spoken.all("group") if one["name"]["value"] == "What if?")
    assert group
    held = (
        replay_record(loads(RECORD.read_text(encoding="utf-8")))
        .step("t2e")
        .state.hands[Seat.YOUNGER]
    )
    assert {card_name(card) for card in held} <= set(spoken.names("button"))
    refused = spoken.one("button", "king of spades")
    assert has(refused, "disabled") is True
    assert "does not follow suit: the seven of diamonds was led" in refused["description"]["value"]
    allowed = spoken.one("button", "king of diamonds")
    assert not has(allowed, "disabled")
    assert "B: Which card is played?" in spoken.text.replace("B:\n Which", "B: Which")


def test_cards_to_lay_out_are_boxes_in_a_named_group(live: ReplayPage) -> None:
    live.fork("xe")
    spoken = Spoken(live.page)
    live.leave()
    hand = (
        replay_record(loads(RECORD.read_text(encoding="utf-8")))
        .step("deal")
        .state.hands[Seat.ELDER]
    )
    boxes = [name for name in spoken.names("checkbox") if " of " in name]
    assert sorted(boxes) == sorted(card_name(card) for card in hand)
    assert "Cards to lay out" in spoken.names("group")
    assert "None chosen" in spoken.text


@pytest.mark.parametrize(("view", "seat"), first(1, [("e", Seat.ELDER), ("y", Seat.YOUNGER)]))
def test_a_view_reads_out_no_card_that_it_hides(live: ReplayPage, view: str, seat: Seat) -> None:
    """The steps in words repeat the whole deal below, so they are removed first."""
    replay = replay_record(loads(RECORD.read_text(encoding="utf-8")))
    live.look(view)
    live.go("xy")
    live.page.evaluate("document.querySelector('[data-part=steps]').hidden = true")
    spoken = Spoken(live.page)
    live.page.evaluate("document.querySelector('[data-part=steps]').hidden = false")
    live.look("both")
    said = named(spoken.text)
    assert said.isdisjoint(hidden(replay, "xy", seat))
    assert set(replay.step("xy").state.hands[seat]) <= said


def test_what_can_be_known_and_the_deal_under_other_rules_are_tables_with_captions(
    live: ReplayPage,
) -> None:
    live.go("cy")
    live.press("k")
    expect(live.part("knowledge")).to_contain_text("What A can know of B’s hand")
    live.play_by("little")
    expect(live.find("[data-part=other-rules] [data-part=both-answers]")).to_be_visible()
    spoken = Spoken(live.page)
    live.play_by("")
    expect(live.part("other-rules")).to_be_hidden()
    live.part("stage").focus()
    live.press("k")
    tables = spoken.names("table")
    for caption in (
        "What A can know of B’s hand",
        "What B can know of A’s hand",
        "The same cards, by two books",
    ):
        assert caption in tables
    assert {"certain", "possible", "excluded"} <= {
        name.split()[-1] for name in spoken.names("columnheader") if name
    }


def test_a_step_is_spoken_once_and_in_full_and_a_key_that_changes_the_view_says_whose_it_is(
    live: ReplayPage,
) -> None:
    live.go("t6e")
    live.button("next").click()
    expect(live.part("announcement")).to_have_text(live.sentence)
    (region,) = (node for node in Spoken(live.page).nodes if has_live(node))
    assert region
    spoken = live.part("announcement")
    for key, said in (("2", "A’s view"), ("3", "B’s view"), ("1", "Both hands")):
        live.press(key)
        expect(spoken).to_have_text(f"{said}. {live.sentence}")
    live.press("ArrowRight")
    expect(spoken).to_have_text(live.sentence)
    for said in ("shown below", "hidden"):
        live.press("k")
        expect(spoken).to_have_text(f"What each player can know of the other’s hand: {said}.")


def test_cards_are_spoken_by_name_and_reasons_too(live: ReplayPage) -> None:
    """A card in a sentence is drawn as a suit and an index, with its name as hidden text."""
    spoken = live.part("announcement")
    live.go("t1e")
    live.press("ArrowRight")
    live.press("ArrowRight")
    said = spoken.text_content() or ""
    assert re.search(r" the queen of diamonds", said)
    assert not GARBLED.search(said)
    live.go("ce")
    live.button("why").click()
    expect(spoken).to_contain_text("are good: 6 cards")
    said = spoken.text_content() or ""
    assert "(ace of diamonds, jack of diamonds, ten of diamonds" in said
    assert not GARBLED.search(said)


def test_the_two_packets_of_the_talon_are_named_apart(live: ReplayPage) -> None:
    """A takes four of the five that elder may exchange and leaves one. B takes three."""
    live.go("deal")
    expect(live.find("[data-part=talon] [data-part=talon-label]")).to_have_text(
        "Talon: A’s five, B’s three"
    )
    expect(live.find("[data-part=talon] > :not([aria-hidden])")).to_contain_text(
        "8 cards, A’s five and B’s three"
    )
    live.go("xe")
    expect(live.find("[data-part=talon] [data-part=talon-label]")).to_have_text(
        re.compile("B’s three$")
    )


def has_live(node: dict[str, Any]) -> bool:
    return bool(node["role"]["value"] == "paragraph" and has(node, "live") == "polite")
