"""Chances of the play: tricks and points after each card, if both players go on by rules of thumb.

A search with both hands open would let the players see what they cannot see, so the play is that of
`piquet_core.players.playouts`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from piquet_core.cards.cards import Card
from piquet_core.cards.seat import Seat
from piquet_core.engine.state import Phase
from piquet_core.odds.known_hand import BEFORE_PLAY, KnownHand, OddsError
from piquet_core.odds.odds_table import (
    OddsRow,
    OddsTable,
    OddsWork,
    Progress,
    Unit,
    Value,
    thousandths,
)
from piquet_core.odds.other_hands import other_hands
from piquet_core.players.card_values import HandEvaluator
from piquet_core.players.playouts import play_on
from piquet_core.pulse import beat
from piquet_core.replay.visibility import Knowledge
from piquet_core.solver.card_positions import PlayPosition
from piquet_core.solver.point_search import open_pique_race

_MOST = 500
"""Most hands of the opponent that are played."""
_POINTS = tuple(range(5, 65, 5))
_FIRST_POINTS = 20
_WORTH_A_GUESS = 100
_UNCERTAIN = 450
"""Thousandths: the least chance worth a guess, and the one that is most uncertain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedCard:
    """Results of a card against each possible hand: tricks and points of both players in the deal, and weights.

    The player's own values come first in each pair.
    """

    tricks: tuple[tuple[int, int], ...]
    points: tuple[tuple[int, int], ...]
    weights: tuple[float, ...]

    def chance(self, is_met: Callable[[int], bool]) -> int:
        """Return the chance of a condition, in thousandths. It is asked for the place of each hand."""
        met = [place for place in range(len(self.weights)) if is_met(place)]
        if len(met) == len(self.weights):
            return 1000
        return thousandths(sum(self.weights[place] for place in met), sum(self.weights))

    def mean(self, values: Sequence[tuple[int, int]], side: int) -> int:
        """Return the mean of the player's (0) or the opponent's (1) values, in tenths."""
        total = sum(pair[side] * weight for pair, weight in zip(values, self.weights, strict=True))
        return round(10 * total / sum(self.weights))


def trick_odds(known: KnownHand) -> OddsWork:
    """Calculate the chance of each number of tricks after each card."""
    played, basis = yield from _played_cards(known)
    size = known.rules.number("deal.hand").value
    half = size // 2
    numbers = tuple(range(1, size + 1))
    reached = [
        _row(
            known,
            played,
            partial(_reaches_tricks, least=least),
        )
        for least in numbers
    ]
    drawn = _row(known, played, lambda one: one.chance(lambda at: one.tricks[at][0] == half))
    rows = (
        OddsRow(label="You take as many tricks, or more", values=tuple(reached)),
        OddsRow(label="The same with the best card", values=tuple(map(_best, reached)), best_of=0),
        OddsRow(label="The tricks are divided", values=(drawn,) * len(numbers)),
        _means(
            "Your tricks, on average", known, played, lambda one: one.mean(one.tricks, 0), numbers
        ),
    )
    return _table(known, numbers, half + 1, rows, basis)


def rubicon_odds(known: KnownHand) -> OddsWork:
    """Calculate the chance of each number of points in the deal after each card."""
    played, basis = yield from _played_cards(known)
    reached = [
        _row(
            known,
            played,
            partial(_reaches_points, least=least),
        )
        for least in _POINTS
    ]
    won = _row(
        known, played, lambda one: one.chance(lambda at: one.points[at][0] > one.points[at][1])
    )
    rows = (
        OddsRow(label="You make as many points, or more", values=tuple(reached)),
        OddsRow(label="The same with the best card", values=tuple(map(_best, reached)), best_of=0),
        OddsRow(label="You make more than your opponent", values=(won,) * len(_POINTS)),
        _means(
            "Your points, on average", known, played, lambda one: one.mean(one.points, 0), _POINTS
        ),
        _means("Your opponent's", known, played, lambda one: one.mean(one.points, 1), _POINTS),
    )
    return _table(known, _POINTS, _FIRST_POINTS, rows, basis)


def _reaches_tricks(one: PlayedCard, least: int) -> int:
    return one.chance(lambda at: one.tricks[at][0] >= least)


def _reaches_points(one: PlayedCard, least: int) -> int:
    return one.chance(lambda at: one.points[at][0] >= least)


def _row(
    known: KnownHand, played: Mapping[Card, PlayedCard], measure: Callable[[PlayedCard], int]
) -> tuple[Value, ...]:
    return tuple(measure(played[card]) if card in played else None for card in known.hand)


