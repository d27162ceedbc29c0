"""Worked examples: equal results share a row, and every figure is the source's own.

43-23 and 40-22 are the printed deal of Hoyle's Games Modernized (1909), and the same cards if cards below
the ten count nothing; 170 is the sum under its heading "Capot".
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from random_play import AB, RECORDS, named, read

from piquet_core.cards.card_names import card_name
from piquet_core.cards.cards import Card, parse_card, parse_hand
from piquet_core.examples import (
    Example,
    ExampleError,
    ExchangeExample,
    HandsExample,
    HundredExample,
    MatchExample,
    PartieExample,
    RecordExample,
    RuleFactsExample,
    WorkedExample,
    differing_rules,
    is_same_answer,
    work_out,
)
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.rules.variants import find_ruleset
from piquet_core.wording.rich_text import Part, plain_text

BOOKS = [load_ruleset(id) for id in ruleset_ids()]
AB_HANDS = HandsExample(elder=parse_hand("A.AK.AJT987.JT9"), younger=parse_hand("KQJ.QJT.KQ.AKQ8"))


def told(cell: tuple[Part, ...]) -> str:
    return "".join(str(getattr(part, "text", part)) for part in cell)


def worked(example: Example, *measures: str) -> dict[str, tuple[str, ...]]:
    """Return the result of each rule set. Rule sets that agree must share a row."""
    found = work_out(example, measures, BOOKS)
    rows = [tuple(told(cell) for cell in row.cells) for row in found.rows]
    assert len(set(rows)) == len(rows)
    sizes = [len(row.rules) for row in found.rows]
    assert sizes == sorted(sizes, reverse=True)
    return {
        rules.id: cells for row, cells in zip(found.rows, rows, strict=True) for rules in row.rules
    }


def left_out(found: WorkedExample) -> dict[str, list[str]]:
    return {reason: [rules.id for rules in members] for reason, members in found.left_out}


def test_the_printed_deal_under_every_book() -> None:
    found = worked(RecordExample(record=read(AB)), "total", "at-t2e", "at-ce", "at-cy")
    # After the calls A has 24 and leads for 25; B counts 17 before playing; the seven makes A 26.
    assert found["hoyle1909"] == ("43 to 23", "26 to 17", "24 to 0", "25 to 17")
    assert found["little"] == ("40 to 22", "25 to 17", "24 to 0", "25 to 17")
    assert set(found) == set(ruleset_ids()) - {"cotton1674", "old36", "picquet1651"}
    out = work_out(RecordExample(record=read(AB)), ["total"], BOOKS)
    older = ["cotton1674", "old36", "picquet1651"]
    assert left_out(out) == {"the pack has 36 cards, but this deal has 32": older}


def test_the_hands_of_that_deal_call_and_count() -> None:
    """Six cards, pips 11 + 10 + 10 + 9 + 8 + 7 = 55 and six points either way; no set of A's."""
    found = worked(AB_HANDS, "point", "hand", "reply-point", "say-pe", "pips-AJT987")
    assert found["hoyle1909"][:3] == ("elder 6", "24 to 17", "good")
    assert found["little"][:3] == ("elder 6", "24 to 17", "good")
    assert found["picquet1651"][3] == "Elder calls a point of 55."
    assert {cells[4] for cells in found.values()} == {"55"}
    (_, elder), (_, younger) = AB_HANDS.given()
    shown = [card_name(part) for part in elder if isinstance(part, Card)]
    assert shown[0] == "ace of spades"
    assert len(shown) == 12 == sum(part != " " for part in younger)


def test_a_play_is_given_in_tricks_and_says_where_the_lead_passes() -> None:
    """Elder leads ace and seven of diamonds, the king takes the second, and younger leads a third."""
    play = tuple(parse_card(word) for word in ("DA", "DQ", "D7", "DK", "CA"))
    label, told = replace(AB_HANDS, play=play).given()[2]
    assert label == "The play"
    assert plain_text(told).split("\n") == [
        "elder leads ace of diamonds queen of diamonds",
        "seven of diamonds king of diamonds",
        "younger leads ace of clubs",
    ]


