"""Rules by date: drawing, table and data agree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from project import Project, words_of
from test_bibliography import CONF, FILE, LIST, WORKS

from piquet_core.errors import RuleSetError
from piquet_core.number_words import number_in_words
from piquet_core.rules import catalogue, find_rule, load_ruleset, ruleset_ids
from piquet_core.witnesses import WitnessAnswer, parse_answers, witness_answers, witnesses
from sphinx_piquet.rules.answer_marks import few_words
from website.history.answer_lanes import first_appearance, texts_with_rulesets
from website.history.answer_lanes import lanes as drawn_lanes

pytestmark = pytest.mark.site

DOCS = Path(__file__).parents[2] / "docs"
READ = {rule: witness_answers(rule) for rule in catalogue()}
FEW = number_in_words(len(texts_with_rulesets()))
RULES = re.findall(
    r"^```\{by-date\} (\S+)$", (DOCS / "by-date.md").read_text("utf-8"), re.MULTILINE
)
PAGE = "# By date\n\n```{by-date-key}\n```\n\n" + "".join(
    f"```{{by-date}} {id}\nIn these words.\n```\n\n" for id in RULES
)
PERIODS = "# List\n\n" + "".join(
    LIST % one for one in ("early", "eighteenth", "nineteenth", "modern")
)
YEAR = re.compile(r"\b\d{4}\b")
HEAD = '[witness]\nname = "Cotton"\nyear = 1709\nfamily = "1651"\nwhole = false\nwhy = "A copy."\n'
SIZE = f'{HEAD}["pack.size"]\n'
LINK = '\n[links]\n"p. 2" = "https://example.org/2"\n'
FROM = 'reported = "the copy that was read"\naccessed = "2026-11-22"\n'
FAULTS = {
    "unknown family 'cotton'": SIZE.replace('"1651"', '"cotton"') + 'value = 36\nplace = "p. 1"',
    "give 'family', or 'alone'": SIZE.replace('family = "1651"', "") + 'value = 36\nplace = "p. 1"',
    "needs a note": SIZE + 'value = 36\nplace = "p. 1"\nstatus = "inferred"',
    "it is unseen, not silent": SIZE + 'place = "p. 1"\nstatus = "silent"',
    "unknown status 'sure'": SIZE + 'value = 36\nplace = "p. 1"\nstatus = "sure"',
    "found str": SIZE + 'value = "36"\nplace = "p. 1"',
    "unknown key 'page'": SIZE + 'value = 36\npage = "p. 1"',
    "give 'value' or 'says'": SIZE + 'place = "p. 1"',
    "an answer needs a 'place'": SIZE + "value = 36",
    "does not answer any rule": HEAD,
    "no such rule": HEAD + '["pack.sise"]\nvalue = 36\nplace = "p. 1"',
    "'reported' is missing": HEAD + LINK + '["pack.size"]\nvalue = 36\nplace = "p. 2"',
    "no answer has this place": HEAD + FROM + LINK + '["pack.size"]\nvalue = 36\nplace = "p. 1"',
}


def written(project: Project, rules: list[str]) -> Project:
    """Write the page next to the bibliography."""
    toc = "# Top\n\n```{toctree}\n:glob:\n\n*\n```\n"
    page = PAGE if rules == RULES else f"# By date\n\n```{{by-date}} {rules[0]}\n```\n"
    every = "# Every rule\n\n```{every-rule-by-date}\n```\n"
    project.write(
        {
            "index": toc,
            "dates": page,
            "every": every,
            "list": PERIODS,
            "books": "# Books\n\n```{sources}\n```\n",
        }
    )
    with (project.path / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write(f'{CONF}extensions += ["website.history.by_date_directive"]\n')
        conf.write('extensions += ["website.history.every_rule_directive"]\n')
    (project.path / "references.bib").write_bytes(FILE.read_bytes())
    return project


@pytest.fixture(scope="module")
def built(shared_project: Callable[[], Project]) -> Project:
    """Build the page, and the articles of a rule that it draws and of two others, without a warning."""
    project = written(shared_project(), RULES)
    for id in ("pack.size", "play.lead", "exchange.elder-min"):
        article = f"# {find_rule(id).title}\n\n```{{rule}} {id}\n```\n"
        (project.path / f"{id}.md").write_text(article, "utf-8")
    assert project.build() == (0, "")
    return project


@pytest.fixture(scope="module")
def page(built: Project) -> str:
    """Return the page as HTML."""
    return built.read("dates.html")


def section(page: str, rule: str) -> str:
    """Return the page's section on a rule."""
    start = page.index(f'id="date-{rule.replace(".", "-")}"')
    return page[start : page.index("</table>", start)]


