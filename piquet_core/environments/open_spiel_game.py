"""Game for OpenSpiel: one deal, dealt card by card by chance. Importing this module registers the game.

>>> import pyspiel
>>> import piquet_core.environments.open_spiel_game
>>> game = pyspiel.load_game("python_piquet", {"rules": "hoyle1909"})
>>> game.num_distinct_actions()
291
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from piquet_core.cards.cards import CARDS, Hand, format_hand, pack
from piquet_core.cards.seat import Seat
from piquet_core.engine.apply import start
from piquet_core.engine.state import Deal
from piquet_core.environments.numbered_state import ACTIONS, NumberedState, describe
from piquet_core.environments.observation import FIELDS, LARGEST, LENGTH, observation
from piquet_core.rules import find_ruleset

_TYPE = pyspiel.GameType(
    short_name="python_piquet",
    long_name="Piquet, one deal",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": ""},  # a rule set must be named
)
_LONGEST = (
    200  # numbers of one deal, with room to spare: 24 cards are played and about 40 chosen at most
)


class PiquetGame(pyspiel.Game):  # type: ignore[misc]  # no types
    """Game of one deal. Player 0 is elder, and ``rules`` names a rule set as in `find_ruleset`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.rules = find_ruleset(params.get("rules", ""))
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=len(CARDS),
            num_players=2,
            min_utility=-LARGEST,
            max_utility=LARGEST,
            utility_sum=0.0,
            max_game_length=_LONGEST,
        )
        super().__init__(_TYPE, info, params)

    def new_initial_state(self) -> PiquetState:
        """Return the state before the first card is dealt."""
        return PiquetState(self)

    # OpenSpiel settles the arguments of this and other methods.
    def make_py_observer(
        self,
        iig_obs_type: Any = None,  # noqa: ARG002
        params: Any = None,
    ) -> PiquetObserver:
        """Return an observer, whose tensor is an `observation`."""
        return PiquetObserver(params)


class PiquetState(pyspiel.State):  # type: ignore[misc]  # no types
    """State of a deal: the cards dealt so far and, after the last of them, ``numbered``."""

    def __init__(self, game: PiquetGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.dealt: list[int] = []
        self.numbered: NumberedState | None = None

    def current_player(self) -> int:
        """Return the player on turn, or chance while cards are dealt."""
        if self.numbered is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.numbered.seat
        return int(pyspiel.PlayerId.TERMINAL if seat is None else seat)

    def is_terminal(self) -> bool:
        """Return whether the deal is over."""
        return self.numbered is not None and self.numbered.seat is None

    def returns(self) -> list[float]:
        """Return each player's points less the other's at the end of the deal, and zeros before."""
        if self.numbered is None or self.numbered.seat is not None:
            return [0.0, 0.0]
        margin = float(self.numbered.margin)
        return [margin, -margin]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each card that may be dealt next, with its probability."""
        left = sorted(pack(self.rules.number("pack.size").value) - self._cards(0, None))
        return [(int(card), 1 / len(left)) for card in left]

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        assert self.numbered is not None
        return sorted(self.numbered.legal)

    def _apply_action(self, action: int) -> None:
        if self.numbered is not None:
            self.numbered = self.numbered.after(action)
            return
        self.dealt.append(action)
        if len(self.dealt) == self.rules.number("pack.size").value:
            size = self.rules.number("deal.hand").value
            deal = Deal(
                elder=self._cards(0, size),
                younger=self._cards(size, 2 * size),
                talon=tuple(CARDS[card] for card in self.dealt[2 * size :]),
            )
            self.numbered = NumberedState(start(self.rules, deal)[0])

    def _cards(self, first: int, last: int | None) -> Hand:
        return Hand.of(CARDS[card] for card in self.dealt[first:last])

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        return describe(action)

    def __str__(self) -> str:
        if self.numbered is None:
            return "dealt " + " ".join(map(describe, self.dealt))
        state = self.numbered.state
        hands = " ".join(map(format_hand, state.hands))
        chosen = " ".join(map(describe, self.numbered.chosen))
        return f"{hands} {state.score[0]}-{state.score[1]} {state.phase.value}: {chosen}".rstrip(
            ": "
        )


class PiquetObserver:
    """Observer of one seat. ``dict`` has the parts of ``tensor`` by their names in `FIELDS`."""

    def __init__(self, params: Any) -> None:
        if params:
            raise ValueError(f"an observation of Piquet has no parameters: {params}")
        self.tensor = np.zeros(LENGTH, np.float32)
        self.dict = {name: self.tensor[place] for name, place in FIELDS.items()}

    def set_from(self, state: PiquetState, player: int) -> None:
        """Fill the tensor with a player's observation, or with zeros while cards are dealt."""
        self.tensor[:] = 0 if state.numbered is None else observation(state.numbered, Seat(player))

    def string_from(self, state: PiquetState, player: int) -> str:
        """Return a player's observation as a text: each part that is not all zeros."""
        self.set_from(state, player)
        parts = {name: "".join(f" {one:.0f}" for one in part) for name, part in self.dict.items()}
        return "\n".join(name + text for name, text in parts.items() if set(text) - set(" 0"))


pyspiel.register_game(_TYPE, PiquetGame)
