"""Sharing a deal: embedded, as a link, text, record or code; and recorded variations."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from case_selection import first
from harness import DEAL_PAGE, ROOT, SITE, no_engine, quiet, serving
from pages.replay import Open, ReplayPage
from playwright.sync_api import Frame, Page, expect
from test_axe import AXE, violations

pytestmark = pytest.mark.browser

EMBED = "docs/deals/embed/hoyle1909-ab.html"
P16 = "docs/deals/cavendish-p16.html"
RECORD = (ROOT / "docs/deals/hoyle1909-ab.piquet").read_text(encoding="utf-8")
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}
# The five lines of docs/deals/embedding.md.
LISTENER = re.findall(
    r"```html\n(<script>.*?</script>)",
    (ROOT / "docs/deals/embedding.md").read_text(encoding="utf-8"),
    re.DOTALL,
)[0]
HEARD = """<script>window.heard = []; addEventListener("message", ({ data }) => heard.push(data));</script>"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """Serve another site with ours in a folder."""
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / "site").symlink_to(SITE.resolve(), target_is_directory=True)
    with serving(
        folder, policy=""
    ) as address:  # That site sends no policy. Our pages contain their own.
        yield folder, address


def around(visit: Open, host: tuple[Path, str], wanted: str, **options: Any) -> tuple[Page, Frame]:
    """Open a page with a replay in a frame far down."""
    folder, base = host
    (folder / "page.html").write_text(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Elsewhere</title>'
        f'<link rel="icon" href="data:,">{HEARD}{LISTENER}<p style="height:1500px">Words</p>'
        f'<iframe src="site/{EMBED}{wanted}" title="A deal" width="100%" height="200" '
        'style="border:0"></iframe>',
        encoding="utf-8",
    )
    page = visit("page.html", base=base, **options).page
    quiet(page)
    return page, page.frames[1]


def clipboard(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def opened(page: Page) -> None:
    """Open the panel."""
    page.locator('[data-part=tools] [data-act="share"]').click()
    expect(page.locator("[data-part=share-ways]").first).to_be_visible()


def settled(page: Page) -> int:
    """Return the height of the frame once it has kept it for thirty frames of the browser."""
    height: int = page.locator("iframe").evaluate(
        """async frame => {
            for (let height = -1, kept = 0; kept < 30; kept++) {
                await new Promise(requestAnimationFrame);
                if (frame.offsetHeight !== height) [height, kept] = [frame.offsetHeight, 0];
            }
            return frame.offsetHeight;
        }"""
    )
    return height


# -- in a frame ----------------------------------------------------------------------------------


def test_a_frame_leaves_focus_and_place_alone_and_the_page_hears_of_nothing_but_its_height(
    visit: Open, host: tuple[Path, str]
) -> None:
    page, frame = around(visit, host, "#t6e")
    assert frame.locator("figure[data-part=replay]").get_attribute("data-step") == "t6e"
    assert page.evaluate("[document.activeElement.tagName, scrollY]") == ["BODY", 0]
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 740})
        closed = settled(page)
        assert 350 < closed < 1200
        overflow = "document.documentElement.scrollHeight - document.documentElement.clientHeight"
        assert frame.evaluate(overflow) == 0
        frame.locator('[data-part=tools] [data-act="share"]').click()
        expect(frame.locator("[data-part=share-ways]").first).to_be_visible()
        assert frame.evaluate(overflow) == 0
        page.keyboard.press("Escape")
        expect(frame.locator("dialog[open]")).to_have_count(0)
        # The window has started the engine, which has a status line until it runs.
        frame.locator('[data-engine="live"]').wait_for()
        assert settled(page) == closed
    assert page.evaluate(
        'heard.every(one => JSON.stringify(Object.keys(one)) === \'["type","height","shown"]\')'
    )
    assert set(page.evaluate("heard.map(one => one.type)")) == {"piquet:height"}


@pytest.mark.parametrize("deal", first(1, ["facheux", "hoyle1909-ab", "cavendish-p16"]))
def test_the_height_that_the_code_gives_is_enough(seen: Open, deal: str) -> None:
    """On a phone and in a column of 640 to 1000 px, on a page without our script."""
    page = seen(f"docs/deals/embed/{deal}.html").page
    code = page.locator("[data-part=embed-code] textarea").input_value()
    height = int(code.partition('height="')[2].partition('"')[0])
    for width in (360, *range(640, 1001, 40)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.body.getBoundingClientRect().height") <= height, width


@pytest.mark.parametrize(
    ("width", "height"),
    first(3, [(320, 480), (640, 480), (1000, 640), (360, 480), (800, 600)]),
)
def test_a_frame_that_keeps_its_height_has_cards_story_and_next_in_sight(
    seen: Open, width: int, height: int
) -> None:
    reader = seen(f"{EMBED}#t6e", size=(width, height))
    quiet(reader.page)
    parts = (
        reader.find(one)
        for one in ("[data-part=board]", "[data-part=sentence]", '[data-act="next"]')
    )
    board, story, step = (one.bounding_box() for one in parts)
    assert board
    assert story
    assert step
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= height
    assert story["y"] + story["height"] <= step["y"]
    assert step["y"] + step["height"] <= height
    cards = reader.find("[data-part=board] svg:not(span > svg)").evaluate_all(
        "cards => cards.map(one => one.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"
    )
    assert all(board["y"] <= top < bottom <= board["y"] + board["height"] for top, bottom in cards)


def test_the_talon_is_free_of_both_hands_in_every_frame_and_on_paper(seen: Open) -> None:
    """It fills any frame of at least 400 px. The last size is an A4 page, less its margins."""
    page = seen(EMBED).page
    free = """() => {
      const ends = one => { const box = document.querySelector(one).getBoundingClientRect(); return [box.top, box.bottom]; };
      const [hand, name, talon, own] = ["[data-part=younger-side] [data-part=hand]", "[data-part=talon] > [data-part=talon-label]", "[data-part=talon-cards]", "[data-part=elder-side] [data-part=hand]"].map(ends);
      return [name[0] - hand[1], talon[0] - hand[1], own[0] - talon[1]];
    }"""
    for size in ((400, 900), (560, 1080), (640, 1080), (640, 570), (700, 500), (700, 660)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert min(page.evaluate(free)) > 2, size
    page.set_viewport_size({"width": 673, "height": 979})
    page.emulate_media(media="print")
    assert min(page.evaluate(free)[1:]) > 2
    shift = page.locator("[data-part=timeline] .pq-long").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).sort((one, two) => one.left - two.left)"
        ".every((one, at, boxes) => !at || boxes[at - 1].right <= one.left)"
    )
    assert shift  # No name of an act covers the next.


def test_a_frame_shows_the_view_the_line_and_the_cards_that_are_asked_for(
    visit: Open, host: tuple[Path, str]
) -> None:
    page, frame = around(visit, host, "?view=e&w=t6e~SA.SK&suits=four&index=fr&theme=dark#t6e")
    expect(frame.locator("[data-part=not-a-source]")).to_be_visible()
    assert frame.locator("figure[data-part=replay]").get_attribute("data-step") == "t6e"
    assert "ace of spades" in (frame.locator("[data-part=sentence]").text_content() or "")
    assert frame.locator('[data-part=younger-side] use[href="#pq-back"]').count() > 0
    root = frame.locator("html")
    for name, value in (("pq-suits", "four"), ("pq-index", "fr"), ("theme", "dark")):
        expect(root).to_have_attribute(f"data-{name}", value)
    assert page.evaluate("localStorage.length") == 0  # The page's wish, not the reader's.
    home = frame.locator("[data-part=embed-home]").get_attribute("href") or ""
    assert home.endswith("/docs/deals/hoyle1909-ab.html?view=e&w=t6e~SA.SK#t6e")


@pytest.mark.parametrize(
    "hostile",
    [
        "w=t6e~<img src=x onerror=alert(1)>",
        pytest.param("rules=<script>", marks=pytest.mark.thorough),
        pytest.param("words=shouting", marks=pytest.mark.thorough),
    ],
)
def test_a_hostile_wish_gets_a_reason_and_the_printed_deal(visit: Open, hostile: str) -> None:
    page = visit(f"{EMBED}?{hostile}&theme=<b>&suits=9&view=z#t3e").page
    expect(page.locator("[data-part=engine-status] > span")).to_contain_text(
        "This cannot be shown: "
    )
    expect(page.locator("figure[data-part=replay]")).to_have_attribute("data-step", "t3e")
    assert page.locator("[data-part=stage] img").count() == 0
    assert page.locator("html").get_attribute("data-theme") is None
    assert page.locator("html").get_attribute("data-pq-suits") is None


def test_an_idle_frame_loads_no_engine(seen: Open) -> None:
    reader = seen(f"{EMBED}#t6e")
    quiet(reader.page)
    assert not [path for path in reader.watch.paths if "_static/piquet/" in path]


def test_without_a_script_a_frame_shows_the_hands_and_leads_to_the_deal(visit: Open) -> None:
    page = visit(EMBED, java_script_enabled=False).page
    assert page.locator("[data-part=hand] svg:visible").count() == 24
    expect(page.locator("[data-part=controls]")).to_be_hidden()
    assert page.locator("h1 a").get_attribute("href") == "../hoyle1909-ab.html"
    expect(page.get_by_role("link", name="The whole deal, with every total")).to_be_visible()


@pytest.mark.parametrize("theme", first(1, ["light", "dark"]))
def test_the_link_that_a_frame_gives_is_that_of_the_deal_and_axe_finds_nothing(
    visit: Open, theme: str
) -> None:
    page = visit(f"{EMBED}?theme={theme}#t6e", **CLIPBOARD).page
    no_engine(page)
    opened(page)
    page.locator('[data-act="copy"]').click()
    expect(page.locator("[data-part=share-status]")).to_have_text(
        "The link to this step is copied."
    )
    assert clipboard(page).endswith("/docs/deals/hoyle1909-ab.html#t6e")
    page.evaluate(AXE)
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.locator("html").get_attribute("data-theme") == theme
        found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        assert [(one["id"], one["nodes"][0]["target"]) for one in found] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


GUIDE = "docs/deals/embedding.html"


def test_the_guide_shows_a_frame_and_the_code_for_what_is_in_it(visit: Open) -> None:
    page = visit(GUIDE, **CLIPBOARD).page
    quiet(page)
    place, code = page.locator("[data-part=embed]"), page.locator("[data-part=embed] pre")
    expect(code).to_contain_text(re.compile(r'src="http://127[^"]*/embed/hoyle1909-ab\.html#t6e"'))
    inside = page.frame_locator("[data-part=embed] iframe")
    expect(inside.locator("figure[data-part=replay]")).to_have_attribute("data-step", "t6e")
    assert page.frames[1].evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    place.get_by_role("link", name="As elder sees it").click()
    expect(inside.locator('[data-part=younger-side] use[href="#pq-back"]').first).to_be_attached()
    expect(code).to_contain_text("?view=e#t6e")
    place.get_by_role("button", name="Copy: The code for this frame").click()
    expect(page.locator("[data-part=citation-status]")).to_have_text(
        "Copied: The code for this frame"
    )
    assert clipboard(page) == code.text_content()
    assert clipboard(page).endswith('allow="clipboard-write"></iframe>')


# -- sharing -------------------------------------------------------------------------------------


@pytest.fixture
def copying(live: ReplayPage) -> Iterator[ReplayPage]:
    """The shared replay with permission to write to the clipboard."""
    live.page.context.grant_permissions(CLIPBOARD["permissions"])
    yield live
    live.page.context.clear_permissions()


def test_words_follow_view_and_line(copying: ReplayPage) -> None:
    copying.fork("t6e")
    copying.pick("SA", "t6e")
    copying.look("y")
    opened(copying.page)
    copying.button("copy-text").click()
    expect(copying.part("share-status")).to_have_text("The deal is copied as text.")
    title, *lines = clipboard(copying.page).splitlines()
    assert title == "A and B play at Piquet"
    assert lines[-2:] == [
        "What if? Not in the source.",
        "t6e  A throws the ace of spades; B wins the trick.",
    ]
    # B has not seen A's discards.
    (exchange,) = [line for line in lines if line.startswith("xe ")]
    assert "nine of spades" not in exchange
    copying.close()
    copying.leave()


def test_the_record_comes_as_a_file_with_the_line_of_the_reader(live: ReplayPage) -> None:
    opened(live.page)
    with live.page.expect_download() as waiting:
        live.button("download").click()
    assert waiting.value.suggested_filename == "hoyle1909-ab.piquet"
    assert Path(waiting.value.path()).read_text(encoding="utf-8") == RECORD
    live.close()
    live.fork("t6e")
    live.pick("HA", "t6e")
    expect(live.part("provenance")).to_have_text("Not in the source from trick 6 on.")
    opened(live.page)
    with live.page.expect_download() as waiting:
        live.button("download").click()
    text = Path(waiting.value.path()).read_text(encoding="utf-8")
    assert "(\n  {What if? Not in the source.}\n  t6e  HA\n)" in text
    live.close()
    live.leave()


def test_the_code_is_for_what_is_shown(copying: ReplayPage) -> None:
    copying.look("e")
    copying.go("t6e")
    opened(copying.page)
    code = copying.find("[data-part=embed-code] textarea")
    expect(code).to_have_value(re.compile(r'/docs/deals/embed/hoyle1909-ab\.html\?view=e#t6e"'))
    copying.go("ce")
    expect(code).to_have_value(re.compile(r"\?view=e#ce"))
    copying.close()
    copying.choose("suits", "four")
    copying.open("share")
    expect(code).to_have_value(re.compile(r"suits=four&amp;view=e#ce"))
    copying.button("copy-code").click()
    expect(copying.part("share-status")).to_have_text("The code is copied.")
    assert clipboard(copying.page) == code.input_value()
    assert clipboard(copying.page).endswith('allow="clipboard-write"></iframe>')
    copying.close()
    copying.choose("suits", "two")


def test_the_system_is_handed_the_link_to_what_is_shown(visit: Open) -> None:
    """Headless Chromium has no share dialog, so a fake one keeps its input or is cancelled."""
    page = visit("_static/favicon.svg").page
    page.add_init_script(
        """navigator.share = (what) => {
            (window.given ??= []).push(what);
            return window.refusal ? Promise.reject(window.refusal) : Promise.resolve();
        };"""
    )
    no_engine(page)
    page.goto(page.url.replace("_static/favicon.svg", f"{DEAL_PAGE}#t6e"))
    opened(page)
    send = page.locator('[data-part=share] [data-act="send"]')
    send.click()
    page.wait_for_function("window.given")
    given = page.evaluate("given[0]")
    assert given["url"] == page.url
    assert given["url"].endswith("hoyle1909-ab.html#t6e")
    assert given["title"] == page.title()
    said = page.locator("[data-part=share-status]")
    page.evaluate("window.refusal = new DOMException('', 'AbortError')")  # The reader closed it.
    send.click()
    page.wait_for_function("given.length === 2")
    expect(said).to_be_empty()
    page.evaluate("window.refusal = new DOMException('Not now.', 'NotAllowedError')")
    send.click()
    expect(said).to_have_text("Not now.")


def test_what_the_clipboard_refuses_is_shown_and_selected(live: ReplayPage) -> None:
    live.page.evaluate(
        """() => Object.defineProperty(navigator, "clipboard", { configurable: true,
            value: { writeText: () => Promise.reject(new Error("refused")) } })"""
    )
    opened(live.page)
    live.button("copy-text").click()
    expect(live.part("shared-text")).to_be_visible()
    expect(live.part("share-status")).to_have_text(
        "The browser did not let this page write to the clipboard. The text is selected: copy it from there."
    )
    assert str(live.page.evaluate("getSelection().toString()")).startswith("A and B play")
    live.page.evaluate("() => { delete navigator.clipboard; }")
    live.close()


@pytest.mark.thorough
def test_axe_finds_nothing_in_the_panel_of_a_deal_with_ways(visit: Open) -> None:
    """test_axe checks the panel of another deal on every run."""
    reader = visit("docs/deals/facheux.html#t11y")
    no_engine(reader.page)
    opened(reader.page)
    assert violations(reader.page, "[data-part=replay]") == []


def test_the_panel_fits_a_phone(visit: Open) -> None:
    reader = visit("docs/deals/facheux.html#t11y")
    no_engine(reader.page)
    opened(reader.page)
    reader.page.set_viewport_size({"width": 360, "height": 740})
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= 360
    stage = reader.part("share").bounding_box()
    assert stage is not None
    for one in reader.find("[data-part=share] :is(button, summary, a, textarea):visible").all():
        box = one.bounding_box()
        assert box is not None
        assert box["x"] >= stage["x"] + 8
        assert box["x"] + box["width"] <= stage["x"] + stage["width"] - 8
    # The citation begins on the first screen, below the buttons: two lines of it, 24 px each.
    cited = reader.find("[data-part=share] [data-part=citation-heading] + p").first.bounding_box()
    assert cited
    assert cited["y"] + 48 <= 740


# -- variations ----------------------------------------------------------------------------------


def test_a_key_plays_one_variation_after_the_other(visit: Open) -> None:
    """Cavendish's sixteenth hand has three: two are partly his, the last is ours."""
    reader = visit(P16)
    reader.part("stage").focus()
    for step, provenance in (
        ("t1e", "In the source in part; the rest is ours."),
        ("t6e", "In the source in part; the rest is ours."),
        ("t9y", "Not in the source."),
        ("t1e", "In the source in part; the rest is ours."),
    ):
        reader.press("v")
        expect(reader.part("position")).to_contain_text(f"trick {step[1:-1]}")
        expect(reader.figure).to_have_attribute("data-step", step)
        expect(reader.part("provenance")).to_have_text(provenance)
        expect(reader.page).to_have_url(re.compile(rf"\?w={step}~"))
    expect(reader.part("remark")).to_contain_text("The plain way")
    reader.press("Escape")
    expect(reader.what_if).to_be_hidden()


def test_the_button_at_the_step_and_the_links_in_the_account_and_the_text_play_it(
    visit: Open,
) -> None:
    """The two points win the game."""
    reader = visit("docs/deals/facheux.html#t11y")
    quiet(reader.page)
    reader.find("button[data-variation]").click()
    expect(reader.what_if).to_be_visible()
    reader.until_address("?w=t11y~CA.H6.HA#t11y")
    assert "ace of clubs" in reader.sentence
    reader.go("result")
    assert reader.scores == (38, 2)
    reader.press("Escape")
    reader.page.evaluate("window.same = true")
    branch = reader.page.locator("[data-part=branch]")
    branch.locator("summary").click()
    branch.get_by_role("link", name="Play it on the table").click()
    expect(reader.what_if).to_be_visible()
    reader.until_address("?w=t11y~CA.H6.HA#t11y")
    assert reader.page.evaluate("window.same") is True  # No page was loaded for it.
    reader.press("Escape")
    expect(reader.what_if).to_be_hidden()
    reader.page.get_by_role("link", name="Keep the heart instead").click()
    expect(reader.part("stage")).to_contain_text("counts 1 for taking the trick")
