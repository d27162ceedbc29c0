"""The page on judging prints every measured strength with its bounds and its goal."""

import re

import pytest
from project import Project, words_of

from piquet_core.players import (
    ALL_PLAYERS,
    calling_trials,
    costly_decisions,
    measured_matches,
    whole_parties,
)
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
    assert rows[-1].startswith(f"{first} over {second} {100 * whole.won:.1f}%")
    for commit in {one.commit for _, _, one in measured_matches() if earlier(one.budgets)}:
        assert commit in page


def test_losses_costly_decisions_and_calling_have_a_row_each(project: Project) -> None:
    tables = "".join(f"```{{players}} {name}\n```\n\n" for name in ("losses", "costly", "calling"))
    project.write({"index": f"# T\n\n{tables}"})
    with (project.path / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write('extensions += ["website.players_directive"]\n')
    assert project.build() == (0, "")
    bodies = re.findall(r"<tbody>.*?</tbody>", project.read("index.html"), re.DOTALL)
    losses, costly, calling = (
        [words_of(row) for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL)] for body in bodies
    )
    assert [row.split(" discard")[0] for row in losses[:2]] == ["Elder's", "Younger's"]
    assert len(losses) == 4
    for row, one in zip(costly, costly_decisions(), strict=True):
        assert row.startswith(f"{one.deal} {one.step} ")
        assert f" {one.cost:.1f} ± " in row
    for row, trial in zip(calling, calling_trials(), strict=True):
        assert row.endswith(f"{trial.changed} of {trial.deals}")


def test_an_unknown_table_of_players_is_an_error(project: Project) -> None:
    project.write({"index": "# T\n\n```{players} weather\n```\n"})
    with (project.path / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write('extensions += ["website.players_directive"]\n')
    status, told = project.build()
    assert status
    assert "no table of players named 'weather'" in told


def earlier(budgets: tuple[str, ...]) -> bool:
    """Return whether a player has had a different budget since."""
    now = {one.budget.words for one in ALL_PLAYERS.values() if one.budget} | {""}
    return bool(set(budgets) - now)


def test_the_aims_are_those_that_were_set() -> None:
    """Six points over the yardstick, 1.5 over the next player, 0.4 over the former one, an oracle at most 0.8 ahead."""
    assert margin_text("master", "thumb") == "+6.0"
    assert [margin_text(*pair) for pair in (("guard", "thumb"), ("reckoner", "guard"))] == [
        "+1.5"
    ] * 2
    assert margin_text("master", "reckoner") == "+1.5"
    assert margin_text("master", "master-0.3") == "+0.4"
    assert margin_text("oracle", "master") == "at most 0.8"
    assert margin_text("reckoner", "thumb") == ""
