"""What can be counted exactly about the game, and the figures in books that this settles."""

from piquet_core.analysis.claims import Claim, Finding, claims, examine, themes
from piquet_core.analysis.figures import Verdict

__all__ = ["Claim", "Finding", "Verdict", "claims", "examine", "themes"]
