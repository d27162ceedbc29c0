"""Measure what the strongest player gains by other calls than the best holding of each kind.

    .venv/bin/python tools/calling.py [--deals N] [--seed WORD] [--jobs N]

Variants of the strongest player of the registry meet the player itself. Only elder's calls differ: a variant
sinks its best holding if it is good against too few of the hands that younger may hold, calls a lesser holding
that is almost surely good, or calls another holding equal to its best. Each deal is played once without a
variant, and again by each variant from the first call that differs. Results are appended to build/strength, so an
interrupted run can continue. The summary is added to the data of `make strength`.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from strength import Row, commit, kept, put_all, rounded

from piquet_core.beliefs.possible_hands import possible_hands
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, Declare
from piquet_core.engine.apply import apply, start
from piquet_core.engine.holdings import holdings_with_keys
from piquet_core.engine.state import DealState, shuffled_deal
from piquet_core.players import PLAYERS, find_player
from piquet_core.players.card_values import seeded_random
from piquet_core.players.matches import estimate
from piquet_core.players.player import Player, Turn, play_out, turn_of
from piquet_core.rules import RuleSet, load_ruleset
from piquet_core.rules.strategies import Key, key_function

STRONGEST = [*PLAYERS][-1]
RULES = "hoyle1909"
HANDS = 100
"""Number of younger's possible hands by which the chance that a holding is good is estimated."""


@dataclass(frozen=True, slots=True)
class Sink:
    """Call nothing instead of a best holding that is good against less than a share of younger's hands."""

    below: float

    @property
    def way(self) -> str:
        """Return the description in the summary."""
        return f"nothing, where the best is good against fewer than {100 * self.below:.0f} hands of 100"

    def choose(self, turn: Turn, call: Declare, others: Sequence[Declare]) -> Action:
        """Return the call of nothing, or the call of the best holding if it is likely enough to be good."""
        if chance_of_good(turn, call) >= self.below:
            return call
        return next((one for one in others if one.holding is None), call)


@dataclass(frozen=True, slots=True)
class CallLess:
    """Call the least holding that is good against at least a share of younger's hands."""

    share: float

    @property
    def way(self) -> str:
        """Return the description in the summary."""
        return f"the least holding that is good against {100 * self.share:.0f} hands of 100 or more"

    def choose(self, turn: Turn, call: Declare, others: Sequence[Declare]) -> Action:
        """Return the call of the least holding of the kind that is likely enough to be good."""
        held = sorted((one for one in others if one.holding), key=lambda one: call_key(turn, one))
        return next((one for one in held if chance_of_good(turn, one) >= self.share), call)


@dataclass(frozen=True, slots=True)
class CallEqual:
    """Call the last of several holdings that are equal to the best, where the player calls the first."""

    way = "another holding that is equal to the best"

    def choose(self, turn: Turn, call: Declare, others: Sequence[Declare]) -> Action:
        """Return the call of the last holding of the kind that compares as equal to the best."""
        best = call_key(turn, call)
        equals = [one for one in others if one.holding and call_key(turn, one) == best]
        return next((one for one in reversed(equals) if one != call), call)


type Calling = Sink | CallLess | CallEqual
CALLINGS: tuple[Calling, ...] = (Sink(0.02), Sink(0.1), CallLess(0.98), CallLess(0.8), CallEqual())


class CallingPlayer:
    """Player whose calls of a holding as elder are replaced by those of a variant."""

    def __init__(self, player: Player, calling: Calling) -> None:
        self._player, self._calling = player, calling

    def choose(self, turn: Turn) -> Action:
        """Return the action of the other player, or the call of the variant."""
        action = self._player.choose(turn)
        if not isinstance(action, Declare) or action.holding is None:
            return action
        if action.seat is not Seat.ELDER:
            return action
        return self._calling.choose(turn, action, calls_of(turn))

    def reason(self, turn: Turn, action: Action) -> str:
        """Return the reason of the other player."""
        return self._player.reason(turn, action)