def test_the_tricks_of_a_play_that_stops_early() -> None:
    """A leads, 1; B wins nothing: 1. The seven is a card led, but below the ten."""
    play = tuple(parse_card(word) for word in ("DA", "DQ", "D7", "DK"))
    hands = HandsExample(elder=AB_HANDS.elder, younger=AB_HANDS.younger, play=play)
    found = worked(hands, "play.lead+play.capture", "tricks")
    assert found["hoyle1909"] == ("elder 2, younger 1", "1 to 1")
    assert found["little"] == ("elder 1, younger 1", "1 to 1")


def test_the_greatest_hand_without_a_carte_blanche() -> None:
    found = worked(RecordExample(record=read(named("hoyle1909-170"))), "total", "repique")
    assert found["hoyle1909"] == ("170 to 0", "elder 60")


def test_a_repique_that_is_barred_is_said_to_be_refused() -> None:
    found = worked(RecordExample(record=read(RECORDS / "point-bars-repique.piquet")), "repique")
    assert found["hoyle1909"] == ("refused to elder",)


def test_what_a_rule_set_refuses_is_the_result() -> None:
    """Elder takes eight, for which the talon must have twelve."""
    found = worked(ExchangeExample(elder=8), "eldermay", "left")
    assert found["hoyle1909"] == ("1 to 5 cards", "not allowed")
    # 12 - 8 = 4 cards are left, and younger takes them all.
    assert found["picquet1651"] == ("1 to 8 cards", "no cards")
    found = worked(ExchangeExample(elder=3, younger=2), "youngermay", "left", "eldersees", "again")
    assert found["hoyle1909"] == ("1 to 5 cards", "3 cards", "2 cards", "no")
    assert found["old36"] == ("1 to 9 cards", "7 cards", "5 cards", "yes")


def test_facts_follow_from_the_data() -> None:
    assert worked(RuleFactsExample(), "packets")["hoyle1909"] == (
        "by 2: 6 rounds, 12 packets; by 3: 4 rounds, 8 packets",
    )
    found = worked(
        RuleFactsExample(), "packsize", "undealt", "courtless", "run-9", "suitpips", "elders-3"
    )
    # 11 + 4 x 10 + 9 + 8 + 7 = 75, with the six 81; 5 x 4 cards without a court, with the six 24.
    assert found["hoyle1909"] == (
        "4 suits of 8: 32 cards",
        "32 less 2 × 12: 8 cards",
        "20 of 32 cards; too few for two hands of 12",
        "not in this pack",
        "75",
        "A, B, A",
    )
    assert found["picquet1651"] == (
        "4 suits of 9: 36 cards",
        "36 less 2 × 12: 12 cards",
        "24 of 36 cards; enough for two hands of 12",
        "19",
        "81",
        "A, B, A",
    )
    assert worked(RuleFactsExample(), "cut-K-9")["little"][0].startswith("B is favoured")
    assert worked(RuleFactsExample(), "cut-K-9")["hoyle1909"][0].startswith("A is favoured")
    assert worked(RuleFactsExample(), "cut-9-9")["hoyle1909"] == ("they cut again",)
    looks = worked(RuleFactsExample(), "tricksseen-5", "discardsseen-5")
    assert looks["little"] == ("2 of 10 cards", "0 of 5")
    assert looks["cavendish"] == ("10 of 10 cards", "5 of 5")


def test_games_are_settled() -> None:
    """120 - 55 is 65 and a hundred; but 55 is short of the Rubicon, so 120 + 55 + 100 = 275."""
    partie = PartieExample(deals=((20, 10),) * 5 + ((20, 5),))
    assert worked(partie, "outcome", "totals")["rubicon"] == (
        "A wins 275; B is rubiconed",
        "120 to 55",
    )
    level = PartieExample(deals=((100, 90),) * 3 + ((90, 100),) * 3)
    assert worked(level, "outcome")["hoyle1909"] == ("2 deals to come",)
    hundred = HundredExample(before=(90, 95), counts=((0, "play", 12), (1, "cards", 10)))
    # A passes the hundred in the play, before the cards are reckoned.
    assert worked(hundred, "outcome")["hoyle1909"] == ("A wins at 102 to 95",)
    assert worked(hundred, "outcome")["little"] == ("B wins at 102 to 105",)
    assert worked(MatchExample(winners=(0, 1, 0)), "outcome")["little"] == (
        "A wins the match with game 3",
    )