def lanes(html: str) -> dict[str, list[str]]:
    """Return the name of each lane and the accessible names of its marks."""
    found = {}
    for label, drawn in re.findall(
        r'<svg [^>]*class="pq-lane"[^>]*aria-label="([^"]*)">(.*?)</dd>', html, re.DOTALL
    ):
        says = words_of(label).partition(": ")[0]
        told = [words_of(one) for one in re.findall(r"<title>(.*?)</title>", drawn)]
        titles = [one.partition(" · ")[0] for one in told]  # the citation follows
        assert words_of(label) == f"{says}: {', '.join(titles)}"
        named = re.findall(r'<a href="#[^"]*" aria-label="([^"]*)"', drawn)
        assert not named or [words_of(one) for one in named] == [
            one.replace(" · ", ", ") for one in told
        ]
        listed = drawn[drawn.index("<ul") :]
        assert [words_of(one) for one in re.findall(r"<li.*?</li>", listed, re.DOTALL)] == titles
        found[says] = titles
    return found


def rows(html: str) -> list[list[str]]:
    """Return the rows of the table, cell by cell."""
    table = html[html.index("<tbody") :]
    return [
        [words_of(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr[^>]*>(.*?)</tr>", table, re.DOTALL)
    ]


def test_fifteen_rules_are_drawn_each_once() -> None:
    assert len(RULES) == len(set(RULES)) == 15
    assert set(READ) >= set(RULES)  # articles describe the other rules


@pytest.mark.parametrize("rule", RULES)
def test_lanes_and_table_say_the_same(page: str, rule: str) -> None:
    html = section(page, rule)
    drawn = [(says, title) for says, titles in lanes(html).items() for title in titles]
    table = rows(html)
    assert len(table) == len(drawn)
    for year, text, says, _ in table:
        assert any(one == says and title.startswith(f"{year} ") for one, title in drawn), text
    # One mark per text: the drawing has as many shapes as names.
    assert html.count('<g class="pq-mk') == len(drawn)
    assert "style=" not in html
    rows_of_marks = re.findall(r'<a href="#(date-[^"]*)"', html[: html.index("<table")])
    assert len(set(rows_of_marks)) == len(drawn)
    assert all(f'id="{id}"' in html for id in rows_of_marks)


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_set_stands_in_the_table_with_its_own_answer(page: str, rule: str) -> None:
    table = rows(section(page, rule))
    for id in ruleset_ids():
        book = load_ruleset(id)
        answer = book.answers[rule]
        wanted = "Does not arise" if answer.absent else few_words(answer)
        if not answer.absent and not answer.status.speaks:
            wanted = "No answer"
        (row,) = [row for row in table if words_of(book.short) in re.split(" ?; ", row[1])]
        assert row[2].lower() == wanted.lower().translate(str.maketrans("’", "'")), id


@pytest.mark.parametrize("rule", RULES)
def test_every_witness_stands_in_the_table_with_place_and_reason(page: str, rule: str) -> None:
    table = rows(section(page, rule))
    straight = str.maketrans("‘’“”", "''\"\"")
    for answer in READ[rule]:
        name = answer.witness.name.translate(straight)
        (row,) = [row for row in table if row[1].startswith(f"{name} [")]
        assert row[0] == answer.witness.dated
        for place in answer.places:
            assert place.words.translate(straight).lower() in row[3].lower()
        assert answer.note.translate(straight) in row[3]
        assert answer.witness.why.translate(straight) in row[3]
        assert (answer.status.mark in row[3]) == (answer.status != "stated")


def test_every_rule_is_listed_with_its_texts_by_year_and_counted_by_family(built: Project) -> None:
    """The remark of 1709 and Steinmetz are of the family of 1651, which has 36 cards and then 32; the
    three other forms of the Salon des jeux have 32 cards and its game of Molière's time 36.
    """
    html = built.read("every.html")
    for id, rule in catalogue().items():
        assert html.count(f'id="date-{id.replace(".", "-")}"') == 1
        assert words_of(rule.title) in words_of(html)
    start = html.index('id="date-pack-size"')
    items = [words_of(one) for one in re.findall(r"<li>(.*?)</li>", html[start:], re.DOTALL)[:2]]
    old, new = items
    assert old.startswith("36 cards (three families, and two that are divided)")
    assert new.startswith("32 cards (eight families, and two that are divided)")
    for item, first, last in ((old, "1642", "2000"), (new, "1709", "2026")):
        years = [int(one) for one in YEAR.findall(item)]
        assert years == sorted(years)
        assert (str(years[0]), str(years[-1])) == (first, last)
    assert "1662 Molière (inferred)" in old
    assert "[c. 1870] Chambers's" in new
    assert len(READ["pack.size"]) + len(texts_with_rulesets()) + 1 == len(YEAR.findall(old + new))


def test_an_article_leads_to_the_drawing_of_its_rule_if_there_is_one(built: Project) -> None:
    assert 'href="dates.html#date-pack-size"' in built.read("pack.size.html")
    cite = r'href="pack\.size\.html#at-hoyle1909"[^>]*><span[^>]*>Cite<'
    assert re.search(cite, section(built.read("dates.html"), "pack.size"))
    assert "Drawn by date" not in built.read("play.lead.html")
    assert "known to us:" not in built.read("pack.size.html")  # no default rule set here
    assert 'href="pack.size.html' in section(built.read("dates.html"), "pack.size")


def test_where_all_texts_agree_a_witness_that_differs_is_named_with_its_year(
    built: Project,
) -> None:
    """The remark of 1709 in Cavendish, Historical; the dictionary has "three, four or five"."""
    line = re.search(r'class="pq-agreement">(.*?)</p>', built.read("exchange.elder-min.html"))
    assert line
    assert words_of(line[1]).endswith(
        'texts agree. Other witnesses differ: Cotton\'s later edition (1709, contested), "5 cards"; '
        'a sporting dictionary (undated [c. 1800]), "3 cards".'
    )
    assert "witnesses differ" not in built.read("pack.size.html"), "its texts differ themselves"


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (
            "pack.size",
            (
                "“32 cards” is first found in 1709 (Cotton’s later edition). "
                "Before it: “36 cards” from 1642 (Le Jeu du Piquet)."
            ),
        ),
        (  # with another answer between the oldest and this one, all are named, the oldest first
            "exchange.look-exposes",
            (
                "“On demand, if younger looked” is first found about 1875 (American Cyclopædia). "
                "Before it: “on naming the suit he leads” from 1651 (Picquet)."
            ),
        ),
        (
            "exchange.younger-look",
            (
                "“Those left of his share” is first found in 1909 (Hoyle, inferred). "
                "Before it: “all that is left, elder’s too” from 1651 (Picquet, inferred); "
                "“all, with elder, after the lead” from 1885 (Britannica, 9th ed.)."
            ),
        ),
        (
            "play.low-cards",
            (
                "“Yes” is first found in 1885 (Britannica, 9th ed.). Before it: "
                "“no” from 1651 (Picquet); “as the players agree” from about 1768 (Bellecour)."
            ),
        ),
        (  # an undated text says so, with our estimate in brackets
            "pique.within",
            (
                "“With any card of the play” is first found in an undated text [18th c.] "
                "(Académie universelle). Before it: “with the first card led” from 1651 (Picquet)."
            ),
        ),
        (  # the ninth row is for a pack with nine ranks; 1651, VIII.3, says the same about the rest
            "sequence.scores",
            "First found in 1651 (Picquet, with a longer list).",
        ),
        ("rubicon.deals", "First found in 1882 (the code of 1882, inferred)."),
        ("rubicon.line", "First found in 1882 (the code of 1882, inferred)."),
        ("rubicon.bonus", "First found in 1882 (the code of 1882, inferred)."),
        ("rubicon.settlement", "First found in 1882 (the code of 1882, inferred)."),
        ("pique.unbroken", "“No” is first found in 1885 (Britannica, 9th ed., inferred)."),
        (
            "reply.words",
            (
                f"“Good, equal, not good”, first in the {FEW} texts with rule sets: "
                "1651 (Picquet, inferred)."
            ),
        ),
        ("conduct.tricks", ""),
    ],
)
def test_where_an_answer_comes_first_is_said_of_all_witnesses_or_of_the_few_texts(
    rule: str, said: str
) -> None:
    assert first_appearance(rule, "hoyle1909", READ.get(rule, ())) == said


