"""The form for a reader's own deal: pasted, from a file, by its id, or new."""

from __future__ import annotations

from piquet_core.html.controls import button, ruleset_options
from piquet_core.html.links import Links
from piquet_core.html.markup import Markup, data_attributes, element

EXAMPLE_ROWS = 14


def render_workbench(links: Links, *, first: str = "", **data: str) -> Markup:
    """Return the form; ``first`` is the rule set selected at first, ``data`` starts the engine."""
    record = element(
        "div",
        element("label", "A record, in the notation of this site", for_="pq-text"),
        element(
            "textarea",
            id="pq-text",
            rows=EXAMPLE_ROWS,
            spellcheck="false",
            autocomplete="off",
            autocapitalize="off",
        ),
        element(
            "p",
            button("open", "Open the record"),
            " ",
            element("label", "or a file: ", for_="pq-file"),
            element("input", type="file", id="pq-file", accept=".piquet,.txt,text/plain"),
        ),
    )
    deal = element(
        "div",
        element("label", "Rules", for_="pq-by"),
        element("select", *ruleset_options(first), id="pq-by"),
        element("label", "Deal id", for_="pq-id"),
        element("input", type="text", id="pq-id", autocomplete="off", spellcheck="false"),
        element(
            "p",
            button("deal", "Deal it"),
            " ",
            button("random", "A new random deal"),
        ),
    )
    return element(
        "div",
        element("div", record, deal, class_="pq-bring"),
        element("pre", class_="pq-faults", role="alert", hidden=True, tabindex=0),
        element("p", class_="pq-bench-status", role="status"),
        element("div", class_="pq-result"),
        class_="pq-bench",
        **links.attributes(),
        hidden=True,
        **data_attributes(data),
    )
