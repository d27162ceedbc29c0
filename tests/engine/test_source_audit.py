"""The audit of the sources: no statement is lost, and every value has a citation or a reason.

The audit found 225 statements in the first texts; `audit.toml` records the use of each.
"""

import importlib
import tomllib
from collections import Counter
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from piquet_core.rules import Status, catalogue, load_ruleset, parse_citation, ruleset_ids

AUDIT: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("audit.toml").read_text("utf-8")
)

RULE_SETS = {
    # (prefix of the id: rule set, source it must cite, numbers given to its statements)
    "LP": ("little", "jeux-oublies", [*range(1, 79), *range(80, 84)]),
    "O": ("old36", "jeux-oublies", range(1, 7)),
    "M": ("modern", "jeux-oublies", range(1, 5)),
    "R": ("rubicon", "jeux-oublies", range(1, 9)),
    "D": ("denexa", "denexa", range(1, 37)),
    "P": ("penguin", "penguin", range(1, 40)),
    "H": ("hoyle1909", "hoyle1909", [*range(1, 45), *range(49, 53), 57, 58]),
}


def test_every_statement_is_accounted_for() -> None:
    expected = [
        f"{prefix}{number:02}"
        for prefix, (_, _, numbers) in RULE_SETS.items()
        for number in numbers
    ]
    assert len(expected) == 225
    assert list(AUDIT) == expected


@pytest.mark.parametrize("item", AUDIT)
def test_a_statement_is_answered_covered_or_set_aside_for_a_reason(item: str) -> None:
    table = AUDIT[item]
    assert set(table) <= {"gist", "rules", "engine", "reason"}
    assert table["gist"]
    assert table.get("rules") or table.get("engine") or table.get("reason")
    assert "reason" not in table or len(table["reason"]) > 15
    for rule in table.get("rules", []):
        assert rule in catalogue(), f"{item}: no rule {rule}"
    for name in table.get("engine", []):
        module, _, attribute = name.partition(":")
        assert callable(attrgetter(attribute)(importlib.import_module(module))), name


@pytest.mark.parametrize("prefix", RULE_SETS)
def test_the_rule_set_of_a_source_cites_that_source(prefix: str) -> None:
    name, source, _ = RULE_SETS[prefix]
    rules = load_ruleset(name)
    assert rules.source.id == source
    for item, table in AUDIT.items():
        if item.rstrip("0123456789") != prefix:
            continue
        for rule in table.get("rules", []):
            answer = rules.answers[rule]
            cited = {citation.source.id for citation in answer.citations}
            assert cited == {source} or answer.note, f"{item}: {rule}"
            assert source in cited or answer.status not in (Status.STATED, Status.SLIP)


@pytest.mark.parametrize("name", ruleset_ids())
def test_every_value_stands_where_its_own_source_has_it(name: str) -> None:
    rules = load_ruleset(name)
    own = {rules.source.id}
    if rules.base:
        own.add(load_ruleset(rules.base).source.id)
    assert list(rules.answers) == list(catalogue())
    for id, answer in rules.answers.items():
        for citation in answer.citations:
            assert parse_citation(str(citation), id) == citation
        cited = {citation.source.id for citation in answer.citations}
        match answer.status:
            case Status.STATED:
                assert own & cited, f"{id}: a stated answer cites its own text"
            case Status.SLIP:
                assert len(answer.slip) > 40, f"{id}: say in 'slip' what is wrong with the words"
            case Status.ABSENT:
                assert answer.value is None, f"{id}: an absent answer has no value"
                assert len(answer.note) > 25, f"{id}: say in 'note' why the rule does not apply"
            case Status.SILENT:
                assert not own & cited, f"{id}: a silent answer cites another text"
                assert len(answer.note) > 18, f"{id}: say in 'note' what fills the gap"
            case _:
                assert len(answer.note) > 25, f"{id}: explain the inference in 'note'"


