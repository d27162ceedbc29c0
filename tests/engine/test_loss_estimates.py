"""Estimates of mean losses: intervals, moving means, and the kind of decision that costs most."""

import random
from math import isinf

from hypothesis import given
from hypothesis import strategies as st

from piquet_core.players import PLAYERS
from piquet_core.review.decision_losses import DISCARDS, KINDS
from piquet_core.review.loss_estimates import (
    FEWEST,
    WINDOW,
    estimate_losses,
    mean_loss,
    measured_losses,
    moving_means,
    t_quantile,
    weakness_of,
)

POINTS = st.floats(0, 100)
DEALS = st.lists(st.dictionaries(st.sampled_from(KINDS), POINTS, min_size=1), min_size=1)


@given(st.lists(POINTS, min_size=1))
def test_the_mean_is_in_its_interval_which_has_no_negative_loss(values: list[float]) -> None:
    found = mean_loss(values)
    assert 0 <= found.low <= found.mean + 1e-9
    assert found.mean <= found.high + 1e-9
    assert isinf(found.high) == (len(values) == 1)


@given(st.lists(POINTS, min_size=3), st.randoms(use_true_random=False))
def test_the_order_of_the_deals_does_not_matter(values: list[float], rng: random.Random) -> None:
    shuffled = rng.sample(values, len(values))
    one, other = mean_loss(values), mean_loss(shuffled)
    assert abs(one.mean - other.mean) < 1e-6
    assert abs(one.high - other.high) < 1e-6


@given(st.lists(POINTS, min_size=2))
def test_more_of_the_same_narrows_the_interval(values: list[float]) -> None:
    one, twice = mean_loss(values), mean_loss(values * 2)
    assert twice.high - twice.mean <= one.high - one.mean + 1e-9


def test_an_interval_holds_the_true_mean_in_95_of_100_cases() -> None:
    """Sums of exponential losses, as skewed as those of real deals."""
    rng = random.Random(7)
    samples = [
        [rng.expovariate(0.5) + rng.expovariate(0.5) for _ in range(20)] for _ in range(1000)
    ]
    held = sum(one.low <= 4 <= one.high for one in map(mean_loss, samples))
    assert 915 <= held <= 970


def test_the_quantiles_are_those_of_the_printed_tables() -> None:
    printed = {1: 12.706, 2: 4.303, 4: 2.776, 6: 2.447, 8: 2.306, 11: 2.201, 19: 2.093, 59: 2.001}
    for freedom, value in printed.items():
        assert abs(t_quantile(freedom) - value) < 0.01, freedom


@given(DEALS)
def test_the_kinds_make_up_the_total(deals: list[dict[str, float]]) -> None:
    found = estimate_losses(deals)
    assert found is not None
    occurred = {kind: sum(kind in deal for deal in deals) for kind in KINDS}
    total = sum(one.mean * occurred[kind] for kind, one in found.kinds.items())
    assert abs(total - found.total.mean * len(deals)) < 1e-6
    assert set(found.kinds) == {kind for kind, count in occurred.items() if count}


@given(st.lists(POINTS, max_size=60))
def test_a_moving_mean_begins_with_the_fewest_deals(values: list[float]) -> None:
    found = moving_means(values)
    assert len(found) == max(0, len(values) - FEWEST + 1)
    if found:
        last = values[-WINDOW:]
        assert abs(found[-1].mean - sum(last) / len(last)) < 1e-9


def test_a_discard_weighs_half_because_its_seat_comes_up_in_half_of_the_deals() -> None:
    """2.8 points as elder are 1.4 a deal, which is less than 1.5 of the leads."""
    deals = [
        {"elder-discard": 2.8, "lead": 1.5} if number % 2 else {"younger-discard": 0.1, "lead": 1.5}
        for number in range(FEWEST)
    ]
    found = estimate_losses(deals)
    assert found is not None
    weakest = weakness_of(found)
    assert weakest is not None
    assert (weakest.kind, weakest.second, weakest.is_clear) == ("lead", "elder-discard", True)


def test_nothing_is_named_too_early_or_without_a_loss() -> None:
    for deals in ([{"lead": 5.0}] * (FEWEST - 1), [{"lead": 0.0, "call": 0.0}] * 30):
        found = estimate_losses(deals)
        assert found is not None
        assert weakness_of(found) is None
    assert estimate_losses([]) is None


def test_two_kinds_that_vary_are_not_told_apart() -> None:
    rng = random.Random(1)
    deals = [{"lead": rng.expovariate(0.5), "follow": rng.expovariate(0.5)} for _ in range(20)]
    found = estimate_losses(deals)
    assert found is not None
    weakest = weakness_of(found)
    assert weakest is not None
    assert not weakest.is_clear


def test_the_measured_players_lose_the_less_the_stronger_they_are() -> None:
    found = measured_losses()
    assert set(found) <= set(PLAYERS)
    means = [one.total.mean for one in found.values()]
    assert len(means) >= 4
    assert means == sorted(means, reverse=True)
    for one in found.values():
        assert one.total.low <= one.total.mean <= one.total.high
        assert set(DISCARDS) < set(one.kinds)