@pytest.mark.parametrize(
    ("rule", "says", "span"),
    [
        ("pack.size", "36 cards", "1642 to 1674, retold [c. 2000]"),
        ("point.score", "tens of its pips", "1651 to undated [c. 1800], retold [c. 2000]"),
        ("pack.size", "32 cards", "1709 to 2008, retold [c. 2010] and 2026"),
        ("capot.points", "30 points", "undated [c. 2010]"),  # a single page with its own date
    ],
)
def test_a_page_that_retells_does_not_prolong_the_years_of_an_answer(
    rule: str, says: str, span: str
) -> None:
    found = {lane.says: lane.span for lane in drawn_lanes(rule, READ[rule])}
    assert found[says] == span


def test_every_mark_lies_at_its_year(page: str) -> None:
    html = section(page, "pack.size")
    places = re.findall(r'<svg x="([\d.]+)%"[^>]*><title>(c\. )?(\d{4})', html)
    assert len(places) > 10
    for share, _, year in places:
        assert 1635 + float(share) * 4 == pytest.approx(int(year), abs=0.05)


def test_a_phone_has_a_tick_for_every_mark_of_a_lane(page: str) -> None:
    lanes = re.findall(r'<svg[^>]*class="pq-lane-ticks"[^>]*>(.*?)</svg>', page)
    lists = re.findall(r'class="pq-lane-ticks".*?</svg><ul[^>]*>(.*?)</ul>', page)
    assert len(lanes) == len(lists) > len(RULES)
    for ticks, items in zip(lanes, lists, strict=True):
        assert ticks.count("<line") - ticks.count("pq-century") == items.count("<li")


