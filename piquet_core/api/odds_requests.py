"""The request of the pages of chances: the chances of a hand that is not on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from piquet_core.api.arguments import Operation, RequestError, number_of, text_of
from piquet_core.odds.odds_pages import find_odds_page, forget, odds_search, read_hand
from piquet_core.views.odds_view import render_odds_hand

if TYPE_CHECKING:
    from piquet_core.api.messages import OddsAnswer, OddsArguments

__all__ = ["OPERATIONS", "forget"]


def odds(args: OddsArguments) -> OddsAnswer:
    """Return the chances of a hand as HTML, or the progress if the calculation is not finished.

    It stops after ``until`` steps, and goes on with the next request.
    """
    page = find_odds_page(text_of(args, "page"))
    given = {name: text_of(args, name, "") for name in ("hand", "out", "seat", "position")}
    known = read_hand(text_of(args, "rules"), **given)
    id = text_of(args, "id")
    if not id.isidentifier():
        raise RequestError("id must be a name")
    search = odds_search(page.id, known)
    table = search.go_on(max(1, number_of(args, "until", 1)))
    if table is None:
        says = f"{search.done:,} of {search.total:,} worked out"
        return {"done": search.done, "of": search.total, "says": says}
    return {"html": render_odds_hand(page, table, id)}


OPERATIONS: dict[str, Operation] = {"odds": odds}
