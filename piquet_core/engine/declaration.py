"""Calling, answering and counting of combinations, and the repique."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain, product
from operator import itemgetter

from piquet_core.cards.cards import EMPTY, Hand
from piquet_core.cards.combinations import Holding, PointHolding, SetHolding, callable_parts
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, Count, Declare, LetStand, Reply, Response
from piquet_core.engine.events import (
    CardsShown,
    Declared,
    Event,
    MissingCardTold,
    PipsTold,
    RepiqueBarred,
    Replied,
    Scored,
)
from piquet_core.engine.holdings import (
    callable_holdings,
    comparison_key,
    elder_wins_ties,
    holding_kind,
    holdings,
    holdings_in_part,
    holdings_with_keys,
    split_by_kind,
)
from piquet_core.engine.raising import elder_calling_hand, possible_raises
from piquet_core.engine.state import Call, DealState, Phase, cached_call
from piquet_core.errors import IllegalAction
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import Key, called_number, holding_score, point_pips

Outcome = tuple[DealState, tuple[Event, ...]]


# -- elder calls ---------------------------------------------------------------------------------


def legal_declares(state: DealState) -> Iterable[Declare]:
    """Return every call open to elder for the kind of combination that is due."""
    rules, kind, mask = state.rules, state.calls[-1].kind, state.hands[Seat.ELDER].mask
    calls: tuple[Declare, ...] = ()
    if rules.flag("declare.sink").value:
        calls = _NOTHING[kind]
        for part in split_by_kind(rules, mask, kind):
            calls += _calls_in(rules, part, kind)
        return calls
    held = holdings_with_keys(rules, mask, kind)
    if not held:
        return _NOTHING[kind]
    top = max(key for key, _ in held)
    return tuple(
        Declare(seat=Seat.ELDER, kind=kind, holding=holding) for key, holding in held if key == top
    )


_NOTHING = {
    kind: (Declare(seat=Seat.ELDER, kind=kind, holding=None),)
    for kind in ("point", "sequence", "set")
}


@lru_cache(maxsize=1 << 14)
def _calls_in(rules: RuleSet, mask: int, kind: str) -> tuple[Declare, ...]:
    """Return elder's possible calls with the cards in ``mask``, which are all of one suit or one rank."""
    held = holdings_in_part(rules, mask, kind, whole=False)
    return tuple(Declare(seat=Seat.ELDER, kind=kind, holding=holding) for _, holding in held)


def apply_declare(state: DealState, action: Action) -> Outcome:
    """Apply elder's call, which younger must answer next."""
    assert isinstance(action, Declare)
    call, order = state.calls[-1], "declare.order"
    if action.kind != call.kind:
        raise IllegalAction(f"the {call.kind} must be called now, not the {action.kind}", order)
    held = callable_holdings(state.rules, state.hands[Seat.ELDER], call.kind)
    if action.holding is not None and action.holding not in held:
        whole = holdings(state.rules, state.hands[Seat.ELDER], call.kind)
        short = any(
            action.holding in callable_parts(one, 1) for one in whole if call.kind == "point"
        )
        raise IllegalAction(
            f"elder does not hold the {call.kind} {action.holding}",
            "point.whole" if short else f"{call.kind}.compare",
        )
    if not state.rules.flag("declare.sink").value and action not in legal_declares(state):
        raise IllegalAction("the best holding must be called", "declare.sink")
    return _called(state, cached_call(call.kind, action.holding), order)


def _called(state: DealState, call: Call, rule: str) -> Outcome:
    """Replace the current call by ``call``, which younger must answer next."""
    held = call.declared
    event = _declared(call.kind, _told_number(state, held) if held else 0, held, rule)
    return state.evolve(phase=Phase.REPLY, calls=(*state.calls[:-1], call)), (event,)


@lru_cache(maxsize=4096)
def _declared(kind: str, size: int, held: Holding | None, rule: str) -> Declared:
    rank = held.named_rank if held else None
    return Declared(seat=Seat.ELDER, kind=kind, size=size, rank=rank, holding=held, rule=rule)


