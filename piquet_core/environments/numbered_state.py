"""Decisions as numbers from 0 to 290, the same for every rule set.

| numbers | meaning |
|---|---|
| 0 to 35 | a card, at its index in `CARDS`: lay it out, or play it |
| 36 | no: end the exchange or the count; call nothing; let stand, do not look, do not announce |
| 37 | yes: announce a carte blanche, ask for or agree to a new deal, look |
| 38 to 49 | a number of cards, 1 to 12: exchanged with a carte blanche, or left |
| 50 to 52 | an answer: good, equal, not good |
| 53 to 56 | a suit to be named: spades, hearts, diamonds, clubs |
| 57 to 290 | a holding, at its place in `HOLDINGS`: call it, or count it |

An exchange takes a number for each card, in any order, and then 36. A count takes a number for each
holding, and then 36. Every other decision is one number.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from operator import index
from typing import Final

from piquet_core.cards.cards import CARDS, EMPTY, RANKS, SUITS, Card, Hand
from piquet_core.cards.combinations import Holding, PointHolding, SequenceHolding, SetHolding
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
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.exchange_limits import EXCHANGES, discardable_cards, exchange_limits
from piquet_core.engine.holdings import holding_kind
from piquet_core.engine.state import DealState, Phase
from piquet_core.errors import IllegalAction

HOLDINGS: Final[tuple[Holding, ...]] = (
    *(PointHolding(suit, size) for suit in SUITS for size in range(1, 10)),
    *(
        SequenceHolding(suit, size, top)
        for suit in SUITS
        for top in RANKS
        for size in range(1, top + 2)
    ),
    *(SetHolding(rank, size) for rank in RANKS for size in (3, 4)),
)
"""Every holding that a hand can have: points, sequences, then trios and quatorzes."""

NO: Final = 36
YES: Final = 37
FIRST_ANSWER: Final = 50
FIRST_SUIT: Final = 53
FIRST_HOLDING: Final = 57
ACTIONS: Final = FIRST_HOLDING + len(HOLDINGS)
"""Number of numbers."""
HOLDING_NUMBERS: Final = {held: FIRST_HOLDING + place for place, held in enumerate(HOLDINGS)}

_RESPONSES = tuple(Response)
_COUNTS = (Phase.ELDER_COUNT, Phase.YOUNGER_COUNT)
_IN_STEPS = (*EXCHANGES, *_COUNTS)
_BLANKS = (Phase.ELDER_BLANK, Phase.YOUNGER_BLANK)
_REDEALS = (Phase.ELDER_REDEAL, Phase.YOUNGER_REDEAL)
_STANDING = (Phase.ELDER_RAISE, Phase.YOUNGER_RECALL)


def numbers_of(action: Action) -> tuple[int, ...]:
    """Return the numbers of an action in the order in which they are chosen."""
    match action:
        case Play():
            return (int(action.card),)
        case Exchange():
            return (*map(int, action.discards), NO)
        case Count():
            return (*(HOLDING_NUMBERS[held] for held in action.holdings), NO)
        case Declare():
            return (NO if action.holding is None else HOLDING_NUMBERS[action.holding],)
        case Reply():
            return (FIRST_ANSWER + _RESPONSES.index(action.response),)
        case NameSuit():
            return (FIRST_SUIT + action.suit,)
        case Look():
            return (YES if action.look else NO,)
        case Redeal():
            return (YES if action.wanted else NO,)
        case AnnounceBlank():
            return (YES + action.exchanging if action.declare else NO,)
        case AnnounceCardsLeft():
            return (YES + action.count if action.count else NO,)
        case LetStand():
            return (NO,)


def describe(number: int) -> str:
    """Return a number of the table in words, as in a record: ``SA``, ``no``, ``not-good`` or ``6D``."""
    if number < len(CARDS):
        return str(CARDS[number])
    if number < FIRST_ANSWER:
        return {NO: "no", YES: "yes"}.get(number, str(number - YES))
    if number < FIRST_SUIT:
        return _RESPONSES[number - FIRST_ANSWER].word
    if number < FIRST_HOLDING:
        return SUITS[number - FIRST_SUIT].name.lower()
    return str(HOLDINGS[number - FIRST_HOLDING])


@dataclass(frozen=True)
class NumberedState:
    """State of a deal in which a decision is a number, and the numbers ``chosen`` of an unfinished decision."""

    state: DealState
    chosen: tuple[int, ...] = ()

    @property
    def seat(self) -> Seat | None:
        """Seat on turn, or None after the end of the deal."""
        return self.state.seat

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """Legal numbers of the seat on turn, or () after the end of the deal."""
        state, done = self.state, len(self.chosen)
        if state.phase in EXCHANGES:
            _, least, most, _, _ = exchange_limits(state)
            cards = discardable_cards(state) - self.laid_out if done < most else EMPTY
            return (*map(int, cards), *((NO,) if done >= least else ()))
        ways = map(numbers_of, legal_actions(state))
        if state.phase in _COUNTS:
            # A dictionary keeps the order: the full count first.
            return tuple({way[done]: 0 for way in ways if way[:done] == self.chosen})
        return tuple(way[0] for way in ways)

    @property
    def laid_out(self) -> Hand:
        """Cards chosen so far in an unfinished exchange."""
        return Hand.of(CARDS[number] for number in self.chosen if number < len(CARDS))

    @property
    def margin(self) -> int:
        """Elder's points less younger's so far, or 0 if the players have agreed to a new deal."""
        state = self.state
        if state.phase is Phase.OVER and not state.taken:
            return 0
        return state.score[0] - state.score[1]

    def after(self, number: int) -> NumberedState:
        """Return the state after a number is chosen.

        Raises `IllegalAction` with the id of the rule that forbids it, and `ValueError` for a
        number outside the table.
        """
        number = index(number)  # not a number type of another library
        if number != NO and self.state.phase in _IN_STEPS and number in self.legal:
            return replace(self, chosen=(*self.chosen, number))
        state, _ = apply(self.state, self.action(number))
        return NumberedState(state)

    def action(self, number: int) -> Action:
        """Return the action, legal or not, that a number completes here."""
        if not 0 <= number < ACTIONS:
            raise ValueError(f"{number} is not a decision: those are 0 to {ACTIONS - 1}")
        state, phase = self.state, self.state.phase
        seat = state.seat or Seat.ELDER  # after the end of the deal, `apply` refuses everything
        card = CARDS[number] if number < len(CARDS) else None
        held = HOLDINGS[number - FIRST_HOLDING] if number >= FIRST_HOLDING else None
        if phase in EXCHANGES and (card is not None or number == NO):
            return Exchange(seat=seat, discards=self._with(card))
        if phase in _COUNTS and (held or number == NO):
            chosen = tuple(HOLDINGS[one - FIRST_HOLDING] for one in self.chosen)
            return Count(seat=seat, holdings=(*chosen, held) if held else chosen)
        if card is not None:
            return Play(seat=seat, card=card)
        if held:
            return Declare(seat=seat, kind=holding_kind(held), holding=held)
        if number >= FIRST_SUIT:
            return NameSuit(seat=seat, suit=SUITS[number - FIRST_SUIT])
        if number >= FIRST_ANSWER:
            kind = state.calls[self._call].kind if state.calls else ""
            return Reply(seat=seat, kind=kind, response=_RESPONSES[number - FIRST_ANSWER])
        count = max(0, number - YES)
        if phase is Phase.ELDER_LEAVES:
            return AnnounceCardsLeft(seat=seat, count=count)
        if phase in _BLANKS or count:
            return AnnounceBlank(seat=seat, declare=number != NO, exchanging=count)
        if phase in _REDEALS:
            return Redeal(seat=seat, wanted=number == YES)
        if number == NO and phase is Phase.DECLARE:
            return Declare(seat=seat, kind=state.calls[-1].kind, holding=None)
        if number == NO and phase in _STANDING:
            return LetStand(seat=seat)
        return Look(seat=seat, look=number == YES)

    @property
    def _call(self) -> int:
        return self.state.reviewed if self.state.phase is Phase.YOUNGER_RECALL else -1

    def _with(self, card: Card | None) -> Hand:
        """Return the cards laid out so far and ``card``, which must not be among them."""
        laid = self.laid_out
        if card is None:
            return laid
        if card in laid:
            _, _, _, _, rule = exchange_limits(self.state)
            raise IllegalAction(f"{card} is laid out already", rule)
        return laid | Hand.of([card])