def call_key(turn: Turn, call: Declare) -> Key:
    """Return the comparison key of a called holding."""
    assert call.holding is not None
    return key_function(turn.rules, call.kind)(turn.rules, turn.knowledge.hand, call.holding)


def best_key(rules: RuleSet, hand: int, kind: str) -> Key:
    """Return the comparison key of the best holding of a hand, given as a mask, or ``()`` without one."""
    held = holdings_with_keys(rules, hand, kind, whole=True)
    return max((key for key, _ in held), default=())


def chance_of_good(turn: Turn, call: Declare) -> float:
    """Return the chance that a called holding is good or equal, from the knowledge of elder."""
    hands = possible_hands(turn.rules, turn.knowledge).draw(
        HANDS, seeded_random(turn, f"sink {call.kind}")
    )
    own = call_key(turn, call)
    return sum(weight for other, weight in hands if own >= best_key(turn.rules, other, call.kind))


def main() -> int:
    """Play the deals that are not stored yet, print the gain of each variant, and record it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2000, help="number of deals")
    parser.add_argument("--seed", default="calling", help="which deals")
    parser.add_argument("--jobs", type=int, help="processes at once; one on each core if left out")
    args = parser.parse_args()
    leads = kept(
        f"calling-{RULES}-{args.seed}", args.deals, partial(one_deal, args.seed), args.jobs
    )
    put_all(
        "calling",
        [
            {**gain(calling, [(row[0], row[at]) for row in leads]), "seed": args.seed}
            for at, calling in enumerate(CALLINGS, 1)
        ],
    )
    return 0


def gain(calling: Calling, leads: Sequence[tuple[int, int]]) -> Row:
    """Return the row of the summary of one variant, and print it.

    ``leads`` has elder's lead in each deal without and with the variant. As younger the variant gains
    nothing, so a gain per deal is half a gain as elder.
    """
    points = estimate([(ours - base) / 2 for base, ours in leads])
    changed = sum(base != ours for base, ours in leads)
    print(
        f"calls {calling.way}: {points.mean:+.3f} a deal ({points.low:+.3f} to {points.high:+.3f}); "
        f"{changed} of {len(leads)} deals ended differently"
    )
    return {
        "way": calling.way,
        "deals": len(leads),
        "changed": changed,
        **rounded(points, 3, ("points", "low", "high")),
        "rules": RULES,
        "commit": commit(),
    }


def one_deal(seed: str, number: int) -> list[int]:
    """Return elder's lead at the end of a deal without a variant, and with each of them."""
    rules, make = load_ruleset(RULES), find_player(STRONGEST).make
    state, _ = start(rules, shuffled_deal(rules, random.Random(f"{seed}/{number}")))
    calls = list[tuple[DealState, Declare]]()
    for action, after, _ in play_out(state, make(), make()):
        if isinstance(action, Declare) and action.holding and action.seat is Seat.ELDER:
            calls.append((state, action))
        state = after
    base = lead(state)
    return [base, *(lead_of_variant(calling, calls, base) for calling in CALLINGS)]


def lead_of_variant(calling: Calling, calls: Sequence[tuple[DealState, Declare]], base: int) -> int:
    """Play a deal on from the first call that a variant makes differently, and return elder's lead.

    ``calls`` has elder's calls with the states before them, and ``base`` is the lead if no call differs.
    """
    make = find_player(STRONGEST).make
    for state, call in calls:
        turn = turn_of(state)
        action = calling.choose(turn, call, calls_of(turn))
        if action != call:
            end, _ = apply(state, action)
            for _, after, _ in play_out(end, CallingPlayer(make(), calling), make()):
                end = after
            return lead(end)
    return base


def lead(state: DealState) -> int:
    """Return elder's points less younger's."""
    return state.score[0] - state.score[1]


def calls_of(turn: Turn) -> list[Declare]:
    """Return the legal calls."""
    return [one for one in turn.legal if isinstance(one, Declare)]


if __name__ == "__main__":
    sys.exit(main())
