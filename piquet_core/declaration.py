"""Calling, answering and counting: who may count what, and when thirty in hand is a repique."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product

from piquet_core.actions import Action, Count, Declare, Reply, Response
from piquet_core.cards import EMPTY, Hand
from piquet_core.combinations import (
    Holding,
    PointHolding,
    SequenceHolding,
    SetHolding,
    parts,
    points,
    sequences,
    sets,
)
from piquet_core.errors import IllegalAction
from piquet_core.events import Barred, Declared, Event, Missing, Replied, Scored, Shown, Told
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import Key, key_function, point_pips, told_number, worth
from piquet_core.seat import Seat
from piquet_core.state import Call, DealState, Phase

Outcome = tuple[DealState, tuple[Event, ...]]


def holdings(rules: RuleSet, hand: Hand, kind: str) -> tuple[Holding, ...]:
    """Return what a hand holds of a kind, each whole."""
    return tuple(holding for _, holding in _keyed(rules, hand.mask, kind, whole=True))


def callable_holdings(rules: RuleSet, hand: Hand, kind: str) -> tuple[Holding, ...]:
    """Return all that may be called of a kind: each holding, and what sinking makes of it."""
    return tuple(holding for _, holding in _keyed(rules, hand.mask, kind))


# A hand is asked the same some ten times while it is called, answered and counted.
@lru_cache(maxsize=4096)
def _keyed(
    rules: RuleSet, mask: int, kind: str, *, whole: bool = False
) -> tuple[tuple[Key, Holding], ...]:
    """Return holdings with the keys by which they are compared."""
    hand, key = Hand(mask), key_function(rules, kind)
    held: tuple[Holding, ...]
    if kind == "point":
        held = points(hand)
    elif kind == "sequence":
        held = sequences(hand, rules.number("sequence.least").value)
    else:
        held = sets(hand, rules.ranks("set.ranks").value)
    if not whole and rules.flag("declare.sink").value:
        held = tuple(part for one in held for part in parts(one, _least(rules, one)))
    return tuple((key(rules, hand, one), one) for one in held)


def best(rules: RuleSet, hand: Hand, kind: str) -> Holding | None:
    """Return the best holding of a kind, the first by suit or rank if several are equal."""
    held = _keyed(rules, hand.mask, kind, whole=True)
    return max(held, key=lambda one: one[0])[1] if held else None


# -- elder calls ---------------------------------------------------------------------------------


def legal_declares(state: DealState) -> Iterator[Declare]:
    """Yield every call open to elder in the kind that is being called."""
    rules, kind = state.rules, state.calls[-1].kind
    held = _keyed(rules, state.hands[Seat.ELDER].mask, kind)
    sink = rules.flag("declare.sink").value
    if sink or not held:
        yield Declare(seat=Seat.ELDER, kind=kind, holding=None)
    top = max((key for key, _ in held), default=())
    for key, holding in held:
        if sink or key == top:
            yield Declare(seat=Seat.ELDER, kind=kind, holding=holding)


def apply_declare(state: DealState, action: Action) -> Outcome:
    """Make elder's call."""
    assert isinstance(action, Declare)
    call, order = state.calls[-1], "declare.order"
    if action.kind != call.kind:
        raise IllegalAction(f"the {call.kind} is called now, not the {action.kind}", order)
    held = callable_holdings(state.rules, state.hands[Seat.ELDER], call.kind)
    if action.holding is not None and action.holding not in held:
        raise IllegalAction(
            f"{action.holding} is no {call.kind} that elder holds", f"{call.kind}.compare"
        )
    if not state.rules.flag("declare.sink").value and action not in legal_declares(state):
        raise IllegalAction("the best holding must be called", "declare.sink")
    declared = Call(kind=call.kind, declared=action.holding)
    event = Declared(
        seat=Seat.ELDER,
        kind=call.kind,
        size=_told_number(state, action.holding) if action.holding else 0,
        rank=action.holding.told if action.holding else None,
        holding=action.holding,
        rule=order,
    )
    return state.evolve(phase=Phase.REPLY, calls=(*state.calls[:-1], declared)), (event,)


