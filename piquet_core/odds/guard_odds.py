"""Chances that a court card is safe from the higher cards of its suit, with each number of guards.

A player who leads the higher cards one by one catches a card that has fewer guards than there are
higher cards in the leader's hand.
"""

from __future__ import annotations

from itertools import combinations
from math import comb, prod

from piquet_core.beliefs.rank_odds import missing_odds
from piquet_core.cards.cards import Card, Hand
from piquet_core.number_words import number_in_words
from piquet_core.odds.known_hand import KnownHand, OddsError
from piquet_core.odds.odds_table import OddsRow, OddsTable, OddsWork, Value, thousandths
from piquet_core.replay.visibility import Knowledge
from piquet_core.rules import RuleSet

_GUARDS = (0, 1, 2, 3)
_HIGHEST = 3
"""Most higher cards that a card to be guarded may have outside the hand."""


def guard_odds(known: KnownHand) -> OddsWork:
    """Calculate for each card and number of guards how probable it is that the card is not caught."""
    knowledge, rules, cards = known.knowledge, known.rules, tuple(known.hand)
    yield 0, len(cards)
    even: list[list[Value]] = [[] for _ in _GUARDS]
    usual: list[list[Value]] = [[] for _ in _GUARDS]
    against: list[list[Value]] = [[] for _ in range(_HIGHEST + 1)]
    for done, card in enumerate(cards):
        yield done, len(cards)
        higher, sure = higher_cards(knowledge.unseen, card), higher_cards(knowledge.theirs, card)
        fits = 0 < len(higher | sure) <= _HIGHEST
        # The cards that are known to be there come first.
        counted = [0] * len(sure) + count_against(knowledge, higher)
        weighted = [0.0] * len(sure) + (weigh_against(rules, knowledge, higher) if fits else [])
        for guards in _GUARDS:
            even[guards].append(
                thousandths(sum(counted[: guards + 1]), sum(counted)) if fits else None
            )
            usual[guards].append(
                thousandths(sum(weighted[: guards + 1]), sum(weighted)) if fits else None
            )
        for number, values in enumerate(against):
            possible = fits and number < len(counted)
            values.append(thousandths(counted[number], sum(counted)) if possible else None)
    chosen, guards = _first(known.hand, even)
    unseen, hidden = len(knowledge.unseen), knowledge.their_hidden
    rows = (
        OddsRow(
            label="Safe, all unseen cards being equally likely", values=tuple(map(tuple, even))
        ),
        OddsRow(label="Safe, as players usually lay out cards", values=tuple(map(tuple, usual))),
        *(
            OddsRow(label=_against(number), values=(tuple(values),) * len(_GUARDS))
            for number, values in enumerate(against)
            if any(values)
        ),
    )
    return OddsTable(
        cards=cards,
        least=1,
        most=1,
        numbers=_GUARDS,
        number=guards,
        chosen=1 << chosen,
        rows=rows,
        asked=0,
        basis=f"Exact: your opponent holds {hidden} of the {unseen} cards that you have not seen. "
        "The second line weights them by how often cards of each rank are laid out in self-play.",
    )


def _first(hand: Hand, safe: list[list[Value]]) -> tuple[int, int]:
    """Return the place of the card and the number of guards that are shown at first.

    The card is the highest whose safety is the least certain with the guards that the hand has.
    """
    found = []
    for place, card in enumerate(hand):
        guards = min(lower_cards(hand, card), _GUARDS[-1])
        while guards and safe[guards][place] == 1000:
            guards -= 1
        value = safe[guards][place]
        if value is not None:
            found.append((value in (0, 1000), -guards, -card.rank, place, guards))
    if not found:
        raise OddsError("this hand has no card that needs a guard")
    return min(found)[3:]


def higher_cards(cards: Hand, card: Card) -> Hand:
    """Return the cards of a card's suit that are higher than it."""
    return Hand.of(one for one in cards if one.suit is card.suit and one.rank > card.rank)


def lower_cards(hand: Hand, card: Card) -> int:
    """Return the number of lower cards of a card's suit in the hand."""
    return sum(one.suit is card.suit and one.rank < card.rank for one in hand)


def count_against(known: Knowledge, higher: Hand) -> list[int]:
    """Count the opponent's possible hands by their number of the higher cards."""
    others, held = len(known.unseen) - len(higher), known.their_hidden
    return [
        comb(len(higher), number) * comb(others, held - number) if number <= held else 0
        for number in range(len(higher) + 1)
    ]


def weigh_against(rules: RuleSet, known: Knowledge, higher: Hand) -> list[float]:
    """Return weights of the opponent's possible hands by their number of the higher cards.

    A hand weighs less if it lacks cards that players seldom lay out.
    """
    odds = missing_odds(rules, known.seat.other)
    lacking = len(known.unseen) - known.their_hidden
    # Weights of the ways in which a number of the other cards is missing.
    others = [1.0] + [0.0] * lacking
    for card in known.unseen - higher:
        for count in range(lacking, 0, -1):
            others[count] += others[count - 1] * odds[card]
    found = []
    for number in range(len(higher) + 1):
        gone = len(higher) - number
        ways = sum(prod(odds[card] for card in way) for way in combinations(higher, gone))
        found.append(ways * others[lacking - gone] if gone <= lacking else 0.0)
    return found


def _against(number: int) -> str:
    if not number:
        return "No higher card is against you"
    return f"{number_in_words(number).capitalize()} higher card{'s' * (number > 1)}"