def test_heads_lead_to_the_rule_and_the_key_tells_all_states(page: str) -> None:
    for rule in RULES:
        assert words_of(find_rule(rule).question) in words_of(section(page, rule))
    key = page[page.index('class="pq-key"') :]
    key = words_of(key[: key.index("</details>")])
    for state in ("inferred", "two ways", "slip", "silent", "not seen", "does not arise"):
        assert state in key


@pytest.mark.parametrize("why", FAULTS)
def test_a_witness_that_claims_too_much_is_refused(why: str) -> None:
    with pytest.raises(RuleSetError, match=re.escape(why)):
        parse_answers(FAULTS[why], "cotton1709")


def test_a_witness_without_an_entry_in_the_bibliography_stops_the_build(
    shared_project: Callable[[], Project],
) -> None:
    for witness in witnesses():
        printed = WORKS[witness.id].fields.get("year", "")
        assert witness.undated or witness.circa or printed == str(witness.year)
    project = written(shared_project(), ["pack.size"])
    works = project.path / "references.bib"
    text = works.read_text("utf-8")
    works.write_text(text.replace("{dryden1663,", "{dryden1664,"), "utf-8")
    code, said = project.build("dummy")
    assert code == 1
    assert "dryden1663: the bibliography has no such work" in " ".join(said.split())


def test_an_article_has_the_answers_of_other_texts_with_a_link_to_each_page(built: Project) -> None:
    """Only *pack.size* of the three rules has a chart of its own; every article has the table."""
    for rule in ("pack.size", "exchange.elder-min", "play.lead"):
        html = built.read(f"{rule}.html")
        html = html[html.index("Other texts, by date") :]
        html = html[: html.index("</details>")]
        told = rows(html)
        assert len(told) == len(READ[rule]) > 0
        assert [row[0] for row in told] == [one.witness.dated for one in by_year(READ[rule])]
        links = {place.link for one in READ[rule] for place in one.places if place.link}
        for link in links:
            assert f'href="{link.url.replace("&", "&amp;")}"' in html


def test_a_place_in_a_rule_set_leads_to_its_page_on_another_site(built: Project) -> None:
    """1651, chapter I, p. 1, begins on line 130 of the transcription; Hoyle 1909 is one page of Wikisource."""
    html = built.read("pack.size.html")
    html = html[html.index("Every answer and its place") :]
    links = dict(re.findall(r'<a class="reference external" href="([^"]*)"[^>]*>([^<]*)</a>', html))
    (page,) = [one for one in links if one.endswith("/A92043.xml#L130")]
    assert links[page] == "p.\N{NO-BREAK SPACE}1"
    assert (
        links["https://en.wikisource.org/wiki/Hoyle's_Games_Modernized/Piquet"]
        == "the whole text online"
    )
    tip = 'title="Unchecked link, from the transcription that was read (2026-11-29)"'
    assert tip in html
    assert words_of(html).count("We have not checked these links") == 1


def by_year(answers: Iterable[WitnessAnswer]) -> list[WitnessAnswer]:
    return sorted(answers, key=lambda one: (one.witness.year, one.witness.name))


@pytest.mark.parametrize("rule", ["pack.size", "play.lead"])
def test_an_article_has_every_answer_of_its_rule_on_a_line_of_time(
    built: Project, rule: str
) -> None:
    """In a disclosure; the page by date draws fifteen rules, and an article its own, with the same marks."""
    html = built.read(f"{rule}.html")
    fold = html[html.index("pq-to-scale") : html.index("pq-answers")]
    drawn = lanes(fold)
    books = {load_ruleset(id).source.year for id in ruleset_ids()}
    years = [int(year) for titles in drawn.values() for one in titles for year in YEAR.findall(one)]
    assert books <= set(years)
    assert fold.count('<g class="pq-mk') == sum(map(len, drawn.values()))
    # To scale: distances are proportional to years, on a line from 1635 to 2035.
    places = [float(one) for one in re.findall(r'<svg x="([\d.]+)%"', fold)]
    assert places == [pytest.approx((year - 1635) / 4, abs=0.01) for year in years]
    if rule in RULES:
        assert drawn == lanes(section(built.read("dates.html"), rule))
