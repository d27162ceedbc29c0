"""Diagrams drawn from the answers of rule sets.

They show removed cards, court cards, shares of the talon, sequences and the order of reckoning.
"""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.card_names import capitalize
from piquet_core.cards.cards import Suit, card, pack
from piquet_core.number_words import number_in_words
from piquet_core.rules import RuleSet
from piquet_core.views.card_symbols import back_svg, card_svg
from piquet_core.views.markup import Markup, element
from piquet_core.wording.call_texts import SEQUENCE_NAMES


def _picture(words: str, kind: str, *parts: Markup) -> Markup:
    return element("div", *parts, class_=f"pq-drawn-{kind}", role="img", aria_label=words)


def render_pack(first: RuleSet, second: RuleSet) -> Markup:
    """Return a picture of the pack of ``first``, by suit. It marks the cards that ``second`` does not use."""
    before, after = (pack(rules.number("pack.size").value) for rules in (first, second))
    gone = len(before - after)
    rows = [
        element(
            "div",
            *(
                element(
                    "span",
                    Markup(card_svg(card)),
                    class_=None if card in after else "pq-gone",
                )
                for card in before.suit(suit)
            ),
        )
        for suit in Suit
    ]
    return _picture(
        f"{capitalize(number_in_words(len(before)))} cards in four rows; "
        f"{number_in_words(gone)} of them, one in each suit, are marked.",
        "pack",
        *rows,
    )


def render_courts(rules: RuleSet) -> Markup:
    """Return a picture of the court cards, suit by suit."""
    ranks = rules.ranks("blank.courts").value
    drawn = [Markup(card_svg(card(suit, rank))) for suit in Suit for rank in ranks]
    return _picture(
        f"The {number_in_words(len(drawn))} court cards of this site.", "courts", *drawn
    )


def render_shares(books: Sequence[RuleSet]) -> Markup:
    """Return a picture of the talon of each rule set, face down: elder's share, a gap, younger's share."""
    rows: list[Markup] = []
    told: list[str] = []
    for rules in books:
        talon, most = rules.number("deal.talon").value, rules.number("exchange.elder-max").value
        shares = (("elder", most), ("younger", talon - most))
        told.append(
            f"{rules.short}: a talon of {number_in_words(talon)}, {number_in_words(most)} for elder at most, "
            f"{number_in_words(talon - most)} left for younger at the least."
        )
        rows.append(
            element(
                "div",
                element("b", rules.short),
                *(
                    element(
                        "span",
                        *(Markup(back_svg()) for _ in range(count)),
                        element("small", f"{who} {count}"),
                        class_="pq-share",
                    )
                    for who, count in shares
                ),
            )
        )
    return _picture(" ".join(told), "shares", *rows)


def render_sequences(rules: RuleSet) -> Markup:
    """Return a picture of a sequence of each length, from the ace down, with its name and points."""
    ranks = rules.ranks("pack.ranks").value
    least = rules.number("sequence.least").value
    rows: list[Markup] = []
    told: list[str] = []
    for length, points in enumerate(rules.numbers("sequence.scores").value, least):
        name = SEQUENCE_NAMES[length]
        told.append(
            f"{capitalize(name)}, {number_in_words(length)} cards: {number_in_words(points)}."
        )
        cards = (Markup(card_svg(card(Suit.SPADES, rank))) for rank in ranks[:length])
        rows.append(
            element(
                "div",
                element("b", name),
                element("span", *cards, class_="pq-run"),
                element("small", str(points)),
            )
        )
    return _picture(" ".join(told), "sequences", *rows)


_STEP = 44
_WIDE = 380
_BRACKETS = (("repique.threshold", "repique"), ("pique.threshold", "pique"))


def render_order(rules: RuleSet) -> Markup:
    """Return a picture of the order of reckoning, and a text for screen readers.

    Brackets mark the steps that count towards a repique and towards a pique.
    """
    answer = rules.names("reckon.order")
    steps = [answer.rule.options[name] for name in answer.value]
    until = _until(rules, answer.value)
    height = _STEP * len(steps)
    parts = [_stroke(f"M28 {_STEP // 2}V{_STEP * len(steps) - _STEP // 2}", "pq-order-line")]
    for at, words in enumerate(steps):
        middle = _STEP * at + _STEP // 2
        parts += (
            element("circle", cx=28, cy=middle, r=15),
            element("text", str(at + 1), x=28, y=middle + 6, class_="pq-order-number"),
            element("text", words, x=56, y=middle + 6),
        )
    for at, (_, name) in enumerate(_BRACKETS):
        x, last = 292 + 44 * at, _STEP * until[at]
        parts.append(_stroke(f"M{x - 8} 10h8V{last - 10}h-8", "pq-order-bracket"))
        parts.append(
            element(
                "text",
                name,
                class_="pq-order-name",
                transform=f"translate({x + 20} {last // 2}) rotate(-90)",
            )
        )
    drawn = element(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_WIDE} {height}",
        aria_hidden="true",
    )
    items = (element("li", words) for words in steps)
    told = (
        f"{capitalize(number_in_words(rules.number(rule).value))} from the first "
        f"{number_in_words(count)} make a {name}."
        for (rule, name), count in zip(_BRACKETS, until, strict=True)
    )
    twin = element("ol", *items, class_="pq-sr"), element("p", " ".join(told), class_="pq-sr")
    return element("div", drawn, *twin, class_="pq-drawn-order")


def _until(rules: RuleSet, order: Sequence[str]) -> tuple[int, int]:
    """Return a pair: the numbers of first steps in ``order`` that count towards a repique and a pique."""
    in_hand = order.index("play")
    counts = rules.flag("cards.toward-pique").value
    return in_hand, len(order) if counts else order.index("cards")


def _stroke(d: str, kind: str) -> Markup:
    return element("path", d=d, class_=kind)
