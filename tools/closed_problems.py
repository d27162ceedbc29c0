"""Generate the problems with closed hands: ``tools/closed_problems.py [--deals N] [--seed WORD]``.

Deals are drawn by seed and played by rules of thumb. Cheap tests come first: most positions are left out in
which the rules of thumb and a few sampled hands agree, and a discard must be best by a rough estimate already.
What remains is proved over all hands that the opponent may hold, or over many random deals for a discard, and
is given to the players to solve, again and again with other samples and with fewer of them. The candidates are
kept in build/closed-problems, one line for each deal, so that an interrupted run continues. Those of each
question are put in order by how often the players that sample solve them, and cut into five levels of equal
size. The same seed gives the same file.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from atomic_files import read_rows, write_whole

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from piquet_core.beliefs.possible_hands import PossibleHands, possible_hands  # noqa: E402 - from this tree
from piquet_core.cards.cards import Card, Hand  # noqa: E402 - as above
from piquet_core.engine.actions import Exchange, Play  # noqa: E402 - as above
from piquet_core.engine.state import shuffled_deal  # noqa: E402 - as above
from piquet_core.exercises import Verdict, exercise_at, judge  # noqa: E402 - as above
from piquet_core.exercises.closed_problems import (  # noqa: E402 - as above
    LEVELS,
    SOLVERS,
    THEMES,
    ClosedProblem,
    shares,
    write_closed_problems,
)
from piquet_core.exercises.closed_proof import (  # noqa: E402 - as above
    CARD_MARGIN,
    DISCARD_MARGIN,
    CardProof,
    evaluator_of,
    margin_of,
    prove_card,
    prove_discard,
)
from piquet_core.exercises.position import Position, format_position, parse_position  # noqa: E402 - as above
from piquet_core.players import find_player, turn_of  # noqa: E402 - as above
from piquet_core.players.budgets import Budget, Rounds  # noqa: E402 - as above
from piquet_core.players.card_values import HandEvaluator  # noqa: E402 - as above
from piquet_core.players.discard_search import TRIED, DiscardSearch  # noqa: E402 - as above
from piquet_core.players.player import Turn  # noqa: E402 - as above
from piquet_core.rules import load_ruleset  # noqa: E402 - as above

DATA = ROOT / "piquet_core" / "exercises" / "data" / "closed_problems.tsv"
KEPT = ROOT / "build" / "closed-problems"
SEED, RULES, DEALS = "closed", "hoyle1909", 900
LESSON = "discards.exchange"
"""The question of lessons on a discard, which Master judges by other samples."""
PLAYED = "guard"
"""The player by whose rules of thumb deals are played up to the question."""
LOTS = ("", "1", "2", "3", "4", "5")
"""Words in the seeds with which a player that samples solves a problem, the first of them its own."""
PARTS = (1, 1 / 3, 0)
"""Parts of its samples with which such a player solves a problem. It has at least one."""
_LEAST_CARDS = 4
_LEAST_HANDS = 6
_LEAST_LOSES = 0.2
"""Least share of the possible hands with which the natural mistake loses points."""
_LEAST_SURE = 0.5
"""Least margin of a discard in points, less two standard errors."""
_EASY = 0.05
"""Share of the positions that rules of thumb solve which are followed up."""
_SCOUTED, _SCOUTED_UNTOLD = 6, 24
"""Numbers of hands by which a card is chosen that rules of thumb agree on, with the calls and without."""
_DISCARDS = 0.6
"""Share of the discards with a rough margin that are followed up."""
_ROUGH = ((96, 8), (24, 20), (8, 60))
"""Rounds of the cheap estimate of a discard."""
_ROUGH_MARGIN = 0.7
_UNTOLD_HANDS = 120
"""Number of hands by which a card is chosen as if nothing had been called."""
Row = dict[str, Any]


def main() -> int:
    """Find the candidates that are not kept yet, and write the problems chosen from them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--deals", type=int, default=DEALS)
    args = parser.parse_args()
    rows = [agreeing(row) for row in candidates(args.seed, args.deals)]
    problems = chosen(rows)
    head = f"# Made by tools/closed_problems.py --seed {args.seed} --deals {args.deals}; not to be written by hand."
    write_whole(DATA, write_closed_problems(problems, head))
    print(summary(rows, problems))
    return 0


# -- choice ----------------------------------------------------------------------------------------

PLAN = {"told": 6, "younger": 4, "elder": 9, "keep": 19, "lead": 22}
"""Number of problems of each question in each level. If there are too few of one, more of the last one are taken."""
_HARD_TO_EASY = 2
"""Number of problems that a player who samples misses at times, to each that such players always solve."""
_SAMPLING_COUNTS = 3
"""Weight of the shares of Reckoner and Master in the order of problems. Those of Thumb and Guard count once."""


