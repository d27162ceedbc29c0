"""Views of a step for a seat. All hiding of cards happens here."""

from __future__ import annotations

from dataclasses import dataclass, replace

from piquet_core.cards.cards import EMPTY, SUITS, Card, Hand, Rank, Suit, pack
from piquet_core.cards.combinations import Holding, SetHolding
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import LetStand, Response
from piquet_core.engine.apply import apply
from piquet_core.engine.events import (
    Dealt,
    Declared,
    Drew,
    Event,
    Exchanged,
    LaidOut,
    Looked,
    Scored,
)
from piquet_core.engine.state import DealState, Phase, Trick
from piquet_core.notation import CardMark
from piquet_core.replay.steps import GameScore, RulePoints, Step, TotalCheck
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import called_number


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    """One side of the table: visible cards, and the number of hidden ones.

    ``drawn`` are the visible cards just drawn, and ``active`` the cards that the step is about.
    """

    seat: Seat
    cards: Hand
    hidden: int
    drawn: Hand
    active: Hand
    discards: Hand
    discards_hidden: int
    score: int
    tricks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickView:
    """Cards of the current or last trick, the lead first. ``winner`` is None until both cards are played."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallView:
    """Call and answers for one kind of combination. Size 0 means that elder called nothing.

    ``pips`` are the pips that elder named because both points had the same number of cards, or 0.
    """

    kind: str
    size: int
    rank: Rank | None
    responses: tuple[Response, ...]
    winner: Seat | None
    pips: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Everything needed to draw a step, for one seat or for a reader who sees both hands.

    ``talon`` has an entry for each position, top first: a card, or None if it is face down.
    ``share`` is the number of top cards that elder could take. ``talon_size`` is the number of
    cards dealt to the talon.
    """

    step: str
    seat: Seat | None
    hands: tuple[HandView, HandView]
    talon: tuple[Card | None, ...]
    talon_size: int
    share: int
    calls: tuple[CallView, ...]
    trick: TrickView | None
    score: tuple[int, int]
    events: tuple[Event, ...]
    marks: tuple[CardMark, ...]
    checks: tuple[TotalCheck, ...]
    points_by_rule: tuple[RulePoints, ...]
    game_score: GameScore | None
    comment: str
    over: bool
    rules: RuleSet


def observe(step: Step, seat: Seat | None) -> View:
    """Return the view of a step for a seat. With None as seat, both hands and the talon are visible."""
    state = step.state
    elder, younger = (_hand(step, side, seat) for side in Seat)
    return View(
        step=step.id,
        seat=seat,
        hands=(elder, younger),
        talon=tuple(
            card if seat is None or card in state.looked[seat] else None for card in state.talon
        ),
        talon_size=len(state.deal.talon),
        share=state.rules.number("exchange.elder-max").value,
        calls=_calls(state),
        trick=_trick(step),
        score=step.score,
        events=tuple(_mask(event, seat, state) for event in step.events),
        marks=tuple(card.mark for card in step.cards),
        checks=step.checks,
        points_by_rule=step.points_by_rule,
        game_score=step.game_score,
        comment=step.comment if seat is None else "",
        over=state.phase is Phase.OVER,
        rules=state.rules,
    )


def face_down_view(step: Step) -> View:
    """Return the view of a step with both hands and the talon face down."""
    view = observe(step, Seat.ELDER)
    elder, younger = (
        replace(
            hand,
            cards=EMPTY,
            hidden=len(step.state.hands[hand.seat]),
            drawn=EMPTY,
            active=EMPTY,
            discards=EMPTY,
            discards_hidden=len(step.state.discards[hand.seat]),
        )
        for hand in view.hands
    )
    return replace(
        view, hands=(elder, younger), talon=(None,) * len(view.talon), events=(), marks=()
    )


