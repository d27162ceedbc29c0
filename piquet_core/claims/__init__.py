"""Exact counts about the game, and the printed figures that they settle."""

from piquet_core.claims.examined import Claim, Examination, claims, examine, themes
from piquet_core.claims.figures import Verdict

__all__ = ["Claim", "Examination", "Verdict", "claims", "examine", "themes"]
