"""What a page may ask of a judge: how many decisions a deal has, one judged after another, and the whole.

A deal takes seconds to judge.  So a page asks for one decision after the other, tells how far it is, and
whatever else is asked meanwhile waits for one of them at most.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from piquet_core.api.arguments import (
    Args,
    Operation,
    RequestError,
    dealt,
    number_of,
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
from piquet_core.views.replay.expected_result import expected_result
from piquet_core.views.replay.timeline import phases, render_timeline
from piquet_core.wording.player_names import PlayerNames


class Judged:
    """A deal, or a reader's variation of it, with what has been judged of it so far."""

    def __init__(self, text: str, at: str, moves: tuple[str, ...]) -> None:
        self.printed = self.replay = dealt(replay_record(loads(text)))
        self.own = start_variation(self.replay, at, moves) if at else None
        if self.own:
            self.replay = replace(self.replay, steps=(*self.own.kept, *self.own.steps))
        self.objective = objective_of(self.replay)
        self.decisions = pending_judgements(self.replay, objective=self.objective)
        self.found: dict[int, Judgement | None] = {}

    def judge(self, number: int) -> Judgement | None:
        """Judge a decision, once; raises `RequestError` if the deal has no such."""
        if not 0 <= number < len(self.decisions):
            raise RequestError(f"no such decision: this deal has {len(self.decisions)} to judge")
        if number not in self.found:
            self.found[number] = self.decisions[number]()
        return self.found[number]


# The latest deals: a page asks for their decisions one by one.
_judged = lru_cache(maxsize=4)(Judged)


def review_of(text: str) -> Review:
    """Return the review of a record, with whatever was judged of it before; raises `NotationError`."""
    return _review(_judged(text, "", ()))


def _review(deal: Judged) -> Review:
    found = (deal.judge(number) for number in range(len(deal.decisions)))
    return make_review((one for one in found if one), objective=deal.objective)


def review_decision(args: Args) -> dict[str, Any]:
    """Judge the decision with a number, from 0, and say how many there are."""
    deal = _deal(args)
    if deal.decisions:
        deal.judge(number_of(args, "number", 0))
    return {"of": len(deal.decisions)}


def review_deal(args: Args) -> dict[str, Any]:
    """Return what every decision of a deal has cost, as HTML: in a line, on a sheet, by step, and over the acts."""
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
    """Return that another line than the record's is judged; "" where nothing was played that it could leave."""
    record = deal.printed.record
    if not deal.own or not is_played(record):
        return ""
    return (
        f"This is about the other line that is shown, and not about the {line_words(record).line}."
    )


def _deal(args: Args) -> Judged:
    return _judged(text_of(args, "record"), text_of(args, "at", ""), tuple(texts_of(args, "moves")))


def forget() -> None:
    """Let go of the latest deals."""
    _judged.cache_clear()


OPERATIONS: dict[str, Operation] = {"review-decision": review_decision, "review-deal": review_deal}
