"""The page for a reader's own deal: forms for a new deal or a record, and an area for the replay."""

from __future__ import annotations

import re
from collections.abc import Sequence

from piquet_core.cards.cards import parse_card
from piquet_core.errors import Fault
from piquet_core.number_words import number_in_words
from piquet_core.replay.steps import Finding
from piquet_core.rules import RuleSet
from piquet_core.views.card_symbols import back_svg, card_svg
from piquet_core.views.form_controls import button, ruleset_options
from piquet_core.views.markup import Markup, data_attributes, element, join
from piquet_core.views.reference_links import Links

EXAMPLE_ROWS = 8
_MOST_FAULTS = 20
_MOST_OF_A_LINE = 60
"""The most errors to list, and the most characters of context on either side of one."""
_QUOTED = re.compile(r"'([^']*)'")
_SHOWN = ("SA", "SK", "HQ", "HJ", "DT")


def _laid() -> list[str]:
    """Return the pack and a few cards as decoration."""
    return [back_svg("pq-pack"), *(card_svg(parse_card(one)) for one in _SHOWN)]


def render_workbench(links: Links, *, first: str = "", **data: str) -> Markup:
    """Render the forms for a random deal, a deal id or a pasted record.

    ``first`` is the id of the rule set selected at first, and ``data`` are data attributes from
    which the script starts the engine.
    """
    deal = element(
        "section",
        element("h2", "Deal me a random hand", id="pq-deal-title"),
        element(
            "p",
            "Twelve cards each and a talon; you play both sides, and the engine knows the rules.",
        ),
        element("label", "By the rules of", for_="pq-by"),
        element("select", *ruleset_options(first), id="pq-by"),
        element("div", button("random", "Deal a new hand"), class_="pq-actions"),
        element(
            "details",
            element("summary", "Or a deal by its id"),
            element("label", "Deal id", for_="pq-id"),
            element("input", type="text", id="pq-id", autocomplete="off", spellcheck="false"),
            element("p", button("deal", "Deal it")),
        ),
        element("div", *map(Markup, _laid()), class_="pq-laid", aria_hidden="true"),
        class_="pq-choice pq-felted",
        data_part="own-deal-form",
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
        element("div", button("open", "Open the record"), class_="pq-actions"),
        element("div", class_="pq-faults", data_part="record-faults", role="alert", hidden=True),
        element("label", "Or a file", for_="pq-file"),
        element("input", type="file", id="pq-file", accept=".piquet,.txt,.md,text/plain"),
        class_="pq-choice",
        data_part="own-deal-form",
        aria_labelledby="pq-record-title",
    )
    return element(
        "div",
        element("div", deal, record, class_="pq-bring", data_part="workbench-sources"),
        element("p", class_="pq-bench-status pq-sr", data_part="workbench-status", role="status"),
        element("div", class_="pq-result", data_part="workbench-result"),
        class_="pq-bench",
        data_part="workbench",
        **links.attributes(),
        hidden=True,
        **data_attributes(data),
    )


# -- what is wrong with a record -----------------------------------------------------------------


def render_record_errors(
    text: str,
    faults: Sequence[Fault | Finding],
    links: Links,
    rules: RuleSet | None = None,
) -> Markup:
    """Render the errors of a record, each with a button for its line, the message and the rule.

    ``text`` is the record. ``rules`` is given if the record was parsed and replayed as far as
    possible. The text of a line is shown once, however many errors are in it. A text that is no
    record at all gets only a note.
    """
    lines = text.split("\n")
    if not any(line.lstrip().startswith("[") for line in lines):
        return _no_record()
    several = "one thing" if len(faults) == 1 else f"{number_in_words(len(faults), most=12)} things"
    lead = (
        f"The deal is on the table below, but {several} in this record "
        f"{'does' if len(faults) == 1 else 'do'} not hold."
        if rules
        else f"This record cannot be read yet: {several} to mend."
    )
    more = len(faults) - _MOST_FAULTS
    told = [one.span for one in faults]
    return element(
        "div",
        element("p", lead),
        element(
            "ol",
            *(
                _fault(one, lines, links, rules, shown=one.span not in told[:place])
                for place, one in enumerate(faults[:_MOST_FAULTS])
            ),
            element("li", f"And {more} more faults.") if more > 0 else None,
        ),
    )


def _no_record() -> Markup:
    return element(
        "div",
        element("p", "This is not a record."),
        "A record begins with lines in square brackets, such as ",
        element("code", '[Piquet "1"]', class_="pq-short"),
        ", and names the cards of both hands and of the talon. To see what one looks like:",
        element("div", button("random", "Put a new deal here")),
    )


def _fault(
    fault: Fault | Finding,
    lines: Sequence[str],
    links: Links,
    rules: RuleSet | None,
    *,
    shown: bool,
) -> Markup:
    number = fault.span.line
    rule = fault.rule if isinstance(fault, Finding) else ""
    answer = rules.answers.get(rule) if rules and rule else None
    line = lines[number - 1].removesuffix("\r") if 1 <= number <= len(lines) else ""
    start = fault.span.column - 1
    end = start + max(1, fault.span.length)
    code = element(
        "code",
        line[max(0, start - _MOST_OF_A_LINE) : start],
        element("mark", line[start:end][:_MOST_OF_A_LINE]),
        line[end : end + _MOST_OF_A_LINE],
    )
    return element(
        "li",
        element("button", f"Line {number}", type="button", data_line=number),
        element(
            "div",
            _QUOTED.sub(r"“\1”", fault.message[: 4 * _MOST_OF_A_LINE].rstrip(".")),
            ". ",
            join(("The rule: ", links.to_rule(rule, answer.rule.title, class_="pq-rule"), "."))
            if answer
            else None,
        ),
        code if shown and line.strip() else None,
    )
