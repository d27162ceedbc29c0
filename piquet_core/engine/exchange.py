"""The first part of a deal: carte blanche, the two exchanges, and looking at the talon.

The usual order is elder's exchange, elder's look, younger's exchange, younger's look. The order
changes if elder has a carte blanche and younger must discard before seeing it: younger lays out,
elder shows and exchanges, younger draws. In the older procedure, elder first names the number of
cards to exchange (the *pledge*). In the procedure of the clubs, elder announces, after younger has
laid out, how many cards will be left, if any. Younger may then change the discard.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from piquet_core.cards.cards import Card, Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import (
    Action,
    AnnounceBlank,
    AnnounceCardsLeft,
    Exchange,
    Look,
    Redeal,
)
from piquet_core.engine.events import (
    BlankAnnounced,
    BlankShown,
    CardsLeftAnnounced,
    Dealt,
    Drew,
    Event,
    Exchanged,
    LaidOut,
    Looked,
    RedealAnswered,
    RedealAsked,
    Scored,
)
from piquet_core.engine.exchange_limits import (
    UNPLEDGED,
    discardable_cards,
    elder_share,
    exchange_limits,
    younger_discards_first,
    younger_share,
)
from piquet_core.engine.raising import before_younger_plays
from piquet_core.engine.state import Deal, DealState, Phase, cached_call
from piquet_core.errors import IllegalAction
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import is_blank

Outcome = tuple[DealState, tuple[Event, ...]]

# Procedures in which elder's announcement names a number and younger then discards.
_PLEDGED = ("younger-discards-first", "draws-set-aside")


def start(rules: RuleSet, deal: Deal) -> Outcome:
    """Return a pair: the first state of a deal, and the events of dealing.

    Raises `CardError` if the deal is invalid.
    """
    deal.check(rules)
    announced = rules.choice("blank.announce").value
    elder, younger = (is_blank(rules, deal.hand(seat)) for seat in Seat)
    # A compulsory announcement is made at once, unless elder still has to name a number.
    told = announced != "optional" and rules.choice("blank.show").value not in _PLEDGED
    state = DealState(
        rules=rules,
        deal=deal,
        phase=Phase.ELDER_BLANK if elder and not told else Phase.ELDER_EXCHANGE,
        hands=(deal.elder, deal.younger),
        talon=deal.talon,
        blanks=(elder and told, younger and announced == "bound"),
    )
    if younger_discards_first(state):
        state = _before_younger(state)
    events: list[Event] = [
        Dealt(elder=deal.elder, younger=deal.younger, talon=deal.talon, rule="deal.hand")
    ]
    events += [
        BlankAnnounced(seat=seat, rule="blank.announce") for seat in Seat if state.blanks[seat]
    ]
    if state.blanks[Seat.ELDER] and rules.choice("blank.show").value == "at-once":
        events += _prove(state, Seat.ELDER)
    return state, tuple(events)


# -- carte blanche -------------------------------------------------------------------------------


def legal_announcements(state: DealState) -> Iterator[AnnounceBlank]:
    """Yield the choices of a player with a carte blanche: each possible announcement and, if allowed, silence."""
    rules = state.rules
    seat = Seat.ELDER if state.phase is Phase.ELDER_BLANK else Seat.YOUNGER
    if rules.choice("blank.announce").value == "optional":
        yield AnnounceBlank(seat=seat, declare=False)
    if seat is Seat.ELDER and rules.choice("blank.show").value in _PLEDGED:
        least, most = rules.number("exchange.elder-min"), rules.number("exchange.elder-max")
        for count in range(least.value, most.value + 1):
            yield AnnounceBlank(seat=seat, declare=True, exchanging=count)
    else:
        yield AnnounceBlank(seat=seat, declare=True)


def apply_announcement(state: DealState, action: Action) -> Outcome:
    """Announce a carte blanche or keep it secret. It is shown now or later, as the procedure requires."""
    assert isinstance(action, AnnounceBlank)
    if action not in legal_announcements(state):
        if not action.declare:
            raise IllegalAction("the carte blanche must be announced", "blank.announce")
        raise IllegalAction("this announcement of a carte blanche is not allowed", "blank.show")
    seat = action.seat
    following = Phase.ELDER_EXCHANGE if seat is Seat.ELDER else Phase.YOUNGER_EXCHANGE
    if not action.declare:
        return state.evolve(phase=following), ()
    new = state.evolve(blanks=seat.put(state.blanks, True), phase=following)
    events: list[Event] = [
        BlankAnnounced(seat=seat, rule="blank.announce", exchanging=action.exchanging)
    ]
    if seat is Seat.YOUNGER or state.rules.choice("blank.show").value == "at-once":
        events += _prove(new, seat)
    elif action.exchanging:
        new = _before_younger(new.evolve(pledge=action.exchanging))
    elif younger_discards_first(new):
        new = _before_younger(new)
    return new, tuple(events)


def legal_leaves(state: DealState) -> Iterator[AnnounceCardsLeft]:
    """Yield the numbers of cards left that elder may announce before showing a carte blanche; 0 is silence."""
    rules = state.rules
    most = rules.number("exchange.elder-max").value - rules.number("exchange.elder-min").value
    for count in range(most + 1):
        yield AnnounceCardsLeft(seat=Seat.ELDER, count=count)


def apply_leave(state: DealState, action: Action) -> Outcome:
    """Apply elder's announcement of the cards left.

    A number lets younger change the discard. After silence, elder shows the carte blanche.
    """
    assert isinstance(action, AnnounceCardsLeft)
    if action not in legal_leaves(state):
        raise IllegalAction(f"elder cannot leave {action.count} of his cards", "exchange.elder-min")
    said = CardsLeftAnnounced(seat=action.seat, count=action.count, rule="blank.show")
    if not action.count:
        return state.evolve(phase=Phase.ELDER_EXCHANGE), (said, *_prove(state, Seat.ELDER))
    pledge = state.rules.number("exchange.elder-max").value - action.count
    return state.evolve(phase=Phase.YOUNGER_CHANGES, pledge=pledge), (said,)


def _prove(state: DealState, seat: Seat) -> tuple[Event, ...]:
    """Return the events that show and score an announced carte blanche, or () if there is nothing to show."""
    if not state.blanks[seat] or state.proved[seat]:
        return ()
    hand, points = state.deal.hand(seat), state.rules.number("blank.points")
    if not state.counting_blanks[seat]:
        return (BlankShown(seat=seat, cards=hand, rule="blank.both"),)
    return (
        BlankShown(seat=seat, cards=hand, rule="blank.show"),
        Scored(seat=seat, points=points.value, rule=points.id, reckon="blank", cards=hand),
    )


# -- exchange ------------------------------------------------------------------------------------


def legal_exchanges(state: DealState) -> Iterator[Exchange]:
    """Yield every exchange open to the seat on turn."""
    seat, least, most, _, _ = exchange_limits(state)
    cards = tuple(discardable_cards(state))
    for size in range(least, most + 1):
        for chosen in combinations(cards, size):
            mask = 0
            for card in chosen:
                mask |= 1 << card
            yield Exchange(seat=seat, discards=Hand(mask))


def apply_exchange(state: DealState, action: Action) -> Outcome:
    """Lay out and draw cards. Then offer a look at the remaining cards, or continue the deal."""
    assert isinstance(action, Exchange)
    seat, least, most, least_rule, most_rule = exchange_limits(state)
    hand, discards, count = discardable_cards(state), action.discards, len(action.discards)
    if not discards <= hand:
        strange = discards - hand
        are = "is" if len(strange) == 1 else "are"
        raise IllegalAction(f"{strange} {are} not in the hand", most_rule)
    if count < least:
        raise IllegalAction(f"{count} cards laid out; at least {least} must be", least_rule)
    if count > most:
        raise IllegalAction(f"{count} cards laid out; at most {most} may be", most_rule)
    if seat is Seat.ELDER:
        return _elder_exchanges(state, discards, most_rule)
    if younger_discards_first(state):
        return _younger_lays_out(state, discards, most_rule)
    if state.pledge:
        return _younger_goes_first(state, discards, most_rule)
    new, drawn = _draw(state, seat, discards)
    exchanged = Exchanged(
        seat=seat,
        count=count,
        discards=discards,
        drawn=drawn,
        left=len(new.talon),
        rule=most_rule,
    )
    return _after_younger(new), (exchanged, *_late_proof(state, seat.other))


def _elder_exchanges(state: DealState, discards: Hand, rule: str) -> Outcome:
    new, drawn = _draw(state, Seat.ELDER, discards)
    exchanged = Exchanged(
        seat=Seat.ELDER,
        count=len(drawn),
        discards=discards,
        drawn=drawn,
        left=len(new.talon) + len(new.pending),
        rule=rule,
    )
    events: tuple[Event, ...] = (exchanged,)
    if _tells_late(new):
        new = new.evolve(blanks=Seat.YOUNGER.put(new.blanks, True))
        events += (BlankAnnounced(seat=Seat.YOUNGER, rule="blank.announce"),)
    events += _late_proof(new, Seat.YOUNGER)
    if elder_share(new):
        return new.evolve(phase=Phase.ELDER_LOOK), events
    new, more = _after_elder(new)
    return new, events + more


def _after_elder(state: DealState) -> Outcome:
    """Continue after elder's exchange and look: elder may ask for a new deal, or younger takes a turn."""
    if younger_discards_first(state):
        # If elder announced nothing and takes fewer than the maximum, younger may change the discard.
        return (
            (state.evolve(phase=Phase.YOUNGER_CHANGES), ())
            if elder_share(state) and not state.pledge
            else _younger_draws(state)
        )
    if state.pledge:
        return _younger_draws(state)
    if state.rules.choice("exchange.redeal").value == "elder-may-ask":
        return state.evolve(phase=Phase.ELDER_REDEAL), ()
    return _before_younger(state), ()


