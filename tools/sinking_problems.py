"""Look for positions in which elder does better to sink: ``tools/sinking_positions.py [--deals N] [--seed WORD]``.

Deals are drawn by seed and played by rules of thumb up to elder's calls. A call is looked at if it is hardly ever
good or equal against the hands that younger may hold. With hands drawn from these, Reckoner plays both sides to
the end after the call and after nothing, seeing one hand alone, so that what a call gives away counts. Rounds with
more and more hands leave out the positions in which sinking is clearly no better. In the last round, with fresh
hands, it must be better by the margin after two standard errors are taken off.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from math import sqrt
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from piquet_core.beliefs.possible_hands import possible_hands  # noqa: E402 - from this tree
from piquet_core.cards.cards import Hand  # noqa: E402 - as above
from piquet_core.cards.seat import Seat  # noqa: E402 - as above
from piquet_core.engine.actions import Declare, Reply, Response  # noqa: E402 - as above
from piquet_core.engine.apply import apply  # noqa: E402 - as above
from piquet_core.engine.state import DealState, Phase, shuffled_deal  # noqa: E402 - as above
from piquet_core.exercises.position import Position, format_position  # noqa: E402 - as above
from piquet_core.players import find_player, turn_of  # noqa: E402 - as above
from piquet_core.review.outlook import imagined_state  # noqa: E402 - as above
from piquet_core.rules import load_ruleset  # noqa: E402 - as above

SEED, RULES, DEALS = "sinking", "hoyle1909", 60
PLAYED, ANSWERS, PLAYS_ON = "guard", "thumb", "reckoner"
"""Players by which deals are played up to the call, the call is answered to see whether it is good, and played on."""
SURELY, SEEN = 0.05, 100
"""A call is looked at if it is good or equal with at most this share of so many hands."""
ROUNDS = (8, 24, 72, 300)
"""Numbers of hands with which a position is played on, in each round with other hands."""
MARGIN, ERRORS = 0.5, 2


def main() -> int:
    """Print the positions found, and the figures of each round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--deals", type=int, default=DEALS)
    args = parser.parse_args()
    began = time.process_time()
    left = [one for number in range(args.deals) for one in calls_to_sink(args.seed, number)]
    print(f"{args.deals} deals: {len(left)} calls that are hardly ever good", flush=True)
    for hands in ROUNDS:
        kept = []
        for position in left:
            gain, error = gain_by_sinking(position, hands, f"{args.seed}/{hands}")
            sure = gain - ERRORS * error
            is_last = hands == ROUNDS[-1]
            if is_last:
                print(
                    f"  {gain:+.2f} ± {ERRORS * error:.2f}: {format_position(position)}", flush=True
                )
            if sure >= MARGIN if is_last else gain + ERRORS * error >= MARGIN and gain > 0:
                kept.append(position)
        left = kept
        spent = time.process_time() - began
        print(f"{hands} hands each: {len(left)} left, {spent:.0f} s of processor time", flush=True)
    return 0


def calls_to_sink(seed: str, number: int) -> list[Position]:
    """Return the positions of a random deal in which elder has something to call that is hardly ever good."""
    rules = load_ruleset(RULES)
    deal = shuffled_deal(rules, random.Random(f"{seed}/{number}"))
    position, player = Position(rules=rules, deal=deal, start="deal"), find_player(PLAYED).make()
    found = []
    while position.state.phase not in (Phase.LEAD, Phase.OVER):
        action = player.choose(turn_of(position.state))
        if isinstance(action, Declare) and action.holding is not None:
            hands = drawn(position.state, SEEN, f"{seed}/{number}/{action.kind}")
            often = sum(weight for hand, weight in hands if is_good(position.state, action, hand))
            if often <= SURELY:
                found.append(position)
        position = position.after(action)
    return found


def drawn(state: DealState, number: int, seed: str) -> list[tuple[Hand, float]]:
    """Return hands that younger may hold, with their weights."""
    believed = possible_hands(state.rules, turn_of(state).knowledge)
    hands = believed.draw(number, random.Random(seed))
    return [(Hand(hand), weight) for hand, weight in hands]


def is_good(state: DealState, call: Declare, hand: Hand) -> bool:
    """Return whether younger with a given hand would answer that a call is good or equal."""
    after, _ = apply(imagined_state(state, hand), call)
    if after.phase is not Phase.REPLY:
        return True
    action = find_player(ANSWERS).make().choose(turn_of(after))
    return isinstance(action, Reply) and action.response is not Response.NOT_GOOD


def gain_by_sinking(position: Position, number: int, seed: str) -> tuple[float, float]:
    """Return a pair: the mean points that elder gains by calling nothing, and the standard error."""
    state = position.state
    call = find_player(PLAYED).make().choose(turn_of(state))
    assert isinstance(call, Declare)
    nothing = Declare(seat=call.seat, kind=call.kind, holding=None)
    hands = drawn(state, number, f"{seed}/{format_position(position)}")
    gains = []
    for hand, _ in hands:
        imagined = imagined_state(state, hand)
        gains.append(played_on(apply(imagined, nothing)[0]) - played_on(apply(imagined, call)[0]))
    weights = [weight for _, weight in hands]
    total = sum(weights)
    mean = sum(gain * weight for gain, weight in zip(gains, weights, strict=True)) / total
    squares = ((weight * (gain - mean)) ** 2 for gain, weight in zip(gains, weights, strict=True))
    return mean, sqrt(sum(squares)) / total


def played_on(state: DealState) -> int:
    """Return elder's points less younger's at the end of a deal, played by `PLAYS_ON`."""
    player = find_player(PLAYS_ON).make()
    while state.seat is not None:
        state, _ = apply(state, player.choose(turn_of(state)))
    return state.score[Seat.ELDER] - state.score[Seat.YOUNGER]


if __name__ == "__main__":
    sys.exit(main())
