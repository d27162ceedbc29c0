"""The legal moves of the next decision as a list of choices, in words, with the reasons for refused moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from piquet_core.cards.card_names import suit_name
from piquet_core.cards.cards import Hand
from piquet_core.cards.combinations import Holding, PointHolding, SetHolding
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import (
    Action,
    AnnounceBlank,
    AnnounceCardsLeft,
    Count,
    Declare,
    LetStand,
    Look,
    NameSuit,
    Play,
    Redeal,
    Reply,
    Response,
)
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.declaration import true_reply
from piquet_core.engine.exchange_limits import (
    discardable_cards,
    elder_share,
    exchange_limits,
    younger_share,
)
from piquet_core.engine.holdings import best_holding, comparison_key, holdings
from piquet_core.engine.state import DealState, Phase
from piquet_core.errors import IllegalAction
from piquet_core.number_words import number_in_words
from piquet_core.replay.decisions import label_of
from piquet_core.replay.what_if import move_of
from piquet_core.rules import Answer
from piquet_core.rules.strategies import Key, holding_score, point_pips
from piquet_core.wording.call_texts import answer_word, holding_words

MOST_WORDED = 24
"""Maximum number of counts to list. A hand full of runs can be counted in hundreds of ways."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One choice: a move, its words, and the rule set's answer that refuses it, if it is illegal.

    ``card`` is the card to play or discard, -1 for other moves. ``holding`` is the holding to call, and
    ``worth`` the points of a call or count. ``aside`` marks a legal choice that is seldom wanted because it
    leaves something undeclared or uncounted. ``honest`` marks younger's truthful answer.
    """

    move: str
    words: str
    card: int = -1
    holding: Holding | None = None
    worth: int = 0
    aside: bool = False
    honest: bool = False
    refused: str = ""
    refusal: Answer[object] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """The next decision: the seat on turn, the question, and the possible answers.

    For an exchange, ``choices`` has a move for each card of the hand, and a complete move joins ``least`` to
    ``most`` of them with ``+``. Any other decision takes one of the choices. ``unlisted`` is the number of
    legal moves that are not listed. With ``yours``, the question and the refusals address the player.
    """

    seat: Seat
    step: str
    question: str
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1
    unlisted: int = 0
    yours: bool = False

    @property
    def several(self) -> bool:
        """Whether the player chooses a set of cards instead of one move."""
        return self.step in ("xe", "xy", "vy")


def choices(state: DealState, *, yours: bool = False) -> Choices | None:
    """Return the choices of the player on turn, or None after the deal. With ``yours``, they address the player."""
    seat = state.seat
    if seat is None:
        return None
    step = label_of(state)
    if state.phase in (Phase.ELDER_EXCHANGE, Phase.YOUNGER_EXCHANGE, Phase.YOUNGER_CHANGES):
        _, least, most, _, _ = exchange_limits(state)
        cards = tuple(
            Choice(move=str(card), words="", card=card) for card in discardable_cards(state)
        )
        how = f"exactly {least}" if least == most else f"{least} to {most}"
        now = " now" if state.phase is Phase.YOUNGER_CHANGES else ""
        return Choices(
            seat=seat,
            step=step,
            question=f"Which cards {'do you lay out (discard)' if yours else 'are laid out'}{now}? Choose {how}.",
            choices=cards,
            least=least,
            most=most,
            yours=yours,
        )
    actions: list[Action] = list(legal_actions(state))
    if state.phase in (Phase.LEAD, Phase.FOLLOW):
        legal = {action.card for action in actions if isinstance(action, Play)}
        actions += [Play(seat=seat, card=card) for card in state.hands[seat] if card not in legal]
    elif state.phase in (Phase.DECLARE, Phase.ELDER_RAISE):
        actions = _ranked(state, actions)
    elif state.phase is Phase.REPLY:
        kind, honest = state.calls[-1].kind, true_reply(state).response
        # Offer every answer, the honest one first. An answer that the cards do not allow has its reason.
        actions = [
            Reply(seat=seat, kind=kind, response=response)
            for response in sorted(Response, key=lambda one: one is not honest)
            # No holding can equal a call of nothing. A book that says "equal" there means "good".
            if not (response is Response.EQUAL and state.calls[-1].declared is None)
        ]
    counts = isinstance(actions[0], Count)
    if counts:  # the engine lists the complete count first
        actions = [
            actions[0],
            *sorted(actions[1:], key=partial(points_of_move, state), reverse=True),
        ]
    listed = actions[:MOST_WORDED] if counts else actions
    worded = [_choice(state, action, yours=yours) for action in listed]
    if state.phase is Phase.REPLY:
        worded[0] = replace(worded[0], honest=True)
    if state.phase in (Phase.DECLARE, Phase.ELDER_RAISE):
        worded = [
            replace(one, words=f"{one.words}{_pips_between(state, action, listed)}")
            for one, action in zip(worded, listed, strict=True)
        ]
    if counts and len(listed) > 1:
        less = len(listed) > 2
        rest = [
            replace(one, aside=less, words=_all_but(listed[0], action) or one.words)
            for one, action in zip(worded[1:], listed[1:], strict=True)
        ]
        worded = [replace(worded[0], words="count all"), *rest]
    return Choices(
        seat=seat,
        step=step,
        question=_question(state, _YOURS if yours else _QUESTIONS),
        choices=tuple(worded),
        unlisted=len(actions) - len(listed),
        yours=yours,
    )


def _all_but(whole: Action, action: Action) -> str:
    """Return words for a count that leaves out exactly one holding; "" if it leaves out none or several."""
    assert isinstance(whole, Count)
    assert isinstance(action, Count)
    out = [one for one in whole.holdings if one not in action.holdings]
    if len(out) != 1 or len(action.holdings) != len(whole.holdings) - 1:
        return ""
    return f"all but {'' if isinstance(out[0], SetHolding) else 'the '}{holding_words(out[0])}"


def _ranked(state: DealState, actions: Sequence[Action]) -> list[Action]:
    """Return elder's possible calls, the best first and the call of nothing last."""
    hand = state.hands[Seat.ELDER]

    def key(action: Action) -> Key:
        held = action.holding if isinstance(action, Declare) else None
        return comparison_key(state.rules, hand, held) if held else ()

    return sorted(actions, key=key, reverse=True)


