"""Questions on reading a hand: the cards of a suit, a sequence or a set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from piquet_core.cards.card_names import card_name, rank_name, rank_plural, suit_name
from piquet_core.cards.cards import RANKS, Card, Hand, Rank
from piquet_core.cards.combinations import Holding, PointHolding, SetHolding, run_length
from piquet_core.engine.holdings import best_holding, holdings
from piquet_core.exercises.answer_keys import Says, SelectionKey
from piquet_core.exercises.exercise import AnswerOption, Chosen, Exhibit, Form, Question
from piquet_core.exercises.position import Position
from piquet_core.exercises.question_texts import QuestionText
from piquet_core.rules import Answer
from piquet_core.rules.strategies import point_pips
from piquet_core.wording.call_texts import call_words, holding_words, holdings_words
from piquet_core.wording.rich_text import join_with_and

KINDS = ("point", "sequence", "set")


def hand_options(hand: Iterable[Card]) -> tuple[AnswerOption, ...]:
    """Return a tappable option for each card of a hand."""
    return tuple(AnswerOption(value=str(card), words=card_name(card), card=card) for card in hand)


def values(cards: Iterable[Card]) -> Chosen:
    """Return cards as the parts of an answer."""
    return tuple(map(str, cards))


def _card(value: str, hand: Hand) -> Card:
    return next(card for card in hand if str(card) == value)


# -- selections of cards -------------------------------------------------------------------------


def tap_these(
    position: Position,
    words: QuestionText,
    wanted: Sequence[Iterable[Card]],
    *,
    good: Callable[[Chosen], Says],
    solution: Says,
    surplus: Callable[[str, Chosen], Says],
    missed: Callable[[str, Chosen], Says],
    shown: tuple[Exhibit, ...] = (),
    least: int = 0,
    broken: Mapping[str, Answer[object]] | None = None,
    empty: Says = ("There is something of the kind here. Look again, one suit after the other.",),
    again: Says = (),
) -> Question:
    """Return a question on cards of the hand. ``wanted`` has one or more right selections.

    ``broken`` gives for a card the answer of the rule that it breaks, if it is not the rule of the question.
    ``empty`` is the feedback for wrongly selecting nothing, and ``again`` the feedback for doing so after an
    earlier miss.
    """
    clause = position.rules.answers[words.rule]
    return Question(
        form=Form.SOME,
        key=SelectionKey(
            wanted=tuple(values(cards) for cards in wanted),
            clause=clause,
            good=good,
            surplus=cache(surplus),
            missed=cache(missed),
            broken=broken or {},
            empty=empty,
            again=again,
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


def suit(position: Position, words: QuestionText) -> Question:
    """Ask for the longest suit, which is called as the point."""
    rules, hand = position.rules, position.hand
    held = holdings(rules, hand, "point")
    size = max(one.size for one in held)
    longest = [one for one in held if one.size == size]
    choice = best_holding(rules, hand, "point")
    assert isinstance(choice, PointHolding)
    first = choice if choice in longest else longest[0]

    def good(chosen: Chosen) -> Says:
        held = f"{len(chosen)} {suit_name(_card(chosen[0], hand).suit)}"
        if len(longest) == 1:
            return (f"{held}: at the table you would call a {call_words('point', size, None)}.",)
        pips = [point_pips(rules, hand, one) for one in longest if isinstance(one, PointHolding)]
        if pips.count(max(pips)) > 1:
            called = "Their pips are as many too, so either may be called."
        else:
            case = "in case the other player’s point is as long"
            called = f"Of these you would call the {suit_name(choice.suit)}, for their pips are more, {case}."
        return (f"{held}: as long as any you have. {called}",)

    wanted = [first, *(one for one in longest if one != first)]
    return tap_these(
        position,
        words,
        [one.cards(hand) for one in wanted],
        good=good,
        solution=(*join_with_and(list(first.cards(hand))), "."),
        surplus=lambda value, near: _of_another_suit(hand, value, near),
        missed=lambda value, _: _of_that_suit(hand, value),
        least=1,
    )


def _of_another_suit(hand: Hand, value: str, near: Chosen) -> Says:
    """Return the feedback on a card outside the suit of the right selection ``near``."""
    card, other = _card(value, hand), _card(near[0], hand)
    count, suit = len(hand.suit(card.suit)), suit_name(card.suit)
    which = f"one of {count} {suit}" if count > 1 else f"your only {suit.removesuffix('s')}"
    if count == len(near):
        said = (
            f" is {which}, and you hold as many {suit_name(other.suit)}. Only one suit is the "
            "point: take one of the two."
        )
    else:
        said = (
            f" is {which}; you hold {len(near)} {suit_name(other.suit)}. The shorter suit would "
            "lose as a point to any longer one across the table."
        )
    return ("The ", card, said)


def _of_that_suit(hand: Hand, value: str) -> Says:
    """Return the feedback on an unselected card of the right suit."""
    return (
        "The ",
        _card(value, hand),
        " is of that suit as well. The point is the whole suit, and every card of it counts.",
    )


def runs(position: Position, words: QuestionText) -> Question:
    """Ask for every card that belongs to a sequence."""
    rules, hand = position.rules, position.hand
    held = holdings(rules, hand, "sequence")
    least = rules.number("sequence.least").value

    def surplus(value: str, near: Chosen) -> Says:
        card = _card(value, hand)
        stands = (
            f"has one neighbour among your {suit_name(card.suit)}"
            if run_length(hand, card) == 2
            else f"has no neighbour among your {suit_name(card.suit)}"
        )
        corner = (
            " The ace stands above the king only; no sequence goes round the corner to it."
            if card.rank is max(RANKS) and run_length(hand, card) == 1
            else ""
        )
        return (
            "The ",
            card,
            f" {stands}.{corner} A sequence needs {least} in a row, so this scores nothing.",
        )

    def missed(value: str, near: Chosen) -> Says:
        card = _card(value, hand)
        whole = next(one for one in held if card in one.cards(hand))
        return ("The ", card, f" belongs to a sequence as well: a {holding_words(whole)}.")

    return _belonging(position, words, held, surplus=surplus, missed=missed)


def sets(position: Position, words: QuestionText) -> Question:
    """Ask for every card that belongs to a trio or quatorze."""
    rules, hand = position.rules, position.hand
    held = holdings(rules, hand, "set")
    counting = rules.ranks("set.ranks").value

    def surplus(value: str, near: Chosen) -> Says:
        card = _card(value, hand)
        alike = sum(one.rank is card.rank for one in hand)
        if card.rank not in counting:
            one = f"{'an' if card.rank in (Rank.ACE, Rank.EIGHT) else 'a'} {rank_name(card.rank)}"
            have = f"{alike} {rank_plural(card.rank)}" if alike > 1 else one
            return (
                (
                    f"You have {have}, but nothing below the {rank_name(min(counting))} counts, however "
                    "many you hold. Such cards are not called and score nothing."
                ),
            )
        have = (
            f"only one {rank_name(card.rank)}"
            if alike == 1
            else f"only two {rank_plural(card.rank)}"
        )
        return (f"You have {have}. Three are needed before they score.",)

    def missed(value: str, near: Chosen) -> Says:
        card = _card(value, hand)
        whole = next(one for one in held if card in one.cards(hand))
        return ("The ", card, f" belongs there as well: you have {holding_words(whole)}.")

    return _belonging(position, words, held, surplus=surplus, missed=missed)


def _belonging(
    position: Position,
    words: QuestionText,
    held: Sequence[Holding],
    *,
    surplus: Callable[[str, Chosen], Says],
    missed: Callable[[str, Chosen], Says],
) -> Question:
    hand = position.hand
    cards = Hand()
    for one in held:
        cards |= one.cards(hand)
    told: Says = (
        (f"You hold {holdings_words(held)}.",)
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
        solution=(*join_with_and(list(cards)), ". ", *told) if held else told,
        surplus=surplus,
        missed=missed,
        again=(_where(held[0]),) if held else (),
    )


def _where(one: Holding) -> str:
    """Return a hint to the suit or rank of a holding."""
    if isinstance(one, SetHolding):
        return f"Look at your {rank_plural(one.rank)}. How many are there?"
    return f"Look at your {suit_name(one.suit)}. Which of them are next to each other in rank?"
