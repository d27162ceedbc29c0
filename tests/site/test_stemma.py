"""The stemma: chart, table and data agree, and claim no more than the answers of the texts show."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from project import Project, words_of
from test_bibliography import CONF, FILE, LIST, WORKS

from piquet_core.errors import RuleSetError
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.witnesses import answers_of, witness_ids
from website.history.stemma import StemmaText, read_stemma, stemma_lanes

pytestmark = pytest.mark.site

DATA = Path(__file__).parents[2] / "docs" / "history" / "stemma.toml"
YEARS = {key: int(work.fields.get("year", 0)) for key, work in WORKS.items()}
TEXTS = read_stemma(DATA.read_text("utf-8"), "stemma.toml", YEARS)
PERIODS = "# List\n\n" + "".join(
    LIST % one for one in ("early", "eighteenth", "nineteenth", "modern")
)
FRENCH = "[piquet1642]\n"
FAULTS = {
    "the bibliography has no such work": "[piquet1643]\n",
    "'piquet1642' must come before it": '[picquet1651]\nfrom = "piquet1642"\nhow = "translated"\n',
    "'from' and 'how' belong together": FRENCH + '[picquet1651]\nfrom = "piquet1642"\n',
    "an inference needs a note": FRENCH
    + '[picquet1651]\nfrom = "piquet1642"\nhow = "translated"\ninferred = true\n',
    "in the order of their years": "[picquet1651]\n" + FRENCH,
    "give 'name' if no witness": '[picquet1651]\nname = "Picquet"\n',
    "no such rule": FRENCH
    + '[picquet1651]\nfrom = "piquet1642"\nhow = "translated"\nchanges = { "pack.six" = "x" }\n',
}


@pytest.fixture(scope="module")
def page(shared_project: Callable[[], Project]) -> str:
    project = shared_project()
    toc = "# Top\n\n```{toctree}\n:glob:\n\n*\n```\n"
    project.write(
        {"index": toc, "tree": "# Tree\n\n```{stemma} stemma.toml\n```\n", "list": PERIODS}
    )
    with (project.path / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write(f'{CONF}extensions += ["website.history.stemma_directive"]\n')
    (project.path / "references.bib").write_bytes(FILE.read_bytes())
    (project.path / "stemma.toml").write_bytes(DATA.read_bytes())
    assert project.build() == (0, "")
    return project.read("tree.html")


def test_the_chart_and_its_table_have_the_same_texts_in_the_same_order(page: str) -> None:
    drawn = page[page.index("<svg") : page.index("</svg>")]
    assert 'role="img"' in drawn
    names = [words_of(one) for one in re.findall(r"<text[^>]*>(.*?)</text>", drawn)]
    assert names == [words_of(f"{one.dated} {one.name}") for one in TEXTS]
    assert drawn.count("<path") == sum(bool(one.parent) for one in TEXTS)
    assert drawn.count('class="pq-inferred"') == sum(one.inferred for one in TEXTS) > 0
    assert drawn.count('class="pq-whole"') == sum(bool(one.ruleset) for one in TEXTS) > 2
    assert "style=" not in drawn
    table = page[page.index("<tbody") : page.index("</tbody>")]
    rows = [words_of(one) for one in re.findall(r"<tr[^>]*>(.*?)</tr>", table, re.DOTALL)]
    for one, row in zip(TEXTS, rows, strict=True):
        assert row.startswith(words_of(f"{one.dated} {one.name}"))
        assert words_of(one.note) in row
        assert ("by our inference" in row) == one.inferred
        for rule, words in one.changes:
            assert f"{words_of(rule.title)} : {words_of(words)}" in row


def test_lines_cross_no_text_that_they_do_not_join() -> None:
    """A line runs down the lane of the younger text, below its parent, so no other text may be there."""
    lanes = stemma_lanes(TEXTS)
    places = {one.id: place for place, one in enumerate(TEXTS)}
    for place, one in enumerate(TEXTS):
        if one.parent:
            between = range(places[one.parent] + 1, place)
            assert all(lanes[other] != lanes[place] for other in between), one.id


def answers(id: str) -> dict[str, str]:
    """Return the answers of a text by rule. A text that is silent has "" ."""
    if id in witness_ids():
        return {one.rule.id: one.written or one.says for one in answers_of(id)}
    if id in ruleset_ids():
        found = load_ruleset(id).answers.items()
        return {rule: one.written if one.status.speaks else "" for rule, one in found}
    return {}


@pytest.mark.parametrize("text", TEXTS, ids=lambda one: one.id)
def test_what_became_of_a_rule_shows_in_the_answers(text: StemmaText) -> None:
    """Where both texts answer a rule alike, the words explain an answer that is not plainly stated."""
    named = {one.id: one for one in TEXTS}
    own = answers(text.id)
    rules = {rule.id for rule, _ in text.changes} & set(own)
    assert rules or not text.changes
    parent = named.get(text.parent)
    while parent and not rules & set(answers(parent.id)):
        parent = named.get(parent.parent)
    older = answers(parent.id) if parent else {}
    same = {rule for rule in rules & set(older) if own[rule] == older[rule]}
    assert same <= {"deal.first-dealer", "pique.within", "play.last-trick"}, same


@pytest.mark.parametrize("why", FAULTS)
def test_a_wrong_line_is_refused(why: str) -> None:
    with pytest.raises(RuleSetError, match=re.escape(why)):
        read_stemma(FAULTS[why], "stemma.toml", YEARS)
