"""A reader's variation in an embedded replay: the parts in view after a choice and in an open disclosure."""

import pytest
from case_selection import first
from pages.replay import ReplayPage
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

SIZES = [(360, 740), (740, 640), (360, 800), (400, 820), (660, 900)]


def choose(framed: ReplayPage, *steps: str) -> None:
    """Play the first legal card at each of these steps."""
    for step in steps:
        framed.find('[data-part=stage] [data-move]:not([aria-disabled="true"])').first.click()
        expect(framed.figure).to_have_attribute("data-step", step)


@pytest.mark.parametrize(("width", "height"), first(2, [*SIZES[1:], (900, 640)]))
def test_the_score_and_the_departure_are_in_sight_after_two_choices(
    framed: ReplayPage, width: int, height: int
) -> None:
    """B has led a second time and A has one legal card: this deal's longest panel."""
    framed.page.set_viewport_size({"width": width, "height": height})
    framed.fork("t2y")
    choose(framed, "t2y", "t3y")
    expect(framed.part("provenance")).to_contain_text("from trick")
    foot = framed.part("controls").bounding_box()
    assert foot
    for one in (
        "[data-part=provenance]",
        "[data-part=question-text]",
        "[data-part=only-choice]",
        "[data-part=sentence]",
        "[data-part=results]",
    ):
        box = framed.find(f"{one}:visible").first.bounding_box()
        assert box
        assert box["y"] + box["height"] <= foot["y"]
    framed.leave()


@pytest.mark.parametrize(("width", "height"), [SIZES[0], *SIZES[3:]])
def test_what_happened_comes_between_a_question_and_the_results(
    framed: ReplayPage, width: int, height: int
) -> None:
    """All three are in view, the text keeps its position, and *Play* behaves as *Next* does."""
    framed.page.set_viewport_size({"width": width, "height": height})
    framed.go("t6e")
    top = "figure => figure.querySelector('[data-part=act]:not([hidden] *)').getBoundingClientRect().top"
    begins = framed.evaluate(top)
    framed.fork("t6e")
    assert framed.evaluate(top) == begins
    choose(framed, "t6e", "t7y")
    lines = [
        framed.find(one)
        for one in ("[data-part=question-text]", "[data-part=sentence]", "[data-part=results]")
    ]
    for line in lines:
        expect(line).to_be_in_viewport(ratio=1)
    tops = [box["y"] for box in (line.bounding_box() for line in lines) if box]
    assert tops == sorted(tops)
    expect(framed.button("play")).to_have_attribute("aria-disabled", "true")
    framed.button("play").click(force=True)
    assert framed.step == "t7y"
    framed.button("prev").click()
    expect(framed.button("play")).to_have_attribute("aria-disabled", "false")
    framed.leave()


@pytest.mark.parametrize(("width", "height"), first(2, SIZES))
def test_smaller_calls_open_below_their_question_and_beside_the_best_one(
    framed: ReplayPage, width: int, height: int
) -> None:
    """No call appears under the finger, and both results stay in view."""
    framed.page.set_viewport_size({"width": width, "height": height})
    framed.fork("pe")
    fold = framed.find("[data-part=smaller-choices] summary")
    closed = fold.bounding_box()
    fold.click()
    assert fold.bounding_box() == closed
    sheet = framed.part("pages")
    assert sheet.evaluate("one => one.scrollTop") == 0
    assert sheet.evaluate("one => one.scrollHeight - one.clientHeight") <= 1
    asked, best = framed.part("question-text"), framed.part("best-choice")
    expect(asked).to_be_in_viewport(ratio=1)
    expect(best).to_be_in_viewport(ratio=1)
    question, controls = asked.bounding_box(), framed.part("controls").bounding_box()
    assert question
    assert controls
    for call in framed.find("[data-part=smaller-choices] button").all():
        expect(call).to_be_in_viewport(ratio=1)
        box = call.bounding_box()
        assert box
        assert question["y"] + question["height"] <= box["y"]
        assert box["y"] + box["height"] <= controls["y"]
    expect(framed.part("results")).to_be_in_viewport(ratio=1)
    # The question contains the call, so a smaller call includes its length, suit and points.
    expect(
        framed.part("smaller-choices").get_by_role("button", name="Three in clubs : 3")
    ).to_be_visible()
    framed.leave()
