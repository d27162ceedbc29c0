"""Citing: on a phone, by keyboard, without scripts, without a clipboard and on paper."""

import os
import re

import pytest
from case_selection import first
from harness import DEAL_PAGE, no_engine
from pages.replay import Open, ReplayPage
from playwright.sync_api import Page, expect
from test_axe import BY_DAY_AND_NIGHT, Modes, violations

from piquet_core.publication import home_address
from piquet_core.rules import load_ruleset

pytestmark = pytest.mark.browser


LOW_CARDS = "docs/rules/play.low-cards.html"
PHONE = {
    "is_mobile": True,
    "has_touch": True,
    "permissions": ["clipboard-read", "clipboard-write"],
}
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}


def clipboard(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_four_taps_from_the_landing_page_to_a_copied_citation(visit: Open) -> None:
    """Cite *Hoyle's Games Modernized* on the cards that younger leaves, about which the texts differ."""
    # The host may answer 304 for the next page, which `visit` counts as a fault.
    page = visit("", faulty=True, **PHONE, size=(360, 740)).page
    article = page.locator("article")
    article.locator('a[href="docs/rules/index.html"]').first.tap()
    article.locator('a[href^="exchange.younger-look.html"]').first.tap()
    row = page.locator("#at-hoyle1909")
    expect(row).to_contain_text("“Discarding and Taking in”")
    # Late fonts move the lines of a page under the finger.
    page.wait_for_load_state()
    page.evaluate("document.fonts.ready")
    # The row is in view at once, as the first of the table.
    assert (
        page.locator("table:has(tr[id^=at-]) tbody tr").first.get_attribute("id") == "at-hoyle1909"
    )
    row.locator("details[data-part=citation] > summary").tap()
    row.get_by_role("button", name="Copy: Plain").tap()
    expect(page.locator("[data-part=citation-status]")).to_have_text("Copied: Plain")
    ours, theirs = clipboard(page).splitlines()
    rules = load_ruleset("hoyle1909")
    version = f"rule set version {rules.version} ({rules.digest[:8]})"
    assert f"(answer exchange.younger-look@hoyle1909, {version})" in ours
    assert ours.endswith("docs/rules/exchange.younger-look.html#at-hoyle1909")
    assert re.search(
        r"^Professor Hoffmann .*Hoyle’s Games Modernized, .*1909\. “Discarding and Taking in”, par",
        theirs,
    )


# A measured figure on the page has a panel of its own.
MARGIN = "[data-part=citation]:not(table *, #what-it-is-worth *)"


@pytest.mark.parametrize("width", first(1, [360, 1440]))
def test_the_panel_of_an_article_is_a_window_with_three_ways_out_and_ends_in_sight(
    visit: Open, width: int
) -> None:
    page = visit(LOW_CARDS, size=(width, 740)).page
    opener, panel = page.locator(f"{MARGIN} > summary"), page.get_by_role("dialog")

    def close() -> None:
        panel.get_by_role("button", name="Close").click()

    def escape() -> None:
        page.keyboard.press("Escape")

    def beside() -> None:
        page.mouse.click(3, 3)

    for leave in (close, escape, beside):
        opener.click()
        expect(panel).to_be_visible()
        expect(panel).to_have_accessible_name("Cite this")
        expect(panel.locator("[data-part=citation-row]").first).to_be_in_viewport(ratio=1)
        panel.locator(
            "[data-part=citation-heading]"
        ).first.click()  # A click inside does not close it.
        expect(panel).to_be_visible()
        leave()
        expect(panel).to_be_hidden()
        expect(opener).to_be_focused()
        expect(page.locator(MARGIN)).not_to_have_attribute("open", "")
    ends_within(page)


def ends_within(page: Page) -> None:
    """Check that the panel and each format of a citation fit into a wide window."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator(f"{MARGIN} > summary").click()
    panel = page.locator(f"{MARGIN} > dialog")
    box = panel.bounding_box()
    assert box
    assert box["y"] + box["height"] <= 900
    last = panel.locator("summary").last
    last.focus()
    expect(last).to_be_in_viewport()
    # One format is open at a time and completely in view.
    for form in ("BibTeX", "RIS"):
        panel.locator("summary", has_text=form).click()
        expect(panel.locator("details[open] > summary")).to_have_text([form])
        expect(panel.locator("details[open] pre")).to_be_in_viewport(ratio=1)
    page.locator(MARGIN).get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()
    expect(page.locator(f"{MARGIN} > summary")).to_be_focused()


def test_without_a_script_the_panel_of_an_article_unfolds_in_the_flow_and_lacks_but_its_buttons(
    visit: Open,
) -> None:
    page = visit(LOW_CARDS, java_script_enabled=False, size=(1440, 900)).page
    page.locator(f"{MARGIN} > summary").click()
    body = page.locator(f"{MARGIN} > [data-part=citation-body]")
    expect(body.locator("p", has_text="(rule play.low-cards)").first).to_be_visible()
    # It moves the text below and covers nothing.
    below = page.locator(MARGIN).evaluate("one => one.getBoundingClientRect().bottom")
    ends = body.evaluate("one => one.getBoundingClientRect().bottom")
    assert ends <= below + 1
    expect(body).to_have_css("position", "static")
    panel = page.locator("#at-hoyle1909 details[data-part=citation]").first
    panel.locator("> summary").click()
    expect(panel.locator("p", has_text="Professor Hoffmann").first).to_be_visible()
    panel.locator("summary", has_text="BibTeX").click()
    expect(panel.locator("pre", has_text="@inbook{hoyle1909:play.3,")).to_be_visible()
    assert page.locator("[aria-label^='Copy: ']").count() == 0


def test_by_keyboard_every_format_is_copied_and_a_refused_clipboard_leaves_it_selected(
    visit: Open,
) -> None:
    page = visit(f"{LOW_CARDS}#at-little", **CLIPBOARD).page
    panel = page.locator("#at-little details[data-part=citation]").first
    panel.locator("> summary").focus()
    page.keyboard.press("Enter")
    expect(panel).to_have_attribute("open", "")
    permanent = panel.get_by_role("button", name="Copy: Permanent link")
    assert permanent.count() == bool(
        home_address(os.environ)
    )  # There is no home page without a home address.
    for what, start in (
        ("Chicago, note", "The Piquet authors, “"),
        ("Chicago, bibliography", "The Piquet authors. “"),
        ("MLA, works cited", "The Piquet authors. “"),
        ("BibTeX", "@misc{piquet:play.low-cards:little:"),
        ("CSL-JSON", "[\n {"),
        ("RIS", "TY  - ELEC\n"),
    ):
        button = panel.get_by_role("button", name=f"Copy: {what}")
        button.focus()
        page.keyboard.press("Space")
        expect(page.locator("[data-part=citation-status]")).to_have_text(f"Copied: {what}")
        expect(button).to_have_text("Copied ✓")
        assert clipboard(page).startswith(start)
        assert "little" in clipboard(page)
    page.evaluate(
        """() => {
            const refuse = () => Promise.reject(new Error("refused"));
            Object.defineProperty(navigator, "clipboard", { value: { write: refuse, writeText: refuse } });
        }"""
    )
    panel.get_by_role("button", name="Copy: RIS").click()
    expect(page.locator("[data-part=citation-status]")).to_contain_text("The text is selected")
    assert str(page.evaluate("getSelection().toString()")).startswith("TY  - ELEC\n")


def test_without_a_script_a_deal_is_cited_but_no_step_is_promised(visit: Open) -> None:
    page = visit(DEAL_PAGE, java_script_enabled=False).page
    expect(page.get_by_text("Cite this step")).to_be_hidden()
    expect(page.get_by_text("Cite this", exact=True)).to_be_visible()


def test_the_panel_of_a_replay_follows_its_steps(visit: Open) -> None:
    reader = visit(f"{DEAL_PAGE}#t6e", **CLIPBOARD)
    no_engine(reader.page)
    panel = reader.open("share").locator("details[data-part=citation]")
    plain = panel.locator("[data-part=citation-row]").first
    expect(plain).to_contain_text("docs/deals/hoyle1909-ab.html#t6e")
    reader.go("ce")
    expect(plain).to_contain_text("docs/deals/hoyle1909-ab.html#ce")
    panel.get_by_role("button", name="Copy: BibTeX").click()
    expect(reader.find("dialog[open] [data-part=citation-status]")).to_have_text("Copied: BibTeX")
    text = clipboard(reader.page)
    assert text.startswith("@misc{piquet:hoyle1909-ab:ce:")
    assert "title = {{A and B Play at Piquet}}" in text
    assert "note = {step hoyle1909-ab\\#ce, " in text
    assert "pqstep" not in (panel.text_content() or "")


def test_another_book_and_one_players_view_are_cited_as_they_are_shared(visit: Open) -> None:
    """Citations use the site's own addresses without tracking parameters. The address bar stays as it is."""
    reader = visit(f"{DEAL_PAGE}?found=elsewhere&rules=denexa&view=e#t5y", **CLIPBOARD)
    reader.until_live()
    expect(reader.figure).to_have_attribute("data-query", "?rules=denexa&view=e")
    cited = reader.page.locator("figure [data-part=citation-row]").all_text_contents()
    assert not [text for text in cited if "elsewhere" in text]
    assert [text for text in cited if "?rules=denexa&view=e#t5y" in text]
    panel = reader.open("share").locator("details[data-part=citation]")
    row = panel.locator("[data-part=citation-row]").first
    expect(row).to_contain_text("played under the rule set denexa")
    expect(row).to_contain_text("docs/deals/hoyle1909-ab.html?rules=denexa&view=e#t5y")
    reader.find('[data-act="copy"]').click()
    expect(reader.part("share-status")).to_contain_text("copied")
    assert clipboard(reader.page).endswith("/hoyle1909-ab.html?rules=denexa&view=e#t5y")
    panel.get_by_role("button", name="Copy: BibTeX").click()
    expect(reader.find("dialog[open] [data-part=citation-status]")).to_have_text("Copied: BibTeX")
    text = clipboard(reader.page)
    assert "played under the rule set denexa" in text
    assert r"hoyle1909-ab.html?rules=denexa\&view=e\#t5y" in text
    told = panel.text_content() or ""
    assert "rule set hoyle1909" not in told
    assert not any(one in told for one in ("pqrules", "pqquery"))


def test_in_a_line_of_ones_own_the_printed_deal_is_cited(live: ReplayPage) -> None:
    """A variation by the reader cannot be cited. The dialog says so and cites the recorded deal at the fork."""
    live.go("t6e")
    live.button("whatif").click()
    expect(live.question).to_be_visible()
    live.button("share").click()
    expect(live.find("[data-part=share] [data-part=citation-note]")).to_be_visible()
    plain = live.find("[data-part=share] [data-part=citation-row]").first
    expect(plain).to_be_visible()
    expect(plain).to_contain_text("(step hoyle1909-ab#t6e, ")
    expect(plain).to_contain_text(f"{DEAL_PAGE}#t6e")
    expect(live.find("[data-part=share] [data-part=citation] > summary")).to_have_text(
        "Cite the printed deal"
    )
    cited = live.page.locator("figure [data-part=citation-row]").all_text_contents()
    assert not [text for text in cited if "w=t6e" in text]
    live.press("Escape")
    live.press("Escape")
    expect(live.what_if).to_be_hidden()
    live.button("share").click()
    expect(live.find("[data-part=share] [data-part=citation-note]")).to_be_hidden()
    expect(live.find("[data-part=share] [data-part=citation] > summary")).to_have_text(
        "Cite this step"
    )
    expect(plain).to_contain_text(f"{DEAL_PAGE}#t6e")
    live.close()


def test_the_name_of_each_panel_tells_it_from_the_others(seen: Open) -> None:
    page = seen(LOW_CARDS).page
    names = page.locator(
        "table:has(tr[id^=at-]) details[data-part=citation] > summary"
    ).all_text_contents()
    assert "Cite play.low-cards in little" in names
    assert len(names) == len(set(names)) == page.locator("table:has(tr[id^=at-]) tbody tr").count()


@pytest.mark.parametrize("modes", BY_DAY_AND_NIGHT, ids=["day", "night"])
@pytest.mark.parametrize("path", first(1, [LOW_CARDS, "docs/rulesets/hoyle1909.html", DEAL_PAGE]))
def test_axe_finds_nothing_in_open_panels(visit: Open, path: str, modes: Modes) -> None:
    page = visit(path).page
    page.evaluate(
        "for (const one of document.querySelectorAll('[data-part=citation], [data-part=citation] details')) one.open = true"
    )
    assert violations(page, "[data-part=citation]", modes) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_on_paper_the_plain_citation_alone(seen: Open) -> None:
    page = seen(LOW_CARDS).page
    page.emulate_media(media="print")
    assert page.locator("details[data-part=citation]:visible").count() == 0
    expect(page.locator("[data-part=printed-citation]")).to_be_visible()
    expect(page.locator("[data-part=printed-citation]")).to_contain_text("(rule play.low-cards)")


def test_a_section_or_a_term_is_cited_by_its_own_name_and_address(visit: Open) -> None:
    page = visit("docs/history/pack.html#the-sixes-go", **CLIPBOARD).page
    panel = page.locator("article details[data-part=citation]").last
    panel.locator("> summary").press("Enter")
    choice = panel.get_by_label("What to cite")
    expect(choice).to_have_value("the-sixes-go")
    panel.get_by_role("button", name="Copy: Plain").press("Enter")
    expect(page.locator("[data-part=citation-status]")).to_have_text("Copied: Plain")
    assert "“The history of the pack” (under “The sixes go”). Piquet, " in clipboard(page)
    assert clipboard(page).endswith("docs/history/pack.html#the-sixes-go")
    # The open format stays open and its button copies it.
    panel.get_by_text("BibTeX", exact=True).press("Enter")
    choice.select_option("Thirty-six")
    panel.get_by_role("button", name="Copy: BibTeX").press("Enter")
    expect(page.locator("[data-part=citation-status]")).to_have_text("Copied: BibTeX")
    assert "note = {under “Thirty-six”}" in clipboard(page)
    assert "pack:thirty-six:" in clipboard(page).partition("\n")[0]
    choice.select_option("The whole page")
    expect(panel.locator("pre").first).not_to_contain_text("under")
    page.evaluate("location.hash = '#what-it-changed'")
    expect(choice).to_have_value("what-it-changed")
    expect(panel).not_to_contain_text("pqtitle")
    expect(panel).not_to_contain_text("pqanchor")


def test_without_a_script_a_page_is_cited_whole(visit: Open) -> None:
    page = visit("docs/glossary.html#term-cent", java_script_enabled=False).page
    panel = page.locator("article details[data-part=citation]").last
    panel.locator("> summary").click()
    expect(panel.get_by_text("“Glossary”").first).to_be_visible()
    expect(panel.get_by_label("What to cite")).to_have_count(0)