# -- younger answers -----------------------------------------------------------------------------


def legal_replies(state: DealState) -> Iterator[Reply]:
    """Yield the answers younger can give: the true one, and with sinking any smaller claim."""
    kind = state.calls[-1].kind
    for response in _possible_responses(state):
        yield Reply(seat=Seat.YOUNGER, kind=kind, response=response)


def _possible_responses(state: DealState) -> tuple[Response, ...]:
    rules, hand, call = state.rules, state.hands[Seat.YOUNGER], state.calls[-1]
    sink = rules.flag("declare.sink").value
    held = _keyed(rules, hand.mask, call.kind)
    if call.declared is None:
        silenced = call.kind == "set" and rules.choice("set.elder-silent").value == "forfeits"
        better, equal = bool(held) and not silenced, False
    else:
        target = _key(state, call.declared, call.kind)
        stage = len(call.responses)
        level = [key[stage] for key, _ in held if key[:stage] == target[:stage]]
        better, equal = any(n > target[stage] for n in level), target[stage] in level
    found = []
    if sink or not (better or equal):
        found.append(Response.GOOD)
    if equal and (sink or not better):
        found.append(Response.EQUAL)
    if better:
        found.append(Response.NOT_GOOD)
    return tuple(found)


def apply_reply(state: DealState, action: Action) -> Outcome:
    """Take younger's answer; then the tie-break, the next kind, or the count."""
    assert isinstance(action, Reply)
    rules, call = state.rules, state.calls[-1]
    compare = f"{call.kind}.compare"
    if action.kind != call.kind:
        raise IllegalAction(f"the {call.kind} was called, not the {action.kind}", "declare.order")
    possible = _possible_responses(state)
    if action.response not in possible:
        words = " or ".join(f"“{one.word}”" for one in possible)
        raise IllegalAction(
            f"younger's cards do not bear out “{action.response.word}”; they allow {words}",
            compare,
        )
    call = replace(call, responses=(*call.responses, action.response))
    calls = (*state.calls[:-1], call)
    replied = Replied(seat=Seat.YOUNGER, kind=call.kind, response=action.response, rule=compare)
    if action.response is Response.EQUAL:
        assert call.declared is not None  # nothing is equal to a call of nothing
        if len(call.responses) < len(_key(state, call.declared, call.kind)):
            assert isinstance(call.declared, PointHolding)
            pips = point_pips(rules, state.hands[Seat.ELDER], call.declared)
            told = Told(seat=Seat.ELDER, kind=call.kind, pips=pips, rule="point.pips")
            return state.evolve(calls=(*state.calls[:-1], replace(call, pips=pips))), (replied, told)
        replied = Replied(
            seat=Seat.YOUNGER, kind=call.kind, response=action.response, rule=f"{call.kind}.tie"
        )
    events: tuple[Event, ...] = (replied,)
    if action.response is Response.EQUAL and rules.choice("declare.show").value == "must":
        events += _show_equals(state, call)
    order = rules.names("declare.order").value
    if len(calls) < len(order):
        following = Call(kind=order[len(calls)], declared=None)
        return state.evolve(phase=Phase.DECLARE, calls=(*calls, following)), events
    elder_counts = any(one.winner is Seat.ELDER for one in calls)
    phase = Phase.ELDER_COUNT if elder_counts else Phase.LEAD
    return state.evolve(phase=phase, calls=calls), events


def _show_equals(state: DealState, call: Call) -> tuple[Event, ...]:
    """Show what is equal on both sides: it scores nothing, but it takes the other's score away."""
    assert call.declared is not None
    key = _key(state, call.declared, call.kind)
    younger = state.hands[Seat.YOUNGER]
    held = callable_holdings(state.rules, younger, call.kind)
    equal = next(one for one in held if _key(state, one, call.kind, Seat.YOUNGER) == key)
    elder_cards = call.declared.cards(state.hands[Seat.ELDER])
    return (
        Shown(seat=Seat.ELDER, cards=elder_cards, rule="declare.show"),
        Shown(seat=Seat.YOUNGER, cards=equal.cards(younger), rule="declare.show"),
    )


