"""Comparing rule sets: by form, by link and by keyboard, and with hostile links."""

import re
from collections.abc import Callable
from urllib.parse import quote, urlsplit

import pytest
from case_selection import first
from harness import printed, quiet, weight
from pages.compare import COMPARE, PAIR, ComparePage
from pages.replay import Open
from playwright.sync_api import Page, ViewportSize, expect
from test_axe import BY_DAY_AND_NIGHT, Modes, violations
from test_layout import too_wide

from piquet_core.rules import catalogue, load_ruleset, ruleset_ids
from piquet_core.rules.answer_matrix import answer_matrix
from piquet_core.rules.ruleset import ruleset_ids_by_date
from sphinx_piquet.views.answer_groups import GAPS

pytestmark = pytest.mark.browser

SWAPPED = ("backgroundColor", "color")
PHONE: ViewportSize = {"width": 360, "height": 740}


def differing(one: str, two: str) -> list[str]:
    """Return the rules that two rule sets answer differently."""
    a, b = load_ruleset(one).answers, load_ruleset(two).answers
    return [id for id in catalogue() if (a[id].absent, a[id].value) != (b[id].absent, b[id].value)]


@pytest.fixture
def follow(seen: Open) -> Callable[[str], Page]:
    """Navigate an open page to a query, as a link on it would."""

    def follow(query: str) -> Page:
        page = seen(f"{COMPARE}?a=little&b=little").page
        page.evaluate(
            """query => {
                history.pushState(null, "", location.pathname + query);
                dispatchEvent(new PopStateEvent("popstate"));
            }""",
            query,
        )
        return page

    return follow


def test_opens_light_with_all_rules_and_rule_sets_and_how_far_apart_two_are_leads_to_them(
    visit: Open,
) -> None:
    reader = visit(COMPARE)
    page = reader.page
    assert ComparePage(page).rule_sets() == list(ruleset_ids_by_date())
    assert len(ComparePage(page).rules()) == len(catalogue())
    expect(ComparePage(page).status).to_be_empty()
    quiet(page)
    assert weight([COMPARE]) < 40_000
    assert weight(reader.watch.paths) < 300 * 1024
    cell = page.locator('tr[data-b="modern"] > td[data-a="little"] a')
    number = len(differing("little", "modern"))
    expect(cell).to_have_text(str(number))
    expect(cell).to_have_attribute(
        "aria-label", f"{number} differences: Little Piquet and Modern Piquet"
    )
    cell.click()
    expect(page.locator("[data-part=comparison] thead th[data-set]")).to_have_count(2)
    assert len(ComparePage(page).rules()) == number


