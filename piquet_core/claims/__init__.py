"""Printed figures about the game, checked by exact counts."""

from piquet_core.claims.figures import Accuracy
from piquet_core.claims.verdicts import Claim, ClaimVerdict, claims, examine, themes

__all__ = ["Accuracy", "Claim", "ClaimVerdict", "claims", "examine", "themes"]
