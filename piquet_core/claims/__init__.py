"""What can be counted exactly about the game, and the figures in books that this settles."""

from piquet_core.claims.examined import Claim, Finding, claims, examine, themes
from piquet_core.claims.figures import Verdict

__all__ = ["Claim", "Finding", "Verdict", "claims", "examine", "themes"]
