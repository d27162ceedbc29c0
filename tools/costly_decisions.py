"""Find the decisions of the strongest player that cost most, judged by a longer thought than its own.

    .venv/bin/python tools/costly_decisions.py [--deals N] [--seed WORD] [--rules ID] [--against PLAYER]

The strongest player of the registry plays deals against a weaker one, in turn as elder and as younger.
Each of its discards and cards is judged with several times the hands and talons that it looked at, and
with others: the same for whatever is compared, so that luck cancels out.  Whatever costs more than its
doubt is judged a second time, with other hands and talons again, since the dearest of many are in part
those at which the first judgement erred; the figures printed are those of the second.  Results go to
build/strength as they come, so a run that was stopped goes on where it was.

`piquet play --rules ID --deal DEAL --elder ... --younger ...` writes the record of a deal that is listed.
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
from piquet_core.engine.state import DealState, shuffled
from piquet_core.notation.deal_id import format_deal_id
from piquet_core.players import PLAYERS, find_player
from piquet_core.players.budgets import BUDGETS, Budget
from piquet_core.players.discard_search import TRIED
from piquet_core.players.player import play_out
from piquet_core.review.advise import NoAdvice, Option, advise
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
"""A cost that is not more than so many of its standard errors is taken for noise."""
LEAST = 0.1
"""Nor is a second look worth while for less of a point."""


def main() -> int:
    """Play what is missing of the deals, and list the dearest decisions."""
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
    """Play a deal; return how many decisions the strongest player had, and those that seem dear."""
    book = load_ruleset(rules)
    deal = shuffled(book, random.Random(f"{seed}/{number}"))
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
    """Return the cards that an action lays out or plays; None for anything that is said."""
    match action:
        case Exchange():
            return action.discards
        case Play():
            return Hand.of([action.card])
        case _:
            return None


def judged(state: DealState, cards: Hand, budget: Budget) -> tuple[Option, Option] | None:
    """Return what is best and what was chosen, as a longer thought has them; None if nothing is judged."""
    try:
        options = advise(state, budget, cards).options
    except NoAdvice:
        return None
    return options[0], next(one for one in options if one.cards == cards)


def is_dear(found: tuple[Option, Option] | None) -> bool:
    """Tell whether what was chosen costs more than can be doubted."""
    return found is not None and found[1].behind > max(LEAST, DOUBTS * found[1].doubt)


def step_of(state: DealState) -> str:
    """Return the id of the step that a decision leads to."""
    side = "e" if state.seat is Seat.ELDER else "y"
    return f"x{side}" if state.phase in TRIED else f"t{len(state.taken) + 1}{side}"


if __name__ == "__main__":
    sys.exit(main())
