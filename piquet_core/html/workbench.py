"""A reader's own deal: two choices, a new hand or a record, and the stage for either."""

from __future__ import annotations

from piquet_core.html.cards import back_svg, card_svg
from piquet_core.html.controls import button, ruleset_options
from piquet_core.html.links import Links
from piquet_core.html.markup import Markup, data_attributes, element
from piquet_core.pack.cards import parse_card

EXAMPLE_ROWS = 8
_SHOWN = ("SA", "SK", "HQ", "HJ", "DT")


def _laid() -> list[str]:
    """Return a pack on the felt, and the first cards of a hand beside it."""
    return [back_svg("pq-pack"), *(card_svg(parse_card(one)) for one in _SHOWN)]


def render_workbench(links: Links, *, first: str = "", **data: str) -> Markup:
    """Return the form; ``first`` is the rule set selected at first, ``data`` starts the engine."""
    deal = element(
        "section",
        element("h2", "Deal me a random hand", id="pq-deal-title"),
        element(
            "p",
            "Twelve cards each and a talon; you play both sides, and the engine knows the rules.",
        ),
        element("label", "By the rules of", for_="pq-by"),
        element("select", *ruleset_options(first), id="pq-by"),
        element("div", button("random", "Deal a new hand"), class_="pq-do"),
        element(
            "details",
            element("summary", "Or a deal by its id"),
            element("label", "Deal id", for_="pq-id"),
            element("input", type="text", id="pq-id", autocomplete="off", spellcheck="false"),
            element("p", button("deal", "Deal it")),
        ),
        element("div", *map(Markup, _laid()), class_="pq-laid", aria_hidden="true"),
        class_="pq-choice pq-felted",
        aria_labelledby="pq-deal-title",
    )
    record = element(
        "section",
        element("h2", "Paste a record", id="pq-record-title"),
        element("label", "In the notation of this site", for_="pq-text"),
        element(
            "textarea",
            id="pq-text",
            rows=EXAMPLE_ROWS,
            spellcheck="false",
            autocomplete="off",
            autocapitalize="off",
        ),
        element("div", button("open", "Open the record"), class_="pq-do"),
        element("label", "Or a file", for_="pq-file"),
        element("input", type="file", id="pq-file", accept=".piquet,.txt,text/plain"),
        class_="pq-choice",
        aria_labelledby="pq-record-title",
    )
    return element(
        "div",
        element("div", deal, record, class_="pq-bring"),
        element("pre", class_="pq-faults", role="alert", hidden=True, tabindex=0),
        element("p", class_="pq-bench-status pq-sr", role="status"),
        element("div", class_="pq-result"),
        class_="pq-bench",
        **links.attributes(),
        hidden=True,
        **data_attributes(data),
    )
