"""Environment of PettingZoo for one deal of Piquet; it needs the extra ``pettingzoo``."""

from __future__ import annotations

import random
from typing import Any, ClassVar, Final

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f'{error}: install "piquet-core[pettingzoo]"') from error

from piquet_core.cards.cards import format_hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.apply import start
from piquet_core.engine.state import shuffled_deal
from piquet_core.environments.numbered_state import ACTIONS, NumberedState
from piquet_core.environments.observation import LARGEST, LENGTH, observation
from piquet_core.rules import RuleSet

AGENTS: Final = ("elder", "younger")


def env(rules: RuleSet, render_mode: str | None = None) -> OrderEnforcingWrapper:
    """Return an environment that plays one deal by a rule set, with the usual checks of PettingZoo around it."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(PiquetEnvironment(rules, render_mode)))


class PiquetEnvironment(AECEnv[str, dict[str, Any], int | None]):  # type: ignore[misc]  # no types
    """Environment for one deal. The agents are *elder* and *younger*.

    An action is a number from 0 to 290: see `piquet_core.environments.numbered_state`. An
    observation has two arrays: ``observation``, of shape (1132,), and ``action_mask``, of shape
    (291,), with 1 for each legal action of the agent on turn. An illegal action raises
    `IllegalAction` and changes nothing.

    The reward of a step is the points that an agent gained in it, less those of the other agent. The
    two rewards sum to 0, and over a deal each agent's sum to the difference of the final scores.
    ``numbered`` is the state of the deal, with all cards open.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "piquet_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, rules: RuleSet, render_mode: str | None = None) -> None:
        super().__init__()
        self.rules = rules
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in AGENTS}
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, LARGEST, (LENGTH,), np.int16),
                    "action_mask": Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.rng = random.Random()  # noqa: S311 - cards of a simulation

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Shuffle and deal.

        The same seed gives the same deals. ``options`` may have a `Deal` under ``"deal"``, which is
        dealt instead.
        """
        if seed is not None:
            self.rng = random.Random(seed)  # noqa: S311 - as above
        deal = (options or {}).get("deal") or shuffled_deal(self.rules, self.rng)
        self.numbered = NumberedState(start(self.rules, deal)[0])
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict(self.rewards)
        self._rewarded = 0  # elder's margin so far; a carte blanche may score before the first step
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self._on_turn()

    def step(self, action: int | None) -> None:
        """Make the decision of the agent on turn. After the end of the deal, the action must be None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.numbered = self.numbered.after(action)
        gain, self._rewarded = self.numbered.margin - self._rewarded, self.numbered.margin
        self._cumulative_rewards[agent] = 0
        self.rewards = {"elder": gain, "younger": -gain}
        self._accumulate_rewards()
        if self.numbered.seat is None:
            self.terminations = dict.fromkeys(AGENTS, True)
        self.agent_selection = self._on_turn()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the knowledge of an agent, without the cards that it cannot see."""
        seat = Seat(AGENTS.index(agent))
        mask = np.zeros(ACTIONS, np.int8)
        if self.numbered.seat is seat:
            mask[list(self.numbered.legal)] = 1
        row = np.frombuffer(observation(self.numbered, seat), np.int16)
        return {"observation": row, "action_mask": mask}

    def render(self) -> str | None:
        """Return both hands, the tricks and the score as a text, with ``render_mode="ansi"``."""
        if self.render_mode is None:
            return None
        state = self.numbered.state
        sides = (
            f"{name:<8} {format_hand(hand):<20} {tricks:2} tricks {points:4} points\n"
            for name, hand, tricks, points in zip(
                AGENTS, state.hands, state.tricks, state.score, strict=True
            )
        )
        return "".join(sides) + f"{state.phase.value}\n"

    def close(self) -> None:
        """Do nothing, because no window or file is open."""

    def _on_turn(self) -> str:
        return AGENTS[self.numbered.seat or 0]