def legal_raises(state: DealState) -> Iterator[LetStand | Declare]:
    """Yield the choice to let the last call stand, and every better call of the same kind."""
    yield LetStand(seat=Seat.ELDER)
    for held in possible_raises(state):
        yield Declare(seat=Seat.ELDER, kind=state.calls[-1].kind, holding=held)


def apply_raise(state: DealState, action: Action) -> Outcome:
    """Replace elder's answered call by a better one, or let it stand and continue."""
    if isinstance(action, LetStand):
        return _go_on(state), ()
    assert isinstance(action, Declare)
    call, rule = state.calls[-1], "call.raise-until"
    if action not in legal_raises(state):
        raise IllegalAction(
            f"{action.holding or 'none'} is not a better {call.kind} than the one elder called",
            rule,
        )
    return _called(state, Call(kind=call.kind, declared=action.holding, word=call.word + 1), rule)


# -- younger answers -----------------------------------------------------------------------------


def legal_replies(state: DealState) -> Iterable[Reply]:
    """Return younger's legal answers: the true one and, if sinking is allowed, any smaller claim."""
    kind = state.calls[-1].kind
    return [_reply(kind, response) for response in _possible_responses(state)]


@cache
def _reply(kind: str, response: Response) -> Reply:
    return Reply(seat=Seat.YOUNGER, kind=kind, response=response)


def true_reply(state: DealState) -> Reply:
    """Return the answer that claims as much as younger's hand allows."""
    return largest_claim(legal_replies(state))


def largest_claim(actions: Iterable[Action]) -> Reply:
    """Return the answer among ``actions`` that claims the most.

    Among the legal answers, this is the true answer. Where sinking is allowed (`declare.sink`),
    younger may claim less, but never more.
    """
    replies = (one for one in actions if isinstance(one, Reply))
    return max(replies, key=lambda one: _CLAIMS.index(one.response))


# In order of the claim, the smallest first.
_CLAIMS = (Response.GOOD, Response.EQUAL, Response.NOT_GOOD)


def _possible_responses(state: DealState) -> tuple[Response, ...]:
    call = state.calls[-1]
    target = _key(state, call.declared) if call.declared else None
    mask = state.hands[Seat.YOUNGER].mask
    return _responses(state.rules, mask, call.kind, target, len(call.responses))


# This runs twice for each answer: for the legal actions, and when the answer is applied.
@lru_cache(maxsize=1024)
def _responses(
    rules: RuleSet, mask: int, kind: str, target: Key | None, stage: int
) -> tuple[Response, ...]:
    """Return younger's possible responses at one stage of the comparison.

    ``mask`` is younger's hand. ``target`` is the key of elder's holding, or None if elder called
    nothing.
    """
    sink = rules.flag("declare.sink").value
    held = holdings_with_keys(rules, mask, kind)
    if target is None:
        silenced = kind == "set" and rules.choice("set.elder-silent").value == "forfeits"
        better, equal = bool(held) and not silenced, False
    else:
        level = [key[stage] for key, _ in held if key[:stage] == target[:stage]]
        better, equal = any(n > target[stage] for n in level), target[stage] in level
        if stage == len(target) - 1 and elder_wins_ties(rules, kind):
            equal = False  # the answer to an equal holding is "good"
    found = []
    if sink or not (better or equal):
        found.append(Response.GOOD)
    if equal and (sink or not better):
        found.append(Response.EQUAL)
    if better:
        found.append(Response.NOT_GOOD)
    return tuple(found)


