"""Every ending played out on plain integers: what the solver is compared with where the engine is too slow.

How it is derived: it is `legal_leads`, `legal_follows`, `apply_lead`, `apply_follow` and `_Count` of
`engine/tricks.py`, written once more without types and events.  Every card of both players is tried at
every turn, and nothing is left out: no equal cards, no bounds, no windows.  Cards are bits of a mask, nine to a
suit.  A state is what the rules look at: both hands, who leads, the tricks of each, both totals, and
whether a pique can still be made.  The rules are read from the answers of the rule set, not from the
solver's `Scoring`.  A memo makes it fast, and two remarks on what it has to keep:

- Where no pique can be made any more, and only the difference counts, what is still to come does not
  depend on the totals, so they are left out.
- The rules ask of a card only its suit, which of two cards of a suit is higher, and whether it counts.
  So states are alike if renaming suits and ranks turns one into the other (`renamed`), and one memo
  serves all endings.  ``renaming=False`` does without.

`test_solver_brute.py` shows that it gives what the engine gives, with renaming and without, before it is
trusted.
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
    """Return a suit under names that only tell the order of its cards, whose they are, and which count.

    From the highest down a digit to the base of five for each card in a hand: 1 and 2 for elder's and
    younger's, 3 and 4 if they do not count.
    """
    name = 0
    for rank in reversed(range(9)):
        if (elders | youngers) >> rank & 1:
            name = 5 * name + (1 if elders >> rank & 1 else 2) + 2 * (low >> rank & 1)
    return name


class Brute:
    """Both players try everything; elder wants ``utility`` of the two totals high, younger low.

    Without a utility it is elder's total less younger's. ``decided`` tells whether the game is over in
    the middle of the play, and what that is worth; the cards come after the play.
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
        """Return what each card that may be led or played is worth at the end of the deal."""
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
        """Return the value at the end, if ``leader`` leads next."""
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
        """Return two hands as the memo has them."""
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
        """Return the value at the end if a card is led, after the best reply to it."""
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
        """Return the value at the end after a whole trick."""
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
        """Return what it is worth if the game is over by the points of the play."""
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
        """Add points and the pique that they make; ``settled`` are the tricks for which the cards were scored."""
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
        """Score the cards, which may make a pique."""
        if self.toward:
            return self._scored(seat, self.cards, se, sy, open, tricks, tricks)
        return (se, sy + self.cards, open) if seat else (se + self.cards, sy, open)

    def _ended(
        self, last: int, winning: int, se: int, sy: int, open: bool, tricks: tuple[int, int]
    ) -> float:
        """Return the value with the last trick, the cards and the capot."""
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