def _means(
    label: str,
    known: KnownHand,
    played: Mapping[Card, PlayedCard],
    measure: Callable[[PlayedCard], int],
    numbers: Sequence[int],
) -> OddsRow:
    values = _row(known, played, measure)
    return OddsRow(label=label, values=(values,) * len(numbers), unit=Unit.POINTS)


def _best(values: tuple[Value, ...]) -> tuple[Value, ...]:
    best = max(value for value in values if value is not None)
    return tuple(None if value is None else best for value in values)


def _table(
    known: KnownHand,
    numbers: tuple[int, ...],
    number: int,
    rows: tuple[OddsRow, ...],
    basis: str,
) -> OddsTable:
    """Return the table. It first shows the number near ``number``, and the card, that are worth a guess."""
    values = rows[0].values
    at = min(
        range(len(numbers)),
        key=lambda place: (
            _is_clear(values[place], least=_WORTH_A_GUESS),
            _is_clear(values[place], least=1),
            abs(numbers[place] - number),
        ),
    )
    first = min(
        (place for place, value in enumerate(values[at]) if value is not None),
        key=lambda place: abs((values[at][place] or 0) - _UNCERTAIN),
    )
    return OddsTable(
        cards=tuple(known.hand),
        least=1,
        most=1,
        numbers=numbers,
        number=numbers[at],
        chosen=1 << first,
        rows=rows,
        asked=0,
        basis=f"{basis} Both players then go on by rules of thumb.",
    )


def _is_clear(values: tuple[Value, ...], least: int) -> bool:
    """Return whether every card has a chance of less than ``least`` thousandths of happening, or of failing."""
    return all(value is None or min(value, 1000 - value) < least for value in values)


def _played_cards(
    known: KnownHand,
) -> Generator[Progress, None, tuple[dict[Card, PlayedCard], str]]:
    """Play every legal card against the possible hands. Return the results by card, and their basis."""
    knowledge, seat = known.knowledge, known.seat
    before = known.position.state.phase in BEFORE_PLAY
    on_turn = knowledge.to_act is seat and known.position.state.phase in (Phase.LEAD, Phase.FOLLOW)
    if not on_turn and not (before and seat is Seat.ELDER):
        raise OddsError(
            "it is not this hand's turn to play a card: before the play, ask about elder's hand; "
            "during the play, about the hand on turn"
        )
    evaluator = HandEvaluator(known.rules)
    others = other_hands(known.rules, knowledge, _MOST)
    legal = knowledge.hand
    if knowledge.led is not None:
        legal = legal.suit(knowledge.led.suit) or legal
    elif knowledge.named is not None and not knowledge.tricks:
        legal = legal.suit(knowledge.named) or legal
    results: dict[Card, list[tuple[tuple[int, int], tuple[int, int]]]] = {one: [] for one in legal}
    for done, (other, _) in enumerate(others.weighted):
        yield done, len(others.weighted)
        beat()
        position, score = _position(evaluator, knowledge, other, before=before)
        unseen = seat.put((knowledge.discards.mask,) * 2, knowledge.possible.mask & ~other)
        for card, found in results.items():
            end = play_on(evaluator.scoring, position, score, unseen, card)
            found.append((_own_first(end.tricks, seat), _own_first(end.score, seat)))
    weights = tuple(weight for _, weight in others.weighted)
    played = {
        card: PlayedCard(
            tricks=tuple(tricks for tricks, _ in found),
            points=tuple(points for _, points in found),
            weights=weights,
        )
        for card, found in results.items()
    }
    return played, others.basis


def _own_first(pair: tuple[int, int], seat: Seat) -> tuple[int, int]:
    return (pair[seat], pair[seat.other])


def _position(
    evaluator: HandEvaluator, known: Knowledge, other: int, *, before: bool
) -> tuple[PlayPosition, tuple[int, int]]:
    """Return the position, and the score with all calls, if the opponent has the hand ``other``.

    ``before`` is whether the calls are still to come. Both players then call and count everything.
    """
    if not before:
        position, score = evaluator.moment(known, other)
        elder, younger = score
        return position, (elder, younger + evaluator.repique(known, position.hands))
    held = known.seat.put((other, other), known.hand.mask)
    said = evaluator.calls.call_result(*held)
    free = said.repique < 0
    race = open_pique_race(evaluator.scoring, said.points, (0, 0), said.won) if free else None
    position = PlayPosition(hands=held, leader=known.leader, led=None, tricks=(0, 0), race=race)
    return position, said.points
