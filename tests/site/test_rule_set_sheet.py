"""The sheet of a rule set has every rule once, with the answer that the engine uses."""

import re
from typing import Any

import pytest

from piquet_core.errors import RuleSetError
from piquet_core.rules import Answer, catalogue, load_ruleset, ruleset_ids
from sphinx_piquet.rules import rule_summary as module
from sphinx_piquet.rules.rule_summary import Piece, phrase, rules_sheet

# Answers that the sheet omits because players expect them: nobody may ask for a new deal, a pique may
# follow a lost trick, and a winning lead has counted already.
UNSAID = {"exchange.redeal": "not-provided", "pique.unbroken": False, "play.lead-wins": 0}


def unsaid(answer: Answer[Any]) -> bool:
    """Return whether the sheet omits an answer."""
    return answer.id in UNSAID and answer.value == UNSAID[answer.id]


def pieces(name: str) -> list[Piece]:
    """Return all pieces of a sheet in order."""
    return [
        piece
        for block in rules_sheet(load_ruleset(name))
        for text in (*block.lines, *(side for row in block.rows for side in row))
        for piece in text
    ]


@pytest.mark.parametrize("name", ruleset_ids())
def test_every_question_that_arises_is_answered_on_the_sheet(name: str) -> None:
    rules = load_ruleset(name)
    expected = {
        id for id, answer in rules.answers.items() if not answer.absent and not unsaid(answer)
    }
    shown = {piece.rule for piece in pieces(name)} - {""}
    assert shown == expected, (
        f"piquet_core/rules/data/sheet.toml: {name} lacks {sorted(expected - shown)} "
        f"and has {sorted(shown - expected)} too many"
    )


@pytest.mark.parametrize("name", ruleset_ids())
def test_figures_are_those_of_the_rule_set(name: str) -> None:
    rules = load_ruleset(name)
    by_rule: dict[str, str] = {}
    for piece in pieces(name):
        by_rule[piece.rule] = f"{by_rule.get(piece.rule, '')} {piece.text}"
    for id, answer in rules.answers.items():
        if answer.absent or unsaid(answer) or answer.rule.kind not in ("int", "ints"):
            continue
        wanted = [answer.value] if answer.rule.kind == "int" else list(answer.value)
        assert [int(figure) for figure in re.findall(r"\d+", by_rule[id])] == wanted, id


def test_answers_that_differ_read_differently() -> None:
    for id, rule in catalogue().items():
        answers = [load_ruleset(name).answers[id] for name in ruleset_ids()]
        told = {(repr(answer.value), phrase(answer)) for answer in answers if not answer.absent}
        assert len({value for value, _ in told}) == len({words for _, words in told}), (
            f"sheet.toml: two answers to {rule.id} have the same words"
        )


def test_that_elder_leads_has_its_place_where_the_source_gives_one() -> None:
    # Hoyle 1909, "The Play", paragraph 1: the elder hand lays down one card, thus beginning the play.
    leads = {name: [p for p in pieces(name) if p.text == "Elder leads"] for name in ruleset_ids()}
    assert all(len(found) == 1 for found in leads.values())
    assert leads["hoyle1909"][0].place == "hoyle1909:play.1"
    assert leads["modern"][0].place == "jeux-oublies:play.4"
    assert leads["cavendish"][0].place == ""


def test_a_line_goes_with_the_question_it_answers() -> None:
    penguin = {piece.text for piece in pieces("penguin")}
    assert not any("last trick scores its point" in text for text in penguin)
    assert any("last trick scores its point" in text for text in {p.text for p in pieces("little")})


def test_sequences_are_told_to_the_longest_of_the_pack() -> None:
    # Jeux oubliés, "Piquet in Molière's Time": nine cards in sequence are worth nineteen.
    (rows,) = [b.rows for b in rules_sheet(load_ruleset("old36")) if b.title == "Scores in hand"]
    plain = [(what[0].text, points[0].text) for what, points in rows]
    assert plain[2] == ("Tierce (3)", "3")
    assert plain[8] == ("Neuvième (9)", "19")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"phrases": {"no.rule": {}}, "block": []}, "no such rule"),
        ({"phrases": {"point.tie": {"both": "x"}}, "block": []}, "unknown option 'both'"),
        ({"phrases": {"point.tie": {"neither": 1}}, "block": []}, "expected str, found int"),
        ({"phrases": {}, "blocks": []}, "unknown key 'blocks'"),
        ({"phrases": {}, "block": [{"title": "A", "rows": ["point.tie"]}]}, "expected list"),
    ],
)
def test_faulty_layouts_are_refused(
    data: dict[str, object], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "read_data", lambda _name: data)
    for cached in (module._layout, module._data):
        cached.cache_clear()
    with pytest.raises(RuleSetError, match=message):
        rules_sheet(load_ruleset("hoyle1909"))
    monkeypatch.undo()
    for cached in (module._layout, module._data):
        cached.cache_clear()
