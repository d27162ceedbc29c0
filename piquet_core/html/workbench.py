"""The form where a reader brings a deal of his own: pasted, from a file, by its id, or new."""

from __future__ import annotations

from piquet_core.html.links import Links
from piquet_core.html.markup import Markup, element
from piquet_core.rules import load_ruleset, ruleset_ids

EXAMPLE_ROWS = 14


def render_workbench(links: Links, *, first: str = "", **data: str) -> Markup:
    """Return the form; ``first`` is the rule set it begins with, ``data`` starts the engine."""
    choices = [
        element("option", load_ruleset(id).title, value=id, selected=id == first)
        for id in ruleset_ids()
    ]
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
            element("button", "Open the record", type="button", data_do="open"),
            " ",
            element("label", "or a file: ", for_="pq-file"),
            element("input", type="file", id="pq-file", accept=".piquet,.txt,text/plain"),
        ),
    )
    deal = element(
        "div",
        element("label", "Rules", for_="pq-by"),
        element("select", *choices, id="pq-by"),
        element("label", "Deal id", for_="pq-id"),
        element("input", type="text", id="pq-id", autocomplete="off", spellcheck="false"),
        element(
            "p",
            element("button", "Deal it", type="button", data_do="deal"),
            " ",
            element("button", "A new random deal", type="button", data_do="random"),
        ),
    )
    return element(
        "div",
        element("div", record, deal, class_="pq-bring"),
        element("pre", class_="pq-faults", role="alert", hidden=True, tabindex=0),
        element("p", class_="pq-bench-status", role="status"),
        element("div", class_="pq-result"),
        class_="pq-bench",
        data_rule=links.rule,
        data_source=links.source,
        data_term=links.term,
        hidden=True,
        **{f"data_{name}": value for name, value in data.items()},
    )
