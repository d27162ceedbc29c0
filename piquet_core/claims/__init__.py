"""Exact counts about the game, and the printed figures that they settle."""

from piquet_core.claims.figures import Accuracy
from piquet_core.claims.verdicts import Claim, ClaimVerdict, claims, examine, themes

__all__ = ["Accuracy", "Claim", "ClaimVerdict", "claims", "examine", "themes"]
