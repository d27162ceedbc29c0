"""Requests for the review of a deal, decision by decision and as a whole.

The review of a deal takes seconds. A page therefore requests one decision at a time and shows the progress, and
no other request waits longer than one decision takes.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from piquet_core.api.arguments import (
    Args,
    Operation,
    RequestError,
    number_of,
    require_deal,
    text_of,
    texts_of,
    you_of,
)
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.replay.variations import is_played, line_words
from piquet_core.replay.what_if import start_variation
from piquet_core.review.deal_objective import objective_of
from piquet_core.review.deal_review import Judgement, Review, make_review, pending_judgements
from piquet_core.views.replay.decision_review import render_review, render_review_summary
from piquet_core.views.replay.decision_text import decision_sentences
from piquet_core.views.replay.expected_result_chart import expected_result
from piquet_core.views.replay.timeline import phases, render_timeline
from piquet_core.wording.player_names import PlayerNames

if TYPE_CHECKING:
    from piquet_core.api.messages import (
        DecisionArguments,
        DecisionCount,
        ReviewAnswer,
        ReviewArguments,
    )


class Judged:
    """A deal, or a reader's variation of it, with the decisions reviewed so far."""

    def __init__(self, text: str, at: str, moves: tuple[str, ...]) -> None:
        self.printed = self.replay = require_deal(replay_record(loads(text)))
        self.own = start_variation(self.replay, at, moves) if at else None
        if self.own:
            self.replay = replace(self.replay, steps=(*self.own.kept, *self.own.steps))
        self.objective = objective_of(self.replay)
        self.decisions = pending_judgements(self.replay, objective=self.objective)
        self.found: dict[int, Judgement | None] = {}

    def judge(self, number: int) -> Judgement | None:
        """Return the judgement of a decision, from the cache if possible; None if there was nothing to choose.

        Raises `RequestError` if the deal has no decision ``number``, counted from 0.
        """
        if not 0 <= number < len(self.decisions):
            raise RequestError(f"no such decision: this deal has {len(self.decisions)} to judge")
        if number not in self.found:
            self.found[number] = self.decisions[number]()
        return self.found[number]


# A page requests the decisions of a deal one by one.
_judged = lru_cache(maxsize=4)(Judged)


def review_of(text: str) -> Review:
    """Return the review of the record in a text, from the cache if possible.

    Raises `NotationError` if the text is no record.
    """
    return _review(_judged(text, "", ()))


def _review(deal: Judged) -> Review:
    found = (deal.judge(number) for number in range(len(deal.decisions)))
    return make_review((one for one in found if one), objective=deal.objective)


def review_decision(args: DecisionArguments) -> DecisionCount:
    """Review and cache one decision, counted from 0, and return how many decisions the deal has."""
    deal = _deal(args)
    if deal.decisions:
        deal.judge(number_of(args, "number", 0))
    return {"of": len(deal.decisions)}


def review_deal(args: ReviewArguments) -> ReviewAnswer:
    """Return the review of a deal: in full, as a summary, as sentences by step, and on the timeline."""
    deal, prefix = _deal(args), text_of(args, "prefix", "")
    found, steps, names = (
        _review(deal),
        deal.replay.steps,
        PlayerNames(deal.replay.record.players, you_of(args)),
    )
    others, told = deal.printed.steps if deal.own else (), _what_if(deal)
    line = expected_result(found, steps[-1]) if found.judgements else None
    return {
        "html": render_review(found, names, prefix, steps, what_if=told),
        "line": render_review_summary(found, names, prefix, steps, what_if=bool(told)),
        "told": decision_sentences(found, names),
        "acts": render_timeline(phases(steps, names, others), names, address="#", judged=line),
    }


def _what_if(deal: Judged) -> str:
    """Return a note that a review is about a variation, or "" if it is about the recorded play."""
    record = deal.printed.record
    if not deal.own or not is_played(record):
        return ""
    return (
        f"This is about the other line that is shown, and not about the {line_words(record).line}."
    )


def _deal(args: Args) -> Judged:
    return _judged(text_of(args, "record"), text_of(args, "at", ""), tuple(texts_of(args, "moves")))


def forget() -> None:
    """Clear the cache of reviewed deals."""
    _judged.cache_clear()


OPERATIONS: dict[str, Operation] = {"review-decision": review_decision, "review-deal": review_deal}
