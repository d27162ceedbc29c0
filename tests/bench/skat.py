"""Random deals compared with random deals of skat in OpenSpiel, which is C++ with a Python interface.

Skat is its most similar game: 32 cards, ten tricks, a hidden talon. A *step* is one action: of skat's 61 in
a deal, 32 deal the cards one by one; of our 34 or so, 24 are cards played. Rounds of all contestants
alternate and only CPU time counts, so that a busy machine slows all of them. The ratios mean more than the
rates.

OpenSpiel is installed into `build/bench`, from the lock of the benchmarks.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from piquet_core.cards.cards import Hand
from piquet_core.engine.actions import Action, Exchange
from piquet_core.engine.apply import apply, legal_actions, start
from piquet_core.engine.exchange_limits import discardable_cards, exchange_limits
from piquet_core.engine.play_rules import play_rules
from piquet_core.engine.state import DealState, Phase, shuffled_deal
from piquet_core.rules import load_ruleset
from piquet_core.simulator.before_play import advance_to_play, random_discarder
from piquet_core.simulator.deals import Simulator, random_simulated_player
from piquet_core.simulator.playing import play_from, random_chooser
from piquet_core.simulator.simulated_position import simulated_position

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "requirements" / "bench.txt"
FOLDER = ROOT / "build" / "bench"
RULES = load_ruleset("hoyle1909")
ROUNDS = 11
WARM = 300
"""Deals before the first round, so that no figure includes filling the caches."""
CARDS_PLAYED = 24
SKAT, LOG = "random skat, OpenSpiel", "engine with its log"
PLAY, BULK = "play-out without a log", "simulator of whole deals"
# Compared contestants and the goal for the ratio. A play-out is only half a deal, and the steps of a
# simulated deal are only the cards played.
COMPARED = {
    LOG: {"steps": 0.2, "deals": 0.2},
    PLAY: {"steps": 0.7},
    BULK: {"deals": 3.0},
}
_EXCHANGES = (Phase.ELDER_EXCHANGE, Phase.YOUNGER_EXCHANGE, Phase.YOUNGER_CHANGES)


class Rate(NamedTuple):
    """Steps and deals per second of CPU time."""

    steps: float
    deals: float


Contestant = Callable[[int], int]
"""Play so many deals, and return the number of their steps."""


def install() -> None:
    """Install the benchmarked packages, once for each lock."""
    stamp, lock = FOLDER / "installed", LOCK.read_bytes()
    if not stamp.is_file() or stamp.read_bytes() != lock:
        shutil.rmtree(FOLDER, ignore_errors=True)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "install"]
        done = subprocess.run(
            [*pip, "--require-hashes", "--target", str(FOLDER), "-r", str(LOCK)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(
                f"this is measured against other programs, and pip cannot install them from "
                f"{LOCK.relative_to(ROOT)}: {done.stderr.strip()[-300:]}"
            )
        stamp.write_bytes(lock)
    if str(FOLDER) not in sys.path:
        sys.path.append(str(FOLDER))


def openspiel() -> Any:
    """Return OpenSpiel."""
    install()
    return import_module("pyspiel")


def skat(rng: random.Random) -> Contestant:
    """Return random skat."""
    game = openspiel().load_game("skat")

    def deals(number: int) -> int:
        steps = 0
        for _ in range(number):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        return steps

    return deals


def with_log(rng: random.Random) -> Contestant:
    """Return random deals by the engine, each with its whole log."""

    def choose(state: DealState) -> Action:
        if state.phase not in _EXCHANGES:
            return rng.choice(legal_actions(state))
        seat, least, most, _, _ = exchange_limits(
            state
        )  # listing all 1,585 exchanges would be unfair
        cards = rng.sample(tuple(discardable_cards(state)), rng.randint(least, most))
        return Exchange(seat=seat, discards=Hand.of(cards))

    def deals(number: int) -> int:
        steps = 0
        for _ in range(number):
            state, events = start(RULES, shuffled_deal(RULES, rng))
            log = [*events]
            while state.phase is not Phase.OVER:
                state, events = apply(state, choose(state))
                log += events
                steps += 1
        return steps

    return deals


def without_log(rng: random.Random) -> Contestant:
    """Return random play from the first lead to the end; the deals were exchanged beforehand."""
    lay_out, play, asked = random_discarder(rng), random_chooser(rng), play_rules(RULES)
    places = [
        simulated_position(
            advance_to_play(start(RULES, shuffled_deal(RULES, rng))[0], lay_out, lay_out)
        )
        for _ in range(200)
    ]

    def deals(number: int) -> int:
        for place in range(number):
            play_from(asked, places[place % len(places)], play, play)
        return CARDS_PLAYED * number

    return deals


def simulator(rng: random.Random) -> Contestant:
    """Return whole random deals in bulk; their steps are only the cards played."""
    table = Simulator(RULES, random_simulated_player(rng), random_simulated_player(rng))

    def deals(number: int) -> int:
        return CARDS_PLAYED * sum(1 for _ in table.deals(number, rng))

    return deals


def timed(contestant: Contestant, number: int) -> Rate:
    """Return the speed of a contestant over so many deals."""
    begun = time.process_time()
    steps = contestant(number)
    took = time.process_time() - begun
    return Rate(steps / took, number / took)


def run() -> list[tuple[str, str]]:
    """Return rows of a name and a formatted figure."""
    rng = random.Random(0)
    contestants = {
        SKAT: (skat(rng), 400),
        LOG: (with_log(rng), 60),
        PLAY: (without_log(rng), 1000),
        BULK: (simulator(rng), 800),
    }
    rates: dict[str, list[Rate]] = {name: [] for name in contestants}
    for contestant, _ in contestants.values():
        contestant(WARM)
    for _ in range(ROUNDS):
        for name, (contestant, number) in contestants.items():
            rates[name].append(timed(contestant, number))
    (_, theirs), *ours = rates.items()
    rows = [rate_row(SKAT, theirs)]
    for name, mine in ours:
        rows.append(rate_row(name, mine))
        for what, aim in COMPARED[name].items():
            sides = zip(mine, theirs, strict=True)
            ratios = [getattr(a, what) / getattr(b, what) for a, b in sides]
            rows.append(ratio_row(what, ratios, aim))
    return rows


def rate_row(name: str, rates: list[Rate]) -> tuple[str, str]:
    """Return the row of a contestant's rates."""
    steps, deals = median(one.steps for one in rates), median(one.deals for one in rates)
    return name, f"{steps:,.0f} steps, {deals:,.0f} deals a second"


def ratio_row(what: str, ratios: list[float], aim: float) -> tuple[str, str]:
    """Return the row of a ratio to skat, with its goal."""
    return (
        f"  {what} for one of skat's",
        f"{median(ratios):.3f} ({min(ratios):.3f} to {max(ratios):.3f}) (aim {aim})",
    )
