"""Fit of the weights of a changed rule set: those of its book, and the difference that the changes make.

Random hands are exchanged in many ways, and each deal is played once by rules of thumb. The same cards
are scored under both rule sets. The differences between the two are fitted by least squares with a
penalty, so that a change that matters little moves the weights little.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import mul
from pathlib import Path

from piquet_core.cards.cards import SUIT_MASKS, Hand, pack
from piquet_core.cards.seat import Seat
from piquet_core.engine.apply import apply, start
from piquet_core.engine.exchange_limits import younger_maximum
from piquet_core.engine.play_rules import play_rules
from piquet_core.engine.state import Phase, shuffled_deal
from piquet_core.laboratory.fitted_weights import (
    DiscardWeights,
    NoWeights,
    base_weights,
    weights_digest,
    weights_file,
)
from piquet_core.laboratory.progress import Progress, silent
from piquet_core.players import YARDSTICK, find_player, turn_of
from piquet_core.players.card_values import HandEvaluator
from piquet_core.players.discard_order import discard_order
from piquet_core.players.discard_search import DiscardSearch, mean
from piquet_core.players.player import Turn
from piquet_core.players.search_tables import UNIT, SearchTables
from piquet_core.players.thumb_cards import follow_card, lead_card
from piquet_core.rules import RuleSet, base_id, load_ruleset
from piquet_core.simulator.call_scores import CallScorer, call_scorer
from piquet_core.simulator.playing import play_from
from piquet_core.simulator.simulated_position import ANY_CARD, NOTHING_LED, SimulatedPosition

HANDS = 1_500
"""Number of hands of a fit, half of them elder's."""
SEED = "tables"
GOOD, WAYS, TALONS = 8, 20, 4
"""Numbers of promising discards and of all discards of a hand, and of deals of the unseen cards for each."""
PENALTY = 20.0
"""Penalty for a difference from the weights of the book, in numbers of samples.

Penalties from 3 to 80 give players of the same strength. If a lead or the low cards count nothing, the
fitted weights choose another discard in one hand of seven to fourteen, and do not gain enough to be
seen in 4,000 deals by rules of thumb: -0.04 ± 0.27 and +0.10 ± 0.20 points for elder, and -0.03 ± 0.20
and +0.01 ± 0.12 for younger.
"""
_NONE = SearchTables(bounds=(), suits=(), discards=((), ()))

