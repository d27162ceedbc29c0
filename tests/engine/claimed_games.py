"""Games in which a player can claim all remaining tricks."""

from collections.abc import Callable
from functools import cache

from piquet_core.engine.state import Phase
from piquet_core.players import find_player, turn_of
from piquet_core.replay.what_if import move_of
from piquet_core.rules import load_ruleset
from piquet_core.sessions import FRIEND, Session, move, start_game
from piquet_core.sessions.session import OPPONENT, claim_of, opponents_claim

FEWEST, MOST = 3, 6  # cards in hand: more than one decision, few enough to try all replies


def decided(session: Session) -> Session:
    """Return the session after one decision of the person by rules of thumb."""
    state = session.table.state
    return move(session, move_of(state, find_player("thumb").make().choose(turn_of(state))))


def _first(fits: Callable[[Session], bool], form: str = "deal", opponent: str = "thumb") -> Session:
    for number in range(100):
        session = start_game(
            load_ruleset("hoyle1909"),
            form,
            seed=f"claim-{number}",
            opponent=opponent,
            friend="Ben",
            both_open=True,
        )
        while not session.deal_is_over:
            left = len(session.table.state.hands[session.table.seat])
            if FEWEST <= left <= MOST and fits(session):
                return session
            session = decided(session)
    raise AssertionError("no such game")


def _leader_claims(session: Session) -> bool:
    return session.table.state.phase is Phase.LEAD and claim_of(session).holds


@cache
def person_claims(form: str = "deal") -> Session:
    """Return a game in which the person on lead is certain of all remaining tricks."""
    return _first(_leader_claims, form)


@cache
def open_hands_claim() -> Session:
    """Return a game of two persons with both hands open, in which the second one claims the remaining tricks."""
    return _first(lambda one: _leader_claims(one) and one.elder == OPPONENT, opponent=FRIEND)


@cache
def person_risks() -> Session:
    """Return a game in which the person on lead may lose a trick to some hands and to others none."""

    def fits(session: Session) -> bool:
        if session.table.state.phase is not Phase.LEAD:
            return False
        claim = claim_of(session)
        return 0 < claim.failing < claim.hands

    return _first(fits)


@cache
def opponent_claims() -> Session:
    """Return a game in which the computer has led, and is certain of all remaining tricks."""

    def fits(session: Session) -> bool:
        claim = opponents_claim(session)
        return claim is not None and claim.holds

    return _first(fits)
