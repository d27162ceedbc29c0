"""Exact counts about the game, and the printed figures that they settle."""

from piquet_core.claims.examined import Claim, Examination, claims, examine, themes
from piquet_core.claims.figures import Accuracy

__all__ = ["Accuracy", "Claim", "Examination", "claims", "examine", "themes"]
