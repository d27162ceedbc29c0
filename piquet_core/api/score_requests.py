"""Requests about games with real cards: to keep the score, and to count a hand.

Each request contains the score as text, and each answer has the new text for the page to save.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from piquet_core.api.arguments import Args, Operation, RequestError, links_of, text_of, texts_of
from piquet_core.cards.cards import Hand, parse_card
from piquet_core.rules import load_ruleset
from piquet_core.sessions.score_keeper import (
    DealPoints,
    Scorecard,
    begin_scorecard,
    enter_deal,
    must_say_first,
    read_scorecard,
    undo_deal,
    write_scorecard,
)
from piquet_core.views.table.hand_value import render_hand_value
from piquet_core.views.table.score_keeper_form import render_scorecard

if TYPE_CHECKING:
    from piquet_core.api.messages import (
        HandValueArguments,
        HtmlAnswer,
        ScoreAnswer,
        ScoreArguments,
        ScoreBeginArguments,
        ScoreEnterArguments,
    )


def score_begin(args: ScoreBeginArguments) -> ScoreAnswer:
    """Begin a score on given terms, or open a saved score."""
    if args.get("score"):
        return _answer(read_scorecard(text_of(args, "score")), args)
    rules = load_ruleset(text_of(args, "rules"))
    names = [text_of(args, "name0"), text_of(args, "name1")]
    return _answer(
        begin_scorecard(rules, text_of(args, "form"), names, _whole(args, "elder") or 0), args
    )


def score_enter(args: ScoreEnterArguments) -> ScoreAnswer:
    """Add a deal to a score, unless the page must first ask who counted first."""
    card = read_scorecard(text_of(args, "score"))
    hand, play = (
        (_whole(args, f"{section}0") or 0, _whole(args, f"{section}1") or 0)
        for section in ("hand", "play")
    )
    entry = DealPoints(hand=hand, play=play, first=_whole(args, "first"))
    after = enter_deal(card, entry)
    if must_say_first(card, entry):
        return _answer(card, args, entry)
    return _answer(after, args)


def score_undo(args: ScoreArguments) -> ScoreAnswer:
    """Remove the last deal of a score."""
    return _answer(undo_deal(read_scorecard(text_of(args, "score"))), args)


def hand_value(args: HandValueArguments) -> HtmlAnswer:
    """Return the points that elder counts in hand with some cards if every call is good, as HTML."""
    rules = load_ruleset(text_of(args, "rules"))
    cards = texts_of(args, "cards")
    return {"html": render_hand_value(rules, Hand.of(map(parse_card, cards)), links_of(args))}


def _whole(args: Args, name: str) -> int | None:
    """Return the number in the form field ``name``, or None if the field is missing or empty."""
    text = text_of(args, name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 5):
        raise RequestError(f"{text[:20]!r} is not a number of points")
    return int(text)


def _answer(card: Scorecard, args: Args, draft: DealPoints | None = None) -> ScoreAnswer:
    html = render_scorecard(card, links_of(args), draft)
    return {
        "score": write_scorecard(card),
        "html": html,
        "over": card.is_over,
        "asks": draft is not None,
    }


OPERATIONS: dict[str, Operation] = {
    "score-begin": score_begin,
    "score-enter": score_enter,
    "score-undo": score_undo,
    "hand-value": hand_value,
}
