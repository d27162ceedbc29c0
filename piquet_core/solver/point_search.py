"""Search for the points of the rest of the play, with both hands open and best play.

The value of a position is the leader's points less the follower's in the rest of the play. The
search proceeds trick by trick and takes into account the pique, the tricks won so far and the cards
that count. Once no pique is possible and the points add up, it counts half tricks instead
(`TrickSearch`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from piquet_core.solver.open_hands import CODE, SHIFTS, LeadChoice, lead_choices, throw_choices
from piquet_core.solver.trick_scoring import LOW_RANKS, TrickScoring
from piquet_core.solver.trick_search import TrickSearch

INFINITE = 10_000
_MOST_KEPT = 200_000


class PiqueRace(NamedTuple):
    """Points of leader and follower towards a pique, and whether each can still make it.

    A player who can no longer make a pique has 0 points and False.
    """

    leader: int
    follower: int
    leader_may: bool
    follower_may: bool

    def turned(self) -> PiqueRace:
        """Return the same race with leader and follower swapped."""
        return PiqueRace(self.follower, self.leader, self.follower_may, self.leader_may)


def open_pique_race(
    scoring: TrickScoring, score: Sequence[int], tricks: Sequence[int], won: Sequence[bool]
) -> PiqueRace | None:
    """Return the `PiqueRace` with elder as its leader, or None if neither player can make a pique.

    The arguments have elder's value first: the score, the tricks taken, and whether each player has
    won a kind (point, sequence or set).
    """
    allowed = (scoring.by_elder, scoring.by_younger)
    may = [
        allowed[seat]
        and not score[1 - seat]
        and not (scoring.unbroken and tricks[1 - seat])
        and not won[1 - seat]
        for seat in (0, 1)
    ]
    # Points for cards scored early may not count towards a pique.
    apart = scoring.cards if scoring.early and not scoring.cards_toward_pique else 0
    have = [score[seat] - (apart if tricks[seat] >= scoring.majority else 0) for seat in (0, 1)]
    return PiqueRace(have[0] if may[0] else 0, have[1] if may[1] else 0, *may) if any(may) else None


class LeadPosition(NamedTuple):
    """Position before a lead: encoded hands, cards per hand, tricks taken, and the pique race, if open."""

    leader: int
    follower: int
    cards: int
    leader_tricks: int
    follower_tricks: int
    race: PiqueRace | None


def _with(place: LeadPosition, race: PiqueRace | None) -> LeadPosition:
    """Return a position with its race replaced, or the same tuple if the race is unchanged."""
    return place if race is place.race else place._replace(race=race)


class PointSearch:
    """Search for points under one scoring. Its tables can be reused for all deals with the same pack.

    ``fresh`` starts with empty tables, for measurements.
    """

    def __init__(self, scoring: TrickScoring, *, fresh: bool = False) -> None:
        self.scoring = scoring
        self._adds_up = scoring.adds_up
        # Ranks that the search must distinguish from others: none if points add up.
        self.low = 0 if self._adds_up else (1 << LOW_RANKS) - 1
        self._tricks = TrickSearch(last_counts=2 * scoring.last >= scoring.first, fresh=fresh)
        self._known: dict[tuple[int, int, PiqueRace | None], tuple[int, int]] = {}

    def value(self, place: LeadPosition) -> int:
        """Return the leader's points less the follower's in the rest of the play."""
        return self._search(place, -INFINITE, INFINITE)

    def bounds(self, place: LeadPosition) -> tuple[int, int]:
        """Return lower and upper bounds of the leader's half tricks, without a search."""
        return self._tricks.bounds(place.leader, place.cards)

    def estimate(self, place: LeadPosition, low: int, high: int) -> float:
        """Return the mean value of a position over the half tricks from ``low`` to ``high``.

        It is valid only if points add up (`TrickScoring.adds_up`) and no pique is possible.
        """
        found = [self._by_half_tricks(place, half) for half in range(low, high + 1)]
        return sum(found) / len(found)

    def sure_run(self, low: int, cards: int) -> int:
        """Return the points for the leader's sure tricks, with those for the last trick if all are sure.

        ``low`` is the lower bound of the leader's half tricks with ``cards`` cards in each hand.
        """
        run = (low >> 1) * self.scoring.trick
        return run + self.scoring.last if low >> 1 == cards else run

    def leads(self, place: LeadPosition, *, scored: bool = False) -> dict[tuple[int, int], int]:
        """Return the value of each lead for the leader, keyed by suit position and index in `lead_choices`.

        With ``scored``, the point for leading has been scored already, and the race of ``place``
        includes it.
        """
        self._forget()
        race = self.possible(place.race, place.cards) if place.race else None
        adds_up = not race and self._adds_up
        best = self._tricks.value(place.leader, place.follower, place.cards) if adds_up else 0
        found = {}
        for suit, shift in enumerate(SHIFTS):
            for number, choice in enumerate(lead_choices(place.leader >> shift & CODE, shift)):
                if adds_up:
                    half = self._tricks.lead(
                        choice, place.leader, place.follower, place.cards, best
                    )
                    value = self._by_half_tricks(place, half) - scored * self.scoring.lead
                elif scored:
                    value = self._replied(place, choice, suit, -INFINITE, INFINITE)
                else:
                    value = self._lead(place, choice, suit, -INFINITE, INFINITE)
                found[suit, number] = value
        return found

    def reply(
        self, place: LeadPosition, hands: tuple[int, int], *, taken: bool, counts: bool
    ) -> int:
        """Return the leader's value after a reply by the follower.

        ``place`` is the position before the lead, except that its race includes the lead. ``hands``
        are the encoded hands of leader and follower after the reply. ``taken`` is whether the reply
        wins the trick, and ``counts`` whether the winning card scores.
        """
        self._forget()
        return self._reply(place, hands, taken, counts, -INFINITE, INFINITE)

    def _forget(self) -> None:
        if len(self._known) > _MOST_KEPT:
            self._known.clear()

    def _search(self, place: LeadPosition, alpha: int, beta: int) -> int:
        race = self.possible(place.race, place.cards) if place.race else None
        if not race and self._adds_up:
            return self._added_up(place)
        place = _with(place, race)
        key = (place.leader, place.leader_tricks, race)
        low, high = self._known.get(key, (-INFINITE, INFINITE))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
        if self._adds_up and race:
            # A pique changes the value by its bonus at most. Usually it cannot be forced at all.
            base = self._added_up(place)
            least = base - self.scoring.bonus if race.follower_may else base
            most = base + self.scoring.bonus if race.leader_may else base
            if least >= beta:
                return least
            if most <= alpha:
                return most
            alpha, beta = max(alpha, least), min(beta, most)
        best, floor = -INFINITE, alpha
        for suit, shift in enumerate(SHIFTS):
            for choice in lead_choices(place.leader >> shift & CODE, shift):
                found = self._lead(place, choice, suit, floor, beta)
                best = max(best, found)
                floor = max(floor, best)
                if best >= beta:
                    break
            if best >= beta:
                break
        if best <= alpha:
            high = best
        elif best >= beta:
            low = best
        else:
            low = high = best
        self._known[key] = low, high
        return best

    def _lead(
        self, place: LeadPosition, choice: LeadChoice, suit: int, alpha: int, beta: int
    ) -> int:
        """Return the value of a lead, including the point for leading, against the follower's best reply."""
        scoring, race = self.scoring, place.race
        gained = scoring.lead if choice.counts or scoring.low else 0
        race, bonus = self._scored(race, gained)
        gained += bonus
        after_lead = _with(place, race)
        return gained + self._replied(after_lead, choice, suit, alpha - gained, beta - gained)

    def _replied(
        self, place: LeadPosition, choice: LeadChoice, suit: int, alpha: int, beta: int
    ) -> int:
        """Return the value of a lead, without the point for leading, against the follower's best reply."""
        worst, additive = INFINITE, not place.race and self._adds_up
        replies = self._telling if additive else self._replies
        for change, taken in replies(place, choice, suit):
            hands = place.leader + change[0], place.follower + change[1]
            counts = change[2] if taken else choice.counts
            found = self._reply(place, hands, taken, counts, alpha, min(beta, worst))
            worst = min(worst, found)
            if worst <= alpha:
                break
        return worst

    def _replies(
        self, place: LeadPosition, choice: LeadChoice, suit: int
    ) -> Iterator[tuple[tuple[int, int, bool], bool]]:
        """Yield a pair for each reply: the change by lead and reply, and whether the reply wins the trick."""
        if choice.alone is None:
            for change in reversed(choice.taken):
                yield change, True
            for change in reversed(choice.held):
                yield change, False
            return
        own, other, _ = choice.alone
        for elsewhere, shift in enumerate(SHIFTS):
            if elsewhere != suit:
                for change in reversed(throw_choices(place.leader >> shift & CODE, shift)):
                    yield (own + change.leader, other + change.follower, False), False

    def _telling(
        self, place: LeadPosition, choice: LeadChoice, suit: int
    ) -> Iterator[tuple[tuple[int, int, bool], bool]]:
        """Yield the replies that can be best if points add up, as pairs like those of `_replies`.

        `trick_search` says why no other reply can be best.
        """
        if choice.alone is None:
            if choice.taken:
                yield choice.taken[-1], True
            if choice.held:
                yield choice.held[-1], False
            return
        own, other, _ = choice.alone
        for elsewhere, shift in enumerate(SHIFTS):
            if elsewhere != suit:
                for change in throw_choices(place.leader >> shift & CODE, shift)[-1:]:
                    yield (own + change.leader, other + change.follower, False), False

    def _reply(
        self,
        place: LeadPosition,
        hands: tuple[int, int],
        taken: bool,
        counts: bool,
        alpha: int,
        beta: int,
    ) -> int:
        """Search for the leader's value after a reply, within the bounds ``alpha`` and ``beta``.

        A value outside the bounds is itself only a bound. The other arguments are those of `reply`.
        """
        scoring, race = self.scoring, place.race
        tricks = place.leader_tricks, place.follower_tricks
        points = scoring.lead_wins
        if taken:
            hands, tricks = hands[::-1], tricks[::-1]
            race = race.turned() if race else None
            points, alpha, beta = scoring.capture, -beta, -alpha
        points = points if counts or scoring.low else 0
        race, bonus = self._scored(race, points)
        after = LeadPosition(*hands, place.cards - 1, tricks[0] + 1, tricks[1], race)
        found = self._after(after, points + bonus, counts, alpha, beta)
        return -found if taken else found

    def _after(self, place: LeadPosition, points: int, counts: bool, alpha: int, beta: int) -> int:
        """Return the value of a completed trick and the rest of the play, for the winner of the trick.

        In ``place``, that player is the leader. ``points`` are those scored for winning
        it, including any pique, and ``counts`` is whether the winning card scores.
        """
        scoring, race = self.scoring, place.race
        if race and scoring.unbroken:
            race = race._replace(follower_may=False)
        if scoring.early and place.leader_tricks == scoring.majority:
            points += scoring.cards
            race, bonus = self._reckoned(race)
            points += bonus
        if place.cards:
            rest = _with(place, race)
            return points + self._search(rest, alpha - points, beta - points)
        return points + self._end(place, race, counts)

    def _reckoned(self, race: PiqueRace | None) -> tuple[PiqueRace | None, int]:
        """Return the pique race after the leader scores for the cards, and any pique bonus that results."""
        if race and not self.scoring.cards_toward_pique:
            return race._replace(follower_may=False), 0
        return self._scored(race, self.scoring.cards)

    def _end(self, place: LeadPosition, race: PiqueRace | None, counts: bool) -> int:
        """Return the final points: for the last trick, the cards, the capot and any pique they complete.

        The result is the points of the last trick's winner, who is the leader of ``place``, less
        the opponent's. ``counts`` is whether the card that won the last trick scores.
        """
        scoring, points = self.scoring, 0
        capot = not place.leader_tricks or not place.follower_tricks
        if (scoring.last_in_capot or not capot) and (counts or scoring.last_low):
            points += scoring.last
            race, bonus = self._scored(race, scoring.last)
            points += bonus
        for sign, tricks in ((1, place.leader_tricks), (-1, place.follower_tricks)):
            if tricks < scoring.majority:
                continue
            if not scoring.early:
                points += sign * scoring.cards
                if scoring.cards_toward_pique and (scoring.capot_on_top or not capot):
                    race = race.turned() if race and sign < 0 else race
                    race, bonus = self._scored(race, scoring.cards)
                    points += sign * bonus
            if capot:
                points += sign * scoring.capot
        return points

    def _scored(self, race: PiqueRace | None, points: int) -> tuple[PiqueRace | None, int]:
        """Return the pique race after the leader scores ``points``, and any pique bonus that results."""
        if race is None or not points:
            return race, 0
        total = race.leader + points
        if not race.leader_may:
            return None, 0
        if total >= self.scoring.threshold:
            return None, self.scoring.bonus
        return PiqueRace(total, 0, True, False), 0

    def possible(self, race: PiqueRace, cards: int) -> PiqueRace | None:
        """Return the race with only the players who can still make a pique in ``cards`` tricks, or None."""
        scoring = self.scoring
        leader_may = race.leader_may and race.leader + scoring.most_led(cards) >= scoring.threshold
        follower_may = (
            race.follower_may and race.follower + scoring.most_followed(cards) >= scoring.threshold
        )
        if not leader_may and not follower_may:
            return None
        return PiqueRace(
            race.leader if leader_may else 0,
            race.follower if follower_may else 0,
            leader_may,
            follower_may,
        )

    def _added_up(self, place: LeadPosition) -> int:
        """Return the value of a position for the leader if points add up and no pique is possible."""
        half = self._tricks.value(place.leader, place.follower, place.cards)
        return self._by_half_tricks(place, half)

    def _by_half_tricks(self, place: LeadPosition, half: int) -> int:
        """Return the value of a position for a leader who wins ``half`` half tricks (see `trick_search`)."""
        last = bool(half & 1) == self._tricks.last_counts
        return self._settled(place, half >> 1, takes_last=last)

    def _settled(self, place: LeadPosition, tricks: int, *, takes_last: bool) -> int:
        """Return the value of a position for a leader who wins ``tricks`` of the remaining tricks."""
        scoring = self.scoring
        lost = place.cards - tricks
        points = scoring.trick * (tricks - lost)
        if not takes_last:
            points += scoring.first
        mine, theirs = place.leader_tricks + tricks, place.follower_tricks + lost
        capot = not mine or not theirs
        if scoring.last_in_capot or not capot:
            points += scoring.last if takes_last else -scoring.last
        for sign, before, taken in (
            (1, place.leader_tricks, mine),
            (-1, place.follower_tricks, theirs),
        ):
            if taken >= scoring.majority:
                if not (scoring.early and before >= scoring.majority):
                    points += sign * scoring.cards
                if capot:
                    points += sign * scoring.capot
        return points
