"""Recent games: listed below the table, reopened, exported and removed; and the way back from a review."""

import json
import re
from typing import Any

import pytest
from case_selection import first
from harness import Modes, quiet
from pages.replay import Open
from pages.table import TABLE, Seated, TablePage
from playwright.sync_api import Locator, Page, expect
from saved_games import SOON_JUDGED, asked_for, deal_over, deals_over, kept, nearly_over, resumed
from test_axe import violations
from test_kept import FILL, storage

from piquet_core.sessions import next_deal

pytestmark = pytest.mark.browser


def fold(page: Page) -> Locator:
    summary = page.locator("summary").filter(has_text=re.compile("^Your games"))
    return page.locator("details").filter(has=summary)


def listed(page: Page) -> Locator:
    """Open the list of recent games and return its rows."""
    if fold(page).get_attribute("open") is None:
        fold(page).locator("summary").click()
    return fold(page).get_by_role("listitem")


def recent(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(storage(page)["piquet:recent"])["games"]
    return found


def review(page: Page) -> Locator:
    return page.get_by_role("button", name="Next step")


def table(page: Page) -> Locator:
    return page.get_by_role("region", name="The table")


def test_a_finished_deal_is_listed_with_date_opponent_seat_and_score_and_opens_again(
    visit: Open, modes: Modes
) -> None:
    """They survive a reload and another game. Counts of zero are left out."""
    table = resumed(visit, nearly_over(seed=SOON_JUDGED, seat="younger"))
    page = table.page
    table.play()
    row = listed(page)
    expect(row).to_have_count(1)
    mine, theirs = (
        page.locator("[data-part=ledger] tfoot td").nth(place).inner_text() for place in (0, 1)
    )
    expect(row).to_contain_text(f"Against Thumb, as younger: {mine}–{theirs}")
    expect(row).to_contain_text(re.compile(r"\d+ \w+ 20\d\d; .*Hoyle"))
    for feat in ("Repiques", "Piques", "Rubicons"):
        expect(fold(page).get_by_role("row", name=re.compile(rf"^{feat} 0 0$"))).to_have_count(0)
    assert violations(page, "[data-part=statistics]", modes) == []
    quiet(page)
    page.reload()
    listed(page).get_by_role("button", name="Look at it again").click()
    expect(review(page)).to_be_in_viewport()
    expect(page.get_by_text("Thumb against you").first).to_be_visible()
    page.go_back()
    expect(review(page)).to_have_count(0)
    expect(listed(page)).to_have_count(1)


def test_the_deals_of_a_partie_are_one_entry_each_of_them_to_be_opened(visit: Open) -> None:
    table = resumed(visit, deals_over("rubicon", "a", 3))
    page = table.page
    (one,) = recent(page).values()
    assert [deal["number"] for deal in one["deals"]] == [1, 2, 3]
    expect(listed(page)).to_contain_text("Partie against Thumb")
    score = "–".join(str(one) for one in one["deals"][1]["points"])
    button = listed(page).get_by_role("button", name=f"Deal 2, as younger: {score}")
    button.click()
    expect(review(page)).to_be_in_viewport()
    expect(page.get_by_text("deal 2 of the game").first).to_be_visible()
    remove = listed(page).get_by_role("button", name="Remove")
    remove.click()
    listed(page).get_by_role("button", name="Yes, remove it").click()
    expect(listed(page)).to_have_count(0)
    assert recent(page) == {}


def test_a_game_that_cannot_be_opened_again_is_set_aside_and_reported(visit: Open) -> None:
    table = resumed(visit, deal_over())
    page = table.page
    (key, one), *_ = recent(page).items()
    damaged = {key: {**one, "text": one["text"].replace("check ", "check x")}}
    text = json.dumps({"version": 2, "games": damaged})
    page.evaluate("text => localStorage.setItem('piquet:recent', text)", text)
    page.evaluate("localStorage.removeItem('piquet:game')")
    quiet(page)
    page.reload()
    listed(page).get_by_role("button", name="Look at it again").click()
    expect(page.get_by_role("alert")).to_contain_text("This game cannot be opened again")
    expect(page.get_by_role("alert")).to_contain_text("It is set aside.")
    expect(page.get_by_text("Set aside (1)")).to_be_visible()
    assert recent(page) == {}


def test_games_that_cannot_be_read_are_reported_and_the_others_are_listed(visit: Open) -> None:
    table = resumed(visit, deal_over())
    page = table.page
    games = {**recent(page), "2" * 16: {"title": 5}}
    text = json.dumps({"version": 2, "games": games})
    page.evaluate("text => localStorage.setItem('piquet:recent', text)", text)
    quiet(page)
    page.reload()
    expect(listed(page)).to_have_count(1)
    expect(fold(page).get_by_role("status")).to_contain_text("cannot be read")


def test_back_from_a_review_is_the_table_and_forward_the_review_at_its_step(visit: Open) -> None:
    """A reload opens both again. From the table, *Back* leaves the page and the game is saved."""
    page = visit("index.html").page
    page.evaluate("text => localStorage.setItem('piquet:game', text)", kept(deal_over()))
    quiet(page)
    page.goto(page.url.replace("index.html", TABLE))
    page.get_by_role("button", name="Go on").click()
    TablePage(page).wait_for_question()
    entries = page.evaluate("history.length")
    open_review = page.get_by_role("button", name="Review the deal")
    open_review.click()
    expect(review(page)).to_be_in_viewport()
    assert page.evaluate("history.length") == entries + 1
    review(page).click()
    review(page).click()
    page.wait_for_function("location.hash !== ''")
    step = page.evaluate("location.hash")

    page.go_back()
    expect(review(page)).to_have_count(0)
    expect(open_review).to_be_focused()
    expect(open_review).to_be_in_viewport()
    assert page.evaluate("location.hash") == ""
    page.go_forward()
    expect(review(page)).to_be_visible()
    assert page.evaluate("location.hash") == step
    current = page.get_by_role("figure").and_(page.locator(f'[data-step="{step[1:]}"]'))
    expect(current).to_have_count(1)

    quiet(page)
    page.reload()
    expect(review(page)).to_be_visible()
    expect(current).to_have_count(1)
    expect(table(page)).to_be_visible()
    page.go_back()
    expect(review(page)).to_have_count(0)
    expect(open_review).to_be_visible()
    quiet(page)
    page.go_back()
    page.wait_for_url("**/index.html")


def test_a_review_that_play_goes_on_from_leaves_no_entry_behind(visit: Open) -> None:
    """Neither game replaces the other."""
    page = visit("index.html").page
    game = kept(deals_over("rubicon", "a", 2))
    page.evaluate("text => localStorage.setItem('piquet:game', text)", game)
    quiet(page)
    page.goto(page.url.replace("index.html", TABLE))
    page.get_by_role("button", name="Go on").click()
    TablePage(page).wait_for_question()
    entries = page.evaluate("history.length")
    page.get_by_role("button", name="Review the deal").click()
    expect(review(page)).to_be_visible()
    page.get_by_role("button", name="Review deal 1").click()
    expect(page.get_by_text("deal 1 of the game").first).to_be_visible()
    assert page.evaluate("history.length") == entries + 1
    page.get_by_role("button", name="Next deal").click()
    expect(page.get_by_role("button", name="Next deal")).to_have_count(0)
    expect(review(page)).to_have_count(0)
    page.wait_for_function("history.state === null")
    quiet(page)
    page.go_back()
    page.wait_for_url("**/index.html")


def test_back_from_a_look_at_a_decision_keeps_the_list_of_what_cost_most(visit: Open) -> None:
    table = resumed(visit, deal_over(seed=SOON_JUDGED, seat="younger"))
    page = table.page
    table.show_costs()
    costs = page.get_by_role("group", name="What the decisions have cost")
    look = costs.get_by_role("button", name=re.compile("^Look")).first
    look.click()
    expect(review(page)).to_be_visible()
    page.go_back()
    expect(review(page)).to_have_count(0)
    expect(look).to_be_focused()


def test_at_the_end_of_a_deal_enter_goes_on(seat: Seated) -> None:
    """It begins the next deal of a game, or a new game after a single deal."""
    for form, name in (("deal", "Play Thumb again"), ("rubicon", "Next deal")):
        table = seat(nearly_over(form))
        page = table.page
        choice = page.locator('[data-part=prompt] [data-move]:not([aria-disabled="true"])').first
        choice.focus()
        page.keyboard.press("Enter")
        for _ in range(3):  # The tricks, which the key takes at once.
            if page.locator("[data-showing]").count():
                page.keyboard.press("Enter")
        onward = page.get_by_role("button", name=re.compile(f"^{name}"))
        expect(onward).to_be_focused()
        page.keyboard.press("Enter")
        expect(onward).to_have_count(0)


def test_younger_sees_the_honest_answer_marked_and_first(seat: Seated) -> None:
    """As elder it sees the call worth most. The other answers are there too."""
    game = asked_for("form=deal&seed=honest&seat=younger", "What do you answer?")
    table = seat(game)
    page = table.page
    answers = page.get_by_role("group", name="Answers").get_by_role("button")
    marked = page.locator("[data-part=prompt] [data-part=best-choice]")
    expect(marked).to_have_count(1)
    assert marked.inner_text() == answers.first.inner_text()
    expect(answers).to_have_count(3)


def test_a_next_deal_is_named_by_the_button_that_goes_on(visit: Open) -> None:
    """The first page offers it too and is unchanged without a game. Another tab removes it again."""
    table = resumed(visit, deals_over("rubicon", "a", 4))
    page = table.page
    text = json.loads(storage(page)["piquet:game"])
    totals = text["stands"].partition(", ")[2]
    assert re.fullmatch(r"deal 5, \d+–\d+", text["stands"])
    quiet(page)
    page.goto(page.url.partition("/tutorials/")[0] + "/index.html")
    words = f"Go on: deal 5, {totals}"
    ways = page.get_by_role("link", name=re.compile("^(Go on|Play now|Learn it)"))
    expect(ways).to_have_text([words, "Play now", "Learn it"])
    ways.first.click()
    expect(page.get_by_role("button", name="Next deal")).to_be_visible()
    assert "#" not in page.url
    page.get_by_role("button", name="Next deal").click()
    expect(page.get_by_role("button", name="Next deal")).to_have_count(0)
    quiet(page)
    page.reload()
    expect(page.get_by_role("button", name=f"Go on: deal 5, {totals}")).to_be_visible()
    page.evaluate("localStorage.removeItem('piquet:game')")
    page.goto(page.url.partition("/tutorials/")[0] + "/index.html")
    expect(ways).to_have_text(["Play now", "Learn it"])


def waiting(visit: Open, address: str = TABLE, **options: Any) -> Page:
    """Return the table with deal 5 of a partie, which waits to be continued."""
    game = kept(next_deal(deals_over("rubicon", "a", 4)))
    page = visit(address, kept=game, **options).page
    quiet(page)
    return page


def aside(page: Page) -> list[str]:
    return [json.loads(one)["text"] for key, one in storage(page).items() if ":aside:" in key]


@pytest.mark.parametrize(
    "way", first(2, ["Play now", "link", "Partie, six deals", "Play today’s deal"])
)
def test_a_game_that_waits_is_set_aside_whichever_way_another_begins(visit: Open, way: str) -> None:
    page = waiting(visit, f"{TABLE}?form=deal&seed=sent" if way == "link" else TABLE)
    before = json.loads(storage(page)["piquet:game"])["text"]
    name = "Play now" if way == "link" else way
    page.get_by_role("button", name=name, exact=True).first.click()
    TablePage(page).wait_for_question()
    assert json.loads(storage(page)["piquet:game"])["text"] != before
    assert aside(page) == [before]
    expect(page.get_by_text("Set aside (1)")).to_be_visible()
    # The deal of the day, too, sets aside the game in place.
    if way == "Play now":
        second = json.loads(storage(page)["piquet:game"])["text"]
        page.get_by_role("button", name="Play today’s deal").click()
        expect(page.get_by_text("Set aside (2)")).to_be_visible()
        assert sorted(aside(page)) == sorted([before, second])


@pytest.mark.parametrize("way", ["Play now", "Play today’s deal"])
def test_without_room_to_set_a_game_aside_no_other_begins(visit: Open, way: str) -> None:
    """The page says so and offers the game as a file. Another game can be played and replaces nothing."""
    page = waiting(visit)
    before = json.loads(storage(page)["piquet:game"])["text"]
    page.evaluate(FILL)
    page.get_by_role("button", name=way, exact=True).first.click()
    note = page.get_by_role("status").filter(has_text="cannot be set aside")
    expect(note).to_be_visible()
    expect(table(page)).to_be_hidden()
    with page.expect_download() as saved:
        note.get_by_role("button", name="Save that game as a file").click()
    assert json.loads(saved.value.path().read_text("utf-8"))["game"]["text"] == before
    note.get_by_role("button", name="Play one that is not kept").click()
    TablePage(page).wait_for_question()
    expect(page.get_by_text("this game is not kept")).to_be_visible()
    assert json.loads(storage(page)["piquet:game"])["text"] == before
    page.evaluate("localStorage.clear()")


def test_a_damaged_game_and_a_full_store_are_both_reported(visit: Open) -> None:
    damaged = '{"version": 2, "text": 5}'
    page = visit(TABLE).page
    page.evaluate("text => localStorage.setItem('piquet:game', text)", damaged)
    page.evaluate(FILL)
    quiet(page)
    page.reload()
    note = page.get_by_role("status").filter(has_text="no room left")
    expect(note).to_contain_text("cannot be read, and there is no room to set it aside")
    expect(note).to_contain_text("a game lasts only as long as this page is open")
    with page.expect_download() as saved:
        note.get_by_role("button", name="Save it as a file").click()
    assert saved.value.path().read_text("utf-8") == damaged
    page.evaluate("localStorage.clear()")


def test_seats_alternate_from_game_to_game_unless_the_reader_chooses_one(visit: Open) -> None:
    page = visit(TABLE).page

    def seat_of_next(name: str = "Play now") -> str:
        page.get_by_role("button", name=name, exact=True).first.click()
        TablePage(page).wait_for_question()
        game = json.loads(storage(page)["piquet:game"])["text"]
        page.get_by_role("button", name="Leave the table").click()
        return "elder" if "\nelder you\n" in game else "younger"

    seats = [seat_of_next("Show me"), seat_of_next(), seat_of_next("Partie, six deals")]
    assert seats == ["elder", "younger", "elder"]
    page.get_by_text("Change the terms").click()
    page.get_by_role("radio", name="You are elder").check()
    assert [seat_of_next(), seat_of_next()] == ["elder", "elder"]
    quiet(page)
    page.reload()
    page.get_by_text("Change the terms").click()
    expect(page.get_by_role("radio", name="You are elder")).to_be_checked()
    # A link names the seat of one game only.
    page.get_by_role("radio", name="In turn").check()
    assert seat_of_next() == "younger"
    page.goto(f"{page.url.partition('?')[0].partition('#')[0]}?form=deal&seat=younger&seed=sent")
    assert seat_of_next() == "younger"
    page.get_by_text("Change the terms").click()
    expect(page.get_by_role("radio", name="In turn")).to_be_checked()


def test_the_usual_rules_come_first_and_a_book_of_parties_is_chosen_for_one(visit: Open) -> None:
    page = visit(TABLE).page
    page.get_by_text("Change the terms").click()
    rules, form = (page.get_by_role("combobox", name=one) for one in ("Rules", "What to play"))
    assert rules.locator("option").first.get_attribute("value") == rules.input_value()
    group = rules.locator("optgroup").first
    assert group.get_attribute("label") == "For most people: this one"
    expect(form).to_have_value("deal")
    rules.select_option("rubicon")
    expect(form).to_have_value("rubicon")
    rules.select_option("little")
    expect(form).to_have_value("hundred-up")
    form.select_option("deal")
    rules.select_option("rubicon")
    expect(form).to_have_value("deal")  # The reader's own choice stays.


@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_of_the_day_is_in_the_menu_and_its_deal_at_the_top_of_the_table_page(
    visit: Open, width: int
) -> None:
    page = visit(TABLE, size=(width, 740)).page
    top = page.get_by_role("main").get_by_role("link", name="today’s deal")
    expect(top).to_be_in_viewport(ratio=1)
    bar = page.get_by_role("banner")
    menu = bar.get_by_label("Menu") if width < 900 else bar.get_by_text("Play", exact=True)
    menu.and_(page.locator("summary")).click()
    bar.get_by_role("link", name="Today", exact=True).click()
    expect(page.get_by_role("heading", name="The deal of the day")).to_be_in_viewport()
