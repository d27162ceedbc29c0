"""The result of some quick deals of a design as HTML."""

from __future__ import annotations

from piquet_core.designs.quick_deals import FEATS, QuickDeals
from piquet_core.players import DEFAULT, find_player
from piquet_core.players.matches import Estimate
from piquet_core.views.markup import Markup, element


def render_quick_deals(found: QuickDeals, name: str) -> Markup:
    """Render elder's lead and the feats under both rule sets, with a sentence on the difference.

    ``name`` is that of the design.
    """
    base = found.design.base.short
    head = ("", base, name, "Difference")
    one, other, gap = found.base, found.changed, found.difference
    rows = [("Elder’s advantage", _mean(one.lead), _mean(other.lead), _mean(gap, signed=True))]
    for feat in FEATS:
        was, now = one.feats[feat], other.feats[feat]
        rows.append((f"{feat.capitalize()}s", str(was), str(now), _signed(now - was)))
    return element(
        "div",
        element("p", _sentence(found, gap)),
        element(
            "table",
            element("caption", f"{found.total // 2} deals by each", class_="pq-vh"),
            element("thead", element("tr", *(element("th", one, scope="col") for one in head))),
            element(
                "tbody",
                *(
                    element(
                        "tr",
                        element("th", title, scope="row"),
                        *(element("td", text) for text in texts),
                    )
                    for title, *texts in rows
                ),
            ),
            class_="pq-design-figures",
            data_part="quick-figures",
        ),
        element("p", _basis(found), class_="pq-basis"),
    )


def _sentence(found: QuickDeals, gap: Estimate) -> str:
    deals, (low, high) = found.total // 2, (gap.low, gap.high)
    if found.base.leads == found.changed.leads:
        return f"In all {deals} deals, elder’s advantage is the same. So few deals may not meet the rule."
    if low <= 0 <= high:
        return f"{deals} deals show no clear difference: the interval of {_mean(gap, signed=True)} includes 0."
    more = "more" if gap.mean > 0 else "less"
    return (
        f"Elder leads by {abs(gap.mean):.1f} points a deal {more}, give or take {_error(gap):.1f}."
    )


def _basis(found: QuickDeals) -> str:
    cards = (
        "the same cards"
        if found.design.has_same_cards
        else "cards of their own, as the pack differs"
    )
    return (
        f"{find_player(DEFAULT).name} plays both hands by each of the two, with {cards}. "
        "± is the 95% interval. Points a deal; piques, repiques and capots of both players together."
    )


def _mean(one: Estimate, *, signed: bool = False) -> str:
    mean = _signed(one.mean, ".1f") if signed else f"{one.mean:.1f}".replace("-", "−")
    return f"{mean} ± {_error(one):.1f}"


def _error(one: Estimate) -> float:
    return one.mean - one.low


def _signed(value: float, form: str = "d") -> str:
    return f"{value:+{form}}".replace("-", "−") if value else "0"
