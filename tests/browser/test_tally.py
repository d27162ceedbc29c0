"""The statistics of the reader's games: counted once, added up, exported and deleted."""

import json
from pathlib import Path
from typing import Any

import pytest
from harness import Modes, quiet
from pages.lesson import REVIEW
from pages.replay import Open
from pages.table import TABLE, Seated, TablePage
from playwright.sync_api import Locator, Page, expect
from saved_games import SOON_JUDGED, kept, nearly_over, resumed
from test_axe import violations
from test_kept import storage

pytestmark = pytest.mark.browser

TERMS = {"rules": "hoyle1909", "form": "deal", "opponent": "thumb"}
NONE = [0, 0]


def deal(seat: str, points: list[int], **more: Any) -> dict[str, Any]:
    feats = {"repique": NONE, "pique": NONE, "capot": NONE}
    return {**TERMS, "seat": seat, "points": points, **feats, **more}


# Five deals against two opponents by two rule sets, and three games. The sums below were computed by hand.
DEALS = {
    "1" * 16: deal("elder", [30, 20], pique=[1, 0]),
    "2" * 16: deal("elder", [41, 12], form="rubicon", capot=[1, 0]),
    "3" * 16: deal("younger", [10, 60], form="rubicon", repique=[0, 1], capot=[0, 1]),
    "4" * 16: deal("younger", [17, 17], opponent="guard", form="hundred-up"),
    "5" * 16: deal("elder", [41, 11], rules="cavendish", form="rubicon", pique=[1, 0]),
}
GAMES = {
    "6" * 16: {**TERMS, "form": "rubicon", "won": [1, 0], "rubicon": [1, 0]},
    "7" * 16: {**TERMS, "form": "rubicon", "won": [0, 1], "rubicon": NONE},
    "8" * 16: {**TERMS, "form": "hundred-up", "opponent": "guard", "won": [0, 1], "rubicon": NONE},
}


def keep(page: Page, text: str) -> None:
    page.evaluate("text => localStorage.setItem('piquet:played', text)", text)
    page.reload()


