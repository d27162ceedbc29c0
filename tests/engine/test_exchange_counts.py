"""Exchange perft for every rule set: the number of elder's exchanges, and of pairs.

The counts do not depend on the cards. Each has a closed form, a sum of binomials over the rule set's
figures, and is compared with `legal_actions`. Play perft is the same for every rule set.
"""

import random
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_play import exchange_limits
from rule_set_games import BOOKS, LARGE, Board
from test_perft import TABLES, perft

from piquet_core.cards.cards import EMPTY, Hand, pack, parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import AnnounceBlank, Exchange
from piquet_core.engine.apply import apply, legal_actions, start
from piquet_core.engine.state import Deal, DealState, Phase, shuffled_deal
from piquet_core.errors import IllegalAction
from piquet_core.rules import RuleSet

E, Y = Seat.ELDER, Seat.YOUNGER
THE_LAWS = (1585, 1182457)
STANDS_PAT = (1585, 1184042)
LARGE_PACK = (3796, 9661643)
# A rule set without a row here is compared with the closed form, like the others.
PERFT = {
    "cavendish": THE_LAWS,
    "cavendish-au-cent": STANDS_PAT,
    "denexa": (1585, 1100881),  # younger takes at most five, whatever elder leaves
    "hoyle1909": THE_LAWS,
    "little": THE_LAWS,
    "modern": THE_LAWS,
    "old36": LARGE_PACK,
    "penguin": STANDS_PAT,
    "picquet1651": LARGE_PACK,
    "rubicon": THE_LAWS,
}


def up_to(least: int, most: int) -> int:
    """Return the number of ways to discard up to so many of twelve cards."""
    return sum(comb(12, count) for count in range(least, most + 1))


def younger_most(rules: RuleSet, elder: int) -> int:
    left = rules.number("deal.talon").value - elder
    return min(left, 5) if rules.choice("exchange.younger-max").value == "five" else left


def numbers(rules: RuleSet) -> range:
    """Return the numbers of cards that elder may exchange."""
    least, most = rules.number("exchange.elder-min"), rules.number("exchange.elder-max")
    return range(least.value, most.value + 1)


def to_younger(state: DealState) -> DealState:
    """Return the state at younger's exchange, without looks, questions or announcements."""
    while state.phase not in (Phase.YOUNGER_EXCHANGE, Phase.DECLARE):
        state, _ = apply(state, legal_actions(state)[0])
    return state


def closed_form(rules: RuleSet) -> tuple[int, int]:
    """Return the number of elder's exchanges and of pairs of exchanges."""
    least = rules.number("exchange.younger-min").value
    pairs = sum(
        comb(12, count) * up_to(least, younger_most(rules, count)) for count in numbers(rules)
    )
    return up_to(numbers(rules)[0], numbers(rules)[-1]), pairs


@pytest.mark.parametrize("name", PERFT)
def test_the_closed_form(name: str) -> None:
    assert closed_form(BOOKS[name]) == PERFT[name]


@pytest.mark.parametrize("name", BOOKS)
def test_the_exchanges_that_are_listed(name: str) -> None:
    """Calls `legal_actions` once for each number that elder may take, and multiplies."""
    rules = BOOKS[name]
    state, _ = start(rules, shuffled_deal(rules, random.Random(3)))
    listed = legal_actions(state)
    elders, pairs = closed_form(rules)
    assert len(set(listed)) == len(listed) == elders
    by_size = {len(one.discards): one for one in listed if isinstance(one, Exchange)}
    total = 0
    for count, one in by_size.items():
        after = to_younger(apply(state, one)[0])
        assert exchange_limits(after)[1] == younger_most(rules, count)
        total += comb(12, count) * len(set(legal_actions(after)))
    assert total == pairs


PLEDGED = [
    name
    for name, rules in BOOKS.items()
    if rules.choice("blank.show").value in ("younger-discards-first", "draws-set-aside")
]


@pytest.mark.parametrize("name", PLEDGED)
def test_discarding_in_the_other_order_gives_as_many_pairs(name: str) -> None:
    """If elder's carte blanche lets younger discard first, elder is bound by the announced number."""
    rules = BOOKS[name]
    blank = "AT.AT.AT9.AT987" if name not in LARGE else "AT6.AT6.AT6.AT6"
    elder = parse_hand(blank)
    rest = list(pack(rules.number("pack.size").value) - elder)
    deal = Deal(elder=elder, younger=Hand.of(rest[:12]), talon=tuple(rest[12:]))
    state = Board(rules, deal).state
    total = 0
    for way in legal_actions(state):
        if isinstance(way, AnnounceBlank) and way.declare:
            bound, _ = apply(state, way)
            replies = legal_actions(bound)
            after, _ = apply(bound, replies[-1])
            assert after.phase is Phase.ELDER_EXCHANGE
            own = legal_actions(after)
            assert len(own) == comb(12, way.exchanging)
            total += len(replies) * len(own)
    assert total == closed_form(rules)[1]


@given(st.sampled_from(list(BOOKS)), st.integers(0, 10**6), st.integers(0, 12), st.integers(0, 12))
def test_any_other_number_is_refused(name: str, seed: int, first: int, second: int) -> None:
    rules, rng = BOOKS[name], random.Random(seed)
    state, _ = start(rules, shuffled_deal(rules, rng))
    for seat, count in ((E, first), (Y, second)):
        if state.phase in (Phase.ELDER_BLANK, Phase.YOUNGER_BLANK):
            state, _ = apply(state, legal_actions(state)[0])
        assert state.seat is seat
        least, most = exchange_limits(state)
        chosen = Hand.of(rng.sample(tuple(state.hands[seat]), count))
        action = Exchange(seat=seat, discards=chosen)
        if not least <= count <= most:
            with pytest.raises(IllegalAction) as refused:
                apply(state, action)
            edge = "min" if count < least else "max"
            assert refused.value.rule == f"exchange.{seat.name.lower()}-{edge}"
            return
        state, _ = apply(state, action)
        if seat is E:
            state = to_younger(state)


# -- lines of play -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("table", TABLES)
def test_play_perft_is_the_same_under_every_rule_set(name: str, table: str) -> None:
    """No rule set changes which cards may be played; with an empty talon, no other question arises."""
    (elder, younger), counts, _ = TABLES[table]
    hands = (parse_hand(elder), parse_hand(younger))
    talon = tuple(pack(BOOKS[name].number("pack.size").value) - hands[0] - hands[1])
    deal = Deal(elder=hands[0], younger=hands[1], talon=talon)
    state = DealState(rules=BOOKS[name], deal=deal, phase=Phase.LEAD, hands=hands, talon=())
    assert tuple(perft(state, plies) for plies in (1, 2, 3)) == counts[:3]
    if name == "little":  # the fourth ply again, with low cards that count nothing
        assert perft(state, 4) == counts[3]
    assert state.looked == (EMPTY, EMPTY)
