"""What the tricks of a deal score, as one rule set answers it: plain numbers for the search."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from piquet_core.cards.cards import Rank
from piquet_core.engine.play_rules import play_rules
from piquet_core.rules import RuleSet

LOW_RANKS = int(Rank.TEN)
"""Ranks below the ten, six to nine, which some books leave uncounted; they are the lowest bits of a suit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickScoring:
    """The rules of the play as numbers; points are those of the player who is named by the rule.

    ``low`` tells whether cards below the ten count; ``capot`` is what taking every trick brings
    beside ``cards``, even where it replaces them; ``by_younger`` and ``by_elder`` tell who may make
    a pique.
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
        """Whether points depend on nothing but how many tricks are taken, and who takes the last.

        Whoever leads a trick took the one before; so where every card counts alike, the points for
        cards telescope: each trick is worth ``trick`` to its taker, less to the other, and whoever
        does not take the last has ``first`` back. More tricks must never be worth less.
        """
        alike = self.low and (self.last_low or not self.last)
        steady = abs(2 * self.last - self.first) <= 2 * self.trick
        return alike and steady and self.cards >= 0 and self.capot >= self.last

    @property
    def trick(self) -> int:
        """What the leader of a trick scores who takes it."""
        return self.lead + self.lead_wins

    @property
    def first(self) -> int:
        """What the leader of a trick has more, if he loses it, than each trick is worth to its taker."""
        return 2 * self.lead + self.lead_wins - self.capture

    @property
    def parts(self) -> bool:
        """Whether a trick lost gives the other player a point at once or by his next lead.

        Then a pique is made by tricks that are led and won without a break.
        """
        return self.low and (self.lead > 0 or (self.lead_wins > 0 and self.capture > 0))

    def most_led(self, cards: int) -> int:
        """Return the most that the leader of the next of so many tricks can add towards a pique."""
        best = self.trick if self.parts else self.lead + max(self.capture, self.lead_wins)
        return cards * best + self._most_at_the_end

    def most_followed(self, cards: int) -> int:
        """Return the most that the other player can add towards one."""
        if self.low and self.lead > 0:
            return 0  # the lead bars him
        if self.parts:
            return self.capture + (cards - 1) * self.trick + self._most_at_the_end
        return self.most_led(cards)

    @property
    def _most_at_the_end(self) -> int:
        return self.last + (self.cards if self.cards_toward_pique else 0)


@cache
def trick_scoring(rules: RuleSet) -> TrickScoring:
    """Return the scoring of a rule set, compiled once."""
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
        # A pique by the first card alone is elder's first lead, which is made before any search.
        by_elder=any_card,
        by_younger=any_card and asked.younger_may,
        unbroken=asked.unbroken,
    )
