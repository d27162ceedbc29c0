"""The directives of the rule-set pages on tiny projects: comparison, sheet and overview."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from html import unescape
from itertools import groupby
from pathlib import Path

import pytest
from project import Project, about

from piquet_core.number_words import number_in_words
from piquet_core.rules import catalogue, find_rule, load_ruleset, ruleset_ids
from piquet_core.rules.differences import differences

pytestmark = pytest.mark.site
ROOT = Path(__file__).parents[2]


def page(project: Project, body: str) -> str:
    """Return the HTML of one page with ``body`` under a heading."""
    project.write({"index": f"# Top\n\n{body}\n"})
    code, err = project.build()
    assert (code, err) == (0, "")
    return project.read("index.html")


def plain(markup: str) -> str:
    """Return the text of a page."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", markup)).split())


def test_a_comparison_counts_in_words_and_shows_both_answers_with_their_standing(
    project: Project,
) -> None:
    words = plain(page(project, "```{differences} modern little\n```"))
    assert (
        "Little Piquet (the old game of thirty-two cards) answers three of the "
        f"{len(catalogue())} questions differently." in words
    )
    row = words[words.index("Low cards in the play") :]
    assert "Modern Piquet: Yes Stated in “Modern Piquet”, paragraph 3" in row
    assert "Little Piquet: No Stated in “V. Play" in row


def test_a_comparison_has_a_row_for_each_difference_and_says_what_arises_in_one_only(
    project: Project,
) -> None:
    html = page(project, "```{differences} hoyle1909 cavendish\n```")
    pairs = differences(load_ruleset("hoyle1909"), load_ruleset("cavendish"))
    assert html.count("<tr") == len(pairs) + 1
    only = sum(one.absent or two.absent for one, two in pairs)
    assert f"; {number_in_words(only)} of them arise in only one of the two rule sets." in plain(
        html
    )


def test_no_difference_is_no_table(project: Project) -> None:
    html = page(project, "```{differences} little little\n```")
    assert "questions no are" not in plain(html)
    assert "No answer differs" in plain(html)
    assert "<table" not in html


WRONG = [
    ("{differences} little none", "none: unknown rule set"),
    ("{sheet} none", "none: unknown rule set"),
    ("{overview} pack.sizes", "no such rule; did you mean pack.size"),
]


@pytest.fixture(scope="module")
def wrong(shared_project: Callable[[], Project]) -> tuple[int, str]:
    """Build every wrong id, each on its page."""
    project = shared_project()
    pages = {f"wrong{case}": f"# Top\n\n```{one}\n```\n" for case, (one, _) in enumerate(WRONG)}
    project.write({"index": "# Top\n\n```{toctree}\n:glob:\n\n*\n```\n", **pages})
    return project.build("dummy")


@pytest.mark.parametrize("case", range(len(WRONG)))
def test_a_wrong_id_fails_the_build_with_its_place(wrong: tuple[int, str], case: int) -> None:
    code, err = wrong
    assert code != 0
    said = about(f"wrong{case}.md", err)
    assert f"wrong{case}.md:3: WARNING" in said
    assert WRONG[case][1] in said


def test_a_sheet_links_its_answers_and_brings_its_files(project: Project) -> None:
    sheet = "# Old\n\n```{sheet} old36\n```\n"
    talon = "# The talon\n\n```{rule} deal.talon\n```\n"
    toc = "# Top\n\n```{toctree}\nsheet\ntalon\n```\n"
    project.write({"index": toc, "sheet": sheet, "talon": talon})
    assert project.build() == (0, "")
    html = project.read("sheet.html")
    assert re.search(r'href="talon.html#rule-deal-talon"><span[^>]*>12</span>', html)
    assert "rules/sheet.css" in html
    assert "print-button.js" in html
    assert "rules/sheet.css" not in project.read("talon.html")


@pytest.mark.parametrize(
    ("builder", "name"),
    [
        ("text", "index.txt"),
        ("latex", "tiny.tex"),
        ("man", "tiny.1"),
        ("epub", "index.xhtml"),
        ("singlehtml", "index.html"),
    ],
)
def test_every_builder_writes_all_three(project: Project, builder: str, name: str) -> None:
    wanted = ("{differences} little old36", "{overview} pack.size", "{sheet} denexa")
    body = "\n\n".join(f"```{one}\n```" for one in wanted)
    project.write({"index": f"# Top\n\n{body}\n"})
    assert project.build(builder) == (0, "")
    words = " ".join(project.read(name, builder).split())
    for told in ("questions differently", "36 cards", "Elder leads"):
        assert told in words


def test_every_block_of_the_overview_has_every_answer_by_a_short_name(project: Project) -> None:
    html = page(project, "```{overview} pack.size pique.seat=Pique\n```")
    rows = [plain(row) for row in re.findall(r"<tr.*?</tr>", html, re.DOTALL)][1:]
    assert len(rows) == len(ruleset_ids())
    assert all(re.search(r"The pack: 3[26] cards Pique: (Elder|Either)", row) for row in rows)


def test_the_overview_has_a_row_for_every_rule_set(project: Project) -> None:
    html = page(project, "```{overview} pack.size hundred.target\n```")
    rows = [plain(row) for row in re.findall(r"<tr.*?</tr>", html, re.DOTALL)]
    assert rows[0] == (
        "Rule set How many cards are in the pack? "
        f"{find_rule('hundred.target').question} Year of the source"
    )
    assert rows[1] == (
        "The Royall and Delightfull Game of Picquet (1651) "
        "The pack: 36 cards The target of the hundred-up game: 100 points Year of the source: 1651"
    )
    assert len(rows) == 1 + len(ruleset_ids())
    assert any(
        row.endswith(
            "The pack: 32 cards The target of the hundred-up game: None Year of the source: 2008"
        )
        for row in rows
    )


def test_the_overview_puts_rule_sets_that_answer_alike_together(project: Project) -> None:
    asked = ("pack.size", "play.low-cards", "pique.seat")
    html = page(project, f"```{{overview}} {' '.join(asked)}\n```")
    titles = [plain(cell) for cell in re.findall(r"<th class=\"stub\">(.*?)</th>", html, re.DOTALL)]
    known = {
        ruleset.title.replace("'", "’"): ruleset for ruleset in map(load_ruleset, ruleset_ids())
    }
    assert sorted(titles) == sorted(known)
    for count in range(1, len(asked) + 1):
        given = [
            tuple(known[title].answers[rule].written for rule in asked[:count]) for title in titles
        ]
        assert len([answers for answers, _ in groupby(given)]) == len(set(given)), asked[:count]


def test_the_four_questions_of_the_rule_sets_leave_one_or_two() -> None:
    text = (ROOT / "docs" / "rulesets" / "index.md").read_text("utf-8")
    [ids] = re.findall(r"^```\{overview\} (.+)$", text, re.MULTILINE)
    asked = [word.partition("=")[0] for word in ids.split()]
    assert len(asked) == 4
    given = Counter(
        tuple(load_ruleset(id).answers[rule].written for rule in asked) for id in ruleset_ids()
    )
    assert set(given.values()) == {1, 2}