type Line = tuple[list[int], list[int]]
"""Cards that elder and younger play, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FitRecipe:
    """Parameters of a fit: number of hands and random seed."""

    hands: int = HANDS
    seed: str = SEED


def book_of(rules: RuleSet) -> RuleSet:
    """Return the book of which a rule set changes some answers."""
    return load_ruleset(base_id(rules))


def fit_missing(
    rule_sets: Iterable[RuleSet],
    folder: Path,
    recipe: FitRecipe,
    progress: Progress = silent,
) -> list[Path]:
    """Fit the weights of the rule sets without any, write their files, and return the paths."""
    made: dict[Path, RuleSet] = {}
    for rules in rule_sets:
        path = weights_file(rules, folder)
        if path not in made and base_weights(rules) is None and not path.is_file():
            made[path] = rules
    for path, rules in made.items():
        text = fitted_text(rules, recipe, progress)
        folder.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(".new")
        temporary.write_text(text, "utf-8")
        temporary.replace(path)
    return list(made)


def fitted_text(rules: RuleSet, recipe: FitRecipe, progress: Progress = silent) -> str:
    """Return the weights fitted for a rule set with their recipe, as JSON with a line per table."""
    weights = fit(rules, recipe, progress)
    told = {
        "command": f"piquet lab fit --hands {recipe.hands} --seed {recipe.seed}",
        "rules": rules.id,
        "book": book_of(rules).id,
        "answers": weights_digest(rules),
    }
    parts: dict[str, object] = {"recipe": told, "elder": weights[0], "younger": weights[1]}
    lines = (f'"{name}": {json.dumps(part, separators=(",", ":"))}' for name, part in parts.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def fit(rules: RuleSet, recipe: FitRecipe, progress: Progress = silent) -> DiscardWeights:
    """Return the weights of a rule set; raise `NoWeights` if its book has none."""
    book = book_of(rules)
    base = base_weights(book)
    if base is None:
        raise NoWeights(f"{book.id}: the players have no search tables for this rule set")
    rng = random.Random(f"{recipe.seed} {recipe.hands}")  # noqa: S311 - the same fit every time
    order = discard_order(rules.number("pack.size").value)
    systems = LeastSquares(order.size), LeastSquares(order.size)
    change = _Change(rules, book, base)
    for number in range(recipe.hands):
        seat = Seat(number % 2)
        turn = random_turn(rules, rng, seat)
        samples = [
            (counts(order.features(turn.cards.mask, out)), value)
            for out, value in change.of_discards(turn, rng)
        ]
        add_centred(systems[seat], samples)
        progress(number + 1, recipe.hands)
    elder, younger = (
        tuple(
            weight + round(UNIT * more)
            for weight, more in zip(weights, system.solution(PENALTY), strict=True)
        )
        for weights, system in zip(base, systems, strict=True)
    )
    return elder, younger


class _Change:
    """Change of the values of discards from a book to a rule set."""

    def __init__(self, rules: RuleSet, book: RuleSet, base: DiscardWeights) -> None:
        self._rules, self._book, self._base = rules, book, base
        self._mind = HandEvaluator(rules, _NONE)
        self._calls = call_scorer(rules), call_scorer(book)
        self._whole = pack(rules.number("pack.size").value).mask
        self._order = discard_order(rules.number("pack.size").value)

    def of_discards(self, turn: Turn, rng: random.Random) -> list[tuple[int, float]]:
        """Return some discards of a turn with the change of their values to the player on turn.

        A discard that the book forbids is compared with its value by the book's weights.
        """
        seat, hand = turn.knowledge.seat, turn.cards.mask
        search = DiscardSearch(self._mind, turn)
        ways = self._order.ordered(
            [number / UNIT for number in self._base[seat]], hand, turn.least, turn.most
        )
        chosen = dict.fromkeys(range(min(GOOD, len(ways))))
        while len(chosen) < min(WAYS, len(ways)):
            chosen[int(len(ways) * rng.random() ** 3)] = None
        least, most = self._limits(turn)
        found, levels = [], []
        for place in chosen:
            prior, out = ways[place]
            values = [self._values(turn, search, out, number) for number in range(TALONS)]
            now, before = mean([one for one, _ in values]), mean([two for _, two in values])
            allowed = least <= out.bit_count() <= most
            if allowed:
                levels.append(before - prior)
            found.append((out, now, before if allowed else prior, allowed))
        level = mean(levels)
        return [
            (out, now - before if allowed else now - before - level)
            for out, now, before, allowed in found
        ]

    def _limits(self, turn: Turn) -> tuple[int, int]:
        """Return the limits of the book for the number of cards laid out at a turn."""
        name = turn.knowledge.seat.name.lower()
        least = self._book.number(f"exchange.{name}-min").value
        most = self._book.number("exchange.elder-max").value
        if turn.knowledge.seat is Seat.YOUNGER:
            most = younger_maximum(self._book, turn.most)
        return least, most

    def _values(
        self, turn: Turn, search: DiscardSearch, out: int, number: int
    ) -> tuple[float, float]:
        """Return the values of a discard under the rule set and under the book, with random deal ``number``."""
        elder, younger = (hand.mask for hand in search.hands_after(Hand(out), number))
        gone = self._whole & ~(elder | younger)
        seat = turn.knowledge.seat
        unseen = seat.put((gone, gone), gone & ~out)
        line = thumb_line((elder, younger), unseen, play_rules(self._book).majority)
        sign = 1 if seat is Seat.ELDER else -1
        now, before = (
            sign * scored(rules, calls, (elder, younger), line)
            for rules, calls in zip((self._rules, self._book), self._calls, strict=True)
        )
        return now, before


def thumb_line(hands: tuple[int, int], unseen: tuple[int, int], majority: int) -> Line:
    """Return the cards that both players play from elder's first lead on, by rules of thumb.

    ``hands`` are masks, elder's first. ``unseen`` has a mask for each player of the cards that are
    in neither hand, but may be in the opponent's hand for all the player knows.
    """
    own, possible, tricks, leader = list(hands), list(unseen), [0, 0], 0
    line: Line = ([], [])
    while own[0]:
        other = 1 - leader
        missing = majority - tricks[leader]
        theirs = own[other] | possible[leader]
        led, _, _ = lead_card(own[leader], theirs, own[leader].bit_count(), missing, 0)
        own[leader] ^= 1 << led
        line[leader].append(led)
        suit = SUIT_MASKS[led // 9]
        card = follow_card(
            own[other] & suit or own[other], own[other], own[leader] | possible[other], led
        )
        own[other] ^= 1 << card
        line[other].append(card)
        if not suit >> card & 1:
            possible[leader] &= ~suit
        elif card > led:
            leader = other
        tricks[leader] += 1
    return line


def scored(rules: RuleSet, calls: CallScorer, hands: tuple[int, int], line: Line) -> int:
    """Return elder's points less younger's in calls and play, if both play the cards of a line."""
    (points, owed), (elder_won, younger_won), repique = calls.call_result(*hands)
    terms = play_rules(rules)
    free = repique < 0
    place = SimulatedPosition(
        hands=hands,
        leader=0,
        led=NOTHING_LED,
        bound=ANY_CARD,
        tricks=(0, 0),
        score=(points, 0),
        may=(free and not younger_won, free and not elder_won and terms.younger_may),
        owed=owed,
    )
    size = len(line[0])
    elder, younger = (
        lambda _legal, hand, _led, cards=cards: cards[size - hand.bit_count()] for cards in line
    )
    first, second = play_from(terms, place, elder, younger).score
    return first - second


def random_turn(rules: RuleSet, rng: random.Random, seat: Seat) -> Turn:
    """Return a seat's turn to exchange in a random deal, with the yardstick in the other seat."""
    wanted = (Phase.ELDER_EXCHANGE, Phase.YOUNGER_EXCHANGE)[seat]
    while True:
        state, _ = start(rules, shuffled_deal(rules, rng))
        player = find_player(YARDSTICK).make()
        while state.phase not in (wanted, Phase.OVER, Phase.DECLARE):
            state, _ = apply(state, player.choose(turn_of(state)))
        if state.phase is wanted and (turn := turn_of(state)).most:
            return turn


