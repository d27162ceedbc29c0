"""Search of the play with both totals, for objectives other than their difference.

It tries every lead and every reply except equal cards, trick by trick from the leader's side. It
tracks both totals, so that an objective may be any function of them, and the game may end in the
middle of the play.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from piquet_core.solver.open_hands import CODE, SHIFTS, LeadChoice, lead_choices
from piquet_core.solver.point_search import INFINITE, LeadPosition, PointSearch
from piquet_core.solver.trick_scoring import TrickScoring

_MOST_KEPT = 500_000


class Objective(Protocol):
    """Interface of an objective: elder maximises its value, and younger minimises it.

    The arguments are the points of elder and younger in the deal.
    """

    @property
    def steady(self) -> bool:
        """Whether more points for a player never lower that player's value."""

    def worth(self, elder: int, younger: int) -> float:
        """Return the value of a finished deal with these points."""

    def decided(self, elder: int, younger: int) -> float | None:
        """Return the value if these points end the game during the play, or else None.

        The points do not include those for winning the cards, which are scored after the play.
        """


class Totals(NamedTuple):
    """Points of leader and follower in the deal, and whether the leader is elder."""

    mine: int
    theirs: int
    elder: bool

    def plus(self, mine: int, theirs: int = 0) -> Totals:
        """Return the totals with ``mine`` added for the leader and ``theirs`` for the follower."""
        return Totals(self.mine + mine, self.theirs + theirs, self.elder)

    def turned(self) -> Totals:
        """Return the same totals with leader and follower swapped."""
        return Totals(self.theirs, self.mine, not self.elder)