# -- counting ------------------------------------------------------------------------------------


def legal_counts(state: DealState) -> Iterator[Count]:
    """Yield every way to count what is good: all of it first, then what sinking would leave."""
    seat = state.seat
    assert seat is not None
    groups = [_ways(state, seat, call) for call in state.calls if call.winner is seat]
    for choice in product(*groups):
        yield Count(seat=seat, holdings=tuple(one for group in choice for one in group))


def full_count(state: DealState) -> Count:
    """Return the count that leaves nothing out."""
    return next(legal_counts(state))


def _ways(state: DealState, seat: Seat, call: Call) -> tuple[tuple[Holding, ...], ...]:
    """Return what the winner of a kind may count of it, the fullest first."""
    called = call.declared if seat is Seat.ELDER else None
    floor: Key = ()
    if seat is Seat.YOUNGER and call.declared is not None:
        floor = _key(state, call.declared, call.kind)
    # Who said "equal" first has bound himself: he counts what is equal so far, no more.
    said = call.responses.count(Response.EQUAL)
    return _countable(state.rules, state.hands[seat].mask, call.kind, called, floor, said)


@lru_cache(maxsize=4096)
def _countable(
    rules: RuleSet, mask: int, kind: str, called: Holding | None, floor: Key, said: int
) -> tuple[tuple[Holding, ...], ...]:
    """Return the ways to count a kind that is good.

    Elder counts what he ``called`` first; younger something above ``floor``, which is what he said
    was not good, and equal to it in the first ``said`` stages.
    """
    hand, sink = Hand(mask), rules.flag("declare.sink").value
    key_of = key_function(rules, kind)

    def rank(one: Holding) -> Key:
        return key_of(rules, hand, one)

    whole = sorted(holdings(rules, hand, kind), key=rank, reverse=True)
    firsts: list[Holding]
    if called is not None:
        firsts = [called]
    else:
        pool = callable_holdings(rules, hand, kind) if sink else tuple(whole[:1])
        above = (one for one in pool if rank(one) > floor and rank(one)[:said] == floor[:said])
        firsts = sorted(above, key=rank, reverse=True)
    ways: list[tuple[Holding, ...]] = []
    for first in firsts:
        if kind == "point" or not rules.flag(f"{kind}.others").value:
            ways.append((first,))
            continue
        more = rules.flag("declare.above-called").value
        others = []
        for one in whole:
            if first in parts(one, _least(rules, one)):
                continue
            allowed = [
                part
                for part in (parts(one, _least(rules, one)) if sink else (one,))
                if more or rank(part) <= rank(first)
            ]
            # The empty tuple is the choice to leave this holding out altogether.
            others.append([(part,) for part in allowed] + ([()] if sink or not allowed else []))
        for choice in product(*others):
            extra = sorted((one for group in choice for one in group), key=rank, reverse=True)
            ways.append((first, *extra))
    return tuple(ways)


def apply_count(state: DealState, action: Action) -> Outcome:
    """Score what is good, show what must be shown, and add a repique if it is one."""
    assert isinstance(action, Count)
    seat = action.seat
    if action not in legal_counts(state):
        raise _why_not_counted(state, action)
    rules, hand = state.rules, state.hands[seat]
    events: list[Event] = []
    for holding in action.holdings:
        points_, rule = worth(rules, hand, holding)
        cards = holding.cards(hand)
        kind = _kind(holding)
        if kind != "set":
            events.append(Shown(seat=seat, cards=cards, rule="declare.show"))
        events.append(
            Scored(seat=seat, points=points_, rule=rule, reckon=kind, cards=cards, holding=holding)
        )
    events, bonus = _with_repique(state, seat, events)
    events += _missing_cards(state, action)
    phase = Phase.LEAD if seat is Seat.ELDER else Phase.FOLLOW
    return state.evolve(phase=phase, bonus=bonus), tuple(events)


