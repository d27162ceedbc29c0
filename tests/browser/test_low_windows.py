"""In low and narrow windows the stage keeps the played cards in view and its parts apart."""

import pytest
from pages.replay import ReplayPage
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", [(1024, 768), (900, 700), (768, 1024)])
def test_hands_strip_and_next_share_a_window_with_the_header(
    live: ReplayPage, size: tuple[int, int]
) -> None:
    """A tablet in both orientations, and a lower window of its width."""
    live.page.set_viewport_size({"width": size[0], "height": size[1]})
    live.page.emulate_media(reduced_motion="reduce")
    live.go("t3e")
    live.evaluate("figure => figure.scrollIntoView({ block: 'start' })")
    header = live.page.locator("[data-part=site-header]").bounding_box()
    assert header
    for part in ("[data-part=board]", "[data-part=rail]", '[data-act="next"]'):
        box = live.find(part).bounding_box()
        assert box
        assert box["y"] >= header["y"] + header["height"], part
        assert box["y"] + box["height"] <= size[1], part


def test_on_a_phone_no_raised_card_covers_a_score(live: ReplayPage) -> None:
    live.page.set_viewport_size({"width": 360, "height": 740})
    live.page.emulate_media(reduced_motion="reduce")
    live.go("cy")
    plate = live.find("[data-part=younger-side] [data-part=score]").bounding_box()
    raised = live.find("[data-part=younger-side] .pq-active")
    expect(raised.first).to_be_visible()
    assert plate
    tops = [box["y"] for box in (one.bounding_box() for one in raised.all()) if box]
    assert (
        min(tops) - 2 >= plate["y"] + plate["height"]
    )  # The outline of a card extends 2 px beyond it.


@pytest.mark.parametrize("size", [(844, 390), (932, 430), (740, 360)])
def test_on_a_phone_on_its_side_the_label_of_the_talon_covers_no_hand(
    live: ReplayPage, size: tuple[int, int]
) -> None:
    live.page.set_viewport_size({"width": size[0], "height": size[1]})
    live.go("deal")
    label = live.figure.get_by_text("Talon: ")
    over = label.evaluate(
        """one => {
          const { left, top, right, bottom } = one.getBoundingClientRect();
          const cut = one.scrollHeight > one.clientHeight + 1 && one.clientHeight > 1;
          const cards = [...one.closest("figure").querySelectorAll("[data-cards] svg")].map((card) => card.getBoundingClientRect());
          return cut || cards.some((card) => card.left < right && left < card.right && card.top < bottom && top < card.bottom);
        }"""
    )
    assert not over
