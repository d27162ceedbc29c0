"""Answers of a rule set that every trick needs, each looked up once.

A `RuleSet` returns an answer with its citation. A trick needs about twenty values and no citation.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from piquet_core.cards.cards import Rank
from piquet_core.rules import RuleSet


class PlayRules:
    """Rules of the play in one rule set, looked up on first use."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules

    # -- what a card scores

    @cached_property
    def lead(self) -> int:
        """Points for leading a card."""
        return self.rules.number("play.lead").value

    @cached_property
    def lead_wins(self) -> int:
        """Points for winning one's own lead."""
        return self.rules.number("play.lead-wins").value

    @cached_property
    def capture(self) -> int:
        """Points for winning the opponent's lead."""
        return self.rules.number("play.capture").value

    @cached_property
    def lowest(self) -> int:
        """Lowest rank that scores in the tricks; 0 means every rank."""
        return 0 if self.rules.flag("play.low-cards").value else int(Rank.TEN)

    # -- what the last trick scores, the cards and the capot

    @cached_property
    def last(self) -> int:
        """Points for the last trick."""
        return self.rules.number("play.last-trick").value

    @cached_property
    def last_lowest(self) -> int:
        """Lowest rank that scores by winning the last trick; 0 means every rank."""
        return 0 if self.rules.flag("play.last-trick-low").value else int(Rank.TEN)

    @cached_property
    def last_in_capot(self) -> bool:
        """Whether the last trick scores even if its winner makes a capot."""
        return self.rules.flag("play.last-trick-capot").value

    @cached_property
    def majority(self) -> int:
        """Number of tricks that wins the cards (the majority of tricks)."""
        return self.rules.number("cards.majority").value

    @cached_property
    def cards(self) -> int:
        """Points for winning the cards (the majority of tricks)."""
        return self.rules.number("cards.points").value

    @cached_property
    def early(self) -> bool:
        """Whether the cards (the majority of tricks) are scored with the trick that wins them, not at the end."""
        return self.rules.choice("cards.when").value == "seventh-trick"

    @cached_property
    def cards_toward_pique(self) -> bool:
        """Whether points for the cards (the majority of tricks) count towards a pique."""
        return self.rules.flag("cards.toward-pique").value

    @cached_property
    def capot(self) -> int:
        """Points for a capot."""
        return self.rules.number("capot.points").value

    @cached_property
    def capot_replaces(self) -> bool:
        """Whether a capot is scored in place of the cards (the majority of tricks), not in addition."""
        return self.rules.choice("capot.mode").value == "replaces-cards"

    # -- the pique

    @cached_property
    def threshold(self) -> int:
        """Points needed for a pique."""
        return self.rules.number("pique.threshold").value

    @cached_property
    def pique(self) -> int:
        """Bonus for a pique."""
        return self.rules.number("pique.bonus").value

    @cached_property
    def younger_may(self) -> bool:
        """Whether younger can make a pique."""
        return self.rules.choice("pique.seat").value != "elder"

    @cached_property
    def first_card_only(self) -> bool:
        """Whether only the first card led can make a pique."""
        return self.rules.choice("pique.within").value == "first-card"

    @cached_property
    def unbroken(self) -> bool:
        """Whether a pique requires winning every trick so far."""
        return self.rules.has("pique.unbroken") and self.rules.flag("pique.unbroken").value


@lru_cache(maxsize=64)
def play_rules(rules: RuleSet) -> PlayRules:
    """Return the `PlayRules` of a rule set, from a cache."""
    return PlayRules(rules)
