"""Brute-force search of every ending, on plain integers: the reference for the solver.

The engine is too slow for this. The search repeats `legal_leads`, `legal_follows`, `apply_lead`,
`apply_follow` and `_Count` of `engine/tricks.py` without types and events. It tries every card of both
players at every turn, without equivalent cards, bounds or windows. Cards are bits of a mask, nine to a
suit. A state contains what the rules need: both hands, the leader, the tricks and total of each player, and
whether a pique is still possible. The rules come from the answers of the rule set, not from the solver's
`TrickScoring`. A memo makes it fast. Two observations keep the memo small:

- If no pique is possible any more and only the difference counts, the remaining play does not
  depend on the totals, so the key omits them.
- The rules depend only on a card's suit, its rank relative to others, and whether it counts. States
  that differ by renaming suits and ranks are equal (`renamed`), so one memo serves all endings.
  ``renaming=False`` turns this off.

`test_solver_brute.py` first checks the search against the engine, with and without renaming.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from piquet_core.cards.cards import Rank
from piquet_core.engine.state import DealState
from piquet_core.rules import RuleSet

SUIT = tuple(0x1FF << card // 9 * 9 for card in range(36))
MOST = 1_000_000
Utility = Callable[[int, int], float]


def bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@cache
def renamed(elders: int, youngers: int, low: int) -> int:
    """Encode a suit so that only the order, the holder and the counting of its cards matter.

    The code has one base-5 digit for each card in a hand, from the highest down: 1 for elder's, 2 for
    younger's, and 3 and 4 if the card does not count.
    """
    name = 0
    for rank in reversed(range(9)):
        if (elders | youngers) >> rank & 1:
            name = 5 * name + (1 if elders >> rank & 1 else 2) + 2 * (low >> rank & 1)
    return name


class Brute:
    """Search in which elder maximises ``utility`` of the two totals and younger minimises it.

    The default utility is elder's total minus younger's. ``decided`` returns the value of a game that ends
    during the play, or None. The points for cards come after the play.
    """

    def __init__(
        self,
        rules: RuleSet,
        utility: Utility | None = None,
        decided: Callable[[int, int], float | None] | None = None,
        *,
        renaming: bool = True,
    ) -> None:
        def number(id: str) -> int:
            return rules.number(id).value

        low = rules.flag("play.low-cards").value
        self.counts = [low or card % 9 >= Rank.TEN for card in range(36)]
        self.lead, self.capture = number("play.lead"), number("play.capture")
        self.lead_wins, self.last = number("play.lead-wins"), number("play.last-trick")
        self.last_capot = bool(self.last) and rules.flag("play.last-trick-capot").value
        self.last_low = bool(self.last) and rules.flag("play.last-trick-low").value
        self.majority, self.cards = number("cards.majority"), number("cards.points")
        self.early = rules.choice("cards.when").value == "seventh-trick"
        self.toward = rules.flag("cards.toward-pique").value
        self.capot = number("capot.points")
        self.replaces = rules.choice("capot.mode").value == "replaces-cards"
        self.threshold, self.bonus = number("pique.threshold"), number("pique.bonus")
        self.first_card = rules.choice("pique.within").value == "first-card"
        self.younger_may = rules.choice("pique.seat").value != "elder"
        self.unbroken = rules.has("pique.unbroken") and rules.flag("pique.unbroken").value
        self.utility, self.decided = utility, decided
        self.renaming = renaming
        self.low = 0 if low else (1 << Rank.TEN) - 1
        self.may = (True, True)
        self.known: dict[tuple[int, ...], float] = {}

    def values(self, state: DealState) -> dict[int, float]:
        """Return the final value of each legal card."""
        won = [call.winner for call in state.calls]
        may = (1 not in won, self.younger_may and 0 not in won)
        if may != self.may or len(self.known) > MOST or not self.renaming:
            self.known.clear()
        self.may = may
        e, y = state.hands[0].mask, state.hands[1].mask
        now = (*state.tricks, *state.score, state.bonus is None)
        if state.led is None:
            return {c: self._led(e, y, state.leader, *now, c) for c in bits((e, y)[state.leader])}
        other = (y, e)[state.leader]
        replies = other & SUIT[state.led] or other
        return {
            c: self._replied(e, y, state.leader, *now, int(state.led), c) for c in bits(replies)
        }

    def _best(
        self, e: int, y: int, leader: int, te: int, ty: int, se: int, sy: int, open: bool
    ) -> float:
        """Return the final value if ``leader`` leads next."""
        base: float = 0
        key = self._named(e, y)
        if self.utility or (open and ((self.may[0] and not sy) or (self.may[1] and not se))):
            key += (leader, te, ty, se, sy, open)
        else:
            key, base = (*key, leader, te, ty), se - sy
        found = self.known.get(key)
        if found is None:
            own = y if leader else e
            led = [self._led(e, y, leader, te, ty, se, sy, open, c) for c in bits(own)]
            found = self.known[key] = (min(led) if leader else max(led)) - base
        return found + base

    def _named(self, e: int, y: int) -> tuple[int, ...]:
        """Return two hands as a key of the memo."""
        if not self.renaming:
            return e, y
        low = self.low
        return tuple(
            sorted(
                (
                    renamed(e & 511, y & 511, low),
                    renamed(e >> 9 & 511, y >> 9 & 511, low),
                    renamed(e >> 18 & 511, y >> 18 & 511, low),
                    renamed(e >> 27, y >> 27, low),
                )
            )
        )

    def _led(
        self,
        e: int,
        y: int,
        leader: int,
        te: int,
        ty: int,
        se: int,
        sy: int,
        open: bool,
        card: int,
    ) -> float:
        """Return the final value of a lead, after the best reply."""
        if leader:
            y, other = y ^ 1 << card, e
        else:
            e, other = e ^ 1 << card, y
        if self.counts[card] and self.lead:
            se, sy, open = self._scored(leader, self.lead, se, sy, open, (te, ty), (te, ty))
            if (over := self._over(se, sy, (te, ty))) is not None:
                return over
        replies = other & SUIT[card] or other
        found = [
            self._replied(e, y, leader, te, ty, se, sy, open, card, reply)
            for reply in bits(replies)
        ]
        return max(found) if leader else min(found)

    def _replied(
        self,
        e: int,
        y: int,
        leader: int,
        te: int,
        ty: int,
        se: int,
        sy: int,
        open: bool,
        card: int,
        reply: int,
    ) -> float:
        """Return the final value after a trick."""
        if leader:
            e ^= 1 << reply
        else:
            y ^= 1 << reply
        taken = reply > card and bool(SUIT[card] >> reply & 1)
        winner, winning = (1 - leader, reply) if taken else (leader, card)
        points = self.capture if taken else self.lead_wins
        before = te, ty
        if winner:
            ty += 1
        else:
            te += 1
        after = te, ty
        if points and self.counts[winning]:
            se, sy, open = self._scored(winner, points, se, sy, open, after, before)
            if (over := self._over(se, sy, before)) is not None:
                return over
        if self.early and after[winner] == self.majority:
            se, sy, open = self._cards(winner, se, sy, open, after)
        if e:
            return self._best(e, y, winner, te, ty, se, sy, open)
        return self._ended(winner, winning, se, sy, open, after)

    def _over(self, se: int, sy: int, tricks: tuple[int, int]) -> float | None:
        """Return the value of the game if the points of the play end it."""
        if self.decided is None:
            return None
        early = [self.cards * (self.early and taken >= self.majority) for taken in tricks]
        return self.decided(se - early[0], sy - early[1])

    def _scored(
        self,
        seat: int,
        points: int,
        se: int,
        sy: int,
        open: bool,
        tricks: tuple[int, int],
        settled: tuple[int, int],
    ) -> tuple[int, int, bool]:
        """Add points and the pique that they make. The points for cards were added for the tricks
        ``settled``.
        """
        if seat:
            sy += points
        else:
            se += points
        mine, theirs = (sy, se) if seat else (se, sy)
        if not open or theirs or not self.may[seat]:
            return se, sy, open
        if self.early and not self.toward and settled[seat] >= self.majority:
            mine -= self.cards
        barred = (self.unbroken and tricks[1 - seat]) or (self.first_card and sum(tricks))
        if mine < self.threshold or barred:
            return se, sy, open
        return (se, sy + self.bonus, False) if seat else (se + self.bonus, sy, False)

    def _cards(
        self, seat: int, se: int, sy: int, open: bool, tricks: tuple[int, int]
    ) -> tuple[int, int, bool]:
        """Add the points for cards, which may make a pique."""
        if self.toward:
            return self._scored(seat, self.cards, se, sy, open, tricks, tricks)
        return (se, sy + self.cards, open) if seat else (se + self.cards, sy, open)

    def _ended(
        self, last: int, winning: int, se: int, sy: int, open: bool, tricks: tuple[int, int]
    ) -> float:
        """Return the value after the last trick, the cards and the capot."""
        capot = 0 in tricks
        high = self.last_low or winning % 9 >= Rank.TEN
        if self.last and high and (self.last_capot or not capot):
            se, sy, open = self._scored(last, self.last, se, sy, open, tricks, tricks)
            if (over := self._over(se, sy, tricks)) is not None:
                return over
        for seat in (0, 1):
            if tricks[seat] < self.majority:
                continue
            if not self.early and not (capot and self.replaces):
                se, sy, open = self._cards(seat, se, sy, open, tricks)
            if capot:
                more = self.capot - (self.cards if self.replaces and self.early else 0)
                se, sy = (se, sy + more) if seat else (se + more, sy)
        return self.utility(se, sy) if self.utility else se - sy
