"""The search page: the matching rule first, while typing, without fetching pages; on a phone and in the dark."""

import re

import pytest
from case_selection import first
from harness import quiet
from pages.replay import Open
from pages.search import SearchPage
from playwright.sync_api import Page, ViewportSize, expect
from test_axe import BY_DAY_AND_NIGHT, Modes, violations
from test_layout import too_wide

from piquet_core.rules.rule_groups import rules_by_group

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 360, "height": 740}


FITTING = [
    ("Untaken card", "exchange.younger-look"),
    ("capot", "capot.points"),
    ("carte blanche", "blank.points"),
    ("sixième", "sequence.scores"),
    ("untaken cards", "exchange.younger-look"),
    ("low cards", "play.low-cards"),
]


def answered(page: Page, query: str, rule: str) -> None:
    """Check that a rule is among the first three results, with its question and its answer."""
    expect(SearchPage(page).summary).to_contain_text(f"“{query}”")
    first = SearchPage(page).results.nth(0)
    expect(first).to_be_visible()
    links = SearchPage(page).addresses(3)
    assert any(link.startswith(f"docs/rules/{rule}.html#") for link in links), links
    found = SearchPage(page).result(rule)
    expect(found.locator("span").first).to_have_text("Rule")
    expect(found.locator(".context").first).to_contain_text("?")  # The question of the rule.
    answer = re.compile(r"\(Hoyle 1909(, inferred)?\); ")  # Its answer.
    expect(found.locator(".context").last).to_contain_text(answer)


@pytest.mark.parametrize(("query", "rule"), first(1, FITTING))
def test_the_fitting_rule_is_among_the_first_three(visit: Open, query: str, rule: str) -> None:
    """By link. A typed query gets the same results."""
    page = visit(f"search.html?q={query}", size=(360, 740)).page
    answered(page, query, rule)


def test_the_fitting_rule_is_among_the_first_three_of_what_is_typed_and_it_is_there(
    visit: Open,
) -> None:
    page = visit("search.html", size=(360, 740)).page
    for query, rule in FITTING[1:]:
        page.get_by_role("searchbox").fill(query)
        answered(page, query, rule)
    quiet(page)  # A fetch aborted by leaving counts as a fault.
    page.locator(
        "[data-part=search-results] > li > a", has_text="Low cards in the play"
    ).first.click()
    expect(page.locator("article h1")).to_contain_text("Low cards in the play")


MARKED = "CSS.highlights.get('pq-matches')?.size ?? 0"


def test_pages_with_the_words_come_below_none_is_fetched_and_one_that_is_opened_marks_them_once(
    visit: Open,
) -> None:
    reader = visit("search.html?q=talon")
    page = reader.page
    rows = page.locator("#search-results [data-part=text-results] > li")
    expect(rows.first).to_be_visible()
    quiet(page)
    expect(SearchPage(page).summary).to_have_text(
        re.compile(
            r"^\d+ entries found for “talon”; the words are in the text of more than 12 other pages\.$"
        )
    )
    above, below = (
        page.locator(f"#search-results [data-part={name}] > li > a").evaluate_all(
            "links => links.map(one => one.href.replace(/#.*/, ''))"
        )
        for name in ("search-results", "text-results")
    )
    assert len(set(below)) == len(below) > 3
    assert not set(above) & set(below)
    # The summaries are in the index, so no page has to be fetched.
    expect(rows.first.locator("p.context")).not_to_be_empty()
    assert {path for path in reader.watch.paths if path.endswith(".html")} == {"search.html"}
    rows.first.locator("> a").click()
    hide = page.get_by_role("button", name="Hide search matches")
    expect(hide).to_be_visible()
    assert page.evaluate(MARKED) > 0
    page.reload()
    expect(page.locator("h1").first).to_be_visible()
    expect(hide).to_have_count(0)


def test_a_word_of_most_pages_names_none_of_them(visit: Open) -> None:
    page = visit("search.html?q=who leads").page
    quiet(page)
    expect(SearchPage(page).summary).to_have_text(
        re.compile(r"^\d+ entries found for “who leads”\.$")
    )
    below = page.locator("#search-results [data-part=text-results] > li")
    assert below.count() < 5, below.all_inner_texts()


def test_the_header_and_the_page_answer_a_rules_own_question_with_that_rule(visit: Open) -> None:
    asked, title = "how many cards may younger exchange", "Younger’s greatest exchange"
    page = visit("docs/rules/index.html").page
    page.get_by_role("searchbox").fill(asked)
    expect(page.locator("[aria-label=Suggestions] a").first).to_contain_text(title)
    page.goto(page.url.replace("docs/rules/index.html", f"search.html?q={asked}"))
    expect(SearchPage(page).links.first).to_have_text(title)


