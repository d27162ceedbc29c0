"""What the decisions of a deal have cost: both sides, and the dearest first."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.advice.review import Judgement, Review, dearest
from piquet_core.html.cards import inline_cards
from piquet_core.html.deal.labels import step_label
from piquet_core.html.markup import Child, Markup, element, join
from piquet_core.pack.names import capital
from piquet_core.pack.seat import Seat
from piquet_core.words.cast import Cast


def render_judged_fold(sheet: Markup | None) -> Markup:
    """Return the fold for what the decisions cost; without a sheet a script has it judged when it opens."""
    return element(
        "details",
        element("summary", "What each decision cost"),
        element("div", sheet, class_="pq-judged-sheet", aria_live="polite"),
        class_="pq-judged",
        hidden=sheet is None,
    )


def render_judged(review: Review, names: Sequence[str], prefix: str) -> Markup:
    """Return how well each side decided, and what cost most, each with the way to its step.

    ``prefix`` stands before the ids of steps on the page.
    """
    if not review.judgements:
        return element(
            "p", "Nothing is laid out or played in this record: there is nothing to judge."
        )
    cast = Cast.of(names)
    dear = dearest(review.judgements)
    return join(
        [
            element("dl", *(_side(review, seat, cast) for seat in Seat)),
            element("ol", *(_dear(one, cast, prefix) for one in dear)) if dear else Markup(""),
            element("p", _how(dear), class_="pq-judged-how"),
        ]
    )


def _side(review: Review, seat: Seat, cast: Cast) -> Markup:
    """Return a player with the share of good decisions, and what the others cost."""
    side = review.sides[seat]
    said: list[Child] = [
        element("b", f"{side.best} of {side.decisions}"),
        " as good as the best. ",
    ]
    lost = sum(one.cost for one in review.judgements if one.seat is seat and not one.is_best)
    if lost:
        said.append(f"The rest cost {_points(lost)} by what {cast.who(seat)} could know. ")
    said.append(f"As the cards lay, the play cost {_points(side.open)}.")
    return element("div", element("dt", capital(cast.who(seat))), element("dd", *said))


def _dear(one: Judgement, cast: Cast, prefix: str) -> Markup:
    """Return a decision with what was chosen, what was better, and by how much."""
    names = (capital(cast.who(Seat.ELDER)), capital(cast.who(Seat.YOUNGER)))
    said: list[Child] = [
        element("a", step_label(one.step, names), href=f"#{prefix}{one.step}"),
        ": laid out " if one.open is None else ": played ",
        inline_cards(one.chosen),
        "; better ",
        inline_cards(one.best),
        ". ",
        element("b", f"Cost {_points(one.cost)}"),
        f", give or take {_figure(one.error)}" if one.error >= 0.05 else None,
        f"; as the cards lay, {_points(one.open)}" if one.open is not None else None,
        ".",
    ]
    return element("li", *said)


def _points(number: float) -> str:
    """Return a number of points in figures.

    >>> _points(1.289), _points(1), _points(0)
    ('1.3 points', '1 point', 'nothing')
    """
    figure = _figure(number)
    return "nothing" if figure == "0" else f"{figure} point{'' if figure == '1' else 's'}"


def _figure(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def _how(dear: list[Judgement]) -> str:
    none = "" if dear else "No decision can be told from the best. "
    return (
        f"{none}Each discard and each card was tried, as Master thinks, against hands that the other could hold, "
        "for the points of this deal alone. A decision that costs less than half a point, or less than chance may "
        "account for, is as good as the best. As the cards lay: with both hands open."
    )
