"""The table: whole games by tap and by key; saved, lost and found."""

from urllib.parse import parse_qs, urlsplit

import pytest
from harness import Modes, quiet
from pages.replay import Open
from pages.table import TABLE, Seated, TablePage
from playwright.sync_api import Page, expect
from saved_games import (
    SOON_JUDGED,
    asked_for,
    begun,
    deal_over,
    deals_over,
    few_cards_left,
    resumed,
)
from test_axe import violations

from piquet_core.cards.card_names import card_name
from piquet_core.cards.seat import Seat
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.sessions import next_deal
from piquet_core.views.card_symbols import card_svg

pytestmark = pytest.mark.browser


def by_key(page: Page) -> int:
    """Play a deal to its end by keyboard and return the number of decisions.

    After every decision the focus is on the first legal action.
    """
    for moves in range(60):
        if page.locator("[data-part=deal-result]").count():
            return moves
        before = page.evaluate("localStorage.getItem('piquet:game')")
        page.wait_for_function(
            "() => document.querySelector('[data-part=prompt]').contains(document.activeElement)"
        )
        if page.locator("[data-part=prompt] fieldset").count():
            page.keyboard.press("Space")
            for _box in range(12):
                page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_function("kept => localStorage.getItem('piquet:game') !== kept", arg=before)
        while page.locator("[data-showing]").count():  # Tricks are shown first.
            page.keyboard.press("Enter")
    raise AssertionError("a deal without an end")


def test_a_deal_is_played_by_keyboard_alone_and_reviewed(visit: Open) -> None:
    """No message before the end contains a card of the other hand. The record contains all of them."""
    page = visit(f"{TABLE}?form=deal&seed=browser&seat=elder&by=hoyle1909").page
    page.emulate_media(reduced_motion="reduce")  # No timers run.
    quiet(page)
    page.locator("[data-part=start]").focus()
    page.keyboard.press("Enter")
    TablePage(page).wait_for_question()
    first = TablePage(page).engine_answers()[0]
    # Ending the tips leads back to the first card.
    page.get_by_role("button", name="I know Piquet").press("Enter")
    expect(page.get_by_role("note", name="Tip")).to_have_count(0)
    expect(page.get_by_role("checkbox").first).to_be_focused()
    page.keyboard.press("h")
    expect(page.locator("[data-part=hint]")).to_be_visible()
    assert by_key(page) >= 12
    expect(page.locator("[data-part=deal-result]")).to_be_visible()
    expect(page.locator("[data-part=deal-result] h2")).to_contain_text("The deal is over")
    said = page.locator("[data-part=table] [data-part=announcement]").text_content() or ""
    assert "The deal is over" in said
    page.set_viewport_size({"width": 360, "height": 740})
    TablePage(page).open_more()
    with page.expect_download() as saved:
        page.locator('[data-do="record"]').click()
    record = loads(saved.value.path().read_text("utf-8"))
    replay = replay_record(record)
    assert replay.findings == ()
    deal = replay.steps[0].state.deal
    drawn = " ".join(str(value) for name, value in first.items() if name != "game")
    for card in deal.hand(Seat.ELDER):
        assert (
            card_svg(card) in drawn
        )  # On the person's turn, which proves that the next checks can fail.
    for card in (*deal.hand(Seat.YOUNGER), *deal.talon):
        assert card_svg(card) not in drawn
        assert card_name(card) not in drawn
    page.locator('[data-do="review"]').click()
    figure = page.locator("[data-part=deal-review] figure[data-part=replay]")
    figure.wait_for()
    expect(figure).to_have_attribute("data-engine", "live")
    expect(figure).to_have_attribute("data-step", "deal")
    assert figure.locator("[data-part=timeline] g[data-step]").count() == len(replay.steps)
    figure.locator('[data-act="last"]').click()
    expect(figure.locator("[data-part=sentence]")).to_contain_text("The deal is over")


def test_a_partie_is_there_again_after_a_reload_and_played_to_its_settlement(
    seat: Seated, visit: Open
) -> None:
    partie = deals_over("rubicon", "partie", 5, seat="younger")
    table = seat(partie, phone=True)
    page = table.page
    expect(table.score_rows).to_have_count(5)
    table.button("next").click()
    expect(table.score_rows).to_have_count(6)
    table = resumed(visit, few_cards_left(next_deal(partie)), phone=True)
    page = table.page
    scores, following = (
        table.score_rows,
        table.button("next"),
    )
    expect(scores).to_have_count(6)
    kept = page.evaluate("localStorage.getItem('piquet:game')")
    page.locator('[data-choices] button:not([aria-disabled="true"])').first.click()
    page.wait_for_function("kept => localStorage.getItem('piquet:game') !== kept", arg=kept)
    table.take_tricks()
    table.wait_for_question()  # The game is saved before its tricks are shown.
    board, news = (
        table.board.inner_html(),
        table.part("story").inner_html(),
    )
    quiet(page)
    page.reload()
    quiet(page)
    expect(table.part("saved-game")).to_contain_text("deal 6: you")
    table.button("resume").click()
    table.wait_for_question()
    assert table.board.inner_html() == board
    assert table.part("story").inner_html() == news
    for deal in range(6, 13):  # Two more for each tie.
        table.play()
        expect(scores).to_have_count(deal)
        if not following.count():
            break
        following.click()
        expect(scores).to_have_count(deal + 1)
    expect(table.part("settlement")).to_contain_text("The partie is worth ")
    assert "rubicon.settlement" in (
        page.locator("[data-part=settlement] a[href*='rules/']").get_attribute("href") or ""
    )


