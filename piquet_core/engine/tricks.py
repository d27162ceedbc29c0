"""The twelve tricks: legal cards, winners, scores, and the end of the deal."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from piquet_core.cards.cards import SUIT_MASKS, Card, Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, NameSuit, Play
from piquet_core.engine.events import (
    DealEnded,
    Event,
    Looked,
    Played,
    Scored,
    SuitNamed,
    TrickTaken,
)
from piquet_core.engine.play_rules import play_rules as terms_of
from piquet_core.engine.raising import before_younger_plays
from piquet_core.engine.state import DealState, Phase, Trick
from piquet_core.errors import IllegalAction

Outcome = tuple[DealState, tuple[Event, ...]]


@cache
def _plays(seat: Seat, mask: int) -> tuple[Play, ...]:
    """Return an action for each card in ``mask``, which contains cards of one suit."""
    return tuple(Play(seat=seat, card=card) for card in Hand(mask))


def legal_leads(state: DealState) -> Iterable[Play | NameSuit]:
    """Return the legal leads. Where elder may see cards by naming a suit, the actions that name one come first."""
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


# The same few events recur, and creating one takes as long as everything else about a card.
@cache
def _played(seat: Seat, card: Card, trick: int, led: bool) -> Played:
    return Played(seat=seat, card=card, trick=trick, led=led)


@cache
def _taken(seat: Seat, trick: int) -> TrickTaken:
    return TrickTaken(seat=seat, trick=trick, rule="play.winner")


@cache
def _trick(leader: Seat, led: Card, followed: Card, winner: Seat) -> Trick:
    return Trick(leader=leader, led=led, followed=followed, winner=winner)


@lru_cache(maxsize=4096)
def _scored(seat: Seat, points: int, rule: str, reckon: str, mask: int) -> Scored:
    return Scored(seat=seat, points=points, rule=rule, reckon=reckon, cards=Hand(mask))


def apply_lead(state: DealState, action: Action) -> Outcome:
    """Lead a card, or name the suit to be led."""
    if isinstance(action, NameSuit):
        return _apply_name(state, action)
    assert isinstance(action, Play)
    card, seat, trick = action.card, action.seat, len(state.taken) + 1
    hands = _without(state, action)
    if trick == 1 and state.named is not None and card.suit is not state.named:
        raise IllegalAction(
            f"{card} cannot be led: elder named {state.named.name.lower()}", "exchange.look-exposes"
        )
    count = _Count(state, [_played(seat, card, trick, True)], state.tricks)
    count.card(seat, "play.lead", count.terms.lead, card)
    new = state.evolve(
        hands=hands, led=card, phase=Phase.FOLLOW, score=count.score, bonus=count.bonus
    )
    return _behind_first_lead(new) if trick == 1 else new, tuple(count.events)


def _behind_first_lead(state: DealState) -> DealState:
    """Return the state after elder's first lead: a player may look at cards, or younger goes on."""
    rules, seen = state.rules, state.looked[Seat.YOUNGER]
    if rules.choice("exchange.younger-look").value == "after-lead" and state.talon:
        return state.evolve(phase=Phase.YOUNGER_LOOK)
    on_demand = rules.choice("exchange.look-exposes").value == "elder-on-demand"
    if on_demand and seen and state.named is None:
        return state.evolve(phase=Phase.ELDER_DEMAND)
    return before_younger_plays(state)


def apply_follow(state: DealState, action: Action) -> Outcome:
    """Play a card to the lead and score the trick. After the last trick, end the deal."""
    assert isinstance(action, Play)
    assert state.led is not None
    led, card, seat, leader = state.led, action.card, action.seat, state.leader
    trick = len(state.taken) + 1
    hands = _without(state, action)
    same_suit = card.suit is led.suit
    if not same_suit and hands[seat].mask & SUIT_MASKS[led.suit]:
        raise IllegalAction(
            f"{card} does not follow suit: {led} was led, and the hand has that suit",
            "play.follow",
        )
    captured = same_suit and card > led
    winner = seat if captured else leader
    tricks = winner.put(state.tricks, state.tricks[winner] + 1)
    count = _Count(state, [_played(seat, card, trick, False), _taken(winner, trick)], tricks)
    terms = count.terms
    if captured:
        count.card(winner, "play.capture", terms.capture, card)
    else:
        count.card(winner, "play.lead-wins", terms.lead_wins, led)
    if terms.early and tricks[winner] == terms.majority:
        count.cards(winner)
    over = not hands[0].mask and not hands[1].mask
    if over:
        count.end(winner, card if captured else led)
    return state.evolve(
        hands=hands,
        led=None,
        leader=winner,
        tricks=tricks,
        taken=(*state.taken, _trick(leader, led, card, winner)),
        phase=Phase.OVER if over else Phase.LEAD,
        score=count.score,
        bonus=count.bonus,
    ), tuple(count.events)