def _pips_between(state: DealState, action: Action, others: Sequence[Action]) -> str:
    """Return the pips to add to the words for calling a point; "" unless the hand has another of equal length."""
    points = [
        one.holding
        for one in others
        if isinstance(one, Declare) and isinstance(one.holding, PointHolding)
    ]
    held = action.holding if isinstance(action, Declare) else None
    if not isinstance(held, PointHolding) or sum(one.size == held.size for one in points) < 2:
        return ""
    return f", {point_pips(state.rules, state.hands[action.seat], held)} pips"


def _is_aside(state: DealState, action: Action) -> bool:
    """Tell whether a call conceals a holding: a call of nothing, or of less than the player's best."""
    if not isinstance(action, Declare):
        return False
    whole = holdings(state.rules, state.hands[action.seat], action.kind)
    if not whole:
        return False
    most = max(one.size for one in whole)
    return action.holding not in whole or action.holding.size < most


def _choice(state: DealState, action: Action, *, yours: bool) -> Choice:
    refused, rule = "", ""
    try:
        apply(state, action)
    except IllegalAction as error:
        refused, rule = str(error.args[0]), error.rule
        if yours:
            refused = _refused_you(state, action) or refused
    return Choice(
        move=move_of(state, action),
        words=action_words(state, action),
        card=action.card if isinstance(action, Play) else -1,
        holding=action.holding if isinstance(action, Declare) else None,
        worth=points_of_move(state, action),
        aside=_is_aside(state, action),
        refused=refused,
        refusal=state.rules.answers[rule] if rule else None,
    )


def points_of_move(state: DealState, action: Action) -> int:
    """Return the points of a good call or of a count, or 0 for other moves."""
    match action:
        case Declare() if action.holding is not None:
            held: tuple[Holding, ...] = (action.holding,)
        case Count():
            held = action.holdings
        case _:
            return 0
    hand = state.hands[action.seat]
    return sum(holding_score(state.rules, hand, one)[0] for one in held)


def _refused_you(state: DealState, action: Action) -> str:
    """Return the reason why a move is refused, in the second person; "" if only the engine's reason exists."""
    match action:
        case Reply():
            replies = [one for one in legal_actions(state) if isinstance(one, Reply)]
            allowed = " or ".join(f"“{response_word(state, one.response)}”" for one in replies)
            said = response_word(state, action.response)
            return f"you cannot say “{said}”: {_held_words(state, action.kind)}. Say {allowed}"
        case Play() if state.led is not None:
            suit = suit_name(state.led.suit)
            return f"you must follow suit: {suit} were led, and you hold {suit}"
        case Play() if state.named is not None:
            return f"you said that you would lead {suit_name(state.named)}"
        case _:
            return ""


def _held_words(state: DealState, kind: str) -> str:
    """Return a clause that tells younger the best holding of a kind in the hand."""
    hand = state.hands[Seat.YOUNGER]
    held = best_holding(state.rules, hand, kind)
    if held is None:
        return f"you have no {_LEAST[kind]}"
    if isinstance(held, PointHolding):
        return f"your best is a {holding_words(held)}, {point_pips(state.rules, hand, held)} pips"
    return f"your best is {'' if kind == 'set' else 'a '}{holding_words(held)}"


