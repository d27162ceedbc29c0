"""Links from a deal to the irregularities of each moment, and the note above marked answers."""

from __future__ import annotations

from collections.abc import Mapping

from piquet_core.irregularities import DealMoment
from piquet_core.views.markup import Markup, element

ASKED = "Something went wrong?"

_ACTS = {
    DealMoment.DEALING: "The deal",
    DealMoment.EXCHANGE: "The exchange",
    DealMoment.CALLS: "The calls;Elder counts",
    DealMoment.PLAY: "Trick",
    DealMoment.COUNT: "The result",
}
"""The beginnings of the headings that a deal has over its steps, by moment."""


def render_irregularity_links(addresses: Mapping[DealMoment, str], ruleset: str) -> Markup:
    """Return a disclosure with a link for each moment of a deal.

    ``addresses`` are those of the pages. ``ruleset`` is the rule set whose answers are marked there.
    """
    links = [
        element(
            "li",
            element("a", moment.heading, href=f"{address}?by={ruleset}", data_acts=_ACTS[moment]),
        )
        for moment, address in addresses.items()
    ]
    return element(
        "details",
        element("summary", ASKED),
        element(
            "p",
            "What the books say about a misdeal, a false call or a revoke, for each part of the deal.",
        ),
        element("ul", *links),
        class_="pq-something-wrong",
        data_part="irregularity-links",
        data_ruleset=ruleset,
    )


def render_marked_note() -> Markup:
    """Return the note that the answers of one rule set are marked. It is hidden until a script marks them."""
    said = "The answers of your rule set are marked. If none is marked, its text does not say."
    return element("p", said, class_="pq-note", data_part="marked-note", hidden=True)
