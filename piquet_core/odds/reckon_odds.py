"""Chances in the calls: which kinds are good, who makes the repique, and the points counted before the play."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.cards import SUIT_MASKS
from piquet_core.cards.seat import Seat
from piquet_core.odds.known_hand import KnownHand
from piquet_core.odds.odds_table import (
    OddsRow,
    OddsTable,
    OddsWork,
    Unit,
    Value,
    choices,
    thousandths,
)
from piquet_core.odds.other_hands import other_hands
from piquet_core.pulse import beat
from piquet_core.simulator.call_scores import KINDS, CallScorer, call_scorer, comparison_key

_SUNK = 2
"""Most cards that the player keeps back."""
_LONGEST = (3, 4, 5, 6, 7)
_MOST = 1500
"""Most hands of the opponent that are compared."""
_WORDS = {"point": ("good", "equal"), "sequence": ("good", "equal"), "set": ("good",)}
_NAMES = {"point": "point", "sequence": "sequence", "set": "trio or quatorze"}


def reckon_odds(known: KnownHand) -> OddsWork:
    """Calculate the results of the calls for each way to keep cards back and each length of the other's suit."""
    scorer, seat, cards = call_scorer(known.rules), known.seat, tuple(known.hand)
    others = other_hands(known.rules, known.knowledge, _MOST)
    longest = [max((hand & suit).bit_count() for suit in SUIT_MASKS) for hand, _ in others.weighted]
    lengths = tuple(least for least in _LONGEST if least <= max(longest))
    masks = list(choices(len(cards), 0, _SUNK))
    labels = [
        *(f"Your {_NAMES[kind]} is {word}" for kind in KINDS for word in _WORDS[kind]),
        "You make a repique",
        "Your opponent makes a repique",
        "You count, on average",
        "Your opponent counts",
    ]
    found: list[list[list[Value]]] = [[[] for _ in lengths] for _ in labels]
    for done, mask in enumerate(masks):
        if done % 8 == 0:
            yield done, len(masks)
        beat()
        called = sum(1 << card for place, card in enumerate(cards) if not mask >> place & 1)
        results = [
            (_results(scorer, seat, called, hand), weight) for hand, weight in others.weighted
        ]
        for number, least in enumerate(lengths):
            fits = [one for one, length in zip(results, longest, strict=True) if length >= least]
            for row, values in enumerate(found):
                values[number].append(_mean(fits, row, is_chance=row < len(labels) - 2))
    units = [Unit.CHANCE] * (len(labels) - 2) + [Unit.POINTS] * 2
    rows = [
        OddsRow(label=label, values=tuple(map(tuple, values)), unit=unit)
        for label, values, unit in zip(labels, found, units, strict=True)
        if any(map(any, values))
    ]
    return OddsTable(
        cards=cards,
        least=0,
        most=_SUNK,
        numbers=lengths,
        number=lengths[0],
        chosen=0,
        rows=tuple(rows),
        asked=min(
            (place for place, row in enumerate(rows) if row.unit is Unit.CHANCE),
            key=lambda place: abs((rows[place].values[0][0] or 0) - 400),
        ),
        basis=others.basis,
    )


def _results(scorer: CallScorer, seat: Seat, own: int, other: int) -> tuple[float, ...]:
    """Return the results of the calls of two hands, in the order of the rows."""
    found: list[float] = []
    for kind, mine, theirs in zip(KINDS, scorer.bests(own), scorer.bests(other), strict=True):
        held, against = comparison_key(mine), comparison_key(theirs)
        equal = bool(held) and held == against
        tie_won = equal and kind in scorer.elder_wins_ties
        found.append(held > against or (tie_won and seat is Seat.ELDER))
        if "equal" in _WORDS[kind]:
            found.append(equal and not tie_won)
    points, _, repique = scorer.call_result(*seat.put((other, other), own))
    found += [repique == seat, repique == seat.other, points[seat], points[seat.other]]
    return tuple(found)


def _mean(
    results: Sequence[tuple[tuple[float, ...], float]], row: int, *, is_chance: bool
) -> Value:
    total = sum(weight for _, weight in results)
    if not total:
        return None
    held = [(one[row], weight) for one, weight in results if one[row]]
    if is_chance:
        certain = len(held) == len(results)
        return 1000 if certain else thousandths(sum(weight for _, weight in held), total)
    return round(10 * sum(value * weight for value, weight in held) / total)
