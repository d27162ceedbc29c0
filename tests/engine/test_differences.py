"""Rules that two rule sets answer differently, and numbers in words."""

import pytest

from piquet_core.number_words import number_in_words
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.rules.differences import differences


def ids(first: str, second: str) -> list[str]:
    """Return the rules that two rule sets answer differently."""
    return [one.id for one, _ in differences(load_ruleset(first), load_ruleset(second))]


def test_the_modern_game_is_little_piquet_with_its_two_simplifications() -> None:
    # Jeux oubliés, "Modern Piquet": the point goes by cards, and every card counts in the play.
    assert ids("modern", "little") == ["point.compare", "point.score", "play.low-cards"]


@pytest.mark.parametrize("name", ruleset_ids())
def test_nothing_differs_from_itself(name: str) -> None:
    assert ids(name, name) == []


def test_both_ways_round_the_same_rules_and_the_answers_in_their_order() -> None:
    assert ids("hoyle1909", "cavendish") == ids("cavendish", "hoyle1909")
    (first, second) = differences(load_ruleset("little"), load_ruleset("old36"))[0]
    # Thirty-two cards and thirty-six: Jeux oubliés, "Setting Up" and "Piquet in Molière's Time".
    assert (first.id, first.value, second.value) == ("pack.size", 32, 36)


def test_a_question_that_arises_in_one_only_is_answered_differently() -> None:
    assert "hundred.double" in ids("cavendish-au-cent", "cavendish")


def test_every_number_below_a_hundred_has_its_own_words() -> None:
    assert len({number_in_words(number) for number in range(100)}) == 100
    assert [number_in_words(n) for n in (1, 19, 30, 80, 99)] == [
        "one", "nineteen", "thirty", "eighty", "ninety-nine",
    ]  # fmt: skip
