"""Variations: chosen by mouse or keyboard, refused with the clause, and shared by link."""

import re
from itertools import pairwise
from urllib.parse import parse_qs, urlsplit

import pytest
from case_selection import first
from harness import DEAL_PAGE
from pages.replay import Open, ReplayPage
from playwright.sync_api import expect
from test_axe import BY_DAY_AND_NIGHT, Modes, violations

pytestmark = pytest.mark.browser


def test_another_card_is_played_and_the_way_back_is_one_key(live: ReplayPage) -> None:
    """The recorded t6e is the king of hearts. A throws the ace of spades instead, and B takes the rest."""
    live.fork("t6e")
    assert live.step == "t6y"  # The last recorded step that remains.
    told = live.part("provenance")
    expect(told).to_have_text("As printed so far.")
    parted = live.find("[data-part=not-a-source] > span").first
    expect(parted).to_be_hidden()  # So far it is the recorded line.
    live.pick("SA", "t6e")
    expect(told).to_have_text(
        "Not in the source."
    )  # The text of the record, which contains this line.
    expect(parted).to_have_text("From trick 6 on this is no longer the book’s play.")
    assert "ace of spades" in live.sentence
    expect(live.question).to_have_text("B: Which card is led?")
    live.until_address("?w=t6e~SA#t6e")
    live.leave()
    assert live.step == "t6e"
    assert "king of hearts" in live.sentence
    live.until_address(f"{DEAL_PAGE}#t6e")


def test_on_a_phone_nothing_lies_under_the_cards_and_the_question_is_whole(
    live: ReplayPage,
) -> None:
    """The board shows only the hands, and the panel begins with the player to move."""
    live.page.set_viewport_size({"width": 360, "height": 740})
    for step in ("t1e", "ce"):  # A card, and a count in words.
        live.fork(step)
        expect(live.find("[data-part=what-if] [data-part=act]")).to_be_in_viewport(ratio=1)
        expect(live.question).to_be_in_viewport(ratio=1)
        if step == "t1e":
            expect(live.part("calls")).to_be_hidden()
            edges = live.find("[data-choices] > *").evaluate_all(
                "cards => cards.map(card => card.getBoundingClientRect().left)"
            )
            # Twelve cards in one row leave as much of each free as WCAG requires of targets.
            assert min(right - left for left, right in pairwise(edges)) >= 24
        live.leave()
    # A trick overlaps neither hand.
    live.go("t5y")
    hands = [
        live.find(f"[data-part={one}-side] [data-part=hand]").bounding_box()
        for one in ("younger", "elder")
    ]
    far, near = hands
    assert far
    assert near
    for card in live.find("[data-part=trick] svg").all():
        box = card.bounding_box()
        assert box
        assert far["y"] + far["height"] < box["y"]
        assert box["y"] + box["height"] < near["y"]


LIES = """figure => ["[data-part=younger-side] [data-part=player]", "[data-part=elder-side] [data-part=player]", "[data-part=younger-side] [data-part=hand] > *", "[data-part=elder-side] [data-part=hand] > *", "[data-part=played-card]"].map((one) => {
    const { top, width } = figure.querySelector(`[data-part=felt] ${one}`).getBoundingClientRect();
    return [Math.round(top - figure.querySelector("[data-part=board]").getBoundingClientRect().top), Math.round(width)];
})"""


@pytest.mark.parametrize("step", ["t6e", "t2y"])
def test_on_a_phone_nothing_moves_but_cards_whoever_is_asked(live: ReplayPage, step: str) -> None:
    """A, B and A again: names, hands and trick keep the position and size of the recorded deal."""
    live.page.set_viewport_size({"width": 360, "height": 740})
    live.page.emulate_media(reduced_motion="reduce")
    live.go(step)
    printed = live.evaluate(LIES)
    live.fork(step)
    seen = [live.evaluate(LIES)]
    for _ in range(3):
        live.find('[data-part=stage] [data-move]:not([aria-disabled="true"])').first.click()
        live.page.mouse.move(0, 0)  # A card under the pointer is raised.
        expect(live.find("[data-choices] > *").first).to_be_visible()
        live.page.evaluate("Promise.allSettled(document.getAnimations().map(one => one.finished))")
        seen.append(live.evaluate(LIES))
    # The leader decides which card of a trick is the first. They are nearly level.
    *places, tricks = zip(*seen, strict=True)
    assert all(one == ours[0] for ours in places for one in ours)
    assert max(top for top, _ in tricks) - min(top for top, _ in tricks) <= 6
    assert len({width for _, width in tricks}) == 1
    assert [ours[0] for ours in places] == printed[:-1]
    live.leave()