def test_rules_on_which_all_agree_and_some_books_can_be_left_out_and_the_link_keeps_it(
    visit: Open,
) -> None:
    page = visit(COMPARE).page
    swap, box = page.get_by_role("button", name="Swap"), page.get_by_label("Only where the texts")
    expect(swap).to_be_hidden()
    box.check()
    books = [load_ruleset(id).answers for id in ruleset_ids_by_date()]
    # A gap filled by us is not an answer of the text.
    answered = {id: [b[id] for b in books if b[id].status not in GAPS] for id in catalogue()}
    wanted = [id for id, by in answered.items() if len({(a.absent, str(a.value)) for a in by}) > 1]
    assert 0 < len(wanted) < len(catalogue())
    assert sorted(ComparePage(page).rules()) == sorted(wanted)
    expect(ComparePage(page).status).to_contain_text(f"{len(wanted)} rules of {len(catalogue())}")
    ComparePage(page).wait_for_query("?show=apart")
    page.reload()
    assert sorted(ComparePage(page).rules()) == sorted(wanted)
    box.uncheck()
    ComparePage(page).wait_for_query("")
    page.get_by_label("Which books").select_option("In French")
    french = [id for id in ruleset_ids_by_date() if load_ruleset(id).source.language == "fr"]
    assert 0 < len(french) < len(ruleset_ids())
    assert ComparePage(page).rule_sets() == french
    assert len(ComparePage(page).rules()) == len(catalogue())
    ComparePage(page).wait_for_query("?books=fr")
    page.reload()
    assert ComparePage(page).rule_sets() == french
    page.get_by_label("Which books").select_option("17th century")
    old = [id for id in ruleset_ids_by_date() if load_ruleset(id).source.year <= 1700]
    assert ComparePage(page).rule_sets() == old
    # One text differs from none; of several the page counts the differences.
    alone = page.get_by_text("One text: nothing")
    assert old == ["picquet1651", "cotton1674"]
    expect(alone).to_be_hidden()
    # No filter leaves a single text, so one of the two is moved to another century.
    page.route(
        re.compile(re.escape(COMPARE)),
        lambda route: route.fulfill(
            response=(answer := route.fetch()),
            body=answer.text().replace(
                'data-name="Cotton 1674" data-in="c17 ', 'data-name="Cotton 1674" data-in="c18 '
            ),
        ),
    )
    page.reload()
    assert ComparePage(page).rule_sets() == old[:1]
    expect(alone).to_be_visible()
    expect(box).to_be_hidden()
    page.get_by_label("Which books").select_option("In French")
    expect(alone).to_be_hidden()
    box.check()
    expect(ComparePage(page).status).to_contain_text(f"These {len(french)} texts differ in ")
    # A pair takes precedence over such a selection.
    page.get_by_label("First rule set").select_option("hoyle1909")
    page.get_by_label("Second rule set").select_option("little")
    assert ComparePage(page).rule_sets() == ["hoyle1909", "little"]


def test_choosing_two_by_hand_and_by_key_shows_their_differences_and_says_how_many(
    follow: Callable[[str], Page],
) -> None:
    page = follow("")
    page.get_by_label("First rule set").select_option("hoyle1909")
    expect(ComparePage(page).status).to_contain_text("choose a second to set beside it")
    assert len(ComparePage(page).rule_sets()) == len(ruleset_ids())
    page.get_by_label("Second rule set").select_option("little")
    wanted = differing("hoyle1909", "little")
    assert sorted(ComparePage(page).rules()) == sorted(wanted)
    assert ComparePage(page).rule_sets() == ["hoyle1909", "little"]
    expect(ComparePage(page).status).to_contain_text(
        f"Hoyle 1909 and Little Piquet differ in {len(wanted)} rules of {len(catalogue())}"
    )
    ComparePage(page).wait_for_query("?a=hoyle1909&b=little")
    page.get_by_role("button", name="Swap the two").click()
    assert ComparePage(page).rule_sets() == ["little", "hoyle1909"]
    ComparePage(page).wait_for_query("?a=little&b=hoyle1909")
    page.get_by_role("button", name="Show all rule sets").click()
    assert ComparePage(page).rule_sets() == list(ruleset_ids_by_date())
    assert len(ComparePage(page).rules()) == len(catalogue())
    ComparePage(page).wait_for_query("")
    expect(page.get_by_label("First rule set")).to_be_focused()
    page.get_by_label("First rule set").focus()
    for _ in range(2):  # The first one is “Hoyle, c. 1825”.
        page.keyboard.press("H")
    page.keyboard.press("Tab")  # There is nothing to swap yet.
    page.keyboard.press("L")
    ComparePage(page).wait_for_query("?a=hoyle1909&b=little")
    for _ in range(2):  # Over the phases.
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert len(ComparePage(page).rules()) == len(catalogue())
    page.get_by_role("button", name="Show all rule sets").press("Enter")
    assert ComparePage(page).rule_sets() == list(ruleset_ids_by_date())
    # The key above the table opens by keyboard too.
    fold = page.locator("[data-part=marks-key]")
    fold.locator("summary").press("Enter")
    expect(fold).to_have_attribute("open", "")


def unlike(book: str) -> int:
    """Return the number of rules in which a rule set departs from most texts."""
    return sum(
        cell.unlike
        for group in answer_matrix()
        for row in group.rows
        for cell in row.cells
        if cell.ruleset.id == book
    )


