"""The fan directive: the chosen moment, the text below it, and the output of other builders."""

import pytest
from project import Project
from site_folders import ROOT

pytestmark = pytest.mark.site

RECORD = (ROOT / "docs/deals/hoyle1909-ab.piquet").read_text("utf-8")
FAN = "# Top\n\n```{fan} ab.piquet\n:step: STEP\n\nA gives up the *seven*.\n```\n"


def test_it_shows_the_step_and_keeps_all_that_follow(project: Project) -> None:
    project.write({"index": FAN.replace("STEP", "t2y")})
    (project.path / "ab.piquet").write_text(RECORD, "utf-8")
    assert project.build() == (0, "")
    html = project.read("index.html")
    still = html.partition('<div class="pq-fan-still"')[2].partition("<template>")[0]
    assert 'aria-label="On the table: seven of diamonds, king of diamonds"' in still
    assert 'aria-label="B holds 10 cards"' in still
    assert html.count("<template>") == 2 * 10  # ten tricks are left, of two cards each
    assert "style=" not in html.partition("<figure")[2].partition("</figure>")[0]
    assert "<p>A gives up the <em>seven</em>.</p>" in html
    assert "replay/stills/fan.css" in html


def test_where_nothing_is_drawn_the_caption_says_it(project: Project) -> None:
    project.write({"index": FAN.replace("STEP", "t2y")})
    (project.path / "ab.piquet").write_text(RECORD, "utf-8")
    assert project.build("text") == (0, "")
    assert "A gives up the *seven*." in project.read("index.txt", "text")


def test_a_step_without_a_card_is_refused(project: Project) -> None:
    project.write({"index": FAN.replace("STEP", "xe")})
    (project.path / "ab.piquet").write_text(RECORD, "utf-8")
    code, said = project.build()
    assert code != 0
    assert "no card is played at the step 'xe'" in said