def test_the_books_own_card_parts_with_nothing(live: ReplayPage) -> None:
    """The line differs from the first different card on, not from the fork."""
    live.fork("t6e")
    live.pick("HK", "t6e")
    parted = live.find("[data-part=not-a-source] > span").first
    expect(parted).to_be_hidden()
    told = live.part("provenance")
    expect(told).to_have_text("As printed so far.")
    live.find(
        '[data-part=stage] [data-move]:not([data-move="SK"]):not([aria-disabled])'
    ).first.click()
    expect(told).to_have_text("Not in the source from trick 7 on.")
    expect(parted).to_be_hidden()
    live.leave()


def test_the_one_card_that_may_be_played_is_named_with_its_rule(live: ReplayPage) -> None:
    """Of diamonds B holds the king and the queen at t1y, and only the king at t2y."""
    live.fork("t2y")
    only = live.part("only-choice")
    # The drawn index in English and in French, and the hidden name.
    expect(only).to_have_text(re.compile(r"^Only the KRking of diamonds may be played\."))
    assert "play.follow" in (only.locator("a[href*='rules/']").get_attribute("href") or "")
    live.leave()
    live.fork("t1y")
    expect(live.question).to_be_visible()
    expect(only).to_have_count(0)
    live.leave()


# Returns the boxes of the visible buttons of the panel and of the parts around them.
BOXES = """(figure) => Object.fromEntries([...figure.querySelectorAll("[data-part=story-panel] [data-part=controls] :is(button, a), [data-part=board], [data-part=pages], [data-part=rail]")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [one.dataset.act ?? one.dataset.part, [x, y + scrollY, width, height].map(Math.round)]; }))"""


def lies_on(one: list[int], other: list[int]) -> bool:
    """Return whether two boxes overlap."""
    (x, y, width, height), (left, top, wide, high) = one, other
    return x < left + wide and left < x + width and y < top + high and top < y + height