class TotalSearch(PointSearch):
    """Search for the best play under an objective.

    All values are from the leader's viewpoint: negated if the leader is younger.
    """

    def __init__(self, scoring: TrickScoring, objective: Objective) -> None:
        super().__init__(scoring)
        self.objective = objective
        self._found: dict[tuple[object, ...], tuple[float, float]] = {}

    def worth_of_leads(
        self, place: LeadPosition, totals: Totals, *, scored: bool = False
    ) -> dict[tuple[int, int], float]:
        """Return the objective's value for the leader after each lead.

        The arguments and the keys are those of `leads`.
        """
        if len(self._found) > _MOST_KEPT:
            self._found.clear()
        look, over = self._answered if scored else self._led, self._over(place, totals)
        return {
            (suit, number): look(place, totals, choice, suit, -INFINITE, INFINITE)
            if over is None
            else over
            for suit, number, choice in _choices(place)
        }

    def worth_of_reply(
        self,
        place: LeadPosition,
        totals: Totals,
        hands: tuple[int, int],
        *,
        taken: bool,
        counts: bool,
    ) -> float:
        """Return the objective's value for the leader after a reply by the follower.

        The arguments after ``totals`` are those of `reply`.
        """
        over = self._over(place, totals)
        if over is not None:
            return over
        return self._played(place, totals, hands, taken, counts, -INFINITE, INFINITE)

    # -- the search ------------------------------------------------------------------------------

    def _best(self, place: LeadPosition, totals: Totals, alpha: float, beta: float) -> float:
        """Return the value of a position before a lead, with best play."""
        race = self.possible(place.race, place.cards) if place.race else None
        place = place._replace(race=race)
        key = (place.leader, place.leader_tricks, race, totals)
        bounds = self._found.get(key)
        if bounds is None:
            bounds = self._found[key] = self._bounds(place, totals)
        low, high = bounds
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
        best, floor = -float(INFINITE), alpha
        for suit, _, choice in _choices(place):
            best = max(best, self._led(place, totals, choice, suit, floor, beta))
            floor = max(floor, best)
            if best >= beta:
                break
        if best <= alpha:
            high = min(high, best)
        elif best >= beta:
            low = max(low, best)
        else:
            low = high = best
        self._found[key] = low, high
        return best

    def _led(
        self,
        place: LeadPosition,
        totals: Totals,
        choice: LeadChoice,
        suit: int,
        alpha: float,
        beta: float,
    ) -> float:
        """Return the value of a lead, including the point for leading, against the follower's best reply."""
        points = self.scoring.lead if choice.counts or self.scoring.low else 0
        race, bonus = self._scored(place.race, points)
        totals = totals.plus(points + bonus)
        if points and (over := self._over(place, totals)) is not None:
            return over
        return self._answered(place._replace(race=race), totals, choice, suit, alpha, beta)

    def _answered(
        self,
        place: LeadPosition,
        totals: Totals,
        choice: LeadChoice,
        suit: int,
        alpha: float,
        beta: float,
    ) -> float:
        """Return the value of a lead whose point is already in ``totals``, against the follower's best reply."""
        worst = float(INFINITE)
        for change, taken in self._replies(place, choice, suit):
            hands = place.leader + change[0], place.follower + change[1]
            counts = change[2] if taken else choice.counts
            ceiling = min(beta, worst)
            worst = min(worst, self._played(place, totals, hands, taken, counts, alpha, ceiling))
            if worst <= alpha:
                break
        return worst

    def _played(
        self,
        place: LeadPosition,
        totals: Totals,
        hands: tuple[int, int],
        taken: bool,
        counts: bool,
        alpha: float,
        beta: float,
    ) -> float:
        """Return the value after a completed trick, for the player who led to the trick."""
        scoring, race, sign = self.scoring, place.race, 1
        tricks, points = (place.leader_tricks, place.follower_tricks), scoring.lead_wins
        if taken:
            hands, tricks, totals, sign = hands[::-1], tricks[::-1], totals.turned(), -1
            race, points = race.turned() if race else None, scoring.capture
            alpha, beta = -beta, -alpha
        points = points if counts or scoring.low else 0
        race, bonus = self._scored(race, points)
        totals = totals.plus(points + bonus)
        if points:
            before = place._replace(leader_tricks=tricks[0], follower_tricks=tricks[1])
            if (over := self._over(before, totals)) is not None:
                return sign * over
        if race and scoring.unbroken:
            race = race._replace(follower_may=False)
        after = LeadPosition(*hands, place.cards - 1, tricks[0] + 1, tricks[1], race)
        if scoring.early and after.leader_tricks == scoring.majority:
            race, bonus = self._reckoned(race)
            after, totals = after._replace(race=race), totals.plus(scoring.cards + bonus)
        if after.cards:
            return sign * self._best(after, totals, alpha, beta)
        return sign * self._ended(after, totals, counts)

    def _ended(self, place: LeadPosition, totals: Totals, counts: bool) -> float:
        """Return the value of the finished deal for the winner of the last trick.

        ``totals`` do not yet include the points for the last trick, the capot and, if they are
        scored last, the cards.
        """
        scoring, race = self.scoring, place.race
        capot = not place.leader_tricks or not place.follower_tricks
        if (scoring.last_in_capot or not capot) and (counts or scoring.last_low):
            race, bonus = self._scored(race, scoring.last)
            totals = totals.plus(scoring.last + bonus)
            if (over := self._over(place, totals)) is not None:
                return over
        for won, turned in ((place.leader_tricks, False), (place.follower_tricks, True)):
            if won < scoring.majority:
                continue
            points = scoring.capot if capot else 0
            if not scoring.early:
                points += scoring.cards
                if scoring.cards_toward_pique and (scoring.capot_on_top or not capot):
                    race = race.turned() if race and turned else race
                    points += self._scored(race, scoring.cards)[1]
            totals = totals.plus(0, points) if turned else totals.plus(points)
        return self._worth(totals)

    # -- what totals are worth -------------------------------------------------------------------

    def _worth(self, totals: Totals) -> float:
        """Return the value of a deal's final totals for the leader."""
        if totals.elder:
            return self.objective.worth(totals.mine, totals.theirs)
        return -self.objective.worth(totals.theirs, totals.mine)

    def _over(self, place: LeadPosition, totals: Totals) -> float | None:
        """Return the value for the leader if these totals have already ended the game, or else None."""
        mine, theirs, scored = totals.mine, totals.theirs, self.scoring
        if scored.early and place.leader_tricks >= scored.majority:
            mine -= scored.cards
        if scored.early and place.follower_tricks >= scored.majority:
            theirs -= scored.cards
        if totals.elder:
            return self.objective.decided(mine, theirs)
        over = self.objective.decided(theirs, mine)
        return None if over is None else -over

    def _bounds(self, place: LeadPosition, totals: Totals) -> tuple[float, float]:
        """Return lower and upper bounds of a position's value for the leader.

        Each player can secure the difference of points found by the search for points. Only the
        sum of both players' points is open, so every sum is evaluated with that difference.
        """
        if not self.objective.steady or self._may_end(place, totals):
            return -INFINITE, INFINITE
        difference = totals.mine - totals.theirs + self.value(place)
        done = totals.mine + totals.theirs
        least, most = self._together(place)
        # Every second sum is impossible with this difference. The range includes the next possible sums.
        found = [
            self._worth(Totals((both + difference) // 2, (both - difference) // 2, totals.elder))
            for both in range(done + least - 1, done + most + 2)
            if (both - difference) % 2 == 0
        ]
        return min(found), max(found)

    def _together(self, place: LeadPosition) -> tuple[int, int]:
        """Return lower and upper bounds of the points that both players can still score together."""
        scoring, cards = self.scoring, place.cards
        bonus = scoring.bonus if place.race else 0
        card = scoring.lead + max(scoring.capture, scoring.lead_wins)
        most = cards * card + scoring.last + scoring.cards + max(scoring.capot, 0) + bonus
        return 0, most

    def _may_end(self, place: LeadPosition, totals: Totals) -> bool:
        """Return whether the points still to be scored might end the game during the play."""
        most = self._together(place)[1]
        decided = self.objective.decided
        for mine, theirs in ((most, 0), (0, most)):
            one, two = totals.mine + mine, totals.theirs + theirs
            if decided(*((one, two) if totals.elder else (two, one))) is not None:
                return True
        return False


class SearchAtTotals:
    """Adapter from `TotalSearch` with given totals to the `CardSearch` that `values_of_cards` needs."""

    def __init__(self, search: TotalSearch, totals: Totals) -> None:
        self.search, self.totals = search, totals
        self.scoring, self.low = search.scoring, search.low

    def leads(self, place: LeadPosition, *, scored: bool = False) -> dict[tuple[int, int], float]:
        """Return the value of each lead for the leader, at the given totals."""
        return self.search.worth_of_leads(place, self.totals, scored=scored)

    def reply(
        self, place: LeadPosition, hands: tuple[int, int], *, taken: bool, counts: bool
    ) -> float:
        """Return the leader's value after a reply, at the given totals."""
        return self.search.worth_of_reply(place, self.totals, hands, taken=taken, counts=counts)


def _choices(place: LeadPosition) -> Iterator[tuple[int, int, LeadChoice]]:
    """Yield each lead as (suit position, index in `lead_choices`, choice)."""
    for suit, shift in enumerate(SHIFTS):
        for number, choice in enumerate(lead_choices(place.leader >> shift & CODE, shift)):
            yield suit, number, choice
