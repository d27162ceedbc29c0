"""The top of a rule's article: the strip of answers, and the list of all answers in a disclosure."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from project import QUOTES, Project, words_of

from piquet_core.rules import catalogue, load_ruleset, ruleset_ids
from piquet_core.rules.agreement import counted_families
from piquet_core.rules.rule_groups import GROUPS
from piquet_core.rules.ruleset import ruleset_ids_by_date
from piquet_core.rules.status import Status
from sphinx_piquet.rules.answer_marks import AnswerSide, by_family, by_ruleset
from sphinx_piquet.views import answer_strip as strips
from sphinx_piquet.views.answer_strip import (
    answer_letters,
    draw_mark,
    render_all_marks,
    render_small_legend,
    render_small_strip,
    render_strip,
    render_strip_legend,
)
from sphinx_piquet.views.answer_strip import mark_words as said

pytestmark = pytest.mark.site

ARTICLE = "# Low cards in the play\n\n```{rule} play.low-cards\n```\n\nIn these words, why.\n"
FIRST = ("-D", "piquet_first_ruleset=hoyle1909")


def shape(side: AnswerSide, status: Status) -> str:
    """Return the drawing without names for style sheets, except fills of paths."""
    drawn = re.sub(r'class="pq-mk [^"]*"', "", draw_mark(side, status))
    return re.sub(r'class="pq-mk-(?!fill|dashed|dotted)[a-z]+"', "", drawn)


def test_the_seven_states_differ_in_shape_whichever_answer_they_stand_for() -> None:
    sides = {status: AnswerSide.YES if status.speaks else AnswerSide.NONE for status in Status}
    for answering in (AnswerSide.YES, AnswerSide.NO, AnswerSide.COMMON, AnswerSide.OTHER):
        shapes = {one: shape(answering if one.speaks else sides[one], one) for one in Status}
        for one, two in combinations(Status, 2):
            assert shapes[one] != shapes[two], (answering, one, two)
    assert shape(AnswerSide.YES, Status.STATED) != shape(AnswerSide.NO, Status.STATED)
    assert shape(AnswerSide.COMMON, Status.STATED) != shape(AnswerSide.OTHER, Status.STATED)
    for status in (Status.INFERRED, Status.CONTESTED, Status.SLIP):
        assert shape(AnswerSide.COMMON, status) != shape(AnswerSide.OTHER, status), (
            "which answer it is shows"
        )
    assert shape(AnswerSide.YES, Status.INFERRED) != shape(AnswerSide.NO, Status.INFERRED)
    assert len({shape(AnswerSide.DIVIDED, status) for status in Status}) == 1


@pytest.mark.parametrize("rule", catalogue())
def test_a_strip_says_for_each_family_and_each_rule_set_what_the_data_says(rule: str) -> None:
    families, sets = by_family(rule), by_ruleset(rule)
    assert len(families) == len(counted_families())
    assert {id for mark in families for id in mark.rulesets} == set(ruleset_ids())
    assert [mark.rulesets for mark in sets] == [(id,) for id in ruleset_ids_by_date()]
    for mark in families:
        assert list(mark.rulesets) == [id for id in ruleset_ids_by_date() if id in mark.rulesets]
    for mark in sets:
        (id,) = mark.rulesets
        answer = load_ruleset(id).answers[rule]
        assert mark.status is answer.status
        assert (mark.side is AnswerSide.NONE) == (not answer.status.speaks)
        if answer.rule.kind == "bool" and answer.status.speaks:
            assert mark.side == answer.words
        assert said(mark)
    strip, every = render_strip(rule), render_all_marks(rule)
    assert strip.count('href="#at-') == len(families)
    assert every.count('href="#at-') == len(sets)
    assert "style=" not in strip + every
    assert 'aria-label="' in render_small_strip(rule)


def test_an_answer_that_all_texts_give_is_not_told_under_each_mark() -> None:
    """It is above the strip; each mark has the answers that are not simply stated."""
    alike = render_strip("reckon.order")
    assert by_family("reckon.order")[0].says not in alike
    # Denexa, the Penguin and PKcards give the order of the combinations, but not of the rest.
    assert re.findall(r'pq-mk-says">([^<]*)<', alike) == ["inferred"] * 3
    assert render_all_marks("reckon.order").count("blank, point") == len(ruleset_ids())
    assert render_strip("pack.size").count("pq-mk-says") == len(counted_families())


def test_more_than_two_answers_have_letters_and_equal_answers_one_letter() -> None:
    marks = by_family("exchange.younger-look")
    letters = answer_letters(marks)
    given = {mark.says for mark in marks if mark.side in (AnswerSide.COMMON, AnswerSide.OTHER)}
    assert set(letters) == given
    assert len(given) == len(set(letters.values())) == 3
    drawn = re.findall(r"pq-mk-letter[^>]*>(\w)<", render_strip("exchange.younger-look"))
    assert drawn == [letters[mark.says] for mark in marks if mark.says in letters]
    # The key explains letters and, if a letter is filled, fillings.
    key = render_strip_legend("exchange.younger-look")
    assert "a letter for each answer" in key
    assert "filled where most agree" not in key
    assert "filled where most agree" in render_strip_legend("reply.words")
    assert "a letter" not in render_strip_legend("pack.size")
    # The filling distinguishes two answers; letters would be another sign to learn.
    assert answer_letters(by_family("pack.size")) == {}


def test_the_key_of_the_small_squares_has_the_years_on_lines_that_begin_with_none_of_their_dots() -> (
    None
):
    told, signs = render_small_legend().split('<span class="pq-small-signs">')
    assert told.count("\N{NO-BREAK SPACE}· ") == told.count("·") == len(counted_families()) - 1
    assert signs.count("<svg") == 8


def test_a_small_square_has_the_sign_that_the_strip_of_the_article_has() -> None:
    """The treatise of 1651 is ambiguous about two cartes blanches; 32 cards cannot deal them."""
    statuses = [mark.status for mark in by_family("blank.both")]
    small = render_small_strip("blank.both")
    assert small.count(">?</text>") == statuses.count(Status.CONTESTED) == 1
    (dots,) = re.findall(r'd="([^"]*)" class="pq-mk-dot"', small)
    assert dots.count("M") == statuses.count(Status.ABSENT) == 5
    key = render_small_legend()
    for status in (Status.CONTESTED, Status.ABSENT, Status.SILENT, Status.UNSEEN):
        assert strips._STATUSES[status] in key


def test_twenty_four_texts_have_twenty_four_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice as many as exist, each with a different answer: the maximum."""
    known = by_family("exchange.younger-look")
    made_up = [
        replace(
            known[number % len(known)],
            name=f"Text {number}",
            rulesets=(f"text{number}",),
            side=AnswerSide.OTHER if number else AnswerSide.COMMON,
            status=Status.STATED,
            says=f"answer {number}",
        )
        for number in range(24)
    ]
    monkeypatch.setattr(strips, "by_family", lambda _rule: tuple(made_up))
    drawn = render_strip("exchange.younger-look")
    assert re.findall(r'href="#at-text(\d+)"', drawn) == [str(number) for number in range(24)]
    letters = re.findall(r"pq-mk-letter[^>]*>(\w)<", drawn)
    assert letters == list("abcdefghijklmnopqrstuvwx")
    small = render_small_strip("exchange.younger-look")
    places = [int(place) for place in re.findall(r"M(\d+) 1h", small)]
    assert len(set(places)) == len(places) == 24
    (width,) = re.findall(r'viewBox="0 0 (\d+) ', small)
    assert max(places) + 10 < int(width) < max(places) + 24