@pytest.mark.parametrize(("width", "height"), first(1, [(360, 740), (1440, 900)]))
def test_no_button_of_a_variation_stands_where_another_stood(
    live: ReplayPage, width: int, height: int
) -> None:
    """Two taps at one point reach one button, from the first question to the end and back."""
    live.page.set_viewport_size({"width": width, "height": height})
    live.go("t4e")
    live.button("prev").click()
    live.button("next").click()
    live.evaluate("figure => figure.scrollIntoView({ block: 'start' })")  # Ways back lead here.
    at_rest = live.evaluate(BOXES)
    seen = []
    live.button("whatif").click()
    expect(live.question).to_be_visible()
    seen.append(live.evaluate(BOXES))
    live.find('[data-part=stage] [data-move]:not([aria-disabled="true"])').first.click()
    expect(live.button("undo")).to_have_attribute("aria-disabled", "false")
    seen.append(live.evaluate(BOXES))
    live.button("auto").click()
    expect(live.part("results")).to_contain_text(re.compile(r"this line \d"))
    seen.append(live.evaluate(BOXES))
    for _ in range(3):
        live.button("prev").click()
        seen.append(live.evaluate(BOXES))
    live.button("undo").click()
    expect(live.question).to_be_visible()
    seen.append(live.evaluate(BOXES))
    buttons = {"first", "prev", "play", "last", "next", "undo", "auto", "back"}
    assert set(seen[0]) == buttons | {"board", "pages", "rail"}
    assert all(one == seen[0] for one in seen)
    assert not any(
        lies_on(seen[0][one], seen[0][other])
        for one in buttons
        for other in buttons
        if one != other
    )
    # The step buttons keep their position, so a double tap takes nothing back.
    assert all(at_rest[one] == seen[0][one] for one in set(at_rest) & set(seen[0]))
    (x, y, wide, high), undo = at_rest["whatif"], seen[0]["undo"]
    assert lies_on([x + wide // 2, y + high // 2, 1, 1], undo)
    live.leave()
    assert live.evaluate(BOXES) == at_rest


@pytest.mark.parametrize("width", first(1, [360, 1440]))
def test_what_if_says_at_once_that_the_engine_has_to_come(visit: Open, width: int) -> None:
    reader = visit()
    reader.page.set_viewport_size({"width": width, "height": 740})
    button = reader.button("whatif")
    before = button.bounding_box()
    words = button.evaluate("one => { one.click(); return one.textContent; }")
    assert words == "Engine starting …"
    assert button.bounding_box() == before
    expect(reader.question).to_be_visible()
    assert button.text_content() == "What if?"


def test_a_refused_card_says_why_with_its_clause_and_is_read_whole_on_a_phone(
    live: ReplayPage,
) -> None:
    """B holds a diamond at t2y, so no other suit may be played to the seven of diamonds."""
    live.page.set_viewport_size({"width": 360, "height": 740})
    live.fork("t2y")
    wrong = live.find('[data-part=younger-side] [data-part=hand] [data-move="SK"]')
    assert wrong.get_attribute("aria-disabled") == "true"
    wrong.click(force=True)
    refusal = live.find("[data-part=refusal]:visible")
    expect(refusal).to_contain_text(
        "The king of spades does not follow suit: the seven of diamonds was led"
    )
    assert "play.follow" in (refusal.locator("a[href*='rules/']").get_attribute("href") or "")
    expect(refusal.locator("cite a")).to_contain_text("The Play")
    assert live.part("announcement").text_content() == refusal.text_content()
    expect(live.question).to_be_in_viewport(ratio=1)  # It comes before it.
    box, sheet = refusal.bounding_box(), live.part("pages").bounding_box()
    assert box
    assert sheet
    assert box["y"] + box["height"] <= sheet["y"] + sheet["height"]
    live.until_address("?w=t2y~#t2e")
    live.leave()


def test_the_engine_plays_a_line_to_its_end_and_moves_can_be_taken_back(live: ReplayPage) -> None:
    """The last move, and the move of the current step with all later ones."""
    live.fork("t10e")
    live.button("auto").click()
    expect(live.figure).to_have_attribute("data-step", "result")
    expect(live.part("prompt")).to_have_text("")  # The story says once that it is over.
    expect(live.part("sentence")).to_contain_text("The deal is over")
    over = live.button("back").bounding_box()
    expect(live.page).to_have_url(re.compile(r"#result$"))
    (line,) = parse_qs(urlsplit(live.page.url).query)["w"]
    moves = line.removeprefix("t10e~").split(".")
    assert len(moves) == 6  # Three tricks are left.
    live.button("undo").click()
    expect(live.question).to_be_visible()
    assert live.button("back").bounding_box() == over  # The bar keeps its position.
    expect(live.page).to_have_url(re.compile(re.escape(f"?w=t10e~{'.'.join(moves[:-1])}#")))
    live.go("t10y")
    live.button("undo").click()
    expect(live.question).to_be_visible()
    expect(live.page).to_have_url(re.compile(re.escape(f"?w=t10e~{moves[0]}#")))
    live.button("back").click()
    expect(live.what_if).to_be_hidden()


def test_cards_are_laid_out_by_keyboard(live: ReplayPage) -> None:
    live.fork("xe")
    boxes = live.find("[data-part=elder-side] [data-part=hand] input")
    assert boxes.count() == 12
    lay = live.button("lay")
    assert lay.get_attribute("aria-disabled") == "true"
    boxes.first.focus()
    live.press("Space")
    expect(live.part("chosen-count")).to_have_text("1 chosen")
    assert lay.get_attribute("aria-disabled") == "false"
    lay.focus()
    live.press("Enter")
    expect(live.question).to_have_text(
        re.compile(r"^A: Look at the \w+ cards that elder left in the talon\?$")
    )
    assert live.step == "xe"
    live.leave()


def test_a_line_is_shared_by_its_link(visit: Open) -> None:
    """The address contains the branch, another rule set and one player's view."""
    reader = visit(f"{DEAL_PAGE}?rules=little&view=e&w=t6e~SA.SK#t7y")
    reader.until_live()
    expect(reader.figure).to_have_attribute("data-step", "t7y")
    expect(reader.part("not-a-source")).to_be_visible()
    expect(reader.part("rules")).to_contain_text("Little Piquet")
    assert reader.find('[data-part=younger-side] use[href="#pq-back"]').count() > 0
    expect(reader.find("[data-part=rule-sets] [aria-current]")).to_have_attribute(
        "data-book", "little"
    )
    assert reader.find('input[data-set="view"][value="e"]').is_checked()


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("w=xe~SA", "at xe, the ace of spades is not in the hand (exchange.elder-max)"),
        (
            "rules=old36",
            (
                "Old Piquet (thirty-six cards, Molière’s time) cannot deal this: "
                "it is played with 36 cards, and this deal has 32"
            ),
        ),
    ],
)
def test_a_link_that_cannot_be_shown_says_why_in_plain_words(
    visit: Open, link: str, why: str
) -> None:
    reader = visit(f"{DEAL_PAGE}?{link}#t3e")
    reader.until_live()
    expect(reader.find("[data-part=engine-status] > span")).to_have_text(
        f"This cannot be shown: {why}"
    )
    expect(reader.figure).to_have_attribute("data-step", "t3e")


