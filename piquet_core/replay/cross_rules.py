"""Strategy for replaying a record under another rule set than its own.

The rule set decides the order of the exchange, whether elder names a number of cards, and which
answers and counts are allowed. Books differ in these; the cards that both players lay out need not
differ.
"""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.cards import Card, Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import (
    Action,
    AnnounceBlank,
    AnnounceCardsLeft,
    Count,
    Exchange,
    Reply,
)
from piquet_core.engine.apply import legal_actions
from piquet_core.engine.declaration import full_count, largest_claim, true_reply
from piquet_core.engine.exchange_limits import exchange_limits, younger_discards_first
from piquet_core.engine.state import DealState, Phase
from piquet_core.errors import CardError, IllegalAction
from piquet_core.notation import Line, MarkedCard, Record
from piquet_core.notation.record import Item
from piquet_core.replay.decisions import action_of, label_of
from piquet_core.replay.implied_moves import implied_action
from piquet_core.replay.steps import Finding


class CrossRules:
    """Decisions of a record, adapted to the rule set under which it is replayed.

    ``adaptations`` contains a note for each decision that differs from the record.
    """

    def __init__(self, record: Record, lines: tuple[Line, ...]) -> None:
        """Prepare to replay ``lines``: the main line of the record, or a variation."""
        self.adaptations: list[Finding] = []
        self._record_rules = record.tag("Rules")
        self._labels = frozenset(line.label for line in lines)
        self._lines = (*lines, *record.lines)

    def next_line(self, queue: Sequence[Line], state: DealState) -> Line:
        """Return the line of ``queue`` to take next.

        In the exchange, it is the line of the decision that is due, if there is one; otherwise the
        first.
        """
        if not is_exchange(state):
            return queue[0]
        due = label_of(state)
        return next((line for line in queue if line.label == due), queue[0])

    def next_line_noted(self, queue: Sequence[Line], state: DealState) -> Line:
        """Return the line of `next_line`, and add a note if the record has the exchanges in another order."""
        line = self.next_line(queue, state)
        passed = [one.label for one in queue[: queue.index(line)]]
        if earlier := [label for label in passed if label in ("xe", "xy")]:
            message = f"these rules have {line.label} before {earlier[0]}"
            self.adaptations.append(Finding(span=line.span, message=message, step=line.label))
        return line

    def has_own_line(self, queue: Sequence[Line], state: DealState) -> bool:
        """Return whether the record has a line for the decision that is due."""
        return self.next_line(queue, state).label == label_of(state)

    def is_left_out(self, line: Line, state: DealState) -> bool:
        """Return whether a line is left out because the rules have no such step here. Add a note if so."""
        if label_of(state) == line.label or line.label not in _OPTIONAL_LABELS:
            return False
        message = f"these rules have no step {line.label} here"
        self.adaptations.append(Finding(span=line.span, message=message, step=line.label))
        return True

    def implied_action(self, state: DealState, line: Line) -> Action | None:
        """Return the decision that is due before ``line`` without a line of its own, or None if none is implied."""
        if own := _implied_exchange(state, self._lines):
            reason = _adaptation_reason(state, own)
            return self._note(line, state, own, reason) if reason else own
        match state.phase:
            case Phase.REPLY:
                return self._note(line, state, true_reply(state))
            case Phase.ELDER_COUNT | Phase.YOUNGER_COUNT:
                return self._note(line, state, full_count(state))
            case _:
                return implied_action(state, line)

    def action(self, state: DealState, line: Line) -> Action:
        """Return the decision of a line, adapted to the rules of ``state``.

        An exchange follows the order of these rules, an answer becomes truthful, and a count that
        they forbid becomes a full count.
        """
        action = action_of(state, line)
        if (own := _adapted_exchange(state, action, self._lines)) != action:
            return self._note(line, state, own, _adaptation_reason(state, own))
        if isinstance(action, Reply):
            if state.phase is Phase.REPLY and self._is_taken_back(line, state):
                return action
            true = largest_claim(legal_actions(state))
            return action if action == true else self._note(line, state, true)
        if isinstance(action, Count) and action not in legal_actions(state):
            return self._note(line, state, full_count(state))
        return action

    def _is_taken_back(self, line: Line, state: DealState) -> bool:
        """Return whether a later line takes back the answer in ``line``, and the rules allow this."""
        allowed = state.rules.choice("reply.recall-until").value == "own-first-card"
        return allowed and f"{line.label[0]}{state.calls[-1].word + 1}y" in self._labels

    def _note(self, line: Line, state: DealState, action: Action, reason: str = "") -> Action:
        """Add a note that an action comes from the rules and not from the record, and return the action.

        ``reason`` replaces the general text of the note.
        """
        label = label_of(state)
        own = state.rules.id == self._record_rules
        whose = "the record" if own else "the record, made under others,"
        message = f"{label} is decided by these rules; {whose} decides otherwise"
        message = f"{label}: {reason}" if reason else message
        self.adaptations.append(Finding(span=line.span, message=message, step=label))
        return action


# Steps that some rule sets have and others do not.
_OPTIONAL_LABELS = (
    *("ae", "ay", "ve", "vy", "le", "ly", "de", "ne", "re", "ry", "my", "ce", "cy"),
    *(f"{kind}{word}{seat}" for kind in "psqm" for word in range(2, 10) for seat in "ey"),
)


# -- the exchange ----------------------------------------------------------------------------------

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
    """Return whether the next decision belongs to the exchange."""
    return state.phase in _EXCHANGE


def _implied_exchange(state: DealState, lines: Sequence[Line]) -> Action | None:
    """Return a decision of the exchange for which the record has no line, or None if there is none.

    ``lines`` are all lines of the record. Elder announces a carte blanche with the number of cards
    exchanged in the record. If the record has an announced number, elder announces the number of
    cards left where the rules require that. Younger ends with the discard of the record.
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


def _adapted_exchange(state: DealState, action: Action, lines: Sequence[Line]) -> Action:
    """Return a decision of the record, adapted to the order of the exchange in the rules of ``state``."""
    if isinstance(action, AnnounceBlank) and action.declare and action not in legal_actions(state):
        return _announcement(state, lines) or action
    if isinstance(action, Exchange) and state.phase is Phase.YOUNGER_EXCHANGE:
        final = _cards(lines, "vy" if any(line.label == "vy" for line in lines) else "xy")
        if not younger_discards_first(state):
            return _lays_out(final)
        _, least, most, _, _ = exchange_limits(state)
        if not least <= len(action.discards) <= most and _left(state, lines):
            # Younger lays out the maximum now, and the rest once elder leaves more.
            return _lays_out(final[:most])
    return action


def _adaptation_reason(state: DealState, own: Action) -> str:
    """Return the reason why ``own``, a decision of the exchange, differs from the record, or "" without a note."""
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
    """Return the number of cards that elder leaves in the record."""
    return max(state.rules.number("exchange.elder-max").value - len(_items(lines, "xe")), 0)


def _items(lines: Sequence[Line], label: str) -> tuple[Item, ...]:
    return next((line.items for line in lines if line.label == label), ())


def _cards(lines: Sequence[Line], label: str) -> list[Card]:
    items = _items(lines, label)
    return [one.card for one in items if isinstance(one, MarkedCard) and one.card is not None]
