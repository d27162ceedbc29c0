"""A hand for every option on which the books differ, with its effect.

C01 to C30 are the contradictions of the rule audit. If no book has an option, the rule set is a variant
made for the test.
"""

import pytest
from random_play import COURTS, E, Y
from rule_set_games import BOOKS, Board, variant

from piquet_core.cards.cards import EMPTY, Hand, Rank, Suit, pack, parse_card, parse_hand
from piquet_core.engine.actions import Action, AnnounceBlank, Exchange, Look, NameSuit, Play, Reply
from piquet_core.engine.apply import legal_actions
from piquet_core.engine.events import (
    BlankAnnounced,
    BlankShown,
    Drew,
    Exchanged,
    LaidOut,
    Looked,
    RepiqueBarred,
    Scored,
    SuitNamed,
)
from piquet_core.engine.game import cut_decides
from piquet_core.engine.holdings import best_holding
from piquet_core.engine.state import Deal, Phase
from piquet_core.errors import IllegalAction, RuleSetError
from piquet_core.replay.steps import Step
from piquet_core.replay.visibility import observe
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import holding_score, key_function
from piquet_core.wording.narration import narrate
from piquet_core.wording.rich_text import plain_text

LITTLE, OLD, DENEXA, PENGUIN, HOYLE = (
    BOOKS[name] for name in ("little", "old36", "denexa", "penguin", "hoyle1909")
)
CAVENDISH, AU_CENT, TREATISE, COTTON = (
    BOOKS[name] for name in ("cavendish", "cavendish-au-cent", "picquet1651", "cotton1674")
)


def deal_of(rules: RuleSet, elder: str, younger: str = "", talon: str = "") -> Deal:
    """Return a deal; cards not given come from the pack in order, courts to younger first."""
    whole = pack(rules.number("pack.size").value)
    one, top = parse_hand(elder), [parse_card(word) for word in talon.split()]
    left = whole - one - Hand.of(top)
    other = parse_hand(younger) if younger else None
    if other is None:
        other = Hand.of(sorted(left, key=lambda card: card.rank not in COURTS)[:12])
    rest = tuple(left - other)
    assert len(one) == len(other) == 12
    return Deal(elder=one, younger=other, talon=(*top, *rest))


def refused(board: Board, action: Action) -> str:
    """Return the rule that refuses an action."""
    before = board.state
    with pytest.raises(IllegalAction) as error:
        board.act(action)
    assert board.state is before
    return error.value.rule


def lay_out(board: Board, count: int) -> Exchange:
    seat = board.state.seat
    assert seat is not None
    return Exchange(seat=seat, discards=Hand.of(tuple(board.state.hands[seat])[-count or 99 :]))


# -- who deals (C01) -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOOKS)
def test_what_a_cut_decides(name: str) -> None:
    low = BOOKS[name].choice("deal.first-dealer").value == "low-deals"
    assert cut_decides(BOOKS[name], Rank.ACE, Rank.SEVEN) == (1 if low else 0)


@pytest.mark.parametrize(
    ("names", "low"),
    [
        ("little old36 modern cavendish-au-cent picquet1651", True),
        ("cavendish hoyle1909 penguin denexa rubicon", False),
    ],
)
def test_the_books_in_which_the_lower_cut_deals(names: str, *, low: bool) -> None:
    for name in names.split():
        assert (BOOKS[name].choice("deal.first-dealer").value == "low-deals") == low


# -- how many are exchanged (C02, C03) -----------------------------------------------------------


@pytest.mark.parametrize("name", BOOKS)
def test_younger_may_stand_pat_where_the_book_lets_him(name: str) -> None:
    rules = BOOKS[name]
    board = Board(rules, deal_of(rules, "AKQ.AKQ.AKQ.AKQ"))
    board.act(lay_out(board, 5))
    while board.phase() is not Phase.YOUNGER_EXCHANGE:
        board.act(legal_actions(board.state)[0])
    nothing = Exchange(seat=Y, discards=EMPTY)
    if rules.number(
        "exchange.younger-min"
    ).value:  # in all but two rule sets: `test_exchange_counts.py`
        assert refused(board, nothing) == "exchange.younger-min"
        return
    assert nothing in legal_actions(board.state)
    (event,) = board.act(nothing)
    assert isinstance(event, Exchanged)
    assert (event.count, event.drawn, event.left) == (0, (), 3)
    step = Step(id="xy", action=nothing, events=(event,), state=board.state, score=(0, 0))
    assert plain_text(narrate(observe(step, None), ("A", "B"))) == "B exchanges nothing."


