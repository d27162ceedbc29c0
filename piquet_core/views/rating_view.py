"""The losses of a reader's decisions: a summary, a chart over time, tables, and the kind to work on.

The chart is an SVG of fixed height that fills its width: horizontal coordinates are per cent, vertical ones pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, isinf
from typing import NamedTuple

from piquet_core.cards.card_names import join_words
from piquet_core.players import JUDGE, PLAYERS, YARDSTICK
from piquet_core.players.matches import Estimate
from piquet_core.review.decision_losses import (
    CALL,
    DISCARDS,
    ELDER_DISCARD,
    FOLLOW,
    KINDS,
    LEAD,
    YOUNGER_DISCARD,
)
from piquet_core.review.loss_estimates import (
    FEWEST,
    LATEST,
    WINDOW,
    LossEstimate,
    estimate_losses,
    measured_losses,
    moving_means,
    weakness_of,
)
from piquet_core.sessions.deal_rating import StoredRating
from piquet_core.views.markup import Child, Markup, element, join

HEIGHT, TOP, BOTTOM = 300, 22, 266
"""The height of the chart, and the vertical range of its values, in pixels."""
_WIDTH = 74.0
"""Per cent of the width for the deals. The rest has the names of the players."""
_NAMES = 76.5
_LINE = 19  # pixels between the baselines of two names
_HALF = 5  # pixels from the middle of a name to its baseline
_SCALE = 5  # points between two lines of the scale
_MOST = 25  # points at the top of the scale, at most


type _Height = Callable[[float], int]


class PracticePage(NamedTuple):
    """A lesson or a page of problems on which to practise a kind of decision."""

    kind: str
    title: str
    address: str


_HEADS = {
    ELDER_DISCARD: "Discards as elder",
    YOUNGER_DISCARD: "Discards as younger",
    CALL: "Calls, answers and counts",
    LEAD: "Leads",
    FOLLOW: "Cards played to a lead",
}
KIND_WORDS = {
    ELDER_DISCARD: "your discards as elder",
    YOUNGER_DISCARD: "your discards as younger",
    CALL: "your calls, answers and counts",
    LEAD: "your leads",
    FOLLOW: "the cards that you play to a lead",
}
"""The reader's decisions of each kind in words."""


def render_ratings(deals: Sequence[StoredRating], pages: Sequence[PracticePage] = ()) -> Markup:
    """Render the ratings of a reader's deals, the oldest first; "" without a rated deal.

    ``pages`` are the pages on which the reader can practise.
    """
    rated = [deal for deal in deals if deal["losses"]]
    found = estimate_losses([deal["losses"] for deal in rated[-LATEST:]])
    if found is None:
        return Markup("")
    players = measured_losses()
    return join(
        [
            element("p", summary_words(found, players), data_part="rating-summary"),
            _advice(found, players, pages),
            _figure(rated, players),
            element(
                "div",
                _kinds_table(found, players),
                _players_table(found, players),
                class_="pq-rating-sheets",
            ),
            _deals_table(rated),
        ]
    )


# -- words ---------------------------------------------------------------------------------------


def summary_words(found: LossEstimate, players: Mapping[str, LossEstimate]) -> str:
    """Return sentences on a reader's mean loss, its interval, and the players that lose as much."""
    total = found.total
    rate = "" if found.deals == 1 else " a deal"
    lost = f"your decisions lost {total.mean:.1f} points{rate}, as far as you could know"
    if found.deals < FEWEST:
        deals = "one deal" if found.deals == 1 else f"{found.deals} deals"
        wide = "" if isinf(total.high) else f": it may be off by {total.high - total.mean:.0f}"
        return (
            f"In {deals} so far {lost}. It is too early to say how you play, because the figure "
            f"still depends on the cards{wide}. From {FEWEST} deals on you are compared with the players."
        )
    return (
        f"In your last {found.deals} deals {lost}. With 95% certainty you lose between "
        f"{total.low:.1f} and {total.high:.1f}. {comparison_words(total, players)}"
    ).strip()


