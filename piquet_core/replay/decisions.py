"""Conversion between the lines of a record and actions of the engine."""

from __future__ import annotations

from collections import Counter

from piquet_core.cards.cards import Card, Hand, Suit
from piquet_core.cards.combinations import Holding, PointHolding, SequenceHolding, SetHolding
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
from piquet_core.engine.declaration import legal_counts
from piquet_core.engine.events import BlankShown, DealEnded, Drew, Event, Scored
from piquet_core.engine.state import Call, DealState, Phase
from piquet_core.errors import CardError, IllegalAction, Span
from piquet_core.notation import AnswerWord, Line, MarkedCard
from piquet_core.notation.record import Item
from piquet_core.rules import RuleSet


class UnknownCard(Exception):
    def __init__(self, span: Span) -> None:
        self.span = span


def label_of(state: DealState) -> str:
    """Return the step id of the next decision, or *over* after the end of the deal.

    Before the first lead, elder may also name a suit (``ne``). The result is the step id of the
    lead even then.
    """
    phase = state.phase
    if phase is Phase.LEAD or phase is Phase.FOLLOW:
        assert state.seat is not None
        return f"t{sum(state.tricks) + 1}{state.seat.letter}"
    if label := _LABELS.get(phase):
        return label
    call = _call_at(state)
    letter = {"point": "p", "sequence": "s", "set": "q"}[call.kind] if call else ""
    # From the second on, calls and answers on a kind are numbered: p2e, p2y.
    word = str(call.word) if call and call.word > 1 else ""
    match phase:
        case Phase.DECLARE:
            return f"{letter}e"
        case Phase.REPLY:
            assert call is not None
            return f"m{word}y" if call.responses else f"{letter}{word}y"
        case Phase.ELDER_RAISE | Phase.YOUNGER_RECALL:
            assert call is not None
            assert state.seat is not None
            return f"{letter}{call.word + 1}{state.seat.letter}"
        case _:
            return "over"


# Labels of decisions that occur once in a deal.
_LABELS = {
    Phase.ELDER_BLANK: "ae",
    Phase.YOUNGER_BLANK: "ay",
    Phase.ELDER_REDEAL: "re",
    Phase.YOUNGER_REDEAL: "ry",
    Phase.ELDER_EXCHANGE: "xe",
    Phase.ELDER_LOOK: "le",
    Phase.YOUNGER_EXCHANGE: "xy",
    Phase.ELDER_LEAVES: "ve",
    Phase.YOUNGER_CHANGES: "vy",
    Phase.YOUNGER_LOOK: "ly",
    Phase.ELDER_COUNT: "ce",
    Phase.YOUNGER_COUNT: "cy",
    Phase.ELDER_DEMAND: "de",
}


def _call_at(state: DealState) -> Call | None:
    """Return the call that the next decision is about, or None before any call."""
    if not state.calls:
        return None
    return state.calls[state.reviewed if state.phase is Phase.YOUNGER_RECALL else -1]


def action_of(state: DealState, line: Line) -> Action:
    """Return the action that a line describes.

    Raises `IllegalAction` if another decision comes next.
    """
    label, seat = line.label, state.seat
    expected = label_of(state)
    naming = label == "ne" and state.phase is Phase.LEAD
    if seat is None:
        raise IllegalAction(f"{label}: the deal is over", "cards.majority")
    if label != expected and not naming:
        rule = _TURN_RULES.get(state.phase, "declare.order")
        if label[0] in "psq" and label[1:-1].isdecimal():
            rule = "call.raise-until" if label.endswith("e") else "reply.recall-until"
        raise IllegalAction(
            f"{label} is out of order: expected {expected} ({state.phase.value})", rule
        )
    first = line.items[0] if line.items else None
    match state.phase:
        case Phase.ELDER_EXCHANGE | Phase.YOUNGER_EXCHANGE | Phase.YOUNGER_CHANGES:
            try:
                return Exchange(seat=seat, discards=Hand.of(_cards(line)))
            except CardError as error:
                raise IllegalAction(str(error), f"exchange.{seat.name.lower()}-max") from None
        case Phase.ELDER_BLANK | Phase.YOUNGER_BLANK:
            exchanging = first if type(first) is int else 0
            return AnnounceBlank(seat=seat, declare=first is not False, exchanging=exchanging)
        case Phase.ELDER_LEAVES:
            return AnnounceCardsLeft(seat=seat, count=first if type(first) is int else 0)
        case Phase.ELDER_REDEAL | Phase.YOUNGER_REDEAL:
            return Redeal(seat=seat, wanted=first is True)
        case Phase.ELDER_LOOK | Phase.YOUNGER_LOOK | Phase.ELDER_DEMAND:
            return Look(seat=seat, look=first is True)
        case Phase.ELDER_RAISE | Phase.YOUNGER_RECALL if first is False:
            return LetStand(seat=seat)
        case Phase.REPLY if first is False:
            raise IllegalAction("there is no answer yet to confirm", "reply.recall-until")
        case Phase.DECLARE | Phase.ELDER_RAISE:
            held = first if isinstance(first, _HOLDINGS) else None
            return Declare(seat=seat, kind=state.calls[-1].kind, holding=held)
        case Phase.REPLY | Phase.YOUNGER_RECALL:
            call = _call_at(state)
            assert call is not None
            return Reply(seat=seat, kind=call.kind, response=response_of(state.rules, call, first))
        case Phase.ELDER_COUNT | Phase.YOUNGER_COUNT:
            counted = [item for item in line.items if isinstance(item, _HOLDINGS)]
            return Count(seat=seat, holdings=_in_order(state, counted))
        case _:
            if naming:
                assert isinstance(first, Suit)
                return NameSuit(seat=seat, suit=first)
            return Play(seat=seat, card=_cards(line)[0])