@pytest.mark.parametrize(("name", "most"), [("denexa", 5), ("hoyle1909", 7), ("little", 7)])
def test_younger_of_denexa_takes_five_at_most(name: str, most: int) -> None:
    rules = BOOKS[name]
    board = Board(rules, deal_of(rules, "AKQ.AKQ.AKQ.AKQ"))
    board.act(lay_out(board, 1))
    board.pass_look()
    assert refused(board, lay_out(board, most + 1)) == "exchange.younger-max"
    board.act(lay_out(board, most))
    assert len(board.state.talon) == 7 - most


# -- who sees what is left (C04, C05, C08) -------------------------------------------------------


def left_over(rules: RuleSet, *, look: bool) -> Board:
    """Return a board after elder has taken three and younger two; younger may look."""
    board = Board(rules, deal_of(rules, "AK98.KQ7.QJ8.K9"))
    board.act(lay_out(board, 3))
    board.pass_look()
    board.act(lay_out(board, 2))
    if board.phase() is Phase.YOUNGER_LOOK:
        board.act(Look(seat=Y, look=look))
    return board


@pytest.mark.parametrize(
    ("name", "elder", "younger"),
    [
        # of eight: three are elder's, two younger's, three are left, the last three of the talon
        ("little", 0, 3),  # all that younger leaves, seen by younger alone
        ("hoyle1909", 0, 3),
        ("penguin", 3, 3),  # turned face up
        ("denexa", 3, 3),
        ("cavendish", 0, 0),  # not yet
        ("cavendish-au-cent", 0, 0),
        ("modern", 0, 3),
        ("rubicon", 0, 3),
    ],
)
def test_what_younger_may_look_at_before_the_play(name: str, elder: int, younger: int) -> None:
    board = left_over(BOOKS[name], look=True)
    looks = [event for event in board.log if isinstance(event, Looked)]
    assert {event.seat: event.count for event in looks} == {
        seat: count for seat, count in ((E, elder), (Y, younger)) if count
    }
    assert [len(cards) for cards in board.state.looked] == [elder, younger]
    assert board.phase() is Phase.DECLARE


def test_of_elders_leavings_younger_sees_all_or_his_own_share() -> None:
    """Elder takes one, younger one: four of the six left were elder's to take."""
    for rules, count in ((LITTLE, 6), (HOYLE, 3)):
        board = Board(rules, deal_of(rules, "AK98.KQ7.QJ8.K9"))
        board.act(lay_out(board, 1))
        board.pass_look()
        board.act(lay_out(board, 1))
        (event,) = board.act(Look(seat=Y, look=True))
        assert isinstance(event, Looked)
        assert event.count == count
        assert event.cards <= Hand.of(board.state.deal.talon[-count:])


@pytest.mark.parametrize("look", [False, True])
def test_elder_of_little_sees_what_is_left_by_naming_his_suit(*, look: bool) -> None:
    board = left_over(LITTLE, look=look)
    board.say("none good none good none good")
    named, seen = board.act(NameSuit(seat=E, suit=Suit.HEARTS))
    assert isinstance(named, SuitNamed)
    assert isinstance(seen, Looked)
    assert (seen.seat, seen.cards) == (E, Hand.of(board.state.talon))
    assert seen.rule == "exchange.look-exposes"
    spade = next(iter(board.state.hands[E].suit(Suit.SPADES)))
    assert refused(board, Play(seat=E, card=spade)) == "exchange.look-exposes"
    assert not any(isinstance(one, NameSuit) for one in legal_actions(board.state))
    board.act(legal_actions(board.state)[0])
    assert board.state.led is not None
    assert board.state.led.suit is Suit.HEARTS


@pytest.mark.parametrize("rules", [PENGUIN, DENEXA, CAVENDISH], ids=lambda rules: rules.id)
def test_where_both_see_or_neither_no_suit_is_named(rules: RuleSet) -> None:
    board = left_over(rules, look=False)
    board.say("none good none good none good")
    assert refused(board, NameSuit(seat=E, suit=Suit.HEARTS)) == "exchange.look-exposes"
    assert not any(isinstance(one, NameSuit) for one in legal_actions(board.state))


def test_under_the_club_laws_both_look_after_the_first_lead() -> None:
    board = left_over(CAVENDISH, look=True)
    board.say("none not-good none good none good")
    board.act(legal_actions(board.state)[0])
    assert board.phase() is Phase.YOUNGER_LOOK
    looks = board.act(Look(seat=Y, look=True))
    assert [event.seat for event in looks if isinstance(event, Looked)] == [Y, E]
    assert {event.rule for event in looks if isinstance(event, Looked)} == {"exchange.younger-look"}
    assert board.phase() is Phase.YOUNGER_COUNT, "and then younger counts"


# -- carte blanche (C09, C10) --------------------------------------------------------------------

BLANK = "AT.AT.AT9.AT987"
TALON = "SJ HJ DJ CJ S7 H7 D7 S8"