def test_hint_take_back_and_a_refused_card(seat: Seated, modes: Modes) -> None:
    table = seat(begun("form=deal&seed=window&seat=younger&by=hoyle1909"))
    page = table.page
    expect(table.button("undo")).to_have_attribute("aria-disabled", "true")
    before = (
        table.board.inner_html(),
        table.prompt.inner_text(),
    )
    table.button("hint").click()
    expect(table.hint).to_contain_text("Master judges")
    assert page.locator("[data-part=prompt] label[data-hinted]").count() >= 1
    assert violations(page, "[data-part=game]", modes) == []
    page.set_viewport_size({"width": 1280, "height": 900})
    for label in page.locator("[data-part=prompt] label[data-hinted]").all():
        label.click()
    page.locator('[data-act="lay"]').click()
    expect(table.button("undo")).to_have_attribute("aria-disabled", "false")
    expect(page.locator("[data-part=prompt] legend")).to_have_count(0)
    table.button("undo").click()
    expect(page.locator("[data-part=prompt] legend")).to_have_count(1)
    assert (
        table.board.inner_html(),
        table.prompt.inner_text(),
    ) == before
    terms = "form=deal&seed=window&seat=younger&by=hoyle1909"
    table = seat(asked_for(terms, "Which card do you play", cards=7))
    page = table.page
    wrong = page.locator('[data-choices] button[aria-disabled="true"]')
    wrong.first.click(force=True)
    refusal = page.locator("[data-part=refusal]:visible")
    expect(refusal).to_contain_text("You must follow suit")
    assert "play.follow" in (refusal.locator("a[href*='rules/']").get_attribute("href") or "")
    expect(table.announcement).to_have_text(refusal.text_content() or "?")


def test_a_game_is_sent_by_its_link(seat: Seated, visit: Open) -> None:
    """Another profile gets the same terms and cards, but no moves."""
    table = seat(begun("form=hundred-up&seed=sent&by=little&seat=younger"))
    page = table.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    board = (
        table.prompt.inner_text(),
        table.board.inner_html(),
    )
    table.play("Which card do you play?")
    table.button("link").click()
    expect(table.part("status")).to_contain_text("copied")
    link = urlsplit(page.evaluate("navigator.clipboard.readText()"))
    assert parse_qs(link.query) == {
        "by": ["little"],
        "form": ["hundred-up"],
        "seat": ["younger"],
        "seed": ["sent"],
    }
    other_table = TablePage.start(visit, link.query)
    expect(other_table.part("terms")).to_contain_text("Little Piquet")
    newcomer = other_table.page  # A new profile gets tips, the shared table shows none.
    newcomer.get_by_role("button", name="I know Piquet").click()
    expect(newcomer.get_by_role("note", name="Tip")).to_have_count(0)
    assert (
        other_table.prompt.inner_text(),
        other_table.board.inner_html(),
    ) == board


@pytest.mark.parametrize(
    "kept",
    [pytest.param("{}", marks=pytest.mark.thorough), "piquet game 7\nrules x\ncheck 0"],
)
def test_a_kept_game_that_cannot_be_read_is_set_aside(visit: Open, kept: str) -> None:
    page = visit(TABLE).page
    page.evaluate("kept => localStorage.setItem('pq-game', kept)", kept)  # As version 0.2.0 did.
    quiet(page)
    page.reload()
    quiet(page)
    page.locator('[data-do="resume"]').click()
    expect(page.locator("[data-part=notice]")).to_contain_text("set aside")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save it as a file").click()
    assert saved.value.path().read_text("utf-8") == kept
    page.reload()
    quiet(page)  # The list contains it after a reload too.
    page.locator("[data-part=set-aside] > summary").click()
    with page.expect_download() as saved:
        page.locator("[data-part=set-aside]").get_by_role("button", name="Save as a file").click()
    assert saved.value.path().read_text("utf-8") == kept
    expect(page.locator("[data-part=saved-game]")).to_be_hidden()
    page.locator("[data-part=start]").click()  # A new game can begin.
    TablePage(page).wait_for_question()


