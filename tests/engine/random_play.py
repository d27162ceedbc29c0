"""Test helpers: deals constructed from final hands, and random play."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import Path

from piquet_core.cards.cards import (
    EMPTY,
    SUITS,
    Card,
    Hand,
    Rank,
    Suit,
    card,
    pack,
    parse_card,
    parse_hand,
)
from piquet_core.cards.combinations import (
    Holding,
    PointHolding,
    SequenceHolding,
    SetHolding,
    parse_holding,
)
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import (
    Action,
    AnnounceBlank,
    Count,
    Declare,
    Exchange,
    LetStand,
    NameSuit,
    Play,
    Reply,
    Response,
)
from piquet_core.engine.apply import apply, legal_actions, start
from piquet_core.engine.events import Event, RepiqueBarred, Scored
from piquet_core.engine.state import Deal, DealState, Phase, shuffled_deal
from piquet_core.notation import Record, loads
from piquet_core.rules import RuleSet, load_ruleset

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "tests" / "records"
DEALS = ROOT / "docs" / "deals"
ALL_RECORDS = tuple(sorted([*DEALS.glob("*.piquet"), *RECORDS.glob("*.piquet")]))
AB = DEALS / "hoyle1909-ab.piquet"
RULES = load_ruleset("hoyle1909")
E, Y = Seat.ELDER, Seat.YOUNGER
Log = tuple[Event, ...]
NO_EVENTS: Log = ()
Game = tuple[list[DealState], list[Action], Log]
COURTS = (Rank.JACK, Rank.QUEEN, Rank.KING)


def named(name: str) -> Path:
    """Return the file of a record of the library or of the tests."""
    return next(path for path in ALL_RECORDS if path.stem == name)


def read(path: Path) -> Record:
    """Return the record in a file."""
    return loads(path.read_text(encoding="utf-8"), path.name)


# -- deals built backwards -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A deal and the exchanges that lead to given hands."""

    deal: Deal
    elder: Exchange
    younger: Exchange


def plan(
    elder: str,
    younger: str,
    *,
    elder_dealt: str = "",
    younger_dealt: str = "",
    counts: tuple[int, int] = (5, 3),
) -> Plan:
    """Return a deal and exchanges that lead to these hands.

    Drawn cards are chosen automatically unless the dealt hand is given.
    """
    final = (parse_hand(elder), parse_hand(younger))
    assert len(final[0]) == len(final[1]) == 12
    rest = pack(32) - final[0] - final[1]
    assert len(rest) == 8
    given = [parse_hand(text) if text else None for text in (elder_dealt, younger_dealt)]
    out: list[Hand] = [EMPTY, EMPTY]
    for seat in Seat:
        dealt = given[seat]
        if dealt is not None:
            out[seat] = dealt - final[seat]
            rest -= out[seat]
    for seat in (Y, E):
        if given[seat] is None:
            # A court card comes first, so that the dealt hand is no carte blanche by chance.
            spare = sorted(rest, key=lambda one: (one.rank not in COURTS, one.rank))
            out[seat] = Hand.of([spare[0], *spare[::-1][: counts[seat] - 1]])
            rest -= out[seat]
    drawn: list[tuple[Card, ...]] = []
    for seat in Seat:
        dealt = given[seat]
        if dealt is not None:
            drawn.append(tuple(final[seat] - dealt))
        else:
            low = sorted(final[seat], key=lambda one: (one.rank in COURTS, one.rank))
            drawn.append(tuple(low[: len(out[seat])]))
    hands = [(final[seat] - Hand.of(drawn[seat])) | out[seat] for seat in Seat]
    return Plan(
        deal=Deal(elder=hands[0], younger=hands[1], talon=(*drawn[0], *drawn[1], *rest)),
        elder=Exchange(seat=E, discards=out[0]),
        younger=Exchange(seat=Y, discards=out[1]),
    )


