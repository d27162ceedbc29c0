"""Fit the search tables of the players: an estimate of the play, and weights that order all discards.

    .venv/bin/python tools/search_tables.py [--jobs N] [ID ...]

For the estimate of the play, random deals are exchanged by rules of thumb with some noise and searched exactly.
For the order of discards, many discards of random hands are evaluated with that estimate over random deals of
the unseen cards. Both tables are fitted by least squares. Rule sets with the same relevant answers share a file,
named after the first of them. Samples are kept in build/search-tables, so that an interrupted run can continue.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from operator import itemgetter
from pathlib import Path

from atomic_files import write_whole
from kept_results import kept_results

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from piquet_core import __version__  # noqa: E402 - as above
from piquet_core.cards.cards import Hand, pack  # noqa: E402 - from this tree
from piquet_core.cards.seat import Seat  # noqa: E402 - as above
from piquet_core.engine.exchange_limits import younger_maximum  # noqa: E402 - as above
from piquet_core.laboratory.fitting import (  # noqa: E402 - as above
    LeastSquares,
    add_centred,
    counts,
    random_turn,
)
from piquet_core.players.card_values import HandEvaluator  # noqa: E402 - as above
from piquet_core.players.discard_order import discard_order  # noqa: E402 - as above
from piquet_core.players.discard_rules import (  # noqa: E402 - as above
    TOO_GOOD,
    card_merits,
    least_valuable,
)
from piquet_core.players.discard_search import DiscardSearch, mean  # noqa: E402 - as above
from piquet_core.players.player import Turn  # noqa: E402 - as above
from piquet_core.players.search_tables import (  # noqa: E402 - as above
    BOUNDS,
    UNIT,
    SearchTables,
    relevant_digest,
    tables_file,
)
from piquet_core.rules import RuleSet, load_ruleset, ruleset_ids  # noqa: E402 - as above
from piquet_core.solver.open_hands import CODE, SHIFTS, encode_hands  # noqa: E402 - as above
from piquet_core.solver.point_search import LeadPosition  # noqa: E402 - as above

KEPT = ROOT / "build" / "search-tables"
CHUNK = 100
"""Number of hands in a chunk, after which samples are stored."""
NOISE = (0.0, 1.5, 3.0)
"""Widths of the noise added to the merits of cards, so that exchanges vary as those of other players do."""
GOOD, WAYS, TALONS = 12, 32, 8
"""Numbers of promising discards and of all discards that are evaluated for a hand, and of deals for each."""
PLAY_PENALTY, DISCARD_PENALTY = 3.0, 5.0
"""Ridge penalties, in numbers of samples."""

type Samples = list[list[float]]


def main(argv: Sequence[str]) -> int:
    """Fit the tables of the rule sets named on the command line, or of all, and write their files."""
    parser = argparse.ArgumentParser(description="Fit the search tables of the players.")
    parser.add_argument("ids", nargs="*", metavar="ID")
    parser.add_argument("--seed", default="tables", help="random seed")
    parser.add_argument(
        "--deals", type=int, default=80_000, help="deals for the estimate of the play"
    )
    parser.add_argument("--hands", type=int, default=14_000, help="hands for the order of discards")
    parser.add_argument("--jobs", type=int, help="processes at once; the default is one per core")
    args = parser.parse_args(argv)
    for id in args.ids or ruleset_ids():
        if (first := sharing(id)[0]) != id:
            print(f"{id} shares the tables of {first}")
            continue
        write_whole(Path(str(tables_file(id))), dumps(fitted(load_ruleset(id), args)))
    return 0


def sharing(id: str) -> list[str]:
    """Return the ids of all rule sets with the same relevant answers as the rule set ``id``."""
    digest = relevant_digest(load_ruleset(id))
    return [one for one in ruleset_ids() if relevant_digest(load_ruleset(one)) == digest]


def fitted(rules: RuleSet, args: argparse.Namespace) -> dict[str, object]:
    """Return the tables of a rule set in integers, with the recipe."""
    digest = relevant_digest(rules)
    name = f"{rules.id}-{digest}-{args.seed}"
    plays = samples(f"{name}-play", args.deals, partial(play_samples, rules, args.seed), args.jobs)
    bounds, suits = fitted_play(rules, plays)
    tables = SearchTables(
        bounds=tuple(number / UNIT for number in bounds),
        suits=tuple(number / UNIT for number in suits),
        discards=((), ()),
    )
    work = partial(discard_samples, rules, args.seed, tables)
    values = samples(f"{name}-{args.deals}-discards", args.hands, work, args.jobs)
    elder, younger = (fitted_discards(rules, values, seat) for seat in Seat)
    recipe = {
        "command": f"tools/search_tables.py --deals {args.deals} --hands {args.hands}"
        f" --seed {args.seed} {rules.id}",
        "answers": digest,
        "engine": __version__,
    }
    return {"recipe": recipe, "bounds": bounds, "suits": suits, "elder": elder, "younger": younger}


def dumps(made: dict[str, object]) -> str:
    """Return tables as JSON text with a line per table."""
    lines = (f'"{name}": {json.dumps(part, separators=(",", ":"))}' for name, part in made.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def samples(name: str, number: int, work: Callable[[int], Samples], jobs: int | None) -> Samples:
    """Return the samples of ``number`` hands. Stored ones are reused, and new ones are stored under ``name``."""
    chunks = kept_results(KEPT / f"{name}.jsonl", number // CHUNK, work, jobs)
    return [row for chunk in chunks for row in chunk]


# -- the estimate of the play ----------------------------------------------------------------------


def play_samples(rules: RuleSet, seed: str, chunk: int) -> Samples:
    """Return a row for each deal of a chunk: the four suit codes, the two bounds, and the exact value."""
    rng = random.Random(f"{seed} play {chunk}")
    search = evaluator(rules).search(12)
    found: Samples = []
    for number in range(CHUNK):
        elder, younger = exchanged(rules, rng, NOISE[number % len(NOISE)])
        place = LeadPosition(*encode_hands(elder, younger, search.low), 12, 0, 0, None)
        codes = [place.leader >> shift & CODE for shift in SHIFTS]
        found.append([*codes, *search.bounds(place), search.value(place)])
    return found


def exchanged(rules: RuleSet, rng: random.Random, noise: float) -> tuple[int, int]:
    """Return both hands of a random deal, elder's first, exchanged by rules of thumb with noise."""
    cards = list(pack(rules.number("pack.size").value))
    rng.shuffle(cards)
    talon, hands = cards[24:], []
    most = rules.number("exchange.elder-max").value
    for seat in Seat:
        dealt = Hand.of(cards[12 * seat : 12 * seat + 12])
        merits = card_merits(dealt, rules, seat)
        worth = {card: merit + noise * rng.uniform(-1, 1) for card, merit in merits.items()}
        least = rules.number(f"exchange.{seat.name.lower()}-min").value
        out = least_valuable(dict(sorted(worth.items(), key=itemgetter(1))), least, most)
        hands.append((dealt - out | Hand.of(talon[: len(out)])).mask)
        talon = talon[len(out) :]
        most = younger_maximum(rules, len(talon))
    return hands[0], hands[1]


