"""Claims to the remaining tricks: the controls, and the reason why a claim fails."""

from __future__ import annotations

from piquet_core.beliefs.trick_claims import TrickClaim
from piquet_core.engine.state import Phase
from piquet_core.sessions import Session
from piquet_core.sessions.session import opponents_claim
from piquet_core.views.card_symbols import inline_card
from piquet_core.views.form_controls import button
from piquet_core.views.markup import Child, Markup, element

_FEWEST = 2
"""Number of cards below which nothing is claimed: the last card needs no claim."""


def render_claim(session: Session, *, opponent_may: bool) -> Markup | None:
    """Render the control with which the leader claims the remaining tricks, or the opponent's claim.

    Returns None if nothing can be claimed. The leader's control is shown whether or not the claim holds, so that
    it gives nothing away. The opponent claims only if the reader allows it.
    """
    state = session.table.state
    if state.phase is Phase.LEAD and len(state.hands[session.table.seat]) >= _FEWEST:
        return element(
            "button",
            "The rest are mine",
            type="button",
            class_="pq-forced",
            data_do="claim",
            title="Play all your cards, if they win every trick whatever the other player holds",
        )
    claim = opponents_claim(session) if opponent_may else None
    if claim is None or not claim.holds:
        return None
    name = session.other_name
    return element(
        "p",
        f"{name} says: “The rest are mine.” ",
        button("concede", f"Give {name} the rest"),
        class_="pq-claim",
        data_part="opponent-claim",
    )


def render_failed_claim(session: Session, claim: TrickClaim) -> Markup:
    """Render the reason why the remaining tricks are not certain."""
    name = session.other_name
    assert claim.card is not None
    assert claim.beaten_by is not None
    mine, theirs = (Markup(inline_card(one)) for one in (claim.card, claim.beaten_by))
    if claim.beaten_by == session.table.state.led:
        reason: list[Child] = ["You cannot beat the ", theirs, "."]
    else:
        reason = ["Your ", mine, " may lose to the ", theirs, f", which {name} may hold."]
    return element(
        "div",
        element("p", "The rest are not certain. ", *reason),
        element("p", _share(claim)) if claim.hands and claim.failing < claim.hands else None,
    )


def _share(claim: TrickClaim) -> str:
    hands = "hand" if claim.failing == 1 else "hands"
    return (
        f"The claim fails against {claim.failing} {hands} of the {claim.hands} "
        "that fit the calls and the cards so far."
    )