@pytest.mark.parametrize(
    "hostile",
    [
        "w=t6e~<img src=x onerror=alert(1)>",
        pytest.param("w=nowhere~SA", marks=pytest.mark.thorough),
        pytest.param("w=t6e~C8", marks=pytest.mark.thorough),
        pytest.param("rules=<script>", marks=pytest.mark.thorough),
        pytest.param("words=shouting", marks=pytest.mark.thorough),
        pytest.param("w=t6e~" + ".".join(["HK"] * 200), marks=pytest.mark.thorough),
    ],
)
def test_a_hostile_link_gets_a_reason_and_the_printed_deal(visit: Open, hostile: str) -> None:
    reader = visit(f"{DEAL_PAGE}?{hostile}#t3e")
    reader.until_live()
    expect(reader.find("[data-part=engine-status] > span")).to_contain_text(
        "This cannot be shown: "
    )
    expect(reader.what_if).to_be_hidden()
    expect(reader.figure).to_have_attribute("data-step", "t3e")
    assert reader.find("[data-part=stage] img").count() == 0


def test_a_players_view_offers_no_choice_of_the_other(live: ReplayPage) -> None:
    live.look("y")
    fork_here = live.part("prompt")
    live.go("t6e")
    live.button("whatif").click()
    expect(fork_here).to_contain_text("whose cards this view hides")
    assert fork_here.locator("[data-move]").count() == 0
    live.leave()
    live.look("both")


@pytest.mark.parametrize("modes", BY_DAY_AND_NIGHT, ids=["day", "night"])
def test_another_rule_set_names_where_it_differs(live: ReplayPage, modes: Modes) -> None:
    """EXPERIENCE 3.2: 43 to 23 in 1909, 40 to 22 in little Piquet. They differ at trick 2."""
    assert "40–22" in (live.find('[data-part=rule-sets] [data-book="little"]').text_content() or "")
    live.play_by("little")
    panel = live.part("other-rules")
    expect(panel.locator("[data-part=both-answers]")).to_be_visible()
    assert panel.locator("[data-part=both-answers] td").all_inner_texts() == [
        "43",
        "23",
        "40",
        "22",
    ]
    # The panel beside the table says so too, in one line.
    brief = live.find("[data-part=story-panel] [data-part=rule-set-brief]")
    expect(brief).to_have_text(
        "Little Piquet: 40–22; Hoyle 1909: 43–23. They first differ at trick 2."
    )
    expect(live.figure).to_have_attribute("data-step", "t2e")  # The tap goes there.
    expect(live.find("[data-part=timeline] [data-differs]")).to_have_attribute("data-step", "t2e")
    # After a visit there, one line contains only the results.
    live.button("next").click()
    expect(brief).to_have_text("Little Piquet: 40–22; Hoyle 1909: 43–23.", use_inner_text=True)
    live.go("deal")
    expect(brief).to_contain_text("They first differ at trick 2.", use_inner_text=True)
    panel.locator("[data-go]").click()
    assert live.step == "t2e"
    expect(panel.locator("[data-part=causes] a[href*='rules/']")).to_have_text(
        "Low cards in the play"
    )
    # The changed answer in words, each with its place in its book.
    answers = panel.locator("[data-part=causes] [data-part=answer]")
    expect(answers).to_have_count(2)
    expect(panel.locator("[data-part=causes] cite a")).not_to_have_count(0)
    assert violations(live.page, "[data-part=other-rules]", modes) == []
    live.play_by("")
    expect(panel).to_be_hidden()
    expect(brief).to_be_hidden()
    expect(live.find("[data-part=timeline] [data-differs]")).to_have_count(0)


