"""Search for the tricks that the leader can win with both hands open, and for the last trick.

The search counts half tricks: two for each trick, and one more for winning the last trick (or for
losing it, where the rules make that better). If points add up (`TrickScoring.adds_up`), this number
determines them. It depends on the cards only, so one table serves every position of every deal. The
method is the double-dummy search of bridge: zero windows, groups of equal cards, a table by
relative ranks, and sure tricks as bounds. Of the follower's replies, the cheapest that wins, the
lowest that loses and the lowest of each other suit are sufficient (tests/engine/test_solver.py
compares them with all replies).
"""

from __future__ import annotations

from collections.abc import Callable

from piquet_core.pulse import beat
from piquet_core.solver.open_hands import SHIFTS, LeadChoice, lead_choices, throw_choices
from piquet_core.solver.suit_codes import OWNERS, WIDTH, flip, sure_tricks_of_code

_MOST_KEPT = 100_000
_CODES = 1 << OWNERS
_CODE = _CODES - 1  # every card counts here, so the upper bits are unused
_SECOND, _THIRD, _FOURTH = SHIFTS[1:]

# Tables by suit position and code. They are plain lists, because the search reads them a million times
# a second. A change is the difference that a card makes to both hands and to the sure tricks.
_Change = tuple[int, int, int]
_HOLDING: list[list[tuple[tuple[int, int, int, bool], ...]]] = []
"""Leads that are sure to win: the change, and whether the follower must throw from another suit."""
_RISKING: list[list[tuple[tuple[int, int, int, _Change | None], ...]]] = []
"""Leads that may lose: the change if they do, and the change if they do not, where possible."""
_THROWN: list[list[_Change | None]] = []
"""Change by the follower's lowest card, thrown on another suit."""
_SURE: list[int] = [0] * _CODES
"""Sure tricks of leader and follower and cashable cards of each, five bits each, so that they add up."""
_LEADERS, _FOLLOWERS = 0b11111 | 0b11111 << 10, 0b11111 << 5 | 0b11111 << 15
"""Bits of the leader's and of the follower's numbers."""

_Table = dict[int, tuple[int, int]]
_Reaches = Callable[[int, int, int, int, int], bool]
_TABLES: dict[bool, _Table] = {False: {}, True: {}}
"""Known bounds for all hands, by whether winning the last trick counts."""


def _fill() -> None:
    for code in range(1, _CODES):
        leader, follower, cashable = sure_tricks_of_code(code)
        _SURE[code] = (
            leader | follower << 5 | cashable << 10 | sure_tricks_of_code(flip(code)).cashable << 15
        )
    for shift in SHIFTS:
        beat()
        _HOLDING.append([()] * _CODES)
        _RISKING.append([()] * _CODES)
        _THROWN.append([None] * _CODES)
        for code in range(1, _CODES):
            _fill_suit(code, shift)


def _fill_suit(code: int, shift: int) -> None:
    def change(own: int, other: int) -> _Change:
        return own, other, _SURE[code + (own >> shift)] - _SURE[code]

    holding: list[tuple[int, int, int, bool]] = []
    risking: list[tuple[int, int, int, _Change | None]] = []
    for one in lead_choices(code, shift):
        lowest = change(*one.held[-1][:2]) if one.held else None
        if one.alone:
            holding.append((*change(*one.alone[:2]), True))
        elif one.taken:
            risking.append((*change(*one.taken[-1][:2]), lowest))
        elif lowest:
            holding.append((*lowest, False))
    place = shift // WIDTH
    _HOLDING[place][code] = tuple(holding)
    _RISKING[place][code] = tuple(risking)
    if thrown := throw_choices(code, shift):
        _THROWN[place][code] = change(*thrown[-1][:2])


def _sure_tricks(leader: int) -> int:
    """Return the packed sum of the `_SURE` entries of all suits of the leader's encoded hand."""
    return sum(_SURE[leader >> shift & _CODE] for shift in SHIFTS)


def _bounds(sure: int, cards: int, end: int) -> tuple[int, int]:
    """Return lower and upper bounds of the leader's half tricks from the packed sure tricks.

    ``end`` is 1 if winning the last trick counts a half trick, 0 if losing it does.
    """
    mine, cashable = sure & 31, sure >> 10 & 31
    lost = min(sure >> 5 & 31, cards - cashable)
    least = 2 * mine + end if mine >= cards else 2 * mine
    return least, 2 * (cards - lost) + (lost < cards if end else lost > 0)