def test_a_strip_shows_how_long_nothing_is_known() -> None:
    strip = render_strip("pack.size") + render_strip_legend("pack.size")
    gaps = re.findall(r">([^<]*\d+ years)<", strip)
    years = [mark.source.year for mark in by_family("pack.size")]
    apart = [two - one for one, two in pairwise(years) if two - one >= 100]
    assert apart == [1825 - 1651, 2000 - 1890]
    assert gaps == ["some 170 years", "some 110 years"], "these years are not certain"
    assert "[c. 2000]" in strip


def test_an_article_begins_with_question_answer_and_strip_and_ends_with_every_answer(
    project: Project,
) -> None:
    project.write({"index": ARTICLE})
    assert project.build("html", *FIRST) == (0, "")
    page = project.read("index.html")
    article = page[page.index("<h1") :]
    order = [
        'class="pq-question"',
        'class="pq-taught"',
        'class="pq-strip"',
        'class="pq-agreement"',
        "Cite this",
        'class="pq-key"',
        "In these words, why.",
        'id="every-answer"',
        "pq-every-mark",
        'id="where-it-is-used"',
    ]
    places = [article.index(one) for one in order]
    assert places == sorted(places)
    taught = article[places[1] : places[2]]
    assert words_of(f"<p {taught}").startswith("In Hoyle 1909 , the book taught here: yes")


