"""Panels of work for a class: the form of the teacher, and the page of the pupils."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.number_words import number_in_words
from piquet_core.sessions.session import LONGEST_NAME
from piquet_core.teaching.deal_code import LENGTH
from piquet_core.teaching.work_set import LONGEST_NOTE, LONGEST_TITLE, MOST_ITEMS
from piquet_core.views.form_controls import button
from piquet_core.views.markup import Child, Markup, data_attributes, data_script, element
from piquet_core.views.reference_links import Links

_PASTE = (
    "Paste the links of your pupils here, all at once if you like. "
    "A short code needs the name before it: Anna ABCD-EFGH."
)
_SAME_SET = (
    "You can change the title and the note later. "
    "A change of the items or of their order makes another set, with results of its own."
)
_STAYS = "The results stay in this browser. A pupil can cheat: the links are not signed."


def render_set_maker(items: Sequence[object], links: Links, **data: str) -> Markup:
    """Render the panel of the teacher, hidden until a script shows it.

    ``items`` are what can be chosen, and ``data`` attributes for the script.
    """
    return _panel(
        "set-maker",
        items,
        links,
        data,
        _section("Choose the items", _choice(), name="choice"),
        _section("Your set", _set_form(), name="chosen"),
        _section("Results of the class", _results(), name="results", hidden=True),
        _section("Sets that you have made", _kept("Sets"), name="kept"),
        _section("One deal for everybody", _deal_code("A new code"), name="code"),
        element("dialog", class_="pq-projector", data_part="projector", aria_label="Projector"),
        element("div", class_="pq-printed", data_part="printed"),
    )


def render_set_work(items: Sequence[object], links: Links, **data: str) -> Markup:
    """Render the panel of the pupils, hidden until a script shows it.

    ``items`` are what a set may contain, and ``data`` attributes for the script.
    """
    return _panel(
        "set-work",
        items,
        links,
        data,
        element("section", *_work(), data_part="work", tabindex=-1, hidden=True),
        _section("Open your work", _kept("Work"), name="kept"),
        _section("A code for one deal", _deal_code("Show the deal"), name="code"),
    )


def _panel(
    name: str, items: Sequence[object], links: Links, data: dict[str, str], *children: Child
) -> Markup:
    return element(
        "div",
        element("div", class_="pq-notice", data_part="notice", role="alert", hidden=True),
        element("p", class_="pq-sr", role="status"),
        element("div", data_part="engine-status"),
        *children,
        data_script(items, "application/json"),
        class_=f"pq-{name}",
        data_part=name,
        hidden=True,
        **links.attributes(),
        **data_attributes(data),
    )


def _section(title: str, *children: Child, name: str, hidden: bool = False) -> Markup:
    id = f"pq-work-{name}-title"
    return element(
        "section",
        element("h2", title, id=id),
        *children,
        class_=f"pq-work-{name}",
        data_part=name,
        aria_labelledby=id,
        hidden=hidden,
    )


def _field(label: str, control: Markup, id: str) -> Markup:
    return element("p", element("label", label, for_=id), control)


def _input(id: str, **attributes: str | int | bool) -> Markup:
    return element("input", type="text", id=id, autocomplete="off", **attributes)


# -- the teacher ---------------------------------------------------------------------------------


def _choice() -> Markup:
    """Return the search in the catalogue, and the field for the address of an exercise."""
    return element(
        "div",
        element(
            "div",
            _field(
                "Search the items",
                element("input", type="search", id="pq-work-search", name="search"),
                "pq-work-search",
            ),
            _field("From", element("select", id="pq-work-group", name="group"), "pq-work-group"),
            class_="pq-work-fields",
        ),
        element("p", class_="pq-work-count", data_part="found", role="status"),
        element("ul", class_="pq-work-list", data_part="catalogue"),
        element(
            "form",
            element(
                "label", "Or the address of an exercise that you have drawn", for_="pq-work-id"
            ),
            _input("pq-work-id", name="id", spellcheck="false"),
            element("button", "Add it", type="submit"),
            class_="pq-paste",
            data_part="by-address",
        ),
    )


def _set_form() -> Markup:
    """Return the title, the note and the chosen items of a set, with the ways to give it out."""
    return element(
        "form",
        _field(
            "Title",
            _input("pq-work-title", name="title", maxlength=LONGEST_TITLE, required=True),
            "pq-work-title",
        ),
        _field(
            "A note for your pupils",
            element("textarea", id="pq-work-note", name="note", rows=2, maxlength=LONGEST_NOTE),
            "pq-work-note",
        ),
        element("ol", class_="pq-work-list", data_part="items"),
        element("p", class_="pq-work-count", data_part="count", data_most=MOST_ITEMS),
        element("p", _SAME_SET, class_="pq-quiet"),
        element(
            "p",
            element("button", "Make the link", type="submit", class_="pq-button pq-primary"),
            " ",
            button("begin", "Begin another set"),
            class_="pq-work-ways",
        ),
        element("div", data_part="link"),
        element(
            "p",
            button("sheet", "Print the sheet"),
            button("hands", "Print the hands"),
            button("project", "Show it large"),
            button("file", "Save it as a file"),
            class_="pq-work-ways",
            data_part="given-out",
            hidden=True,
        ),
        data_part="set",
    )


def _results() -> Markup:
    """Return the field for results, and the place of the table."""
    return element(
        "div",
        element(
            "form",
            _field(
                _PASTE,
                element("textarea", id="pq-work-pasted", name="pasted", rows=3),
                "pq-work-pasted",
            ),
            element("button", "Add these results", type="submit"),
            data_part="paste",
        ),
        element("div", element("ul", data_part="notices"), class_="pq-work-notices", role="status"),
        element("div", data_part="class"),
        element(
            "p",
            button("csv", "Save as CSV"),
            button("print-table", "Print the table"),
            class_="pq-work-ways",
            data_part="table-ways",
            hidden=True,
        ),
        element("p", _STAYS, class_="pq-quiet"),
    )


# -- the pupil -----------------------------------------------------------------------------------


def _work() -> Sequence[Child]:
    """Return the items of a set, the place of an exercise, and the form with which to hand in."""
    return (
        element("h2", "The set", data_part="work-title"),  # until a script names it
        element("p", class_="pq-work-note", data_part="work-note"),
        element("p", class_="pq-work-count", data_part="progress"),
        element("ol", class_="pq-work-list", data_part="items"),
        element("div", data_part="stage", class_="pq-review-stage"),
        element(
            "form",
            element("h3", "Hand it in"),
            _field(
                "Your name, as your teacher knows you",
                _input("pq-work-name", name="name", maxlength=LONGEST_NAME, required=True),
                "pq-work-name",
            ),
            element("p", class_="pq-work-count", data_part="open-items"),
            element("button", "Make my result", type="submit", class_="pq-button pq-primary"),
            class_="pq-work-hand-in",
            data_part="hand-in",
        ),
        element("div", data_part="result", tabindex=-1, role="group", aria_label="Your result"),
    )


# -- both ----------------------------------------------------------------------------------------


def _kept(title: str) -> Markup:
    """Return the list of kept sets, and the fields for a link and a file."""
    return element(
        "div",
        element("ul", class_="pq-work-list", data_part="kept-sets", aria_label=title),
        element(
            "form",
            element("label", "A link that you were sent", for_="pq-work-link"),
            _input("pq-work-link", name="link", spellcheck="false"),
            element("button", "Open it", type="submit"),
            class_="pq-paste",
            data_part="open",
        ),
        element(
            "p",
            element("label", "Or a file", for_="pq-work-file"),
            " ",
            element("input", type="file", id="pq-work-file", accept=".txt"),
        ),
    )


def _deal_code(act: str) -> Markup:
    """Return the field for the code of a deal, and the place of its hands."""
    return element(
        "div",
        element(
            "form",
            element("label", f"A code of {number_in_words(LENGTH)} letters", for_="pq-work-code"),
            _input("pq-work-code", name="code", spellcheck="false", maxlength=12),
            element("button", act, type="submit"),
            class_="pq-paste",
            data_part="deal-code",
        ),
        element("div", data_part="coded-deal"),
    )
