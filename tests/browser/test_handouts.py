"""Print-outs for teachers: no exercise is cut in two, no page is blank, and no answer shows."""

import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from case_selection import first
from pages.lesson import LessonPage
from pages.replay import Open
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

# The pages printed in a class: plan, hand-out, score sheet and lessons.
PRINTED = ["teachers", "handout", "score-sheet", "04-good", "07-a-and-b"]
# The number of A4 pages of some of them.
PAGES = {"teachers": (2,), "handout": (4,), "score-sheet": (1, 2), "04-good": (5,)}
# The print area in CSS pixels (1/96 inch) with margins of 15 mm: Letter, which is lower, and A4.
SHEETS = {"Letter": (703, 943), "A4": (680, 1009)}


def words_of_pages(pdf: bytes) -> list[int]:
    """Return the number of text pieces on each page of a PDF by Chromium."""
    objects = dict(re.findall(rb"(\d+) 0 obj\n(.*?)\nendobj", pdf, re.DOTALL))
    found: list[int] = []
    for body in objects.values():
        if not re.search(rb"/Type\s*/Page\b", body):
            continue
        number = re.search(rb"/Contents (\d+) 0 R", body)
        assert number
        stream = objects[number[1]].partition(b"stream\n")[2].rpartition(b"\nendstream")[0]
        found.append(len(re.findall(rb"\bT[jJ]\b", zlib.decompress(stream))))
    return found


def printed(page: Page, paper: str, file: Path) -> list[int]:
    margin = dict.fromkeys(("top", "bottom", "left", "right"), "15mm")
    page.pdf(path=file, format=paper, margin=margin)  # type: ignore[arg-type]
    return words_of_pages(file.read_bytes())


def each(found: Locator, look: str) -> list[Any]:
    """Evaluate a function on each match."""
    seen: list[Any] = found.evaluate_all(f"all => all.map({look})")
    return seen


# The longest on the lower sheet; on the other sheet those whose pages are counted below.
@pytest.mark.parametrize(
    ("name", "paper"),
    first(
        len(PRINTED),
        [
            *((name, "A4") for name in PRINTED[:-1]),
            (PRINTED[-1], "Letter"),
            *((name, "Letter") for name in PRINTED[:-1]),
            (PRINTED[-1], "A4"),
        ],
    ),
)
def test_no_page_is_blank_and_no_exercise_is_cut(
    seen: Open, tmp_path: Path, name: str, paper: str
) -> None:
    """The plan of a class takes two pages and the score sheet one. Exercises share pages.

    A hand-out has three pages of exercises and one of answers.
    """
    page = seen(f"tutorials/{name}.html").page
    pages = printed(page, paper, tmp_path / "sheet.pdf")
    assert len(pages) <= 12
    if paper == "A4" and name in PAGES:
        assert len(pages) in PAGES[name]
    assert all(count >= 3 for count in pages), pages
    # A browser keeps a block together if it is no taller than the page.
    width, height = SHEETS[paper]
    page.emulate_media(media="print")
    page.set_viewport_size({"width": width, "height": height})
    tall = page.locator(
        "[data-part=exercise-item], [data-part=replay] [data-part=stage], .pq-write"
    ).evaluate_all(
        """(all, height) => all
            .map(one => [one.className, getComputedStyle(one).breakInside, one.getBoundingClientRect().height])
            .filter(([, way, high]) => high && (way !== "avoid" || high > height))""",
        height,
    )
    assert tall == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_score_sheet_ends_on_its_sheet(seen: Open) -> None:
    page = seen("tutorials/score-sheet.html").page
    page.emulate_media(media="print")
    page.set_viewport_size({"width": SHEETS["A4"][0], "height": SHEETS["A4"][1]})
    last = page.locator(".pq-write").last
    assert last.evaluate("one => one.getBoundingClientRect().bottom") <= SHEETS["A4"][1]


def test_on_paper_what_is_told_keeps_its_bullets_and_what_is_ordered_has_boxes(seen: Open) -> None:
    page = seen("tutorials/04-good.html").page
    page.emulate_media(media="print")
    room = "one => parseFloat(getComputedStyle(one).paddingInlineStart) / parseFloat(getComputedStyle(one).fontSize)"
    assert all(told >= 1.2 for told in each(page.locator("[data-part=given] ul"), room))
    box = "one => [getComputedStyle(one, '::before').content, getComputedStyle(one, '::before').borderTopStyle]"
    assert all(row == ['""', "solid"] for row in each(page.locator("[data-part=order] > li"), box))


def test_exercises_for_paper_are_not_answered_on_the_screen(seen: Open) -> None:
    page = seen("tutorials/handout.html").page
    expect(page.get_by_role("button", name="Print this page")).to_be_visible()
    expect(
        page.locator("[data-part=exercise-item] button:visible, [data-part=lesson-progress]")
    ).to_have_count(0)
    asked = page.locator("[data-part=question-text]").first
    # A style says "Ring" instead.
    expect(asked.get_by_text("Tap", exact=True)).to_have_css("font-size", "0px")
    expect(page.locator("[data-part=lesson-answers] li").first).to_be_attached()


