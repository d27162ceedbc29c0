"""Exact counts about the game, and the printed figures that they settle."""

from piquet_core.claims.examined import Claim, Finding, claims, examine, themes
from piquet_core.claims.figures import Verdict

__all__ = ["Claim", "Finding", "Verdict", "claims", "examine", "themes"]