def _before_younger(state: DealState) -> DealState:
    """Return the state before younger's exchange, or before younger's choice to announce a carte blanche."""
    free = state.rules.choice("blank.announce").value == "optional"
    blank = free and is_blank(state.rules, state.deal.younger) and not state.blanks[Seat.YOUNGER]
    return state.evolve(phase=Phase.YOUNGER_BLANK if blank else Phase.YOUNGER_EXCHANGE)


def _younger_goes_first(state: DealState, discards: Hand, rule: str) -> Outcome:
    """Let younger lay out after elder's pledge, and draw now or after elder's exchange."""
    count, pledge = len(discards), state.pledge
    drawn = state.talon[pledge : pledge + count]
    rest = state.talon[:pledge] + state.talon[pledge + count :]
    left = len(state.deal.talon) - pledge - count
    hand = state.hands[Seat.YOUNGER] - discards
    events: list[Event]
    pending: tuple[Card, ...] = ()
    if state.rules.choice("blank.show").value == "draws-set-aside":
        hand |= Hand.of(drawn)
        events = [
            Exchanged(
                seat=Seat.YOUNGER, count=count, discards=discards, drawn=drawn, left=left, rule=rule
            )
        ]
    else:
        pending = drawn
        events = [LaidOut(seat=Seat.YOUNGER, count=count, discards=discards, rule=rule)]
    new = state.evolve(
        phase=Phase.ELDER_EXCHANGE,
        hands=Seat.YOUNGER.put(state.hands, hand),
        discards=Seat.YOUNGER.put(state.discards, discards),
        talon=rest,
        pending=pending,
    )
    return new, (*events, *_prove(new, Seat.ELDER))