def response_of(rules: RuleSet, call: Call, said: object) -> Response:
    """Return the response that ``said``, an answer in a record, means for a call.

    Books use different words for a better holding, and different answers if elder calls nothing.
    Raises `IllegalAction` if the rule set does not allow the answer.
    """
    assert isinstance(said, AnswerWord)
    words = rules.choice("reply.words")
    if said is AnswerWord.BETTER and words.value != "better-equal":
        raise IllegalAction("“better” is not an answer under these rules: write not-good", words.id)
    if said is AnswerWord.EQUAL and call.declared is None and words.value != "not-good":
        return Response.GOOD
    return _ANSWERS[said]


_ANSWERS = {
    AnswerWord.GOOD: Response.GOOD,
    AnswerWord.EQUAL: Response.EQUAL,
    AnswerWord.NOT_GOOD: Response.NOT_GOOD,
    AnswerWord.BETTER: Response.NOT_GOOD,
}
_WORDS = {
    Response.GOOD: AnswerWord.GOOD,
    Response.EQUAL: AnswerWord.EQUAL,
    Response.NOT_GOOD: AnswerWord.NOT_GOOD,
}


def line_of(state: DealState, action: Action) -> Line:
    """Return the line that describes an action: the inverse of `action_of`."""
    items: tuple[Item, ...]
    label = label_of(state)
    match action:
        case Exchange():
            items = tuple(MarkedCard(card=card) for card in action.discards)
        case AnnounceBlank():
            items = (action.exchanging or True,) if action.declare else (False,)
        case AnnounceCardsLeft():
            items = (action.count,) if action.count else ()
        case Redeal():
            items = (action.wanted,)
        case Look():
            items = (action.look,)
        case Declare():
            items = () if action.holding is None else (action.holding,)
        case Reply():
            items = (_WORDS[action.response],)
        case LetStand():
            items = (False,)
        case Count():
            items = action.holdings
        case NameSuit():
            label, items = "ne", (action.suit,)
        case Play():
            items = (MarkedCard(card=action.card),)
    return Line(label=label, items=items)


_HOLDINGS = (PointHolding, SequenceHolding, SetHolding)
_TURN_RULES = {
    Phase.LEAD: "play.winner",
    Phase.FOLLOW: "play.winner",
    Phase.ELDER_RAISE: "call.raise-until",
    Phase.YOUNGER_RECALL: "reply.recall-until",
    Phase.YOUNGER_COUNT: "declare.younger-counts",
    Phase.ELDER_EXCHANGE: "exchange.elder-min",
    Phase.YOUNGER_EXCHANGE: "exchange.younger-min",
    Phase.ELDER_LEAVES: "blank.show",
    Phase.YOUNGER_CHANGES: "blank.show",
    Phase.ELDER_BLANK: "blank.announce",
    Phase.YOUNGER_REDEAL: "exchange.redeal",
}


def _cards(line: Line) -> list[Card]:
    found = []
    for item in line.items:
        assert isinstance(item, MarkedCard)
        if item.card is None:
            raise UnknownCard(item.span)
        found.append(item.card)
    return found


def _in_order(state: DealState, counted: list[Holding]) -> tuple[Holding, ...]:
    """Return counted holdings in the order that the engine expects, whatever their order in the record.

    The first holding of each kind stays first, because it was called, unless the rules allow
    counting more than was called.
    """
    kinds = {"point": PointHolding, "sequence": SequenceHolding, "set": SetHolding}
    order = [kinds[name] for name in state.rules.names("declare.order").value]
    given = tuple(sorted(counted, key=lambda one: order.index(type(one))))
    free = state.rules.flag("declare.above-called").value
    for count in legal_counts(state):
        same = Counter(given) == Counter(count.holdings)
        if same and (free or _leaders(count.holdings) == _leaders(given)):
            return count.holdings
    return given


def _leaders(held: tuple[Holding, ...]) -> list[Holding]:
    """Return the first holding of each kind from holdings that are grouped by kind."""
    return [one for i, one in enumerate(held) if i == 0 or type(one) is not type(held[i - 1])]


def span_of_error(line: Line, error: IllegalAction) -> Span:
    """Return the position of the word in a line that an error names.

    If the error names none, it is the position of the only word or of the label.
    """
    for item, span in zip(line.items, line.spans, strict=False):
        name = str(item.card) if isinstance(item, MarkedCard) else str(item)
        if name in str(error.args[0]).split(":")[0].split():
            return span
    single = line.spans[0] if len(line.spans) == 1 else None
    return single if single and not str(error.args[0]).startswith(line.label) else line.span


def split_events(id: str, events: tuple[Event, ...]) -> list[tuple[str, tuple[Event, ...]]]:
    """Split the events of an action into pairs (step id, events): the step itself and its consequences.

    The consequences are the proof of a carte blanche, younger's later draw, the last trick, the
    cards and the result. Cards that are scored at the seventh trick belong to the step of that
    trick. A capot that is scored in addition comes at the end.
    """
    groups: list[tuple[str, list[Event]]] = [(id, [])]
    ended = any(isinstance(event, DealEnded) for event in events)
    for event in events:
        name = ""
        if isinstance(event, BlankShown):
            name = f"b{event.seat.letter}"
        elif isinstance(event, Drew):
            name = "dy"
        elif isinstance(event, Scored) and event.rule == "play.last-trick":
            name = "last"
        elif isinstance(event, Scored) and event.reckon == "cards" and ended:
            name = "cards"
        elif isinstance(event, DealEnded):
            name = "result"
        if name and name != groups[-1][0]:
            groups.append((name, []))
        groups[-1][1].append(event)
    return [(name, tuple(group)) for name, group in groups]
