"""Worked examples, figures and "where it is used" on tiny projects."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from project import QUOTES, Project, about, words_of

from piquet_core.number_words import number_in_words
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.rules.agreement import agreement, agreement_sentence, ruleset_texts

pytestmark = pytest.mark.site

ARTICLE = "# Low cards in the play\n\n```{rule} play.low-cards\n```\n\nWhy.\n\n"
HANDS = ":elder: A.AK.AJT987.JT9\n:younger: KQJ.QJT.KQ.AKQ8\n"
EXAMPLE = f"```{{worked}}\n{HANDS}:play: DA DQ D7 DK\n:show: play = In two tricks, total\n```\n"
AB = Path(__file__).parents[2] / "docs/deals/hoyle1909-ab.piquet"


def pages(article: str = ARTICLE + EXAMPLE) -> dict[str, str]:
    """Return a project of one article; links in generated tables may be dead."""
    return {
        "index": "# Top\n\n```{toctree}\n:glob:\n\n*\n```\n",
        "low": article,
    }


def test_an_example_is_worked_and_equal_results_share_a_row(project: Project) -> None:
    project.write(pages() | {"sources": "# Sources\n\n```{sources}\n```\n"})
    assert project.build() == (0, "")
    page = project.read("low.html")
    shown = words_of(page)
    # Two leads and a capture; the seven of diamonds makes the difference (1909: 26 after it).
    table = shown[shown.index("Worked example") :]
    assert "In two tricks: Elder 2, younger 1" in table
    assert "In two tricks: Elder 1, younger 1" in table
    old = table[table.index("Elder 1, younger 1") :]
    assert "Little Piquet" in old
    assert "Old Piquet" in old
    assert (
        "Hoyle 1909" not in old[: old.index("Every answer and its place")].partition("Elder 2")[0]
    )
    # Cards are drawn, with names for screen readers, and the pips occur once.
    assert page.count('id="pq-S"') == 1
    assert '<span class="pq-sr">seven of diamonds</span>' in page
    heard = re.sub(
        r"<[^>]*>", "", re.sub(r'<span class="pq-v".*?</svg>.*?<span class="pq-sr">', "", page)
    )
    assert (
        "The play: elder leads trick 1: ace of diamonds, queen of diamonds; trick 2: seven of"
        in heard
    )
    assert 'href="sources.html#source-jeux-oublies-play"' in page
    assert project.build("text") == (0, "")
    assert "ace of diamonds" in project.read("low.txt", "text")


def test_where_all_answer_alike_the_example_says_by_which_rules_it_differs(
    project: Project,
) -> None:
    """All books require following suit; the seven of diamonds is led and counts one or nothing."""
    article = f"# Following suit\n\n```{{rule}} play.follow\n```\n\n{EXAMPLE}"
    others = {"lead": "# The point for leading\n\n```{rule} play.lead\n```\n", "seven": ARTICLE}
    project.write(pages(article) | others)
    assert project.build() == (0, "")
    page = project.read("low.html")
    table = page[page.index("Worked example") : page.index("Every answer and its place")]
    assert (
        "All have the same answer to this rule. The results differ because of other rules:"
        in words_of(table)
    )
    assert 'href="seven.html#rule-play-low-cards"' in table
    assert 'href="lead.html#rule-play-lead"' in table
    assert "\N{PILCROW SIGN}" not in table  # no citation of this rule next to the effects of others
    # One result shows this rule; the effects of others are in a disclosure.
    shown, _, folded = table.partition("<details")
    assert shown.count("<tbody>") == folded.count("<tbody>") == 1
    assert shown.count('class="pq-who"') == 1
    assert "The same example by the other rule sets</summary>" in folded


BAD_EXAMPLES = [
    (":elder: A.AK.AJT987.JT9\n", "'younger' is missing"),
    (f"{HANDS}:play: SK\n", "SK"),
    (f"{HANDS}:show: luck\n", "unknown measure 'luck'"),
    (":elder: A.AK.AJT987.JT\n:younger: KQJ.QJT.KQ.AKQ8\n", "[deal.hand]"),
    (f"{HANDS}:partie: 1-2\n", "in one way only"),
    (":deal: nothing.piquet\n", "cannot be read"),
    (":rules: nobody\n", "unknown rule set"),
    (":partie: 1,2\n:show: outcome\n", "expected two scores"),
    (":exchange: three\n:show: left\n", "expected a number, not 'three'"),
]
BAD_FIGURES = [
    ("{answer}`play.last-trick`", "write an answer as RULE@RULESET"),
    ("{answer}`play.lst@hoyle1909`", "no such rule"),
    ("{who-says}`play.low-cards=maybe`", "no rule set answers 'maybe'; choose one of no, yes"),
    ("{cards}`DB`", "DB"),
]


@pytest.fixture(scope="module")
def faulty(shared_project: Callable[[], Project]) -> tuple[int, str]:
    """Build every invalid example, record and figure, each in its article."""
    body = "elder A.AK.AJT987.JT9\nyounger KQJ.QJT.KQ.AKQ8\ntalon XX\n"
    examples = [f"```{{worked}}\n{options}```\n" for options, _message in BAD_EXAMPLES]
    texts = {f"example{case}": example for case, example in enumerate(examples)}
    texts["record"] = f"```{{worked}}\n:show: total\n\n{body}```\n"
    texts |= {f"figure{case}": f"{EXAMPLE}\n{role}\n" for case, (role, _) in enumerate(BAD_FIGURES)}
    project = shared_project()
    articles = {name: f"{ARTICLE}{text}" for name, text in texts.items()}
    project.write({"index": pages()["index"], **articles})
    return project.build("dummy")


def test_what_happens_before_the_calls_is_a_list_of_steps(project: Project) -> None:
    """Elder has a carte blanche: in Cavendish, case V, younger discards, elder shows and exchanges, and
    younger draws last.
    """
    record = (
        "elder    AT.AT.AT9.AT987\nyounger  KQ9.KQ98.KQ8.KQ\ntalon    SJ HJ DJ CJ S7 H7 D7 S8\n"
        "xy   SK HK CK\nve   0\nxe   SA HA DA CA C9\npe   none\n"
    )
    example = f"```{{worked}} blank.show\n:rules: cavendish\n:show: opening\n\n{record}```\n"
    project.write({"index": f"# Top\n\n{example}"})
    assert project.build() == (0, "")
    html = project.read("index.html")
    steps = html[html.index("pq-told-steps") :].partition("</ol>")[0]
    told = [words_of(one) for one in re.findall(r"<li>(.*?)</li>", steps, re.DOTALL)]
    begin = (
        "Younger lays out",
        "Elder does not say",
        "Elder shows",
        "Elder lays out",
        "Younger takes in",
    )
    assert [one.startswith(start) for one, start in zip(told, begin, strict=True)] == [True] * 5
    assert told[0].endswith("and draws later.")


@pytest.mark.parametrize("case", range(len(BAD_EXAMPLES)))
def test_a_bad_example_fails_the_build_at_its_line(faulty: tuple[int, str], case: int) -> None:
    code, warnings = faulty
    assert code == 1
    said = about(f"example{case}.md", warnings)
    message = re.escape(BAD_EXAMPLES[case][1])
    assert re.search(rf"example{case}\.md:8: WARNING: .*{message}", said), said


def test_a_fault_in_a_record_has_its_own_line(faulty: tuple[int, str]) -> None:
    code, warnings = faulty
    assert code == 1
    assert "record.md:13: WARNING" in about("record.md", warnings)


def titles_of(*, counting: bool) -> list[str]:
    """Return the titles of the rule sets in which low cards count in the play, or do not."""
    books = map(load_ruleset, ruleset_ids())
    said = (one for one in books if one.flag("play.low-cards").value is counting)
    return [one.title.partition(" (")[0] for one in said]


def listed(titles: list[str]) -> str:
    """Return titles as a page lists them: each is a link, followed by a space."""
    return f"{' , '.join(titles[:-1])} and {titles[-1]} "


def test_figures_come_from_the_data(project: Project) -> None:
    text = (
        "The last trick: {answer}`play.last-trick@hoyle1909`; {answer}`~cards.points@hoyle1909`; "
        "{how-many}`play.low-cards=no` sets, {texts-saying}`play.low-cards=no`, {number-of}`texts`, "
        "{who-says}`play.low-cards=no`; {cards}`DA S7`; {who-says}`play.low-cards=yes`.\n\n"
    )
    project.write(pages(ARTICLE + text + EXAMPLE))
    assert project.build() == (0, "")
    shown = words_of(project.read("low.html"))
    # Counted in the data: the rule sets that answer no, and the texts that say nothing else.
    few = len(dict(agreement("play.low-cards").by_answer)["no"])
    sets = titles_of(counting=False)
    counts = f"{number_in_words(len(sets))} sets, {number_in_words(few)}, {number_in_words(len(ruleset_texts()))}"
    assert f"one point; ten; {counts}, {listed(sets)};" in shown
    assert {"Little Piquet", "Old Piquet"} <= set(sets)
    assert "seven of spades" in shown
    others = titles_of(counting=True)
    assert any("'" in title for title in others), "a title that HTML has to escape"
    assert f"{listed(others)}." in shown


@pytest.mark.parametrize("case", range(len(BAD_FIGURES)))
def test_a_bad_figure_fails_the_build(faulty: tuple[int, str], case: int) -> None:
    code, warnings = faulty
    assert code == 1
    said = about(f"figure{case}.md", warnings)
    assert re.search(rf"figure{case}\.md:1\d: .*{re.escape(BAD_FIGURES[case][1])}", said), said


def test_an_article_without_an_example_fails_where_that_is_asked(project: Project) -> None:
    project.write(pages(ARTICLE))
    code, warnings = project.build("dummy", "-D", "piquet_check_worked=1")
    assert code == 1
    assert "the article on play.low-cards has no {worked} example" in warnings
    project.write(pages())
    assert project.build("dummy", "-D", "piquet_check_worked=1") == (0, "")


def used(project: Project) -> str:
    """Return the text of an article's last section."""
    page = project.read("low.html")
    section = page[page.index('<section id="where-it-is-used">') :]
    return words_of(section[: section.index("</section>")])