def chosen(rows: Sequence[Row]) -> list[ClosedProblem]:
    """Return the problems of all levels: of each question an even sample by difficulty, cut into equal parts.

    No deal has two problems in a level.
    """
    problems, used = list[ClosedProblem](), set[tuple[int, int]]()
    missing = 0
    for ask, of_a_level in PLAN.items():
        found = [one for row in rows for one in row["found"] if one["ask"] == ask]
        wanted = of_a_level * len(LEVELS)
        if ask == [*PLAN][-1]:
            wanted += missing
        pool = _pool(found, wanted)
        taken = _in_levels(pool, wanted, used)
        missing += wanted - len(taken)
        problems += (_problem(one, level) for one, level in taken)
    return sorted(
        problems,
        key=lambda one: (one.level, THEMES.index(one.theme), one.ask, -one.margin, one.position),
    )


def agreeing(row: Row) -> Row:
    """Return the row of a deal without the discards that the question of a lesson judges otherwise."""
    found, rejected = list[Row](), Counter[str](row["rejected"])
    for one in row["found"]:
        if one["ask"] in ("elder", "younger") and not _agrees_with_lessons(one):
            rejected[f"{one['ask']}: a lesson judges otherwise"] += 1
        else:
            found.append(one)
    return {**row, "found": found, "rejected": rejected}


def _agrees_with_lessons(one: Row) -> bool:
    """Return whether a lesson's question lets the right discard pass and does not call the mistake one of the best."""
    asked = exercise_at(LESSON, parse_position(load_ruleset(RULES), one["position"]))
    right, wrong = judge(asked, "+".join(one["best"])), judge(asked, one["wrong"])
    return right.verdict in (Verdict.BEST, Verdict.FINE) and wrong.verdict is not Verdict.BEST


