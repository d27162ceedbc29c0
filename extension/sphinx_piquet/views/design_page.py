"""Page on which a reader changes the answers of a rule set: the base, every question, and what to do with the result.

The script reads the answers from the radio buttons: ``value`` is the code of an answer, and
``data-books`` has the ids of the rule sets that give it. Without a script, the page lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from piquet_core.cards.card_names import capitalize
from piquet_core.designs.design import LONGEST_NAME
from piquet_core.designs.quick_deals import DEALS
from piquet_core.number_words import number_in_words
from piquet_core.rules import Answer, Rule, RuleSet
from piquet_core.rules.answer_matrix import MatrixCell, MatrixRow, answer_matrix, rulesets_by_date
from piquet_core.rules.variants import answer_code
from piquet_core.views.form_controls import button
from piquet_core.views.markup import Child, Markup, data_attributes, element, join
from piquet_core.views.reference_links import Links
from sphinx_piquet.views.answer_groups import GAPS

Worth = Callable[[str], str]
"""Returns the sentences on what a rule is worth, by its id, or ""."""

_FLAGS = {"yes": "yes", "no": "no"}


def render_design(links: Links, first: str, table: str, worth: Worth, **data: str) -> Markup:
    """Return the page's form. ``first`` is the id of the base at first, and ``table`` the address of the table.

    ``data`` are attributes from which a script starts the engine.
    """
    books = {book.id: book for book in rulesets_by_date()}
    base = books.get(first) or next(iter(books.values()))
    return element(
        "form",
        _start(base),
        element(
            "p",
            f"To change answers, you need JavaScript. Those of {base.short} are in bold.",
            class_="pq-design-without",
        ),
        element("p", class_="pq-notice", data_part="notice", role="alert", hidden=True),
        *(
            _group(group.id, group.heading, group.rows, base, links, worth)
            for group in answer_matrix()
        ),
        _result(),
        _bar(),
        class_="pq-design",
        autocomplete="off",
        data_part="design",
        data_first=base.id,
        data_table=table,
        **links.attributes(),
        **data_attributes(data),
    )


def _start(base: RuleSet) -> Markup:
    options = [
        element("option", book.short, value=book.id, selected=book is base)
        for book in rulesets_by_date()
    ]
    return element(
        "div",
        element(
            "p",
            element("label", "Begin with", for_="design-base"),
            element("select", *options, id="design-base", name="base"),
        ),
        element(
            "p",
            element("label", "Name of your game, if it has one", for_="design-name"),
            element(
                "input",
                type="text",
                id="design-name",
                name="name",
                maxlength=LONGEST_NAME,
            ),
        ),
        class_="pq-design-start",
        data_part="design-start",
        hidden=True,
    )


# -- the questions -------------------------------------------------------------------------------


def _group(
    id: str,
    heading: str,
    rows: Sequence[MatrixRow],
    base: RuleSet,
    links: Links,
    worth: Worth,
) -> Markup:
    number = f"{len(rows)} question{'s' if len(rows) > 1 else ''}"
    return element(
        "details",
        element(
            "summary",
            heading,
            " ",
            element("small", number, data_plain=number, class_="pq-design-count"),
        ),
        *(_question(row, base, links, worth) for row in rows),
        class_="pq-details pq-design-group",
        id=f"design-{id}",
    )


def _question(row: MatrixRow, base: RuleSet, links: Links, worth: Worth) -> Markup:
    rule = row.rule
    id, measured = f"design-{rule.id}", worth(rule.id)
    return element(
        "fieldset",
        element("legend", rule.title),
        element("p", rule.question, class_="pq-design-question"),
        element(
            "p",
            class_="pq-design-conflict",
            id=f"{id}-conflict",
            data_part="conflict",
            hidden=True,
        ),
        *_answers(row, base),
        element("p", measured, class_="pq-design-worth") if measured else None,
        element(
            "p",
            links.to_rule(rule.id, "About this rule", aria_label=f"About this rule: {rule.title}"),
            element(
                "button",
                "Change it back",
                type="button",
                class_="pq-quiet",
                data_do="back",
                aria_label=f"Change it back: {rule.title}",
                hidden=True,
            ),
            class_="pq-design-more",
        ),
        id=id,
        data_rule=rule.id,
        data_title=rule.title,
        tabindex=-1,
    )


def _answers(row: MatrixRow, base: RuleSet) -> list[Markup]:
    """Return a radio button for each answer, and a field for another number."""
    rule = row.rule
    own = answer_code(base.answers[rule.id])
    given: dict[str, list[MatrixCell]] = {}
    for cell in row.cells:
        given.setdefault(answer_code(cell.answer), []).append(cell)
    answers = [
        _answer(rule, code, words, given.get(code, []), checked=code == own)
        for code, words in _codes(rule, given)
    ]
    return [*answers, _other_number(rule)] if rule.kind == "int" else answers


def _codes(rule: Rule, given: dict[str, list[MatrixCell]]) -> list[tuple[str, str]]:
    """Return pairs (code, words) of the answers to offer: those of the engine, or those of the books."""
    words = {code: cells[0].answer.words for code, cells in given.items()}
    if rule.kind == "choice":
        known = dict(rule.options)
    elif rule.kind == "bool":
        known = _FLAGS
    elif rule.kind == "int":
        known = {code: words[code] for code in sorted(given.keys() - {"absent"}, key=int)}
    else:
        known = {code: said for code, said in words.items() if code != "absent"}
    if "absent" in words:
        known = {**known, "absent": words["absent"]}
    return list(known.items())


def _answer(
    rule: Rule, code: str, words: str, cells: Sequence[MatrixCell], *, checked: bool
) -> Markup:
    return element(
        "label",
        element(
            "input",
            type="radio",
            name=rule.id,
            value=code,
            data_books=" ".join(cell.ruleset.id for cell in cells),
            checked=checked,
        ),
        element(
            "span",
            element("span", capitalize(words), class_="pq-design-answer"),
            " ",
            element("small", _who(cells)),
        ),
    )


def _who(cells: Sequence[MatrixCell]) -> Child:
    """Return the names of the rule sets that give an answer."""
    if not cells:
        return "no book here"
    if len(cells) == len(rulesets_by_date()):
        return f"all {len(cells)} books here"
    return join([_name(cell.ruleset, cell.answer) for cell in cells], "; ")


def _name(book: RuleSet, answer: Answer[Any]) -> str:
    return f"{book.short} (filled in)" if answer.status in GAPS else book.short


def _other_number(rule: Rule) -> Markup:
    unit = f" {rule.unit}" if rule.unit else ""
    return element(
        "p",
        element(
            "label",
            element("input", type="radio", name=rule.id, value=""),
            element("span", "Another number:"),
        ),
        element(
            "input",
            type="number",
            min=0,
            max=999,
            inputmode="numeric",
            aria_label=f"{rule.title}: another number",
        ),
        unit,
        class_="pq-design-number",
        hidden=True,
    )


# -- the result ----------------------------------------------------------------------------------


def _result() -> Markup:
    deals = number_in_words(DEALS)
    return element(
        "section",
        element("h2", "Your game", id="design-result-heading"),
        element("p", class_="pq-design-told", data_part="design-summary"),
        element("ol", class_="pq-design-changes", data_part="design-changes"),
        element("p", class_="pq-design-kept", data_part="design-kept", hidden=True),
        element(
            "p",
            element("a", "Play it at the table", class_="pq-button pq-primary", data_do="table"),
            button("quick", f"Let the engine play {deals} deals"),
            class_="pq-design-actions",
        ),
        element(
            "section",
            element("div", data_part="design-progress"),
            element("div", data_part="design-figures", aria_live="polite"),
            class_="pq-design-quick",
            data_part="design-quick",
            tabindex=-1,
            aria_label=f"{deals.capitalize()} quick deals",
        ),
        element(
            "p",
            button("link", "Copy a link"),
            button("toml", "Save it as TOML"),
            button("print", "Print its rules"),
            button("reset", "Change everything back"),
            class_="pq-design-actions",
        ),
        element("p", class_="pq-status-line", data_part="design-status", role="status"),
        element(
            "details",
            element("summary", "The real experiment"),
            element(
                "p",
                "The file compares your game with its base in 2,000 deals with the same cards. "
                "The first fifty are the quick deals. With ",
                element("code", 'pip install "piquet-core[lab]"'),
                ":",
            ),
            element("pre", data_part="design-command"),
            element("p", "The file:"),
            element("pre", data_part="design-toml", tabindex=0),
            class_="pq-details pq-on-request",
        ),
        class_="pq-design-result",
        id="your-game",
        aria_labelledby="design-result-heading",
        data_part="design-result",
        tabindex=-1,
        hidden=True,
    )


def _bar() -> Markup:
    """Return the line that stays at the lower edge of the window, with the number of changes."""
    return element(
        "p",
        element("span", data_part="design-count", role="status"),
        " ",
        element("a", "Your game", href="#your-game"),
        class_="pq-design-bar",
        data_part="design-bar",
        hidden=True,
    )
