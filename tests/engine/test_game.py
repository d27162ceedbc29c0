"""Games of several deals: the partie with its Rubicon, and the hundred up in the order of reckoning."""

import pytest
from random_play import AB, RULES, E, Y, named, random_deal, read

from piquet_core.cards.cards import EMPTY, RANKS, Rank
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Event, Scored
from piquet_core.engine.game import (
    PlayedDeal,
    cut_decides,
    deals_to_play,
    elder_of,
    is_drawn,
    scores_in_order,
    settle_hundred,
    settle_partie,
)
from piquet_core.errors import IllegalAction, PiquetError
from piquet_core.replay.replay import replay_record
from piquet_core.rules import load_ruleset
from piquet_core.rules.strategies import settle_rubicon


def scored(seat: Seat, points: int, reckon: str) -> Event:
    rules = {"play": "play.lead", "cards": "cards.points", "blank": "blank.points"}
    rule = rules.get(reckon, f"{reckon}.compare")
    return Scored(seat=seat, points=points, rule=rule, reckon=reckon, cards=EMPTY)


def deal(elder: int, younger: int, *, by: int = 0) -> PlayedDeal:
    """Return a deal with player ``by`` as elder, and one amount of points of play for each seat."""
    parts = ((E, elder), (Y, younger))
    return PlayedDeal(elder=by, events=tuple(scored(s, n, "play") for s, n in parts if n))


