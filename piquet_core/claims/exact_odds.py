"""Exact odds of a draw and of a carte blanche, as fractions.

A player knows his own twelve cards; the other twenty are unseen. Drawing some of them is drawing without
replacement, so every chance is a quotient of two integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from piquet_core.cards.cards import pack
from piquet_core.rules import RuleSet

UNSEEN = 20
"""The number of cards that a player of the 32-card game has not seen when he discards."""


def chance_of_exactly(count: int, named: int, drawn: int, unseen: int = UNSEEN) -> Fraction:
    """Return the chance to draw exactly ``count`` of ``named`` given cards.

    ``drawn`` is the number of cards drawn from ``unseen`` cards.

    >>> chance_of_exactly(1, 1, 5)
    Fraction(1, 4)
    """
    return Fraction(comb(named, count) * comb(unseen - named, drawn - count), comb(unseen, drawn))


def chance_of_at_least(least: int, named: int, drawn: int, unseen: int = UNSEEN) -> Fraction:
    """Return the chance to draw ``least`` or more of ``named`` given cards.

    ``drawn`` is the number of cards drawn from ``unseen`` cards.

    >>> chance_of_at_least(3, 4, 5)
    Fraction(31, 969)
    """
    return sum(
        (
            chance_of_exactly(count, named, drawn, unseen)
            for count in range(least, min(named, drawn) + 1)
        ),
        Fraction(0),
    )


def chance_of_every_group(groups: Sequence[int], drawn: int, unseen: int = UNSEEN) -> Fraction:
    """Return the chance that a draw contains a card of every group; ``groups`` has the sizes of the groups.

    The calculation uses inclusion and exclusion over the missed groups.

    >>> chance_of_every_group([4, 4], 2)
    Fraction(8, 95)
    """
    total = 0
    for chosen in range(1 << len(groups)):
        missed = [size for i, size in enumerate(groups) if chosen >> i & 1]
        total += (-1) ** len(missed) * comb(unseen - sum(missed), drawn)
    return Fraction(total, comb(unseen, drawn))


def chance_of_a_whole_group(groups: Sequence[int], drawn: int, unseen: int = UNSEEN) -> Fraction:
    """Return the chance that a draw contains every card of at least one group.

    ``groups`` has the sizes of the groups.

    >>> chance_of_a_whole_group([2, 2], 5)
    Fraction(101, 969)
    """
    total = 0
    for chosen in range(1, 1 << len(groups)):
        held = [size for i, size in enumerate(groups) if chosen >> i & 1]
        if sum(held) <= drawn:
            total -= (-1) ** len(held) * comb(unseen - sum(held), drawn - sum(held))
    return Fraction(total, comb(unseen, drawn))


def count_blank_cards(rules: RuleSet) -> int:
    """Return the number of cards of the pack that are not court cards.

    >>> from piquet_core.rules import load_ruleset
    >>> count_blank_cards(load_ruleset("hoyle1909"))
    20
    """
    courts = rules.ranks("blank.courts").value
    return sum(card.rank not in courts for card in pack(rules.number("pack.size").value))


def carte_blanche_chance(rules: RuleSet, players: str = "named") -> Fraction:
    """Return the chance of a carte blanche for a ``named`` player, for ``either`` player or for ``both``."""
    size, dealt = rules.number("pack.size").value, rules.number("deal.hand").value
    blanks = count_blank_cards(rules)
    named = Fraction(comb(blanks, dealt), comb(size, dealt))
    other = Fraction(comb(blanks - dealt, dealt), comb(size - dealt, dealt))
    both = named * other
    return {"named": named, "either": 2 * named - both, "both": both}[players]
