"""Scores of a deal that the rules allow, to find scores that were counted wrongly.

The cards are not considered, so some of these scores cannot occur in any deal.
"""

from __future__ import annotations

from functools import cache

from piquet_core.cards.cards import Hand, Rank, pack
from piquet_core.cards.seat import Seat
from piquet_core.engine.holdings import holdings
from piquet_core.engine.play_rules import PlayRules, play_rules
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import holding_score

type Pair = tuple[int, int]

_SEATS = (int(Seat.ELDER), int(Seat.YOUNGER))


@cache
def play_totals(rules: RuleSet) -> frozenset[Pair]:
    """Return all pairs of points, elder's first, that the players can make in the play of a whole deal.

    The points for the cards and a capot are included; the bonus for a pique is not.

    >>> from piquet_core.rules import load_ruleset
    >>> totals = play_totals(load_ruleset("rubicon"))
    >>> min(map(sum, totals)), max(map(sum, totals)), (3, 2) in totals
    (14, 54, False)
    """
    asked, tricks = play_rules(rules), rules.number("deal.hand").value
    # The player who leads, the number of elder's tricks, and the points of elder and younger.
    reached = {(int(Seat.ELDER), 0, (0, 0))}
    for number in range(1, tricks + 1):
        following = set()
        for leader, taken, points in reached:
            for winner in _SEATS:
                for made, low in _of_trick(asked, leader, winner):
                    after = taken + (winner == Seat.ELDER)
                    total = _sum(points, made)
                    if number == tricks:
                        total = _sum(
                            total, _at_the_end(asked, winner, low, (after, tricks - after))
                        )
                    following.add((winner, after, total))
        reached = following
    return frozenset(points for _, _, points in reached)


def _of_trick(asked: PlayRules, leader: int, winner: int) -> set[tuple[Pair, bool]]:
    """Return all possible results of a trick: the points of elder and younger, and whether a low card wins it.

    Low cards are those below the ten.
    """
    found = set()
    ranks = [low for low in (False, True) if not low or asked.lowest or asked.last_lowest]
    for led_low in ranks:
        for followed_low in ranks:
            points = [0, 0]
            captured = winner != leader
            if captured and followed_low and not led_low:
                continue  # a low card cannot take a high one
            counts = {low: not (low and asked.lowest) for low in (False, True)}
            points[leader] += asked.lead * counts[led_low]
            if captured:
                points[winner] += asked.capture * counts[followed_low]
            else:
                points[winner] += asked.lead_wins * counts[led_low]
            found.add(((points[0], points[1]), followed_low if captured else led_low))
    return found


def _at_the_end(asked: PlayRules, winner: int, low: bool, tricks: Pair) -> Pair:
    """Return the points of elder and younger for the last trick, the cards and a capot.

    ``winner`` is the seat that won the last trick, and ``low`` is whether a card below the ten won it.
    """
    points, capot = [0, 0], 0 in tricks
    if not (low and asked.last_lowest) and not (capot and not asked.last_in_capot):
        points[winner] += asked.last
    for seat in _SEATS:
        if tricks[seat] >= asked.majority:
            points[seat] += 0 if capot and asked.capot_replaces else asked.cards
            points[seat] += asked.capot if capot else 0
    return points[0], points[1]


def _sum(one: Pair, other: Pair) -> Pair:
    return one[0] + other[0], one[1] + other[1]


@cache
def most_in_hand(rules: RuleSet) -> int:
    """Return an upper bound of one player's points in hand: carte blanche, calls and repique.

    Only one player counts each of point, sequence and set, so both players together make no more than this
    bound and a second carte blanche.

    >>> from piquet_core.rules import load_ruleset
    >>> most_in_hand(load_ruleset("hoyle1909")) > 170 - 53
    True
    """
    size = rules.number("deal.hand").value
    whole = pack(rules.number("pack.size").value)
    suit = sorted(whole.suit(next(iter(whole)).suit), reverse=True)
    runs: dict[int, int] = {}
    points = [0]
    for count in range(1, len(suit) + 1):
        hand = Hand.of(suit[:count])
        points += [holding_score(rules, hand, one)[0] for one in holdings(rules, hand, "point")]
        for one in holdings(rules, hand, "sequence"):
            runs[count] = max(runs.get(count, 0), holding_score(rules, hand, one)[0])
    alike: dict[int, int] = {}
    for rank in Rank:
        of_rank = [card for card in whole if card.rank is rank]
        for count in range(1, len(of_rank) + 1):
            hand = Hand.of(of_rank[:count])
            for one in holdings(rules, hand, "set"):
                alike[count] = max(alike.get(count, 0), holding_score(rules, hand, one)[0])
    return (
        max(points)
        + _most(runs, size)
        + _most(alike, size)
        + rules.number("blank.points").value
        + rules.number("repique.bonus").value
    )


def _most(worths: dict[int, int], cards: int) -> int:
    """Return the highest score that ``cards`` cards can make, given the score of a holding by its size."""
    most = [0] * (cards + 1)
    for held in range(1, cards + 1):
        most[held] = max(
            [
                most[held - 1],
                *(most[held - n] + points for n, points in worths.items() if n <= held),
            ]
        )
    return most[cards]