def _hand(step: Step, side: Seat, seat: Seat | None) -> HandView:
    state = step.state
    hand, discards = state.hands[side], state.discards[side]
    seen = seat is None or seat is side
    # A player knows the opponent's cards that were shown and not played since.
    cards = hand if seen else hand & state.shown[side]
    drawn = Hand.of(
        card
        for event in step.events
        if isinstance(event, (Exchanged, Drew)) and event.seat is side
        for card in event.drawn
    )
    active = EMPTY
    for event in step.events:
        if isinstance(event, Scored) and event.seat is side:
            active |= event.cards
        elif isinstance(event, Declared) and event.seat is side and event.holding and seen:
            active |= event.holding.cards(hand)
    return HandView(
        seat=side,
        cards=cards,
        hidden=len(hand) - len(cards),
        drawn=drawn & cards,
        active=active & cards,
        discards=discards if seen else EMPTY,
        discards_hidden=0 if seen else len(discards),
        score=step.score[side],
        tricks=state.tricks[side],
    )


def _calls(state: DealState) -> tuple[CallView, ...]:
    """Return the calls so far, without a call that elder has yet to make."""
    made = state.calls[:-1] if state.phase is Phase.DECLARE else state.calls
    # Use the hand at the time of the calls, because playing cards does not change the calls.
    hand = state.hands[Seat.ELDER] | _played(state.taken, state.leader, state.led, Seat.ELDER)
    return tuple(
        CallView(
            kind=call.kind,
            size=called_number(state.rules, hand, call.declared) if call.declared else 0,
            rank=call.declared.named_rank if call.declared else None,
            responses=call.responses,
            winner=call.winner,
            pips=call.pips,
        )
        for call in made
    )


def _trick(step: Step) -> TrickView | None:
    state = step.state
    if state.led is not None:
        return TrickView(leader=state.leader, cards=(state.led,), winner=None)
    if state.taken:
        last = state.taken[-1]
        return TrickView(leader=last.leader, cards=(last.led, last.followed), winner=last.winner)
    return None


def _mask(event: Event, seat: Seat | None, state: DealState) -> Event:
    """Return an event without the information that is hidden from ``seat``."""
    if seat is None:
        return event
    if isinstance(event, Dealt):
        return replace(
            event,
            elder=event.elder if seat is Seat.ELDER else EMPTY,
            younger=event.younger if seat is Seat.YOUNGER else EMPTY,
            talon=(),
        )
    if isinstance(event, Exchanged) and event.seat is not seat:
        return replace(event, discards=EMPTY, drawn=())
    if isinstance(event, LaidOut) and event.seat is not seat:
        return replace(event, discards=EMPTY)
    if isinstance(event, Drew) and event.seat is not seat:
        return replace(event, drawn=())
    if isinstance(event, Looked) and event.seat is not seat:
        return replace(event, cards=EMPTY)
    if isinstance(event, Declared) and event.seat is not seat:
        return replace(event, holding=None)
    if isinstance(event, Scored) and event.seat is not seat:
        # A trio names its rank, not its suits. Cards already played or shown are known. To the opponent,
        # four kings counted as three are a trio.
        known = state.shown[event.seat] | _played(state.taken, state.leader, state.led, event.seat)
        if isinstance(event.holding, SetHolding) and event.holding.size < 4:
            return replace(event, cards=event.cards & known)
    return event


