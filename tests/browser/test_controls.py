"""All ways from step to step and their effects on address, list, slider, focus and announcements."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from harness import DEAL_PAGE, Spoken, no_engine
from pages.replay import READ_ALOUD, Open, ReplayPage
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def focused(page: Page) -> str:
    """Return the action or the part of the element with the focus."""
    found: str = page.evaluate(
        "document.activeElement.dataset.act ?? document.activeElement.dataset.part"
    )
    return found


def in_sight(reader: ReplayPage) -> bool:
    """Return whether the figure starts in the upper third of the window."""
    top = reader.evaluate("figure => figure.getBoundingClientRect().top")
    return bool(-5 <= top <= 300)


def test_address_bar_names_the_step_and_ends_are_said_and_do_no_harm(live: ReplayPage) -> None:
    live.button("next").click()
    assert live.step == "xe"
    live.until_address(f"{DEAL_PAGE}#xe")
    live.button("last").click()
    assert live.step == "result"
    live.until_address("#result")
    live.button("prev").click()
    assert live.step == "cards"
    live.until_address("#cards")
    live.button("first").click()
    assert live.step == "deal"
    live.until_address("#deal")
    assert live.button("first").get_attribute("aria-disabled") == "true"
    assert live.button("prev").get_attribute("aria-disabled") == "true"
    live.button("prev").click(force=True)
    assert live.step == "deal"
    live.press("End", "ArrowRight")
    assert live.step == "result"
    assert live.button("next").get_attribute("aria-disabled") == "true"


def test_page_opens_at_the_step_in_its_address(visit: Open) -> None:
    reader = visit(f"{DEAL_PAGE}#t6e")
    assert reader.step == "t6e"
    assert "trick" in (reader.part("step-slider").get_attribute("aria-valuetext") or "").lower()
    # The browser scrolls to the row with that id, but the reader wants the table.
    reader.page.wait_for_function("() => document.activeElement.dataset.part === 'stage'")
    assert in_sight(reader)
    row = reader.page.locator("tr#t6e").bounding_box()
    assert row is not None
    assert row["y"] > 900  # Below the window.
    assert (
        reader.figure.get_attribute("data-engine") is None
    )  # Opening a page is not an interaction.


def test_address_changed_by_hand(live: ReplayPage) -> None:
    live.page.evaluate("location.hash = '#t2e'")
    expect(live.figure).to_have_attribute("data-step", "t2e")
    for nonsense in ("#no-such-step", "#%E0%A4%A", "#"):
        live.page.evaluate("hash => { location.hash = hash; }", nonsense)
    live.button("next").click()
    assert live.step == "t2y"


def test_jump_list_and_slider(live: ReplayPage) -> None:
    live.go("t6e")
    live.until_address("#t6e")
    assert live.part("step-slider").input_value() == "22"
    live.part("step-slider").fill("3")
    assert live.step == "pe"
    live.part("step-slider").focus()
    live.press("ArrowRight")
    assert live.step == "py"
    live.press("End")
    assert live.step == "result"
    live.press("Home")
    assert live.step == "deal"


def test_row_of_the_account_leads_to_its_step(live: ReplayPage) -> None:
    row = live.page.locator("tr#t3e")
    row.get_by_role("link", name=re.compile("^Step ")).click()
    assert live.step == "t3e"
    live.until_address("#t3e")
    assert in_sight(live)
    assert row.get_attribute("aria-current") == "step"
    assert live.page.locator("[aria-current=step]").count() == 1
    live.press("ArrowRight")  # A reader who follows a link to a step can continue from there.
    assert live.step == "t4y"


def test_keys_and_space_where_no_button_has_the_focus(live: ReplayPage) -> None:
    live.press("End")
    assert live.step == "result"
    live.press("Home")
    assert live.step == "deal"
    live.press("ArrowRight", "ArrowRight", "ArrowLeft")
    assert live.step == "xe"
    live.press("2")
    expect(live.find('[data-part=younger-side] use[href="#pq-back"]')).to_have_count(12)
    assert live.find('input[data-set="view"][value="e"]').is_checked()
    live.press("3")
    expect(live.find('[data-part=elder-side] use[href="#pq-back"]')).to_have_count(12)
    live.press("1")
    expect(live.find('[data-part=hand] use[href="#pq-back"]')).to_have_count(0)
    for key in ("c", "C"):
        live.find("[data-part=engine-status] > span").evaluate(
            "status => { status.textContent = ''; }"
        )
        live.press(key)
        expect(live.part("engine-status")).to_contain_text("link to this step")
    live.part("stage").focus()
    live.press(" ")
    assert live.button("play").get_attribute("aria-label") == "Pause"
    live.press(" ")
    assert live.button("play").get_attribute("aria-label") == "Play"


def test_keys_belong_to_the_page_while_the_focus_is_outside(live: ReplayPage) -> None:
    live.page.evaluate("document.activeElement.blur()")
    live.until_address("#deal")
    address = live.page.url
    live.press("ArrowRight", "End", "2", "c", " ")
    assert live.step == "deal"
    assert live.page.url == address
    assert live.find('input[data-set="view"][value="both"]').is_checked()


def test_focus_stays_where_it_was(live: ReplayPage) -> None:
    for act in ("prev", "next", "last"):
        live.button(act).focus()
        live.press("ArrowRight")
        assert focused(live.page) == act
    live.button("next").focus()
    live.press("Enter")
    assert focused(live.page) == "next"


def test_focus_in_the_story_is_not_lost_with_the_story(live: ReplayPage) -> None:
    live.go("t2e")
    link = live.find("[data-part=reasons] a").first
    link.focus()
    href = link.get_attribute("href")
    live.press("ArrowRight")
    assert live.step == "t2y"
    assert live.evaluate("figure => figure.contains(document.activeElement)")
    live.press("Home")
    assert focused(live.page) == "stage"  # The first step's story has no link.
    assert live.step == "deal"
    # Drawing the same step again keeps the link element.
    live.go("t2e")
    live.find("[data-part=reasons] a").first.focus()
    live.press("1")
    assert live.page.evaluate("document.activeElement.getAttribute('href')") == href


def test_live_region_says_what_is_to_be_read(live: ReplayPage) -> None:
    live.press("ArrowRight")
    assert live.step == "xe"
    said = live.evaluate(
        f"""figure => Array.from({{ length: 37 }}, (_, time) => {{
            const key = new KeyboardEvent("keydown", {{ key: "ArrowRight", bubbles: true }});
            if (time > 0) document.activeElement.dispatchEvent(key);
            return ["[data-part=announcement]", "[data-part=sentence]"].map(one => ({READ_ALOUD})(figure.querySelector(one)));
        }})"""
    )
    assert live.step == "result"
    assert [told for told, sentence in said if told != sentence] == []
    assert len({told for told, _ in said}) > 30
    assert live.part("announcement").get_attribute("aria-live") == "polite"


def test_autoplay_waits_for_the_reader_can_be_paused_and_ends(visit: Open) -> None:
    """A step lasts as long as the pace says, or longer if its text takes longer to read."""
    reader = visit()
    no_engine(reader.page)
    steps = reader.evaluate(
        "figure => [...figure.querySelectorAll('[data-part=timeline] g[data-step]')].map(o => o.dataset.step)"
    )
    clock = reader.page.clock
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    clock.install(time=noon)
    clock.pause_at(noon + timedelta(seconds=10))  # From here the test controls time.

    def pace(value: str) -> None:
        reader.choose("speed", value)

    def wait(seconds: float) -> None:
        """Advance time to just before the next step, then past it."""
        words = len((reader.part("story").text_content() or "").split())
        needed = max(seconds, words / 5 * seconds / 2) * 1000
        before = reader.step
        clock.run_for(int(needed) - 400)
        assert reader.step == before
        clock.run_for(500)

    reader.button("play").click()
    assert reader.button("play").get_attribute("aria-label") == "Pause"
    wait(2)
    assert reader.step == steps[1]
    wait(2)
    assert reader.step == steps[2]
    pace("1")
    wait(1)
    assert reader.step == steps[3]
    pace("4")
    wait(4)
    assert reader.step == steps[4]
    reader.button("play").click()
    clock.run_for(60_000)
    assert reader.step == steps[4]
    pace("1")
    reader.go("cards")
    reader.button("play").click()
    wait(1)
    assert reader.step == "result"
    assert reader.button("play").get_attribute("aria-label") == "Play"
    clock.run_for(60_000)
    assert reader.step == "result"
    reader.button("play").click()  # Again, from the start.
    assert reader.step == "deal"
    wait(1)
    reader.button("next").click()  # A manual step ends it.
    assert reader.button("play").get_attribute("aria-label") == "Play"
    assert reader.step == "xy"


def test_choice_of_pack_is_remembered(visit: Open) -> None:
    reader = visit()
    no_engine(reader.page)
    reader.page.wait_for_load_state("load")
    settings = reader.open("settings")
    for name, value in (("suits", "four"), ("index", "fr"), ("size", "large")):
        settings.locator(f'input[data-set="{name}"][value="{value}"]').check()
    reader.close()
    reader.page.reload()
    root = reader.page.locator("html")
    assert root.get_attribute("data-pq-suits") == "four"
    assert root.get_attribute("data-pq-index") == "fr"
    assert root.get_attribute("data-pq-size") == "large"
    assert reader.find('input[data-set="index"][value="fr"]').is_checked()


def test_accessibility_tree(live: ReplayPage) -> None:
    live.go("t6e")
    spoken = Spoken(live.page)
    assert [name for name in spoken.names("region") if name]  # The replay, by its caption.
    buttons = spoken.names("button")
    for name in ("First step", "Previous step", "Play", "Next step", "Last step"):
        assert buttons.count(name) == 1
    assert all(buttons)
    (slider,) = spoken.all("slider")
    assert slider["name"]["value"] == "Step"
    # Chromium's tree has the number of a native slider. Screen readers read the text.
    assert live.part("step-slider").get_attribute("aria-valuetext") == "Trick 6: A"
    assert "The deal, act by act" in spoken.names("group")
    links = spoken.names("link")
    assert {
        "Deal, D",
        "Exchange, Ex",
        "Calls: A 24",
        "Trick 1: A 1, B 17",
        "Count, End: A 11",
    } <= set(links)
    assert "Steps of the replay" in spoken.names("group")
