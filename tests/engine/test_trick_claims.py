"""Claims to the remaining tricks: proved against every hand and reply, explained if they fail, and played out."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from claimed_games import open_hands_claim, opponent_claims, person_claims, person_risks
from test_dispatch import ask

from piquet_core.beliefs.possible_hands import possible_hands
from piquet_core.cards.card_names import card_name
from piquet_core.cards.cards import Card, Hand
from piquet_core.errors import PiquetError
from piquet_core.replay.visibility import Knowledge, knowledge_of
from piquet_core.sessions import (
    SavedGameError,
    Session,
    next_deal,
    read_session,
    undo,
    write_session,
)
from piquet_core.sessions.session import claim_of, claim_rest, concede_rest, opponents_claim


def known(session: Session) -> Knowledge:
    return knowledge_of(session.table.state, session.table.seat)


def loses_a_trick(order: tuple[Card, ...], theirs: Hand) -> bool:
    """Return whether some legal replies of the opponent win a trick against cards led in this order."""
    if not order:
        return False
    led, *rest = order
    for reply in theirs.suit(led.suit) or theirs:
        if reply.suit is led.suit and reply > led:
            return True
        if loses_a_trick(tuple(rest), theirs - Hand.of([reply])):
            return True
    return False


def fitting(session: Session) -> Iterator[Hand]:
    yield from map(Hand, possible_hands(session.rules, known(session)).hands)


def test_a_claim_holds_against_every_hand_that_fits_and_every_reply() -> None:
    session = person_claims()
    claim = claim_of(session)
    assert Hand.of(claim.order) == known(session).hand
    assert not any(loses_a_trick(claim.order, hand) for hand in fitting(session))


def test_a_claim_that_fails_names_a_loss_and_counts_the_hands() -> None:
    session = person_risks()
    claim = claim_of(session)
    assert claim.card is not None
    assert claim.beaten_by is not None
    order = tuple(sorted(known(session).hand, key=lambda one: (one.suit, -one.rank)))
    losing = [hand for hand in fitting(session) if loses_a_trick(order, hand)]
    assert len(losing) == claim.failing
    assert claim.hands == len(list(fitting(session)))
    assert any(claim.beaten_by in hand for hand in losing)
    assert claim.beaten_by.suit is claim.card.suit
    answer = ask("claim-rest", game=write_session(session))["ok"]
    assert card_name(claim.beaten_by) in answer["refused"]
    assert f"{claim.failing} hand" in answer["refused"]
    with pytest.raises(PiquetError, match="not certain"):
        claim_rest(session)


def test_a_claim_that_holds_plays_the_deal_to_its_end_and_is_taken_back_in_one_step() -> None:
    before = person_claims()
    seat, left = before.table.seat, len(known(before).hand)
    after = claim_rest(before)
    assert after.deal_is_over
    assert after.table.state.tricks[seat] == before.table.state.tricks[seat] + left
    answer = ask("claim-rest", game=write_session(before))["ok"]
    assert answer["game"] == write_session(after)
    assert len(answer["tricks"]) == 1  # the last one is shown
    assert undo(after) == before
    kept = read_session(write_session(after))
    assert kept == after
    assert undo(kept) == before
    assert read_session(write_session(before)).claimed is None


def test_a_conceded_claim_is_taken_back_in_one_step() -> None:
    before = opponent_claims()
    after = concede_rest(before)
    assert undo(after) == before
    assert read_session(write_session(after)) == after


def test_a_claim_with_both_hands_open_is_taken_back_by_either() -> None:
    session = open_hands_claim()
    after = claim_rest(session)
    assert read_session(write_session(after)) == after
    assert undo(after) == session


@pytest.mark.parametrize("place", [0, -1])
def test_a_saved_claim_that_cannot_have_been_made_is_refused(place: int) -> None:
    after = claim_rest(person_claims())
    assert after.claimed is not None
    wrong = replace(after, claimed=len(after.table.lines) if place else 0)
    with pytest.raises(SavedGameError, match="claimed"):
        read_session(write_session(wrong))


def test_the_next_deal_forgets_the_claim() -> None:
    after = claim_rest(person_claims("hundred-up"))
    assert next_deal(after).claimed is None


def test_the_opponent_claims_only_if_the_reader_allows_it() -> None:
    session = opponent_claims()
    claim = opponents_claim(session)
    assert claim is not None
    theirs = knowledge_of(session.table.state, session.table.seat.other)
    fits = map(Hand, possible_hands(session.rules, theirs).hands)
    assert not any(loses_a_trick(claim.order, hand) for hand in fits)
    game = write_session(session)
    assert "the rest" not in ask("start-game", game=game)["ok"]["question"]
    assert "Give Thumb the rest" in ask("start-game", game=game, claims=True)["ok"]["question"]
    after = concede_rest(session)
    seat = session.table.seat
    assert after.deal_is_over
    assert after.table.state.tricks[seat] == session.table.state.tricks[seat]
    assert ask("concede-rest", game=game)["ok"]["game"] == write_session(after)
    with pytest.raises(PiquetError, match="cannot claim"):
        concede_rest(person_claims())


def test_nothing_is_claimed_before_the_play_or_after_the_deal() -> None:
    game = ask("start-game", rules="hoyle1909", form="deal", seat="elder", seed="early")["ok"][
        "game"
    ]
    for one in (game, write_session(claim_rest(person_claims()))):
        assert "only in the play" in ask("claim-rest", game=one)["error"]["message"]