def comparison_words(total: Estimate, players: Mapping[str, LossEstimate]) -> str:
    """Return a sentence that places a mean loss among the players; "" without measured players.

    >>> def lost(*points):
    ...     return {id: LossEstimate(deals=9, total=Estimate(mean, 0, 9), kinds={})
    ...             for id, mean in zip(("thumb", "guard"), points)}
    >>> comparison_words(Estimate(5.0, 4.0, 6.0), lost(5.1, 3.0))
    'You play about as well as Thumb.'
    >>> comparison_words(Estimate(4.0, 3.5, 4.5), lost(5.1, 3.0))
    'You play better than Thumb, and not as well as Guard.'
    >>> comparison_words(Estimate(8.0, 7.0, 9.0), lost(5.1, 3.0))
    'You play not as well as Thumb yet.'
    """
    if not players:
        return ""
    alike = [id for id, one in players.items() if total.low <= one.total.mean <= total.high]
    if alike:
        *first, last = (PLAYERS[id].name for id in alike)
        names = f"{', '.join(first)} or {last}" if first else last
        return f"You play about as well as {names}."
    worse = [id for id, one in players.items() if one.total.mean > total.high]
    better = [id for id, one in players.items() if one.total.mean < total.low]
    below = min(worse, key=lambda one: players[one].total.mean, default="")
    above = max(better, key=lambda one: players[one].total.mean, default="")
    if not below:
        return f"You play not as well as {PLAYERS[above].name} yet."
    said = f"You play better than {PLAYERS[below].name}"
    return f"{said}, and not as well as {PLAYERS[above].name}." if above else f"{said}."


def _advice(
    found: LossEstimate, players: Mapping[str, LossEstimate], pages: Sequence[PracticePage]
) -> Markup | None:
    """Render the kind of decision to work on, with links to its lesson and problems; None if there is none."""
    weakest = weakness_of(found)
    if weakest is None:
        return None
    kind = weakest.kind
    where = " in a deal in that seat" if kind in DISCARDS else " a deal"
    said = f"They lose {found.kinds[kind].mean:.1f} points{where}, and over many deals no other kind costs more."
    if (other := players.get(YARDSTICK)) and kind in other.kinds:
        said += f" {PLAYERS[YARDSTICK].name} loses {other.kinds[kind].mean:.1f}."
    if not weakest.is_clear:
        said += f" This may still change: {KIND_WORDS[weakest.second]} may cost as much."
    links: list[Child] = [
        element("a", page.title, href=page.address) for page in pages if page.kind == kind
    ]
    return element(
        "div",
        element("p", element("b", f"Work on {KIND_WORDS[kind]}."), f" {said}"),
        element("p", "Practise: ", join(links, "; "), ".") if links else None,
        class_="pq-rating-advice",
        data_part="rating-advice",
        data_kind=kind,
    )


# -- the chart -----------------------------------------------------------------------------------


def _figure(deals: Sequence[StoredRating], players: Mapping[str, LossEstimate]) -> Markup:
    """Render the chart of the losses over time with a caption."""
    totals = [sum(deal["losses"].values()) for deal in deals]
    caption = "Points lost in each deal: less is better. A dot is a deal, hollow at the edge if it lost more."
    if len(totals) >= FEWEST:
        caption += f" The line is the mean of the last {WINDOW} deals, "
        caption += "and the shade its 95% interval."
    return element(
        "figure",
        render_loss_chart(totals, players),
        element("figcaption", caption),
        class_="pq-rating-figure",
    )


