"""Pictures of the history: drawn from rule sets and bibliography, with a text alternative."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from project import Project, about, words_of
from test_bibliography import CONF, FILE, LIST, WORKS

from piquet_core.rules import find_ruleset

pytestmark = pytest.mark.site

LISTS = "# List\n\n" + "".join(
    LIST % one for one in ("early", "eighteenth", "nineteenth", "modern")
)


PICTURES = {
    "pack": "```{drawn} pack picquet1651 hoyle1909\nThe *pack*.\n```\n",
    "courts": "```{drawn} courts hoyle1909\nThe courts.\n```\n",
    "order": "```{drawn} order picquet1651\nThe order.\n```\n",
    "sheet": "```{filled-sheet} ab.piquet\nThe sheet.\n```\n",
    "form": "```{filled-sheet} ab.piquet\n:form:\n\nThe form.\n```\n",
    "shares": "```{drawn} shares picquet1651 hoyle1909\nThe talon.\n```\n",
    "sequences": "```{drawn} sequences picquet1651\nSequences.\n```\n",
    "line": "```{time-line}\n1744 Hoyle\n```\n",
    "card": "```{scoring-card} cavendish\n:parties: 27-13 15-31 44-6 18-29 35-12 25-23; "
    "20-18 4-115 10-42 33-11 3-74 5-41\n\nThe card.\n```\n",
    "exact": "```{plate} cotton1674\n:subtitle: Or, Instructions\n:imprint: Sold by Henry Brome\n"
    ":after: a transcription\n\nThe Compleat\n**Gamester**\n```\n",
    "plate": "```{plate} picquet1651\nThe Royall and Delightfull\n**Game of Picquet**\n```\n",
}
FAULTS = [
    ("```{plate} picquet1651\nThe Game of Picket\n```\n", "do not match the title of picquet1651"),
    ("```{plate} nobody\nNothing\n```\n", "unknown work 'nobody'"),
    ("```{time-line}\nHoyle 1744\n```\n", "expected a year and a name"),
    ("```{plate} cotton1674\n:imprint: London\n\nThe Compleat Gamester\n```\n", "an imprint needs"),
    ("```{scoring-card} cavendish\n:parties: 20-20\n```\n", "a partie of 20 to 20 is a tie"),
    ("```{scoring-card} cavendish\n:parties: 20\n```\n", "no scoring card: "),
    ("```{scoring-card} hoyle1666\n:parties: 20-10\n```\n", "unknown rule set: hoyle1666"),
    ("```{drawn} nonsense hoyle1909\n```\n", "unknown picture 'nonsense'"),
    ("```{drawn} sequences hoyle1666\n```\n", "unknown rule set: hoyle1666"),
    ("```{filled-sheet} none.piquet\n```\n", "no sheet can be filled in from"),
    ("```{filled-sheet} begun.piquet\n```\n", "the record is not a complete deal"),
]


def history(project: Project, bodies: dict[str, str]) -> Project:
    """Write a page for each body, next to the bibliography and the sources."""
    toc = "# Top\n\n```{toctree}\n:glob:\n\n*\n```\n"
    pages = {name: f"# Top\n\n{body}\n" for name, body in bodies.items()}
    project.write({**pages, "index": toc, "list": LISTS, "books": "# Books\n\n```{sources}\n```\n"})
    with (project.path / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write(CONF)
        conf.write('extensions += ["website.history.plate_directive"]\n')
        conf.write('extensions += ["website.history.timeline_directive"]\n')
    (project.path / "references.bib").write_bytes(FILE.read_bytes())
    record = (FILE.parent / "deals" / "hoyle1909-ab.piquet").read_text("utf-8")
    (project.path / "ab.piquet").write_text(record, "utf-8")
    (project.path / "begun.piquet").write_text(record[: record.index("\npe ")] + "\n", "utf-8")
    return project


@pytest.fixture(scope="module")
def built(shared_project: Callable[[], Project]) -> Project:
    """Build each picture on its page once, without a warning."""
    project = history(shared_project(), PICTURES)
    assert project.build() == (0, "")
    return project


@pytest.fixture(scope="module")
def faulty(shared_project: Callable[[], Project]) -> tuple[int, str]:
    """Build every invalid picture, each on its page."""
    bodies = {f"fault{case}": body for case, (body, _why) in enumerate(FAULTS)}
    return history(shared_project(), bodies).build("dummy")


def drawn(built: Project, name: str) -> str:
    """Return the drawing of a page, without its caption."""
    html = built.read(f"{name}.html")
    return html[html.index("pq-drawn-") : html.index("<figcaption>")]


def test_the_pack_marks_the_cards_that_went(built: Project) -> None:
    picture = drawn(built, "pack")
    cards = re.findall(r'href="#pq-([SHDC].)"', picture)
    assert len(set(cards)) == find_ruleset("picquet1651").number("pack.size").value
    gone = re.findall(r'<span class="pq-gone">.*?href="#pq-(..)"', picture)
    assert sorted(gone) == ["C6", "D6", "H6", "S6"]
    assert 'aria-label="Thirty-six cards in four rows; four of them' in picture
    assert "<em>pack</em>" in built.read("pack.html")


def test_the_courts_are_those_that_no_carte_blanche_has(built: Project) -> None:
    picture = drawn(built, "courts")
    cards = re.findall(r'href="#pq-([SHDC].)"', picture)
    assert sorted(cards) == sorted(suit + rank for suit in "SHDC" for rank in "KQJ")


def test_the_order_of_reckoning_is_a_list(built: Project) -> None:
    html = built.read("order.html")
    steps = re.findall(r"<li>(.*?)</li>", html[html.index("pq-drawn-order") : html.index("</ol>")])
    answer = find_ruleset("picquet1651").names("reckon.order")
    assert steps == [answer.rule.options[name] for name in answer.value]


def test_the_order_is_drawn_with_what_may_make_up_a_repique_and_a_pique(built: Project) -> None:
    """The drawing and the text have the same words; the brackets end before the play and before the cards."""
    picture = drawn(built, "order")
    answer = find_ruleset("picquet1651").names("reckon.order")
    drawing = picture[picture.index("<svg") : picture.index("</svg>")]
    words = re.findall(r"<text[^>]*>([^<]+)</text>", drawing)
    assert [one for one in words if not one.isdigit()] == [
        *(answer.rule.options[name] for name in answer.value),
        "repique",
        "pique",
    ]
    ends = [int(end) for end in re.findall(r"M\d+ 10h8V(\d+)h-8", drawing)]
    steps = [44 * answer.value.index(name) - 10 for name in ("play", "cards")]
    assert ends == steps
    # 1651, chapter VIII: thirty in hand; chapter X: the cards come last.
    assert (
        "Thirty from the first four make a repique. Thirty from the first five make a pique."
        in (words_of(picture))
    )


def test_a_sheet_is_filled_in_with_the_printed_score(built: Project) -> None:
    """Hoyle 1909, example: A has 24 before the play and 43 in the end, B 17 and 23."""
    picture = drawn(built, "sheet")
    drawing = picture[picture.index("<svg") : picture.index("</svg>")]
    figures = re.findall(r"<text[^>]*pq-sheet-sum pq-sheet-figure[^>]*>(\d+)<", drawing)
    assert figures == ["24", "17", "19", "6", "43", "23"]
    cells = re.findall(r"<t[hd][^>]*>([^<]+)</t[hd]>", picture)
    assert cells[:3] == ["Score sheet", "A", "B"]
    assert cells[-3:] == ["The deal", "43", "23"]
    # The drawing agrees with the table.
    texts = re.findall(r"<text[^>]*>([^<]+)</text>", drawing)
    assert [one for one in texts if one not in ("elder", "younger")] == cells[1:]


def test_a_form_is_filled_in_with_the_printed_score(built: Project) -> None:
    """The same figures in the columns of the form, a row for each player."""
    html = built.read("form.html")
    assert re.findall(r"<caption>([^<]+)", html) == ["Player A", "Player B"]
    cells = re.findall(r"<td>([^<]+)</td>", html[html.index("pq-filled-form") :])
    assert cells == ["1", "A", "24", "19", "43", "1", "A", "17", "6", "23"]


def test_a_card_has_the_totals_and_settlements_that_cavendish_prints(built: Project) -> None:
    """His card (Description of the Game: Scoring): 164 to 114 wins 150, 75 to 301 loses 476."""
    table = built.read("card.html").partition('<div class="pq-sr">')[2].partition("</table>")[0]
    rows = re.findall(r'<th scope="row">(\w+)</th>((?:<td>\d+</td>)+)', table)
    assert [name for name, _ in rows] == ["1", "2", "3", "4", "5", "6", "Total", "Won"]
    cells = {name: re.findall(r"\d+", points) for name, points in rows}
    assert cells["Total"] == ["164", "114", "75", "301"]
    assert cells["Won"] == ["150", "0", "0", "476"]
    drawing = drawn(built, "card").partition("<table")[0]
    assert re.findall(r">(\d{3})<", drawing) == ["164", "150", "114", "115", "301", "476"]


def test_a_book_has_the_sheet_as_a_table(project: Project) -> None:
    """Without a drawing, the printed score is in figures: 24 and 19 make A's 43."""
    history(project, {"sheet": PICTURES["sheet"], "order": PICTURES["order"]})
    assert project.build("epub") == (0, "")
    html = project.read("sheet.xhtml", "epub")
    assert "<svg" not in html
    cells = re.findall(r"<t[hd][^>]*>([^<]+)</t[hd]>", html)
    assert cells[:3] == ["Score sheet", "A", "B"]
    assert cells[-3:] == ["The deal", "43", "23"]
    assert "pq-drawn" not in project.read("order.xhtml", "epub")


