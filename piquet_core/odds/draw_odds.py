"""Chances of a draw: points, sequences, trios and quatorzes after each discard.

All draws of the unseen cards are equally likely. Points and sequences come from one suit each, so the
draws without them are counted suit by suit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb

from piquet_core.cards.card_names import rank_plural
from piquet_core.cards.cards import SUITS, Hand, Suit, pack
from piquet_core.cards.combinations import suit_runs
from piquet_core.cards.seat import Seat
from piquet_core.engine.exchange_limits import younger_maximum
from piquet_core.number_words import number_in_words
from piquet_core.odds.known_hand import KnownHand
from piquet_core.odds.odds_table import OddsRow, OddsTable, OddsWork, Value, choices, thousandths
from piquet_core.players.discard_order import discard_order
from piquet_core.players.search_tables import search_tables
from piquet_core.rules import RuleSet
from piquet_core.wording.call_texts import SEQUENCE_NAMES

_STEP = 100
"""Number of discards between two reports of progress."""
_LENGTHS = 3
"""Number of lengths of a point that are shown."""
_RUNS = (3, 4, 5)
_LIKELY = 2
"""Number of cards of a rank in hand from which its quatorze is shown."""


def draw_odds(known: KnownHand) -> OddsWork:
    """Calculate the chance of each holding after each discard and draw."""
    rules, hand = known.rules, known.hand
    unseen = pack(rules.number("pack.size").value) - hand - known.knowledge.discards
    cards, most = tuple(hand), most_drawn(rules, known.seat)
    rows = _rows(rules, hand)
    found: list[list[Value]] = [[] for _ in rows]
    masks = list(choices(len(cards), 1, most))
    for done, mask in enumerate(masks):
        if done % _STEP == 0:
            yield done, len(masks)
        kept = hand - Hand.of(card for place, card in enumerate(cards) if mask >> place & 1)
        drawn = mask.bit_count()
        ways = comb(len(unseen), drawn)
        for values, (_, row) in zip(found, rows, strict=True):
            values.append(thousandths(ways - row.misses(kept, unseen, drawn), ways))
    shown = [place for place, values in enumerate(found) if any(values)]
    suggested = suggested_discards(rules, known.seat, hand, most)
    last = masks.index(suggested[-1])
    # The most uncertain chance is worth a guess.
    asked = min(range(len(shown)), key=lambda place: abs((found[shown[place]][last] or 0) - 350))
    return OddsTable(
        cards=cards,
        least=1,
        most=most,
        numbers=tuple(range(1, most + 1)),
        number=most,
        chosen=suggested[-1],
        rows=tuple(OddsRow(label=rows[place][0], values=(tuple(found[place]),)) for place in shown),
        asked=asked,
        basis=f"Exact: all draws from the {len(unseen)} cards that you have not seen are equally likely.",
        counted=True,
        suggested=suggested,
    )


def most_drawn(rules: RuleSet, seat: Seat) -> int:
    """Return the number of cards that a player may draw if elder takes his full share."""
    elder = rules.number("exchange.elder-max").value
    left = rules.number("deal.talon").value - elder
    return elder if seat is Seat.ELDER else younger_maximum(rules, left)


def suggested_discards(rules: RuleSet, seat: Seat, hand: Hand, most: int) -> tuple[int, ...]:
    """Return the best discard of each size, from one card up, by the order of all discards.

    Each is a mask of places in the hand.
    """
    order = discard_order(rules.number("pack.size").value)
    weights = search_tables(rules).discards[seat]
    found = []
    for size in range(1, most + 1):
        out = Hand(order.ordered(weights, hand.mask, size, size)[0][1])
        found.append(sum(1 << place for place, card in enumerate(hand) if card in out))
    return tuple(found)


class _PointRow:
    """Chance of a point with at least a number of cards."""

    def __init__(self, length: int) -> None:
        self._length = length

    def misses(self, kept: Hand, unseen: Hand, drawn: int) -> int:
        """Count the draws without the holding."""
        parts = []
        for suit in SUITS:
            room = self._length - 1 - kept.row(suit).bit_count()
            left = unseen.row(suit).bit_count()
            parts.append([comb(left, count) for count in range(min(room, left, drawn) + 1)])
        return _together(parts, drawn)


class _SequenceRow:
    """Chance of a sequence with at least a number of cards."""

    def __init__(self, length: int) -> None:
        self._length = length

    def misses(self, kept: Hand, unseen: Hand, drawn: int) -> int:
        """Count the draws without the holding."""
        rows = (
            _without_run(kept.row(suit), unseen.row(suit), self._length)[: drawn + 1]
            for suit in SUITS
        )
        return _together(list(rows), drawn)


class _SetRow:
    """Chance of at least a number of cards of one rank."""

    def __init__(self, rank_mask: Hand, size: int) -> None:
        self._cards, self._size = rank_mask, size

    def misses(self, kept: Hand, unseen: Hand, drawn: int) -> int:
        """Count the draws without the holding."""
        room = self._size - 1 - len(kept & self._cards)
        left = len(unseen & self._cards)
        return sum(
            comb(left, count) * comb(len(unseen) - left, drawn - count)
            for count in range(min(room, drawn) + 1)
        )


_Row = _PointRow | _SequenceRow | _SetRow


def _rows(rules: RuleSet, hand: Hand) -> list[tuple[str, _Row]]:
    longest = max(hand.row(suit).bit_count() for suit in SUITS)
    most = pack(rules.number("pack.size").value).row(Suit.SPADES).bit_count()
    rows: list[tuple[str, _Row]] = [
        (f"A point of {number_in_words(length)} or more", _PointRow(length))
        for length in range(longest, min(longest + _LENGTHS, most + 1))
    ]
    rows += [(f"A {SEQUENCE_NAMES[length]} or longer", _SequenceRow(length)) for length in _RUNS]
    whole = pack(rules.number("pack.size").value)
    for rank in sorted(rules.ranks("set.ranks").value, reverse=True):
        alike = Hand.of(card for card in whole if card.rank is rank)
        held = len(hand & alike)
        if held >= _LIKELY:
            rows.append((f"Three or four {rank_plural(rank)}", _SetRow(alike, 3)))
            rows.append((f"Four {rank_plural(rank)}", _SetRow(alike, 4)))
    return rows


def _together(suits: Sequence[Sequence[int]], drawn: int) -> int:
    """Count the draws of ``drawn`` cards, given the ways to draw each number of cards in each suit."""
    total = [1]
    for ways in suits:
        found = [0] * (drawn + 1)
        for before, many in enumerate(total):
            for count, more in enumerate(ways[: drawn + 1 - before]):
                found[before + count] += many * more
        total = found
    return total[drawn] if len(total) > drawn else 0


@lru_cache(maxsize=8192)
def _without_run(kept: int, unseen: int, length: int) -> tuple[int, ...]:
    """Count the draws of 0, 1, … cards of one suit that leave no run of ``length`` cards."""
    found = [0] * (unseen.bit_count() + 1)
    for drawn in _parts(unseen):
        if all(size < length for size, _top in suit_runs(kept | drawn)):
            found[drawn.bit_count()] += 1
    return tuple(found)


def _parts(row: int) -> Iterator[int]:
    part = row
    while True:
        yield part
        if not part:
            return
        part = (part - 1) & row