def render_loss_chart(totals: Sequence[float], players: Mapping[str, LossEstimate]) -> Markup:
    """Render a dot for the loss in each deal, a line for the moving mean, and a line for each player.

    ``totals`` are the points lost in each deal, the oldest first.
    """
    means = moving_means(totals)
    top = _top(totals, means, players)
    step = _WIDTH / len(totals)

    def height(points: float) -> int:
        return round(BOTTOM - (BOTTOM - TOP) * min(points, top) / top)

    across = [round(step * (number + 0.5), 2) for number in range(len(totals))]
    return element(
        "svg",
        *_scale(top, height),
        *_trend(means, across, height),
        *_players(players, height),
        *(
            element(
                "circle",
                cx=f"{x}%",
                cy=height(points),
                r=4,
                class_="pq-rating-beyond" if points > top else None,
            )
            for x, points in zip(across, totals, strict=True)
        ),
        element("text", "deal 1", x=0, y=HEIGHT - 8),
        element("text", str(len(totals)), x=f"{_WIDTH}%", y=HEIGHT - 8, text_anchor="end")
        if len(totals) > 1
        else None,
        class_="pq-rating-chart",
        data_part="rating-chart",
        height=HEIGHT,
        width="100%",
        role="img",
        aria_label=_chart_words(totals, means, players),
    )