@pytest.mark.parametrize(
    ("width", "script"), first(2, [(360, True), (1440, False), (1440, True), (360, False)])
)
def test_the_hand_out_is_seen_on_the_screen_as_it_prints(
    seen: Open, width: int, script: bool
) -> None:
    """Scripts make no difference: title, cards and a line for each number are printed."""
    page = seen("tutorials/handout.html", java_script_enabled=script, size=(width, 900)).page
    title = page.get_by_role("heading", name="Exercises to print")
    expect(title).to_be_visible()
    if script:
        button = page.get_by_role("button", name="Print this page").bounding_box()
        head = title.bounding_box()
        assert button
        assert head
        assert head["y"] + head["height"] <= button["y"]
    for part in ("[data-part=question-text]", "[data-part=number]", ".pq-picks-lines"):
        expect(page.locator(part).first).to_be_visible()
    cards = page.locator("[data-part=answers] svg").first.bounding_box()
    assert cards
    assert cards["width"] < 50


def test_the_names_stand_over_every_column_of_a_printed_account(visit: Open) -> None:
    """A browser repeats the head of a table on each page only if it is a thead with the names in cells."""
    page = visit("docs/deals/hoyle1909-ab.html").page
    page.emulate_media(media="print")
    head = page.locator("[data-part=steps-table] thead")
    assert head.evaluate("one => getComputedStyle(one).display") == "table-header-group"
    names = head.locator("th").filter(has_text=re.compile("^[AB]$"))
    assert names.all_inner_texts() == ["A", "B"]
    assert (
        head.evaluate("one => getComputedStyle(one.parentElement.parentElement).columnCount") == "2"
    )
    assert head.evaluate("one => one.getClientRects().length") == 2  # It is on each page.


def test_a_printed_lesson_does_not_show_what_it_asks(seen: Open) -> None:
    """The pictures of lesson 7 are folded on the screen, and so are controls. The answers have a page of their own."""
    page = seen("tutorials/07-a-and-b.html").page
    page.emulate_media(media="print")
    for still in page.locator("[data-part=still]").all():
        expect(still).to_be_hidden()
    expect(LessonPage(page).end).to_be_hidden()
    answers = page.locator("[data-part=lesson-answers]")
    expect(answers).to_have_css("break-before", "page")
    expect(answers.locator("li").first).to_be_visible()
    expect(page.get_by_text("Master plays on").first).to_be_hidden()


def test_an_answer_has_a_place_on_paper(seen: Open) -> None:
    """Words have a box before them, cards are ringed, and counted figures are as high as capitals."""
    page = seen("tutorials/handout.html").page
    box = "one => [getComputedStyle(one, '::before').content, getComputedStyle(one).borderTopWidth]"
    figures = "one => getComputedStyle(one).fontVariantNumeric"
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        picks = each(page.locator("[data-part=answers]:not(:has(svg)) > [data-part=answer]"), box)
        assert all(pick == ['""', "0px"] for pick in picks)
        told = each(page.locator("[data-part=given] li"), figures)
        assert all(one == "lining-nums" for one in told)
    page = seen("tutorials/01-tricks.html").page
    page.emulate_media(media="print")
    asked = page.locator("#exercise-1 [data-part=question-text]")
    assert "Ring" in asked.evaluate("one => getComputedStyle(one, '::after').content")


def test_a_deal_that_is_played_out_is_for_the_screen(seen: Open) -> None:
    """A deal in play becomes a line on paper, and so does the link to it."""
    page = seen("tutorials/01-tricks.html").page
    played = page.locator("[data-part=exercise][data-name='play.on']")
    line, leads = page.locator(".pq-on-paper"), page.get_by_text("The other player is Thumb")
    answers = page.locator("[data-part=lesson-answers] li.pq-of-screen")
    for part in (played, line, answers):
        expect(part).to_have_count(2)
    expect(line.first).to_be_hidden()
    expect(leads).to_be_visible()
    page.emulate_media(media="print")
    expect(line.first).to_have_text("On the screen: 9. Six tricks, played out against an opponent.")
    for one in line.all():
        expect(one).to_be_visible()
    for one in (leads, *played.locator("h3, [data-part=exercise-item]").all(), *answers.all()):
        expect(one).to_be_hidden()
    page = seen("tutorials/problems/cards.html").page
    page.emulate_media(media="print")
    expect(page.locator(".pq-on-paper")).to_have_count(0)


def test_a_number_is_written_on_a_line_of_one_length_in_one_place(seen: Open) -> None:
    """The answer space is at the end of the question, above the cards."""
    page = seen("tutorials/01-tricks.html").page
    page.emulate_media(media="print")
    page.set_viewport_size({"width": SHEETS["A4"][0], "height": SHEETS["A4"][1]})
    places = page.locator("[data-part=number]:visible").evaluate_all(
        """all => all.map((one) => {
            const { right, width, bottom } = one.getBoundingClientRect();
            const item = one.closest("[data-part=exercise-item]"), felt = item.querySelector("[data-part=exercise-felt]");
            const above = !felt || bottom <= felt.getBoundingClientRect().top + 4;
            return [Math.round(item.getBoundingClientRect().right - right), Math.round(width), above];
        })"""
    )
    assert len(places) == 5
    assert all(place == places[0] and place[2] for place in places), places


def test_a_picture_in_a_text_keeps_to_its_frame_on_paper(visit: Open) -> None:
    page = visit("tutorials/index.html").page
    page.emulate_media(media="print")
    page.set_viewport_size({"width": SHEETS["A4"][0], "height": SHEETS["A4"][1]})
    over = page.locator("[data-part=still] [data-part=stage]").evaluate_all(
        """all => all.map((one) => [...one.querySelectorAll("svg, [data-part=score]")]
            .filter((part) => part.getBoundingClientRect().bottom > one.getBoundingClientRect().bottom + 1).length)"""
    )
    assert len(over) == 5
    assert over == [0] * 5
