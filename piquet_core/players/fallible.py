"""Player that makes the mistakes of a beginner with given probabilities."""

from __future__ import annotations

from collections.abc import Mapping

from piquet_core.engine.actions import Action
from piquet_core.players.mistakes import Slip, find_slip
from piquet_core.players.player import Player, Turn


class FalliblePlayer:
    """Player that decides like another one, except where it makes a mistake.

    The mistakes depend on the knowledge of its seat alone, so the player can name them afterwards.
    """

    def __init__(self, better: Player, odds: Mapping[str, float]) -> None:
        """Set the ``better`` player, and the probability of each mistake by its id."""
        self._better, self._odds = better, odds

    def choose(self, turn: Turn) -> Action:
        """Return the action of a mistake, or else that of the better player."""
        better = self._better.choose(turn)
        slip = find_slip(turn, better, self._odds)
        return slip.action if slip else better

    def slip(self, turn: Turn) -> Slip | None:
        """Return the mistake that this player makes at a turn, or None."""
        return find_slip(turn, self._better.choose(turn), self._odds)

    def reason(self, turn: Turn, action: Action) -> str:
        """Return the reason that the better player gives for an action, or ""."""
        return self._better.reason(turn, action)
