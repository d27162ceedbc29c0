"""The exchange of a record in the order of other rules: which line is due, and what fits it.

Who lays out first when elder has a carte blanche, and whether elder names a number, differs from
book to book; the cards that the two lay out need not differ.
"""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.cards import Card, Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, AnnounceBlank, AnnounceCardsLeft, Exchange
from piquet_core.engine.apply import legal_actions
from piquet_core.engine.exchange_limits import exchange_limits, younger_discards_first
from piquet_core.engine.state import DealState, Phase
from piquet_core.errors import CardError, IllegalAction
from piquet_core.notation import Line, MarkedCard
from piquet_core.notation.record import Item
from piquet_core.replay.decisions import label_of

_EXCHANGE = frozenset(
    {
        Phase.ELDER_BLANK,
        Phase.YOUNGER_BLANK,
        Phase.ELDER_REDEAL,
        Phase.YOUNGER_REDEAL,
        Phase.ELDER_EXCHANGE,
        Phase.ELDER_LOOK,
        Phase.YOUNGER_EXCHANGE,
        Phase.ELDER_LEAVES,
        Phase.YOUNGER_CHANGES,
        Phase.YOUNGER_LOOK,
    }
)


def is_exchange(state: DealState) -> bool:
    """Tell whether a decision of the exchange comes next."""
    return state.phase in _EXCHANGE


def next_line(lines: Sequence[Line], state: DealState) -> Line:
    """Return the line to take next: in the exchange, the line for the decision due, wherever it is."""
    if not is_exchange(state):
        return lines[0]
    due = label_of(state)
    return next((line for line in lines if line.label == due), lines[0])


def implied_exchange(state: DealState, lines: Sequence[Line]) -> Action | None:
    """Return a decision of the exchange for which a record made under other rules has no line.

    ``lines`` are all the lines of the record. Elder announces the number that he exchanges there,
    and if he named a number there, he now says how many cards he leaves; younger ends with the
    discard that he makes there.
    """
    match state.phase:
        case Phase.ELDER_BLANK:
            return _announcement(state, lines)
        case Phase.ELDER_LEAVES:
            named = any(type(item) is int for item in _items(lines, "ae"))
            return AnnounceCardsLeft(seat=Seat.ELDER, count=_left(state, lines) if named else 0)
        case Phase.YOUNGER_CHANGES:
            return _lays_out(_cards(lines, "xy"))
        case _:
            return None


def adapted_exchange(state: DealState, action: Action, lines: Sequence[Line]) -> Action:
    """Return a record's decision as these rules have it, if only its place in the order is different."""
    if isinstance(action, AnnounceBlank) and action.declare and action not in legal_actions(state):
        return _announcement(state, lines) or action
    if isinstance(action, Exchange) and state.phase is Phase.YOUNGER_EXCHANGE:
        final = _cards(lines, "vy" if any(line.label == "vy" for line in lines) else "xy")
        if not younger_discards_first(state):
            return _lays_out(final)
        _, least, most, _, _ = exchange_limits(state)
        if not least <= len(action.discards) <= most and _left(state, lines):
            # He lays out as many as he may for now, and the rest once elder leaves him more.
            return _lays_out(final[:most])
    return action


def adaptation_reason(state: DealState, own: Action) -> str:
    """Return why a decision of the exchange is not the record's; "" if there is nothing to say."""
    match own:
        case AnnounceBlank(exchanging=number):
            wanted = f"name the {number} cards that he exchanges" if number else "name no number"
            return f"these rules have elder {wanted}"
        case AnnounceCardsLeft():
            return f"these rules have elder say that he leaves {own.count}" if own.count else ""
        case _ if state.phase is Phase.YOUNGER_EXCHANGE:
            return "these rules have younger lay out another number of cards here"
        case _:
            stands = own == Exchange(seat=Seat.YOUNGER, discards=state.discards[Seat.YOUNGER])
            return "" if stands else "these rules let younger lay out more once elder leaves cards"


def _lays_out(cards: Sequence[Card]) -> Exchange:
    try:
        return Exchange(seat=Seat.YOUNGER, discards=Hand.of(cards))
    except CardError as error:
        raise IllegalAction(str(error), "exchange.younger-max") from None


def _announcement(state: DealState, lines: Sequence[Line]) -> AnnounceBlank | None:
    number = len(_items(lines, "xe"))
    ways = [one for one in legal_actions(state) if isinstance(one, AnnounceBlank) and one.declare]
    return next((one for one in ways if one.exchanging in (0, number)), None)


def _left(state: DealState, lines: Sequence[Line]) -> int:
    """Return how many of the cards that elder might take he leaves in the record."""
    return max(state.rules.number("exchange.elder-max").value - len(_items(lines, "xe")), 0)


def _items(lines: Sequence[Line], label: str) -> tuple[Item, ...]:
    return next((line.items for line in lines if line.label == label), ())


def _cards(lines: Sequence[Line], label: str) -> list[Card]:
    items = _items(lines, label)
    return [one.card for one in items if isinstance(one, MarkedCard) and one.card is not None]