def _played(tricks: tuple[Trick, ...], leader: Seat, led: Card | None, seat: Seat) -> Hand:
    mask = 1 << led if led is not None and leader is seat else 0
    for trick in tricks:
        mask |= 1 << (trick.led if trick.leader is seat else trick.followed)
    return Hand(mask)


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """Everything that a seat can know of a deal at one moment.

    ``theirs`` are cards known to be in the opponent's hand, because they were shown or were seen in
    the talon and then drawn. ``dealt_blank`` is the opponent's hand as dealt, if it was shown as a
    carte blanche; which of its cards were exchanged is unknown. ``unseen`` are the cards whose
    position the seat does not know. ``their_hidden``, ``their_discards`` and ``talon_hidden`` are
    the numbers of unknown cards in the opponent's hand, of the opponent's discards, and of cards of
    the talon that the seat has not seen. ``counted`` are the holdings that the opponent has
    counted, all of them named or shown. ``bonus`` is the seat that has made a pique or repique.
    """

    seat: Seat
    rules: str
    phase: Phase
    to_act: Seat | None
    hand: Hand
    discards: Hand
    looked: Hand
    theirs: Hand
    dealt_blank: Hand
    unseen: Hand
    their_hidden: int
    their_discards: int
    talon_hidden: int
    blanks: tuple[bool, bool]
    pledge: int
    calls: tuple[CallView, ...]
    counted: tuple[Holding, ...]
    named: Suit | None
    leader: Seat
    led: Card | None
    tricks: tuple[Trick, ...]
    score: tuple[int, int]
    bonus: Seat | None

    def played(self, seat: Seat) -> Hand:
        """Return the cards that a seat has played, including one on the table."""
        return _played(self.tricks, self.leader, self.led, seat)

    @property
    def void(self) -> tuple[Suit, ...]:
        """Suits that this seat led and the opponent did not follow."""
        failed = {
            trick.led.suit
            for trick in self.tricks
            if trick.leader is self.seat and trick.followed.suit is not trick.led.suit
        }
        return tuple(suit for suit in SUITS if suit in failed)

    @property
    def possible(self) -> Hand:
        """Cards that may be in the opponent's hand: known or unseen cards, except those of void suits."""
        cards = self.unseen | self.theirs
        for suit in self.void:
            cards -= cards.suit(suit)
        return cards


_UNTOLD = {
    Phase.ELDER_BLANK: Phase.ELDER_EXCHANGE,
    Phase.YOUNGER_BLANK: Phase.YOUNGER_EXCHANGE,
}


def _phase_told(state: DealState) -> Phase:
    """Return the phase as the player who is not on turn knows it.

    The options to raise a call, to take back an answer or to announce a carte blanche would reveal
    hidden cards.
    """
    while state.phase in (Phase.ELDER_RAISE, Phase.YOUNGER_RECALL):
        assert state.seat is not None
        state, _ = apply(state, LetStand(seat=state.seat))
    return _UNTOLD.get(state.phase, state.phase)


def knowledge_of(state: DealState, seat: Seat) -> Knowledge:
    """Return the knowledge of a seat in a state.

    The knowledge stays the same if cards that the seat cannot see are swapped with one another.
    """
    other = seat.other
    own, looked = state.hands[seat] | state.discards[seat], state.looked[seat]
    gone = 0 if state.led is None else 1 << state.led
    for trick in state.taken:
        gone |= 1 << trick.led | 1 << trick.followed
    played = Hand(gone)
    theirs = (state.shown[other] | looked) & state.hands[other]
    whole = pack(state.rules.number("pack.size").value)
    talon = Hand.of((*state.talon, *state.pending))
    return Knowledge(
        seat=seat,
        rules=state.rules.id,
        # The phase must not reveal that the opponent could announce a carte blanche.
        phase=state.phase if state.seat is seat else _phase_told(state),
        to_act=state.seat,
        hand=state.hands[seat],
        discards=state.discards[seat],
        looked=looked,
        theirs=theirs,
        dealt_blank=state.deal.hand(other) if state.proved[other] else EMPTY,
        unseen=whole - own - looked - played - theirs,
        their_hidden=len(state.hands[other] - theirs),
        their_discards=len(state.discards[other]),
        talon_hidden=len(talon - looked),
        blanks=state.blanks,
        pledge=state.pledge,
        calls=_calls(state),
        counted=state.counted if seat is Seat.YOUNGER else state.younger_counted,
        named=state.named,
        leader=state.leader,
        led=state.led,
        tricks=state.taken,
        score=state.score,
        bonus=state.bonus,
    )
