"""Reading a hand: which cards belong together, and what they would pay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from piquet_core.cards import RANKS, SUITS, Card, Hand
from piquet_core.combinations import Holding, PointHolding, SequenceHolding, SetHolding
from piquet_core.exercises.asks import Words
from piquet_core.exercises.item import Chosen, Form, Judgement, Option, Posed, Shown, Verdict
from piquet_core.exercises.keys import NumberKey, Says, SomeKey
from piquet_core.exercises.position import Position
from piquet_core.held import best, holdings
from piquet_core.names import and_words, card_name, rank_name, rank_plural, suit_name
from piquet_core.narration import Part, call_words, holding_words
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import point_pips, worth

KINDS = ("point", "sequence", "set")


def hand_options(hand: Iterable[Card]) -> tuple[Option, ...]:
    """Return a hand as things to choose."""
    return tuple(Option(value=str(card), words=card_name(card), card=card) for card in hand)


def values(cards: Iterable[Card]) -> Chosen:
    """Return cards as the words of an answer."""
    return tuple(map(str, cards))


def listed(parts: Sequence[Part]) -> Says:
    """Return parts with commas between them and an *and* before the last."""
    found: list[Part] = []
    for place, part in enumerate(parts):
        if place:
            found.append(" and " if place == len(parts) - 1 else ", ")
        found.append(part)
    return tuple(found)


def _card(value: str, hand: Hand) -> Card:
    return next(card for card in hand if str(card) == value)


# -- tap -----------------------------------------------------------------------------------------


def tap_these(
    position: Position,
    words: Words,
    wanted: Sequence[Iterable[Card]],
    *,
    good: Callable[[Chosen], Says],
    solution: Says,
    surplus: Callable[[str, Chosen], Says],
    missed: Callable[[str, Chosen], Says],
    shown: tuple[Shown, ...] = (),
    least: int = 0,
) -> Posed:
    """Return the question after cards of the hand: exactly those of one of the wanted choices."""
    clause = position.rules.answers[words.rule]
    return Posed(
        form=Form.SOME,
        key=SomeKey(
            wanted=tuple(values(cards) for cards in wanted),
            clause=clause,
            good=good,
            surplus=cache(surplus),
            missed=cache(missed),
        ),
        solution=solution,
        shown=shown,
        question=words.question,
        hint=words.hint,
        clause=clause,
        options=hand_options(position.hand),
        least=least,
        most=len(position.hand),
    )


def suit(position: Position, words: Words) -> Posed:
    """Ask for the longest suit: the one that is called as the point."""
    rules, hand = position.rules, position.hand
    held = holdings(rules, hand, "point")
    size = max(one.size for one in held)
    longest = [one for one in held if one.size == size]
    choice = best(rules, hand, "point")
    assert isinstance(choice, PointHolding)
    first = choice if choice in longest else longest[0]

    def good(chosen: Chosen) -> Says:
        suit = _card(chosen[0], hand).suit
        says = f"{len(chosen)} {suit_name(suit)}: at the table you would call a {call_words('point', size, None)}."
        if len(longest) > 1:
            pips = [
                point_pips(rules, hand, one) for one in longest if isinstance(one, PointHolding)
            ]
            says = f"{len(chosen)} {suit_name(suit)}: as long as any you have. " + (
                f"At the table you would call the {suit_name(choice.suit)}, whose cards are worth more."
                if pips.count(max(pips)) == 1
                else "Their cards are worth the same, so either may be called."
            )
        return (says,)

    def surplus(value: str, near: Chosen) -> Says:
        card, other = _card(value, hand), _card(near[0], hand)
        count, suit = len(hand.suit(card.suit)), suit_name(card.suit)
        which = f"one of {count} {suit}" if count > 1 else f"your only {suit.removesuffix('s')}"
        if count == len(near):
            return (
                "The ",
                card,
                (
                    f" is {which}, and you hold as many {suit_name(other.suit)}. Only one suit is the "
                    "point: take one of the two."
                ),
            )
        return (
            "The ",
            card,
            (
                f" is {which}; you hold {len(near)} {suit_name(other.suit)}. The shorter suit would "
                "lose as a point to any longer one across the table."
            ),
        )

    def missed(value: str, near: Chosen) -> Says:
        card = _card(value, hand)
        return (
            "The ",
            card,
            " is of that suit as well. The point is the whole suit, and every card of it counts.",
        )

    wanted = [first, *(one for one in longest if one != first)]
    return tap_these(
        position,
        words,
        [one.cards(hand) for one in wanted],
        good=good,
        solution=(*listed(list(first.cards(hand))), "."),
        surplus=surplus,
        missed=missed,
        least=1,
    )


def runs(position: Position, words: Words) -> Posed:
    """Ask for every card of a sequence."""
    rules, hand = position.rules, position.hand
    held = holdings(rules, hand, "sequence")
    least = rules.number("sequence.least").value

    def neighbours(card: Card) -> int:
        row = hand.suit(card.suit)
        ranks = {one.rank for one in row}
        low = high = int(card.rank)
        while low - 1 in ranks:
            low -= 1
        while high + 1 in ranks:
            high += 1
        return high - low + 1

    def surplus(value: str, near: Chosen) -> Says:
        card = _card(value, hand)
        stands = (
            f"has one neighbour among your {suit_name(card.suit)}"
            if neighbours(card) == 2
            else f"has no neighbour among your {suit_name(card.suit)}"
        )
        corner = (
            " The ace stands above the king only; no run goes round the corner to it."
            if card.rank is max(RANKS) and neighbours(card) == 1
            else ""
        )
        return (
            "The ",
            card,
            f" {stands}.{corner} A run needs {least} in a row, so this pays nothing.",
        )

    def missed(value: str, near: Chosen) -> Says:
        card = _card(value, hand)
        whole = next(one for one in held if card in one.cards(hand))
        return ("The ", card, f" belongs to a run as well: a {holding_words(whole)}.")

    return _belonging(position, words, held, surplus=surplus, missed=missed)


def sets(position: Position, words: Words) -> Posed:
    """Ask for every card of a trio or quatorze."""
    rules, hand = position.rules, position.hand
    held = holdings(rules, hand, "set")
    counting = rules.ranks("set.ranks").value

    def surplus(value: str, near: Chosen) -> Says:
        card = _card(value, hand)
        alike = sum(one.rank is card.rank for one in hand)
        if card.rank not in counting:
            lowest = rank_plural(min(counting))
            have = f"{alike} {rank_plural(card.rank)}" if alike > 1 else f"a {rank_name(card.rank)}"
            return (
                (
                    f"You have {have}, but nothing below {lowest} counts, however many you hold. Such "
                    "cards stay unsaid and pay nothing."
                ),
            )
        have = (
            f"only one {rank_name(card.rank)}"
            if alike == 1
            else f"only two {rank_plural(card.rank)}"
        )
        return (f"You have {have}. Three are needed before they pay.",)

    def missed(value: str, near: Chosen) -> Says:
        card = _card(value, hand)
        whole = next(one for one in held if card in one.cards(hand))
        return ("The ", card, f" belongs there as well: you have {holding_words(whole)}.")

    return _belonging(position, words, held, surplus=surplus, missed=missed)


def _belonging(
    position: Position,
    words: Words,
    held: Sequence[Holding],
    *,
    surplus: Callable[[str, Chosen], Says],
    missed: Callable[[str, Chosen], Says],
) -> Posed:
    hand = position.hand
    cards = Hand()
    for one in held:
        cards |= one.cards(hand)
    named = [f"{'' if isinstance(one, SetHolding) else 'a '}{holding_words(one)}" for one in held]
    told: Says = (
        (f"You hold {and_words(named)}.",)
        if held
        else (
            "There is nothing of the kind here. At the table you would say so, and call nothing.",
        )
    )
    return tap_these(
        position,
        words,
        [cards],
        good=lambda _: told,
        solution=(*listed(list(cards)), ". ", *told) if held else told,
        surplus=surplus,
        missed=missed,
    )


# -- number --------------------------------------------------------------------------------------


def _paid(rules: RuleSet, hand: Hand, held: Iterable[Holding]) -> list[tuple[Holding, int]]:
    return [(one, worth(rules, hand, one)[0]) for one in held]


def _sum_words(paid: Sequence[tuple[Holding, int]]) -> str:
    return " + ".join(f"{points} ({holding_words(one)})" for one, points in paid)


def _number(
    position: Position,
    words: Words,
    paid: Sequence[tuple[Holding, int]],
    slips: dict[int, Says],
) -> Posed:
    """Return the question after a sum of holdings."""
    total = sum(points for _, points in paid)
    clause = position.rules.answers[words.rule]
    told: Says
    if not paid:
        told = ("There is nothing of the kind here, so nothing is paid.",)
    elif len(paid) == 1:
        told = (f"{holding_words(paid[0][0]).capitalize()}: {total}.",)
    else:
        told = (f"{_sum_words(paid)} = {total}.",)
    return Posed(
        form=Form.NUMBER,
        key=NumberKey(
            number=total,
            good=Judgement(verdict=Verdict.RIGHT, says=told, clause=clause),
            slips={
                number: Judgement(verdict=Verdict.WRONG, says=says, clause=clause)
                for number, says in slips.items()
                if number != total
            },
            less=Judgement(verdict=Verdict.WRONG, says=(words.less,), clause=clause),
            more=Judgement(verdict=Verdict.WRONG, says=(words.more,), clause=clause),
        ),
        solution=told,
        shown=(Shown(label="Your hand", cards=tuple(position.hand)),),
        question=words.question,
        hint=words.hint,
        clause=clause,
    )


def point_pays(position: Position, words: Words) -> Posed:
    """Ask what the point pays."""
    rules, hand = position.rules, position.hand
    held = best(rules, hand, "point")
    assert isinstance(held, PointHolding)
    pips = point_pips(rules, hand, held)
    pays = rules.answers["point.score"].words
    slips: dict[int, Says] = {
        pips: (
            f"{pips} are its pips, which only settle which of two points is the better. The point pays {pays}.",
        ),
        held.size: (f"{held.size} is its number of cards. Here the point pays {pays}.",),
        held.size + 10: ("Ten more is what long runs bring, not the point.",),
    }
    return _number(position, words, _paid(rules, hand, [held]), slips)


def pips(position: Position, words: Words) -> Posed:
    """Ask for the pips of the point."""
    rules, hand = position.rules, position.hand
    held = best(rules, hand, "point")
    assert isinstance(held, PointHolding)
    number = point_pips(rules, hand, held)
    clause = rules.answers[words.rule]
    values_ = rules.pips("point.pips").value
    cards = list(held.cards(hand))
    told = (
        f"{suit_name(cards[0].suit).capitalize()}: "
        + " + ".join(f"{values_[card.rank]}" for card in cards)
        + f" = {number} pips.",
    )

    def wrong(says: str) -> Judgement:
        return Judgement(verdict=Verdict.WRONG, says=(says,), clause=clause)

    ace = any(values_[card.rank] == 11 for card in cards)
    slips = {
        held.size: wrong(
            f"{held.size} is the number of cards. For the pips an ace makes eleven, a court card or a "
            "ten makes ten, and the rest make what is printed on them."
        )
    }
    if ace:
        slips[number - 1] = wrong("That makes the ace ten. It is worth eleven.")
        slips[number - 10] = wrong("That makes the ace one. It is worth eleven.")
    for points in sum_others(rules, hand, held):
        slips.setdefault(
            points, wrong("Those are the pips of another suit. The point is your best suit.")
        )
    return Posed(
        form=Form.NUMBER,
        key=NumberKey(
            number=number,
            good=Judgement(verdict=Verdict.RIGHT, says=told, clause=clause),
            slips={key: value for key, value in slips.items() if key != number},
            less=wrong(words.less),
            more=wrong(words.more),
        ),
        solution=told,
        shown=(Shown(label="Your hand", cards=tuple(hand)),),
        question=words.question,
        hint=words.hint,
        clause=clause,
    )


def sum_others(rules: RuleSet, hand: Hand, held: Holding) -> list[int]:
    """Return the pips of the other suits of a hand."""
    values_ = rules.pips("point.pips").value
    mine = held.cards(hand)
    return [
        sum(values_[card.rank] for card in hand.suit(one))
        for one in SUITS
        if hand.suit(one) and hand.suit(one) != mine
    ]


def run_pays(position: Position, words: Words) -> Posed:
    """Ask what the best run pays."""
    rules, hand = position.rules, position.hand
    held = best(rules, hand, "sequence")
    if held is None:
        return _number(position, words, [], {})
    scale = rules.answers["sequence.scores"].words
    slips: dict[int, Says] = {
        held.size: (
            f"{held.size} are its cards. A run of five or more pays ten besides; the scale is {scale}.",
        ),
        10: (f"Ten is only what a long run has on top. The scale is {scale}.",),
    }
    return _number(position, words, _paid(rules, hand, [held]), slips)


def runs_pay(position: Position, words: Words) -> Posed:
    """Ask what all runs pay."""
    rules, hand = position.rules, position.hand
    held = sorted(
        holdings(rules, hand, "sequence"), key=lambda one: worth(rules, hand, one)[0], reverse=True
    )
    paid = _paid(rules, hand, held)
    slips: dict[int, Says] = {}
    if len(paid) > 1:
        slips[paid[0][1]] = (
            "That is the best one alone. It is good, and so the others count too.",
        )
    slips.setdefault(
        sum(one.size for one in held),
        ("That is their number of cards. A run of five or more pays ten besides.",),
    )
    return _number(position, words, paid, slips)


def sets_pay(position: Position, words: Words) -> Posed:
    """Ask what trios and quatorzes pay."""
    rules, hand = position.rules, position.hand
    held = holdings(rules, hand, "set")
    paid = _paid(rules, hand, held)
    four = rules.number("set.quatorze").value
    slips: dict[int, Says] = {}
    cards = sum(one.size for one in held)
    if any(one.size == 4 for one in held):
        slips[cards] = (
            f"Four of a kind pay more than their cards: {four}, which gave them the name quatorze.",
        )
    if len(paid) > 1:
        slips.setdefault(max(points for _, points in paid), (words.less,))
    elif paid and held[0].size == 3:
        slips[four] = (f"{four} are for four of a kind. You have three.",)
    elif paid:
        three = rules.number("set.trio").value
        slips[three] = (f"{three} are for three of a kind. You have four.",)
    slips.setdefault(cards * 10, ("It is not the pips that count, but that they are alike.",))
    return _number(position, words, paid, slips)


def hand_pays(position: Position, words: Words) -> Posed:
    """Ask what everything together pays."""
    rules, hand = position.rules, position.hand
    parts: dict[str, list[tuple[Holding, int]]] = {}
    for kind in KINDS:
        held = holdings(rules, hand, kind)
        if kind == "point":
            top = best(rules, hand, "point")
            held = (top,) if top is not None else ()
        parts[kind] = _paid(rules, hand, held)
    total = sum(points for paid in parts.values() for _, points in paid)
    slips: dict[int, Says] = {}
    left_out = {
        "point": "That is without the point: all of your longest suit.",
        "sequence": "That is without the runs. Cards of the point may count there again.",
        "set": "That is without the three or four of a kind.",
    }
    for kind, paid in parts.items():
        if paid:
            slips[total - sum(points for _, points in paid)] = (left_out[kind],)
    long = [
        one for one, _ in parts["sequence"] if isinstance(one, SequenceHolding) and one.size >= 5
    ]
    if long:
        slips.setdefault(total - 10, ("A run of five or more pays ten more than its cards.",))
    return _number(position, words, [one for paid in parts.values() for one in paid], slips)
