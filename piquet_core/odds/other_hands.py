"""Hands of the opponent that fit what a player knows, all of them or a sample, with a sentence about them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import sqrt

from piquet_core.beliefs.possible_hands import possible_hands
from piquet_core.replay.visibility import Knowledge
from piquet_core.rules import RuleSet

_TWO_ERRORS = 100
"""Twice the standard error of a chance of one half, in per cent, times the root of the number of hands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherHands:
    """Possible hands of the opponent as masks, with weights that sum to 1.

    ``basis`` tells how many there are, or how many were drawn, with the error that remains.
    """

    weighted: tuple[tuple[int, float], ...]
    basis: str


def other_hands(rules: RuleSet, known: Knowledge, most: int) -> OtherHands:
    """Return the opponent's possible hands. If there are more than ``most``, a sample is drawn by weight."""
    found = possible_hands(rules, known)
    drawn = found.draw(most, random.Random(repr(known.unseen)))  # noqa: S311 - the same hands every time
    held = f"{known.their_hidden} of the {len(known.unseen)} cards that you have not seen"
    if found.whole and len(drawn) == len(found.hands):
        basis = f"All {len(drawn):,} hands that your opponent may hold: {held}."
    else:
        error = _TWO_ERRORS / sqrt(len(drawn))
        basis = (
            f"Tried with {len(drawn):,} hands of your opponent, drawn by lot: {held}. "
            f"Give or take {error:.0f} in a hundred at most."
        )
    usual = "Each is weighted by the cards that players usually lay out"
    return OtherHands(weighted=tuple(drawn), basis=f"{basis} {usual}.")