class Table:
    """A deal in progress, with short commands that record the events."""

    def __init__(self, made: Plan | Deal) -> None:
        self.log: list[Event] = []
        deal = made.deal if isinstance(made, Plan) else made
        self.state, events = start(RULES, deal)
        self.log += events
        if isinstance(made, Plan):
            self.act(made.elder)
            self.pass_look()
            self.act(made.younger)
            self.pass_look()

    def act(self, action: Action) -> Log:
        """Apply an action and record its events."""
        self.state, events = apply(self.state, action)
        self.log += events
        return events

    def pass_look(self) -> None:
        """Decline a look at the talon, if one is offered."""
        if self.state.phase in (Phase.ELDER_LOOK, Phase.YOUNGER_LOOK):
            self.act(legal_actions(self.state)[0])

    def say(self, words: str) -> Log:
        """Call, answer or count: ``6D``, ``none``, ``good``, ``equal``, ``not-good``."""
        if words and self.state.phase not in (Phase.DECLARE, Phase.REPLY):
            self.stand()
        state, events = self.state, NO_EVENTS
        if state.phase in (Phase.ELDER_COUNT, Phase.YOUNGER_COUNT):
            held = tuple(parse_holding(word) for word in words.split())
            return self.act(Count(seat=_seat(state), holdings=held))
        for word in words.split():
            self.stand()
            kind = self.state.calls[-1].kind
            if self.state.phase is Phase.DECLARE:
                said = None if word == "none" else parse_holding(word)
                events = self.act(Declare(seat=E, kind=kind, holding=said))
            else:
                response = Response(word.replace("-", " "))
                events = self.act(Reply(seat=Y, kind=kind, response=response))
        return events

    def stand(self) -> None:
        """Decline to raise or take back any call."""
        while self.state.phase in (Phase.ELDER_RAISE, Phase.YOUNGER_RECALL):
            self.act(LetStand(seat=_seat(self.state)))

    def lead(self, text: str) -> Log:
        """Play a card."""
        self.stand()
        return self.act(Play(seat=_seat(self.state), card=parse_card(text)))

    def lines(self, cards: str) -> Table:
        """Play several cards."""
        for text in cards.split():
            self.lead(text)
        return self

    def scored(self, rule: str = "") -> list[Scored]:
        """Return the scores so far, optionally of one rule."""
        return [e for e in self.log if isinstance(e, Scored) and rule in ("", e.rule)]

    def barred(self) -> list[RepiqueBarred]:
        """Return the bonuses barred so far."""
        return [e for e in self.log if isinstance(e, RepiqueBarred)]


def _seat(state: DealState) -> Seat:
    assert state.seat is not None
    return state.seat


# -- random play ---------------------------------------------------------------------------------


def any_deal(rules: RuleSet, rng: random.Random) -> Deal:
    """Return a random deal of the pack; two in five are stacked, so that rare events occur."""
    if rng.random() < 0.6:
        return shuffled_deal(rules, rng)
    cards = list(pack(rules.number("pack.size").value))
    rng.shuffle(cards)
    trick = rng.randrange(3)
    if trick == 0:  # few court cards on one side, or on both with 36 cards
        cards.sort(key=lambda one: one.rank in COURTS)
    elif trick == 1:  # high cards against low ones
        cards.sort(key=lambda one: -one.rank)
        cards = [*cards[:12], *cards[-12:], *cards[12:-12]]
    else:  # long suits
        cards.sort(key=lambda one: (one.suit, rng.random()))
        cards = [*cards[:12], *cards[-12:], *cards[12:-12]]
    one, other, talon = cards[:12], cards[12:24], cards[24:]
    if rng.random() < 0.5:
        one, other = other, one
    rng.shuffle(talon)
    return Deal(elder=Hand.of(one), younger=Hand.of(other), talon=tuple(talon))


def _any_listed(state: DealState, rng: random.Random) -> Action:
    actions = legal_actions(state)
    if state.phase is Phase.DECLARE and rng.random() < 0.6:
        # Usually call the best holding; otherwise most deals would consist of sinking.
        named = [a for a in actions if isinstance(a, Declare) and a.holding is not None]
        return max(named, key=lambda a: a.holding.size if a.holding else 0, default=actions[0])
    if state.phase in (Phase.ELDER_COUNT, Phase.YOUNGER_COUNT) and rng.random() < 0.6:
        return actions[0]
    if state.phase is Phase.REPLY and rng.random() < 0.6:
        return actions[-1]
    return rng.choice(actions)


def exchange_limits(state: DealState) -> tuple[int, int]:
    """Return the minimum and maximum of the current exchange, computed from the data."""
    rules = state.rules
    if state.phase is Phase.ELDER_EXCHANGE:
        if state.pledge:
            return state.pledge, state.pledge
        return rules.number("exchange.elder-min").value, rules.number("exchange.elder-max").value
    left = len(state.talon) - state.pledge
    if state.phase is Phase.YOUNGER_EXCHANGE and is_unpledged(state):
        left = len(state.talon) - rules.number("exchange.elder-max").value
    elif state.proved[Seat.ELDER] and is_unpledged(state):
        left = len(state.talon)
    cap = 5 if rules.choice("exchange.younger-max").value == "five" else left
    return rules.number("exchange.younger-min").value, min(cap, left)


