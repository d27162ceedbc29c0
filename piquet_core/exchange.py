"""The start of a deal: carte blanche, the two exchanges, and who may look at the talon."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from piquet_core.actions import Action, Exchange, Look
from piquet_core.cards import Hand
from piquet_core.errors import IllegalAction
from piquet_core.events import BlankAnnounced, Dealt, Event, Exchanged, Looked, Scored, Shown
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import is_blank
from piquet_core.seat import Seat
from piquet_core.state import Call, Deal, DealState, Phase

Outcome = tuple[DealState, tuple[Event, ...]]


def start(rules: RuleSet, deal: Deal) -> Outcome:
    """Return the first state of a deal and the events of dealing; raises `CardError`."""
    deal.check(rules)
    state = DealState(
        rules=rules,
        deal=deal,
        phase=Phase.ELDER_EXCHANGE,
        hands=(deal.elder, deal.younger),
        talon=deal.talon,
    )
    events: list[Event] = [
        Dealt(elder=deal.elder, younger=deal.younger, talon=deal.talon, rule="deal.hand")
    ]
    events += [
        BlankAnnounced(seat=seat, rule="blank.announce")
        for seat in Seat
        if is_blank(rules, deal.hand(seat))
    ]
    return state, tuple(events)


def legal_exchanges(state: DealState) -> Iterator[Exchange]:
    """Yield every exchange open to the seat on turn."""
    seat, least, most, _, _ = _limits(state)
    cards = tuple(state.hands[seat])
    for size in range(least, most + 1):
        for chosen in combinations(cards, size):
            mask = 0
            for card in chosen:
                mask |= 1 << card
            yield Exchange(seat=seat, discards=Hand(mask))


def apply_exchange(state: DealState, action: Action) -> Outcome:
    """Lay out, take in; then offer the look at what was left, or pass on."""
    assert isinstance(action, Exchange)
    seat, least, most, least_rule, most_rule = _limits(state)
    hand, discards, count = state.hands[seat], action.discards, len(action.discards)
    if not discards <= hand:
        raise IllegalAction(f"{discards - hand} is not in the hand", most_rule)
    if count < least:
        raise IllegalAction(f"{count} cards laid out, at least {least} must be", least_rule)
    if count > most:
        raise IllegalAction(f"{count} cards laid out, at most {most} may be", most_rule)
    drawn, rest = state.talon[:count], state.talon[count:]
    hands = _with(state.hands, seat, (hand - discards) | Hand.of(drawn))
    new = state.evolve(hands=hands, discards=_with(state.discards, seat, discards), talon=rest)
    exchanged = Exchanged(
        seat=seat, count=count, discards=discards, drawn=drawn, left=len(rest), rule=most_rule
    )
    # A carte blanche is proved once the adversary has discarded (blank.show).
    events = (exchanged, *_prove_blank(state, seat.other))
    if seat is Seat.ELDER:
        may_look, look, onward = _elder_share(new), Phase.ELDER_LOOK, Phase.YOUNGER_EXCHANGE
    else:
        may_look, look, onward = _younger_share(new), Phase.YOUNGER_LOOK, Phase.DECLARE
    if may_look:
        return new.evolve(phase=look), events
    return _enter(new, onward), events


def legal_looks(state: DealState) -> Iterator[Look]:
    """Yield the two choices of a player who may look at the talon."""
    seat = state.seat
    assert seat is not None
    yield Look(seat=seat, look=False)
    yield Look(seat=seat, look=True)


def apply_look(state: DealState, action: Action) -> Outcome:
    """Look at the cards one may see, or decline."""
    assert isinstance(action, Look)
    if state.phase is Phase.ELDER_LOOK:
        cards, rule, onward = _elder_share(state), "exchange.elder-look", Phase.YOUNGER_EXCHANGE
    elif state.phase is Phase.YOUNGER_LOOK:
        cards, rule, onward = _younger_share(state), "exchange.younger-look", Phase.DECLARE
    else:
        cards, rule = state.looked[Seat.YOUNGER], "exchange.look-exposes"
        onward = Phase.YOUNGER_COUNT if _younger_counts(state) else Phase.FOLLOW
        if state.led is None:
            onward = Phase.LEAD
    if not action.look:
        return _enter(state, onward), ()
    looked = _with(state.looked, action.seat, state.looked[action.seat] | cards)
    event = Looked(seat=action.seat, count=len(cards), cards=cards, rule=rule)
    return _enter(state.evolve(looked=looked), onward), (event,)


def _enter(state: DealState, phase: Phase) -> DealState:
    if phase is Phase.DECLARE:
        first = state.rules.names("declare.order").value[0]
        return state.evolve(phase=phase, calls=(Call(kind=first, declared=None),))
    return state.evolve(phase=phase)


def _limits(state: DealState) -> tuple[Seat, int, int, str, str]:
    """Return the seat that exchanges, its least and greatest number, and the rules of both."""
    rules = state.rules
    if state.phase is Phase.ELDER_EXCHANGE:
        least, most = rules.number("exchange.elder-min"), rules.number("exchange.elder-max")
        return Seat.ELDER, least.value, most.value, least.id, most.id
    least = rules.number("exchange.younger-min")
    return Seat.YOUNGER, least.value, len(state.talon), least.id, "exchange.younger-max"


def _elder_share(state: DealState) -> Hand:
    """The cards elder was entitled to take and left."""
    share = state.rules.number("exchange.elder-max").value
    taken = len(state.deal.talon) - len(state.talon)
    return Hand.of(state.deal.talon[taken:share])


def _younger_share(state: DealState) -> Hand:
    """The cards younger left and may look at: all, or only those below elder's share."""
    if state.rules.choice("exchange.younger-look").value == "all-left":
        return Hand.of(state.talon)
    share = state.rules.number("exchange.elder-max").value
    return Hand.of(state.talon) & Hand.of(state.deal.talon[share:])


def _younger_counts(state: DealState) -> bool:
    return any(call.winner is Seat.YOUNGER for call in state.calls)


def _prove_blank(state: DealState, seat: Seat) -> tuple[Event, ...]:
    hand = state.deal.hand(seat)
    if not is_blank(state.rules, hand):
        return ()
    points = state.rules.number("blank.points")
    return (
        Shown(seat=seat, cards=hand, rule="blank.show"),
        Scored(seat=seat, points=points.value, rule=points.id, reckon="blank", cards=hand),
    )


def _with(pair: tuple[Hand, Hand], seat: Seat, hand: Hand) -> tuple[Hand, Hand]:
    return (pair[0], hand) if seat else (hand, pair[1])