def test_after_a_game_one_tap_begins_a_harder_one_and_the_table_remembers_it(visit: Open) -> None:
    """It replaces the finished game, with the deal passed on. A reload has its terms.

    The first game was resumed, so its terms are not the last ones chosen here.
    """
    table = resumed(visit, deal_over(seed="again", rules="cavendish"), phone=True)
    page = table.page
    table.open_more()
    page.get_by_role("button", name="Harder: Guard").click()
    page.locator("[data-part=prompt] [data-part=choices]").wait_for()
    expect(page.locator("[data-part=table] [data-part=name]").first).to_have_text("Guard")
    expect(page.locator("[data-part=centre] ~ [data-part$=-side]")).to_contain_text("younger")
    assert page.evaluate("Object.keys(localStorage).filter(one => one.includes('aside'))") == []
    expect(page.get_by_role("button", name="Take back")).to_have_attribute("aria-disabled", "true")
    quiet(page)
    page.reload()
    expect(table.part("saved-game")).to_contain_text("Guard")
    expect(page.locator('[name="opponent"][value="guard"]')).to_be_checked()
    expect(page.locator('[name="rules"]')).to_have_value("cavendish")
    expect(page.locator('[name="form"]')).to_have_value("deal")
    expect(table.part("agreed-terms")).to_contain_text("Against Guard")
    expect(table.part("agreed-terms")).to_contain_text("Cavendish")


def test_what_cost_most_is_a_tap_from_the_replay(seat: Seated, modes: Modes) -> None:
    """It works on a phone, and axe finds no fault.

    Younger's own deal is shown from younger's side, as at the table, and from elder's side in elder's view.
    """
    table = seat(deal_over(seed=SOON_JUDGED, seat="younger"), phone=True)
    page = table.page
    table.region.evaluate("one => one.scrollIntoView()")
    table.show_costs()
    costs = table.part("mistakes")
    expect(costs).to_be_in_viewport()  # From the start, while it is computed.
    expect(table.result).to_contain_text("Forced cards are left out")
    look = costs.locator('li button[data-do="look"]')
    expect(look.first).to_be_visible()  # The list comes after the costliest decision above it.
    assert 1 <= look.count() <= 3
    assert violations(page, "[data-part=question]", modes) == []
    page.set_viewport_size({"width": 360, "height": 740})
    step = look.first.get_attribute("data-step")
    assert step
    look.first.click()
    figure = page.locator("[data-part=deal-review] figure[data-part=replay]")
    expect(figure).to_have_attribute("data-step", step)
    expect(figure.locator("[data-part=sentence]")).to_be_in_viewport()
    beside = figure.locator("[data-part=cost]")
    expect(beside).to_contain_text("Cost about")
    expect(beside).to_be_in_viewport()
    costs.locator('li button[data-do="better"]').first.click()
    expect(figure.locator("[data-part=results]")).to_contain_text("As played")
    expect(figure).to_have_attribute("data-step", step)
    # *Review the deal* always shows the deal as it was played.
    page.get_by_role("button", name="Review the deal").click()
    expect(figure).to_have_attribute("data-step", "deal")
    expect(figure.locator("[data-part=decision-review-method]")).to_be_visible()
    expect(figure.locator("[data-part=what-if]")).to_be_hidden()
    expect(figure.locator("[data-part=decision-review-sheet]")).not_to_contain_text("other line")
    assert "~" not in page.url
    expect(figure).to_have_attribute("data-view", "both")
    below = """one => one.querySelector("[data-part=younger-side]").getBoundingClientRect().top
        > one.querySelector("[data-part=elder-side]").getBoundingClientRect().top"""
    assert figure.evaluate(below)
    figure.evaluate("one => one.classList.remove('pq-turned')")
    assert not figure.evaluate(below)


def test_axe_finds_nothing_in_the_game_and_at_its_end(seat: Seated, modes: Modes) -> None:
    table = seat(asked_for("form=deal&seed=axe&seat=younger", "What do you answer"))
    page = table.page
    expect(page.locator("[data-part=game] [data-part=calls]")).to_be_visible()  # On the felt.
    assert violations(page, "[data-part=game]", modes) == []
    table.play("Which card do you play")
    page.locator("[data-part=transcript] > summary").click()
    assert violations(page, "[data-part=game]") == []  # In both colours.
    table = seat(deal_over(seed="axe", seat="younger"))
    page = table.page
    page.locator("[data-part=transcript] > summary").click()
    assert violations(page, "[data-part=game]", modes) == []


def test_without_a_script_the_page_says_how_to_play_at_a_real_table(visit: Open) -> None:
    page = visit(TABLE, java_script_enabled=False).page
    expect(page.locator("[data-part=game]")).to_be_hidden()
    expect(page.locator(".pq-needs-script")).to_be_visible()
    expect(page.locator("#at-a-real-table ol li")).to_have_count(5)
    expect(page.locator("#at-this-table")).to_be_hidden()
    page.locator("[data-part=no-engine-table] a").click()
    assert page.url.endswith("#at-a-real-table")
    expect(page.get_by_role("link", name="the lessons")).to_be_visible()