def _missing_cards(state: DealState, action: Count) -> list[Missing]:
    """Return which card of each counted trio its holder laid out, where he must say so."""
    rule = state.rules.choice("set.missing")
    if rule.value != "told-on-request":
        return []
    discards = state.discards[action.seat]
    return [
        Missing(seat=action.seat, card=card, rule=rule.id)
        for holding in action.holdings
        if isinstance(holding, SetHolding)
        for card in holding.cards(discards)
    ]


def _with_repique(
    state: DealState, seat: Seat, events: list[Event]
) -> tuple[list[Event], Seat | None]:
    """Put the repique, or what bars it, right behind the score that reaches the count.

    Only what comes earlier in the order of reckoning bars it: the other player's carte blanche
    or a kind that is his. Points of play come later and bar nothing.
    """
    rules = state.rules
    threshold, bonus = rules.number("repique.threshold"), rules.number("repique.bonus")
    order = rules.names("reckon.order").value
    theirs = [call.kind for call in state.calls if call.winner is seat.other]
    if state.blanks[seat.other]:
        theirs.append("blank")
    total = rules.number("blank.points").value if state.blanks[seat] else 0
    any_bars = rules.choice("repique.bar").value == "any-declaration"
    for place, event in enumerate(events):
        if not isinstance(event, Scored):
            continue
        total += event.points
        if total < threshold.value:
            continue
        at = order.index(event.reckon)
        if any(any_bars or order.index(kind) < at for kind in theirs):
            both = all(state.blanks)
            rule = "blank.both" if both else "repique.bar"
            events.insert(place + 1, Barred(seat=seat, rule=rule))
            return events, state.bonus
        scored = Scored(
            seat=seat, points=bonus.value, rule=bonus.id, reckon=event.reckon, cards=EMPTY
        )
        events.insert(place + 1, scored)
        return events, seat
    return events, state.bonus


def _why_not_counted(state: DealState, action: Count) -> IllegalAction:
    """Return the refusal of an illegal count, with the rule that the first wrong holding breaks."""
    won = {call.kind: call for call in state.calls if call.winner is action.seat}
    hand = state.hands[action.seat]
    for holding in action.holdings:
        kind = _kind(holding)
        if kind not in won:
            return IllegalAction(
                f"{holding}: the {kind} is not good in this hand", f"{kind}.compare"
            )
        if holding not in callable_holdings(state.rules, hand, kind):
            return IllegalAction(f"{holding} is not in this hand", f"{kind}.compare")
    for kind, call in won.items():
        counted = [one for one in action.holdings if _kind(one) == kind]
        if not counted:
            return IllegalAction(f"the {kind} is good and must be counted", f"{kind}.compare")
        ways = _ways(state, action.seat, call)
        if tuple(counted) not in ways:
            if all(counted[0] != way[0] for way in ways):
                must = " or ".join(sorted({str(way[0]) for way in ways}))
                return IllegalAction(
                    f"{counted[0]} is not what was good; that was {must}", f"{kind}.compare"
                )
            if kind != "point" and state.rules.flag(f"{kind}.others").value:
                return IllegalAction("more is counted than was called", "declare.above-called")
            return IllegalAction(f"only one {kind} counts", f"{kind}.compare")
    return IllegalAction("holdings are counted in the order of calling", "declare.order")


def _key(state: DealState, holding: Holding, kind: str, seat: Seat = Seat.ELDER) -> Key:
    return key_function(state.rules, kind)(state.rules, state.hands[seat], holding)


def _told_number(state: DealState, holding: Holding) -> int:
    return told_number(state.rules, state.hands[Seat.ELDER], holding)


def _kind(holding: Holding) -> str:
    if isinstance(holding, PointHolding):
        return "point"
    return "sequence" if isinstance(holding, SequenceHolding) else "set"


def _least(rules: RuleSet, holding: Holding) -> int:
    """Return the fewest cards of a kind that still count: a trio is three by its name."""
    if isinstance(holding, SetHolding):
        return 3
    return rules.number("sequence.least").value
