"""The page on judging prints every measured strength with its bounds and its goal."""

import re

import pytest
from project import Project, words_of

from piquet_core.players import ALL_PLAYERS, measured_matches, whole_parties
from website.players_directive import margin_text

pytestmark = pytest.mark.site


def test_every_match_is_a_row_with_its_bounds(project: Project) -> None:
    project.write({"index": "# T\n\n```{players}\n```\n\n```{players} matches\n```\n"})
    with (project.path / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write('extensions += ["website.players_directive"]\n')
    assert project.build() == (0, "")
    page = project.read("index.html")
    rows = [words_of(row) for row in re.findall(r"<tr.*?</tr>", page, re.DOTALL)[1:]]
    assert len(rows) == len(measured_matches()) + len(whole_parties())
    for row, (first, second, one) in zip(rows, measured_matches(), strict=False):
        figures = [f"{figure:+.2f}".replace("-", "−") for figure in (one.points, one.low, one.high)]
        assert row.startswith(
            f"{first} over {second} {figures[0]} a deal {figures[1]} to {figures[2]}"
        )
    (first, second, whole), *_ = whole_parties()
    assert rows[-1].startswith(f"{first} over {second} {100 * whole.won:.1f} %")
    for commit in {one.commit for _, _, one in measured_matches() if earlier(one.budgets)}:
        assert commit in page


def earlier(budgets: tuple[str, ...]) -> bool:
    """Return whether a player has had a different budget since."""
    now = {one.budget.words for one in ALL_PLAYERS.values() if one.budget} | {""}
    return bool(set(budgets) - now)


def test_the_aims_are_those_that_were_set() -> None:
    """Eight points over the yardstick, 1.5 over the next player, and an oracle at most 0.8 ahead."""
    assert margin_text("master", "thumb") == "+6.0"
    assert [margin_text(*pair) for pair in (("guard", "thumb"), ("reckoner", "guard"))] == [
        "+1.5"
    ] * 2
    assert margin_text("master", "reckoner") == "+1.5"
    assert margin_text("master", "master-0.3") == "+0.4"
    assert margin_text("oracle", "master") == "at most 0.8"
    assert margin_text("reckoner", "thumb") == ""