def pique_by_first_lead(state: DealState) -> list[Event]:
    """Return the events of the pique that elder makes with the first lead, or [] if there is none."""
    count = _Count(state, [], state.tricks)
    count.pique(Seat.ELDER)
    return count.events


class _Count:
    """Running totals while a card is scored. Each score becomes an event."""

    __slots__ = ("bonus", "cards_counted", "events", "score", "state", "terms", "tricks")

    def __init__(self, state: DealState, events: list[Event], tricks: tuple[int, int]) -> None:
        self.state = state
        self.terms = terms_of(state.rules)
        self.events = events
        self.tricks = tricks
        self.score = state.score
        self.bonus = state.bonus
        self.cards_counted = False

    def card(self, seat: Seat, rule: str, points: int, card: Card) -> None:
        """Score a card under ``rule`` if cards of its rank count, and check for a pique."""
        if points and card.rank >= self.terms.lowest:
            self.add(seat, points, rule, "play", 1 << card)
            self.pique(seat)

    def cards(self, seat: Seat) -> None:
        """Score the cards (the majority of tricks) for the seat that has won them."""
        self.add(seat, self.terms.cards, "cards.points", "cards")
        self.cards_counted = True
        if self.terms.cards_toward_pique:
            self.pique(seat)

    @property
    def set_apart(self) -> tuple[int, int]:
        """Elder's and younger's points for the cards (the majority of tricks) that do not count towards a pique."""
        terms = self.terms
        if terms.cards_toward_pique or not terms.early:
            return (0, 0)
        tricks = self.tricks if self.cards_counted else self.state.tricks
        elder, younger = (terms.cards if taken >= terms.majority else 0 for taken in tricks)
        return elder, younger

    def end(self, last: Seat, winning: Card) -> None:
        """Score the last trick and the cards or the capot, and end the log.

        ``last`` is the winner of the last trick, and ``winning`` the card that won it.
        """
        terms, capot = self.terms, 0 in self.tricks
        if terms.last:
            kept = not capot or terms.last_in_capot
            if kept and winning.rank >= terms.last_lowest:
                self.add(last, terms.last, "play.last-trick", "play")
                self.pique(last)
        rule = "cards.divided"
        for seat in Seat:
            if self.tricks[seat] < terms.majority:
                continue
            rule = "capot.points" if capot else "cards.points"
            replaces = capot and terms.capot_replaces
            if not terms.early and not replaces:
                self.cards(seat)
            if capot:
                # A capot that replaces the cards adds only the difference if they were scored already.
                less = terms.cards if replaces and terms.early else 0
                self.add(seat, terms.capot - less, "capot.points", "cards")
        self.events.append(DealEnded(score=self.score, tricks=self.tricks, rule=rule))

    def add(self, seat: Seat, points: int, rule: str, reckon: str, mask: int = 0) -> None:
        """Add points to a seat's total and the matching event to the log."""
        self.events.append(_scored(seat, points, rule, reckon, mask))
        self.score = seat.put(self.score, self.score[seat] + points)

    def pique(self, seat: Seat) -> None:
        """Score a pique for ``seat`` if its last points make one.

        A kind that the opponent has won bars the pique even before it is counted, because
        combinations come before the play in the order of reckoning (`pique.bar`).
        """
        terms, other = self.terms, 1 - seat
        if (
            self.score[other]
            or self.bonus is not None
            or self.score[seat] - self.set_apart[seat] < terms.threshold
            or (seat is Seat.YOUNGER and not terms.younger_may)
            or any(call.winner is seat.other for call in self.state.calls)
        ):
            return
        if terms.unbroken and self.tricks[other]:
            return
        if terms.first_card_only and any(self.tricks):
            return
        self.bonus = seat
        self.add(seat, terms.pique, "pique.bonus", "play")


def _apply_name(state: DealState, action: NameSuit) -> Outcome:
    rule = "exchange.look-exposes"
    if not _may_name(state):
        raise IllegalAction(_why_none_is_named(state), rule)
    if not state.hands[action.seat].suit(action.suit):
        raise IllegalAction(
            f"{action.suit.name.lower()} cannot be named: elder holds none", "exchange.look-exposes"
        )
    named = SuitNamed(seat=action.seat, suit=action.suit, rule=rule)
    if state.rules.choice(rule).value == "elder-on-demand":
        return state.evolve(named=action.suit, phase=Phase.ELDER_DEMAND), (named,)
    # Under this rule, elder names a suit only in order to look.
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
    """Return both hands without the played card.

    Raises `IllegalAction` if the player does not have it.
    """
    own, bit = state.hands[action.seat].mask, 1 << action.card
    if not own & bit:
        raise IllegalAction(f"{action.card} is not in the hand", "play.follow")
    return action.seat.put(state.hands, Hand(own ^ bit))