def test_the_shares_are_those_of_the_rule_sets(built: Project) -> None:
    picture = drawn(built, "shares")
    shares = re.findall(r'<span class="pq-share">(.*?)</span>', picture)
    assert [share.count("#pq-back") for share in shares] == [8, 4, 5, 3]
    assert "a talon of twelve, eight for elder at most, four left for younger" in picture


def test_every_sequence_has_its_points(built: Project) -> None:
    picture = drawn(built, "sequences")
    rows = re.findall(r"<b>(\w+)</b>(.*?)<small>(\d+)</small>", picture)
    scores = find_ruleset("picquet1651").numbers("sequence.scores").value
    assert [(cards.count("<use"), int(points)) for _, cards, points in rows] == list(
        enumerate(scores, 3)
    )
    assert [name for name, _, _ in rows][:3] == ["tierce", "quart", "quint"]


def test_the_time_line_has_every_dated_work_as_a_mark_and_in_its_table(built: Project) -> None:
    html = built.read("line.html")
    drawn = html[html.index('class="pq-years-line"') : html.index("<figcaption>")]
    line, centuries = drawn.split('class="pq-centuries"')
    dated = [key for key, work in WORKS.items() if "year" in work.fields]
    assert dated
    assert line.count('overflow="visible"') == len(dated)
    assert ">Hoyle</text>" in line
    assert centuries.count('overflow="visible"') == len(dated), "a phone has every mark too"
    assert ">1744 Hoyle</text>" in centuries
    table = html[html.index("<table") : html.index("</table>")]
    assert {key for key in dated if f"#cite-{key}" in table or f"-{key}" in table} == set(dated)
    assert "A Short Treatise on the Game of Piquet [ Hoyle, 1744 ] Read in part" in words_of(table)


def test_a_plate_is_the_title_in_the_bibliography(built: Project) -> None:
    html = built.read("plate.html")
    plate = html[html.index('<div class="pq-plate">') : html.index("<figcaption>")]
    assert words_of(plate) == (
        "The Royall and Delightfull Game of Picquet London J. Martin and J. Ridley, 1651"
    )
    assert "not a facsimile" in html
    assert built.build("text") == (0, "")
    assert "*The Royall and Delightfull Game of Picquet*" in " ".join(
        built.read("plate.txt", "text").split()
    )


def test_a_plate_with_an_imprint_has_the_words_of_the_title_page(built: Project) -> None:
    """No author is added: the title page of 1674 names none."""
    html = built.read("exact.html")
    plate = html[html.index('<div class="pq-plate">') : html.index("<figcaption>")]
    assert words_of(plate) == "The Compleat Gamester Or, Instructions Sold by Henry Brome"
    assert "The words of the title page, after a transcription" in html


@pytest.mark.parametrize("case", range(len(FAULTS)))
def test_what_no_data_bear_is_refused(faulty: tuple[int, str], case: int) -> None:
    code, said = faulty
    assert code == 1
    assert FAULTS[case][1] in " ".join(about(f"fault{case}.md", said).split())
