"""axe-core finds no fault: light and dark, desktop and phone."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from case_selection import first
from harness import DEAL_PAGE, ROOT, RULE_PAGE, SITE
from pages.replay import Open, ReplayPage
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

AXE = (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
# No enabled rule needs the style sheets again, which would take a tenth of the time.
RUN = """async ([part, only]) => {
  const options = { resultTypes: ["violations"], preload: { assets: ["media"] }, ...only };
  return (await axe.run(part, options)).violations;
}"""
Modes = Sequence[tuple[str, int, int]]
# All rules run at both widths and in both schemes. No colour depends on the width.
MODES = (("light", 1280, 900), ("dark", 360, 740))
# Other tests call axe too: in the light scheme on every run, in the dark scheme on a phone in
# `make test-all`. Both take their colours from the same tokens.
BY_DAY_AND_NIGHT = first(1, [[MODES[0]], [MODES[1]]])
# The two pages most readers see first run in both schemes: one of prose, one with a replay.
MOST_SEEN = {"index.html", DEAL_PAGE}
SAME = {
    "docs/compare.html",  # axe needs a minute for its eight hundred cells. test_comparing checks some of them.
    "docs/deals/index.html",  # test_deal_index checks them.
    "tutorials/01-tricks.html",  # test_course checks them, with an answer given.
}
# Pages of prose and tables like those of other pages, each with something of its own.
OWN = (
    *("docs/bibliography.html", "docs/claims.html", "docs/colophon.html"),
    *("docs/laboratory/index.html", "docs/laboratory/books-on-trial.html"),
    *("docs/glossary.html", "docs/history/index.html", "docs/sources.html"),
    # No other page stands for the pictures in their folder.
    *("docs/history/game.html", "docs/history/pack.html"),
)
PROSE = {
    *OWN,
    *("docs/api.html", "docs/bibliography.html", "docs/data.html", "docs/developing.html"),
    *("docs/exercises.html", "docs/editions/index.html", "docs/deals/embedding.html"),
    *("docs/notation.html", "tutorials/index.html", "docs/claims.html"),
    *("docs/history/index.html", "docs/history/count.html", "genindex.html", "docs/sources.html"),
    *("docs/errata.html", "docs/glossary.html", "docs/rules/index.html"),
    *("docs/changelog.html", "docs/contributing.html", "docs/hosting.html", "docs/style.html"),
    # They have no marks of their own. test_offline checks the last one.
    *("docs/self-play.html", "docs/open-cards.html", "docs/releasing.html", "docs/citing.html"),
    "docs/offline.html",
}
CHOSEN = {Path(DEAL_PAGE).name, Path(RULE_PAGE).name}


# The animation of a progress bar never ends.
TRANSITIONS_ENDED = """() => Promise.allSettled(document.getAnimations()
  .filter(one => one.effect.getComputedTiming().endTime < Infinity).map(one => one.finished))"""


def violations(
    page: Page,
    part: str = "html",
    modes: Modes = MODES,
    rules: Sequence[str] = (),
) -> list[str]:
    """Run axe in every mode and return its findings, one line for each node."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    lines = []
    for colours, width, height in modes:
        if page.locator("html").get_attribute("data-theme") != colours:
            page.emulate_media(color_scheme="dark" if colours == "dark" else "light")
            expect(page.locator("html")).to_have_attribute("data-theme", colours)
        page.set_viewport_size({"width": width, "height": height})
        # The theme fades between its colours. Contrast is measured afterwards.
        page.evaluate(TRANSITIONS_ENDED)
        found = page.evaluate(RUN, [part, {"runOnly": list(rules)} if rules else {}])
        lines += [
            f"{colours} {width}: {rule['id']} ({rule['impact']}): {node['target']}: "
            f"{node['failureSummary']}"
            for rule in found
            for node in rule["nodes"]
        ]
    return lines


def page_types() -> list[str]:
    """Check one page of each type. A new page or folder is included automatically.

    The index and one other page represent a folder with an index, because its pages are generated alike.
    """
    built = sorted(SITE.glob("*.html")) + sorted(SITE.glob("docs/*.html"))
    for index in sorted(SITE.glob("*/index.html")) + sorted(SITE.glob("docs/*/index.html")):
        others = sorted(path for path in index.parent.glob("*.html") if path != index)
        chosen = [path for path in others if path.name in CHOSEN] or others[:1]
        built += [index, *chosen]
    return [
        path for path in (path.relative_to(SITE).as_posix() for path in built) if path not in SAME
    ]


@pytest.mark.parametrize("modes", BY_DAY_AND_NIGHT, ids=["day", "night"])
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.thorough] if path in PROSE else [])
        for path in page_types()
        if path not in MOST_SEEN
    ],
)
def test_page_as_it_opens(visit: Open, path: str, modes: Modes) -> None:
    assert violations(visit(path).page, modes=modes) == []


@pytest.mark.parametrize("path", sorted(MOST_SEEN))
def test_page_of_the_most_seen_by_day_and_by_night(visit: Open, path: str) -> None:
    assert violations(visit(path).page) == []


@pytest.mark.parametrize("path", OWN)
def test_page_of_prose_by_day(visit: Open, path: str) -> None:
    assert violations(visit(path).page, modes=MODES[:1]) == []


@pytest.mark.thorough
@pytest.mark.parametrize("path", OWN)
def test_page_of_prose_by_night(visit: Open, path: str) -> None:
    assert violations(visit(path).page, modes=MODES[1:], rules=["color-contrast"]) == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    "path",
    [
        *("index.html", DEAL_PAGE, "docs/deals/index.html", "docs/deals/own.html", RULE_PAGE),
        *("tutorials/learn.html", "tutorials/01-tricks.html", "tutorials/table.html"),
        *("tutorials/teachers.html", "tutorials/handout.html", "tutorials/score-sheet.html"),
        *(
            "tutorials/score-keeper.html",
            "tutorials/how-you-play.html",
            "tutorials/review.html",
            "tutorials/problems/index.html",
        ),
        *("tutorials/problems/cards.html", "search.html", "404.html"),
    ],
)
def test_page_in_the_other_colours_of_each_width(visit: Open, path: str) -> None:
    modes = (("light", 360, 740), ("dark", 1280, 900))
    assert violations(visit(path).page, modes=modes) == []


@pytest.mark.parametrize("modes", BY_DAY_AND_NIGHT, ids=["day", "night"])
@pytest.mark.parametrize("step", first(1, ["t6e", "se"]))
def test_deal_at_a_live_step(live: ReplayPage, step: str, modes: Modes) -> None:
    live.go(step)
    found = violations(live.page, "[data-part=replay]", modes)
    for name in ("settings", "share"):
        live.open(name)
        found += violations(live.page, f"[data-part={name}]", modes)
        live.close()
    assert found == []
