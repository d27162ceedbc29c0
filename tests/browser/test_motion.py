"""Cards glide from one step to the next, unless steps come too fast, motion is unwanted, or it would reveal cards."""

from typing import Any

import pytest
from case_selection import first
from harness import no_engine
from pages.replay import Open, ReplayPage

pytestmark = pytest.mark.browser

# In the same task as the step, so that no animation ends before it is counted.
STEP = """([figure, act]) => {
  figure.querySelector(`[data-act="${act}"]`).click();
  return document.getAnimations().map(({ effect }) => ({
    card: effect.target.querySelector?.("use")?.getAttribute("href"),
    leaving: "leaving" in effect.target.dataset,
    from: effect.target.closest("[data-part=elder-side]") ? "elder" : effect.target.closest("[data-part=trick]") ? "trick" : "",
    time: effect.getTiming().duration,
    delay: effect.getTiming().delay,
  })).filter(({ card }) => card);
}"""


# Compares the board after each step with the printed one, and returns whether the first card stayed.
COMPARE = """([figure, acts]) => acts.map((act) => {
  const felt = figure.querySelector("[data-part=board]");
  const before = felt.querySelector("[data-part=elder-side] svg");
  figure.querySelector(`[data-act="${act}"]`).click();
  felt.querySelectorAll("[data-leaving]").forEach((one) => one.remove());
  const printed = figure.querySelector(`template[data-step="${figure.dataset.step}"]`).content.firstElementChild;
  const drawn = felt.children.length === 1 && felt.firstElementChild.isEqualNode(printed);
  return [figure.dataset.step, drawn, before === felt.querySelector("[data-part=elder-side] svg")];
})"""


def step(reader: ReplayPage, act: str = "next") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = reader.page.evaluate(STEP, [reader.figure.element_handle(), act])
    return found


def test_exchange_lays_out_first_and_takes_in_then(live: ReplayPage) -> None:
    moves = step(live)  # A lays out five and takes five (hoyle1909-ab, step xe).
    assert live.step == "xe"
    leaving = {one["card"] for one in moves if one["leaving"]}
    assert leaving == {"#pq-S9", "#pq-S7", "#pq-H9", "#pq-H8", "#pq-C7"}
    taken = {"#pq-DA", "#pq-C9", "#pq-D7", "#pq-SA", "#pq-HK"}
    coming = {one["card"]: one for one in moves if not one["leaving"]}
    assert taken <= set(coming)
    assert {coming[card]["from"] for card in taken} == {"elder"}
    assert {one["time"] for one in moves} == {200}
    assert {one["delay"] for one in moves if one["leaving"]} == {0}
    assert {one["delay"] for one in coming.values()} == {200}
    live.page.wait_for_function("() => !document.querySelector('[data-leaving]')")


def test_card_goes_from_hand_to_trick_and_back_and_only_single_steps_move(live: ReplayPage) -> None:
    live.go("cy")
    live.go("t1e")
    live.button("prev").click()
    before = live.step
    forth = {one["card"]: one["from"] for one in step(live)}
    assert forth["#pq-DA"] == "trick"
    back = {one["card"]: one["from"] for one in step(live, "prev")}
    assert back["#pq-DA"] == "elder"
    assert live.step == before
    assert step(live, "last") == []
    assert step(live, "first") == []


def test_the_felt_of_every_step_is_the_printed_one_and_cards_that_stay_are_left_alone(
    visit: Open,
) -> None:
    reader = visit()
    no_engine(reader.page)
    acts = (
        ["next"] * 40 + ["first", "last"] + ["prev"] * 40 + ["last"]
    )  # 38 steps, and the ends again.
    seen = reader.page.evaluate(COMPARE, [reader.figure.element_handle(), acts])
    assert [one for one, drawn, _ in seen if not drawn] == []
    # Younger plays the eight of clubs to the fifth trick. Elder's hand is unchanged.
    assert [stays for one, _, stays in seen if one == "t5y"] == [True, True]


def test_a_step_ends_what_moves_and_blocks_nothing_even_in_the_same_breath(
    live: ReplayPage,
) -> None:
    """B's cards are leaving at xy when the next step comes. None of them starts again."""
    for wanted in ("xe", "xy", "pe", "py"):
        step(live)
        assert live.step == wanted
    assert live.find("[data-leaving]").count() == 0
    live.go("deal")
    left = live.page.evaluate(
        """(figure) => {
            const next = figure.querySelector('[data-act="next"]');
            return [1, 2, 3].map(() => {
                next.click();
                return figure.querySelectorAll("[data-leaving]").length;
            });
        }""",
        live.figure.element_handle(),
    )
    assert live.step == "pe"
    assert left[1] > 0
    assert left[2] == 0


def test_nothing_moves_for_whoever_wants_less_motion(live: ReplayPage) -> None:
    live.page.emulate_media(reduced_motion="reduce")
    assert step(live) == []
    assert live.step == "xe"
    live.until_live()


def test_nothing_moves_at_the_fastest_pace(live: ReplayPage) -> None:
    live.page.evaluate(
        """(figure) => {
            const fast = figure.querySelector('input[data-set="speed"][value="1"]');
            fast.checked = true;
            fast.dispatchEvent(new Event("change", { bubbles: true }));
            figure.querySelector('[data-act="play"]').click();
            window.moved = 0;
            figure.addEventListener("pq-step", () => queueMicrotask(() => {
                window.moved += document.getAnimations().filter(
                    ({ effect }) => effect.target.matches("[data-part=board] svg")).length;
            }));
        }""",
        live.figure.element_handle(),
    )
    live.page.wait_for_function(
        "figure => figure.dataset.step === 'xe'",
        arg=live.figure.element_handle(),
    )
    assert live.page.evaluate("window.moved") == 0
    live.button("play").click()
    live.page.evaluate(
        """(figure) => {
            const medium = figure.querySelector('input[data-set="speed"][value="2"]');
            medium.checked = true;
            medium.dispatchEvent(new Event("change", { bubbles: true }));
        }""",
        live.figure.element_handle(),
    )


# For each card that a step moves: whether the board showed its face before. And the last step.
MOVED = """async ([figure, times]) => {
  const amiss = [];
  for (let time = 0; time < times; time += 1) {
    const uses = [...figure.querySelectorAll("[data-part=board] svg use")];
    const open = new Set(uses.map((use) => use.getAttribute("href")));
    open.delete("#pq-back");
    for (const { card } of (STEP)([figure, "next"])) if (!open.has(card)) amiss.push([figure.dataset.step, card]);
    await new Promise(requestAnimationFrame);
  }
  return [figure.dataset.step, amiss];
}""".replace("STEP", STEP)


@pytest.mark.parametrize("view", first(1, ["e", "y"]))
def test_no_motion_gives_a_hidden_card_away(live: ReplayPage, view: str) -> None:
    """In a player's view each moving card was open on the table at the step before."""
    live.look(view)
    last = live.part("step-slider").get_attribute("max")
    found = live.page.evaluate(MOVED, [live.figure.element_handle(), int(last or 0)])
    assert found == ["result", []]
