"""The workbench: a record with faults, a deal by its id, a new deal, and playing it."""

import re
from pathlib import Path

import pytest
from harness import Modes, quiet
from pages.replay import Open
from playwright.sync_api import Page, expect
from test_axe import violations

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
OWN = "docs/deals/own.html"


@pytest.fixture(scope="module")
def opened(stay: Open) -> Page:
    return stay(OWN).page


@pytest.fixture
def bench(opened: Page) -> Page:
    """A workbench whose engine some tests share. Replays opened before count as old."""
    opened.set_viewport_size({"width": 1280, "height": 900})
    opened.emulate_media(media="screen")
    mark_old(opened)
    return opened


def mark_old(page: Page) -> None:
    page.locator("[data-part=workbench-result]").evaluate(
        "place => place.querySelectorAll('figure').forEach(one => { one.dataset.old = ''; })"
    )


def test_a_fault_of_a_record_is_shown_beside_it_and_its_line_is_one_tap_away(bench: Page) -> None:
    page = bench
    text = '[Piquet "1"]\n[Id "mine"]\n[Rules "hoyle1909"]\n\nelder 97.A98.JT98\n'
    page.locator("#pq-text").fill(text)
    page.locator('[data-do="open"]').click()
    faults = page.locator("[data-part=record-faults]")
    expect(faults).to_contain_text("a hand has four suits")
    expect(faults.locator("mark").first).to_have_text("97.A98.JT98")
    assert page.locator("#pq-text").input_value() == text
    line = faults.get_by_role("button", name="Line 5").first
    expect(line).to_be_focused()
    expect(line).to_be_in_viewport()
    line.click()
    expect(page.locator("#pq-text")).to_be_focused()
    assert page.evaluate("getSelection().toString()") == "elder 97.A98.JT98"


def test_a_file_in_utf_16_with_a_markdown_fence_is_read(bench: Page, tmp_path: Path) -> None:
    page = bench
    record = (ROOT / "docs" / "deals" / "hoyle1909-ab.piquet").read_text("utf-8")
    (tmp_path / "deal.md").write_text(f"# A deal\n\n```piquet\n{record}```\n", "utf-16")
    page.get_by_label("Or a file").set_input_files(tmp_path / "deal.md")
    result = page.locator("[data-part=workbench-result]:has(figure:not([data-old]))")
    expect(result.get_by_text("A and B play at Piquet", exact=True).first).to_be_visible()


def test_a_deal_is_named_by_its_id_and_played(visit: Open) -> None:
    page = visit(f"{OWN}?deal=32-XY8BPT54XW5N-D&by=little").page
    figure = page.locator("[data-part=workbench-result] figure[data-part=replay]")
    expect(figure.locator("[data-part=question-text]")).to_have_text(
        re.compile("Elder: Which cards are laid out")
    )
    expect(figure.locator("[data-part=rules]")).to_contain_text("Little Piquet")
    # Nobody has played these cards, so there is no variation.
    expect(figure.locator("[data-part=what-if] [data-part=act]")).to_have_text(
        "Your deal You play both sides."
    )
    expect(figure.locator("[data-part=results]")).to_have_text("So far 0–0", use_inner_text=True)
    assert "97.A98.JT98.JT7" in page.locator("#pq-text").input_value()
    # Each rule set shows its result in the place reserved for it.
    books = figure.locator("a[data-book]")
    known = figure.locator("a[data-book] b:not(:text-is('…'))")
    expect(known).to_have_count(books.count())
    assert all(re.fullmatch(r"\d+–\d+", text) for text in known.all_inner_texts())
    expect(figure.locator("[data-part=rule-set-results]")).to_contain_text("plays both hands")
    figure.locator('[data-act="auto"]').click()
    expect(figure).to_have_attribute("data-step", "result")


def deal_again(page: Page) -> None:
    """Open the same deal again and wait until it can be played."""
    mark_old(page)
    page.locator('[data-do="deal"]').click()
    figure = page.locator("[data-part=workbench-result] figure[data-part=replay]:not([data-old])")
    expect(figure).to_have_attribute("data-engine", "live")
    expect(figure.locator("[data-part=question-text]")).to_be_visible()


