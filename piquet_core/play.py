"""The twelve tricks: what may be played, who takes it, what it scores, and the end of the deal."""

from __future__ import annotations

from collections.abc import Iterator

from piquet_core.actions import Action, NameSuit, Play
from piquet_core.cards import Card, Hand, Rank
from piquet_core.errors import IllegalAction
from piquet_core.events import DealEnded, Event, Named, Played, Scored, TrickTaken
from piquet_core.rules.ruleset import Answer
from piquet_core.seat import Seat
from piquet_core.state import DealState, Phase, Trick

Outcome = tuple[DealState, tuple[Event, ...]]
NOTHING = Hand()


def legal_leads(state: DealState) -> Iterator[Play | NameSuit]:
    """Yield the cards that may be led; first, to elder who may ask to see cards, naming a suit."""
    seat = state.leader
    hand = state.hands[seat]
    if _may_name(state):
        for suit in sorted({card.suit for card in hand}):
            yield NameSuit(seat=seat, suit=suit)
    if state.named is not None and not sum(state.tricks):
        hand = hand.suit(state.named)
    for card in hand:
        yield Play(seat=seat, card=card)


def legal_follows(state: DealState) -> Iterator[Play]:
    """Yield the cards that may be played to the lead."""
    assert state.led is not None
    seat = state.leader.other
    hand = state.hands[seat]
    for card in hand.suit(state.led.suit) or hand:
        yield Play(seat=seat, card=card)


def apply_lead(state: DealState, action: Action) -> Outcome:
    """Lead a card, or name the suit to be led."""
    if isinstance(action, NameSuit):
        return _apply_name(state, action)
    assert isinstance(action, Play)
    _check_held(state, action)
    if state.named is not None and not sum(state.tricks) and action.card.suit is not state.named:
        raise IllegalAction(
            f"{action.card} is led, but {state.named.name.lower()} were named",
            "exchange.look-exposes",
        )
    trick = sum(state.tricks) + 1
    events: list[Event] = [Played(seat=action.seat, card=action.card, trick=trick, led=True)]
    new = state.evolve(hands=_without(state, action), led=action.card, phase=Phase.FOLLOW)
    new = _score(new, events, action.seat, state.rules.number("play.lead"), action.card)
    if trick == 1:
        exposed = state.looked[Seat.YOUNGER]
        if any(call.winner is Seat.YOUNGER for call in state.calls):
            new = new.evolve(phase=Phase.YOUNGER_COUNT)
        if exposed and not exposed <= state.looked[Seat.ELDER] and state.named is None:
            new = new.evolve(phase=Phase.ELDER_DEMAND)
    return new, tuple(events)


def apply_follow(state: DealState, action: Action) -> Outcome:
    """Play to the lead, settle the trick and, after the twelfth, the deal."""
    assert isinstance(action, Play)
    assert state.led is not None
    _check_held(state, action)
    led = state.led
    if action.card.suit is not led.suit and state.hands[action.seat].suit(led.suit):
        raise IllegalAction(
            f"{action.card} does not follow the suit of {led}, which is held", "play.follow"
        )
    trick = sum(state.tricks) + 1
    events: list[Event] = [Played(seat=action.seat, card=action.card, trick=trick, led=False)]
    captured = action.card.suit is led.suit and action.card.rank > led.rank
    winner = action.seat if captured else state.leader
    new = state.evolve(
        hands=_without(state, action),
        led=None,
        leader=winner,
        tricks=(
            state.tricks[0] + (winner is Seat.ELDER),
            state.tricks[1] + (winner is Seat.YOUNGER),
        ),
        taken=(
            *state.taken,
            Trick(leader=state.leader, led=led, followed=action.card, winner=winner),
        ),
        phase=Phase.LEAD,
    )
    events.append(TrickTaken(seat=winner, trick=trick, rule="play.winner"))
    if captured:
        new = _score(new, events, winner, state.rules.number("play.capture"), action.card)
    if not new.hands[0] and not new.hands[1]:
        new = _finish(new, events, winner)
    return new, tuple(events)


def _finish(state: DealState, events: list[Event], last: Seat) -> DealState:
    """Score the last trick, then the cards or the capot, and end the deal."""
    rules, capot = state.rules, 0 in state.tricks
    if not capot or rules.flag("play.last-trick-capot").value:
        state = _score(state, events, last, rules.number("play.last-trick"), None)
    majority = rules.number("cards.majority").value
    for seat in Seat:
        if state.tricks[seat] >= majority:
            points = rules.number("capot.points" if capot else "cards.points")
            events.append(_scored(seat, points, "cards", NOTHING))
            state = _add(state, seat, points.value)
    events.append(DealEnded(score=state.score, tricks=state.tricks, rule="cards.divided"))
    return state.evolve(phase=Phase.OVER)


def _score(
    state: DealState, events: list[Event], seat: Seat, points: Answer[int], card: Card | None
) -> DealState:
    """Score points of play, and the pique if they make one."""
    rules = state.rules
    if card is not None and card.rank < Rank.TEN and not rules.flag("play.low-cards").value:
        return state
    if not points.value:
        return state
    cards = NOTHING if card is None else Hand(1 << card)
    events.append(_scored(seat, points, "play", cards))
    state = _add(state, seat, points.value)
    if _is_pique(state, seat):
        bonus = rules.number("pique.bonus")
        events.append(_scored(seat, bonus, "play", NOTHING))
        state = _add(state, seat, bonus.value).evolve(bonus=seat)
    return state


def _is_pique(state: DealState, seat: Seat) -> bool:
    """Tell whether points of play have just brought elder to the count of a pique.

    A kind that is younger's bars it before he has counted it: combinations come before play in
    the order of reckoning (`pique.bar`).
    """
    return (
        seat is Seat.ELDER
        and state.bonus is None
        and state.score[seat] >= state.rules.number("pique.threshold").value
        and not state.score[seat.other]
        and not any(call.winner is seat.other for call in state.calls)
    )


def _scored(seat: Seat, points: Answer[int], reckon: str, cards: Hand) -> Scored:
    return Scored(seat=seat, points=points.value, rule=points.id, reckon=reckon, cards=cards)


def _add(state: DealState, seat: Seat, points: int) -> DealState:
    elder, younger = state.score
    return state.evolve(score=(elder, younger + points) if seat else (elder + points, younger))


def _apply_name(state: DealState, action: NameSuit) -> Outcome:
    if not _may_name(state):
        raise IllegalAction(
            "a suit is named only before the first lead, to see cards younger looked at",
            "exchange.look-exposes",
        )
    if not state.hands[action.seat].suit(action.suit):
        raise IllegalAction(
            f"{action.suit.name.lower()} cannot be named: none is held", "exchange.look-exposes"
        )
    event = Named(seat=action.seat, suit=action.suit, rule="exchange.look-exposes")
    return state.evolve(named=action.suit, phase=Phase.ELDER_DEMAND), (event,)


def _may_name(state: DealState) -> bool:
    return bool(
        not sum(state.tricks)
        and state.led is None
        and state.named is None
        and state.looked[Seat.YOUNGER]
    )


def _check_held(state: DealState, action: Play) -> None:
    if action.card not in state.hands[action.seat]:
        raise IllegalAction(f"{action.card} is not in the hand", "play.follow")


def _without(state: DealState, action: Play) -> tuple[Hand, Hand]:
    elder, younger = state.hands
    card = Hand(1 << action.card)
    return (elder, younger - card) if action.seat else (elder - card, younger)
