"""Differences between two rule sets and their causes, for every pair and for invented ones."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from case_selection import first

from piquet_core.engine.events import Scored
from piquet_core.notation import Record, loads
from piquet_core.replay.comparison import Comparison, NoCommonDeal, _happening, _side, compare_rules
from piquet_core.rules import RuleSet, load_ruleset, ruleset_ids

ROOT = Path(__file__).parents[1]


def read(path: str) -> Record:
    return loads((ROOT / path).read_text(encoding="utf-8"))


AB = read("docs/deals/hoyle1909-ab.piquet")
HOYLE = load_ruleset("hoyle1909")


def altered(rules: RuleSet, **values: Any) -> RuleSet:
    """Return a rule set with some answers changed; ``play_low_cards`` stands for the rule play.low-cards."""
    answers = dict(rules.answers)
    for name, value in values.items():
        group, _, rest = name.partition("_")
        id = f"{group}.{rest.replace('_', '-')}"
        answers[id] = replace(answers[id], value=value)
    return replace(rules, id="altered", answers=answers)


def causes(found: Comparison) -> list[str]:
    assert found.difference is not None
    return [cause.rule for cause in found.difference.causes]


def test_the_example_of_1909_under_the_old_game() -> None:
    found = compare_rules(AB, HOYLE, load_ruleset("little"))
    assert found.difference is not None
    assert (found.difference.step, found.difference.trick) == ("t2e", 2)
    assert str(found.difference.cards) == "D7"
    assert causes(found) == ["play.low-cards"]
    assert not found.difference.together
    event, nothing = found.difference.events
    assert isinstance(event, Scored)
    assert (event.points, event.rule, nothing) == (1, "play.lead", None)
    assert [side.total for side in found.sides] == [(43, 23), (40, 22)]


def test_the_other_way_round_it_is_the_same_difference() -> None:
    one = compare_rules(AB, HOYLE, load_ruleset("little")).difference
    two = compare_rules(AB, load_ruleset("little"), HOYLE).difference
    assert one is not None
    assert two is not None
    assert (one.step, one.trick, one.cards) == (two.step, two.trick, two.cards)
    assert one.events == two.events[::-1]
    assert causes(compare_rules(AB, load_ruleset("little"), HOYLE)) == ["play.low-cards"]


def test_a_call_in_other_words_is_no_difference() -> None:
    """The call is the same, and good, whether named as six cards or as fifty-five pips."""
    found = compare_rules(AB, HOYLE, load_ruleset("cavendish-au-cent"))
    assert found.difference is None
    assert found.words is not None
    assert found.words.step == "pe"
    assert [cause.rule for cause in found.words.causes] == ["point.compare"]


@pytest.mark.parametrize(
    ("values", "step", "rule"),
    [
        ({"sequence_scores": (3, 4, 14, 16, 17, 18)}, "ce", "sequence.scores"),
        ({"sequence_others": False}, "ce", "sequence.others"),
        ({"set_quatorze": 13}, "cy", "set.quatorze"),
        ({"set_others": False}, "cy", "set.others"),
        ({"play_lead": 2}, "t1e", "play.lead"),
        ({"play_capture": 0}, "t2y", "play.capture"),
        ({"play_last_trick": 0}, "last", "play.last-trick"),
        ({"cards_points": 9}, "cards", "cards.points"),
        ({"cards_majority": 8}, "cards", "cards.majority"),
        ({"declare_order": ("sequence", "point", "set")}, "pe", "declare.order"),
    ],
)
def test_one_altered_answer_is_found(values: dict[str, Any], step: str, rule: str) -> None:
    found = compare_rules(AB, HOYLE, altered(HOYLE, **values))
    assert found.difference is not None
    if rule != "declare.order":
        assert found.difference.step == step
    assert causes(found) == [rule]


def test_an_answer_that_changes_nothing_here_is_not_blamed() -> None:
    other = altered(HOYLE, repique_bonus=70, capot_points=50, cards_points=9)
    assert causes(compare_rules(AB, HOYLE, other)) == ["cards.points"]
    found = compare_rules(AB, HOYLE, altered(HOYLE, repique_bonus=70, capot_points=50))
    assert found.difference is None


def test_two_answers_that_do_it_only_together_and_each_alone() -> None:
    """A low card scores when led only if leads score and low cards count."""
    neither = altered(HOYLE, play_lead=0, play_low_cards=False)
    both = altered(HOYLE, play_lead=1, play_low_cards=True)
    # Under `neither`, the ace that is led first scores nothing, so the difference comes from leads alone.
    assert causes(compare_rules(AB, neither, both)) == ["play.lead"]
    lines = tuple(
        replace(line, items=AB_T2[line.label].items) if line.label in AB_T2 else line
        for line in AB.lines
        if line.label in ("xe", "xy", "pe", "py", "se", "sy", "qe", "qy", "ce", "cy", "t1e", "t1y")
    )
    low_first = replace(AB, lines=lines)
    found = compare_rules(low_first, neither, both)
    assert found.difference is not None
    assert (found.difference.step, found.difference.together) == ("t1e", True)
    assert causes(found) == ["play.low-cards", "play.lead"] or causes(found) == [
        "play.lead",
        "play.low-cards",
    ]
    back = compare_rules(low_first, both, neither)
    assert back.difference is not None
    assert not back.difference.together
    assert set(causes(back)) == {"play.lead", "play.low-cards"}


# Elder leads the seven of diamonds first, and younger follows.
AB_T2 = {line.label.replace("t2", "t1"): line for line in AB.lines if line.label in ("t2e", "t2y")}


def test_a_decision_that_one_book_refuses_is_the_difference() -> None:
    found = compare_rules(AB, HOYLE, altered(HOYLE, exchange_elder_max=3))
    assert found.difference is not None
    assert (found.difference.step, causes(found)) == ("xe", ["exchange.elder-max"])
    assert found.sides[1].refusal is not None
    assert found.sides[1].refusal.rule == "exchange.elder-max"
    assert not found.sides[1].over


def test_a_pack_that_one_book_does_not_have() -> None:
    with pytest.raises(NoCommonDeal, match="old36 cannot deal this") as caught:
        compare_rules(AB, HOYLE, load_ruleset("old36"))
    assert caught.value.finding.span.line > 1


# The rule sets disagree about bars, looks, divided cards, sinking, equality, a named suit, a pique and
# tens. The other records add another bar or a bonus.
FEW = (
    "docs/deals/hoyle1909-ab.piquet",
    "tests/records/blank-bars-repique.piquet",
    "tests/records/both-look.piquet",
    "tests/records/divided-cards.piquet",
    "tests/records/elder-sinks.piquet",
    "tests/records/equal-sequences.piquet",
    "tests/records/names-a-suit.piquet",
    "tests/records/pique-at-first-lead.piquet",
    "tests/records/tens-beat-aces.piquet",
)
RECORDS = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests/records").glob("*.piquet")}


@pytest.mark.parametrize("name", first(len(FEW), [*FEW, *sorted(RECORDS - {*FEW})]))
def test_every_difference_between_two_books_has_its_causes(name: str) -> None:
    """Changing all of the answers found, and only these, turns one course of the deal into the other."""
    record = read(name)
    own = load_ruleset(record.tag("Rules"))
    for other in map(load_ruleset, ruleset_ids()):
        try:
            found = compare_rules(record, own, other)
        except NoCommonDeal:
            continue
        difference = found.difference
        if difference is None:
            assert found.sides[0].total == found.sides[1].total
            continue
        assert difference.causes, (name, other)
        chosen = difference.causes if difference.together else difference.causes[:1]
        answers = {**own.answers, **{cause.rule: cause.answers[1] for cause in chosen}}
        ours, theirs, mixed = (
            happening(found.record, rules)
            for rules in (own, other, replace(own, id="mixed", answers=answers))
        )
        at = next(i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b)
        assert mixed[: at + 1] == theirs[: at + 1]


def happening(record: Record, rules: RuleSet) -> list[object]:
    return [fact for _, _, fact in _happening(_side(record, rules))]