def _top(
    totals: Sequence[float], means: Sequence[Estimate], players: Mapping[str, LossEstimate]
) -> int:
    """Return the points at the top of the scale: room for the means and the players, and for most deals."""
    usual = sorted(totals)[(len(totals) - 1) * 9 // 10]
    lines = [*(one.mean for one in means), *(one.total.mean for one in players.values())]
    needed = max([usual, *lines])
    return min(max(2, ceil(needed / _SCALE)), _MOST // _SCALE) * _SCALE


def _scale(top: int, height: _Height) -> list[Child]:
    """Render the horizontal lines of the scale with their numbers."""
    found: list[Child] = []
    for points in range(0, top + 1, _SCALE):
        y = height(points)
        found.append(element("line", x1=0, x2=f"{_WIDTH}%", y1=y, y2=y, class_="pq-rating-scale"))
        if points:
            found.append(element("text", str(points), x=0, y=y - 4))
    return found


def _trend(means: Sequence[Estimate], across: Sequence[float], height: _Height) -> list[Child]:
    """Render the line of moving means and the band of their intervals; [] without means."""
    if not means:
        return []
    places = across[-len(means) :]
    if len(means) == 1:  # a line needs two points
        means, places = [means[0], means[0]], [places[0] - 1, places[0] + 1]
    upper = [(x, height(one.high)) for x, one in zip(places, means, strict=True)]
    lower = [(x, height(one.low)) for x, one in zip(places, means, strict=True)]
    middle = [(x, height(one.mean)) for x, one in zip(places, means, strict=True)]
    return [
        element(
            "svg",
            element("polygon", points=_points([*upper, *reversed(lower)])),
            element("polyline", points=_points(middle)),
            viewBox=f"0 0 100 {HEIGHT}",
            preserveAspectRatio="none",
            width="100%",
            height=HEIGHT,
        )
    ]


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in places)


def _players(players: Mapping[str, LossEstimate], height: _Height) -> list[Child]:
    """Render a dashed line for the mean loss of each player, with its name at the end."""
    found: list[Child] = []
    below = HEIGHT
    for id, one in sorted(players.items(), key=lambda item: item[1].total.mean):
        y = height(one.total.mean)
        below = min(y + _HALF, below - _LINE)
        words = f"{PLAYERS[id].name} {one.total.mean:.1f}"
        found += [
            element("line", x1=0, x2=f"{_WIDTH}%", y1=y, y2=y, class_="pq-rating-player"),
            element("line", x1=f"{_WIDTH}%", x2=f"{_NAMES - 0.5}%", y1=y, y2=below - _HALF),
            element("text", words, x=f"{_NAMES}%", y=below),
        ]
    return found


def _chart_words(
    totals: Sequence[float], means: Sequence[Estimate], players: Mapping[str, LossEstimate]
) -> str:
    """Return the text alternative of the chart. The tables below it have all figures."""
    said = f"Points lost in each of {len(totals)} deals."
    if means:
        said += f" The mean of the last {WINDOW} deals was {means[0].mean:.1f} after deal {FEWEST}"
        said += f" and is {means[-1].mean:.1f} now." if len(means) > 1 else "."
    others = [f"{PLAYERS[id].name} loses {one.total.mean:.1f}" for id, one in players.items()]
    return f"{said} {join_words(others)}." if others else said


# -- the tables ----------------------------------------------------------------------------------


def _kinds_table(found: LossEstimate, players: Mapping[str, LossEstimate]) -> Markup:
    """Render a table of the mean losses by kind of decision, beside those of the yardstick."""
    other = players.get(YARDSTICK)
    heads = ["Kind of decision", "You", "95%", *([PLAYERS[YARDSTICK].name] if other else [])]
    rows = [
        element(
            "tr",
            element("th", _HEADS[kind], scope="row"),
            *_figures(found.kinds.get(kind)),
            element("td", _mean(other.kinds.get(kind))) if other else None,
            data_kind=kind,
        )
        for kind in KINDS
    ]
    rows.append(
        element(
            "tr",
            element("th", "All together", scope="row"),
            *_figures(found.total),
            element("td", _mean(other.total)) if other else None,
            data_kind="total",
        )
    )
    note = "A discard is counted by the deals in its seat, everything else by all deals."
    return render_sheet("Points lost a deal, by kind", heads, rows, note, part="rating-kinds")


def _players_table(found: LossEstimate, players: Mapping[str, LossEstimate]) -> Markup:
    """Render a table of the total losses of the reader and of the players, the largest first."""
    every = [("You", found.total), *((PLAYERS[id].name, one.total) for id, one in players.items())]
    rows = [
        element(
            "tr",
            element("th", element("b", name) if name == "You" else name, scope="row"),
            *_figures(one),
        )
        for name, one in sorted(every, key=lambda item: -item[1].mean)
    ]
    note = (
        f"{PLAYERS[JUDGE].name} is the judge, so it can hardly lose anything by its own judgement."
    )
    heads = ["Player", "Points lost", "95%"]
    return render_sheet("Beside the players", heads, rows, note, part="rating-players")


def _deals_table(deals: Sequence[StoredRating]) -> Markup:
    """Render the figures of the chart as a table in a disclosure, the latest deal first."""
    rows = [
        element(
            "tr",
            element("th", str(number), scope="row"),
            element("td", deal["seat"]),
            *(
                element("td", f"{deal['losses'][kind]:.1f}" if kind in deal["losses"] else "–")
                for kind in _COLUMNS
            ),
            element("td", f"{sum(deal['losses'].values()):.1f}"),
        )
        for number, deal in reversed(list(enumerate(_merged(deals), 1)))
    ]
    heads = ["Deal", "You were", "Discard", "Calls", "Leads", "To a lead", "In all"]
    return element(
        "details",
        element("summary", "Deal by deal"),
        render_sheet("Points lost in each deal", heads, rows, "", part="rating-deals"),
    )


_DISCARD = "discard"
_COLUMNS = (_DISCARD, CALL, LEAD, FOLLOW)


def _merged(deals: Sequence[StoredRating]) -> list[StoredRating]:
    """Return ratings in which the discards of both seats have one name."""
    return [
        {
            "seat": deal["seat"],
            "losses": {
                _DISCARD if kind in DISCARDS else kind: lost
                for kind, lost in deal["losses"].items()
            },
        }
        for deal in deals
    ]


def render_sheet(
    caption: str, heads: Sequence[str], rows: Sequence[Markup], note: str, part: str
) -> Markup:
    """Render a table with its caption, and a note below it unless it is "".

    ``part`` names the table for scripts and tests.
    """
    return element(
        "div",
        element(
            "table",
            element("caption", caption),
            element("thead", element("tr", *(element("th", one, scope="col") for one in heads))),
            element("tbody", *rows),
            data_part=part,
        ),
        element("p", element("small", note)) if note else None,
    )


def _figures(one: Estimate | None) -> tuple[Markup, Markup]:
    """Render two table cells: a mean, and its interval."""
    if one is None:
        return element("td", "–"), element("td", "–")
    # A few deals in a row without a loss say little about the next.
    is_known = one.low < one.high and not isinf(one.high)
    wide = f"{one.low:.1f} to {one.high:.1f}" if is_known else "–"
    return element("td", _mean(one)), element("td", wide)


def _mean(one: Estimate | None) -> str:
    return "–" if one is None else f"{one.mean:.1f}"
