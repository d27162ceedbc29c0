"""Games as examples: the settlement of a partie, of a game of a hundred up, and of a match.

The players are A and B. A is elder in the first deal of a partie and in the last deal of a game to a hundred.
"""

from __future__ import annotations

from dataclasses import dataclass

from piquet_core.cards.cards import EMPTY
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Scored
from piquet_core.engine.game import (
    PlayedDeal,
    deals_to_play,
    elder_of,
    is_drawn,
    match_winner,
    settle_hundred,
    settle_partie,
)
from piquet_core.errors import IllegalAction, PiquetError
from piquet_core.examples.result_table import Cell, ExampleError
from piquet_core.examples.rule_facts import PLAYERS, fact, fact_heading, is_fact
from piquet_core.rules import RuleSet

_HEADINGS = {"outcome": "How it ends", "totals": "Totals, A to B"}
_NO_PARTIE = "there is no partie of a fixed number of deals"
_SHORTER = "a partie of so many deals is over sooner"
_NO_HUNDRED = "there is no game of a hundred up"

Count = tuple[int, str, int]
"""Points in the deciding deal: the player, the heading, the number."""


class _Game:
    """Shared measures of parties, games to a hundred and matches."""

    def outcome(self, rules: RuleSet) -> str:
        """Return the result of the game, or its state if it is not over."""
        raise NotImplementedError

    def totals(self) -> tuple[int, int]:
        """Return the totals of A and B."""
        raise NotImplementedError

    def heading(self, measure: str) -> str:
        """Return the heading of a measure.

        Raises `ExampleError` for an unknown one.
        """
        return _HEADINGS[measure] if measure in _HEADINGS else fact_heading(measure)

    def cell(self, rules: RuleSet, measure: str) -> Cell:
        """Return the value of a measure under a rule set."""
        if is_fact(measure):
            return fact(rules, measure)
        if measure == "outcome":
            return (self.outcome(rules),)
        first, second = self.totals()
        return (f"{first} to {second}",)


@dataclass(frozen=True, slots=True, kw_only=True)
class PartieExample(_Game):
    """The points of A and B in each deal of a partie."""

    deals: tuple[tuple[int, int], ...]

    def given(self) -> tuple[tuple[str, Cell], ...]:
        """Return labelled cells for the points in each deal, A before B, and for the totals."""
        said = ", ".join(f"{first}–{second}" for first, second in self.deals)
        first, second = self.totals()
        return (("Deals, A–B", (said,)), ("Totals", (f"A {first}, B {second}",)))

    def misfit(self, rules: RuleSet) -> str:
        """Return a reason if the rule set has no partie or a shorter one; "" if the example fits."""
        if "rubicon" not in rules.names("game.forms").value:
            return _NO_PARTIE
        try:
            deals_to_play(rules, self._played(rules))
        except IllegalAction:
            return _SHORTER
        return ""

    def totals(self) -> tuple[int, int]:
        """Return the total points of A and B in all deals."""
        return sum(one for one, _ in self.deals), sum(two for _, two in self.deals)

    def _played(self, rules: RuleSet) -> list[PlayedDeal]:
        return [
            _deal(elder_of(rules, 0, number), ((0, "play", first), (1, "play", second)))
            for number, (first, second) in enumerate(self.deals)
        ]

    def outcome(self, rules: RuleSet) -> str:
        """Return the winner and the settlement, *drawn*, or the number of deals still to be played."""
        played = self._played(rules)
        try:
            more = deals_to_play(rules, played)
        except PiquetError as error:
            raise ExampleError(f"{rules.id}: {error}") from None
        if more:
            return f"{more} deal{'' if more == 1 else 's'} to come"
        if is_drawn(rules, played):
            return "drawn"
        settled = settle_partie(rules, played)
        assert settled is not None, "neither to come nor drawn"
        short = f"; {PLAYERS[1 - settled.winner]} is rubiconed" if settled.rubiconed else ""
        return f"{PLAYERS[settled.winner]} wins {settled.points}{short}"


@dataclass(frozen=True, slots=True, kw_only=True)
class HundredExample(_Game):
    """A game to a hundred: the scores before the last deal, and the counts in that deal."""

    before: tuple[int, int]
    counts: tuple[Count, ...]

    def given(self) -> tuple[tuple[str, Cell], ...]:
        """Return labelled cells for the scores before the last deal and for each player's counts in that deal."""
        said = "; ".join(
            f"{who} " + ", ".join(f"{head} {n}" for p, head, n in self.counts if p == player)
            for player, who in enumerate(PLAYERS)
            if any(p == player for p, _, _ in self.counts)
        )
        first, second = self.before
        return (
            ("Before the deal", (f"A {first}, B {second}; A is elder",)),
            ("In the deal", (said or "nothing",)),
        )

    def misfit(self, rules: RuleSet) -> str:
        """Return a reason if the rule set has no game of a hundred up; "" if it has one."""
        return "" if "hundred-up" in rules.names("game.forms").value else _NO_HUNDRED

    def totals(self) -> tuple[int, int]:
        """Return the scores of A and B after the last deal, with all counts."""
        first, second = self.before
        added = [sum(n for p, _, n in self.counts if p == player) for player in (0, 1)]
        return first + added[0], second + added[1]

    def outcome(self, rules: RuleSet) -> str:
        """Return the winner, the totals, and whether the game counts double, or that nobody has won yet."""
        heads = rules.names("reckon.order").value
        for _, head, _ in self.counts:
            if head not in heads:
                raise ExampleError(f"unknown head {head!r}; choose one of {', '.join(heads)}")
        before = _deal(0, ((0, "play", self.before[0]), (1, "play", self.before[1])))
        try:
            settled = settle_hundred(rules, [before, _deal(0, self.counts)])
        except PiquetError as error:
            raise ExampleError(f"{rules.id}: {error}") from None
        if settled is None:
            first, second = self.totals()
            return f"nobody yet, at {first} to {second}"
        double = "; the game counts double" if settled.double else ""
        first, second = settled.totals
        return f"{PLAYERS[settled.winner]} wins at {first} to {second}{double}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchExample(_Game):
    """A match of games to a hundred: the winner of each game, in order."""

    winners: tuple[int, ...]

    def given(self) -> tuple[tuple[str, Cell], ...]:
        """Return a labelled cell with the winners of the games."""
        return (("Games won by", (", ".join(PLAYERS[one] for one in self.winners),)),)

    def misfit(self, rules: RuleSet) -> str:
        """Return a reason if the rule set has no matches; "" if it has."""
        return "" if rules.has("hundred.match") else _NO_HUNDRED

    def totals(self) -> tuple[int, int]:
        """Return the numbers of games won by A and by B."""
        return self.winners.count(0), self.winners.count(1)

    def outcome(self, rules: RuleSet) -> str:
        """Return the winner of the match and the deciding game, or that the match goes on.

        Games after the deciding one are ignored.
        """
        for count in range(1, len(self.winners) + 1):
            winner = match_winner(rules, self.winners[:count])
            if winner is not None:
                return f"{PLAYERS[winner]} wins the match with game {count}"
        return "the match goes on"


def _deal(elder: int, counts: tuple[Count, ...]) -> PlayedDeal:
    return PlayedDeal(
        elder=elder,
        events=tuple(
            Scored(
                seat=Seat.ELDER if player == elder else Seat.YOUNGER,
                points=points,
                rule="reckon.order",
                reckon=head,
                cards=EMPTY,
            )
            for player, head, points in counts
        ),
    )