def test_every_article_says_where_its_rule_is_used(project: Project) -> None:
    project.write(pages())
    assert project.build() == (0, "")
    assert agreement_sentence("play.low-cards").translate(QUOTES) in words_of(
        project.read("low.html")
    )
    before = used(project)
    assert before.endswith("Nothing on this site rests on it yet.")

    # A page that now refers to the rule appears, although the article itself is unchanged.
    folder = project.path / "tutorials"
    folder.mkdir()
    lesson = folder / "one.md"
    lesson.write_text("# Lesson one\n\nSee {rule}`play.low-cards`.\n", "utf-8")
    project.write(pages() | {"index": "# Top\n\n```{toctree}\n:glob:\n\n*\ntutorials/*\n```\n"})
    assert project.build() == (0, "")
    assert "In the lessons Lesson one" in used(project)
    assert 'href="tutorials/one.html"' in project.read("low.html")
    lesson.write_text("# Lesson one\n\nNothing.\n", "utf-8")
    assert project.build() == (0, "")
    assert "Lesson one" not in used(project)


def test_a_deal_is_linked_step_by_step_even_when_read_in_parallel(project: Project) -> None:
    article = ARTICLE.replace("play.low-cards", "play.last-trick")
    article = article.replace("Low cards in the play", "The last trick")
    deal = f"# The deal\n\n```{{replay}} {AB.name}\n```\n"
    (project.path / AB.name).write_text(AB.read_text("utf-8"), "utf-8")
    project.write(pages(article + EXAMPLE) | {"deal": deal}, complete=False)
    # The deal's comments and citations refer to rules without a page here, which does not matter.
    project.build("html", "-j", "4")
    page = project.read("low.html")
    assert re.search(r'href="deal\.html#last"', page), used(project)


def test_a_chapter_that_asks_for_it_has_its_citations_aside(project: Project) -> None:
    """Like an article; other pages keep citations in the text."""
    body = (
        "# Told\n\nIt is printed [{source}`picquet1651:chapter-10`, {source}`cavendish:playing`].\n"
    )
    head = "# Top\n\n```{toctree}\n:glob:\n\n*\n```\n"
    project.write(
        {
            "index": head,
            "sources": "# Sources\n\n```{sources}\n```\n",
            "asked": f"---\nside-notes: true\n---\n\n{body}",
            "plain": body,
        }
    )
    assert project.build() == (0, "")
    asked, plain = project.read("asked.html"), project.read("plain.html")
    assert asked.count('class="pq-side-sign ') == 1
    aside = asked[asked.index('class="pq-side"') :].partition("</p>")[0]
    assert aside.count("href=") == 2
    assert aside.count('class="pq-bracket"') == 2
    assert "sidenotes.css" in asked
    assert "pq-side" not in plain
    assert "sidenotes.css" not in plain
    # Read aloud or printed, both say the same.
    both = [
        words_of(page[page.index("It is printed") :].partition("</p>")[0])
        for page in (asked, plain)
    ]
    assert both[0].replace(" ", "") == both[1].replace(" ", "")