def blank_board(rules: RuleSet) -> Board:
    return Board(rules, deal_of(rules, BLANK, "KQ9.KQ98.KQ8.KQ", TALON))


def test_little_younger_discards_before_he_sees_it_and_draws_after_elder() -> None:
    board = blank_board(LITTLE)
    assert board.phase() is Phase.ELDER_BLANK
    assert {
        one.exchanging for one in legal_actions(board.state) if isinstance(one, AnnounceBlank)
    } == {
        0,
        *range(1, 6),
    }
    (told,) = board.announce(exchanging=2)
    assert told == BlankAnnounced(seat=E, rule="blank.announce", exchanging=2)
    assert board.phase() is Phase.YOUNGER_EXCHANGE
    assert refused(board, lay_out(board, 7)) == "exchange.younger-max", "six are left to him"
    laid, shown, scored = board.exchange("K.K.K.")
    assert isinstance(laid, LaidOut)
    assert isinstance(shown, BlankShown)
    assert isinstance(scored, Scored)
    assert len(board.state.hands[Y]) == 9, "he has not drawn"
    assert board.state.score == (10, 0)
    assert refused(board, lay_out(board, 3)) == "blank.show", "elder is bound to his number"
    board.exchange("..9.9")
    board.act(Look(seat=E, look=True))
    assert board.state.looked[E] == parse_hand("7..J.J"), "the rest of his five, younger's or not"
    (drew,) = [event for event in board.log if isinstance(event, Drew)]
    assert [str(card) for card in drew.drawn] == ["DJ", "CJ", "S7"]
    assert drew.left == 3


def test_denexa_younger_exchanges_past_the_cards_that_are_set_aside() -> None:
    board = blank_board(DENEXA)
    board.announce(exchanging=2)
    (exchanged, *proof) = board.exchange("K.K.K.")
    assert isinstance(exchanged, Exchanged)
    assert [str(card) for card in exchanged.drawn] == ["DJ", "CJ", "S7"]
    assert len(board.state.hands[Y]) == 12
    assert [type(event) for event in proof] == [BlankShown, Scored]
    (own,) = board.exchange("..9.9")
    assert isinstance(own, Exchanged)
    assert [str(card) for card in own.drawn] == ["SJ", "HJ"]


def test_penguin_elder_shows_at_once() -> None:
    board = blank_board(PENGUIN)
    told, shown, scored = board.announce()
    assert [type(event) for event in (told, shown, scored)] == [BlankAnnounced, BlankShown, Scored]
    assert board.phase() is Phase.ELDER_EXCHANGE
    assert board.state.score == (10, 0)


@pytest.mark.parametrize("name", BOOKS)
def test_younger_shows_his_blank_after_elders_exchange(name: str) -> None:
    rules = BOOKS[name]
    six = "6" if rules.number("pack.size").value == 36 else ""
    board = Board(rules, deal_of(rules, f"KQ9.KQ9{'' if six else '8'}.KQ8{six}.KQ", BLANK))
    board.act(lay_out(board, 3))
    while board.phase() in (Phase.ELDER_LOOK, Phase.ELDER_REDEAL):
        board.act(legal_actions(board.state)[0])
    if board.phase() is Phase.YOUNGER_BLANK:
        board.announce()
    assert board.phase() is Phase.YOUNGER_EXCHANGE
    assert board.state.score == (0, 10)
    assert [event.cards for event in board.log if isinstance(event, BlankShown)] == [
        parse_hand(BLANK)
    ]


@pytest.mark.parametrize("name", BOOKS)
def test_a_carte_blanche_may_be_kept_where_it_is_optional(name: str) -> None:
    rules = BOOKS[name]
    board = Board(rules, deal_of(rules, BLANK))
    if rules.choice("blank.announce").value != "optional":
        assert board.state.blanks[E], "nobody asks him"
        # Younger discards first if the blank is shown later than announced.
        at_once = rules.choice("blank.show").value == "at-once"
        assert board.phase() is (Phase.ELDER_EXCHANGE if at_once else Phase.YOUNGER_EXCHANGE)
        return
    board.announce(declare=False)
    assert board.state.blanks == (False, False)
    assert board.phase() is Phase.ELDER_EXCHANGE
    board.act(lay_out(board, 1))
    assert board.points("blank.points") == []


