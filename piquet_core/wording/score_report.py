"""Score reports: every point of a deal with its rule, and the points of final hands.

The hands after the exchange decide the declarations, so declarations can be scored without the rest of the
deal. A carte blanche cannot, because it belongs to the hand as dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from piquet_core.cards.cards import EMPTY, Card, Hand, pack
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, Declare, Look, Play
from piquet_core.engine.apply import apply
from piquet_core.engine.declaration import full_count, true_reply
from piquet_core.engine.events import RepiqueBarred, Scored, tally
from piquet_core.engine.holdings import best_holding
from piquet_core.engine.state import Call, Deal, DealState, Phase
from piquet_core.errors import IllegalAction
from piquet_core.replay.decisions import label_of
from piquet_core.replay.steps import Step
from piquet_core.rules import Answer, RuleSet
from piquet_core.wording.score_reasons import score_purpose


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreEntry:
    """A score, or a refused repique with 0 points, and both players' totals after it."""

    step: str
    seat: Seat
    points: int
    text: str
    cards: Hand
    total: tuple[int, int]
    answer: Answer[Any]


def score_entries(steps: Iterable[Step]) -> Iterator[ScoreEntry]:
    """Yield an entry for every score of a deal and every refused repique, in order."""
    total = (0, 0)
    for step in steps:
        for event in step.events:
            total = tally([event], total)
            if isinstance(event, Scored):
                number, text, cards = event.points, score_purpose(event), event.cards
            elif isinstance(event, RepiqueBarred):
                number, text, cards = 0, "no repique", Hand()
            else:
                continue
            yield ScoreEntry(
                step=step.id,
                seat=event.seat,
                points=number,
                text=text,
                cards=cards,
                total=total,
                answer=step.state.rules.answers[event.rule],
            )


def score_hands(
    rules: RuleSet, elder: Hand, younger: Hand, play: Iterable[Card] = ()
) -> tuple[Step, ...]:
    """Return the steps of the calls, counts and tricks of two final hands.

    Elder calls his best holdings, younger answers truthfully, and every good holding is counted. ``play`` has
    the cards in the order played and may stop early; the rules decide who plays each card. Younger's holdings
    are counted even without any play. Raises `IllegalAction` for impossible hands and illegal cards.
    """
    _check(rules, elder, younger)
    state = _state(rules, elder, younger)
    cards = list(play)
    steps: list[Step] = []
    while action := _next(state, cards):
        state = _take(steps, state, action)
    if cards:
        raise IllegalAction(f"{cards[0]}: no card is left to play", "deal.hand")
    if state.phase is Phase.LEAD and not state.taken and _younger_counts(state):
        state = state.evolve(phase=Phase.YOUNGER_COUNT)
        _take(steps, state, full_count(state))
    return tuple(steps)


def hand_value(rules: RuleSet, hand: Hand) -> tuple[ScoreEntry, ...]:
    """Return the scores of elder's declarations with a final hand if every call is good.

    Younger's hand is empty, so that nothing equals or beats the calls or bars the repique. Raises
    `IllegalAction` for an impossible hand.

    >>> from piquet_core.cards.cards import parse_hand
    >>> from piquet_core.rules import load_ruleset
    >>> hand = parse_hand("AKQJT.AKQ.AK.AK")
    >>> [one.points for one in hand_value(load_ruleset("hoyle1909"), hand)]
    [5, 15, 3, 14, 60, 14]
    """
    _check_hand(rules, "the hand", hand)
    state = _state(rules, hand, EMPTY)
    steps: list[Step] = []
    while action := _next(state, []):
        state = _take(steps, state, action)
    return tuple(score_entries(steps))


def _check(rules: RuleSet, elder: Hand, younger: Hand) -> None:
    _check_hand(rules, "elder", elder)
    _check_hand(rules, "younger", younger)
    if common := elder & younger:
        raise IllegalAction(f"{common} is in both hands", "pack.ranks")


def _check_hand(rules: RuleSet, name: str, hand: Hand) -> None:
    size, whole = rules.number("deal.hand").value, pack(rules.number("pack.size").value)
    if len(hand) != size:
        raise IllegalAction(f"{name} has {len(hand)} cards, not {size}", "deal.hand")
    if strange := hand - whole:
        raise IllegalAction(f"{name}: {strange} is not in the pack", "pack.ranks")


def _state(rules: RuleSet, elder: Hand, younger: Hand) -> DealState:
    """Return the state of two final hands before the first call."""
    return DealState(
        rules=rules,
        deal=Deal(elder=elder, younger=younger, talon=()),
        phase=Phase.DECLARE,
        hands=(elder, younger),
        talon=(),
        calls=(Call(kind=rules.names("declare.order").value[0], declared=None),),
    )


def _next(state: DealState, cards: list[Card]) -> Action | None:
    """Return the next action, or None if no action or no card is left. Remove a played card from ``cards``."""
    seat = state.seat
    if seat is None:
        return None
    match state.phase:
        case Phase.DECLARE:
            kind = state.calls[-1].kind
            return Declare(
                seat=seat, kind=kind, holding=best_holding(state.rules, state.hands[seat], kind)
            )
        case Phase.REPLY:
            return true_reply(state)
        case Phase.ELDER_COUNT | Phase.YOUNGER_COUNT:
            return full_count(state)
        case Phase.LEAD | Phase.FOLLOW:
            return Play(seat=seat, card=cards.pop(0)) if cards else None
        case _:
            return Look(seat=seat, look=False)


def _take(steps: list[Step], state: DealState, action: Action) -> DealState:
    label = label_of(state)
    try:
        new, events = apply(state, action)
    except IllegalAction as error:
        raise IllegalAction(f"{label}: {error.args[0]}", error.rule) from None
    steps.append(Step(id=label, action=action, events=events, state=new, score=new.score))
    return new


def _younger_counts(state: DealState) -> bool:
    return any(call.winner is Seat.YOUNGER for call in state.calls)