def test_it_answers_while_one_types_and_the_address_follows(visit: Open) -> None:
    page = visit("search.html", size=(360, 740)).page
    start = page.locator("[data-part=search-suggestions]")
    expect(start).to_be_visible()
    field = page.get_by_role("searchbox")
    first = SearchPage(page).links.first
    for typed, title in (
        ("quinze", "quint"),
        ("what is repique", "Repique"),
        ("tie", "Equal points"),
    ):
        field.fill(typed)
        expect(first).to_have_text(title)
        expect(start).to_be_hidden()
        assert "search.html?q=" in page.url
    expect(SearchPage(page).summary).to_contain_text("entries")
    field.fill("")
    expect(start).to_be_visible()
    expect(page.locator("[data-part=search-results]")).to_have_count(0)
    assert page.url.endswith("search.html")


def test_the_rest_of_a_long_list_is_one_tap_away_and_the_words_are_marked_and_no_others(
    visit: Open,
) -> None:
    page = visit("search.html?q=pique").page
    items = SearchPage(page).results
    more = page.get_by_role("button", name="more")
    expect(more).to_be_visible()
    expect(items.locator("visible=true")).to_have_count(8)
    more.click()
    expect(items.last).to_be_visible()
    expect(items.nth(8).locator("a")).to_be_focused()
    field = page.get_by_role("searchbox")
    field.fill("what are carte blanches")
    expect(SearchPage(page).summary).to_contain_text("what are carte blanches")
    first = SearchPage(page).results.first
    expect(first.locator("mark").first).to_be_visible()
    found = {one.lower() for one in page.locator("#search-results mark").all_inner_texts()}
    assert found >= {"carte", "blanche"}
    assert not found & {"what", "are", "is", "a", "the"}  # Words of every question.
    field.fill("stock")  # The talon, as readers of Cavendish call it.
    expect(page.locator("[data-part=search-results] > li", has_text="talon").first).to_be_visible()
    expect(page.locator("[data-part=search-results] mark", has_text="talon")).to_have_count(0)
    field.fill("does younger have to follow suit")  # It is found as a duty of younger.
    expect(page.locator("[data-part=search-results] mark", has_text="ollow").first).to_be_visible()
    expect(page.locator("[data-part=search-results] mark", has_text="must")).to_have_count(0)
    field.fill("<b>repique")  # A query is text, whatever it contains.
    expect(page.locator("[data-part=search-results] mark", has_text="epique").first).to_be_visible()


def test_a_button_hides_the_matches_and_needs_no_address_that_is_a_script(visit: Open) -> None:
    reader = visit("docs/glossary.html?highlight=talon")
    page = reader.page
    hide = page.get_by_role("button", name="Hide search matches")
    expect(hide).to_be_visible()
    assert page.evaluate(MARKED) > 1
    assert "highlight" not in page.url
    assert page.locator('a[href^="javascript:"]').count() == 0
    hide.click()
    expect(hide).to_have_count(0)
    assert page.evaluate(MARKED) == 0


def test_nothing_found_is_said(visit: Open) -> None:
    page = visit("search.html?q=xyzzy").page
    expect(SearchPage(page).summary).to_contain_text("did not match")
    expect(page.locator("[data-part=search-results]")).to_have_count(0)
    # Without results the page lists the ways to all contents.
    expect(
        page.locator("[data-part=search-suggestions]").get_by_role("link", name="All rules")
    ).to_be_visible()
    field, summary = page.get_by_role("searchbox"), SearchPage(page).summary
    for typed, meant in (("rubicno", "rubicon"), ("carte blanhce", "carte blanche")):
        field.fill(typed)
        expect(summary.get_by_role("link")).to_have_text(meant)
    summary.get_by_role("link").click()
    expect(SearchPage(page).links.first).to_contain_text("arte blanche")
    expect(summary).not_to_contain_text("Did you mean")


