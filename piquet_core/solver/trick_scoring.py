"""Scoring rules of the play of one rule set, as plain numbers for the search."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from piquet_core.cards.cards import Rank
from piquet_core.engine.play_rules import play_rules
from piquet_core.rules import RuleSet

LOW_RANKS = int(Rank.TEN)
"""Number of ranks below the ten. Some books do not count them; they are the lowest bits of a suit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickScoring:
    """Scoring rules of the play as numbers.

    ``lead`` is scored for leading a card, ``lead_wins`` for a lead that wins the trick, and
    ``capture`` for a reply that wins it. ``low`` is whether cards below the ten score. ``cards``
    is scored for at least ``majority`` tricks. ``capot`` is scored on top of ``cards`` for taking
    every trick; if the rules let the capot replace the cards, it is the difference. ``threshold``
    and ``bonus`` are those of the pique, which each player can make only if ``by_elder`` or
    ``by_younger`` is true.
    """

    lead: int
    capture: int
    lead_wins: int
    low: bool
    last: int
    last_in_capot: bool
    last_low: bool
    majority: int
    cards: int
    early: bool
    cards_toward_pique: bool
    capot: int
    capot_on_top: bool
    threshold: int
    bonus: int
    by_elder: bool
    by_younger: bool
    unbroken: bool

    @property
    def adds_up(self) -> bool:
        """Whether points depend only on the number of tricks and the winner of the last one.

        The leader of a trick won the previous one. If every card scores alike, the points for cards
        therefore telescope: each trick adds ``trick`` to the difference in favour of its winner,
        and ``first`` is added for the present leader if the follower wins the last trick. Winning
        more tricks must never lower the difference.
        """
        alike = self.low and (self.last_low or not self.last)
        steady = abs(2 * self.last - self.first) <= 2 * self.trick
        return alike and steady and self.cards >= 0 and self.capot >= self.last

    @property
    def trick(self) -> int:
        """Points of a leader for leading and winning a trick."""
        return self.lead + self.lead_wins

    @property
    def first(self) -> int:
        """Points added for the present leader if the follower wins the last trick (see `adds_up`)."""
        return 2 * self.lead + self.lead_wins - self.capture

    @property
    def parts(self) -> bool:
        """Whether losing a trick gives the opponent a point at once or with the next lead.

        A pique then requires an unbroken run of led and won tricks.
        """
        return self.low and (self.lead > 0 or (self.lead_wins > 0 and self.capture > 0))

    def most_led(self, cards: int) -> int:
        """Return the most points towards a pique that the leader can add in the next ``cards`` tricks."""
        best = self.trick if self.parts else self.lead + max(self.capture, self.lead_wins)
        return cards * best + self._most_at_the_end

    def most_followed(self, cards: int) -> int:
        """Return the most points towards a pique that the follower can add in the next ``cards`` tricks."""
        if self.low and self.lead > 0:
            return 0  # the point for the lead bars the follower
        if self.parts:
            return self.capture + (cards - 1) * self.trick + self._most_at_the_end
        return self.most_led(cards)

    @property
    def _most_at_the_end(self) -> int:
        return self.last + (self.cards if self.cards_toward_pique else 0)


@cache
def trick_scoring(rules: RuleSet) -> TrickScoring:
    """Return the scoring of a rule set, from a cache."""
    asked = play_rules(rules)
    last, any_card = asked.last, not asked.first_card_only
    return TrickScoring(
        lead=asked.lead,
        capture=asked.capture,
        lead_wins=asked.lead_wins,
        low=not asked.lowest,
        last=last,
        last_in_capot=bool(last) and asked.last_in_capot,
        last_low=bool(last) and not asked.last_lowest,
        majority=asked.majority,
        cards=asked.cards,
        early=asked.early,
        cards_toward_pique=asked.cards_toward_pique,
        capot=asked.capot - (asked.cards if asked.capot_replaces else 0),
        capot_on_top=not asked.capot_replaces,
        threshold=asked.threshold,
        bonus=asked.pique,
        # A pique with the first card only is made by elder's first lead, before any search.
        by_elder=any_card,
        by_younger=any_card and asked.younger_may,
        unbroken=asked.unbroken,
    )
