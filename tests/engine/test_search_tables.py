"""The fitted tables of the players: their files, the order of all discards, and the estimate of the play."""

import json
import random
from itertools import combinations

import pytest

from piquet_core.cards.cards import Hand, pack
from piquet_core.players.card_values import HandEvaluator
from piquet_core.players.discard_order import discard_order
from piquet_core.players.search_tables import (
    BOUNDS,
    relevant_digest,
    search_tables,
    tables_file,
)
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.rules.variants import find_ruleset
from piquet_core.solver.open_hands import encode_hands
from piquet_core.solver.point_search import LeadPosition

FILES = [id for id in ruleset_ids() if tables_file(id).is_file()]


@pytest.mark.parametrize("id", ruleset_ids())
def test_every_rule_set_has_tables_fitted_under_its_answers(id: str) -> None:
    digest = relevant_digest(load_ruleset(id))
    fitted = {json.loads(tables_file(one).read_text("utf-8"))["recipe"]["answers"] for one in FILES}
    assert digest in fitted, (
        f"the search tables of {id} were fitted under other answers: "
        f"run .venv/bin/python tools/search_tables.py {id}"
    )


@pytest.mark.parametrize("id", FILES)
def test_a_file_of_tables_names_its_recipe_and_belongs_to_a_rule_set(id: str) -> None:
    recipe = json.loads(tables_file(id).read_text("utf-8"))["recipe"]
    assert recipe["answers"] == relevant_digest(load_ruleset(id)), (
        f"{tables_file(id)} is stale: run .venv/bin/python tools/search_tables.py {id}"
    )
    assert recipe["command"].endswith(f" {id}")


def test_answers_that_the_fit_does_not_ask_for_leave_the_tables_valid() -> None:
    rules = load_ruleset(FILES[0])
    assert relevant_digest(find_ruleset(f"{rules.id},rubicon.line=90")) == relevant_digest(rules)
    assert relevant_digest(find_ruleset(f"{rules.id},capot.points=30")) != relevant_digest(rules)


def test_rule_sets_that_share_tables_value_every_deal_alike() -> None:
    """The file says that the relevant answers are the same, so that all estimates must be."""
    alike: dict[str, list[str]] = {}
    for id in ruleset_ids():
        alike.setdefault(relevant_digest(load_ruleset(id)), []).append(id)
    shared = [ids for ids in alike.values() if len(ids) > 1]
    assert shared
    for ids in shared:
        minds = [HandEvaluator(load_ruleset(id)) for id in ids]
        cards = list(pack(minds[0].rules.number("pack.size").value))
        for seed in range(200):
            random.Random(seed).shuffle(cards)
            elder, younger = (Hand.of(cards[at : at + 12]).mask for at in (0, 12))
            values = {mind.deal_value(elder, younger, exact=False) for mind in minds}
            assert len(values) == 1


def test_a_rule_set_with_an_option_uses_the_tables_of_the_most_similar_one() -> None:
    changed = find_ruleset("hoyle1909,capot.points=30")
    assert search_tables(changed) == search_tables(load_ruleset("hoyle1909"))


@pytest.mark.parametrize("size", [32, 36])
def test_the_order_of_discards_has_every_discard_with_the_sum_of_its_weights(size: int) -> None:
    rng, order = random.Random(size), discard_order(size)
    weights = [rng.uniform(-9, 9) for _ in range(order.size)]
    for _ in range(5):
        hand = Hand.of(rng.sample(list(pack(size)), 12))
        found = order.ordered(weights, hand.mask, 1, 5)
        every = {
            sum(1 << card for card in way) for n in range(1, 6) for way in combinations(hand, n)
        }
        assert {out for _, out in found} == every
        assert len(found) == len(every)
        assert [value for value, _ in found] == sorted((value for value, _ in found), reverse=True)
        for value, out in rng.sample(found, 50):
            features = order.features(hand.mask, out)
            assert value == pytest.approx(sum(weights[at] for at in features))


@pytest.mark.parametrize("id", FILES)
def test_the_tables_fit_their_features(id: str) -> None:
    rules = load_ruleset(id)
    tables, size = search_tables(rules), rules.number("pack.size").value
    assert len(tables.bounds) == BOUNDS * BOUNDS
    assert len(tables.suits) == 2 << size // 4
    assert [len(one) for one in tables.discards] == [discard_order(size).size] * 2


@pytest.mark.parametrize("id", FILES)
def test_the_estimate_of_the_play_is_closer_than_the_middle_of_the_bounds(id: str) -> None:
    """The tables were fitted on other deals."""
    mind = HandEvaluator(load_ruleset(id))
    search, rng = mind.search(12), random.Random(id)
    cards = list(pack(mind.rules.number("pack.size").value))
    fitted = middle = 0.0
    for _ in range(150):
        rng.shuffle(cards)
        elder, younger = (Hand.of(cards[at : at + 12]).mask for at in (0, 12))
        place = LeadPosition(*encode_hands(elder, younger, search.low), 12, 0, 0, None)
        exact, bounds = search.value(place), search.bounds(place)
        fitted += (mind.estimate(place, *bounds) - exact) ** 2
        middle += (search.estimate(place, *bounds) - exact) ** 2
    assert fitted < 0.7 * middle
