"""Measure the probability that a card a player cannot see is missing from the opponent's hand.

Two players of the registry play many deals. At elder's first lead, each unseen card is counted by rank, and
whether the opponent lacks it. `piquet_core.beliefs` weights hands by these numbers.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

from atomic_files import write_whole

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from piquet_core.cards.cards import RANKS, Rank, pack  # noqa: E402 - as above
from piquet_core.cards.seat import Seat  # noqa: E402 - as above
from piquet_core.engine.apply import apply, start  # noqa: E402 - from this tree
from piquet_core.engine.state import Phase, shuffled_deal  # noqa: E402 - as above
from piquet_core.players import YARDSTICK, find_player, turn_of  # noqa: E402 - as above
from piquet_core.replay.visibility import knowledge_of  # noqa: E402 - as above
from piquet_core.rules import RuleSet, load_ruleset  # noqa: E402 - as above

DATA = ROOT / "piquet_core" / "beliefs" / "data" / "odds.toml"
HEAD = """\
# How often a card that the other player cannot see is missing from a hand after the exchange, by pack,
# seat and rank.  Made by tools/unseen_card_odds.py{arguments}: self-play of `{player}`, {deals} deals each by {rules}.
"""


def main() -> int:
    """Measure the odds for a rule set of each size of pack, and write the data file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs=2, default=["hoyle1909", "picquet1651"], metavar="ID")
    parser.add_argument("--player", default=YARDSTICK)
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--seed", default="odds")
    args = parser.parse_args()
    lines = [
        HEAD.format(
            arguments=f" --seed {args.seed}",
            player=args.player,
            deals=args.deals,
            rules=" and ".join(args.rules),
        )
    ]
    for id in args.rules:
        rules = load_ruleset(id)
        lines.append(f"[{rules.number('pack.size').value}]")
        for seat, chances in measured(rules, args.player, args.deals, args.seed).items():
            told = ", ".join(f"{rank.letter} = {chance:.3f}" for rank, chance in chances.items())
            lines.append(f"{seat.name.lower()} = {{ {told} }}")
        lines.append("")
    write_whole(DATA, "\n".join(lines).rstrip() + "\n")
    return 0


def measured(rules: RuleSet, player: str, deals: int, seed: str) -> dict[Seat, dict[Rank, float]]:
    """Return the frequency with which a card unseen by the opponent is missing from a hand, by
    the hand's seat and by rank.
    """
    rng, profile = random.Random(seed), find_player(player)
    unseen: Counter[tuple[Seat, Rank]] = Counter()
    missing: Counter[tuple[Seat, Rank]] = Counter()
    for _ in range(deals):
        state, _ = start(rules, shuffled_deal(rules, rng))
        players = profile.make(), profile.make()
        while state.phase not in (Phase.LEAD, Phase.OVER):
            assert state.seat is not None
            state, _ = apply(state, players[state.seat].choose(turn_of(state)))
        for seat in Seat if state.phase is Phase.LEAD else ():
            for card in knowledge_of(state, seat.other).unseen:
                unseen[seat, card.rank] += 1
                missing[seat, card.rank] += card not in state.hands[seat]
    lowest = min(card.rank for card in pack(rules.number("pack.size").value))
    # Add one of either kind, so that nothing is impossible.
    return {
        seat: {
            rank: (missing[seat, rank] + 1) / (unseen[seat, rank] + 2)
            for rank in RANKS
            if rank >= lowest
        }
        for seat in Seat
    }


if __name__ == "__main__":
    sys.exit(main())