def apply_reply(state: DealState, action: Action) -> Outcome:
    """Apply younger's answer. A tie-break, a better call, the next kind, elder's count or the lead follows."""
    assert isinstance(action, Reply)
    rules, call = state.rules, state.calls[-1]
    compare = f"{call.kind}.compare"
    if action.kind != call.kind:
        raise IllegalAction(f"the {call.kind} was called, not the {action.kind}", "declare.order")
    possible = _possible_responses(state)
    if action.response not in possible:
        words = " or ".join(f"“{one.word}”" for one in possible)
        raise IllegalAction(
            f"younger cannot say “{action.response.word}” with these cards, only {words}",
            compare,
        )
    responses = (*call.responses, action.response)
    call = cached_call(call.kind, call.declared, responses, call.pips, call.word)
    calls = (*state.calls[:-1], call)
    to_none = call.declared is None
    own_word = to_none and rules.choice("reply.words").value != "not-good"
    rule = "reply.words" if own_word else compare
    replied = _replied(call.kind, action.response, rule, to_none)
    if action.response is Response.EQUAL:
        assert call.declared is not None  # no holding is equal to a call of nothing
        if len(call.responses) < len(_key(state, call.declared)):
            assert isinstance(call.declared, PointHolding)
            pips = point_pips(rules, state.hands[Seat.ELDER], call.declared)
            told = PipsTold(seat=Seat.ELDER, kind=call.kind, pips=pips, rule="point.pips")
            return state.evolve(calls=(*state.calls[:-1], replace(call, pips=pips))), (
                replied,
                told,
            )
        replied = _replied(call.kind, action.response, f"{call.kind}.tie", False)
    events: tuple[Event, ...] = (replied,)
    if action.response is Response.EQUAL and rules.choice("declare.show").value == "must":
        events += show_equals(state, call)
    answered = state.evolve(calls=calls)
    if possible_raises(answered):
        return answered.evolve(phase=Phase.ELDER_RAISE), events
    return _go_on(answered), events


@cache
def _replied(kind: str, response: Response, rule: str, to_none: bool) -> Replied:
    return Replied(seat=Seat.YOUNGER, kind=kind, response=response, rule=rule, to_none=to_none)


def _go_on(state: DealState) -> DealState:
    """Return the state after a kind is decided: the next kind, elder's count or the lead follows."""
    order, calls = state.rules.names("declare.order").value, state.calls
    if len(calls) < len(order):
        following = cached_call(order[len(calls)], None)
        return state.evolve(phase=Phase.DECLARE, calls=(*calls, following))
    elder_counts = any(one.winner is Seat.ELDER for one in calls)
    return state.evolve(phase=Phase.ELDER_COUNT if elder_counts else Phase.LEAD)


def show_equals(state: DealState, call: Call) -> tuple[Event, ...]:
    """Return the events in which both players show their equal holdings of a called kind."""
    assert call.declared is not None
    key = _key(state, call.declared)
    younger = state.hands[Seat.YOUNGER]
    held = callable_holdings(state.rules, younger, call.kind)
    equal = next(one for one in held if _key(state, one, Seat.YOUNGER) == key)
    elder_cards = call.declared.cards(elder_calling_hand(state))
    return (
        CardsShown(seat=Seat.ELDER, cards=elder_cards, rule="declare.show"),
        CardsShown(seat=Seat.YOUNGER, cards=equal.cards(younger), rule="declare.show"),
    )


# -- counting ------------------------------------------------------------------------------------


def legal_counts(state: DealState) -> Iterator[Count]:
    """Yield every way to count the good holdings of the seat on turn: all of them first, then each smaller count."""
    seat = state.seat
    assert seat is not None
    for holdings_ in _counts(state, seat):
        yield Count(seat=seat, holdings=holdings_)


def _counts(state: DealState, seat: Seat) -> Iterator[tuple[Holding, ...]]:
    groups = [_ways(state, seat, call) for call in state.calls if call.winner is seat]
    for choice in product(*groups):
        yield tuple(chain.from_iterable(choice))


def full_count(state: DealState) -> Count:
    """Return the count of all good holdings of the seat on turn."""
    return next(legal_counts(state))