def _pool(found: Sequence[Row], wanted: int) -> list[Row]:
    """Return the candidates to choose from, the easiest first. Most of those that are always solved are left out."""
    hard = [one for one in found if sum(one["solved"][2:]) < 2]
    easy = sorted((one for one in found if sum(one["solved"][2:]) == 2), key=_difficulty)
    count = min(max(len(hard) // _HARD_TO_EASY, wanted - len(hard)), len(easy))
    return sorted([*hard, *_spread(easy, count)], key=_difficulty)


def _spread(pool: Sequence[Row], count: int) -> list[Row]:
    """Return ``count`` rows at equal distances."""
    return [pool[place * len(pool) // count] for place in range(count)]


def _in_levels(
    pool: Sequence[Row], wanted: int, used: set[tuple[int, int]]
) -> list[tuple[Row, int]]:
    """Return up to ``wanted`` rows with their levels, and add their deals to those ``used`` in a level."""
    found = list[tuple[Row, int]]()
    for at, level in enumerate(LEVELS):
        part = pool[at * len(pool) // len(LEVELS) : (at + 1) * len(pool) // len(LEVELS)]
        free = list({one["deal"]: one for one in part if (one["deal"], level) not in used}.values())
        count = (at + 1) * wanted // len(LEVELS) - at * wanted // len(LEVELS)
        for one in _spread(free, min(count, len(free))):
            used.add((one["deal"], level))
            found.append((one, level))
    return found


def _difficulty(one: Row) -> tuple[float, ...]:
    """Return a sort key: the problems come first that the players solve most often, then those with a large margin."""
    thumb, guard, reckoner, master = one["solved"]
    solved = _SAMPLING_COUNTS * (reckoner + master) + thumb + guard
    return -round(solved, 6), -one["margin"], one["deal"]


_THEMES: dict[str, str] = {"elder": "exchange", "younger": "exchange", "told": "calls"}


def _problem(one: Row, level: int) -> ClosedProblem:
    ask: str = one["ask"]
    if ask == "told":
        led = parse_position(load_ruleset(RULES), one["position"]).state.led
        ask = "lead" if led is None else "keep"
    return ClosedProblem(
        level=level,
        theme=_THEMES.get(one["ask"], ask),
        ask=ask,
        rules=RULES,
        position=one["position"],
        best=tuple(one["best"]),
        wrong=one["wrong"],
        margin=one["margin"],
        error=one["error"],
        hands=one["hands"],
        loses=one["loses"],
        solved=tuple(one["solved"]),
    )


def summary(rows: Sequence[Row], problems: Sequence[ClosedProblem]) -> str:
    """Return the time, the rejections, and the share of each level that each player solves."""
    rejected = Counter[str]()
    for row in rows:
        rejected.update(row["rejected"])
    found = sum(len(row["found"]) for row in rows)
    seconds = sum(row["seconds"] for row in rows)
    lines = [
        f"{len(problems)} problems from {found} candidates of {len(rows)} deals, in {seconds:.0f} s of processor time",
        *(f"  rejected: {why}: {count}" for why, count in sorted(rejected.items())),
        *(
            f"  level {level}: {sum(one.level == level for one in problems)} problems; "
            + ", ".join(
                f"{name} {share:.2f}"
                for name, share in zip(SOLVERS, shares(problems, level), strict=True)
            )
            for level in LEVELS
        ),
        *(f"  {theme}: {count}" for theme, count in Counter(one.theme for one in problems).items()),
    ]
    return "\n".join(lines)


# -- candidates ------------------------------------------------------------------------------------


def candidates(seed: str, deals: int) -> list[Row]:
    """Return the row of each deal. Rows that are not kept yet are made and added to the file of the seed."""
    path = KEPT / f"{seed}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = read_rows(path)[:deals]
    began, first = time.process_time(), len(rows)
    for number in range(first, deals):
        row = of_deal(seed, number)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        rows.append(row)
        if (number + 1) % 20 == 0:
            spent = time.process_time() - began
            found = sum(len(one["found"]) for one in rows)
            print(
                f"{number + 1} of {deals} deals, {found} candidates, {spent:.0f} s of this run",
                file=sys.stderr,
                flush=True,
            )
    return rows


def of_deal(seed: str, number: int) -> Row:
    """Return the candidates of a random deal, the positions looked at, and the reasons for rejection."""
    rng = random.Random(f"{seed}/{number}")
    rules = load_ruleset(RULES)
    position = Position(rules=rules, deal=shuffled_deal(rules, rng), start="deal")
    player, began = find_player(PLAYED).make(), time.process_time()
    found, rejected = list[Row](), Counter[str]()
    while position.state.seat is not None:
        turn = turn_of(position.state)
        if turn.knowledge.phase in TRIED and turn.most:
            one = _discard(position, turn, rng, rejected)
        elif _is_choice(turn):
            one = _card(position, turn, rng, rejected)
        else:
            one = None
        if one:
            found.append({**one, "deal": number, "position": format_position(position)})
        position = position.after(player.choose(turn))
    return {
        "deal": number,
        "found": found,
        "rejected": dict(sorted(rejected.items())),
        "seconds": round(time.process_time() - began, 2),
    }


def _is_choice(turn: Turn) -> bool:
    plays = [one for one in turn.legal if isinstance(one, Play)]
    return len(plays) > 1 and len(turn.knowledge.hand) >= _LEAST_CARDS


def _card(position: Position, turn: Turn, rng: random.Random, rejected: Counter[str]) -> Row | None:
    """Return the row of a card to play, or None with the reason counted in ``rejected``."""
    known, mind = turn.knowledge, evaluator_of(turn.rules)
    thumbs = [_plays(name, turn) for name in SOLVERS[:2]]
    first = thumbs[0]
    easy = first == thumbs[1]
    if (
        easy
        and known.led is None
        and not any(card > first for card in known.possible.suit(first.suit))
    ):
        rejected["card: a sure trick to be led"] += 1
        return None
    believed = possible_hands(turn.rules, known)
    if not believed.whole:
        rejected["card: too many hands"] += 1
        return None
    if len(believed.hands) < _LEAST_HANDS:
        rejected["card: too few hands are possible"] += 1
        return None
    if easy and rng.random() >= _EASY and _seems_easy(turn, first, believed):
        rejected["card: Thumb, Guard and a few hands agree, and few of these are followed up"] += 1
        return None
    proof = prove_card(turn, believed)
    if proof is None:
        rejected["card: too many hands"] += 1
        return None
    if proof.margin < CARD_MARGIN:
        rejected["card: all hands see no margin"] += 1
        return None
    if not proof.is_better_in_most:
        rejected["card: only by the weights of the hands"] += 1
        return None
    tries = _tries(mind, turn, believed)
    solved = [
        [float(card in proof.best) for card in cards]
        for cards in ([thumbs[0]], [thumbs[1]], *tries)
    ]
    wrong = _mistake(turn, proof, thumbs)
    ask = "lead" if known.led is None else "keep"
    if (untold := _without_calls(turn)) and untold not in proof.best:
        ask, wrong = "told", untold
    losses = proof.losses(wrong, max(proof.best))
    loses = sum(loss > 0 for loss in losses)
    if loses < _LEAST_LOSES * len(losses):
        rejected["card: the mistake seldom costs"] += 1
        return None
    return {
        "ask": ask,
        "best": [str(card) for card in sorted(proof.best, reverse=True)],
        "wrong": str(wrong),
        "margin": round(proof.margin, 2),
        "error": 0.0,
        "hands": len(losses),
        "loses": loses,
        "solved": [round(sum(one) / len(one), 2) for one in solved],
        "cards": len(known.hand),
    }


def _plays(name: str, turn: Turn) -> Card:
    action = find_player(name).make().choose(turn)
    assert isinstance(action, Play)
    return action.card


def _tries(mind: HandEvaluator, turn: Turn, believed: PossibleHands) -> list[list[Card]]:
    """Return the cards that Reckoner and Master choose, each with every one of `PARTS` and `LOTS`."""
    found = []
    for name in SOLVERS[2:]:
        budget = find_player(name).budget
        assert budget is not None
        tries = (
            mind.card_values(
                turn, replace(budget, hands=max(round(budget.hands * part), 1), lots=lot), believed
            )
            for part in PARTS
            for lot in LOTS
        )
        found.append([next(iter(one.cards)) for one in tries])
    return found


def _seems_easy(turn: Turn, first: Card, believed: PossibleHands) -> bool:
    """Return whether a few sampled hands choose ``first`` too, with the calls heard and without."""
    mind = evaluator_of(turn.rules)
    few = mind.card_values(turn, Budget(hands=_SCOUTED, playouts=0), believed)
    if few.cards[first].behind > 0:
        return False
    untold = _without_calls(turn, _SCOUTED_UNTOLD)
    return untold is None or few.cards[untold].behind == 0


def _mistake(turn: Turn, proof: CardProof, thumbs: Sequence[Card]) -> Card:
    """Return the natural mistake: the choice of Thumb or Guard, or else the second best of Reckoner."""
    for card in thumbs:
        if card not in proof.best:
            return card
    few = find_player("reckoner").budget
    assert few is not None
    order = evaluator_of(turn.rules).card_values(turn, few, proof.believed).cards
    return next(card for card in order if card not in proof.best)


def _without_calls(turn: Turn, hands: int = _UNTOLD_HANDS) -> Card | None:
    """Return the best card for a player who has heard nothing, or None if nothing was called."""
    known = turn.knowledge
    if not any(call.size for call in known.calls) and not known.counted:
        return None
    deaf = replace(turn, knowledge=replace(known, calls=(), counted=()))
    budget = Budget(hands=hands, playouts=0)
    return next(iter(evaluator_of(turn.rules).card_values(deaf, budget).cards))


def _discard(
    position: Position, turn: Turn, rng: random.Random, rejected: Counter[str]
) -> Row | None:
    """Return the row of a discard, or None with the reason counted in ``rejected``."""
    seat = turn.knowledge.seat.name.lower()
    order = DiscardSearch(evaluator_of(turn.rules), turn, "rough").estimated(_ROUGH)
    if order[0][0] - order[1][0] < _ROUGH_MARGIN:
        rejected[f"{seat}: a rough estimate sees no margin"] += 1
        return None
    thumbs = [_lays_out(name, turn) for name in SOLVERS[:2]]
    easy = all(out == order[0][1] for out in thumbs)
    if rng.random() >= (_EASY if easy else _DISCARDS):
        rejected[f"{seat}: not followed up, since there are enough"] += 1
        return None
    options, _ = prove_discard(turn)
    best = options[0].cards
    margin, error = margin_of(options) if len(options) > 1 else (0.0, 0.0)
    if margin < DISCARD_MARGIN or margin - error < _LEAST_SURE:
        rejected[f"{seat}: many deals see no margin"] += 1
        return None
    solved = [[float(out == best)] for out in (*thumbs, _lays_out("reckoner", turn))]
    master = find_player("master").budget
    assert master is not None
    mind, tries = evaluator_of(turn.rules), list[float]()
    for part in PARTS:
        guessed, searched = _part_of(master.guessed, part), _part_of(master.searched, part)
        for lot in LOTS[:2]:
            made = DiscardSearch(mind, turn, lot).tried(guessed, searched)
            tries.append(float(made[0].cards == best))
    wrong = next((out for out in thumbs if out != best), options[1].cards)
    return {
        "ask": seat,
        "best": [str(card) for card in best],
        "wrong": "+".join(map(str, wrong)),
        "margin": round(margin, 2),
        "error": round(error, 2),
        "hands": 0,
        "loses": 0,
        "solved": [round(sum(one) / len(one), 2) for one in (*solved, tries)],
        "cards": 12,
    }


def _part_of(rounds: Rounds, part: float) -> Rounds:
    """Return the rounds of a search with a part of their talons, at least one."""
    return tuple((discards, max(round(talons * part), 1)) for discards, talons in rounds)


def _lays_out(name: str, turn: Turn) -> Hand:
    action = find_player(name).make().choose(turn)
    assert isinstance(action, Exchange)
    return action.discards


if __name__ == "__main__":
    sys.exit(main())