@pytest.mark.parametrize("deals", [8, pytest.param(30, marks=pytest.mark.thorough)])
def test_a_deal_that_another_follows_is_let_go_and_answers_no_link(bench: Page, deals: int) -> None:
    """Neither nodes nor listeners grow with the number of deals, and each line is requested once.

    On a phone the last one can be played too: the button of its question is complete.
    """
    page = bench
    page.locator("[data-part=own-deal-form]:not([open]) summary").click()
    page.locator("#pq-id").fill("32-XY8BPT54XW5N-D")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    counts = []
    for number in range(1, deals + 1):
        deal_again(page)
        if number in {5, deals}:
            session.send("HeapProfiler.collectGarbage")
            metrics = session.send("Performance.getMetrics")["metrics"]
            counts.append({one["name"]: one["value"] for one in metrics})
    five, all_of_them = counts
    assert all_of_them["Nodes"] < five["Nodes"] * 1.05
    assert all_of_them["JSEventListeners"] <= five["JSEventListeners"]
    page.set_viewport_size({"width": 360, "height": 740})
    deal_again(page)
    button_is_whole(page)
    page.evaluate(
        """() => {
            window.before = workers[0].asked.length;
            const link = document.createElement("a");
            link.href = "?rules=little#xe";
            link.textContent = "Little Piquet";
            document.querySelector("[data-part=workbench-result]").append(link);
            link.click();
        }"""
    )
    expect(page.locator("[data-part=workbench-result] [data-part=rules]")).to_contain_text(
        "Little Piquet"
    )
    asked = page.evaluate("workers[0].asked.slice(before).map(one => JSON.parse(one).op)")
    assert asked.count("replay") == 1


def button_is_whole(page: Page) -> None:
    """Check on a phone that nothing covers the button of the question."""
    lay = page.locator('[data-part=what-if] [data-act="lay"]')
    lay.wait_for()
    assert lay.evaluate(
        """one => { const { left, right, bottom } = one.getBoundingClientRect();
          return one.contains(document.elementFromPoint((left + right) / 2, bottom - 3)); }"""
    )


def test_a_new_deal_every_time(bench: Page, visit: Open) -> None:
    """On one page and for another reader: both engines start from one snapshot."""
    seen = set()
    for page in (bench, bench, visit(OWN).page):
        page.locator("[data-part=workbench-status]").evaluate("one => { one.textContent = ''; }")
        page.locator('[data-do="random"]').click()
        expect(page.locator("[data-part=workbench-status]")).to_contain_text("32-")
        seen.add(page.locator("#pq-id").input_value())
    assert len(seen) == 3


def test_form_says_what_it_needs_without_a_script(visit: Open) -> None:
    page = visit(OWN, java_script_enabled=False).page
    assert page.locator(".pq-needs-script").is_visible()
    assert not page.locator("[data-part=workbench]").is_visible()


def test_axe_finds_nothing_in_the_form(visit: Open, modes: Modes) -> None:
    assert violations(visit(OWN).page, modes=modes) == []


def test_a_new_deal_comes_to_the_top_names_each_seat_once_and_prints_no_form(
    bench: Page,
) -> None:
    page = bench
    page.set_viewport_size({"width": 360, "height": 740})
    quiet(page)
    page.get_by_role("button", name="Deal a new hand").click()
    figure = page.locator("[data-part=workbench-result] figure[data-part=replay]:not([data-old])")
    figure.wait_for()
    for seat, said in (("younger", "Younger dealer"), ("elder", "Elder")):
        who = figure.locator(
            f"[data-part={seat}-side] :is([data-part=name], [data-part=role])"
        ).all_text_contents()
        assert " ".join(who) == said
    page.wait_for_function(
        """() => {
            const bar = document.querySelector("[data-part=site-header]").getBoundingClientRect().bottom;
            const top = document.querySelector("[data-part=workbench-result] figure:not([data-old])").getBoundingClientRect().top;
            return top >= bar && top <= bar + 16;
        }"""
    )
    page.emulate_media(media="print")
    expect(page.locator("[data-part=workbench-sources]")).to_be_hidden()
    expect(figure.locator("[data-part=board]")).to_be_visible()
