"""The page of printed figures on a tiny project: rows, verdicts, addresses, and an invalid theme."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from project import Project

from piquet_core.claims import Accuracy, claims, examine, themes

pytestmark = pytest.mark.site

TABLES = "".join(f"## On {theme}\n\n```{{claims}} {theme}\n```\n\n" for theme in themes())
PAGES = {
    "index": "# Top\n\nSee {claim}`hand-170`.\n\n```{toctree}\n:glob:\n\n*\n```\n",
    "figures": f"# Figures\n\n```{{claims-summary}}\n```\n\n```{{claims-books}}\n```\n\n{TABLES}",
    "books": "# Books\n\n```{sources}\n```\n",
}


def words(markup: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", markup)).split())


@pytest.fixture(scope="module")
def built(shared_project: Callable[[], Project]) -> Project:
    """Build the pages once, without a warning."""
    project = shared_project()
    project.write(PAGES)
    assert project.build() == (0, "")
    return project


def test_every_claim_has_a_row_with_its_figures_and_an_address(built: Project) -> None:
    page = built.read("figures.html")
    rows = dict(
        re.findall(r'<tr class="[^"]*" id="claim-([a-z0-9-]+)">(.*?)</tr>', page, re.DOTALL)
    )
    assert list(rows) == list(claims())
    for id, row in rows.items():
        claim, finding, text = claims()[id], examine(id), words(row).replace("’", "'")
        assert claim.asked.replace("’", "'") in text
        assert claim.printed in text
        assert (finding.odds or finding.exact) in text
        assert f'href="#claim-{id}"' in row
        # Its citation: this line, then each book with its section.
        panel = words(row[row.index('data-part="citation"') :])
        assert f"{claim.asked}: {claim.printed}".replace("'", "’") in panel
        for place in claim.places:
            said = place.citation.section.title if place.citation else place.at
            assert said.replace("'", "’").lower() in panel.lower(), id
    five = words(
        rows["elder-five"]
    )  # thousands are separated in both of our numbers, but not in the book's
    assert "15503 to 1" in five
    assert "15,503 to 1" in five
    assert "chance 1/15,504" in five
    assert "Wrong" in words(rows["elder-three-of-four-hoyle"])
    assert "True" in words(rows["blank-one-only"])
    objects = built.objects()["piquet:claim"]
    assert objects["hand-170"][0] == "figures.html#claim-hand-170"
    assert 'href="figures.html#claim-hand-170"' in built.read("index.html")


def test_how_a_figure_was_worked_out_is_folded_below_it(built: Project) -> None:
    page = built.read("figures.html")
    rows = dict(
        re.findall(r'<tr class="[^"]*" id="claim-([a-z0-9-]+)">(.*?)</tr>', page, re.DOTALL)
    )
    worked = {id: examine(id).derivation for id in claims() if examine(id).derivation}
    assert worked
    for id, derivation in worked.items():
        ((attributes, inside),) = re.findall(
            r'<details([^>]*class="pq-under"[^>]*)>(.*?)</details>', rows[id], re.DOTALL
        )
        assert "open" not in attributes
        assert words(inside).replace("’", "'") == f"The sum {derivation}".replace("’", "'")
    without = rows.keys() - worked.keys()
    assert not [id for id in without if "pq-under" in rows[id]]


def test_the_summary_counts_and_links_what_does_not_hold(built: Project) -> None:
    page = built.read("figures.html")
    box = page[page.index("pq-claims-summary") : page.index("On elder")]
    found = [examine(id) for id in claims()]
    wrong = [finding.claim.id for finding in found if finding.verdict is Accuracy.WRONG]
    assert f"{len(found)} claims: " in words(box)
    assert f" {len(wrong)} wrong," in words(box)
    assert re.findall(r'href="#claim-([a-z0-9-]+)"', box) == wrong
    assert 'href="books.html#source-hoyle1909-capot"' in page, "a place in a source is a link"


def test_an_unknown_theme_is_an_error_that_names_the_known_ones(project: Project) -> None:
    project.write({"index": "# Top\n\n```{claims} nonsense\n```\n"})
    code, warnings = project.build()
    assert code == 1
    assert "no claim has the theme 'nonsense'; choose one of elder, younger" in " ".join(
        warnings.split()
    )


@pytest.mark.parametrize("builder", ["latex", "epub"])
def test_other_builders_take_the_page(project: Project, builder: str) -> None:
    project.write({**PAGES, "index": PAGES["index"].replace("See", "Also see")})
    code, warnings = project.build(builder)
    assert (code, warnings) == (0, "")
