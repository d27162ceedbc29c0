"""Hands that decide which holdings may be sunk, and who sees the rest of the talon."""

import pytest
from random_play import AB, E, Table, Y, plan, read
from test_deciding_hands import THIRTY_FOUR, points, replay_of_text

from piquet_core.cards.cards import Hand, Suit
from piquet_core.engine.actions import Count, Exchange, Look, NameSuit, Play
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.events import Looked, SuitNamed, tally
from piquet_core.engine.state import Deal, Phase
from piquet_core.errors import IllegalAction
from piquet_core.replay.replay import replay_record

# -- sinking -------------------------------------------------------------------------------------


def test_elder_may_call_less_and_counts_what_he_called() -> None:
    replay = replay_of_text("elder-sinks")
    assert points(replay, "ce") == [5, 3, 3]


def test_elder_may_not_count_more_than_he_called() -> None:
    table = Table(plan(*THIRTY_FOUR))
    table.say("5S good 3KS good 3A good")
    for over in ("5S 5AS 3A", "5S 3KS 4A", "5S 3KS 5AS 3A", "5S 3AS 3A"):
        before = table.state
        with pytest.raises(IllegalAction) as refused:
            table.say(over)
        assert refused.value.rule in ("sequence.compare", "set.compare", "declare.above-called")
        assert table.state is before
    assert tally(table.say("5S 3KS 3A")) == (11, 0)


def test_a_better_one_beside_the_one_called_is_above_what_was_called() -> None:
    # Elder calls his tierce and keeps his quint for the count: no.
    table = Table(plan("AKQJT98.JT987..", "7.AKQ.AKQ8.AKQ8"))
    table.say("7S good 5JH good none good")
    with pytest.raises(IllegalAction) as refused:
        table.say("7S 5JH 7AS")
    assert refused.value.rule == "declare.above-called"
    counts = [str(a.holdings[1]) for a in legal_actions(table.state) if isinstance(a, Count)]
    assert set(counts) == {"5JH"}


def test_younger_may_let_a_worse_call_pass() -> None:
    replay = replay_of_text("younger-sinks")
    assert points(replay, "ce") == [3]
    assert points(replay, "cy") == [3], "the point alone"


def test_younger_may_count_less_than_he_has_but_more_than_was_called() -> None:
    table = Table(plan("JT98..T987.A987", "K.AKQJT98.A.KQT"))
    table.say("4S not-good 4JS not-good none good")
    table.lead("ST")
    counts = [a for a in legal_actions(table.state) if isinstance(a, Count)]
    sequences = {str(one) for a in counts for one in a.holdings[1:2]}
    assert sequences >= {"7AH", "6KH", "4QH"}
    assert "4JH" not in sequences, "equal to elder's quart: that was not what he claimed"
    assert "3AH" not in sequences


def test_what_is_good_must_be_counted_at_least_in_part() -> None:
    table = Table(plan(*THIRTY_FOUR))
    table.say("5S good 5AS good 4A good")
    with pytest.raises(IllegalAction) as refused:
        table.say("5S 5AS")
    assert refused.value.rule == "set.compare"


def test_two_points_cannot_be_counted() -> None:
    table = Table(plan("AKQJT98.JT987..", "7.AKQ.AKQ8.AKQ8"))
    table.say("7S good 7AS good none good")
    with pytest.raises(IllegalAction) as refused:
        table.say("7S 5H 7AS 5JH")
    assert refused.value.rule == "point.compare"


# -- looking at the talon ------------------------------------------------------------------------

LOOKS = ("AK98.KQ7.QJ8.K9", "QT7.AJT8.AK.AJ8")


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_elder_sees_the_cards_of_his_five_that_he_leaves(count: int) -> None:
    """V23 is the same in another book: three exchanged, two seen."""
    deal = read_deal()
    state = Table(deal).state
    state, _ = apply(state, Exchange(seat=E, discards=Hand.of(tuple(deal.elder)[:count])))
    state, events = apply(state, Look(seat=E, look=True))
    (looked,) = events
    assert isinstance(looked, Looked)
    assert (looked.seat, looked.rule) == (E, "exchange.elder-look")
    assert looked.cards == Hand.of(deal.talon[count:5])
    assert state.looked == (looked.cards, Hand())


