"""Counts over all possible hands of the pack.

The value of a hand splits by suits. Sequences and the longest suit come from one suit each, and the cards of
each rank add up over the four suits. The counts therefore combine two pairs of suits, each described by a few
numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from piquet_core.cards.cards import Hand, Rank, Suit, card, pack
from piquet_core.cards.combinations import (
    point_holdings,
    sequence_holdings,
    set_holdings,
    suit_runs,
)
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import point_pips, rounded_tens

Runs = tuple[int, ...]
"""The lengths of the sequences in a hand, longest first."""


@lru_cache(maxsize=4)
def _suit_rows(size: int) -> tuple[int, ...]:
    whole = pack(size).row(Suit.SPADES)
    return tuple(row for row in range(512) if not row & ~whole)


@lru_cache(maxsize=4)
def _pairs(rules: RuleSet) -> Mapping[tuple[int, int, Runs], Mapping[int, int]]:
    """Return the number of ways to hold cards of two suits: {(cards, longer suit, sequences): {ranks: ways}}.

    *ranks* encodes the cards of each rank that can make a set, as a number in base five. The codes of two pairs
    of suits can therefore be added.
    """
    ranks = rules.ranks("set.ranks").value
    least = rules.number("sequence.least").value
    alike: Counter[tuple[int, Runs, int]] = Counter()
    for row in _suit_rows(rules.number("pack.size").value):
        held = sum(5**i for i, rank in enumerate(ranks) if row >> rank & 1)
        lengths = tuple(size for size, _top in suit_runs(row) if size >= least)
        alike[row.bit_count(), lengths, held] += 1
    found: dict[tuple[int, int, Runs], Counter[int]] = {}
    for (cards, lengths, held), ways in alike.items():
        for (cards_2, lengths_2, held_2), ways_2 in alike.items():
            if cards + cards_2 <= rules.number("deal.hand").value:
                merged = tuple(sorted(lengths + lengths_2, reverse=True))
                key = (cards + cards_2, max(cards, cards_2), merged)
                found.setdefault(key, Counter())[held + held_2] += ways * ways_2
    return found


@lru_cache(maxsize=4)
def _set_sizes(rules: RuleSet) -> tuple[Runs, ...]:
    """Return the sizes of the sets for every code of ranks that ``_pairs`` uses, indexed by the code."""
    count = len(rules.ranks("set.ranks").value)
    return tuple(
        tuple(sorted((n for i in range(count) if (n := code // 5**i % 5) >= 3), reverse=True))
        for code in range(5**count)
    )


def hands_that_hold(rules: RuleSet, point: int, runs_held: Runs, sets_held: Runs | None) -> int:
    """Count the hands whose longest suit, sequences and sets have exactly these sizes.

    ``sets_held`` is None for any sets.
    """
    dealt, table, sizes = rules.number("deal.hand").value, _pairs(rules), _set_sizes(rules)
    wanted = tuple(sorted(runs_held, reverse=True))
    total = 0
    for (cards, longest, lengths), first in table.items():
        for (cards_2, longest_2, lengths_2), second in table.items():
            if (
                cards + cards_2 != dealt
                or max(longest, longest_2) != point
                or tuple(sorted(lengths + lengths_2, reverse=True)) != wanted
            ):
                continue
            if sets_held is None:
                total += sum(first.values()) * sum(second.values())
                continue
            for held, ways in first.items():
                for held_2, ways_2 in second.items():
                    if sizes[held + held_2] == sets_held:
                        total += ways * ways_2
    return total


@lru_cache(maxsize=16)
def greatest_declaration(rules: RuleSet, most_courts: int = 12) -> tuple[int, int]:
    """Return a pair: the most points that a hand can declare, and the number of hands that declare them.

    A point scores one for each card. ``most_courts`` is the most court cards that the hand may have, because a
    hand with carte blanche can get them only by the exchange.
    """
    dealt, sizes = rules.number("deal.hand").value, _set_sizes(rules)
    scores = rules.numbers("sequence.scores").value
    least = rules.number("sequence.least").value
    value = {3: rules.number("set.trio").value, 4: rules.number("set.quatorze").value}
    worth = [sum(value[size] for size in held) for held in sizes]
    ranks = rules.ranks("set.ranks").value
    places = [i for i, rank in enumerate(ranks) if rank in rules.ranks("blank.courts").value]
    courts = [sum(code // 5**i % 5 for i in places) for code in range(len(sizes))]
    most_sets = dealt // 4 * value[4]
    by_cards: dict[int, list[tuple[int, int, Mapping[int, int]]]] = {}
    for (cards, longest, lengths), ways in _pairs(rules).items():
        run_points = sum(scores[length - least] for length in lengths)
        by_cards.setdefault(cards, []).append((longest, run_points, ways))
    best, count = 0, 0
    for cards, firsts in by_cards.items():
        for longest, run_points, first in firsts:
            for longest_2, run_points_2, second in by_cards.get(dealt - cards, ()):
                base = max(longest, longest_2) + run_points + run_points_2
                if base + most_sets < best:
                    continue
                for held, many in first.items():
                    for held_2, many_2 in second.items():
                        code = held + held_2
                        total = base + worth[code]
                        if total >= best and courts[code] <= most_courts:
                            count = many * many_2 + (count if total == best else 0)
                            best = total
    return best, count


# -- points --------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def point_totals(rules: RuleSet) -> Mapping[int, Counter[int]]:
    """Return the possible pips of a point by the number of its cards: {length: {pips: ways}}."""
    found: dict[int, Counter[int]] = {}
    for row in _suit_rows(rules.number("pack.size").value):
        hand = Hand(row)
        for holding in point_holdings(hand):
            found.setdefault(holding.size, Counter())[point_pips(rules, hand, holding)] += 1
    return found


@lru_cache(maxsize=16)
def point_patterns(rules: RuleSet, length: int) -> Mapping[int, frozenset[str]]:
    """Return the combinations of cards that make each point of a length: {pips: patterns}.

    A pattern has the letters of the ranks from low to high, with ``X`` for any card of ten pips. ``79XA`` is a
    seven, a nine, one card of ten pips and an ace.
    """
    pips = rules.pips("point.pips").value
    found: dict[int, set[str]] = {}
    for row in _suit_rows(rules.number("pack.size").value):
        if row.bit_count() == length:
            held = [rank for rank in Rank if row >> rank & 1]
            pattern = "".join("X" if pips[rank] == 10 else rank.letter for rank in held)
            found.setdefault(sum(pips[rank] for rank in held), set()).add(pattern)
    return {total: frozenset(patterns) for total, patterns in found.items()}


def tens_differ(rules: RuleSet, shortest: int = 3) -> set[tuple[int, int]]:
    """Return the points, as (length, pips), that score differently by tens and by cards."""
    return {
        (length, total)
        for length, totals in point_totals(rules).items()
        for total in totals
        if length >= shortest and rounded_tens(total) != length
    }


# -- two hands -----------------------------------------------------------------------------------


def _with_two_quatorzes(rules: RuleSet) -> Iterator[Hand]:
    """Yield every hand of exactly two quatorzes, a trio and one more card."""
    ranks = rules.ranks("set.ranks").value
    whole = pack(rules.number("pack.size").value)
    for pair in combinations(ranks, 2):
        fours = Hand.of(card(suit, rank) for rank in pair for suit in Suit)
        for rank in ranks:
            if rank in pair:
                continue
            four = Hand.of(card(suit, rank) for suit in Suit)
            for missing in four:
                held = fours | (four - Hand.of([missing]))
                for other in whole - held - four:
                    yield held | Hand.of([other])


class BesideTwoQuatorzes(NamedTuple):
    """Counts of the hands with two quatorzes and a trio, by the sequences that both players can have.

    ``equalled`` counts the hands with a sequence, or a part of one, that the other twenty cards can match in
    length and rank. ``neither`` counts the hands without a sequence whose opponent can also be without one.
    """

    hands: int
    with_sequence: int
    equalled: int
    neither: int


@lru_cache(maxsize=4)
def beside_two_quatorzes(rules: RuleSet) -> BesideTwoQuatorzes:
    """Return the counts for hands with two quatorzes and a trio."""
    least = rules.number("sequence.least").value
    ranks = rules.ranks("set.ranks").value
    dealt = rules.number("deal.hand").value
    whole = pack(rules.number("pack.size").value)
    hands = with_run = equalled = neither = 0
    for hand in _with_two_quatorzes(rules):
        assert [held.size for held in set_holdings(hand, ranks)].count(4) == 2
        hands += 1
        tops = _tops(hand, least)
        with_run += bool(tops)
        equalled += bool(tops & _tops(whole - hand, least))
        neither += not tops and _most_without_sequence(whole - hand, least) >= dealt
    return BesideTwoQuatorzes(hands, with_run, equalled, neither)


def _most_without_sequence(cards: Hand, least: int) -> int:
    """Return the size of the largest subset of ``cards`` that contains no sequence of ``least`` cards or more."""
    most = 0
    for suit in Suit:
        row = cards.row(suit)
        parts = (part for part in range(row + 1) if not part & ~row)
        most += max(part.bit_count() for part in parts if not _has_run(part, least))
    return most


def _has_run(row: int, least: int) -> bool:
    return any(size >= least for size, _top in suit_runs(row))


def _tops(hand: Hand, least: int) -> set[int]:
    """Return the top rank of every sequence of exactly ``least`` cards, including parts of longer sequences."""
    return {
        run.top - below
        for run in sequence_holdings(hand, least)
        for below in range(run.size - least + 1)
    }