def _younger_lays_out(state: DealState, discards: Hand, rule: str) -> Outcome:
    """Let younger lay out without drawing or, after elder's announcement or exchange, change the discard."""
    changing = state.phase is Phase.YOUNGER_CHANGES
    new = state.evolve(
        hands=Seat.YOUNGER.put(state.hands, discardable_cards(state) - discards),
        discards=Seat.YOUNGER.put(state.discards, discards),
    )
    laid = LaidOut(
        seat=Seat.YOUNGER, count=len(discards), discards=discards, rule=rule, changed=changing
    )
    if not changing:
        return new.evolve(phase=Phase.ELDER_LEAVES), (laid,)
    events: tuple[Event, ...] = () if discards == state.discards[Seat.YOUNGER] else (laid,)
    if state.proved[Seat.ELDER]:
        new, more = _younger_draws(new)
        return new, events + more
    return new.evolve(phase=Phase.ELDER_EXCHANGE), (*events, *_prove(new, Seat.ELDER))


def _younger_draws(state: DealState) -> Outcome:
    """Let younger draw as many cards as were laid out earlier, which ends the exchange."""
    younger = state.hands[Seat.YOUNGER]
    missing = len(state.deal.younger) - len(younger)
    if not missing:
        return _after_younger(state), ()
    drawn, rest = state.pending, state.talon
    if not drawn:
        drawn, rest = rest[:missing], rest[missing:]
    drew = Drew(
        seat=Seat.YOUNGER, count=missing, drawn=drawn, left=len(rest), rule="exchange.younger-max"
    )
    hands = Seat.YOUNGER.put(state.hands, younger | Hand.of(drawn))
    new = state.evolve(hands=hands, pending=(), talon=rest)
    return _after_younger(new), (drew,)


def _after_younger(state: DealState) -> DealState:
    """Let younger look at the remaining cards if that is allowed before the play, then begin the calls."""
    private = state.rules.choice("exchange.younger-look").value != "after-lead"
    if private and younger_share(state):
        return state.evolve(phase=Phase.YOUNGER_LOOK)
    return _begin_calls(state)


