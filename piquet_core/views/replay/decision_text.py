"""A costly decision in sentences: the move, the better move, the reason and the cost."""

from __future__ import annotations

from collections.abc import Sequence, Sized

from piquet_core.cards.card_names import capitalize
from piquet_core.notation import CardMark
from piquet_core.number_words import number_in_words
from piquet_core.replay.steps import Step
from piquet_core.review.deal_objective import game_name
from piquet_core.review.deal_review import Judgement, Review
from piquet_core.review.discard_outcomes import cost_reason
from piquet_core.views.card_symbols import inline_alternatives, inline_cards
from piquet_core.views.markup import Child, Markup, element, join
from piquet_core.wording.advice import points_words, rounded_cost_words, rounded_discard_loss_words
from piquet_core.wording.player_names import PlayerNames

OPEN = "As the cards lay"
"""The label of a cost with both hands open and best play afterwards."""


def decision_sentence(one: Judgement, cast: PlayerNames) -> Markup:
    """Return a sentence with the move of a decision and the better move.

    For a discard it names only the cards in which the two differ, if one discard contains the
    other. Otherwise it names both discards in full.
    """
    who = capitalize(cast.who(one.seat))
    chosen, best = inline_cards(one.chosen), inline_cards(one.best)
    if one.open is not None:
        return join([f"{who} played ", chosen, ", not ", *render_best_cards(one), "."])
    worse, better = one.chosen - one.best, one.best - one.chosen
    if worse and better:
        return join([f"{who} laid out ", chosen, "; ", best, " would have been better."])
    if worse:
        back = inline_cards(worse) if one.chosen & one.best else _them(worse)
        return join([f"{who} laid out ", chosen, "; better to keep ", back, "."])
    kept = inline_cards(better)
    return join([f"{who} kept ", kept, f"; better to lay {_them(better)} out."])


def render_best_cards(one: Judgement) -> list[Child]:
    """Render the best card of a decision, or all cards that are equally good."""
    if not one.equals:
        return [inline_cards(one.best)]
    return [inline_alternatives(one.equals), ", which are equal"]


def _them(cards: Sized) -> str:
    return "it" if len(cards) == 1 else "them"


def cost_text(one: Judgement, cast: PlayerNames, game: str) -> str:
    """Return the cost of a decision by the player's knowledge as text.

    For a discard outside a game it also says how much was lost in the calls and in the play.
    ``game`` is the name of the game at stake, or "" for a single deal.
    """
    cost = rounded_cost_words(one.cost, game, cast.whose(one.seat))
    where = "" if game else rounded_discard_loss_words(one.calls, one.play)
    return f"{cost}{', ' if where.startswith('in ') else ': '}{where}" if where else cost


def cost_clause(one: Judgement, cast: PlayerNames, game: str) -> str:
    """Return the text of `cost_text` as the beginning of a sentence."""
    cost = cost_text(one, cast, game)
    return capitalize(cost) if game else f"Cost {cost}"


def open_cost_text(one: Judgement) -> str:
    """Return the cost of a decision with both hands open as text, or "" if it was not computed.

    >>> from piquet_core.cards.cards import EMPTY
    >>> open_cost_text(Judgement(step="t1e", seat=0, chosen=EMPTY, best=EMPTY, cost=1, error=0, open=3))
    '3 points'
    """
    if one.open is not None:
        return points_words(one.open)
    if one.discard is None or one.discard.lay is None:
        return ""
    lay = one.discard.lay
    if lay >= 0:
        return points_words(lay)
    return f"nothing: it brought {points_words(-lay)} more than the better one"


def unnamed_cards_text(step: Step | None) -> str:
    """Return a sentence on cards of a step that the source does not name, or "" if it names all."""
    cards = step.cards if step else ()
    unnamed = sum(one.mark in (CardMark.INFERRED, CardMark.ANYTHING) for one in cards)
    if not unnamed:
        return ""
    if len(cards) == 1:
        return " The source does not name the card; we supplied it."
    of = f"of the {number_in_words(len(cards))} cards"
    if unnamed == len(cards):
        return f" None {of} is named in the source; they are supplied."
    verb = "is" if unnamed == 1 else "are"
    return (
        f" {capitalize(number_in_words(unnamed))} {of} {verb} supplied: "
        f"the source does not name {_them(cards[:unnamed])}."
    )


def decision_sentences(review: Review, names: Sequence[str]) -> dict[str, str]:
    """Return the text on each costly decision, by step id."""
    cast, game = PlayerNames.of(names), game_name(review.objective)
    return {
        one.step: join(
            [
                decision_sentence(one, cast),
                " ",
                f"{why} " if (why := cost_reason(one, cast)) else None,
                element("b", cost_clause(one, cast, game)),
                ".",
                f" {OPEN}: {lay}." if (lay := open_cost_text(one)) else None,
            ]
        )
        for one in review.judgements
        if not one.is_best
    }
