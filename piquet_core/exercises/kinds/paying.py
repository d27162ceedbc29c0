"""Questions on numbers: the points that a point, sequences, sets or a whole hand score."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from piquet_core.cards.card_names import capitalize, join_words, rank_name, rank_plural, suit_name
from piquet_core.cards.cards import SUITS, Card, Hand, Rank
from piquet_core.cards.combinations import Holding, PointHolding, SequenceHolding, SetHolding
from piquet_core.engine.holdings import best_holding, holdings
from piquet_core.exercises.answer_keys import NumberKey, Says
from piquet_core.exercises.exercise import Assessment, Exhibit, Form, Question, Verdict
from piquet_core.exercises.kinds.reading import KINDS
from piquet_core.exercises.position import Position
from piquet_core.exercises.question_texts import QuestionText
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import holding_score, point_pips
from piquet_core.wording.call_texts import holding_words


def _paid(rules: RuleSet, hand: Hand, held: Iterable[Holding]) -> list[tuple[Holding, int]]:
    return [(one, holding_score(rules, hand, one)[0]) for one in held]


def _sum_words(paid: Sequence[tuple[Holding, int]]) -> str:
    return " + ".join(f"{points} ({holding_words(one)})" for one, points in paid)


def _number(
    position: Position,
    words: QuestionText,
    paid: Sequence[tuple[Holding, int]],
    slips: dict[int, Says],
    again: Callable[[int], Says] | None = None,
    broken: Mapping[int, str] | None = None,
) -> Question:
    """Return a question on the sum of holdings. ``paid`` pairs each holding with its points.

    ``slips`` has the feedback on known wrong numbers, and ``broken`` the rule that a slip breaks, if it is not
    the rule of the question. ``again`` returns the feedback on any other wrong number after an earlier miss.
    """
    total = sum(points for _, points in paid)
    clause = position.rules.answers[words.rule]
    told: Says
    if not paid:
        told = ("There is nothing of the kind here, so nothing scores.",)
    elif len(paid) == 1:
        told = (f"{holding_words(paid[0][0]).capitalize()}: {total}.",)
    else:
        told = (f"{_sum_words(paid)} = {total}.",)
    return Question(
        form=Form.NUMBER,
        key=NumberKey(
            number=total,
            good=Assessment(verdict=Verdict.RIGHT, says=told, clause=clause),
            slips={
                number: Assessment(
                    verdict=Verdict.WRONG,
                    says=says,
                    clause=position.rules.answers[(broken or {}).get(number, words.rule)],
                )
                for number, says in slips.items()
                if number != total
            },
            less=Assessment(verdict=Verdict.WRONG, says=(words.less,), clause=clause),
            more=Assessment(verdict=Verdict.WRONG, says=(words.more,), clause=clause),
            again=again or (_once_more(paid) if paid else None),
        ),
        solution=told,
        shown=(Exhibit(label="Your hand", cards=tuple(position.hand)),),
        question=words.question,
        hint=words.hint,
        clause=clause,
    )


def _once_more(paid: Sequence[tuple[Holding, int]]) -> Callable[[int], Says]:
    """Return a function for the feedback on a second miss: the points of one holding, or a hint where to look."""
    first, points = paid[0]
    pays = "score" if isinstance(first, SetHolding) else "scores"
    said = f"Your {holding_words(first)} alone {pays} {points}; add what the rest scores."
    if len(paid) == 1:
        said = (
            f"Look at your {rank_plural(first.rank)}. How many are there?"
            if isinstance(first, SetHolding)
            else f"Your longest suit is {suit_name(first.suit)}."
            if isinstance(first, PointHolding)
            else f"Your best sequence is in {suit_name(first.suit)}."
        )
    return lambda _: (said,)


def point_pays(position: Position, words: QuestionText) -> Question:
    """Ask for the points that the best point of a hand scores."""
    rules, hand = position.rules, position.hand
    held = best_holding(rules, hand, "point")
    assert isinstance(held, PointHolding)
    pips = point_pips(rules, hand, held)
    pays = rules.answers["point.score"].words
    slips: dict[int, Says] = {
        pips: (
            f"{pips} are its pips, which only settle which of two points is the better. The point scores {pays}.",
        ),
        held.size: (f"{held.size} is its number of cards. Here the point scores {pays}.",),
        held.size + 10: ("Ten more is what long sequences bring, not the point.",),
    }
    return _number(position, words, _paid(rules, hand, [held]), slips)


def pips(position: Position, words: QuestionText) -> Question:
    """Ask for the pips of the best point of a hand."""
    rules, hand = position.rules, position.hand
    held = best_holding(rules, hand, "point")
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

    def wrong(says: str) -> Assessment:
        return Assessment(verdict=Verdict.WRONG, says=(says,), clause=clause)

    ace = any(values_[card.rank] == 11 for card in cards)
    slips = {
        held.size: wrong(
            f"{held.size} is the number of cards. For the pips an ace makes eleven, a court card or a "
            "ten makes ten, and every other card the number printed on it."
        )
    }
    if ace:
        slips[number - 1] = wrong("That makes the ace ten. It is worth eleven.")
        slips[number - 10] = wrong("That makes the ace one. It is worth eleven.")
    for points in sum_others(rules, hand, held):
        slips.setdefault(
            points, wrong("Those are the pips of another suit. The point is your best suit.")
        )
    return Question(
        form=Form.NUMBER,
        key=NumberKey(
            number=number,
            good=Assessment(verdict=Verdict.RIGHT, says=told, clause=clause),
            slips={key: value for key, value in slips.items() if key != number},
            less=wrong(words.less),
            more=wrong(words.more),
            again=lambda given: _look_at_pips(values_, cards, given),
        ),
        solution=told,
        shown=(Exhibit(label="Your hand", cards=tuple(hand)),),
        question=words.question,
        hint=words.hint,
        clause=clause,
    )


def _look_at_pips(values: Mapping[Rank, int], cards: Sequence[Card], number: int) -> Says:
    """Return feedback that gives the sum of some cards of a point, and names the cards to add up again.

    If the wrong number is off by tens or by an ace, these are the cards of ten or more; otherwise the lower
    ones.
    """
    high = [card for card in cards if values[card.rank] >= 10]
    low = [card for card in cards if values[card.rank] < 10]
    off = number - sum(values[card.rank] for card in cards)
    aces = {values[card.rank] for card in high if values[card.rank] > 10}
    sure, doubtful = (low, high) if off % 10 == 0 or -off in aces else (high, low)
    if not sure or not doubtful:
        sure, doubtful = list(cards[:1]), list(cards[1:])
    first, again = (
        join_words([rank_name(card.rank) for card in some]) for some in (sure, doubtful)
    )
    comes = "comes" if len(sure) == 1 else "come"
    pips = sum(values[card.rank] for card in sure)
    suit = suit_name(cards[0].suit)
    return (f"In your {suit} the {first} {comes} to {pips}; look at the {again} again.",)


def sum_others(rules: RuleSet, hand: Hand, held: Holding) -> list[int]:
    """Return the pips of each suit of a hand except the suit of ``held``."""
    values_ = rules.pips("point.pips").value
    mine = held.cards(hand)
    return [
        sum(values_[card.rank] for card in hand.suit(suit))
        for suit in SUITS
        if hand.suit(suit) and hand.suit(suit) != mine
    ]


def run_pays(position: Position, words: QuestionText) -> Question:
    """Ask for the points that the best sequence of a hand scores."""
    rules, hand = position.rules, position.hand
    held = best_holding(rules, hand, "sequence")
    if held is None:
        return _number(position, words, [], {})
    scale = rules.answers["sequence.scores"].words
    slips: dict[int, Says] = {
        held.size: (
            f"{held.size} is its number of cards. A sequence of five or more scores ten besides; the scale is {scale}.",
        ),
        10: (f"Ten is only what a long sequence has on top. The scale is {scale}.",),
    }
    return _number(position, words, _paid(rules, hand, [held]), slips)


def runs_pay(position: Position, words: QuestionText) -> Question:
    """Ask for the points that all sequences of a hand score."""
    rules, hand = position.rules, position.hand
    held = sorted(
        holdings(rules, hand, "sequence"),
        key=lambda one: holding_score(rules, hand, one)[0],
        reverse=True,
    )
    paid = _paid(rules, hand, held)
    slips: dict[int, Says] = {}
    if len(paid) > 1:
        slips[paid[0][1]] = (
            "That is the best one alone. It is good, and so the others count too.",
        )
    slips.setdefault(
        sum(one.size for one in held),
        ("That is their number of cards. A sequence of five or more scores ten besides.",),
    )
    return _number(position, words, paid, slips)


def sets_pay(position: Position, words: QuestionText) -> Question:
    """Ask for the points that the trios and quatorzes of a hand score."""
    rules, hand = position.rules, position.hand
    held = holdings(rules, hand, "set")
    paid = _paid(rules, hand, held)
    four = rules.number("set.quatorze").value
    slips: dict[int, Says] = {}
    cards = sum(one.size for one in held)
    if any(one.size == 4 for one in held):
        slips[cards] = (f"A quatorze scores more than its cards: {four}, which gave it the name.",)
    if len(paid) > 1:
        slips.setdefault(max(points for _, points in paid), (words.less,))
    elif paid and held[0].size == 3:
        slips[four] = (f"{four} is what a quatorze scores. You have three.",)
    elif paid:
        three = rules.number("set.trio").value
        slips[three] = (f"{three} is what a trio scores. You have four.",)
    slips.setdefault(cards * 10, ("The pips do not matter here, only that the cards are alike.",))
    if len(held) == 1:
        words = replace(words, rule=holding_score(rules, hand, held[0])[1])
    return _number(position, words, paid, slips)


def hand_pays(position: Position, words: QuestionText) -> Question:
    """Ask for the points that a whole hand scores if everything is good."""
    rules, hand = position.rules, position.hand
    parts = _parts(rules, hand)
    total = sum(points for paid in parts.values() for _, points in paid)
    slips: dict[int, Says] = {}
    broken: dict[int, str] = {}
    left_out = {
        "point": "That is without the point: all of your longest suit.",
        "sequence": "That is without the sequences. Cards of the point may count there again.",
        "set": "That is without the sets.",
    }
    for kind, paid in parts.items():
        number = total - sum(points for _, points in paid)
        slips[number] = (left_out[kind],)
        broken[number] = holding_score(rules, hand, paid[0][0])[1]
    for one, _ in parts.get("sequence", ()):
        if isinstance(one, SequenceHolding) and one.size >= 5:
            slips.setdefault(
                total - 10, ("A sequence of five or more scores ten more than its cards.",)
            )
            broken.setdefault(total - 10, "sequence.scores")
    items = [item for paid in parts.values() for item in paid]
    return _number(
        position, words, items, slips, lambda number: _look_at(rules, parts, number), broken
    )


_Parts = dict[str, list[tuple[Holding, int]]]


def _parts(rules: RuleSet, hand: Hand) -> _Parts:
    """Return the holdings of a hand with their points, by kind. Only the best point is included."""
    parts: _Parts = {}
    for kind in KINDS:
        held = holdings(rules, hand, kind)
        if kind == "point":
            top = best_holding(rules, hand, "point")
            held = (top,) if top is not None else ()
        parts[kind] = _paid(rules, hand, held)
    return {kind: paid for kind, paid in parts.items() if paid}


def _look_at(rules: RuleSet, parts: _Parts, number: int) -> Says:
    """Return feedback that names the kind of holding to check again, and gives the sum of the other kinds.

    The kind is one whose misreading explains the wrong number, or otherwise the last one.
    """
    sums = {kind: sum(points for _, points in paid) for kind, paid in parts.items()}
    off = number - sum(sums.values())
    faulty = [
        kind
        for kind, paid in parts.items()
        if any(points + off in _taken_for(rules, item) for item, points in paid)
    ]
    doubtful = (faulty or list(parts))[-1]
    look = f"look at the {_part_words(doubtful, parts[doubtful])} again."
    others = [kind for kind in parts if kind != doubtful]
    if not others:
        return (f"There is nothing else in this hand: {look}",)
    named = join_words([f"your {_part_words(kind, parts[kind])}" for kind in others])
    one = len(others) == 1 and len(parts[others[0]]) == 1
    comes = (
        f"{capitalize(named)} {'comes' if one else 'come'} to {sum(sums[kind] for kind in others)}"
    )
    return (f"{comes}; {look}",)


def _taken_for(rules: RuleSet, one: Holding) -> set[int]:
    """Return the points that a beginner might wrongly give for a holding."""
    if isinstance(one, PointHolding):  # miscounted by a card, or scored like a long sequence
        return {one.size - 1, one.size + 1, one.size + 10}
    if isinstance(
        one, SequenceHolding
    ):  # by its cards, as a long sequence, or as one longer than that
        return {0, one.size, one.size + 10, one.size + 11}
    trio, quatorze = rules.number("set.trio").value, rules.number("set.quatorze").value
    return {0, one.size, trio, quatorze, 10 * one.size}


def _part_words(kind: str, paid: Sequence[tuple[Holding, int]]) -> str:
    return kind if len(paid) == 1 else f"{kind}s"