def _ways(state: DealState, seat: Seat, call: Call) -> tuple[tuple[Holding, ...], ...]:
    """Return the ways in which ``seat``, the winner of a call, may count its kind, the largest first.

    Each way is a tuple of holdings.
    """
    called = call.declared if seat is Seat.ELDER else None
    floor: Key = ()
    if seat is Seat.YOUNGER and call.declared is not None:
        floor = _key(state, call.declared)
    # An earlier "equal" binds the player to holdings that are equal up to that stage.
    said = call.responses.count(Response.EQUAL)
    return _countable(state.rules, state.hands[seat].mask, call.kind, called, floor, said)


@lru_cache(maxsize=4096)
def _countable(
    rules: RuleSet, mask: int, kind: str, called: Holding | None, floor: Key, said: int
) -> tuple[tuple[Holding, ...], ...]:
    """Return the ways to count a good kind, each as a tuple of holdings.

    Elder first counts the ``called`` holding, or a better one if the rules allow counting more than
    was called. Younger first counts a holding that beats ``floor``, the key of elder's call.
    ``said`` is the number of times that younger answered *equal*.
    """
    hand, sink = Hand(mask), rules.flag("declare.sink").value
    more = rules.flag("declare.above-called").value
    whole = sorted(holdings_with_keys(rules, mask, kind, whole=True), key=_BY_KEY, reverse=True)
    pool = (
        sorted(holdings_with_keys(rules, mask, kind), key=_BY_KEY, reverse=True)
        if sink
        else whole[:1]
    )
    if called is not None:
        own = comparison_key(rules, hand, called)
        firsts = [one for one in pool if more and one[0] > own] + [(own, called)]
    else:
        firsts = [one for one in pool if not floor or _bears_out(one[0], floor, said)]
    if kind == "point" or not rules.flag(f"{kind}.others").value:
        return tuple((first,) for _, first in firsts)
    # Countable parts of each holding: the whole and, with sinking, its parts.
    groups = [
        holdings_in_part(rules, one.cards(hand).mask, kind, whole=False) if sink else ((key, one),)
        for key, one in whole
    ]
    ways: list[tuple[Holding, ...]] = []
    for own, first in firsts:
        others: list[list[tuple[tuple[Key, Holding], ...]]] = []
        for group in groups:
            if any(one == first for _, one in group):
                continue
            allowed = [(part,) for part in group if part[0] <= own]
            # The empty tuple leaves this holding out.
            others.append([*allowed, ()] if sink or not allowed else [*allowed])
        for choice in product(*others):
            extra = sorted(chain.from_iterable(choice), key=_BY_KEY, reverse=True)
            ways.append((first, *(one for _, one in extra)))
    return tuple(ways)


_BY_KEY = itemgetter(0)


def _bears_out(key: Key, floor: Key, said: int) -> bool:
    # Pips that were not named are ignored, because the legal counts would reveal them.
    return key[:said] == floor[:said] and key[said] > floor[said]


def apply_count(state: DealState, action: Action) -> Outcome:
    """Score the counted holdings, show the cards that must be shown, and add a repique if there is one."""
    assert isinstance(action, Count)
    seat = action.seat
    if action.holdings not in _counts(state, seat):
        raise _why_not_counted(state, action)
    rules, hand = state.rules, state.hands[seat]
    events: list[Event] = []
    for holding in action.holdings:
        points_, rule = holding_score(rules, hand, holding)
        cards = holding.cards(hand)
        kind = holding_kind(holding)
        if kind != "set":
            events.append(CardsShown(seat=seat, cards=cards, rule="declare.show"))
        events.append(
            Scored(seat=seat, points=points_, rule=rule, reckon=kind, cards=cards, holding=holding)
        )
    events, bonus = with_repique(state, seat, events)
    events += _missing_cards(state, action)
    if seat is Seat.YOUNGER:
        new = state.evolve(phase=Phase.FOLLOW, bonus=bonus, younger_counted=action.holdings)
        return new, tuple(events)
    return state.evolve(phase=Phase.LEAD, bonus=bonus, counted=action.holdings), tuple(events)