@pytest.mark.parametrize("query", first(1, ["?a=cavendish", "?b=cavendish"]))
def test_one_book_alone_is_marked_and_its_departures_are_counted(
    follow: Callable[[str], Page], query: str
) -> None:
    page = follow(query)
    expect(ComparePage(page).status).to_have_text(
        f"Cavendish departs from most texts in {unlike('cavendish')} rules of {len(catalogue())}; "
        "choose a second to set beside it."
    )
    marked = page.locator("[data-part=comparison] :is(th, td[data-v])[data-single]")
    expect(marked).to_have_count(len(catalogue()) + 1)
    expect(marked.first).to_have_attribute("data-set", "cavendish")
    paper, ink = (page.evaluate(f"getComputedStyle(document.body).{one}") for one in SWAPPED)
    expect(marked.first).to_have_css("background-color", ink)
    expect(marked.first.locator("a")).to_have_css("color", paper)
    # In a narrow window each rule names the book on one line, even where it was only counted before.
    page.set_viewport_size(PHONE)
    named = page.locator('td [data-single][data-set="cavendish"]')
    expect(named).to_have_count(len(catalogue()))
    expect(page.locator("[data-part=comparison] li[data-single]")).to_have_count(len(catalogue()))
    expect(page.locator('[data-rule="pack.size"] li[data-single]')).to_have_text(
        f"32 cards {sum(load_ruleset(id).number('pack.size').value == 32 for id in ruleset_ids())}"
        f" of {len(ruleset_ids())} rule sets Cavendish"
    )
    assert too_wide(page) == []
    # A pair, or no selection, removes the names.
    for choice in ("little", ""):
        page.get_by_label("First rule set").select_option(choice)
        page.get_by_label("Second rule set").select_option("hoyle1909" if choice else "")
        expect(page.locator("[data-part=comparison] [data-single]")).to_have_count(0)
    expect(page.locator("[data-part=added-name]")).to_have_count(0)
    expect(ComparePage(page).status).to_be_empty()


def test_the_rules_in_which_one_book_departs_can_be_seen_alone(
    follow: Callable[[str], Page],
) -> None:
    page = follow("?a=hoyle1909")
    rows = page.locator("[data-part=comparison] tr[data-rule]:visible")
    expect(rows).to_have_count(len(catalogue()))
    only = page.get_by_label("Only where it departs")
    only.check()
    expect(rows).to_have_count(unlike("hoyle1909"))
    expect(page).to_have_url(re.compile(r"\?a=hoyle1909&show=departs$"))
    page.reload()
    expect(rows).to_have_count(unlike("hoyle1909"))
    # The filter belongs to one book. Without a book it disappears and hides nothing.
    page.get_by_label("First rule set").select_option("")
    expect(only).to_be_hidden()
    expect(rows).to_have_count(len(catalogue()))


@pytest.mark.parametrize("pair", [("hoyle1909", "little"), ("penguin", "cavendish-au-cent")])
def test_a_link_shows_both_values_both_places_and_both_marks(
    seen: Open, pair: tuple[str, str]
) -> None:
    page = seen(f"{COMPARE}?a={pair[0]}&b={pair[1]}").page
    assert ComparePage(page).rule_sets() == list(pair)
    assert sorted(ComparePage(page).rules()) == sorted(differing(*pair))
    rows: dict[str, list[str]] = page.locator("tr[data-rule]").evaluate_all(
        """rows => Object.fromEntries(rows.map(row =>
            [row.dataset.rule, [...row.querySelectorAll("td")].map(one => one.innerText)]))"""
    )
    for id in differing(*pair):
        cells = rows[id]
        assert len(cells) == 2
        for cell, name in zip(cells, pair, strict=True):
            answer = load_ruleset(name).answers[id]
            text = " ".join(cell.replace("\N{NO-BREAK SPACE}", " ").split())
            assert printed(answer.words[1:]) in text
            for citation in answer.citations:
                assert printed(citation.place) in text
            if not answer.absent:
                assert answer.status.mark in text
            assert printed(answer.slip) in text


