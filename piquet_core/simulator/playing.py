"""Simulation of the play without a log: winners of tricks, and points of both players.

It implements the rules of `engine/tricks.py` in numbers. `tests/engine/test_simulator.py` compares
the two under every rule set.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from piquet_core.cards.cards import CARDS, SUIT_MASKS
from piquet_core.engine.play_rules import PlayRules, play_rules
from piquet_core.engine.state import DealState
from piquet_core.simulator.simulated_position import (
    ANY_CARD,
    NOTHING_LED,
    SimulatedPosition,
    simulated_position,
)

Chooser = Callable[[int, int, int], int]
"""Function of (legal cards, whole hand, card led or `NOTHING_LED`) that returns the card to play."""

_SUIT_OF = tuple(SUIT_MASKS[card.suit] for card in CARDS)


class DealResult(NamedTuple):
    """Result of a deal: points and tricks, elder's first."""

    score: tuple[int, int]
    tricks: tuple[int, int]


def random_chooser(rng: random.Random) -> Chooser:
    """Return a chooser that plays a random legal card."""
    number = rng.random

    def choose(legal: int, hand: int, led: int) -> int:
        skipped = int(number() * legal.bit_count())
        while skipped:
            legal &= legal - 1
            skipped -= 1
        return (legal & -legal).bit_length() - 1

    return choose


def play_out(state: DealState, elder: Chooser, younger: Chooser) -> DealResult:
    """Return the result of a deal that two choosers play out; raise `NotInPlay` outside the play.

    A chooser is called only if several cards are legal, and must return one of them.

    >>> from piquet_core.engine.apply import start
    >>> from piquet_core.engine.state import shuffled_deal
    >>> from piquet_core.rules import load_ruleset
    >>> from piquet_core.simulator.before_play import random_discarder, advance_to_play
    >>> rng = random.Random(1)
    >>> rules = load_ruleset("hoyle1909")
    >>> state, _ = start(rules, shuffled_deal(rules, rng))
    >>> state = advance_to_play(state, random_discarder(rng), random_discarder(rng))
    >>> sum(play_out(state, random_chooser(rng), random_chooser(rng)).tricks)
    12
    """
    return play_from(play_rules(state.rules), simulated_position(state), elder, younger)


def play_from(
    rules: PlayRules, place: SimulatedPosition, elder: Chooser, younger: Chooser
) -> DealResult:
    """Return the result of a deal that two choosers play out from a position."""
    led, bound, owed = place.led, place.bound, place.owed
    (own, other), (took, lost) = place.hands, place.tricks
    (points, against), (may, other_may) = place.score, place.may
    lead, follow, turned = elder, younger, False
    if place.leader:
        own, other, took, lost, points, against = other, own, lost, took, against, points
        may, other_may, lead, follow, turned = other_may, may, younger, elder, True
    by_lead, by_win, by_capture = _by_card(rules)
    threshold, majority = rules.threshold, rules.majority
    first_only, unbroken = rules.first_card_only, rules.unbroken
    early = majority if rules.early else 0
    apart = rules.cards if early and not rules.cards_toward_pique else 0
    top = led
    while other:
        if led < 0:
            legal = own & bound
            led = lead(legal, own, NOTHING_LED) if legal & legal - 1 else legal.bit_length() - 1
            own ^= 1 << led
            bound = ANY_CARD
            if by_lead[led]:
                points += by_lead[led]
                if may and not against and points - (apart if took >= majority else 0) >= threshold:
                    points, may, other_may = points + rules.pique, False, False
        if owed:
            against, owed = against + owed, 0
        suit = other & _SUIT_OF[led]
        legal = suit or other
        card = follow(legal, other, led) if legal & legal - 1 else legal.bit_length() - 1
        other ^= 1 << card
        if suit and card > led:
            own, other, took, lost, points, against = other, own, lost, took, against, points
            may, other_may, lead, follow, turned = other_may, may, follow, lead, not turned
            top, made = card, by_capture[card]
        else:
            top, made = led, by_win[led]
        led = NOTHING_LED
        if first_only:
            may = other_may = False
        if made:
            points += made
            if may and not against and points - (apart if took >= majority else 0) >= threshold:
                points, may, other_may = points + rules.pique, False, False
        took += 1
        if unbroken:
            other_may = False
        if took == early:
            points += rules.cards
            if rules.cards_toward_pique and may and not against and points >= threshold:
                points, may, other_may = points + rules.pique, False, False
    points, against = _end(
        rules, (points, against), (took, lost), (may, other_may), CARDS[top].rank
    )
    if turned:
        return DealResult((against, points), (lost, took))
    return DealResult((points, against), (took, lost))


@lru_cache(maxsize=64)
def _by_card(rules: PlayRules) -> tuple[tuple[int, ...], ...]:
    """Return three tables of points by card: for leading it, for winning with the lead, and for capturing."""
    return tuple(
        tuple(points if card.rank >= rules.lowest else 0 for card in CARDS)
        for points in (rules.lead, rules.lead_wins, rules.capture)
    )


def _end(
    rules: PlayRules,
    score: tuple[int, int],
    tricks: tuple[int, int],
    may: tuple[bool, bool],
    rank: int,
) -> tuple[int, int]:
    """Return the final score: ``score`` with the points for the last trick, the cards, the capot and a pique.

    Pairs have the winner of the last trick first. ``may`` is whether each can still make a pique,
    and ``rank`` is the rank of the card that won the last trick.
    """
    points, against = score
    own_may, other_may = may
    capot = 0 in tricks
    apart = rules.cards if rules.early and not rules.cards_toward_pique else 0
    if rules.last and (not capot or rules.last_in_capot) and rank >= rules.last_lowest:
        points += rules.last
        counted = points - (apart if tricks[0] >= rules.majority else 0)
        if own_may and not against and counted >= rules.threshold:
            points, own_may, other_may = points + rules.pique, False, False
    if max(tricks) < rules.majority:
        return points, against
    replaces = capot and rules.capot_replaces
    more = 0 if rules.early or replaces else rules.cards
    winner, loser = (points, against) if tricks[0] > tricks[1] else (against, points)
    winner_may = own_may if tricks[0] > tricks[1] else other_may
    winner += more
    if more and rules.cards_toward_pique and winner_may and not loser and winner >= rules.threshold:
        winner += rules.pique
    if capot:
        winner += rules.capot - (rules.cards if replaces and rules.early else 0)
    return (winner, loser) if tricks[0] > tricks[1] else (loser, winner)
