"""Train an agent for Piquet with NumPy alone, in about a minute.

    python train_agent.py hoyle1909 --deals 1000 --seed 1

The agent plays against itself. For each legal action it predicts, by a weighted sum of features, the
points that it will gain until the end of the deal, less those of the other side. After each hundred
deals it fits the weights to the deals so far by least squares. Older deals count less.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from piquet_core import (
    Phase,
    Player,
    RandomPlayer,
    ThumbPlayer,
    find_ruleset,
    shuffled_deal,
    turn_of,
)
from piquet_core.environments import piquet_v0
from piquet_core.environments.numbered_state import (
    ACTIONS,
    FIRST_ANSWER,
    FIRST_HOLDING,
    HOLDINGS,
    NO,
    YES,
    numbers_of,
)
from piquet_core.environments.observation import FIELDS, LENGTH

CURIOSITY = 0.3  # the share of random actions in training
BATCH = 100  # deals between two fits
MEMORY = 0.9  # weight of the earlier deals at each fit
RIDGE = 10.0  # keeps the weights small while there are few deals

# Features that an action always has: the rank of a card, a word, the size of a holding.
FIXED = np.zeros((ACTIONS, 16))
FIXED[:36, :9] = np.tile(np.eye(9), (4, 1))
FIXED[NO, 9] = FIXED[YES, 10] = 1
FIXED[FIRST_ANSWER : FIRST_ANSWER + 3, 11:14] = np.eye(3)
FIXED[FIRST_HOLDING:, 14] = 1
FIXED[FIRST_HOLDING:, 15] = [held.size for held in HOLDINGS]

# Each kind of decision has its own weights: exchange, lead, follow, and everything that is said.
KINDS = {
    Phase.ELDER_EXCHANGE: 0,
    Phase.YOUNGER_EXCHANGE: 0,
    Phase.YOUNGER_CHANGES: 0,
    Phase.LEAD: 1,
    Phase.FOLLOW: 2,
}
KIND_OF_PHASE = np.array([KINDS.get(phase, 3) for phase in Phase])


def features(seen: np.ndarray, legal: np.ndarray) -> np.ndarray:
    """Return a row of features for each legal action: of the action itself, of its card, of the moment."""
    hand = (seen[FIELDS["hand"]] - seen[FIELDS["laid_out"]]).reshape(4, 9)
    away = (seen[FIELDS["unseen"]] + seen[FIELDS["theirs"]]).reshape(4, 9)
    led = seen[FIELDS["led"]].reshape(4, 9)
    length = np.repeat(hand.sum(1), 9)
    alike = np.tile(hand.sum(0), 4)
    run = run_lengths(hand).ravel()
    higher = (away[:, ::-1].cumsum(1)[:, ::-1] - away).ravel()
    beats = (led.cumsum(1) - led).ravel()
    card = np.zeros((ACTIONS, 9))
    columns = (length, length == length.max(), alike, alike >= 3, run, run >= 3)
    card[:36] = np.transpose([*columns, higher, higher == 0, beats])
    card[NO, 0] = seen[FIELDS["laid_out"]].sum()
    moment = np.concatenate(
        (
            [1, length.max(), alike.max(), run.max()],
            hand.sum(0),
            *(seen[FIELDS[name]] for name in ("seat", "tricks", "hidden")),
        )
    )
    return np.hstack((FIXED[legal], card[legal], np.tile(moment, (len(legal), 1))))


def run_lengths(hand: np.ndarray) -> np.ndarray:
    """Return, for each card of a hand, the number of cards in the run that contains it."""
    below, above = np.zeros((4, 10), int), np.zeros((4, 10), int)
    for rank in range(9):
        below[:, rank + 1] = (below[:, rank] + 1) * hand[:, rank]
        above[:, 8 - rank] = (above[:, 9 - rank] + 1) * hand[:, 8 - rank]
    return np.maximum(below[:, 1:] + above[:, :9] - 1, 0)


SIZE = features(np.zeros(LENGTH, int), np.array([NO])).shape[1]


class LinearAgent:
    """Agent that takes the action with the best prediction, a weighted sum of its features."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.weights = np.zeros((4, SIZE))
        self.squares = np.tile(RIDGE * np.eye(SIZE), (4, 1, 1))
        self.products = np.zeros((4, SIZE))

    def choose(self, observed: dict[str, Any], curiosity: float = 0) -> tuple[int, int, np.ndarray]:
        """Return an action, the kind of decision, and the features of the action."""
        seen, legal = observed["observation"], np.flatnonzero(observed["action_mask"])
        kind = KIND_OF_PHASE[seen[FIELDS["phase"]].argmax()]
        rows = features(seen, legal)
        worth = rows @ self.weights[kind]
        if self.rng.random() < curiosity:
            worth = np.zeros(len(legal))
        place = self.rng.choice(np.flatnonzero(worth == worth.max()))
        return int(legal[place]), kind, rows[place]

    def play_itself(self, game: piquet_v0.PiquetEnvironment) -> None:
        """Play a deal on both sides, and remember what each decision led to."""
        game.reset()
        gained = dict.fromkeys(game.possible_agents, 0)
        made = []
        for agent in game.agent_iter():
            observed, reward, over, _, _ = game.last()
            gained[agent] += reward
            action = None
            if not over:
                action, kind, row = self.choose(observed, CURIOSITY)
                made.append((agent, kind, row, gained[agent]))
            game.step(action)
        for agent, kind, row, before in made:
            self.squares[kind] += np.outer(row, row)
            self.products[kind] += row * (gained[agent] - before)

    def fit(self) -> None:
        """Fit the weights to what is remembered, and let some of it fade."""
        self.weights = np.linalg.solve(self.squares, self.products[..., None])[..., 0]
        self.squares += (1 - MEMORY) * (RIDGE * np.eye(SIZE) - self.squares)
        self.products *= MEMORY