def test_all_rows_on_demand_and_the_link_keeps_it_and_is_copied_or_shown(visit: Open) -> None:
    page = visit(PAIR, permissions=["clipboard-read", "clipboard-write"]).page
    box = page.get_by_label("Only the differences")
    expect(box).to_be_checked()
    box.uncheck()
    assert len(ComparePage(page).rules()) == len(catalogue())
    ComparePage(page).wait_for_query("?a=hoyle1909&b=little&show=all")
    page.reload()
    expect(box).not_to_be_checked()
    assert len(ComparePage(page).rules()) == len(catalogue())
    box.check()
    ComparePage(page).wait_for_query("?a=hoyle1909&b=little")
    page.get_by_label("Only the differences").uncheck()
    page.get_by_role("button", name="Copy link").click()
    expect(ComparePage(page).status).to_have_text("The link is copied.")
    ComparePage(page).wait_for_query("?a=hoyle1909&b=little&show=all")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.evaluate(
        "Object.defineProperty(navigator, 'clipboard', {value: {writeText: () => Promise.reject()}})"
    )
    page.get_by_role("button", name="Copy link").click()
    expect(ComparePage(page).status).to_have_text(f"The link: {page.url}")


def test_a_deal_that_both_can_play(follow: Callable[[str], Page]) -> None:
    page = follow("?a=hoyle1909&b=little")
    box = page.locator("[data-part=comparison-both]")
    # 43 to 23 is printed. Without the low cards it is 40 to 22.
    expect(box).to_contain_text("ends 43 to 23 under Hoyle 1909 and 40 to 22 under Little Piquet")
    expect(box.locator("code")).to_have_text("piquet compare hoyle1909-ab.piquet hoyle1909 little")
    page.get_by_label("Second rule set").select_option("cavendish")
    expect(box.locator("p").first).to_have_text(
        re.compile("ends 43 to 23 under both[.]$"), use_inner_text=True
    )
    page.set_viewport_size({"width": 360, "height": 740})
    expect(box.locator("code")).to_be_hidden()  # Nobody types it on a phone.
    page.get_by_label("Second rule set").select_option("old36")
    expect(box).to_be_hidden()  # Thirty-six cards.


def test_a_phase_in_the_link_is_in_sight(visit: Open) -> None:
    page = visit(f"{PAIR}#play").page
    expect(page.locator("#play")).to_be_in_viewport()
    assert page.locator("#play").bounding_box()["y"] < 300  # type: ignore[index]
    # The two differ in the play only in low cards. A link may name a phase without a difference.
    page = visit(f"{PAIR}#repique").page
    expect(page.locator("#repique")).to_be_in_viewport()
    expect(page.locator("#capot")).to_be_hidden()


def test_choosing_leaves_no_trail_and_back_leads_back(visit: Open) -> None:
    reader = visit("docs/rulesets/index.html")
    page = reader.page
    # Leaving a page during a download aborts it, which counts as a fault.
    quiet(page)
    page.goto(page.url.replace("docs/rulesets/index.html", PAIR))
    quiet(page)
    page.get_by_label("Second rule set").select_option("penguin")
    page.get_by_label("First rule set").select_option("denexa")
    page.get_by_label("Phase", exact=True).select_option("The play")
    assert urlsplit(page.url).fragment == "play"
    page.go_back()
    assert urlsplit(page.url).fragment == ""
    assert ComparePage(page).rule_sets() == ["denexa", "penguin"]
    page.go_back()
    expect(page).to_have_url(re.compile("docs/rulesets/index"))
    quiet(page)
    page.go_forward()
    expect(page.locator("[data-part=comparison] thead th[data-set]")).to_have_count(2)
    assert ComparePage(page).rule_sets() == ["denexa", "penguin"]
    assert page.get_by_label("First rule set").input_value() == "denexa"


