"""Layout: on a phone, in the dark, on paper, without motion and with the reader's own colours."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from case_selection import first
from harness import DEAL_PAGE, RULE_PAGE, SITE, add_style, quiet
from pages.replay import Open, ReplayPage
from playwright.sync_api import Locator, Page, ViewportSize, expect

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 360, "height": 740}
PAGES = (
    "",
    DEAL_PAGE,
    RULE_PAGE,
    "docs/rules/index.html",
    "docs/glossary.html",
    "docs/rulesets/hoyle1909.html",
    "docs/history/pack.html",
    "docs/history/count.html",
)


def too_wide(page: Page) -> list[str]:
    """Return the elements that extend beyond the window, if the document scrolls sideways."""
    found: list[str] = page.evaluate(
        """() => {
            const width = document.documentElement.clientWidth;
            if (document.documentElement.scrollWidth <= width) return [];
            return [...document.querySelectorAll("main *")]
                .filter(one => one.getBoundingClientRect().right > width + 1)
                .map(one => `${one.tagName}.${one.className}`).slice(0, 5)
                .concat(`${document.documentElement.scrollWidth} px`);
        }"""
    )
    return found


@pytest.mark.parametrize("path", first(3, PAGES))
def test_phone_page_is_not_wider_than_the_phone(seen: Open, path: str) -> None:
    reader = seen(path, size=(360, 740))
    assert too_wide(reader.page) == []


# The spacing between lines, paragraphs, letters and words that a reader may set (WCAG 1.4.12).
SPACED = """
* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-block-end: 2em !important; }
"""
NARROW = (
    "docs/bibliography.html",
    "docs/rules/play.low-cards.html",
    "tutorials/review.html",
    "docs/deals/own.html",
    DEAL_PAGE,
)
ALL = sorted(
    path.relative_to(SITE).as_posix()
    for path in SITE.rglob("*.html")
    if not path.relative_to(SITE).as_posix().startswith("_")
)


@pytest.mark.parametrize("path", first(len(NARROW), dict.fromkeys((*NARROW, *ALL))))
def test_no_page_scrolls_sideways_where_it_is_narrow_and_set_wide(visit: Open, path: str) -> None:
    """A window of 320 px (WCAG 1.4.10), and of 320 and 360 px with wider text spacing (1.4.12)."""
    page = visit(path, size=(320, 740)).page
    quiet(page)
    assert too_wide(page) == []
    add_style(page, SPACED)
    assert too_wide(page) == []
    page.set_viewport_size(PHONE)
    assert too_wide(page) == []


# The page with the longest names in every run.
DEALS = ["docs/deals/facheux.html", "docs/deals/cavendish-p16.html"]
DEALS += [path for path in ALL if path.startswith("docs/deals/") and path.count("/") == 2]


@pytest.mark.parametrize("path", first(1, dict.fromkeys(DEALS)))
def test_deal_page_fits_a_desk_and_a_phone(seen: Open, path: str) -> None:
    reader = seen(path)
    quiet(reader.page)
    assert too_wide(reader.page) == []
    reader.page.set_viewport_size(PHONE)
    assert too_wide(reader.page) == []


# Returns how far document and board extend beyond their visible width, after painting a step.
BESIDE = """async (figure) => {
  await new Promise(requestAnimationFrame);
  const board = figure.querySelector("[data-part=board]"), { scrollWidth, clientWidth } = document.documentElement;
  return Math.max(scrollWidth - clientWidth, board.scrollWidth - board.clientWidth, 0);
}"""
STEPS = ("deal", "xe", "xy", "se", "ce", "t1e", "t1y", "t6e", "t12y", "result")


def test_no_step_is_wider_than_the_phone(live: ReplayPage) -> None:
    live.page.set_viewport_size(PHONE)
    for view in ("both", "y"):
        live.go("deal")
        live.look(view)
        found = dict(zip(STEPS, live.each(STEPS, BESIDE), strict=True))
        assert {step: beside for step, beside in found.items() if beside} == {}, view


@pytest.mark.parametrize("width", [360, 1440])
def test_every_link_of_the_first_page_can_be_pressed(seen: Open, width: int) -> None:
    """A link in the list is as wide as its text and has others above it."""
    page = seen("", size=(width, 900)).page
    covered = """() => [...document.querySelectorAll("main a")].filter(link => {
        if (!link.checkVisibility()) return false;
        link.scrollIntoView(false);
        const box = link.getClientRects()[0];
        if (!box?.width) return false;
        const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return !link.contains(hit) && !hit?.contains(link);
    }).map(link => link.textContent)"""
    assert page.evaluate(covered) == []


@pytest.mark.parametrize("width", first(2, [360, 1440, 768]))
def test_the_parts_of_the_first_page_stand_one_below_the_other(seen: Open, width: int) -> None:
    page = seen("", size=(width, 900)).page
    edges = page.evaluate(
        """() => ["h1", ".pq-lead", ".pq-ways", ".pq-promise", ".pq-doors", ".pq-dated", ".pq-more"]
            .map(one => document.querySelector(`main ${one}`).getBoundingClientRect())
            .map(box => [box.top, box.bottom])"""
    )
    for (_, bottom), (top, _) in pairwise(edges):
        assert bottom <= top, edges
    fan = page.locator("[data-part=deal-fan]").bounding_box()
    assert fan is not None
    assert fan["y"] + fan["height"] <= edges[4][0]


def slight(all: Locator, width: int, height: int) -> list[str]:
    """Return the controls smaller than this size."""
    found: list[str] = all.evaluate_all(
        """(all, [width, height]) => all.filter(one => {
            const box = one.getBoundingClientRect();
            return !(box.width >= width && box.height >= height);
        }).map(one => one.outerHTML.slice(0, 80))""",
        [width, height],
    )
    return found


def test_buttons_are_large_enough_for_a_thumb(live: ReplayPage) -> None:
    live.page.set_viewport_size(PHONE)
    touched = live.find(":is([data-part=controls], [data-part=tools]) button:visible, a[data-book]")
    for name in ("settings", "share"):
        panel = live.open(name)
        assert too_wide(live.page) == []
        assert slight(panel.locator("button:visible"), 44, 44) == []
        # A radio button is pressed by its label. WCAG requires at least 24 px.
        assert slight(panel.locator("label:has(input)"), 0, 24) == []
        live.close()
    assert touched.count() > 0
    assert slight(touched, 44, 44) == []


def test_dark_page_is_dark_and_nothing_moves_for_whoever_asked_for_less_motion(
    live: ReplayPage,
) -> None:
    sheet = live.part("story-panel")
    assert brightness_of(sheet.evaluate) > 600
    live.page.emulate_media(color_scheme="dark")
    assert brightness_of(sheet.evaluate) < 200
    live.go("t1e")
    moving = "[...document.querySelectorAll('[data-part=replay] *')].filter(one => parseFloat(getComputedStyle(one).transitionDuration) > 0).length"
    live.page.emulate_media(reduced_motion="reduce")
    assert live.page.evaluate(moving) == 0


def brightness_of(evaluate: Callable[[str], str]) -> int:
    colour = evaluate("one => getComputedStyle(one).backgroundColor")
    return sum(int(part) for part in colour.strip("rgba()").split(",")[:3])


def test_paper_has_the_deal_without_buttons_and_tells_whose_each_bar_is_and_how_much(
    live: ReplayPage,
) -> None:
    points = [
        (0, 0),
        *live.evaluate(
            """figure => [...figure.ownerDocument.querySelectorAll("[data-part=steps] tr[data-step]")]
            .map((row) => [...row.cells].slice(1).map((one) => Number(one.textContent)))"""
        ),
    ]
    live.page.emulate_media(media="print")
    assert not live.part("controls").is_visible()
    assert not live.part("engine-status").is_visible()
    assert live.part("board").is_visible()
    account = live.page.locator("[data-part=steps]")
    assert account.is_visible()
    rows = account.locator("tr[data-step]")
    assert rows.count() == rows.filter(visible=True).count() == 38
    gained = [
        now - then
        for before, after in pairwise(points)
        for then, now in zip(before, after, strict=True)
    ]
    values = live.find("[data-part=timeline] .pq-value:visible").all_text_contents()
    assert sorted(map(int, values)) == sorted(one for one in gained if one)
    expect(live.part("timeline-key")).to_contain_text("A in black above the line")
    assert len(live.page.pdf()) > 50_000  # Cards and two tables, not an empty page.


@pytest.mark.parametrize("path", first(3, PAGES))
def test_paper_has_the_text_its_edition_and_nothing_around_it(seen: Open, path: str) -> None:
    page = seen(path).page
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.emulate_media(media="print")
    expect(page.locator("article h1").first).to_be_visible()
    edition = page.locator(".pq-edition")
    expect(edition).to_be_visible()
    expect(edition.get_by_role("link")).to_have_count(0)  # A link to other editions is for screens.
    around = "header, nav[aria-label='You are in'], nav[aria-label='In this section'], nav[aria-label='Before and after'], footer nav, .pq-screen, [href='#main-content'], button"
    assert page.locator(around).filter(visible=True).count() == 0
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(255, 255, 255)"


FIRST_LINE = """one => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const { x, y } = range.getClientRects()[0];
    return { x, y: y + scrollY };
}"""


# From the end of a section's text to the next section.
GAPS = """page => [...page.querySelectorAll(":scope section + section")].map(one =>
    one.getBoundingClientRect().top
    - one.previousElementSibling.lastElementChild.getBoundingClientRect().bottom
)"""


def test_a_plate_keeps_no_text_waiting(seen: Open) -> None:
    """Text flows beside it, and the citations of its section have the margin to themselves."""
    section = "#hoyle-and-the-clubs"
    aside, text = f"{section} > figure[data-part=title-plate]", f"{section} > p"
    page = seen("docs/history/game.html", size=(1440, 900)).page
    beside = page.locator(aside).first.bounding_box()
    assert beside
    line = page.locator(text).first.evaluate(FIRST_LINE)
    assert beside["x"] + beside["width"] <= line["x"]
    assert abs(beside["y"] - line["y"]) < 32
    gaps: list[float] = page.locator("article").evaluate(GAPS)
    assert gaps
    assert max(gaps) < 120
    page.set_viewport_size({"width": 768, "height": 900})
    assert too_wide(page) == []
    beside, words = (page.locator(one).first.bounding_box() for one in (aside, text))
    assert beside
    assert words
    assert beside["y"] + beside["height"] <= words["y"], "without a margin it stands above"


# The entries in which texts overlap.
ON_TOP = """dl => [...dl.querySelectorAll(":scope > dd")].flatMap(entry => {
    const places = [...entry.children].map(one => one.getBoundingClientRect());
    const met = places.some((one, i) => places.slice(i + 1).some(two =>
        one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom));
    return met ? [entry.textContent.slice(0, 60)] : [];
})"""


@pytest.mark.parametrize("width", first(2, [1440, 360, 1024]))
def test_no_text_of_the_glossary_lies_on_another(seen: Open, width: int) -> None:
    """An entry may have several paragraphs of meaning."""
    page = seen("docs/glossary.html", size=(width, 900)).page
    lists = page.locator("dl.glossary")
    assert lists.count()
    assert [one for dl in lists.all() for one in dl.evaluate(ON_TOP)] == []


@pytest.mark.parametrize("width", first(3, [1440, 768, 360, 1024]))
@pytest.mark.parametrize("book", first(1, ["little", "cavendish"]))
def test_a_rule_set_begins_with_its_words(seen: Open, book: str, width: int) -> None:
    """The facts follow as a list, and the next section starts soon after."""
    page = seen(f"docs/rulesets/{book}.html", size=(width, 900)).page
    assert too_wide(page) == []
    places = [
        page.locator(one).first.bounding_box()
        for one in (".pq-summary", ".pq-opening > p", ".pq-opened .pq-facts", "section section h2")
    ]
    tops = [place["y"] for place in places if place]
    assert len(tops) == 4
    assert tops == sorted(tops)
    if width == 1440:
        assert tops[3] - tops[2] < 320


def test_twenty_four_answers_fit_a_strip(visit: Open) -> None:
    """With twice as many marks, none is wider than its place, covers another or leaves the page."""
    page = visit(RULE_PAGE).page
    page.evaluate(
        """() => {
            const list = document.querySelector("[data-part=answer-strip] > ol");
            const marks = [...list.children];
            while (list.children.length < 24) list.append(marks[list.children.length % marks.length].cloneNode(true));
        }"""
    )
    for width in (1440, 768, 360):
        page.set_viewport_size({"width": width, "height": 900})
        assert too_wide(page) == []
        amiss = page.evaluate(
            """() => {
                const boxes = [...document.querySelectorAll("[data-part=answer-strip] > ol > li")].map(one => {
                    const { left, right, top, bottom } = one.getBoundingClientRect();
                    return { left, right, top, bottom, cut: one.scrollWidth > one.clientWidth + 1 };
                });
                const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
                return [boxes.length, boxes.filter((one, place) => one.cut || boxes.slice(place + 1).some(other => over(one, other)))];
            }"""
        )
        assert amiss == [24, []], width


def test_a_title_stands_where_all_others_stand(seen: Open) -> None:
    """Hidden definitions of shapes take no room at the top. Pages without breadcrumbs keep the line free."""
    tops = set()
    for chapter in ("index", "game", "pack", "count"):
        page = seen(f"docs/history/{chapter}.html").page
        for width, height in ((1440, 900), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            place = page.locator("h1").bounding_box()
            assert place
            tops.add((width, round(place["y"])))
    assert len(tops) == 2, tops


def test_figures_are_old_in_prose_and_citations_and_line_up_in_answers(seen: Open) -> None:
    page = seen("docs/rules/exchange.younger-min.html").page
    figures = "one => getComputedStyle(one).fontVariantNumeric"
    for old in (".pq-taught", ".pq-taught a", "section > p", ".pq-side"):
        assert "oldstyle-nums" in page.locator(f"article {old}").first.evaluate(figures), old
    for lined in (".pq-taught strong", ".pq-given", ".pq-mk-year", ".pq-outcomes td"):
        assert "lining-nums" in page.locator(f"article {lined}").first.evaluate(figures), lined


@pytest.mark.parametrize("path", first(1, ["docs/api.html", "docs/data.html"]))
def test_code_keeps_its_lines_and_scrolls_in_its_box_by_keyboard_too(seen: Open, path: str) -> None:
    page = seen(path, size=(360, 740)).page
    assert too_wide(page) == []
    boxes = page.locator("article .highlight pre")
    found: list[tuple[int, int, float, str]] = boxes.evaluate_all(
        """all => all.map(one => [one.scrollWidth - one.clientWidth, one.clientHeight,
            parseFloat(getComputedStyle(one).lineHeight), one.textContent])"""
    )
    wide = [boxes.nth(place) for place, (beside, *_) in enumerate(found) if beside > 0]
    assert wide, "a phone is narrower than some line of code"
    for _, high, line, text in found:
        lines = text.rstrip("\n").count("\n") + 1
        assert high < (lines + 2) * line, "a line is broken"
    wide[0].focus()
    page.keyboard.press("ArrowRight")
    expect(wide[0]).to_be_focused()
    page.wait_for_function("() => document.activeElement.scrollLeft > 0")
    page.emulate_media(media="print")
    beside = boxes.evaluate_all("all => all.map(one => one.scrollWidth - one.clientWidth)")
    assert max(beside) <= 0, "paper cannot scroll"


@pytest.mark.parametrize("path", first(1, ["docs/api.html", "docs/data.html"]))
def test_a_name_in_a_table_breaks_at_its_joints_only(seen: Open, path: str) -> None:
    page = seen(path, size=(360, 740)).page
    tables = page.locator("article .pst-scrollable-table-container")
    for table in tables.all():
        assert table.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    broken: list[str] = tables.locator("code").evaluate_all(
        """codes => codes.flatMap(code => {
            const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT), found = [];
            while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/[a-z]{2,}/gi)) {
                const range = document.createRange();
                range.setStart(texts.currentNode, word.index);
                range.setEnd(texts.currentNode, word.index + word[0].length);
                if (new Set([...range.getClientRects()].map(box => box.top)).size > 1) found.push(word[0]);
            }
            return found;
        })"""
    )
    assert broken == []


def test_own_colours_leave_signs_on_the_buttons(live: ReplayPage) -> None:
    live.page.emulate_media(forced_colors="active")
    live.go("t1e")
    assert live.page.evaluate("matchMedia('(forced-colors: active)').matches")
    for act in ("first", "prev", "play", "next", "last"):
        seen = live.button(act).evaluate(
            """button => [getComputedStyle(button).backgroundColor,
                getComputedStyle(button, "::after").backgroundColor]"""
        )
        assert seen[0] != seen[1], act


# Returns the words of tables that are broken over lines.
WORDS = """(main) => {
  const found = [];
  for (const fold of main.querySelectorAll("[data-part=details]")) fold.open = true;
  for (const cell of main.querySelectorAll("td, th")) {
      if (!cell.checkVisibility() || cell.closest("details:not([data-part=details])")) continue;
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
          const text = texts.currentNode;
          if (text.parentElement.closest("code, svg, .external, details:not([data-part=details])")) continue;
          for (const word of text.data.matchAll(/[\\p{L}\\d]{2,}/gu)) {
              const range = document.createRange();
              range.setStart(text, word.index);
              range.setEnd(text, word.index + word[0].length);
              const box = range.getBoundingClientRect();
              const high = parseFloat(getComputedStyle(text.parentElement).lineHeight);
              found.push([word[0], box.height > 1.5 * high]);
          }
      }
  }
  return found;
}"""


@pytest.mark.parametrize(
    "path", first(1, ("docs/rules/set.others.html", "docs/rules/rubicon.deals.html"))
)
def test_no_word_in_a_table_is_broken(visit: Open, path: str) -> None:
    page = visit(path).page
    for width in (700, 768, 1024):
        page.set_viewport_size({"width": width, "height": 900})
        words: list[tuple[str, bool]] = page.locator("main").evaluate(WORDS)
        assert len(words) > 1
        assert [word for word, broken in words if broken] == [], width