def test_a_value_fits_the_pack() -> None:
    for name in ruleset_ids():
        rules = load_ruleset(name)
        ranks = rules.ranks("pack.ranks").value
        assert len(ranks) * 4 == rules.number("pack.size").value
        hand, talon = rules.number("deal.hand").value, rules.number("deal.talon").value
        assert 2 * hand + talon == len(ranks) * 4
        assert set(rules.pips("point.pips").value) == set(ranks)
        least = rules.number("sequence.least").value
        assert len(rules.numbers("sequence.scores").value) == len(ranks) - least + 1
        assert set(rules.ranks("set.ranks").value) <= set(ranks)
        assert rules.number("exchange.elder-max").value < talon
        assert all(hand % packet == 0 for packet in rules.numbers("deal.packets").value)


def test_a_question_of_another_form_of_the_game_does_not_arise() -> None:
    for name in ruleset_ids():
        rules = load_ruleset(name)
        forms = rules.names("game.forms").value
        for id in catalogue():
            form = {"hundred": "hundred-up", "rubicon": "rubicon"}.get(id.partition(".")[0])
            if form and id != "hundred.double":
                assert rules.has(id) == (form in forms), f"{name}: {id}"


STATED_IN_FEW = {"cotton1674": 44, "hoyle1800s": 50}
"""Stated answers of an abridgement that leaves much out, and of a chapter of which some pages were read."""


def test_how_much_the_sources_say(record_property: Any) -> None:
    """Prints a small table, which ``pytest -s`` or ``-rP`` shows."""
    print(f"\n{'rule set':<18}" + "".join(f"{status:>10}" for status in Status))
    for name in ruleset_ids():
        count = Counter(answer.status for answer in load_ruleset(name).answers.values())
        print(f"{name:<18}" + "".join(f"{count[status]:>10}" for status in Status))
        record_property(name, {str(key): number for key, number in count.items()})
        assert count.total() == len(catalogue())
        if name in STATED_IN_FEW:
            assert count[Status.STATED] == STATED_IN_FEW[name]
        else:
            assert count[Status.STATED] > 50


# -- what the sources disagree about: the values that tell the rule sets apart ---------------------

DIFFERENCES = {
    # rule id: value in little, old36, modern, rubicon, denexa, penguin, hoyle1909 (C01-C25)
    "deal.first-dealer": "low-deals low-deals low-deals high-chooses high-deals high-chooses "
    "high-chooses",
    "exchange.younger-min": (1, 1, 1, 1, 1, 0, 1),
    "exchange.younger-max": "all-left all-left all-left all-left five all-left all-left",
    "exchange.younger-look": "all-left all-left all-left all-left turned-up turned-up own-share",
    "conduct.own-discards": (False, False, False, False, True, True, True),
    "conduct.tricks": 4 * "last-only " + 3 * "any-time ",
    "blank.announce": "optional optional optional optional optional optional bound",
    "point.compare": "pips pips" + 5 * " cards-then-pips",
    "point.score": "tens tens" + 5 * " one-a-card",
    "declare.above-called": 7 * (False,),
    "set.elder-silent": 7 * "scores ",
    "play.low-cards": (False, False, True, True, True, True, True),
    "play.lead": (1, 1, 1, 1, 1, 0, 1),
    "play.lead-wins": (0, 0, 0, 0, 1, 1, 0),
    "play.capture": (1, 1, 1, 1, 1, 2, 1),
    "play.last-trick": (1, 1, 1, 1, 0, 0, 1),
    "cards.when": "end end end end seventh-trick end end",
    "cards.toward-pique": (False, False, False, False, True, False, False),
    "capot.points": (40, 40, 40, 40, 30, 40, 40),
    "pique.seat": "either either either either either elder elder",
    "pique.unbroken": (False, False, False, False, False, True, False),
    "repique.bar": 4 * "earlier-in-order " + "any-declaration earlier-in-order earlier-in-order",
    "declare.show": "must must must must on-request on-request on-request",
}


@pytest.mark.parametrize("rule", DIFFERENCES)
def test_where_the_texts_disagree_the_rule_sets_do(rule: str) -> None:
    values = DIFFERENCES[rule]
    expected = values.split() if isinstance(values, str) else list(values)
    names = [name for name, _, _ in RULE_SETS.values()]
    assert [load_ruleset(name).answers[rule].value for name in names] == expected