def test_the_same_twice_is_refused_in_words(follow: Callable[[str], Page]) -> None:
    page = follow("?a=little&b=little")
    expect(ComparePage(page).status).to_have_text("Choose two different rule sets.")
    assert ComparePage(page).rule_sets() == list(ruleset_ids_by_date())


@pytest.mark.parametrize("query", first(1, ["a=hoyle1909&b=petit", "a=petit", "a=petit&b=old36"]))
def test_an_unknown_id_is_named_and_the_matrix_stays(
    follow: Callable[[str], Page], query: str
) -> None:
    page = follow(f"?{query}")
    expect(ComparePage(page).status).to_have_text(
        f"There is no rule set “petit”. The table has all {len(ruleset_ids())}."
    )
    assert ComparePage(page).rule_sets() == list(ruleset_ids_by_date())
    assert len(ComparePage(page).rules()) == len(catalogue())


def is_text(page: Page, hostile: str) -> None:
    """Check that the page shows a link's invalid rule set as text and does nothing else."""
    expect(ComparePage(page).status).to_contain_text("There is no rule set")
    expect(ComparePage(page).status).to_contain_text(hostile[:40])
    assert ComparePage(page).status.evaluate("one => one.children.length") == 0
    assert len(ComparePage(page).status.inner_text()) < 120
    assert ComparePage(page).rule_sets() == list(ruleset_ids_by_date())
    assert page.title() != "1"
    page.evaluate("location.hash = '#<img src=x onerror=alert(1)>'")
    page.evaluate("location.hash = '#]'")
    assert len(ComparePage(page).rules()) == len(catalogue())


@pytest.mark.parametrize(
    "hostile",
    first(
        1,
        [
            "<img src=x onerror=document.title=1>",
            "\"><script>document.title='1'</script>",
            "javascript:document.title=1",
            "constructor",
            "]",
            "%",
            "\\",
            "x" * 5000,
            "\N{RIGHT-TO-LEFT OVERRIDE}",
        ],
    ),
)
def test_a_hostile_link_is_text(visit: Open, hostile: str) -> None:
    page = visit(f"{COMPARE}?a={quote(hostile, safe='')}&b=little").page
    is_text(page, hostile)


def test_a_name_that_every_object_has_is_no_rule_set(follow: Callable[[str], Page]) -> None:
    page = follow("?a=__proto__&b=little")
    is_text(page, "__proto__")


def test_without_javascript_the_matrix_is_complete(visit: Open) -> None:
    page = visit(COMPARE, java_script_enabled=False).page
    expect(ComparePage(page).form).to_be_hidden()
    expect(page.locator("[data-part=comparison] tbody td[data-v]")).to_have_count(
        len(catalogue()) * len(ruleset_ids())
    )
    expect(page.get_by_text("Choosing two needs JavaScript")).to_be_visible()
    expect(page.locator("[data-part=comparison] thead a")).to_have_count(len(ruleset_ids()))
    expect(page.locator("[data-part=apart] td[data-a]").first).to_have_text(
        str(len(differing(*ruleset_ids_by_date()[:2])))
    )


@pytest.mark.parametrize("modes", BY_DAY_AND_NIGHT, ids=["day", "night"])
def test_axe_finds_nothing_in_all_rule_sets_and_in_two(visit: Open, modes: Modes) -> None:
    page = visit(COMPARE).page
    # axe needs minutes for eight hundred similar cells. Every fourth phase contains all kinds of cells.
    page.locator("[data-part=comparison] tbody").evaluate_all(
        "bodies => bodies.forEach((body, place) => { if (place % 4 !== 3) body.remove(); })"
    )
    assert violations(page, modes=modes) == []
    page.get_by_label("First rule set").select_option("hoyle1909")
    page.get_by_label("Second rule set").select_option("little")
    assert ComparePage(page).rule_sets() == ["hoyle1909", "little"]
    assert violations(page, "main", modes) == []