def _missing_cards(state: DealState, action: Count) -> list[MissingCardTold]:
    """Return events that name the laid-out card of each counted trio, or [] if it need not be named."""
    rule = state.rules.choice("set.missing")
    if rule.value != "told-on-request":
        return []
    discards = state.discards[action.seat]
    return [
        MissingCardTold(seat=action.seat, card=card, rule=rule.id)
        for holding in action.holdings
        if isinstance(holding, SetHolding)
        for card in holding.cards(discards)
    ]


def with_repique(
    state: DealState, seat: Seat, events: list[Event]
) -> tuple[list[Event], Seat | None]:
    """Insert a repique, or the event that bars it, after the score that reaches the threshold.

    Returns a pair: the events, and the seat that has the bonus of a repique or pique, or None. A
    repique is barred by the opponent's carte blanche or by a kind that the opponent has won. Unless
    any declaration bars it (`repique.bar`), only those that come earlier in the order of reckoning
    do. Points of the play bar nothing.
    """
    rules = state.rules
    threshold, bonus = rules.number("repique.threshold"), rules.number("repique.bonus")
    order = rules.names("reckon.order").value
    theirs = [call.kind for call in state.calls if call.winner is seat.other]
    blanks = state.counting_blanks
    if blanks[seat.other]:
        theirs.append("blank")
    total = rules.number("blank.points").value if blanks[seat] else 0
    scores = [event.points for event in events if isinstance(event, Scored)]
    if total + sum(scores) < threshold.value:
        return events, state.bonus
    any_bars = rules.choice("repique.bar").value == "any-declaration"
    for place, event in enumerate(events):
        if not isinstance(event, Scored):
            continue
        total += event.points
        if total < threshold.value:
            continue
        at = order.index(event.reckon)
        if any(any_bars or order.index(kind) < at for kind in theirs):
            both = all(state.blanks) and "blank" in theirs
            rule = "blank.both" if both else "repique.bar"
            events.insert(place + 1, RepiqueBarred(seat=seat, rule=rule))
            return events, state.bonus
        scored = Scored(
            seat=seat, points=bonus.value, rule=bonus.id, reckon=event.reckon, cards=EMPTY
        )
        events.insert(place + 1, scored)
        return events, seat
    return events, state.bonus


def _why_not_counted(state: DealState, action: Count) -> IllegalAction:
    """Return the error for an illegal count, with the id of the rule that the first wrong holding breaks."""
    won = {call.kind: call for call in state.calls if call.winner is action.seat}
    hand = state.hands[action.seat]
    for holding in action.holdings:
        kind = holding_kind(holding)
        if kind not in won:
            return IllegalAction(
                f"{holding}: the {kind} is not good in this hand", f"{kind}.compare"
            )
        if holding not in callable_holdings(state.rules, hand, kind):
            return IllegalAction(f"{holding} is not in this hand", f"{kind}.compare")
    for kind, call in won.items():
        counted = [one for one in action.holdings if holding_kind(one) == kind]
        if not counted:
            return IllegalAction(f"the {kind} is good and must be counted", f"{kind}.compare")
        ways = _ways(state, action.seat, call)
        if tuple(counted) not in ways:
            if all(counted[0] != way[0] for way in ways):
                must = " or ".join(sorted({str(way[0]) for way in ways}))
                called = call.declared if action.seat is Seat.ELDER else None
                more = called and _key(state, counted[0]) > _key(state, called)
                rule = "declare.above-called" if more else f"{kind}.compare"
                return IllegalAction(f"{counted[0]} is not what was good; that was {must}", rule)
            if kind != "point" and state.rules.flag(f"{kind}.others").value:
                return IllegalAction("more is counted than was called", "declare.above-called")
            return IllegalAction(f"only one {kind} counts", f"{kind}.compare")
    return IllegalAction("holdings are counted in the order of calling", "declare.order")


def _key(state: DealState, holding: Holding, seat: Seat = Seat.ELDER) -> Key:
    hand = elder_calling_hand(state) if seat is Seat.ELDER else state.hands[seat]
    return comparison_key(state.rules, hand, holding)


def _told_number(state: DealState, holding: Holding) -> int:
    return called_number(state.rules, state.hands[Seat.ELDER], holding)
