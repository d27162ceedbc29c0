"""Measure what the strongest player's discards and cards lose, and find the costliest of them.

    .venv/bin/python tools/costly_decisions.py [--deals N] [--seed WORD] [--rules ID] [--jobs N]

The strongest player of the registry plays deals against itself. Each of its decisions is searched again with
several times its number of samples. If this search prefers another way, both are judged on new samples,
2,500 talons for a discard or as many hands for a card: the costliest of many decisions are partly errors of the first
search, and new samples are free of them. Results are appended to build/strength, so an interrupted run can
continue. The summary is added to the data of `make strength`.

`piquet play --rules ID --deal DEAL --elder ... --younger ...` writes the record of a listed deal.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from strength import Row, commit, kept, put_all, rounded

from piquet_core.cards.cards import Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, Exchange, Play
from piquet_core.engine.apply import start
from piquet_core.engine.state import DealState, shuffled_deal
from piquet_core.notation.deal_id import format_deal_id
from piquet_core.players import PLAYERS, find_player
from piquet_core.players.budgets import BUDGETS, Budget
from piquet_core.players.card_values import HandEvaluator
from piquet_core.players.discard_search import TRIED, DiscardSearch, mean, standard_error
from piquet_core.players.matches import SURE, estimate
from piquet_core.players.player import play_out, turn_of
from piquet_core.review.advise import NoAdvice, advise
from piquet_core.rules import load_ruleset

STRONGEST = [*PLAYERS][-1]
SHOWN = 5
FIRST = replace(BUDGETS["long"], hands=60, playouts=0, lots="first", name="")
FRESH = 2500
SECOND = Budget(hands=FRESH, playouts=0, lots="second")
LEAST = 0.1
"""A card that costs less than this in the first search is not judged again, and counts as no loss."""
SEVERE = 3.0
"""A decision whose cost has a lower bound over this number of points needs an explanation."""
KINDS = {
    ("discard", Seat.ELDER): "elder's discard",
    ("discard", Seat.YOUNGER): "younger's discard",
    ("card", Seat.ELDER): "elder's cards",
    ("card", Seat.YOUNGER): "younger's cards",
}


def main() -> int:
    """Play the deals that are not stored yet, print the losses and the costliest decisions, and record them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=700)
    parser.add_argument("--seed", default="costly", help="which deals")
    parser.add_argument("--rules", default="hoyle1909", help="the rule set")
    parser.add_argument("--jobs", type=int, help="processes at once; one on each core if left out")
    args = parser.parse_args()
    work = partial(one_deal, args.rules, args.seed)
    deals = kept(f"costly-{args.rules}-{args.seed}", args.deals, work, args.jobs)
    met = {"rules": args.rules, "seed": args.seed, "commit": commit()}
    put_all("loss", losses(deals, met))
    put_all("costly", [one | met for one in costliest([row for deal in deals for row in deal])])
    return 0


def losses(deals: list[list[Row]], met: Row) -> Iterable[Row]:
    """Print and yield the mean loss of the decisions of each kind in a deal, with 95% bounds."""
    for kind in KINDS.values():
        found = estimate(
            [sum(row["cost"] for row in deal if row["kind"] == kind) for deal in deals]
        )
        print(f"{kind}: {found.mean:.3f} points a deal ({found.low:+.3f} to {found.high:.3f})")
        yield {
            "kind": kind,
            "deals": len(deals),
            **rounded(found, 3, ("points", "low", "high")),
        } | met


def costliest(rows: list[Row]) -> Iterable[Row]:
    """Print and yield the discards and the cards with the greatest lower bounds of their costs."""
    for what in ("discard", "cards"):
        print(f"cost          {'deal and step':<22}  played          better")
        some = [row for row in rows if row["kind"].endswith(what)]
        for one in sorted(some, key=lambda row: SURE * row["error"] - row["cost"])[:SHOWN]:
            mark = "!" if one["cost"] - SURE * one["error"] > SEVERE else " "
            print(
                f"{one['cost']:4.1f} ± {SURE * one['error']:4.1f} {mark} {one['deal']} {one['step']:<4}  "
                f"{one['chosen']:<14}  {one['best']}"
            )
            yield one


def one_deal(rules: str, seed: str, number: int) -> list[Any]:
    """Play a deal and return a row for each decision for which a longer search prefers another way."""
    book = load_ruleset(rules)
    deal = shuffled_deal(book, random.Random(f"{seed}/{number}"))
    state, _ = start(book, deal)
    evaluator, found = HandEvaluator(book), list[Row]()
    make = find_player(STRONGEST).make
    for action, after, _ in play_out(state, make(), make()):
        cards = chosen_by(action)
        if cards is not None and (best := preferred(state, cards)) is not None:
            assert state.seat is not None
            kind = "discard" if state.phase in TRIED else "card"
            judge = judged_discard if kind == "discard" else judged_card
            cost, error = judge(evaluator, state, best, cards)
            told = {
                "kind": KINDS[kind, state.seat],
                "deal": format_deal_id(deal),
                "step": step_of(state),
            }
            told |= {"chosen": str(cards), "best": str(best)}
            found.append(told | {"cost": round(cost, 3), "error": round(error, 3)})
        state = after
    return found


def chosen_by(action: Action) -> Hand | None:
    """Return the cards that an action discards or plays, or None for another action."""
    match action:
        case Exchange():
            return action.discards
        case Play():
            return Hand.of([action.card])
        case _:
            return None


def preferred(state: DealState, chosen: Hand) -> Hand | None:
    """Return the way that a longer search clearly prefers to the chosen one, or None."""
    try:
        options = advise(state, FIRST, chosen).options
    except NoAdvice:
        return None
    own = next(one for one in options if one.cards == chosen)
    if own is options[0] or (state.phase not in TRIED and own.behind < LEAST):
        return None
    return options[0].cards


def judged_discard(
    evaluator: HandEvaluator, state: DealState, best: Hand, chosen: Hand
) -> tuple[float, float]:
    """Return the points that a discard costs against another on the same new talons, and the standard error."""
    search = DiscardSearch(evaluator, turn_of(state), "second")
    better, own = (search.values(one.mask, FRESH, exact=True) for one in (best, chosen))
    apart = [one - other for one, other in zip(better, own, strict=True)]
    return mean(apart), standard_error(apart)


def judged_card(
    evaluator: HandEvaluator, state: DealState, best: Hand, chosen: Hand
) -> tuple[float, float]:
    """Return the points that a card costs against another on the same new hands, and the standard error."""
    options = evaluator.card_values(turn_of(state), SECOND).cards
    better, own = (options[next(iter(one))] for one in (best, chosen))
    return better.value - own.value, max(better.doubt, own.doubt)


def step_of(state: DealState) -> str:
    """Return the id of the step that the next decision in a state creates."""
    side = "e" if state.seat is Seat.ELDER else "y"
    return f"x{side}" if state.phase in TRIED else f"t{len(state.taken) + 1}{side}"


if __name__ == "__main__":
    sys.exit(main())
