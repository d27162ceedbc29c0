"""Pictures of the history: what they show follows from rule sets and the bibliography, and each has words."""

from __future__ import annotations

import re

import pytest
from project import Project, words_of
from test_bibliography import CONF, FILE, LIST, WORKS

from piquet_core.rules import find_ruleset

pytestmark = pytest.mark.site

LISTS = "# List\n\n" + "".join(
    LIST % one for one in ("early", "eighteenth", "nineteenth", "modern")
)


def built(project: Project, page: str) -> tuple[int, str]:
    project.write(
        {"index": f"# Top\n\n{page}\n\n```{{toctree}}\nlist\nbooks\n```\n", "list": LISTS,
         "books": "# Books\n\n```{sources}\n```\n"}
    )  # fmt: skip
    with (project.path / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write(CONF)
        conf.write('extensions += ["piquet_core.site.history.plates"]\n')
        conf.write('extensions += ["piquet_core.site.history.timeline"]\n')
    (project.path / "references.bib").write_bytes(FILE.read_bytes())
    return project.build()


def drawn(project: Project, page: str) -> str:
    """Return the picture that a page draws, without its caption."""
    assert built(project, page) == (0, "")
    html = project.read("index.html")
    return html[html.index("pq-drawn-") : html.index("<figcaption>")]


def test_the_pack_marks_the_cards_that_went(project: Project) -> None:
    picture = drawn(project, "```{drawn} pack picquet1651 hoyle1909\nThe *pack*.\n```\n")
    cards = re.findall(r'href="#pq-([SHDC].)"', picture)
    assert len(set(cards)) == find_ruleset("picquet1651").number("pack.size").value
    gone = re.findall(r'<span class="pq-gone">.*?href="#pq-(..)"', picture)
    assert sorted(gone) == ["C6", "D6", "H6", "S6"]
    assert 'aria-label="Thirty-six cards in four rows; four of them' in picture
    assert "<em>pack</em>" in project.read("index.html")


def test_the_courts_are_those_that_no_carte_blanche_has(project: Project) -> None:
    picture = drawn(project, "```{drawn} courts hoyle1909\nThe courts.\n```\n")
    cards = re.findall(r'href="#pq-([SHDC].)"', picture)
    assert sorted(cards) == sorted(suit + rank for suit in "SHDC" for rank in "KQJ")


def test_the_order_of_reckoning_is_a_list(project: Project) -> None:
    page = "```{drawn} order picquet1651\nThe order.\n```\n"
    assert built(project, page) == (0, "")
    html = project.read("index.html")
    steps = re.findall(r"<li>(.*?)</li>", html[html.index("pq-drawn-order") : html.index("</ol>")])
    answer = find_ruleset("picquet1651").names("reckon.order")
    assert steps == [answer.rule.options[name] for name in answer.value]


def test_the_shares_are_those_of_the_rule_sets(project: Project) -> None:
    picture = drawn(project, "```{drawn} shares picquet1651 hoyle1909\nThe talon.\n```\n")
    shares = re.findall(r'<span class="pq-share">(.*?)</span>', picture)
    assert [share.count("#pq-back") for share in shares] == [8, 4, 5, 3]
    assert "a talon of twelve, eight for elder at most, four left for younger" in picture


def test_every_sequence_has_its_points(project: Project) -> None:
    picture = drawn(project, "```{drawn} sequences picquet1651\nSequences.\n```\n")
    rows = re.findall(r"<b>(\w+)</b>(.*?)<small>(\d+)</small>", picture)
    scores = find_ruleset("picquet1651").numbers("sequence.scores").value
    assert [(cards.count("<use"), int(points)) for _, cards, points in rows] == list(
        enumerate(scores, 3)
    )
    assert [name for name, _, _ in rows][:3] == ["tierce", "quart", "quint"]


def test_the_time_line_has_every_dated_work_as_a_mark_and_in_its_table(project: Project) -> None:
    assert built(project, "```{time-line}\n1744 Hoyle\n```\n") == (0, "")
    html = project.read("index.html")
    drawn = html[html.index('class="pq-line"') : html.index("<figcaption>")]
    line, centuries = drawn.split('class="pq-centuries"')
    dated = [key for key, work in WORKS.items() if "year" in work.fields]
    assert dated
    assert line.count('overflow="visible"') == len(dated)
    assert ">Hoyle</text>" in line
    assert centuries.count('overflow="visible"') == len(dated), "a phone has every mark too"
    assert ">1744 Hoyle</text>" in centuries
    table = html[html.index("<table") : html.index("</table>")]
    assert {key for key in dated if f"#cite-{key}" in table or f"-{key}" in table} == set(dated)
    assert (
        "A Short Treatise on the Game of Piquet [ Hoyle, 1744 ] Not seen, but quoted"
        in words_of(table)
    )


def test_a_plate_is_the_title_in_the_bibliography(project: Project) -> None:
    page = "```{plate} picquet1651\nThe Royall and Delightfull\n**Game of Picquet**\n```\n"
    assert built(project, page) == (0, "")
    html = project.read("index.html")
    plate = html[html.index('<div class="pq-plate">') : html.index("<figcaption>")]
    assert words_of(plate) == (
        "The Royall and Delightfull Game of Picquet London J. Martin and J. Ridley, 1651"
    )
    assert "not a facsimile" in html
    assert project.build("text") == (0, "")
    assert "*The Royall and Delightfull Game of Picquet*" in " ".join(
        project.read("index.txt", "text").split()
    )


@pytest.mark.parametrize(
    ("page", "why"),
    [
        ("```{plate} picquet1651\nThe Game of Picket\n```\n", "not the title of picquet1651"),
        ("```{plate} nobody\nNothing\n```\n", "no such work: 'nobody'"),
        ("```{time-line}\nHoyle 1744\n```\n", "a year and a name are expected"),
        ("```{drawn} nonsense hoyle1909\n```\n", "no such picture: 'nonsense'"),
        ("```{drawn} sequences hoyle1666\n```\n", "no such rule set: hoyle1666"),
    ],
)
def test_what_no_data_bear_is_refused(project: Project, page: str, why: str) -> None:
    code, said = built(project, page)
    assert code == 1
    assert why in " ".join(said.split())