@pytest.mark.parametrize(("first", "second"), [(5, 1), (5, 2), (3, 1), (3, 3), (1, 1), (1, 6)])
def test_younger_sees_only_what_he_leaves_of_his_own_three(first: int, second: int) -> None:
    deal = read_deal()
    table = Table(deal)
    table.act(Exchange(seat=E, discards=Hand.of(tuple(deal.elder)[:first])))
    table.pass_look()
    table.act(Exchange(seat=Y, discards=Hand.of(tuple(deal.younger)[:second])))
    (looked,) = table.act(Look(seat=Y, look=True))
    assert isinstance(looked, Looked)
    assert looked.cards == Hand.of(deal.talon[max(5, first + second) :])


@pytest.mark.parametrize(("first", "second"), [(5, 3), (1, 7)])
def test_nothing_left_is_nothing_to_see(first: int, second: int) -> None:
    deal = read_deal()
    table = Table(deal)
    table.act(Exchange(seat=E, discards=Hand.of(tuple(deal.elder)[:first])))
    table.pass_look()
    table.act(Exchange(seat=Y, discards=Hand.of(tuple(deal.younger)[:second])))
    assert table.state.phase is Phase.DECLARE


def test_elder_has_the_cards_shown_after_his_first_lead() -> None:
    replay = replay_of_text("both-look")
    younger, shown = (replay.step(name).events[0] for name in ("ly", "de"))
    assert isinstance(younger, Looked)
    assert isinstance(shown, Looked)
    assert shown.cards == younger.cards
    assert (shown.seat, shown.rule) == (E, "exchange.look-exposes")


def test_a_suit_named_binds_the_lead() -> None:
    table = looking_table()
    (named,) = table.act(NameSuit(seat=E, suit=Suit.HEARTS))
    assert isinstance(named, SuitNamed)
    table.act(Look(seat=E, look=True))
    with pytest.raises(IllegalAction) as refused:
        table.lead("SA")
    assert refused.value.rule == "exchange.look-exposes"
    leads = [str(a.card) for a in legal_actions(table.state) if isinstance(a, Play)]
    assert leads == ["HK", "HQ", "H7"]
    table.lead("HK")
    assert table.state.phase is Phase.FOLLOW, "no second demand"


def test_a_suit_that_is_not_held_cannot_be_named() -> None:
    # Elder's hand above with diamonds for clubs: no club to lead.
    table = looking_table("AK98.KQ7.QJT98.", "QT7.AJT8.AK.AJ8")
    with pytest.raises(IllegalAction, match="elder holds none") as refused:
        table.act(NameSuit(seat=E, suit=Suit.CLUBS))
    assert refused.value.rule == "exchange.look-exposes"


def test_nobody_names_a_suit_when_younger_did_not_look() -> None:
    table = Table(plan(*LOOKS, counts=(3, 2)))
    table.say("4S good none good none good")
    table.say("4S")
    with pytest.raises(IllegalAction) as refused:
        table.act(NameSuit(seat=E, suit=Suit.HEARTS))
    assert refused.value.rule == "exchange.look-exposes"
    table.lead("SA")
    assert table.state.phase is Phase.FOLLOW, "and no demand either"


def read_deal() -> Deal:
    return replay_record(read(AB)).steps[0].state.deal


def looking_table(elder: str = LOOKS[0], younger: str = LOOKS[1]) -> Table:
    made = plan(elder, younger, counts=(3, 2))
    table = Table(made.deal)
    table.act(made.elder)
    table.pass_look()
    table.act(made.younger)
    table.act(Look(seat=Y, look=True))
    table.say("none good none good none good")
    return table