def add_centred(system: LeastSquares, ways: Sequence[tuple[dict[int, float], float]]) -> None:
    """Add the samples of one hand, of which only the differences count."""
    middle: dict[int, float] = {}
    for features, value in ways:
        system.add(features, value)
        for at, times in features.items():
            middle[at] = middle.get(at, 0) + times / len(ways)
    system.add(middle, sum(value for _, value in ways) / len(ways), -len(ways))


class LeastSquares:
    """Normal equations of a linear fit."""

    def __init__(self, size: int) -> None:
        self._matrix = [[0.0] * size for _ in range(size)]
        self._right = [0.0] * size

    def add(self, features: dict[int, float], value: float, weight: float = 1) -> None:
        """Add a sample, given by its features other than 0."""
        for at, times in features.items():
            row, scaled = self._matrix[at], weight * times
            self._right[at] += scaled * value
            for other, more in features.items():
                row[other] += scaled * more

    def solution(self, penalty: float) -> list[float]:
        """Return the coefficients with the least squared error and penalty, by conjugate gradients."""
        matrix, found = self._matrix, [0.0] * len(self._right)
        scale = [row[at] + penalty for at, row in enumerate(matrix)]
        rest = self._right[:]
        step = [one / by for one, by in zip(rest, scale, strict=True)]
        power = sum(map(mul, rest, step))
        goal = 1e-12 * power
        for _ in range(2 * len(rest)):
            if power <= goal:
                break
            image = [
                sum(map(mul, row, step)) + penalty * one
                for row, one in zip(matrix, step, strict=True)
            ]
            size = power / sum(map(mul, step, image))
            found = [one + size * by for one, by in zip(found, step, strict=True)]
            rest = [one - size * by for one, by in zip(rest, image, strict=True)]
            turned = [one / by for one, by in zip(rest, scale, strict=True)]
            before, power = power, sum(map(mul, rest, turned))
            step = [one + power / before * by for one, by in zip(turned, step, strict=True)]
        return found


def counts(features: Iterable[int]) -> dict[int, float]:
    """Return the number of times that each feature occurs."""
    found: dict[int, float] = {}
    for at in features:
        found[at] = found.get(at, 0) + 1
    return found