def _late_proof(state: DealState, seat: Seat) -> tuple[Event, ...]:
    """Return the events that show a seat's carte blanche after the opponent's discard, or () if none is due."""
    if state.rules.choice("blank.show").value == UNPLEDGED:
        return _prove(state, seat)
    # In every other procedure, younger proves a compulsory announcement at the same moment.
    bound = state.rules.choice("blank.announce").value != "optional"
    return _prove(state, seat) if seat is Seat.YOUNGER and bound else ()


def _tells_late(state: DealState) -> bool:
    """Return whether younger must now announce a carte blanche, kept secret until elder had drawn."""
    announced = state.rules.choice("blank.announce").value
    return announced == "bound-younger-may-wait" and is_blank(state.rules, state.deal.younger)


def _draw(state: DealState, seat: Seat, discards: Hand) -> tuple[DealState, tuple[Card, ...]]:
    """Return a pair: the state after a seat laid out ``discards`` and drew as many cards, and the cards drawn."""
    count = len(discards)
    drawn = state.talon[:count]
    hand = (state.hands[seat] - discards) | Hand.of(drawn)
    return state.evolve(
        hands=seat.put(state.hands, hand),
        discards=seat.put(state.discards, discards),
        talon=state.talon[count:],
    ), drawn


# -- a new deal ----------------------------------------------------------------------------------


def legal_redeals(state: DealState) -> Iterator[Redeal]:
    """Yield the two choices about a new deal: elder continues or asks, younger refuses or agrees."""
    seat = Seat.ELDER if state.phase is Phase.ELDER_REDEAL else Seat.YOUNGER
    yield Redeal(seat=seat, wanted=False)
    yield Redeal(seat=seat, wanted=True)


def apply_redeal(state: DealState, action: Action) -> Outcome:
    """Apply elder's request for a new deal or younger's answer. A new deal ends this one without a score."""
    assert isinstance(action, Redeal)
    rule = "exchange.redeal"
    if action.seat is Seat.YOUNGER:
        answered = RedealAnswered(seat=action.seat, agreed=action.wanted, rule=rule)
        if action.wanted:
            return state.evolve(phase=Phase.OVER), (answered,)
        return _before_younger(state), (answered,)
    if action.wanted:
        asked = RedealAsked(seat=action.seat, rule=rule)
        return state.evolve(phase=Phase.YOUNGER_REDEAL), (asked,)
    return _before_younger(state), ()


# -- looking at the talon ------------------------------------------------------------------------


def legal_looks(state: DealState) -> tuple[Look, Look]:
    """Return the two choices of a player who may look at cards: to decline, and to look."""
    assert state.seat is not None
    return _LOOKS[state.seat]


_LOOKS = {seat: (Look(seat=seat, look=False), Look(seat=seat, look=True)) for seat in Seat}


def apply_look(state: DealState, action: Action) -> Outcome:
    """Look at the cards that the player may see, or decline, and continue the deal."""
    assert isinstance(action, Look)
    if state.phase is Phase.ELDER_LOOK:
        new, events = _look(
            state, action, elder_share(state), "exchange.elder-look", (action.seat,)
        )
        new, more = _after_elder(new)
        return new, events + more
    if state.phase is Phase.YOUNGER_LOOK:
        open_to_both = state.rules.choice("exchange.younger-look").value in (
            "turned-up",
            "after-lead",
        )
        seats = (Seat.YOUNGER, Seat.ELDER) if open_to_both else (Seat.YOUNGER,)
        new, events = _look(state, action, younger_share(state), "exchange.younger-look", seats)
        return (before_younger_plays(new) if new.calls else _begin_calls(new)), events
    shown = state.looked[Seat.YOUNGER]
    new, events = _look(state, action, shown, "exchange.look-exposes", (action.seat,))
    return (new.evolve(phase=Phase.LEAD) if new.led is None else before_younger_plays(new)), events


def _look(
    state: DealState, action: Look, cards: Hand, rule: str, seats: tuple[Seat, ...]
) -> Outcome:
    if not action.look:
        return state, ()
    looked = state.looked
    for seat in seats:
        looked = seat.put(looked, looked[seat] | cards)
    events = tuple(Looked(seat=seat, count=len(cards), cards=cards, rule=rule) for seat in seats)
    return state.evolve(looked=looked), events


def _begin_calls(state: DealState) -> DealState:
    first = state.rules.names("declare.order").value[0]
    return state.evolve(phase=Phase.DECLARE, calls=(cached_call(first, None),))
