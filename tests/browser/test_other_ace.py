"""The hand of *Les Fâcheux*: the other ace and the other way to count, tried as a reader would."""

import pytest
from pages.replay import Open, ReplayPage
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

PAGE = "docs/deals/facheux.html"
TENS, CARDS = "old36", "old36,point.score=one-a-card"


def choose(reader: ReplayPage, move: str, step: str) -> None:
    reader.find(f'[data-part=hand] [data-move="{move}"]').click()
    expect(reader.figure).to_have_attribute("data-step", step)


def count_by(reader: ReplayPage, rules: str) -> None:
    reader.play_by(rules)
    expect(reader.find("[data-part=rule-sets] [aria-current]")).to_contain_text("change 1")
    expect(reader.part("changes")).to_contain_text("one for each card")  # which is what that is


def test_the_other_ace_wins_and_the_other_count_is_a_pique(visit: Open) -> None:
    """FACHEUX 6: with the ace of hearts kept it makes two points, 98 and 2 the game; 23 in hand a pique."""
    reader = visit(f"{PAGE}#t11y")
    reader.button("next").focus()
    reader.press("w")
    expect(reader.part("question-text")).to_contain_text("Alcippe")
    choose(reader, "CA", "t11y")
    choose(reader, "H6", "t12e")
    choose(reader, "HA", "result")
    reader.go("last")
    expect(reader.part("sentence")).to_contain_text("1 for the last trick")
    assert reader.scores[1] == 2
    reader.go("result")
    expect(reader.part("sentence")).to_contain_text("Alcippe 98 + 2 = 100. Alcippe wins the game")
    assert reader.scores == (38, 2)
    assert reader.page.locator("[data-part=not-a-source]").is_visible()

    reader.press("Escape")
    expect(reader.what_if).to_be_hidden()
    reader.go("last")
    assert "pique" not in reader.sentence
    assert reader.scores[0] == 29  # 22 in hand, by tens.
    count_by(reader, CARDS)
    expect(reader.part("rules")).to_contain_text("one for each card")
    panel = reader.part("other-rules")
    expect(panel.locator("[data-part=both-answers] td")).to_have_text(["69", "0", "100", "0"])
    reader.go("last")
    expect(reader.part("sentence")).to_contain_text("30 for the pique")
    assert reader.scores[0] == 60  # 23 in hand, 7 in the play, and the pique.
