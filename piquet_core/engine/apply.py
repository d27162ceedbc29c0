"""Legal actions of a state and their effects, as two pure functions.

`legal_actions` lists the actions. `apply` refuses any other action and names the rule that forbids
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from piquet_core.cards.cards import CARDS, Card, Hand, Suit
from piquet_core.cards.combinations import PointHolding, SequenceHolding, SetHolding
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import (
    Action,
    AnnounceBlank,
    AnnounceCardsLeft,
    Count,
    Declare,
    Exchange,
    LetStand,
    Look,
    NameSuit,
    Play,
    Redeal,
    Reply,
    Response,
)
from piquet_core.engine.declaration import (
    apply_count,
    apply_declare,
    apply_raise,
    apply_reply,
    legal_counts,
    legal_declares,
    legal_raises,
    legal_replies,
)
from piquet_core.engine.events import BlankShown, CardsShown, Event, tally
from piquet_core.engine.exchange import (
    apply_announcement,
    apply_exchange,
    apply_leave,
    apply_look,
    apply_redeal,
    legal_announcements,
    legal_exchanges,
    legal_leaves,
    legal_looks,
    legal_redeals,
    start,
)
from piquet_core.engine.recalling import apply_recall, legal_recalls
from piquet_core.engine.state import DealState, Phase
from piquet_core.engine.tricks import apply_follow, apply_lead, legal_follows, legal_leads
from piquet_core.errors import IllegalAction
from piquet_core.pulse import beat

__all__ = ["apply", "legal_actions", "start"]

_Legal = Callable[[DealState], Iterable[Action]]
_Apply = Callable[[DealState, Action], tuple[DealState, tuple[Event, ...]]]

# One row for each phase: functions for legal actions and for their effect, the types of action,
# and the rule named in the error for an action out of turn.
_PHASES: dict[Phase, tuple[_Legal, _Apply, tuple[type, ...], str]] = {
    Phase.ELDER_BLANK: (
        legal_announcements,
        apply_announcement,
        (AnnounceBlank,),
        "blank.announce",
    ),
    Phase.YOUNGER_BLANK: (
        legal_announcements,
        apply_announcement,
        (AnnounceBlank,),
        "blank.announce",
    ),
    Phase.ELDER_REDEAL: (legal_redeals, apply_redeal, (Redeal,), "exchange.redeal"),
    Phase.YOUNGER_REDEAL: (legal_redeals, apply_redeal, (Redeal,), "exchange.redeal"),
    Phase.ELDER_EXCHANGE: (legal_exchanges, apply_exchange, (Exchange,), "exchange.elder-min"),
    Phase.ELDER_LOOK: (legal_looks, apply_look, (Look,), "exchange.elder-look"),
    Phase.YOUNGER_EXCHANGE: (legal_exchanges, apply_exchange, (Exchange,), "exchange.younger-min"),
    Phase.ELDER_LEAVES: (legal_leaves, apply_leave, (AnnounceCardsLeft,), "blank.show"),
    Phase.YOUNGER_CHANGES: (legal_exchanges, apply_exchange, (Exchange,), "blank.show"),
    Phase.YOUNGER_LOOK: (legal_looks, apply_look, (Look,), "exchange.younger-look"),
    Phase.DECLARE: (legal_declares, apply_declare, (Declare,), "declare.order"),
    Phase.REPLY: (legal_replies, apply_reply, (Reply,), "declare.order"),
    Phase.ELDER_RAISE: (legal_raises, apply_raise, (LetStand, Declare), "call.raise-until"),
    Phase.ELDER_COUNT: (legal_counts, apply_count, (Count,), "declare.order"),
    Phase.LEAD: (legal_leads, apply_lead, (Play, NameSuit), "play.winner"),
    Phase.ELDER_DEMAND: (legal_looks, apply_look, (Look,), "exchange.look-exposes"),
    Phase.YOUNGER_RECALL: (legal_recalls, apply_recall, (LetStand, Reply), "reply.recall-until"),
    Phase.YOUNGER_COUNT: (legal_counts, apply_count, (Count,), "declare.younger-counts"),
    Phase.FOLLOW: (legal_follows, apply_follow, (Play,), "play.follow"),
}


def legal_actions(state: DealState) -> tuple[Action, ...]:
    """Return every legal action of the player on turn, or () after the end of the deal.

    For an exchange there are 1,600 to 4,100, so call this function once, not in a loop.
    """
    if state.phase is Phase.OVER:
        return ()
    return tuple(_PHASES[state.phase][0](state))


def apply(state: DealState, action: Action) -> tuple[DealState, tuple[Event, ...]]:
    """Return a pair: the state after an action, and the events of the action in order.

    Raises `IllegalAction` with the id of the rule that forbids the action. ``state`` is not
    changed. Any action may be tried, but the state must come from `start` or from this function.
    """
    beat()  # every long computation in the engine applies many actions
    if state.phase is Phase.OVER:
        raise IllegalAction("the deal is over", "cards.majority")
    _, act, kinds, rule = _PHASES[state.phase]
    well_formed = _SHAPES.get(type(action))
    if well_formed is None or type(action.seat) is not Seat or not well_formed(action):
        raise IllegalAction(f"{action!r} is not an action", rule)
    if action.seat is not state.seat or not isinstance(action, kinds):
        raise IllegalAction(
            f"expected {state.phase.value}, not {_NAMES[type(action)]} by {action.seat.name.lower()}",
            rule,
        )
    new, events = act(state, action)
    if not events or state.phase in _IN_PLAY:
        return new, events
    return _fold(new, events), events


# In these phases, scores are added card by card, because a pique depends on the running total.
_IN_PLAY = frozenset({Phase.LEAD, Phase.FOLLOW})


def _fold(new: DealState, events: tuple[Event, ...]) -> DealState:
    """Return the state with the points, shown cards and shown cartes blanches of the events added."""
    changes: dict[str, Any] = {}
    total = tally(events, new.score)
    if new.score != total:
        changes["score"] = total
    for event in events:
        if isinstance(event, BlankShown):
            proved = changes.get("proved", new.proved)
            changes["proved"] = event.seat.put(proved, True)
        elif isinstance(event, CardsShown):
            shown = changes.get("shown", new.shown)
            changes["shown"] = event.seat.put(shown, shown[event.seat] | event.cards)
    return new.evolve(**changes) if changes else new


_HOLDINGS = (PointHolding, SequenceHolding, SetHolding)

# Checks of the field types of each action, before any rule applies.
_SHAPES: dict[type, Callable[[Any], bool]] = {
    AnnounceBlank: lambda a: type(a.declare) is bool and type(a.exchanging) is int,
    Redeal: lambda a: type(a.wanted) is bool,
    Exchange: lambda a: type(a.discards) is Hand,
    AnnounceCardsLeft: lambda a: type(a.count) is int,
    Look: lambda a: type(a.look) is bool,
    Declare: lambda a: a.holding is None or isinstance(a.holding, _HOLDINGS),
    Reply: lambda a: type(a.response) is Response,
    LetStand: lambda a: type(a) is LetStand,
    Count: lambda a: (
        type(a.holdings) is tuple and all(isinstance(one, _HOLDINGS) for one in a.holdings)
    ),
    NameSuit: lambda a: type(a.suit) is Suit,
    Play: lambda a: type(a.card) is Card and 0 <= a.card < len(CARDS),
}

_NAMES: dict[type, str] = {
    AnnounceBlank: "an announcement of carte blanche",
    Redeal: "a request for a new deal",
    Exchange: "an exchange",
    AnnounceCardsLeft: "a word on the cards left",
    Look: "a look at the talon",
    Declare: "a call",
    Reply: "an answer",
    LetStand: "a word that stands",
    Count: "a count",
    NameSuit: "the naming of a suit",
    Play: "a card played",
}