def partie(first: int, second: int) -> list[PlayedDeal]:
    """Return six deals with alternating dealers that add up to these totals."""
    parts = [(first // 6 + (i < first % 6), second // 6 + (i < second % 6)) for i in range(6)]
    return [deal(*(pair if i % 2 == 0 else pair[::-1]), by=i % 2) for i, pair in enumerate(parts)]


# -- the cut -------------------------------------------------------------------------------------


def test_the_ace_is_highest_in_cutting_and_the_higher_cut_decides() -> None:
    assert cut_decides(RULES, Rank.ACE, Rank.KING) == 0
    assert cut_decides(RULES, Rank.SEVEN, Rank.EIGHT) == 1
    assert all(cut_decides(RULES, rank, rank) is None for rank in RANKS)


def test_the_deal_alternates() -> None:
    assert [elder_of(RULES, 1, number) for number in range(6)] == [1, 0, 1, 0, 1, 0]


# -- the partie ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("winner", "loser", "points"),
    [
        (120, 102, 118),  # V45: the book's first example
        (120, 98, 318),  # V46: its second
        (120, 100, 120),  # exactly a hundred passes the line: "fail to reach this amount"
        (120, 99, 319),
        (101, 100, 101),
        (99, 98, 297),  # a winner below the line still adds the loser's points
        (120, 0, 220),
    ],
)
def test_a_partie_is_settled_as_printed(winner: int, loser: int, points: int) -> None:
    line, bonus = RULES.number("rubicon.line").value, RULES.number("rubicon.bonus").value
    assert settle_rubicon(winner, loser, line, bonus) == points
    for first, second, who in ((winner, loser, 0), (loser, winner, 1)):
        settled = settle_partie(RULES, partie(first, second))
        assert settled is not None
        assert (settled.winner, settled.points) == (who, points)
        assert settled.totals == (first, second)
        assert settled.rubiconed == (loser < 100)
        assert settled.rule == "rubicon.settlement"


def test_six_deals_make_a_partie() -> None:
    deals = partie(120, 102)
    for count in range(6):
        assert deals_to_play(RULES, deals[:count]) == 6 - count
        assert settle_partie(RULES, deals[:count]) is None
    assert deals_to_play(RULES, deals) == 0


def test_a_level_partie_is_played_on_by_two_deals_at_a_time() -> None:
    level = partie(110, 110)
    assert deals_to_play(RULES, level) == 2
    assert settle_partie(RULES, level) is None
    seven = [*level, deal(20, 5, by=0)]
    assert deals_to_play(RULES, seven) == 1
    assert settle_partie(RULES, seven) is None
    still = [*seven, deal(20, 5, by=1)]
    # Cavendish, law 71: a second tie ends the partie. The Salon's page continues.
    assert deals_to_play(RULES, still) == 0, "drawn"
    assert deals_to_play(load_ruleset("rubicon"), still) == 2, "level again"
    over = [*seven, deal(10, 5, by=1)]
    assert deals_to_play(RULES, over) == 0
    settled = settle_partie(RULES, over)
    assert settled is not None
    assert settled.totals == (110 + 20 + 5, 110 + 5 + 10)
    assert settled.points == 100 + 10


def test_no_deal_follows_the_one_that_ends_a_partie() -> None:
    """Six deals make a partie, and two more break a tie; later deals are refused."""
    nothing = deal(0, 0)
    for deals, number, rule in (
        ([*partie(120, 102), nothing], 6, "rubicon.deals"),
        ([deal(10, 0), *[nothing] * 8], 6, "rubicon.deals"),
        ([*partie(110, 110), deal(20, 5), nothing, nothing], 8, "rubicon.tie-deals"),
    ):
        for ask in (settle_partie, deals_to_play, is_drawn):
            with pytest.raises(IllegalAction) as refused:
                ask(RULES, deals)
            assert str(refused.value) == (
                f"the partie ended with deal {number}, but another deal follows [{rule}]"
            )


def test_the_deal_goes_to_the_players_whoever_is_elder() -> None:
    events = replay_record(read(AB)).events
    assert PlayedDeal(elder=0, events=events).score == (43, 23)
    assert PlayedDeal(elder=1, events=events).score == (23, 43)


# -- the hundred up ------------------------------------------------------------------------------


def test_the_hundred_may_be_made_in_one_deal() -> None:
    events = replay_record(read(named("hoyle1909-170"))).events
    settled = settle_hundred(RULES, [PlayedDeal(elder=0, events=events)])
    assert settled is not None
    # Point, tierces, two quatorzes and the repique of the second: no card is led.
    assert (settled.winner, settled.points) == (0, 3 + 12 + 14 + 14 + 60)
    assert settled.rule == "hundred.end"


def test_nobody_has_won_before_the_hundred() -> None:
    assert settle_hundred(RULES, []) is None
    assert settle_hundred(RULES, [deal(99, 99)]) is None


def test_whoever_first_reaches_a_hundred_in_the_order_of_reckoning_wins() -> None:
    """A v. B again, at 76 to 83: the winner depends only on the order of the headings.

    In the log A is first: point, quint and tierce bring A to 100 before B has counted. At 75 A needs the
    first lead, and B at 83 wins with the queens, which come under an earlier heading though they are
    counted later. Both pass the hundred in this deal.
    """
    events = replay_record(read(AB)).events
    first = settle_hundred(RULES, [deal(76, 83), PlayedDeal(elder=0, events=events)])
    assert first is not None
    assert first.winner == 0
    second = settle_hundred(RULES, [deal(75, 83), PlayedDeal(elder=0, events=events)])
    assert second is not None
    assert (second.winner, second.points) == (1, 100)
    log = [e for e in events if isinstance(e, Scored)]
    totals = [75, 83]
    for event in log:
        totals[event.seat] += event.points
        if max(totals) >= 100:
            break
    assert totals == [100, 83], "in the order of the log A would have been first"
    assert 75 + 43 >= 100
    assert 83 + 23 >= 100


def test_a_carte_blanche_comes_before_the_point() -> None:
    last = PlayedDeal(
        elder=0,
        events=(scored(E, 8, "point"), scored(E, 40, "cards"), scored(Y, 10, "blank")),
    )
    settled = settle_hundred(RULES, [deal(95, 92), last])
    assert settled is not None
    assert (settled.winner, settled.points) == (1, 102)


def test_the_cards_come_last() -> None:
    last = PlayedDeal(elder=0, events=(scored(E, 10, "cards"), scored(Y, 8, "play")))
    settled = settle_hundred(RULES, [deal(90, 92), last])
    assert settled is not None
    assert settled.winner == 1


def test_a_deal_after_the_end_is_refused() -> None:
    with pytest.raises(PiquetError, match="ended with deal 1"):
        settle_hundred(RULES, [deal(100, 3), deal(1, 1)])


def test_reckoning_reorders_heads_and_nothing_within_them() -> None:
    order = RULES.names("reckon.order").value
    assert order == ("blank", "point", "sequence", "set", "play", "cards")
    for seed in range(30):
        log = [e for e in random_deal(seed)[2] if isinstance(e, Scored)]
        reckoned = scores_in_order(RULES, log)
        assert [e.reckon for e in reckoned] == sorted((e.reckon for e in log), key=order.index)
        for head in order:
            assert [e for e in reckoned if e.reckon == head] == [e for e in log if e.reckon == head]
