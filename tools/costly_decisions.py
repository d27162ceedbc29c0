"""Find the costliest decisions of the strongest player, with a longer search than its own.

    .venv/bin/python tools/costly_decisions.py [--deals N] [--seed WORD] [--rules ID] [--against PLAYER]

The strongest player of the registry plays deals against a weaker one, in turn as elder and as younger. Each
of its decisions is judged with several times its number of samples, and with new ones. All alternatives get
the same samples, which reduces the variance. A decision that costs more than its error is judged a second
time with new samples, because the costliest of many are partly errors of the first judgement; the second
result is printed. Results are appended to build/strength, so an interrupted run can continue.

`piquet play --rules ID --deal DEAL --elder ... --younger ...` writes the record of a listed deal.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import replace
from functools import partial
from typing import Any

from strength import kept

from piquet_core.cards.cards import Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, Exchange, Play
from piquet_core.engine.apply import start
from piquet_core.engine.state import DealState, shuffled_deal
from piquet_core.notation.deal_id import format_deal_id
from piquet_core.players import PLAYERS, find_player
from piquet_core.players.budgets import BUDGETS, Budget
from piquet_core.players.card_values import Option
from piquet_core.players.discard_search import TRIED
from piquet_core.players.player import play_out
from piquet_core.review.advise import NoAdvice, advise
from piquet_core.rules import load_ruleset

STRONGEST = [*PLAYERS][-1]
SHOWN = 10
FIRST = replace(BUDGETS["long"], lots="first", name="")
SECOND = Budget(
    hands=1000,
    guessed=((80, 48), (40, 72), (16, 240)),
    searched=((8, 120), (3, 480)),
    lots="second",
)
DOUBTS = 2
"""A cost below so many standard errors counts as noise."""
LEAST = 0.1
"""A cost below this is not judged a second time."""


def main() -> int:
    """Play the deals that are not stored yet, and print the costliest decisions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", default="costly", help="which deals")
    parser.add_argument("--rules", default="hoyle1909", help="the rule set")
    parser.add_argument("--against", default="reckoner", help="the weaker player")
    args = parser.parse_args()
    if args.against not in PLAYERS:
        parser.error(f"unknown player {args.against}; choose one of {', '.join(PLAYERS)}")
    name = f"costly-{args.against}-{args.rules}-{args.seed}"
    work = partial(one_deal, args.rules, args.seed, args.against)
    deals = kept(name, args.deals, work)
    taken = sum(decisions for decisions, _ in deals)
    found = [one for _, dear in deals for one in dear if one["cost"] > DOUBTS * one["doubt"]]
    found.sort(key=lambda one: DOUBTS * one["doubt"] - one["cost"])
    total = sum(one["cost"] for one in found)
    print(f"{taken} decisions, {len(found)} of them dear beyond doubt: {total:.1f} points together")
    print("cost       deal and step              played          better")
    for one in found[:SHOWN]:
        print(
            f"{one['cost']:4.1f} ± {one['doubt']:.1f}  {one['deal']} {one['step']:<4}  "
            f"{one['chosen']:<14}  {one['best']}"
        )
    return 0


def one_deal(rules: str, seed: str, against: str, number: int) -> list[Any]:
    """Play a deal and return [number of the strongest player's decisions, list of the costly ones]."""
    book = load_ruleset(rules)
    deal = shuffled_deal(book, random.Random(f"{seed}/{number}"))
    seat = Seat(number % 2)
    ids = (STRONGEST, against) if seat is Seat.ELDER else (against, STRONGEST)
    state, _ = start(book, deal)
    taken, dear = 0, list[dict[str, Any]]()
    elder, younger = (find_player(id).make() for id in ids)
    for action, after, _ in play_out(state, elder, younger):
        if state.seat is seat and (cards := chosen_by(action)) is not None:
            taken += 1
            if is_dear(judged(state, cards, FIRST)) and (found := judged(state, cards, SECOND)):
                best, own = found
                told = {"deal": format_deal_id(deal), "step": step_of(state)}
                told |= {"chosen": str(own.cards), "best": str(best.cards)}
                dear.append(told | {"cost": round(own.behind, 3), "doubt": round(own.doubt, 3)})
        state = after
    return [taken, dear]


def chosen_by(action: Action) -> Hand | None:
    """Return the cards that an action discards or plays, or None for another action."""
    match action:
        case Exchange():
            return action.discards
        case Play():
            return Hand.of([action.card])
        case _:
            return None


def judged(state: DealState, cards: Hand, budget: Budget) -> tuple[Option, Option] | None:
    """Return a pair of the best and the chosen option, both judged by a long search.

    ``cards`` are the chosen ones. Returns None if the search does not judge the position.
    """
    try:
        options = advise(state, budget, cards).options
    except NoAdvice:
        return None
    return options[0], next(one for one in options if one.cards == cards)


def is_dear(found: tuple[Option, Option] | None) -> bool:
    """Return whether the chosen option costs clearly more than the sampling error.

    ``found`` is a result of `judged`.
    """
    return found is not None and found[1].behind > max(LEAST, DOUBTS * found[1].doubt)


def step_of(state: DealState) -> str:
    """Return the id of the step that the next decision in a state creates."""
    side = "e" if state.seat is Seat.ELDER else "y"
    return f"x{side}" if state.phase in TRIED else f"t{len(state.taken) + 1}{side}"


if __name__ == "__main__":
    sys.exit(main())
