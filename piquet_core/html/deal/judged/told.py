"""A decision that cost something, in a sentence: what was done, what was better, and by how much."""

from __future__ import annotations

from collections.abc import Sequence, Sized

from piquet_core.advice.objective import game_of
from piquet_core.advice.review import Judgement, Review
from piquet_core.html.cards import any_of, inline_cards
from piquet_core.html.markup import Child, Markup, element, join
from piquet_core.pack.names import capital
from piquet_core.pack.numbers import in_words
from piquet_core.records.notation import CardMark
from piquet_core.records.steps import Step
from piquet_core.words.advising import points_words, price_words
from piquet_core.words.cast import Cast

OPEN = "As the cards lay"
"""The label of what a card cost with both hands open, had both then played their best."""


def done_words(one: Judgement, cast: Cast) -> Markup:
    """Return what was done and what was better; of two discards that differ in part, each as a whole."""
    who = capital(cast.who(one.seat))
    chosen, best = inline_cards(one.chosen), inline_cards(one.best)
    if one.open is not None:
        return join([f"{who} played ", chosen, ", not ", *best_card(one), "."])
    worse, better = one.chosen - one.best, one.best - one.chosen
    if worse and better:
        return join([f"{who} laid out ", chosen, "; ", best, " would have been better."])
    if worse:
        back = inline_cards(worse) if one.chosen & one.best else _them(worse)
        return join([f"{who} laid out ", chosen, "; better to keep ", back, "."])
    kept = inline_cards(better)
    return join([f"{who} kept ", kept, f"; better to lay {_them(better)} out."])


def best_card(one: Judgement) -> list[Child]:
    """Return the best card, with those that are equal to it."""
    if not one.equals:
        return [inline_cards(one.best)]
    return [any_of(one.equals), ": they are equal"]


def _them(cards: Sized) -> str:
    return "it" if len(cards) == 1 else "them"


def about_words(one: Judgement, game: str) -> str:
    """Return what it cost by what the player could know: in whole points, or of a hundred games."""
    return price_words(one.cost, game) if game else f"about {points_words(max(1, round(one.cost)))}"


def open_words(one: Judgement) -> str:
    """Return what it cost with both hands open, as a sentence; "" of a discard, which cannot be judged so."""
    if one.open is None:
        return ""
    return f" {OPEN}: {points_words(one.open)}."


def unnamed_words(step: Step | None) -> str:
    """Return that cards of a decision are not named in its source, as a sentence; "" if all are, or there is none."""
    cards = step.cards if step else ()
    unnamed = sum(one.mark in (CardMark.INFERRED, CardMark.ANYTHING) for one in cards)
    if not unnamed:
        return ""
    if len(cards) == 1:
        return " The source does not name the card; it is supplied."
    of = f"of the {in_words(len(cards))} cards"
    if unnamed == len(cards):
        return f" None {of} is named in the source; they are supplied."
    verb = "is" if unnamed == 1 else "are"
    return f" {capital(in_words(unnamed))} {of} {verb} supplied: the source does not name {_them(cards[:unnamed])}."


def render_told(review: Review, names: Sequence[str]) -> dict[str, str]:
    """Return for each step at which somebody could have decided better the sentence to show beside it."""
    cast, game = Cast.of(names), game_of(review.objective)
    return {
        one.step: join(
            [
                element("b", f"Cost {about_words(one, game)}"),
                ". ",
                done_words(one, cast),
                open_words(one),
            ]
        )
        for one in review.judgements
        if not one.is_best
    }
