"""States and errors can be sent to other processes, in which the hash of a string differs."""

import multiprocessing
import random
from collections.abc import Iterator
from multiprocessing.pool import Pool

import pytest

from piquet_core import (
    DealState,
    IllegalAction,
    NotationError,
    PiquetError,
    Play,
    RuleSet,
    RuleSetError,
    Seat,
    ThumbPlayer,
    apply,
    compare_rules,
    load_ruleset,
    loads,
    new_deal,
    parse_card,
    parse_deal_id,
    play_out,
    start,
)

PATIENCE = 120
"""Seconds after which a test reports a hang, because a pool that cannot read an answer waits for ever."""
DEAL = parse_deal_id("32-XY8BPT54XW5N-D")


def state() -> DealState:
    return start(load_ruleset("hoyle1909"), DEAL)[0]


# -- what the other process does -----------------------------------------------------------------


def played_to_the_end(begun: DealState) -> DealState:
    *_, (_, last, _) = play_out(begun, ThumbPlayer(), ThumbPlayer())
    return last


def the_same_table_finds(rules: RuleSet) -> bool:
    return {load_ruleset(rules.id): True}[rules] and rules is load_ruleset(rules.id)


def fail(kind: str) -> None:
    if kind == "action":
        apply(state(), Play(seat=Seat.ELDER, card=parse_card("SA")))
    if kind == "notation":
        loads("this is no record")
    if kind == "no common deal":
        record = new_deal(load_ruleset("hoyle1909"), random.Random(1))
        compare_rules(record, load_ruleset("hoyle1909"), load_ruleset("old36"))
    load_ruleset("nobody's rules")


# ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    """Return a pool with one freshly started process."""
    with multiprocessing.get_context("spawn").Pool(1) as made:
        yield made


def test_another_process_plays_a_deal_on(pool: Pool) -> None:
    last = pool.apply_async(played_to_the_end, (state(),)).get(PATIENCE)
    assert last == played_to_the_end(state())
    assert last.rules is load_ruleset("hoyle1909")


def test_a_rule_set_is_found_in_the_tables_of_another_process(pool: Pool) -> None:
    assert pool.apply_async(the_same_table_finds, (load_ruleset("little"),)).get(PATIENCE)


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("action", IllegalAction),
        ("notation", NotationError),
        ("no common deal", PiquetError),
        ("rule set", RuleSetError),
    ],
)
def test_an_error_of_another_process_arrives(
    pool: Pool, kind: str, error: type[PiquetError]
) -> None:
    with pytest.raises(error) as here:
        fail(kind)
    with pytest.raises(error) as there:
        pool.apply_async(fail, (kind,)).get(PATIENCE)
    assert str(there.value) == str(here.value)
    assert vars(there.value) == vars(here.value)