def test_what_each_can_know(live: ReplayPage) -> None:
    """After B's count A knows the four queens and, holding a king, the other three."""
    live.go("cy")
    live.press("k")
    panel = live.part("knowledge")
    expect(panel).to_contain_text("What A can know of B’s hand")
    expect(panel).to_contain_text("spades: king, queen; hearts: queen; diamonds: king, queen")
    live.press("k")
    expect(panel).to_be_hidden()


def test_why_opens_and_speaks_the_reason(live: ReplayPage) -> None:
    live.go("qy")
    live.press("y")
    expect(live.find("[data-part=why] p").first).to_have_text(
        "A called three aces; B’s best is four queens. So the answer is “not good”."
    )
    live.press("y")


def test_the_talk_of_the_table(live: ReplayPage) -> None:
    live.go("cy")
    live.choose("words", "talk")
    expect(live.part("sentence")).to_contain_text("Fourteen for four queens")
    live.choose("words", "plain")
    expect(live.part("sentence")).to_contain_text("B counts")


def test_escape_leaves_what_if_from_wherever_the_focus_is(live: ReplayPage) -> None:
    """A card to lay out, a button, the slider, a rule set, and an element outside the replay."""
    for place in (
        "[data-part=hand] input",
        '[data-act="auto"]',
        "[data-part=step-slider]",
        "[data-part=rule-sets] a",
    ):
        live.fork("xe")
        live.find(place).first.focus()
        live.press("Escape")
        expect(live.what_if).to_be_hidden()
        assert live.page.evaluate("document.activeElement.dataset.part") == "stage"
    live.fork("xe")
    live.page.locator("[data-part=steps] a").first.focus()
    live.press("Escape")
    expect(live.what_if).to_be_hidden()


def test_a_key_opens_what_if_and_escape_alone_leaves_it(live: ReplayPage) -> None:
    """The key moves the focus to the first card, where Escape and the letters work."""
    live.go("xe")
    live.press("w")
    expect(live.find("[data-part=elder-side] [data-part=hand] input").first).to_be_focused()
    live.press("k")
    expect(live.part("knowledge")).to_be_visible()
    live.press("k")
    expect(live.part("knowledge")).to_be_hidden()
    live.press("Space")  # It is the card's own.
    expect(live.part("chosen-count")).to_have_text("1 chosen")
    live.press("Escape")
    expect(live.what_if).to_be_hidden()


def test_escape_closes_an_open_window_and_nothing_else(live: ReplayPage) -> None:
    live.fork("t6e")
    for name in ("settings", "share"):
        dialog = live.open(name)
        live.press("k", "ArrowLeft")  # The keys of the replay do not reach the page under it.
        live.press("Escape")
        expect(dialog).to_be_hidden()
        expect(live.what_if).to_be_visible()
        expect(live.button(name)).to_be_focused()
        assert live.step == "t6y"
        assert not live.part("knowledge").is_visible()
    live.press("Escape")
    expect(live.what_if).to_be_hidden()


@pytest.mark.parametrize("modes", BY_DAY_AND_NIGHT, ids=["day", "night"])
@pytest.mark.parametrize("step", first(1, ["t2y", "xe"]))
def test_axe_finds_nothing_in_the_choices(live: ReplayPage, step: str, modes: Modes) -> None:
    live.fork(step)
    found = violations(live.page, "[data-part=replay]", modes)
    live.leave()
    assert found == []


def test_while_nothing_is_answered_the_question_alone_is_said(live: ReplayPage) -> None:
    """No part of the previous step's story is there, and the other button is not the primary one."""
    live.go("t6e")
    live.button("whatif").click()
    expect(live.part("question-text")).to_be_visible()
    expect(live.part("story")).to_be_hidden()
    ground = "one => getComputedStyle(one).backgroundColor"
    assert live.button("auto").evaluate(ground) == live.button("back").evaluate(ground)
    live.button("back").click()
    expect(live.part("story")).to_be_visible()
