"""A line of one's own in a frame: what is in sight together after a choice, and while a fold is open."""

import pytest
from playwright.sync_api import expect
from reading import Open, Reader
from test_variations import fork, leave

pytestmark = pytest.mark.browser

FRAME = "docs/deals/embed/hoyle1909-ab.html"


@pytest.fixture
def framed(seen: Open) -> Reader:
    """A frame with its engine running; the tests of this file share it."""
    reader = seen(FRAME)
    if reader.figure.get_attribute("data-engine") is None:
        reader.button("next").click()
    reader.until_live()
    return reader


@pytest.mark.parametrize(
    ("width", "height"), [(740, 640), (900, 640), (660, 900), (400, 820), (360, 800)]
)
def test_in_a_frame_the_score_and_the_departure_are_in_sight_after_two_choices(
    framed: Reader, width: int, height: int
) -> None:
    """B has led a second time and A has one card to follow with: the fullest sheet of this deal."""
    framed.page.set_viewport_size({"width": width, "height": height})
    fork(framed, "t2y")
    for step in ("t2y", "t3y"):
        framed.find('.pq-stage [data-move]:not([aria-disabled="true"])').first.click()
        expect(framed.figure).to_have_attribute("data-step", step)
    expect(framed.find(".pq-provenance")).to_contain_text("from trick")
    foot = framed.find(".pq-controls").bounding_box()
    assert foot
    for one in (".pq-provenance", ".pq-asked", ".pq-only", ".pq-say", ".pq-results"):
        box = framed.find(f"{one}:visible").first.bounding_box()
        assert box
        assert box["y"] + box["height"] <= foot["y"]
    leave(framed)


@pytest.mark.parametrize(("width", "height"), [(660, 900), (400, 820), (360, 800)])
def test_in_a_frame_the_best_call_stays_beside_the_lesser_ones(
    framed: Reader, width: int, height: int
) -> None:
    """No call comes under the finger that has opened them."""
    framed.page.set_viewport_size({"width": width, "height": height})
    fork(framed, "pe")
    fold = framed.find(".pq-less summary")
    closed = fold.bounding_box()
    fold.click()
    assert fold.bounding_box() == closed
    sheet = framed.find(".pq-pages")
    assert sheet.evaluate("one => one.scrollTop") == 0
    assert sheet.evaluate("one => one.scrollHeight - one.clientHeight") <= 1
    expect(framed.find(".pq-best")).to_be_in_viewport(ratio=1)
    leave(framed)
