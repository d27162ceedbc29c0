"""Requests about ratings of the reader: to rate a reviewed deal, and to draw the ratings of deals and problems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from piquet_core import __version__
from piquet_core.api.arguments import Args, Operation, RequestError, number_of, text_of
from piquet_core.api.review_requests import review_of
from piquet_core.exercises.problem_rating import read_problem_answers
from piquet_core.notation import dumps
from piquet_core.review.decision_losses import KINDS
from piquet_core.sessions import Session, read_session, record_of
from piquet_core.sessions.deal_rating import rating_key, rating_of, read_ratings
from piquet_core.views.markup import join
from piquet_core.views.problem_rating_view import render_problem_rating
from piquet_core.views.rating_view import PracticePage, render_ratings

if TYPE_CHECKING:
    from piquet_core.api.messages import (
        DrawRatingsArguments,
        ExportArguments,
        HtmlAnswer,
        RatedDeal,
    )


def rate_deal(args: ExportArguments) -> RatedDeal:
    """Return the losses of the person's decisions in a finished deal, by default the one on the table.

    The review comes from the cache if the page has reviewed the deal before.
    """
    session = read_session(text_of(args, "game"))
    number = number_of(args, "deal", session.number)
    record = record_of(session, number)
    key, skipped = rating_key(session, number), _is_skipped(session, number)
    found = None if skipped else rating_of(session, number, review_of(dumps(record)), __version__)
    return {"key": key, "rating": found}


def _is_skipped(session: Session, number: int) -> bool:
    """Return whether a deal has no rating, so that it need not be reviewed."""
    return session.friend != "" or session.tables[number - 1].is_void


def draw_ratings(args: DrawRatingsArguments) -> HtmlAnswer:
    """Return a reader's ratings as HTML.

    The losses of the rated deals have a summary, a chart, tables, and the kind to work on. The rating on
    problems has a summary and a table.
    """
    deals = read_ratings(text_of(args, "ratings"))
    answers = read_problem_answers(text_of(args, "answers", "[]"))
    return {"html": join([render_ratings(deals, _pages(args)), render_problem_rating(answers)])}


def _pages(args: Args) -> list[PracticePage]:
    """Return the pages on which to practise, as the requesting page names them."""
    rows = args.get("pages", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise RequestError("pages must be a list of objects")
    found = [
        PracticePage(*(text_of(row, name) for name in ("kind", "title", "address"))) for row in rows
    ]
    if any(page.kind not in KINDS for page in found):
        raise RequestError("a page is for an unknown kind of decision")
    return found


OPERATIONS: dict[str, Operation] = {"rate-deal": rate_deal, "draw-ratings": draw_ratings}
"""Ratings of the reader's deals and answers to problems."""
