"""Printed figures: data, verdicts, and the figures known to be right or wrong."""

import re
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from random_play import named, read

pytest.importorskip("piquet_core.claims", reason="the wheel for browsers leaves it out")

from piquet_core.cards.seat import Seat
from piquet_core.claims import Accuracy, claims, examine, themes
from piquet_core.claims.calculations import CALCULATIONS
from piquet_core.claims.exact_odds import chance_of_exactly
from piquet_core.claims.figures import format_decimal, format_odds, judge_odds, parse_odds
from piquet_core.claims.verdicts import Claim, read_claim, verdict_on
from piquet_core.engine.events import tally
from piquet_core.errors import RuleSetError
from piquet_core.replay.replay import replay_record

ENTRY: dict[str, Any] = {
    "id": "one",
    "theme": "elder",
    "kind": "odds",
    "cite": ["hoyle1909:skill.6"],
    "printed": "3 to 1 against",
    "asked": "One card",
    "by": "named",
    "with": {"drawn": 5, "named": 1, "least": 1},
}


def verdict(id: str) -> Accuracy:
    return examine(id).verdict


def test_every_claim_is_examined_and_every_theme_and_calculation_used() -> None:
    assert [examine(id).claim.id for id in claims()] == list(claims())
    assert {claim.theme for claim in claims().values()} == set(themes())
    assert {claim.calculation for claim in claims().values()} - {""} == set(CALCULATIONS)


def test_ids_are_addresses() -> None:
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id) for id in claims())


def test_what_is_wrong() -> None:
    """Two odds, an impossible hand, and a column of figures that does not add up."""
    wrong = {id for id in claims() if verdict(id) is Accuracy.WRONG}
    assert wrong == {
        "elder-three-of-four-cavendish",
        "elder-three-of-four-hoyle",
        "hand-penguin-repique",
        "card-fourth-column",
    }


@pytest.mark.parametrize(
    ("id", "place"),
    [
        # The section has an introductory line, then carte blanche, pique, repique, equalities.
        ("pique-60", "cavendish:chances.3"),
        ("repique-94-cavendish", "cavendish:chances.4"),
    ],
)
def test_cavendish_s_examples_of_pique_and_repique_are_cited_where_they_stand(
    id: str, place: str
) -> None:
    (found,) = claims()[id].places
    assert str(found.citation) == place


@pytest.mark.parametrize("printed", [claim for claim in claims().values() if claim.calculation])
def test_a_page_of_hoyle_s_games_is_one_that_was_read(printed: Claim) -> None:
    """The note on the book names the pages that were read, and a claim cites one of them."""
    for place in printed.places:
        if place.book and place.book.id == "hoyle-improved":
            assert pages(place.at) <= pages(place.book.text.partition("the pages ")[2])


def pages(text: str) -> set[int]:
    """Return the pages that a text names, including ranges such as 188-190."""
    spans = re.findall(r"(\d+)(?:[-–](\d+))?", text)
    return {page for first, last in spans for page in range(int(first), int(last or first) + 1)}


def test_only_figures_that_rest_on_play_are_left_open() -> None:
    left = Counter(claim.theme for claim in claims().values() if not claim.calculation)
    assert set(left) == {"play"}
    assert left["play"] == sum(claim.theme == "play" for claim in claims().values())


@pytest.mark.parametrize(
    ("id", "exact", "odds"),
    [
        ("elder-one", "1/4", "3 to 1 against"),
        ("elder-one-of-two", "17/38", "21 to 17 against"),
        ("elder-three-of-four-cavendish", "31/969", "30.26 to 1 against"),
        ("younger-one-of-four", "29/57", "29 to 28 on"),
        ("elder-two-kings-or-two-queens", "101/969", "8.59 to 1 against"),
        ("ace-and-king-5", "315/646", "1.05 to 1 against"),
        ("blank-either", "323/289478", "895.22 to 1 against"),
        ("blank-named", "323/578956", "1,791.43 to 1 against"),
    ],
)
def test_exact_odds(id: str, exact: str, odds: str) -> None:
    """Computed independently, from quotients of binomial coefficients."""
    assert (examine(id).exact, examine(id).odds) == (exact, odds)