def test_a_partie_that_is_over_sooner_does_not_fit_six_deals() -> None:
    """A text may settle after four deals; those rule sets are separate from the others."""
    rules = [find_ruleset("rubicon"), find_ruleset("rubicon,rubicon.deals=4")]
    found = work_out(PartieExample(deals=((20, 10),) * 6), ["outcome"], rules)
    assert [[one.id for one in row.rules] for row in found.rows] == [["rubicon"]]
    over = "a partie of so many deals is over sooner"
    assert left_out(found) == {over: ["rubicon,rubicon.deals=4"]}


@pytest.mark.parametrize(
    ("example", "measure", "message"),
    [
        (AB_HANDS, "play.lst", "unknown measure 'play.lst'"),
        (RuleFactsExample(), "total", "unknown measure 'total'"),
        (RuleFactsExample(), "run-x", "run-N takes a number, not 'x'"),
        (RuleFactsExample(), "pips-B", "unknown ranks 'B'"),
        (RuleFactsExample(), "cut-K", "takes two ranks"),
        (RuleFactsExample(), "answer-no.rule", "no such rule: 'no.rule'"),
        (
            HundredExample(before=(1, 2), counts=((0, "luck", 3),)),
            "outcome",
            "unknown head 'luck'",
        ),
        (
            HandsExample(elder=AB_HANDS.elder, younger=parse_hand("KQJ.QJT.KQ.AKQ")),
            "total",
            r"younger has 11 cards, not 12 \[deal.hand\]",
        ),
        (
            HandsExample(elder=AB_HANDS.elder, younger=AB_HANDS.younger, play=(parse_card("SK"),)),
            "total",
            "SK",
        ),
    ],
)
def test_a_bad_example_says_what_is_wrong(example: Example, measure: str, message: str) -> None:
    with pytest.raises(ExampleError, match=message):
        work_out(example, [measure], BOOKS)


def test_a_rule_set_asked_for_by_name_must_fit() -> None:
    with pytest.raises(
        ExampleError, match="cotton1674: the pack has 36 cards, but this deal has 32"
    ):
        work_out(RecordExample(record=read(AB)), ["total"], BOOKS, strict=True)


def test_the_rules_by_which_results_differ_are_found_and_explain_them() -> None:
    """All follow suit; the rule sets differ in the value of a low card, a lead, a capture and the last
    trick.
    """
    play = "DA DQ D7 DK CA CJ CK CT CQ C9 C8 HK SK SA DJ HT DT HJ D9 SJ D8 HQ HA SQ"
    hands = replace(AB_HANDS, play=tuple(map(parse_card, play.split())))
    found = work_out(hands, ["total"], BOOKS)
    assert is_same_answer(found, "play.follow")
    assert not is_same_answer(found, "play.low-cards")
    ids = differing_rules(found, ["total"])
    assert ids == (
        "play.lead",
        "play.lead-wins",
        "play.capture",
        "play.low-cards",
        "play.last-trick",
    )
    # With another row's answers to exactly these rules, a rule set has that row's result.
    one = found.rows[0].rules[0]
    for row in found.rows:
        lent = {id: row.rules[0].answers[id] for id in ids}
        made = replace(one, answers={**one.answers, **lent})
        assert hands.cell(made, "total") == row.cells[0]


def test_one_result_has_no_cause_to_differ_and_a_pack_is_one_with_all_that_hangs_on_it() -> None:
    assert (
        differing_rules(
            work_out(RuleFactsExample(), ["suitpips"], [load_ruleset("hoyle1909")]), ["suitpips"]
        )
        == ()
    )
    # 36 cards less two hands of twelve leave twelve, not eight.
    found = work_out(RuleFactsExample(), ["undealt"], BOOKS)
    assert "pack.size" in differing_rules(found, ["undealt"])
