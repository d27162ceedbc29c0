"""The books on trial: each maxim with its places, its verdict and the figures of its file."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from project import Project, words_of

pytestmark = pytest.mark.site

KEPT = Path(__file__).parents[2] / "docs" / "laboratory"
DEAL = "32-XY8BPT54XW5N-D"
PAGE = (
    "# Trial\n\nText.\n\n```{maxims} table\n```\n\n```{maxims} untried\n```\n\n"
    "```{maxims} sections\n```\n"
)


def costs(mean: float, error: float, **numbers: float) -> dict[str, Any]:
    """Return a group of decisions in which breaking has this cost, and twice that by rules of thumb."""
    names = ("breaking", "always-obeying", "always-breaking")
    return {
        "deals": 900,
        "decisions": 1234,
        "searched": 432,
        "obeys": 0.64,
        "breaks": 0.36,
        **{name: {"mean": mean, "error": error} for name in names},
        **{f"quick-{name}": {"mean": 2 * mean, "error": error} for name in names},
        **numbers,
    }


def summary(**groups: dict[str, Any]) -> dict[str, Any]:
    return {
        "player": "adapted",
        "deals": 700,
        "quick-deals": 5600,
        "seed": "maxims",
        "digest": "0123456789abcdef",
        "commit": "abcdef012345",
        "groups": groups,
        "example": {
            "deal": DEAL,
            "number": 7,
            "seat": "younger",
            "trick": 0,
            "hand": "K7.A98.KQ9.J987",
            "obeyed": "7.98..",
            "broken": ".98..7",
            "results": [12, -31],
        },
    }


SUMMARIES = {
    "guard-your-kings": summary(
        all=costs(3.54, 0.6),
        elder=costs(-1.25, 0.5),
        younger=costs(7.75, 0.75),
        **{"own-choice-breaks": costs(-2.25, 0.25)},
    ),
    "few-suits": summary(all=costs(-0.4, 0.85)),
    "take-all-cards": summary(all=costs(-5.5, 0.85)),
}


@pytest.fixture(scope="module")
def page(shared_project: Callable[[], Project]) -> str:
    """Build the page with three summaries of known figures, without a warning."""
    project = shared_project()
    shutil.copytree(KEPT / "maxims", project.path / "lab" / "maxims")
    kept = project.path / "lab" / "results" / "maxims"
    kept.mkdir(parents=True)
    for name, found in SUMMARIES.items():
        (kept / f"{name}.json").write_text(json.dumps(found), "utf-8")
    project.write(
        {
            "index": "# Top\n\n```{toctree}\n:glob:\n\n*\n```\n",
            "trial": PAGE,
            "own": "# Own\n\nText.\n",
            "sets": "# Sets\n\n## H\n\n```{ruleset} hoyle1909\n```\n\n## C\n\n```{ruleset} cavendish\n```\n",
            "books": "# Books\n\n```{sources}\n```\n",
        }
    )
    options = ("piquet_laboratory=lab", "piquet_workbench_page=own")
    assert project.build("html", *(word for one in options for word in ("-D", one))) == (0, "")
    return project.read("trial.html")


def section(page: str, name: str) -> str:
    """Return the section on a maxim."""
    whole = page[page.index(f'<section id="{name}"') :]
    return whole[: whole.index("</section>")]


def test_the_maxims_are_in_order_of_their_cost(page: str) -> None:
    assert re.findall(r'<section id="([\w-]+)"', page)[1:] == [
        "guard-your-kings",
        "few-suits",
        "take-all-cards",
    ]
    table = page[page.index("<table") : page.index("</table>")]
    assert re.findall(r'href="#([\w-]+)"', table) == [
        "guard-your-kings",
        "few-suits",
        "take-all-cards",
    ]
    assert "+3.54 ± 0.60" in words_of(table)


def test_a_verdict_has_the_figures_of_the_file(page: str) -> None:
    text = words_of(section(page, "guard-your-kings"))
    # Always obeying costs something, too.
    assert "It holds, with exceptions: breaking it costs 3.54 ± 0.60 points." in text
    assert (
        "Elder wins 1.25 ± 0.50 points and younger loses 7.75 ± 0.75 points by breaking it." in text
    )
    assert "in 64% of the decisions" in text
    assert "Where it breaks the maxim, obeying would have cost 2.25 ± 0.25 points." in text
    assert "breaking it costs 7.08 ± 0.60 points" in text
    assert "1,234 decisions in 5,600 deals" in text
    assert "432 in 700 of these deals" in text
    assert "abcdef012345" in text


def test_null_results_and_maxims_that_do_not_hold_are_told_alike(page: str) -> None:
    assert "No difference shows: the cost of breaking it, −0.40 ± 0.85 points" in words_of(
        section(page, "few-suits")
    )
    assert "It does not hold: breaking it wins 5.50 ± 0.85 points." in words_of(
        section(page, "take-all-cards")
    )


def test_maxims_without_a_result_are_named(page: str) -> None:
    before = words_of(page[: page.index('<section id="guard-your-kings"')])
    assert "not tried yet:" in before
    assert "Never part with an ace" in before.partition("not tried yet:")[2]


def test_a_drawing_says_its_figures_in_words(page: str) -> None:
    (label,) = re.findall(r'role="img" aria-label="([^"]*)"', section(page, "guard-your-kings"))
    for figure in ("+3.54 ± 0.60", "−1.25 ± 0.50", "+7.75 ± 0.75", "+7.08 ± 0.60"):
        assert figure in words_of(label)


def test_a_maxim_leads_to_its_places_and_to_a_deal(page: str) -> None:
    part = section(page, "guard-your-kings")
    links = re.findall(r'href="([^"]*)"', part)
    assert any(link.endswith("#source-hoyle1909-skill") for link in links)
    assert any(link.endswith("#source-cavendish-discard-rules") for link in links)
    assert f"own.html?deal={DEAL}&amp;by=hoyle1909" in links