def test_the_record_of_170_and_that_with_a_carte_blanche_reach_what_is_proved() -> None:
    """The claim states the bound, and two legal deals reach it."""
    scores = {
        name: tally(replay_record(read(named(name))).events)[Seat.ELDER]
        for name in ("hoyle1909-170", "most-174")
    }
    examination = examine("hand-170")
    assert examination.exact == str(scores["hoyle1909-170"])
    assert examination.derivation.endswith(f"nothing exceeds {scores['most-174']}.")


def test_exactly_three_of_four_does_not_save_the_figures() -> None:
    """The remark of the claim says so."""
    for printed in ("32 to 1 against", "33 to 1 against"):
        assert judge_odds(parse_odds(printed, "test"), chance_of_exactly(3, 4, 5)) is Accuracy.WRONG


# -- printed odds --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("3 to 1 against", Fraction(1, 4)),
        ("5 to 2 on", Fraction(5, 7)),
        ("9.25 to 1 on", Fraction(37, 41)),
        ("1 in 900", Fraction(1, 900)),
        ("57 in 380", Fraction(3, 20)),
    ],
)
def test_odds_are_read(text: str, chance: Fraction) -> None:
    assert parse_odds(text, "test").chance == chance


@pytest.mark.parametrize("text", ["3 to 1", "evens", "three to one against", "in 900", ""])
def test_malformed_odds_are_refused(text: str) -> None:
    with pytest.raises(RuleSetError, match="invalid odds"):
        parse_odds(text, "test")


@pytest.mark.parametrize(
    ("printed", "chance", "expected"),
    [
        ("3 to 1 against", Fraction(1, 4), Accuracy.EXACT),
        ("6 to 2 against", Fraction(1, 4), Accuracy.EXACT),
        (
            "5 to 4 against",
            Fraction(17, 38),
            Accuracy.ROUNDED,
        ),  # 1.235; 1 1/4 is the nearest fourth
        ("6 to 1 against", Fraction(8, 57), Accuracy.ROUNDED),  # 6.125
        ("7 to 1 against", Fraction(8, 57), Accuracy.WRONG),
        (
            "33 to 31 against",
            Fraction(315, 646),
            Accuracy.ROUNDED,
        ),  # not the nearest, yet within 2%
        ("1 in 900", Fraction(1, 896), Accuracy.ROUNDED),  # to hundreds
        ("1 in 900", Fraction(1, 849), Accuracy.WRONG),
        ("3 to 1 on", Fraction(1, 4), Accuracy.WRONG),  # the wrong way round
    ],
)
def test_verdicts(printed: str, chance: Fraction, expected: Accuracy) -> None:
    assert judge_odds(parse_odds(printed, "test"), chance) is expected


def test_numbers_in_words() -> None:
    assert format_decimal(Fraction(49, 8)) == "6.13"
    assert format_decimal(Fraction(15503)) == "15,503"
    assert format_odds(Fraction(1, 2)) == "even"
    assert format_odds(Fraction(137, 228)) == "1.51 to 1 on"


# -- the data ------------------------------------------------------------------------------------


def test_an_entry_is_read_and_judged() -> None:
    assert verdict_on(read_claim(ENTRY, "test")).verdict is Accuracy.EXACT
    changed = {**ENTRY, "printed": "4 to 1 against"}
    assert verdict_on(read_claim(changed, "test")).verdict is Accuracy.WRONG


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"theme": "x"}, "unknown theme 'x'"),
        ({"kind": "x"}, "unknown kind of claim"),
        ({"by": "x"}, "unknown calculation 'x'"),
        ({"kind": "undecided"}, "not both"),
        ({"cite": []}, "needs at least one place"),
        ({"cite": ["hoyle1909:skill.99"]}, "has 19 paragraphs"),
        ({"cite": ["nowhere:1"]}, "unknown source"),
        ({"exact": "1/4"}, "unknown key 'exact'"),
    ],
)
def test_a_bad_entry_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(RuleSetError, match=message):
        read_claim({**ENTRY, **change}, "test")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": "statement"}, "must return yes or no"),
        ({"kind": "number"}, "is not a whole number"),
        ({"by": "one-blank-only", "with": {"rules": "little"}}, "must return a number"),
        ({"by": "blank-cards", "with": {"rules": "little"}}, "is not a probability"),
    ],
)
def test_a_kind_that_does_not_fit_its_calculation_is_refused(
    change: dict[str, object], message: str
) -> None:
    with pytest.raises(RuleSetError, match=message):
        verdict_on(read_claim({**ENTRY, **change}, "test"))
