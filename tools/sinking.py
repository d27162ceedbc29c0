"""Measure what the strongest player gains by sinking holdings that are unlikely to be good.

    .venv/bin/python tools/sinking.py [--deals N] [--seed WORD] [--jobs N]

A variant of the strongest player of the registry meets the player itself; every deal is played twice, with the
seats swapped. As elder the variant sinks its best holding of a kind if it is good against too few of the hands
that younger may hold. Results are appended to build/strength, so an interrupted run can continue. The summary
is added to the data of `make strength`.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial

from strength import Row, commit, kept, put_all, rounded

from piquet_core.beliefs.possible_hands import possible_hands
from piquet_core.engine.actions import Action, Declare
from piquet_core.players import PLAYERS, find_player
from piquet_core.players.card_values import seeded_random
from piquet_core.players.matches import DealPair, play_pair, points_per_deal
from piquet_core.players.player import Player, Turn
from piquet_core.rules import load_ruleset
from piquet_core.simulator.call_scores import KINDS, call_scorer, comparison_key

STRONGEST = [*PLAYERS][-1]
RULES = "hoyle1909"
HANDS = 100
"""Number of younger's possible hands by which the chance that a holding is good is estimated."""
SHARES = (0.02, 0.1)
"""Chances of being good below which a variant sinks a holding."""


class SinkingPlayer:
    """Player that sinks, as elder, a holding that is good against less than ``share`` of younger's hands."""

    def __init__(self, player: Player, share: float) -> None:
        self._player, self._share = player, share

    def choose(self, turn: Turn) -> Action:
        """Return the action of the other player, or the call of nothing."""
        action = self._player.choose(turn)
        if not isinstance(action, Declare) or action.holding is None:
            return action
        if chance_of_good(turn, action.kind) >= self._share:
            return action
        nothing = (one for one in turn.legal if isinstance(one, Declare) and one.holding is None)
        return next(nothing, action)

    def reason(self, turn: Turn, action: Action) -> str:
        """Return the reason of the other player."""
        return self._player.reason(turn, action)


def chance_of_good(turn: Turn, kind: str) -> float:
    """Return the chance that the best holding of a kind is good or equal, from the knowledge of elder."""
    known, calls = turn.knowledge, call_scorer(turn.rules)
    hands = possible_hands(turn.rules, known).draw(HANDS, seeded_random(turn, f"sink {kind}"))
    at = KINDS.index(kind)
    own = comparison_key(calls.bests(known.hand.mask)[at])
    return sum(weight for other, weight in hands if own >= comparison_key(calls.bests(other)[at]))


def main() -> int:
    """Play the deals that are not stored yet, print the gain of each variant, and record it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2000, help="deals, each played twice")
    parser.add_argument("--seed", default="sinking", help="which deals")
    parser.add_argument("--jobs", type=int, help="processes at once; one on each core if left out")
    args = parser.parse_args()
    rows = [gain(args, share) for share in SHARES]
    put_all("sinking", rows)
    return 0


def gain(args: argparse.Namespace, share: float) -> Row:
    """Return the row of the summary of one variant, and print it."""
    name = f"sinking-{share}-{RULES}-{args.seed}"
    pairs = [
        DealPair(*row)
        for row in kept(name, args.deals, partial(one_pair, args.seed, share), args.jobs)
    ]
    points = points_per_deal(pairs)
    apart = sum(pair.as_elder != -pair.as_younger for pair in pairs)
    print(
        f"sinking below {share:.0%}: {points.mean:+.3f} a deal ({points.low:+.3f} to {points.high:+.3f}); "
        f"{apart} of {len(pairs)} deals ended differently"
    )
    return {
        "below": share,
        "deals": len(pairs),
        "changed": apart,
        **rounded(points, 3, ("points", "low", "high")),
        "rules": RULES,
        "seed": args.seed,
        "commit": commit(),
    }


def one_pair(seed: str, share: float, number: int) -> list[int]:
    """Play a deal twice, with the seats swapped, and return the leads of the variant as elder and as younger."""
    make = find_player(STRONGEST).make
    pair = play_pair(
        load_ruleset(RULES), seed, number, (lambda: SinkingPlayer(make(), share), make)
    )
    return [pair.as_elder, pair.as_younger]


if __name__ == "__main__":
    sys.exit(main())