def counted(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(storage(page).get("piquet:played", '{"deals": {}}'))
    return found


def fold(page: Page) -> Locator:
    return page.locator("[data-part=statistics]")


def rows(page: Page, sheet: str) -> list[list[str]]:
    return [
        [" ".join(cell.split()) for cell in row.locator("th, td").all_text_contents()]
        for row in page.locator(f'[data-sheet="{sheet}"] tbody tr').all()
    ]


def feats(page: Page) -> dict[str, list[str]]:
    return {
        row.get_attribute("data-feat") or "": row.locator("td").all_text_contents()
        for row in page.locator("[data-feat]").all()
    }


def test_what_is_kept_is_added_up_by_opponent_and_rules(visit: Open, modes: Modes) -> None:
    page = visit(TABLE).page
    expect(fold(page)).to_be_hidden()  # There is nothing yet.
    keep(page, json.dumps({"version": 2, "deals": DEALS, "games": GAMES}))
    summary = fold(page).locator("summary")
    expect(summary).to_have_text("Your games: 5 deals")
    summary.click()
    hoyle, cavendish = (
        page.locator(f'select[name="rules"] option[value="{id}"]').text_content()
        for id in ("hoyle1909", "cavendish")
    )
    for width in (1440, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert rows(page, "deals") == [
            [f"Thumb {hoyle}", "3", "2", "35.5", "10.0"],
            [f"Guard {hoyle}", "1", "0", "–", "17.0"],
            [f"Thumb {cavendish}", "1", "1", "41.0", "–"],
        ]
        assert rows(page, "games") == [
            [f"Thumb {hoyle}", "2", "1", "–", "–"],
            [f"Guard {hoyle}", "–", "–", "1", "0"],
        ]
        assert feats(page) == {
            "repique": ["0", "1"],
            "pique": ["2", "0"],
            "capot": ["1", "1"],
            "rubicon": ["1", "0"],
        }
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Of two with as many points, the one with fewer for the opponent.
    expect(page.locator("[data-part=best-deal]")).to_have_text(
        "Best deal: 41–11 against Thumb, as elder"
    )
    assert violations(page, "[data-part=statistics]", modes) == []


def test_a_deal_counts_once_however_often_it_is_finished_or_looked_at(visit: Open) -> None:
    """The button for the statistics is on the stage as soon as the deal is over."""
    table = resumed(visit, nearly_over(seed=SOON_JUDGED, seat="younger"))
    page = table.page
    expect(page.locator('[data-part=stage] [data-do="tally"]')).to_be_hidden()
    table.play()
    page.locator('[data-part=stage] [data-do="tally"]').click()
    expect(fold(page).locator("summary")).to_be_focused()
    expect(fold(page).locator("summary")).to_have_text("Your games: one deal")
    expect(page.locator('[data-sheet="deals"]')).to_be_in_viewport()
    first = counted(page)
    (one,) = first["deals"].values()
    score = [int(text) for text in page.locator("[data-part=ledger] tfoot td").all_text_contents()]
    assert one["points"] == score
    assert (one["seat"], one["opponent"], one["rules"]) == ("younger", "thumb", "hoyle1909")
    table.button("review").click()
    page.locator("[data-part=deal-review] figure[data-part=replay]").wait_for()
    # The review has a worker of its own, which must not end while it loads.
    page.wait_for_function("() => workers[1]?.states.includes('ready')")
    table.button("undo").click()
    expect(table.result).to_have_count(0)
    table.play()
    assert counted(page) == first
    quiet(page)
    page.reload()
    table.button("resume").click()
    table.wait_for_question()
    assert counted(page) == first
    # Another deal is another entry.
    page.evaluate("text => localStorage.setItem('piquet:game', text)", kept(nearly_over()))
    page.locator('[data-part=saved-game] [data-do="resume"]').dispatch_event("click")
    expect(table.result).to_have_count(0)
    table.play()
    assert len(counted(page)["deals"]) == 2
    expect(fold(page).locator("summary")).to_have_text("Your games: 2 deals")


def test_two_tabs_add_to_one_another_and_forget_together(seat: Seated) -> None:
    table = seat(nearly_over())
    page = table.page
    other = page.context.new_page()
    other.goto(page.url)
    text = json.dumps({"version": 2, "deals": DEALS, "games": GAMES})
    other.evaluate("text => localStorage.setItem('piquet:played', text)", text)
    expect(fold(page).locator("summary")).to_have_text("Your games: 5 deals")
    table.play()  # The first tab writes after the second has saved.
    assert set(counted(page)["deals"]) > set(DEALS)
    expect(fold(other).locator("summary")).to_have_text("Your games: 6 deals")
    fold(other).locator("summary").click()
    other.get_by_role("button", name="Forget these games").click()
    expect(fold(other).get_by_role("status")).to_contain_text("removes 6 deals")
    assert len(counted(page)["deals"]) == 6  # It has only asked.
    other.get_by_role("button", name="Yes, forget them").click()
    expect(fold(other)).to_be_hidden()
    expect(fold(page)).to_be_hidden()
    assert "piquet:played" not in storage(page)
    assert "piquet:game" in storage(page)  # Nothing else is gone.
    other.close()


def test_what_cannot_be_read_is_reported_and_set_aside(visit: Open) -> None:
    page = visit(TABLE, kept=kept(nearly_over())).page
    quiet(page)
    damaged = '{"version": 2, "deals": {"x": 5}, "games": {}}'
    keep(page, damaged)
    fold(page).locator("summary").click()
    expect(fold(page).get_by_role("status")).to_contain_text("cannot be read")
    assert storage(page)["piquet:played"] == damaged
    page.reload()
    page.locator('[data-do="resume"]').click()
    TablePage(page).wait_for_question()
    TablePage(page).play()
    assert len(counted(page)["deals"]) == 1
    aside = [json.loads(text) for key, text in storage(page).items() if ":aside:" in key]
    assert [one["text"] for one in aside] == [damaged]


def test_the_figures_go_along_in_the_file_of_everything(visit: Open, tmp_path: Path) -> None:
    page = visit(REVIEW).page
    keep(page, json.dumps({"version": 2, "deals": DEALS, "games": GAMES}))
    expect(page.locator("[data-part=saved-data-summary]")).to_contain_text(
        "how 5 deals of yours came out"
    )
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save everything as a file").click()
    file = tmp_path / "piquet.json"
    saved.value.save_as(file)
    other = visit(REVIEW).page
    own = {"9" * 16: deal("younger", [1, 2])}
    keep(other, json.dumps({"version": 2, "deals": own, "games": {}}))
    other.locator('input[type="file"]').set_input_files(file)
    expect(other.locator("[data-part=saved-data-status]")).to_contain_text(
        "how 5 deals of yours came out"
    )
    found = counted(other)
    assert found["deals"] == {**DEALS, **own}
    assert found["games"] == GAMES