@pytest.mark.parametrize("colours", first(1, ["light", "dark"]))
def test_the_box_in_the_header_offers_the_first_six_by_key_and_pointer(
    visit: Open, colours: str
) -> None:
    reader = visit("docs/rules/play.lead.html")
    page = reader.page
    page.set_viewport_size({"width": 1280, "height": 800})
    fetched = [path for path in reader.watch.paths if path.endswith("finds.json")]
    assert not fetched  # Before anybody types.
    page.keyboard.press("/")
    page.keyboard.type("capot")
    offered = page.locator("[aria-label=Suggestions] a")
    expect(offered).to_have_count(7)
    expect(offered.last).to_have_text("All results")
    expect(offered.last).to_have_attribute("href", re.compile(r"/search\.html\?q=capot$"))
    rule = page.locator(
        "[aria-label=Suggestions] a", has=page.locator("small", has_text="Rule")
    ).first
    expect(rule.locator("> span")).to_contain_text("Hoyle 1909")  # Its answer, at once.
    quiet(page)
    assert violations(page, "header [role=search]", [(colours, 1280, 800)]) == []
    page.keyboard.press("Escape")
    expect(offered.first).to_be_hidden()
    expect(page.locator("#pq-find")).to_be_focused()
    page.keyboard.type("s")
    expect(offered.first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(offered.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("capot"))


def test_the_box_in_the_header_says_what_is_nowhere_and_leads_to_other_ways(visit: Open) -> None:
    page = visit("docs/rules/play.lead.html", size=(1280, 800)).page
    page.keyboard.press("/")
    offered = page.locator("[aria-label=Suggestions] a")
    for typed, said in (("zzqx", "No entry has “zzqx”."), ("?!", "No entry has that.")):
        page.locator("#pq-find").fill(typed)
        expect(page.locator("[aria-label=Suggestions] li:not(:has(a))")).to_have_text(said)
        expect(page.locator("header [role=search] [role=status]")).to_have_text(said)
        expect(offered).to_have_text(["Ways to look it up"])
    for typed, meant in (("quatorse", "quatorze"), ("repike", "repique")):
        page.locator("#pq-find").fill(typed)
        ask = f"Did you mean “{meant}”?"
        expect(offered).to_have_text([ask, "Ways to look it up"])
        expect(offered.first).to_have_attribute("href", re.compile(rf"/search\.html\?q={meant}$"))
        expect(page.locator("header [role=search] [role=status]")).to_contain_text(ask)
    assert violations(page, "header [role=search]", [("light", 1280, 800)]) == []
    page.keyboard.press("Escape")
    expect(page.locator("[aria-label=Suggestions]")).to_be_hidden()


@pytest.mark.parametrize(
    "query", first(1, ["<img src=x onerror=document.title=1>", "__proto__", "(", "\\"])
)
def test_a_hostile_query_is_text(visit: Open, query: str) -> None:
    page = visit(f"search.html?q={query}").page
    expect(SearchPage(page).summary).not_to_be_empty()
    assert page.title() != "1"
    assert page.locator("main img").count() == 0


@pytest.mark.parametrize("modes", BY_DAY_AND_NIGHT, ids=["day", "night"])
def test_axe_finds_nothing_and_the_phone_is_wide_enough(visit: Open, modes: Modes) -> None:
    page = visit("search.html?q=carte blanche").page
    expect(SearchPage(page).text_results).to_be_visible()
    assert violations(page, modes=modes) == []
    page.set_viewport_size(PHONE)
    assert too_wide(page) == []


def test_without_a_script_no_field_is_there_that_cannot_search_and_every_rule_is_listed(
    visit: Open, seen: Open
) -> None:
    page = visit("search.html", java_script_enabled=False).page
    expect(page.get_by_role("searchbox")).to_have_count(0)
    doors = page.locator("article ul a")
    assert [door.get_attribute("href") for door in doors.all()] == [
        "docs/rules/index.html",
        "docs/glossary.html",
        "docs/deals/index.html",
    ]
    listed = page.locator("article dl dd a")
    expect(listed).to_have_text(
        [rule.title.replace("'", "’") for _, _, rules in rules_by_group() for rule in rules]
    )
    assert [one.get_attribute("href") for one in listed.all()] == [
        f"docs/rules/{rule.id}.html" for _, _, rules in rules_by_group() for rule in rules
    ]
    expect(page.locator("article dl dt a")).to_have_text(
        [heading for _, heading, _ in rules_by_group()]
    )
    page.set_viewport_size(PHONE)
    assert too_wide(page) == []
    for path, width in (("docs/glossary.html", 1280), ("docs/glossary.html", 320), ("", 900)):
        page = seen(path, java_script_enabled=False).page
        page.set_viewport_size({"width": width, "height": 900})
        expect(page.get_by_role("searchbox")).to_have_count(0)
        expect(page.get_by_role("link", name="Search", exact=True)).to_have_count(0)
        expect(page.locator("[data-part=site-header] noscript a")).to_have_attribute(
            "href", "rules/index.html" if path else "docs/rules/index.html"
        )
        assert too_wide(page) == []