def _search(known: _Table, end: int) -> _Reaches:
    """Return a function that decides whether the leader can win at least ``goal`` half tricks.

    ``known`` caches bounds by the leader's hand, and ``end`` is as in `_bounds`. The arguments of
    the function are both encoded hands, the packed sure tricks, the number of cards in each hand,
    and the goal, which must be from 1 to the maximum.
    """
    holding, holding2, holding3, holding4 = _HOLDING
    risking, risking2, risking3, risking4 = _RISKING
    find = known.get

    def reaches(leader: int, follower: int, sure: int, cards: int, goal: int) -> bool:
        if found := find(leader):
            low, high = found
        else:
            mine, lost, most = sure & 31, sure >> 5 & 31, cards - (sure >> 10 & 31)
            low = 2 * mine + end if mine >= cards else 2 * mine
            # After the cashable cards, the leader must lead a suit whose highest card the follower has.
            lost = min(lost, most)
            high = 2 * (cards - lost) + (lost < cards if end else lost > 0)
        if goal <= low or goal > high:
            return goal <= low
        a, b = leader & _CODE, leader >> _SECOND & _CODE
        c, d = leader >> _THIRD & _CODE, leader >> _FOURTH
        cards -= 1
        most, held, taken = 2 * cards + 1, goal - 2, 2 * cards + 2 - goal
        if held <= most:
            for leads in holding[a], holding2[b], holding3[c], holding4[d]:
                for own, other, more, throws in leads:
                    find_out = stands if throws else reaches
                    one, two, now = leader + own, follower + other, sure + more
                    if held <= 0 or find_out(one, two, now, cards, held):
                        known[leader] = goal, high
                        return True
        if taken > 0:
            for risks in risking[a], risking2[b], risking3[c], risking4[d]:
                for own, other, more, lowest in risks:
                    now = sure + more
                    now = (now & _LEADERS) << 5 | (now & _FOLLOWERS) >> 5
                    if taken <= most and reaches(follower + other, leader + own, now, cards, taken):
                        continue
                    if lowest and held > 0:
                        one, two, now = leader + lowest[0], follower + lowest[1], sure + lowest[2]
                        if held > most or not reaches(one, two, now, cards, held):
                            continue
                    known[leader] = goal, high
                    return True
        known[leader] = low, goal - 1
        return False

    stands = _throwing(reaches)
    return reaches


def _throwing(reaches: _Reaches) -> _Reaches:
    """Return a function like ``reaches`` that decides whether the goal is reached after every throw.

    The follower, who is void in the suit led, may throw the lowest card of any other suit.
    """
    first, second, third, fourth = _THROWN

    def stands(leader: int, follower: int, sure: int, cards: int, goal: int) -> bool:
        for throw in (
            first[leader & _CODE],
            second[leader >> _SECOND & _CODE],
            third[leader >> _THIRD & _CODE],
            fourth[leader >> _FOURTH],
        ):
            if throw:
                own, other, more = throw
                if not reaches(leader + own, follower + other, sure + more, cards, goal):
                    return False
        return True

    return stands


class TrickSearch:
    """Search for half tricks, with a table shared by all instances.

    ``last_counts`` is False if losing the last trick is better than winning it. With ``fresh``, the
    instance has a new table of its own.
    """

    def __init__(self, *, last_counts: bool = True, fresh: bool = False) -> None:
        if not _HOLDING:
            _fill()
        self.last_counts = last_counts
        self._end = int(last_counts)
        self._known = {} if fresh else _TABLES[last_counts]
        self._reaches = _search(self._known, self._end)

    def value(self, leader: int, follower: int, cards: int) -> int:
        """Return the leader's half tricks with best play, for ``cards`` cards in each hand."""
        if len(self._known) > _MOST_KEPT:
            self._known.clear()
        sure = _sure_tricks(leader)
        most = 2 * cards + 1
        return _highest(lambda goal: self._can(leader, follower, sure, cards, goal), most, cards)

    def bounds(self, leader: int, cards: int) -> tuple[int, int]:
        """Return lower and upper bounds of the leader's half tricks, without a search."""
        return _bounds(_sure_tricks(leader), cards, self._end)

    def lead(self, choice: LeadChoice, leader: int, follower: int, cards: int, most: int) -> int:
        """Return the leader's half tricks after a lead, searching no higher than ``most``."""
        left, can = cards - 1, self._can
        held = [
            (one, two, _sure_tricks(one)) for one, two in self._replies(choice, leader, follower)
        ]
        taken = [
            (follower + other, leader + own, _sure_tricks(follower + other))
            for own, other, _ in choice.taken[-1:]
        ]

        def reaches(goal: int) -> bool:
            return all(can(*after, left, goal - 2) for after in held) and not any(
                can(*after, left, 2 * left + 2 - goal) for after in taken
            )

        return _highest(reaches, most, most)

    def _can(self, leader: int, follower: int, sure: int, cards: int, goal: int) -> bool:
        """Return whether the leader can win at least ``goal`` half tricks. Any goal is allowed."""
        if 0 < goal <= 2 * cards + 1:
            return self._reaches(leader, follower, sure, cards, goal) if cards else self._end > 0
        return goal <= 0

    def _replies(self, choice: LeadChoice, leader: int, follower: int) -> list[tuple[int, int]]:
        """Return both encoded hands after each losing reply that may be best for the follower."""
        if choice.alone is None:
            return [(leader + own, follower + other) for own, other, _ in choice.held[-1:]]
        one, two = leader + choice.alone.leader, follower + choice.alone.follower
        throws = [_THROWN[place][one >> shift & _CODE] for place, shift in enumerate(SHIFTS)]
        return [(one + throw[0], two + throw[1]) for throw in throws if throw]


def _highest(reaches: Callable[[int], bool], most: int, guess: int) -> int:
    """Return the highest goal up to ``most`` for which ``reaches`` is true, starting the search at ``guess``."""
    at = guess // 2 * 2
    if reaches(at):
        while at + 2 <= most and reaches(at + 2):
            at += 2
    else:
        at -= 2
        while not reaches(at):
            at -= 2
    return at + 1 if at < most and reaches(at + 1) else at