def test_every_answer_of_the_data_is_there_folded_by_answer(project: Project) -> None:
    project.write({"index": ARTICLE})
    assert project.build("html", *FIRST) == (0, "")
    page = project.read("index.html")
    folds = re.findall(r'<details class="pq-details"[^>]*>(.*?)</table>', page, re.DOTALL)
    shown = {}
    for fold in folds:
        given = words_of(fold[fold.index("<strong") : fold.index("</strong>")])
        for id in re.findall(r'<tr [^>]*id="at-([^"]+)"', fold):
            row = words_of(fold[fold.index(f'id="at-{id}"') :].partition("</tr>")[0])
            shown[id] = (given.lower(), row)
    assert set(shown) == set(ruleset_ids())
    assert len(folds) == len({given for given, _ in shown.values()})
    for id, (said_, row) in shown.items():
        answer = load_ruleset(id).answers["play.low-cards"]
        assert said_ == answer.words
        assert answer.status.mark in row
        assert answer.note.translate(QUOTES) in row
        assert all(cited.section.title.translate(QUOTES) in row for cited in answer.citations)
    # The answer of the default rule set is open; the others are one tap away.
    assert page.count('<details class="pq-details" data-part="details" open="open">') == 1
    assert "at-hoyle1909" in folds[0]


def test_where_nothing_opens_the_answers_are_printed_whole(project: Project) -> None:
    project.write({"index": ARTICLE})
    assert project.build("text", *FIRST) == (0, "")
    text = project.read("index.txt", "text")
    for id in ruleset_ids():
        assert load_ruleset(id).title.partition(" (")[0].split()[0] in text
    assert text.index("In these words, why.") < text.index("Every answer and its place")


def test_a_citation_in_brackets_is_set_aside_and_stays_in_brackets_elsewhere(
    project: Project,
) -> None:
    cited = "It is so [{source}`hoyle1909:play.3`, {source}`hoyle1909:example`], we read [so]."
    project.write({"index": f"{ARTICLE}\n{cited}\n\n```{{sources}}\n```\n"})
    assert project.build() == (0, "")
    page = project.read("index.html")
    (note,) = re.findall(
        r'<span class="pq-side">(.*?)</span><span class="pq-stop">,</span> we read', page, re.DOTALL
    )
    assert note.count("<a ") == 2
    assert note.count("Hoyle") == 1  # the book is named once
    assert "we read [so]." in page
    assert project.build("text") == (0, "")
    text = " ".join(project.read("index.txt", "text").split())
    assert re.search(r"It is so \[\*Hoyle.*paragraph 3\*, \*.Example.\*\], we read \[so\]\.", text)


def test_the_page_of_a_rule_set_begins_with_what_it_is_and_ends_with_its_answers(
    project: Project,
) -> None:
    told = "# Hoyle 1909\n\nIn these words, the game.\n\n## Every answer\n\n"
    project.write({"index": f"{told}```{{ruleset}} hoyle1909\n```\n"})
    assert project.build() == (0, "")
    page = project.read("index.html")
    # The list of facts about a source follows the introduction.
    order = [
        *("<h1>", 'class="pq-summary"', "In these words, the game.", "pq-facts"),
        *("Every answer<", "pq-details"),
    ]
    places = [page.index(one) for one in order]
    assert places == sorted(places)
    for name in GROUPS:
        assert page.count(f'id="ruleset-hoyle1909-{name}"') == 1
