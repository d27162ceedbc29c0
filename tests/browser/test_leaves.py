"""What is folded away opens for whoever is led to it, is printed, and needs no script."""

import re

import pytest
from cases import first
from playwright.sync_api import expect
from reading import Open
from test_layout import too_wide

pytestmark = pytest.mark.browser

LOW_CARDS = "docs/rules/play.low-cards.html"
HELD = "docs/where-held.html"


def test_an_address_of_an_answer_opens_the_fold_that_holds_it(visit: Open) -> None:
    page = visit(f"{LOW_CARDS}#at-little").page
    row = page.locator("#at-little")
    expect(row).to_be_in_viewport()
    other = page.locator("details.pq-leaf").filter(has=page.locator("#at-hoyle1909"))
    expect(other).to_have_attribute("open", "open")  # the book that is taught needs no tap


def test_a_mark_of_the_strip_leads_to_its_answer(visit: Open) -> None:
    page = visit(LOW_CARDS).page
    expect(page.locator("#at-picquet1651")).to_be_hidden()
    page.locator(".pq-strip a").first.click()
    expect(page.locator("#at-picquet1651")).to_be_in_viewport()


def test_the_entry_of_a_rule_opens_from_its_article(visit: Open) -> None:
    page = visit(f"{HELD}#held-play.low-cards").page
    entry = page.locator("[id='held-play.low-cards']")
    expect(entry).to_be_in_viewport()
    expect(entry).to_contain_text("piquet_core/engine/play_rules.py")
    expect(page.locator("[id='held-play.lead']")).to_be_hidden()


def test_the_list_of_holders_narrows_to_the_words_that_are_typed(visit: Open) -> None:
    page = visit(HELD).page
    folds = page.locator("article .pq-leaf")
    every = folds.count()
    field = page.get_by_role("searchbox", name="Show only")
    field.fill("play.low-cards")
    shown = page.locator("article .pq-leaf:visible")
    expect(shown).not_to_have_count(every)
    expect(shown.filter(has_text="Low cards in the play")).to_have_count(1)
    expect(page.locator(".pq-narrow [role=status]")).to_have_text(
        f"{shown.count()} of {every} rules"
    )
    field.fill("repique.bonus engine")  # in its line and inside
    expect(shown.filter(has_text="repique.bonus")).to_have_count(1)
    said = page.locator(".pq-narrow [role=status]")
    expect(said).to_have_text(f"{shown.count()} of {every} rules, by their files")
    field.fill("rubi")  # the beginning of a word will do
    expect(shown.locator("> summary", has_text=re.compile("rubi", re.IGNORECASE))).to_have_count(
        shown.count()
    )
    field.fill("pique")  # as every path has it
    expect(shown.locator("> summary", has_text="pique")).to_have_count(shown.count())
    assert 0 < shown.count() < 20
    field.fill("x")  # not in the midst of a word
    assert shown.count() < 10
    field.fill("piquet_core/engine/tricks.py")
    expect(said).to_have_text(re.compile(r"^\d+ of \d+ rules, by their files$"))
    heads = page.locator("article section:has(> .pq-leaf):visible > h2")
    assert 0 < heads.count() < page.locator("article section:has(> .pq-leaf) > h2").count()
    expect(page.locator("article section:visible:has(> .pq-leaf:visible) > h2")).to_have_count(
        heads.count()
    )
    field.fill("xyzzy")
    back = page.get_by_role("button", name=f"Show all {every}")
    expect(page.locator(".pq-narrow [role=status]")).to_have_text(
        "No rule, id or file has “xyzzy”."
    )
    back.click()
    expect(page.locator(".pq-narrow [role=status]")).to_be_empty()
    expect(back).to_be_hidden()
    expect(page.locator("article .pq-leaf:visible")).to_have_count(every)
    field.fill("")
    expect(shown).to_have_count(every)
    page.emulate_media(media="print")
    expect(field).to_be_hidden()


def test_a_line_of_the_list_is_columns_at_a_desk_and_fits_a_phone(visit: Open) -> None:
    page = visit(HELD, java_script_enabled=False).page
    expect(page.locator(".pq-narrow")).to_be_hidden()  # it would do nothing
    lines = page.locator("article .pq-leaf > summary")
    left = "parts => new Set(parts.map(one => Math.round(one.getBoundingClientRect().left))).size"
    assert lines.locator("code").evaluate_all(left) == 1
    page.set_viewport_size({"width": 320, "height": 740})
    assert too_wide(page) == []


@pytest.mark.parametrize("path", first(2, [LOW_CARDS, HELD, "docs/rulesets/modern.html"]))
def test_without_a_script_a_tap_opens_and_paper_shows_all(visit: Open, path: str) -> None:
    """But for what is printed on request: it has to be open."""
    page = visit(path, java_script_enabled=False).page
    closed = page.locator("details.pq-leaf:not([open])")
    number = closed.count()
    assert number > 1
    closed.last.locator("> summary").click()
    expect(closed).to_have_count(number - 1)
    page.emulate_media(media="print")
    expect(page.locator("details.pq-on-request:not([open])").locator("visible=true")).to_have_count(
        0
    )
    shown = "details.pq-leaf:is([open], :not(.pq-on-request)) > :not(summary)"
    unseen = page.locator(shown).evaluate_all(
        """all => all.slice(0, 20).filter(one => {
            const { width, height } = one.getBoundingClientRect();
            return !(width && height && one.checkVisibility({ visibilityProperty: true }));
        }).map(one => one.outerHTML)"""
    )
    assert unseen == []