def fitted_play(rules: RuleSet, rows: Samples) -> tuple[list[int], list[int]]:
    """Return the tables of the estimate of the play, by the bounds and by the suit codes."""
    search = evaluator(rules).search(12)
    place = LeadPosition(0, 0, 12, 0, 0, None)
    base = [
        search.estimate(place, low, high) if low <= high <= 25 else 0.0
        for low in range(BOUNDS)
        for high in range(BOUNDS)
    ]
    codes = 2 << rules.number("pack.size").value // 4
    system = LeastSquares(BOUNDS * BOUNDS + codes)
    for *suits, low, high, value in rows:
        at = int(low) * BOUNDS + int(high)
        features = [at, *(BOUNDS * BOUNDS + int(code) for code in suits)]
        system.add(counts(features), value - base[at])
    found = system.solution(PLAY_PENALTY)
    bounds = [round(UNIT * (one + more)) for one, more in zip(base, found, strict=False)]
    return bounds, [round(UNIT * number) for number in found[BOUNDS * BOUNDS :]]


# -- the order of discards -------------------------------------------------------------------------


def discard_samples(rules: RuleSet, seed: str, tables: SearchTables, chunk: int) -> Samples:
    """Return a row for each discard of the hands of a chunk: seat, number of the hand, hand, discard, value."""
    rng = random.Random(f"{seed} discards {chunk}")
    mind = evaluator(rules, tables)
    found: Samples = []
    for number in range(CHUNK):
        turn = random_turn(rules, rng, Seat(number % 2))
        search = DiscardSearch(mind, turn)
        for out in some_discards(turn, rng):
            value = mean(search.values(out, TALONS, exact=False))
            hand = CHUNK * chunk + number
            found.append([turn.knowledge.seat, hand, turn.cards.mask, out, round(value, 2)])
    return found


def some_discards(turn: Turn, rng: random.Random) -> list[int]:
    """Return the discards of a hand with the least merits, and random ones, more of them with little merit."""
    merits = card_merits(turn.cards, turn.rules, turn.knowledge.seat)
    ways = sorted(
        (sum(merits[card] - TOO_GOOD for card in way), sum(1 << card for card in way))
        for size in range(max(turn.least, 1), turn.most + 1)
        for way in combinations(merits, size)
    )
    found = dict.fromkeys(out for _, out in ways[:GOOD])
    while len(found) < min(WAYS, len(ways)):
        found[ways[int(len(ways) * rng.random() ** 3)][1]] = None
    return list(found)


def fitted_discards(rules: RuleSet, rows: Samples, seat: Seat) -> list[int]:
    """Return the weights of a seat's discards, fitted to the differences between discards of one hand."""
    order = discard_order(rules.number("pack.size").value)
    hands: dict[float, list[tuple[dict[int, float], float]]] = {}
    for side, number, hand, out, value in rows:
        if side == seat:
            features = counts(order.features(int(hand), int(out)))
            hands.setdefault(number, []).append((features, value))
    system = LeastSquares(order.size)
    for ways in hands.values():
        add_centred(system, ways)
    return [round(UNIT * number) for number in system.solution(DISCARD_PENALTY)]


def evaluator(rules: RuleSet, tables: SearchTables | None = None) -> HandEvaluator:
    """Return an evaluator with ``tables``, by default empty ones."""
    return HandEvaluator(rules, tables or SearchTables(bounds=(), suits=(), discards=((), ())))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