@pytest.mark.parametrize("rules", [OLD, TREATISE], ids=lambda rules: rules.id)
def test_two_cartes_blanches_score_both_and_bar_each_other(rules: RuleSet) -> None:
    """Thirty-six cards have twenty-four without courts. Elder then draws eight kings and queens.

    Elder counts 10 + 3 + 12 + 42 in hand and all twelve tricks, without a bonus.
    """
    talon = "SK HK DK CK SQ HQ DQ CQ SJ HJ DJ CJ"
    board = Board(rules, deal_of(rules, "A98.A98.A98.A98", "T76.T76.T76.T76", talon))
    board.announce(exchanging=8)
    assert board.phase() is Phase.YOUNGER_BLANK
    board.announce()
    board.exchange("T.T.T.T")
    board.exchange("98.98.98.98")
    board.pass_look()
    assert board.points("blank.points", E) == board.points("blank.points", Y) == [10]
    board.say("3S good 3AS good 4A good")
    board.say("3S 3AS 3AH 3AD 3AC 4A 4K 4Q")
    assert [event.rule for event in board.log if isinstance(event, RepiqueBarred)] == ["blank.both"]
    while board.phase() is not Phase.OVER:
        board.act(legal_actions(board.state)[-1])
    rules_scored = {event.rule for event in board.scored()}
    assert not rules_scored & {"repique.bonus", "pique.bonus"}
    assert board.state.score[Y] == 10


def test_in_cotton_youngers_blank_bars_elders() -> None:
    """Elder's 3 + 12 + 42 in hand make no repique, and his carte blanche scores nothing."""
    talon = "SK HK DK CK SQ HQ DQ CQ SJ HJ DJ CJ"
    board = Board(COTTON, deal_of(COTTON, "A98.A98.A98.A98", "T76.T76.T76.T76", talon))
    board.announce(exchanging=8)
    board.announce()
    board.exchange("T.T.T.T")
    shown = [(one.seat, one.rule) for one in board.log if isinstance(one, BlankShown)]
    assert shown == [(Y, "blank.show"), (E, "blank.both")]
    assert board.points("blank.points", E) == []
    assert board.points("blank.points", Y) == [10]
    assert board.state.score == (0, 10)
    board.exchange("98.98.98.98")
    board.pass_look()
    board.say("3S good 3AS good 4A good")
    board.say("3S 3AS 3AH 3AD 3AC 4A 4K 4Q")
    assert [event.rule for event in board.log if isinstance(event, RepiqueBarred)] == ["blank.both"]


def test_elder_shows_after_a_younger_whose_blank_may_bar_his() -> None:
    for changes in ({"blank.show": "at-once"}, {"blank.announce": "bound-younger-may-wait"}):
        with pytest.raises(RuleSetError, match="elder shows before younger announces"):
            variant("cotton1674", changes, "cotton-late")


# -- the point (C11) -----------------------------------------------------------------------------


def test_in_cotton_an_equal_point_is_elders() -> None:
    """Both have five cards that make 47 and no other suit as strong."""
    hands = ("AKQ97.AK.JT.Q97", "JT.QJ.AKQ97.AK6")
    for rules, answers, winner in ((TREATISE, {"good", "equal"}, None), (COTTON, {"good"}, E)):
        board = Board.calling(rules, *hands)
        board.say("5S")
        replies = [one for one in legal_actions(board.state) if isinstance(one, Reply)]
        assert {one.response.value for one in replies} == answers, rules.id
        board.act(replies[-1])
        assert board.state.calls[0].winner is winner


def test_forty_one_beats_forty_in_thirty_six_cards() -> None:
    """Ace, king, queen and knave against five cards, the ten and lower."""
    hands = ("T9876.AK.98.JT9", "AQ.QJ.AKQJ.AQ87")
    by_cards = variant("old36", {"point.compare": "cards-then-pips"}, "old36-by-cards")
    for rules, answers in ((OLD, {"good", "not good"}), (by_cards, {"good"})):
        board = Board.calling(rules, *hands)
        board.say("5S")
        assert {a.response.value for a in legal_actions(board.state) if isinstance(a, Reply)} == (
            answers
        )


def test_sixty_one_and_fifty_nine_are_six_tens_each_and_sixty_one_is_better() -> None:
    better, worse = parse_hand("..AJT9876."), parse_hand(".AKQJT8..")
    key = key_function(OLD, "point")
    first, second = (best_holding(OLD, hand, "point") for hand in (better, worse))
    assert first is not None
    assert second is not None
    assert holding_score(OLD, better, first)[0] == holding_score(OLD, worse, second)[0] == 6
    assert (key(OLD, better, first), key(OLD, worse, second)) == ((61,), (59,))


@pytest.mark.parametrize(
    ("hand", "tens", "cards"),
    [("K987", 3, 4), ("KQ987", 4, 5), ("KQJ987", 5, 6), ("KQJT987", 6, 7), ("KQJT98", 6, 6)],
)
def test_a_point_ending_in_four_scores_one_less_by_tens(hand: str, tens: int, cards: int) -> None:
    for rules, points in ((LITTLE, tens), (AU_CENT, cards), (HOYLE, cards)):
        held = parse_hand(f"{hand}...")
        one = best_holding(rules, held, "point")
        assert one is not None
        assert holding_score(rules, held, one)[0] == points
