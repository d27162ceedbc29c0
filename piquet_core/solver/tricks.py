"""How many tricks the leader can take with both hands open, and whether the last is among them.

The search counts half tricks: two for each trick and one for the last, taken or lost as the rules have
it.  Where points add up so (`Scoring.adds_up`) this number settles them, and it depends on nothing
but the cards: one table serves every moment of a deal.  The method is the double-dummy search of
bridge: zero windows, equal cards as one, a table by relative ranks, sure tricks as bounds.  Of the
follower's replies the cheapest that takes, the lowest that does not and the lowest of each other suit
are enough (checked against all replies in tests/engine/test_solver.py).
"""

from __future__ import annotations

from piquet_core.solver.hands import SHIFTS, choices, discards
from piquet_core.solver.suits import OWNERS, WIDTH, sure

_MOST_KEPT = 150_000
_CODES = 1 << OWNERS
_CODE = _CODES - 1  # every card counts here, so a code is no longer than that
_SECOND, _THIRD, _FOURTH = SHIFTS[1:]

# What the search asks about a suit, by its place and its code; plain lists, because it asks a million
# times a second.  A change is what a card adds to the two numbers of the hands.
_Change = tuple[int, int]
_HOLDING: list[list[tuple[tuple[int, int, bool], ...]]] = []
"""Leads that hold for sure: the change, and whether the follower must throw from another suit."""
_RISKING: list[list[tuple[tuple[int, int, _Change | None], ...]]] = []
"""Leads that can be taken: the change if they are, and if they are not, where that can be."""
_THROWN: list[list[_Change | None]] = []
"""The lowest card of the follower, thrown on another suit."""
_SURE: list[int] = [0] * _CODES
"""Sure tricks of the leader, those of the follower and the leader's cashable cards, five bits each."""


def _fill() -> None:
    for shift in SHIFTS:
        _HOLDING.append([()] * _CODES)
        _RISKING.append([()] * _CODES)
        _THROWN.append([None] * _CODES)
        for code in range(1, _CODES):
            _fill_suit(code, shift)
    for code in range(1, _CODES):
        leader, follower, cashable = sure(code)
        _SURE[code] = leader | follower << 5 | cashable << 10


def _fill_suit(code: int, shift: int) -> None:
    holding: list[tuple[int, int, bool]] = []
    risking: list[tuple[int, int, _Change | None]] = []
    for one in choices(code, shift):
        lowest = one.held[-1][:2] if one.held else None
        if one.alone:
            holding.append((*one.alone[:2], True))
        elif one.taken:
            risking.append((*one.taken[-1][:2], lowest))
        elif lowest:
            holding.append((*lowest, False))
    place = shift // WIDTH
    _HOLDING[place][code] = tuple(holding)
    _RISKING[place][code] = tuple(risking)
    if thrown := discards(code, shift):
        _THROWN[place][code] = thrown[-1][:2]


class TrickSearch:
    """The search, with the table that it shares among positions.

    ``last_counts`` is False where the last trick is better lost than taken.
    """

    def __init__(self, *, last_counts: bool = True) -> None:
        self.last_counts = last_counts
        self._end = int(last_counts)
        self._known: dict[int, tuple[int, int]] = {}
        if not _HOLDING:
            _fill()

    def value(self, leader: int, follower: int, cards: int, guess: int = -1) -> int:
        """Return the half tricks of the leader, by best play of both, with so many cards each."""
        if not cards:
            return self._end
        if len(self._known) > _MOST_KEPT:
            self._known.clear()
        most = 2 * cards + 1
        at = guess if 0 <= guess <= most else cards
        # Up or down from the guess: most values lie near it.
        if at == 0 or self._reaches(leader, follower, cards, at):
            while at < most and self._reaches(leader, follower, cards, at + 1):
                at += 1
            return at
        at -= 1
        while at > 0 and not self._reaches(leader, follower, cards, at):
            at -= 1
        return at

    def _reaches(self, leader: int, follower: int, cards: int, goal: int) -> bool:
        """Tell whether the leader can have at least so many half tricks: from 1 to all of them."""
        known, reaches = self._known, self._reaches
        a, b = leader & _CODE, leader >> _SECOND & _CODE
        c, d = leader >> _THIRD & _CODE, leader >> _FOURTH
        found = known.get(leader)
        if found is None:
            sure = _SURE[a] + _SURE[b] + _SURE[c] + _SURE[d]
            low, high = known[leader] = self._bounds(sure, cards)
        else:
            low, high = found
        if goal <= low:
            return True
        if goal > high:
            return False
        cards -= 1
        most, held, taken = 2 * cards + 1, goal - 2, 2 * cards + 2 - goal
        if held <= most:
            for leads in (_HOLDING[0][a], _HOLDING[1][b], _HOLDING[2][c], _HOLDING[3][d]):
                for own, other, throws in leads:
                    if held > 0:
                        one, two = leader + own, follower + other
                        if throws:
                            for thrown in (
                                _THROWN[0][one & _CODE],
                                _THROWN[1][one >> _SECOND & _CODE],
                                _THROWN[2][one >> _THIRD & _CODE],
                                _THROWN[3][one >> _FOURTH],
                            ):
                                if thrown and not reaches(
                                    one + thrown[0], two + thrown[1], cards, held
                                ):
                                    break
                            else:
                                known[leader] = goal, high
                                return True
                            continue
                        if not reaches(one, two, cards, held):
                            continue
                    known[leader] = goal, high
                    return True
        if taken > 0:
            for risks in (_RISKING[0][a], _RISKING[1][b], _RISKING[2][c], _RISKING[3][d]):
                for own, other, lowest in risks:
                    if taken <= most and reaches(follower + other, leader + own, cards, taken):
                        continue
                    if (
                        lowest
                        and held > 0
                        and (
                            held > most
                            or not reaches(leader + lowest[0], follower + lowest[1], cards, held)
                        )
                    ):
                        continue
                    known[leader] = goal, high
                    return True
        known[leader] = low, goal - 1
        return False

    def _bounds(self, sure: int, cards: int) -> tuple[int, int]:
        """Return the half tricks that the leader has for sure, and the most that he can hope for."""
        mine, theirs, cashable = sure & 31, sure >> 5 & 31, sure >> 10
        # Once his cashable cards are out, he leads a suit whose highest card the follower holds.
        lost = min(theirs, cards - cashable)
        least = 2 * mine + self._end if mine >= cards else 2 * mine
        return least, 2 * (cards - lost) + (lost < cards if self._end else lost > 0)
