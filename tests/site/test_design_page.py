"""The page *Design your own* as it is built: every question, answers that the engine reads, and their books."""

from __future__ import annotations

import re

from piquet_core.designs.design import read_design
from piquet_core.rules import catalogue, load_ruleset, ruleset_ids
from piquet_core.rules.variants import answer_code
from piquet_core.views.reference_links import Links
from sphinx_piquet.views.design_page import render_design

QUESTION = re.compile(r'<fieldset [^>]*data-rule="([^"]+)".*?</fieldset>', re.DOTALL)
RADIO = re.compile(
    r'<input type="radio" name="([^"]+)" value="([^"]+)" data-books="([^"]*)"( checked)?'
)


def page() -> str:
    def worth(rule: str) -> str:
        return "A lead is worth <5 points." if rule == "play.lead" else ""

    return render_design(Links(), "little", "table.html", worth)


def test_every_question_has_every_answer_of_the_books_and_only_what_the_engine_reads() -> None:
    found = {match[1]: RADIO.findall(match[0]) for match in QUESTION.finditer(page())}
    assert set(found) == set(catalogue())
    for rule, radios in found.items():
        assert {name for name, *_ in radios} == {rule}
        codes = [code for _, code, *_ in radios]
        assert len(set(codes)) == len(codes)
        for code in codes:
            read_design(f"hoyle1909,{rule}={code}")
        books = {book: code for _, code, named, _ in radios for book in named.split()}
        assert books == {id: answer_code(load_ruleset(id).answers[rule]) for id in ruleset_ids()}


def test_the_first_rule_set_is_chosen_and_what_a_rule_is_worth_is_escaped() -> None:
    drawn = page()
    chosen = {name: code for name, code, _, checked in RADIO.findall(drawn) if checked}
    little = load_ruleset("little").answers
    assert chosen == {rule: answer_code(answer) for rule, answer in little.items()}
    assert drawn.count("A lead is worth &lt;5 points.") == 1
