"""Exact counts about the game, and the printed figures that they settle."""

from piquet_core.claims.figures import Accuracy
from piquet_core.claims.verdicts import Claim, Examination, claims, examine, themes

__all__ = ["Accuracy", "Claim", "Examination", "claims", "examine", "themes"]