def is_unpledged(state: DealState) -> bool:
    """Return whether younger discards before elder shows a carte blanche without naming a number."""
    way = state.rules.choice("blank.show").value
    return state.blanks[Seat.ELDER] and way == "after-adversary-discards"


def any_action(state: DealState, rng: random.Random) -> Action:
    """Return a legal action under any rule set; an exchange is drawn at random instead of listed."""
    if state.phase in (Phase.ELDER_EXCHANGE, Phase.YOUNGER_EXCHANGE, Phase.YOUNGER_CHANGES):
        assert state.seat is not None
        least, most = exchange_limits(state)
        size = rng.randint(least, most) if rng.random() < 0.4 else most
        held = state.hands[state.seat]
        if state.phase is Phase.YOUNGER_CHANGES:
            held |= state.discards[state.seat]
        chosen = rng.sample(tuple(held), size)
        return Exchange(seat=state.seat, discards=Hand.of(chosen))
    if state.phase is Phase.YOUNGER_REDEAL and rng.random() < 0.8:
        # Usually refuse, since few deals would otherwise reach the end.
        return legal_actions(state)[0]
    if state.phase in (Phase.ELDER_BLANK, Phase.YOUNGER_BLANK) and rng.random() < 0.8:
        ways = [
            one for one in legal_actions(state) if isinstance(one, AnnounceBlank) and one.declare
        ]
        return rng.choice(ways)
    return _any_listed(state, rng)


def play_out(rules: RuleSet, deal: Deal, rng: random.Random) -> Game:
    """Return all states, actions and events of a deal played at random."""
    state, events = start(rules, deal)
    states, actions, log = [state], [], list(events)
    while state.phase is not Phase.OVER:
        action = any_action(state, rng)
        state, events = apply(state, action)
        states.append(state)
        actions.append(action)
        log += events
    return states, actions, tuple(log)


def random_deal(seed: int) -> Game:
    """Return a random game under `RULES`."""
    rng = random.Random(seed)
    return play_out(RULES, any_deal(RULES, rng), rng)


# -- the suits under other names -----------------------------------------------------------------

RELABELINGS: tuple[tuple[Suit, ...], ...] = tuple(permutations(SUITS))
"""All 24 permutations of the suits: entry ``i`` is the new suit of suit ``i``."""


def relabel_card(one: Card, names: tuple[Suit, ...]) -> Card:
    """Return the card with its suit renamed."""
    return card(names[one.suit], one.rank)


def relabel_hand(cards: Iterable[Card], names: tuple[Suit, ...]) -> Hand:
    """Return the hand with its suits renamed."""
    return Hand.of(relabel_card(one, names) for one in cards)


def relabel_holding(held: Holding, names: tuple[Suit, ...]) -> Holding:
    """Return the holding with its suit renamed."""
    match held:
        case PointHolding():
            return replace(held, suit=names[held.suit])
        case SequenceHolding():
            return replace(held, suit=names[held.suit])
        case SetHolding():
            return held


def relabel_deal(deal: Deal, names: tuple[Suit, ...]) -> Deal:
    """Return the deal with its suits renamed."""
    return Deal(
        elder=relabel_hand(deal.elder, names),
        younger=relabel_hand(deal.younger, names),
        talon=tuple(relabel_card(one, names) for one in deal.talon),
    )


def relabel_action(action: Action, names: tuple[Suit, ...], state: DealState) -> Action:
    """Return the action with its suits renamed; equal holdings come in listed order."""
    match action:
        case Exchange():
            return replace(action, discards=relabel_hand(action.discards, names))
        case Declare(holding=held) if held is not None:
            return replace(action, holding=relabel_holding(held, names))
        case NameSuit():
            return replace(action, suit=names[action.suit])
        case Play():
            return replace(action, card=relabel_card(action.card, names))
        case Count():
            held_ = [relabel_holding(one, names) for one in action.holdings]
            for listed in legal_actions(state):
                assert isinstance(listed, Count)
                if _alike(held_, listed.holdings):
                    return listed
            raise AssertionError(f"no count {held_} in the relabeled deal")
        case _:
            return action


def _alike(one: list[Holding], other: tuple[Holding, ...]) -> bool:
    """Return whether two counts name the same holdings, with the same best holding of each kind first."""
    firsts = [
        [next((h for h in held if isinstance(h, kind)), None) for held in (one, other)]
        for kind in (PointHolding, SequenceHolding, SetHolding)
    ]
    return sorted(map(str, one)) == sorted(map(str, other)) and all(a == b for a, b in firsts)