def scores(
    game: piquet_v0.PiquetEnvironment, agent: LinearAgent, other: Player, deals: int, seed: int
) -> Iterator[float]:
    """Yield the agent's points less the other player's, a mean over both seats of each deal."""
    rng = random.Random(seed)
    for _ in range(deals):
        deal, total = shuffled_deal(game.rules, rng), 0
        for seat, sign in (("elder", 1), ("younger", -1)):
            game.reset(options={"deal": deal})
            while not game.terminations[seat]:
                if game.agent_selection == seat:
                    game.step(agent.choose(game.observe(seat))[0])
                    continue
                for number in numbers_of(other.choose(turn_of(game.numbered.state))):
                    game.step(number)
            total += sign * game.numbered.margin
        yield total / 2


def compare(
    game: piquet_v0.PiquetEnvironment, agent: LinearAgent, deals: int, seed: int
) -> list[tuple[str, float, float]]:
    """Return the agent's mean score a deal against each opponent, with its standard error."""
    opponents = {"random": RandomPlayer(random.Random(seed)), "Thumb": ThumbPlayer()}
    found = []
    for name, other in opponents.items():
        points = np.array(list(scores(game, agent, other, deals, seed)))
        found.append((name, points.mean(), points.std(ddof=1) / len(points) ** 0.5))
    return found


def main() -> None:
    """Train an agent, and print its score before and after."""
    parser = argparse.ArgumentParser(description="Train an agent for Piquet with NumPy alone.")
    parser.add_argument("rules", help="a rule set, such as hoyle1909")
    parser.add_argument("--deals", type=int, default=1000, help="deals to learn from (1000)")
    parser.add_argument(
        "--test", type=int, default=60, help="deals of a test, each played twice (60)"
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same result (1)")
    asked = parser.parse_args()
    game = piquet_v0.PiquetEnvironment(find_ruleset(asked.rules))
    game.reset(seed=asked.seed)
    agent = LinearAgent(asked.seed)
    print(f"testing: {4 * asked.test} deals before each line", file=sys.stderr)
    done = 0
    while True:
        told = compare(game, agent, asked.test, asked.seed)
        text = "  ".join(f"{name} {mean:+6.1f} ± {error:.1f}" for name, mean, error in told)
        print(f"after {done:5} deals, points a deal against: {text}", flush=True)
        if done >= asked.deals:
            return
        for _ in range(min(-(-asked.deals // 4), asked.deals - done)):
            agent.play_itself(game)
            done += 1
            if done % BATCH == 0 or done == asked.deals:
                agent.fit()


if __name__ == "__main__":
    main()
