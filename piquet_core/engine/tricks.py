"""The twelve tricks: what may be played, who takes it, what it scores, and the end of the deal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from piquet_core.engine.actions import Action, NameSuit, Play
from piquet_core.engine.events import DealEnded, Event, Looked, Named, Played, Scored, TrickTaken
from piquet_core.engine.second_word import before_first_card
from piquet_core.engine.state import DealState, Phase, Trick
from piquet_core.errors import IllegalAction
from piquet_core.pack.cards import EMPTY, SUIT_MASKS, Card, Hand, Rank
from piquet_core.pack.seat import Seat
from piquet_core.rules.answer import Answer

Outcome = tuple[DealState, tuple[Event, ...]]


@cache
def _plays(seat: Seat, mask: int) -> tuple[Play, ...]:
    """Return a play of each card in the mask of one suit."""
    return tuple(Play(seat=seat, card=card) for card in Hand(mask))


def legal_leads(state: DealState) -> Iterable[Play | NameSuit]:
    """Return the cards that may be led; before them the suits to name, if elder may ask to see cards."""
    seat = state.leader
    mask = state.hands[seat].mask
    named: tuple[NameSuit, ...] = ()
    if not state.taken:
        if _may_name(state):
            suits = sorted({card.suit for card in state.hands[seat]})
            named = tuple(NameSuit(seat=seat, suit=suit) for suit in suits)
        if state.named is not None:
            mask &= SUIT_MASKS[state.named]
    plays: tuple[Play, ...] = ()
    for suit in SUIT_MASKS:
        if mask & suit:
            plays += _plays(seat, mask & suit)
    return named + plays


def legal_follows(state: DealState) -> Iterable[Play]:
    """Return the cards that may be played to the lead."""
    assert state.led is not None
    seat = state.leader.other
    mask = state.hands[seat].mask
    in_suit = mask & SUIT_MASKS[state.led.suit]
    if in_suit:
        return _plays(seat, in_suit)
    plays: tuple[Play, ...] = ()
    for suit in SUIT_MASKS:
        if mask & suit:
            plays += _plays(seat, mask & suit)
    return plays


def apply_lead(state: DealState, action: Action) -> Outcome:
    """Lead a card, or name the suit to be led."""
    if isinstance(action, NameSuit):
        return _apply_name(state, action)
    assert isinstance(action, Play)
    card, seat, trick = action.card, action.seat, len(state.taken) + 1
    hands = _without(state, action)
    if trick == 1 and state.named is not None and card.suit is not state.named:
        raise IllegalAction(
            f"{card} is led, but {state.named.name.lower()} were named", "exchange.look-exposes"
        )
    events: list[Event] = [Played(seat=seat, card=card, trick=trick, led=True)]
    count = _Count(state, events, state.tricks)
    count.card(seat, "play.lead", card)
    new = state.evolve(
        hands=hands, led=card, phase=Phase.FOLLOW, score=count.score, bonus=count.bonus
    )
    return _behind_first_lead(new) if trick == 1 else new, tuple(events)


def _behind_first_lead(state: DealState) -> DealState:
    """Go on to whatever comes between elder's first lead and younger's first card."""
    rules, seen = state.rules, state.looked[Seat.YOUNGER]
    if rules.choice("exchange.younger-look").value == "after-lead" and state.talon:
        return state.evolve(phase=Phase.YOUNGER_LOOK)
    on_demand = rules.choice("exchange.look-exposes").value == "elder-on-demand"
    if on_demand and seen and state.named is None:
        return state.evolve(phase=Phase.ELDER_DEMAND)
    return before_first_card(state)


def apply_follow(state: DealState, action: Action) -> Outcome:
    """Play to the lead, settle the trick and, after the twelfth, the deal."""
    assert isinstance(action, Play)
    assert state.led is not None
    led, card, seat, leader = state.led, action.card, action.seat, state.leader
    trick = len(state.taken) + 1
    hands = _without(state, action)
    same_suit = card.suit is led.suit
    if not same_suit and hands[seat].mask & SUIT_MASKS[led.suit]:
        raise IllegalAction(
            f"{card} does not follow the suit of {led}, which is held", "play.follow"
        )
    captured = same_suit and card > led
    winner = seat if captured else leader
    tricks = winner.put(state.tricks, state.tricks[winner] + 1)
    events: list[Event] = [
        Played(seat=seat, card=card, trick=trick, led=False),
        TrickTaken(seat=winner, trick=trick, rule="play.winner"),
    ]
    count = _Count(state, events, tricks)
    if captured:
        count.card(winner, "play.capture", card)
    else:
        count.card(winner, "play.lead-wins", led)
    early = state.rules.choice("cards.when").value == "seventh-trick"
    if early and tricks[winner] == state.rules.number("cards.majority").value:
        count.cards(winner)
    over = not hands[0].mask and not hands[1].mask
    if over:
        count.end(winner, card if captured else led, cards_counted=early)
    return state.evolve(
        hands=hands,
        led=None,
        leader=winner,
        tricks=tricks,
        taken=(*state.taken, Trick(leader=leader, led=led, followed=card, winner=winner)),
        phase=Phase.OVER if over else Phase.LEAD,
        score=count.score,
        bonus=count.bonus,
    ), tuple(events)


def pique_by_first_lead(state: DealState) -> list[Event]:
    """Return the pique that elder makes with the first card led, if he makes one."""
    count = _Count(state, [], state.tricks)
    count.pique(Seat.ELDER)
    return count.events


class _Count:
    """The running totals while a card is settled; what it counts goes into the log."""

    __slots__ = ("bonus", "cards_counted", "events", "rules", "score", "state", "tricks")

    def __init__(self, state: DealState, events: list[Event], tricks: tuple[int, int]) -> None:
        self.state = state
        self.rules = state.rules
        self.events = events
        self.tricks = tricks
        self.score = state.score
        self.bonus = state.bonus
        self.cards_counted = False

    def card(self, seat: Seat, rule: str, card: Card) -> None:
        """Count what a rule gives for a card, if cards of its rank count."""
        points = self.rules.number(rule)
        if points.value and (card.rank >= Rank.TEN or self.rules.flag("play.low-cards").value):
            self.add(seat, points, "play", Hand(1 << card))
            self.pique(seat)

    def cards(self, seat: Seat) -> None:
        """Score the cards for the seat that has won them."""
        self.add(seat, self.rules.number("cards.points"), "cards", EMPTY)
        self.cards_counted = True
        if self.rules.flag("cards.toward-pique").value:
            self.pique(seat)

    def capot(self, seat: Seat, *, ten: bool) -> None:
        """Score the capot, or what is left of it if it replaces a ten that was scored already."""
        points = self.rules.number("capot.points")
        if ten:
            less = points.value - self.rules.number("cards.points").value
            points = replace(points, value=less)
        self.add(seat, points, "cards", EMPTY)

    @property
    def set_apart(self) -> tuple[int, int]:
        """Return how much of the totals does not count towards a pique: the cards, if scored early."""
        rules = self.rules
        if rules.flag("cards.toward-pique").value or rules.choice("cards.when").value == "end":
            return (0, 0)
        points, majority = rules.number("cards.points").value, rules.number("cards.majority").value
        tricks = self.tricks if self.cards_counted else self.state.tricks
        elder, younger = (points if taken >= majority else 0 for taken in tricks)
        return elder, younger

    def end(self, last: Seat, winning: Card, *, cards_counted: bool) -> None:
        """Score the last trick, the cards or the capot, and close the log."""
        rules, capot = self.rules, 0 in self.tricks
        point = rules.number("play.last-trick")
        if point.value:
            kept = not capot or rules.flag("play.last-trick-capot").value
            high = winning.rank >= Rank.TEN or rules.flag("play.last-trick-low").value
            if kept and high:
                self.add(last, point, "play", EMPTY)
                self.pique(last)
        majority = rules.number("cards.majority").value
        rule = "cards.divided"
        for seat in Seat:
            if self.tricks[seat] < majority:
                continue
            rule = "capot.points" if capot else "cards.points"
            replaces = capot and rules.choice("capot.mode").value == "replaces-cards"
            if not cards_counted and not replaces:
                self.cards(seat)
            if capot:
                self.capot(seat, ten=replaces and cards_counted)
        self.events.append(DealEnded(score=self.score, tricks=self.tricks, rule=rule))

    def add(self, seat: Seat, points: Answer[int], reckon: str, cards: Hand) -> None:
        """Add points to a total and an event to the log."""
        self.events.append(
            Scored(seat=seat, points=points.value, rule=points.id, reckon=reckon, cards=cards)
        )
        self.score = seat.put(self.score, self.score[seat] + points.value)

    def pique(self, seat: Seat) -> None:
        """Add the pique if the points just scored make one.

        A kind that the other player has won bars it even before he has counted it: combinations come
        before the play in the order of reckoning (`pique.bar`).
        """
        rules, other = self.rules, seat.other
        if (
            self.score[seat] - self.set_apart[seat] < rules.number("pique.threshold").value
            or self.score[other]
            or self.bonus is not None
            or (seat and rules.choice("pique.seat").value == "elder")
            or any(call.winner is other for call in self.state.calls)
        ):
            return
        unbroken = rules.has("pique.unbroken") and rules.flag("pique.unbroken").value
        if unbroken and self.tricks[other]:
            return
        first = sum(self.tricks) == 0
        if rules.choice("pique.within").value == "first-card" and not first:
            return
        self.bonus = seat
        self.add(seat, rules.number("pique.bonus"), "play", EMPTY)


def _apply_name(state: DealState, action: NameSuit) -> Outcome:
    rule = "exchange.look-exposes"
    if not _may_name(state):
        raise IllegalAction(_why_none_is_named(state), rule)
    if not state.hands[action.seat].suit(action.suit):
        raise IllegalAction(
            f"{action.suit.name.lower()} cannot be named: none is held", "exchange.look-exposes"
        )
    named = Named(seat=action.seat, suit=action.suit, rule=rule)
    if state.rules.choice(rule).value == "elder-on-demand":
        return state.evolve(named=action.suit, phase=Phase.ELDER_DEMAND), (named,)
    # Where naming a suit buys the look, he has named one in order to see.
    cards = Hand.of(state.talon)
    seen = Looked(seat=action.seat, count=len(cards), cards=cards, rule=rule)
    looked = action.seat.put(state.looked, state.looked[action.seat] | cards)
    return state.evolve(named=action.suit, looked=looked), (named, seen)


def _may_name(state: DealState) -> bool:
    if state.taken or state.led is not None or state.named is not None:
        return False
    value = state.rules.choice("exchange.look-exposes").value
    if value == "elder-on-demand":
        return bool(state.looked[Seat.YOUNGER])
    return value == "elder-on-naming" and bool(state.talon)


def _why_none_is_named(state: DealState) -> str:
    if state.taken or state.led is not None:
        return "a suit is named only before the first lead, to see cards left"
    if state.named is not None:
        return f"a suit is named once, and {state.named.name.lower()} were"
    match state.rules.choice("exchange.look-exposes").value:
        case "elder-on-demand":
            return "there is nothing to see by naming a suit: younger has looked at no card"
        case "elder-on-naming":
            return "there is nothing to see by naming a suit: no card is left"
        case _:
            return "naming a suit shows nothing by these rules, so none is named"


def _without(state: DealState, action: Play) -> tuple[Hand, Hand]:
    """Return both hands without the card played; it must be in the hand."""
    own, bit = state.hands[action.seat].mask, 1 << action.card
    if not own & bit:
        raise IllegalAction(f"{action.card} is not in the hand", "play.follow")
    return action.seat.put(state.hands, Hand(own ^ bit))