_LEAST = {"point": "point", "sequence": "sequence", "set": "three of a kind"}
_QUESTIONS = {
    Phase.ELDER_BLANK: "Is the carte blanche announced?",
    Phase.YOUNGER_BLANK: "Is the carte blanche announced?",
    Phase.ELDER_LEAVES: "Does elder say that cards will be left?",
    Phase.ELDER_REDEAL: "Is a new deal asked for?",
    Phase.YOUNGER_REDEAL: "Is the new deal agreed to?",
    Phase.ELDER_DEMAND: "Ask to see what younger looked at?",
    Phase.REPLY: "What is the answer?",
    Phase.ELDER_RAISE: "Does the call stand, or is more called?",
    Phase.YOUNGER_RECALL: "Does the answer stand, or is it taken back?",
    Phase.ELDER_COUNT: "What is counted?",
    Phase.YOUNGER_COUNT: "What is counted?",
    Phase.LEAD: "Which card is led?",
    Phase.FOLLOW: "Which card is played?",
}


_YOURS = {
    Phase.ELDER_BLANK: "Do you announce the carte blanche?",
    Phase.YOUNGER_BLANK: "Do you announce the carte blanche?",
    Phase.ELDER_LEAVES: "Do you say, before you show your hand, that you leave cards?",
    Phase.ELDER_REDEAL: "Do you ask for a new deal?",
    Phase.YOUNGER_REDEAL: "Do you agree to the new deal?",
    Phase.ELDER_DEMAND: "Do you ask to see what younger looked at?",
    Phase.REPLY: "What do you answer?",
    Phase.ELDER_RAISE: "Does your call stand, or do you call more?",
    Phase.YOUNGER_RECALL: "Does your answer stand, or do you take it back?",
    Phase.ELDER_COUNT: "What do you count?",
    Phase.YOUNGER_COUNT: "What do you count?",
    Phase.LEAD: "Which card do you lead?",
    Phase.FOLLOW: "Which card do you play?",
}
# A player may look at the talon cards that he could have taken.
_SHARES = {Phase.ELDER_LOOK: elder_share, Phase.YOUNGER_LOOK: younger_share}


def _looked_at(state: DealState) -> Hand:
    """Return the talon cards that a player may look at or, for elder's demand, those that younger looked at."""
    share = _SHARES.get(state.phase)
    return share(state) if share else state.looked[Seat.YOUNGER]


_LOOKS = {Phase.ELDER_LOOK: "elder", Phase.YOUNGER_LOOK: "younger"}
_CALLED = {"point": "point", "sequence": "sequence", "set": "trio or quatorze"}


def _question(state: DealState, questions: Mapping[Phase, str]) -> str:
    if state.phase is Phase.DECLARE:
        kind = _CALLED[state.calls[-1].kind]
        return f"Which {kind} do you call?" if questions is _YOURS else f"Which {kind} is called?"
    if state.phase in _SHARES:
        left = len(_looked_at(state))
        cards = f"the {number_in_words(left)} {'card' if left == 1 else 'cards'}"
        if questions is _YOURS:
            return f"Do you look at {cards} that you left in the talon?"
        return f"Look at {cards} that {_LOOKS[state.phase]} left in the talon?"
    return questions[state.phase]


def response_word(state: DealState, response: Response) -> str:
    """Return the word for an answer to the current call."""
    call = state.calls[state.reviewed if state.phase is Phase.YOUNGER_RECALL else -1]
    word = answer_word(state.rules, response, to_none=call.declared is None)
    return word or ("I have one" if response is Response.NOT_GOOD else "I have none")


def action_words(state: DealState, action: Action) -> str:
    """Return the words of a call, an answer or another statement, or "" for an exchange and a card."""
    match action:
        case AnnounceBlank(declare=False):
            return "keep it quiet"
        case AnnounceBlank(exchanging=0):
            return "announce it"
        case AnnounceBlank():
            return f"announce it and exchange {action.exchanging}"
        case AnnounceCardsLeft(count=0):
            return "say nothing"
        case AnnounceCardsLeft():
            return f"leave {action.count}"
        case Redeal():
            return "yes" if action.wanted else "no"
        case Look():
            if action.look:
                return "look"
            return "leave it" if len(_looked_at(state)) == 1 else "leave them"
        case Declare():
            if action.holding:
                return holding_words(action.holding)
            held = best_holding(state.rules, state.hands[action.seat], action.kind)
            return "call nothing" if held else "nothing to call"
        case Reply():
            return response_word(state, action.response)
        case LetStand():
            return "let it stand"
        case Count():
            return ", ".join(holding_words(one) for one in action.holdings)
        case NameSuit():
            return f"name {suit_name(action.suit)} and ask to see younger’s cards"
        case _:
            return ""
