"""The table at a step, without a script."""

import pytest
from project import Project
from site_folders import ROOT

pytestmark = pytest.mark.site

RECORD = (ROOT / "docs/deals/hoyle1909-ab.piquet").read_text("utf-8")
STILL = "# Top\n\n```{still} ab.piquet\n:step: STEP\n```\n"


def test_it_shows_the_step_and_has_nothing_to_press(project: Project) -> None:
    project.write({"index": STILL.replace("STEP", "t2y")})
    (project.path / "ab.piquet").write_text(RECORD, "utf-8")
    assert project.build() == (0, "")
    table = project.read("index.html").partition('class="pq-replay pq-still"')[2]
    assert "B takes it" in table
    assert table.count("pq-played") == 2
    assert "data-act" not in table
    assert "replay/stills/still.css" in project.read("index.html")


def test_a_step_that_the_deal_has_not_is_refused(project: Project) -> None:
    project.write({"index": STILL.replace("STEP", "t13e")})
    (project.path / "ab.piquet").write_text(RECORD, "utf-8")
    code, said = project.build()
    assert code != 0
    assert "the deal has no step 't13e'" in said
