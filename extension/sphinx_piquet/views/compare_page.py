"""Comparison of rule sets: controls, table of answers, distances, and results of a deal.

The script shows and hides parts of this markup by their ``data-*`` attributes. It adds the mark of
stated answers, which only a comparison of two rule sets shows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from piquet_core.cards.card_names import capitalize
from piquet_core.replay.by_rule_set import DealTotals
from piquet_core.rules import Answer, Citation, RuleSet, Status
from piquet_core.rules.agreement import counted_noun
from piquet_core.rules.answer_matrix import (
    MatrixCell,
    MatrixGroup,
    MatrixRow,
    answer_matrix,
    ruleset_distances,
    rulesets_by_date,
    short_answer,
)
from piquet_core.rules.sources import LANGUAGES
from piquet_core.views.markup import Child, Markup, element, join
from sphinx_piquet.rules.answer_marks import name_of, year_of
from sphinx_piquet.views.answer_groups import GAPS, render_answer_groups

Address = Callable[[str, str], str]
"""Returns the address of a rule, rule set, source or deal by kind and id, or "" if it has no page."""

NBSP = "\N{NO-BREAK SPACE}"


def link_or_text(text: str, href: str) -> Markup:
    """Return a link, or plain text if ``href`` is empty."""
    return element("a", text, href=href) if href else join([text])


# -- choosing two --------------------------------------------------------------------------------


def render_controls(deal: DealTotals | None, address: Address) -> Markup:
    """Return the form for choosing two rule sets, hidden until the script can handle it."""
    books = rulesets_by_date()
    form = element(
        "form",
        _select("a", "First rule set", books),
        _button("swap", "⇄", "Swap the two"),
        _select("b", "Second rule set", books),
        _which(books),
        _phase(),
        element(
            "p",
            _box("apart", "Only where the texts differ"),
            element("span", "One text: nothing to compare", class_="pq-one-text", hidden=True),
            _box("departs", "Only where it departs"),
            class_="pq-field pq-apart-only",
        ),
        element(
            "p",
            _box("only", "Only the differences"),
            _button("copy", "Copy link"),
            _button("clear", "Show all rule sets"),
            class_="pq-acts",
        ),
        element(
            "p",
            class_="pq-status-line",
            data_part="comparison-status",
            role="status",
            aria_live="polite",
        ),
        class_="pq-pick",
        data_part="comparison-form",
        hidden=True,
        aria_label="Compare two rule sets",
    )
    # A noscript element would not show if the script failed to load.
    without = element(
        "p",
        "Choosing two needs JavaScript. Without it, read two columns of the table; "
        "the page of a rule set, linked at the head of its column, gives the passage for every answer.",
        class_="pq-without",
    )
    return join([form, _both(deal, address), without])


def _box(name: str, words: str) -> Markup:
    return element("label", element("input", type="checkbox", name=name), f" {words}")


def _phase() -> Markup:
    """Return the menu of phases, which replaces the links above the table."""
    options = [element("option", "Go to …", value="")]
    options += [element("option", group.heading, value=group.id) for group in answer_matrix()]
    return element(
        "p",
        element("label", "Phase", for_="pq-choose-phase"),
        element("select", *options, id="pq-choose-phase", name="phase", autocomplete="off"),
        class_="pq-field pq-to-phase",
    )


def _select(name: str, label: str, books: tuple[RuleSet, ...]) -> Markup:
    options = [element("option", "Choose …", value="")]
    options += [element("option", book.short, value=book.id) for book in books]
    field = f"pq-choose-{name}"
    return element(
        "p",
        element("label", label, for_=field),
        element("select", *options, id=field, name=name, autocomplete="off"),
        class_="pq-field",
    )


def _which(books: tuple[RuleSet, ...]) -> Markup:
    """Return the menu that filters rule sets by century or language."""
    kinds = {kind for book in books for kind in _kinds(book)}
    centuries = sorted(
        (kind for kind in kinds if kind.startswith("c")), key=lambda one: int(one[1:])
    )
    languages = sorted(kinds - set(centuries))
    named = [("", "All books")]
    named += [(one, _century(one, books)) for one in centuries]
    named += [(one, f"In {LANGUAGES.get(one, one)}") for one in languages]
    options = [element("option", words, value=value) for value, words in named]
    return element(
        "p",
        element("label", "Which books", for_="pq-choose-books"),
        element("select", *options, id="pq-choose-books", name="books", autocomplete="off"),
        class_="pq-field pq-which",
    )


def _century(kind: str, books: tuple[RuleSet, ...]) -> str:
    """Return the name of a century such as ``c18``, with a note if years of its texts are estimates."""
    name = f"{kind[1:]}{'st' if kind == 'c21' else 'th'} century"
    undated = [book.source.undated for book in books if kind in _kinds(book)]
    if not any(undated):
        return name
    return f"{name}, {'estimated' if all(undated) else 'partly estimated'}"


def _kinds(book: RuleSet) -> tuple[str, str]:
    """Return a pair for the filters: the century of a rule set's text, such as ``c18``, and its language."""
    return f"c{(book.source.year - 1) // 100 + 1}", book.source.language


def _button(act: str, text: str, label: str | None = None) -> Markup:
    return element("button", text, type="button", data_act=act, aria_label=label, title=label)


def _both(deal: DealTotals | None, address: Address) -> Child:
    """Return the note on the results of a deal under both chosen rule sets, or None without a deal.

    The script fills in the names and results.
    """
    if deal is None:
        return None
    command = f"piquet compare {deal.file} {{a}} {{b}}"
    return element(
        "div",
        element(
            "p",
            "The same deal under both: ",
            link_or_text(deal.title, address("deal", deal.id)),
            " ends ",
            element("span", *_ending("a"), " and ", *_ending("b"), data_ends="apart"),
            element("span", element("b", data_total="a"), " under both", data_ends="alike"),
            ".",
        ),
        element(
            "p",
            "On the command line: ",
            element("code", data_command=command),
            " says at which card they differ, and by which rule.",
            class_="pq-at-desk",
        ),
        class_="pq-both",
        data_part="comparison-both",
        hidden=True,
    )


def _ending(side: str) -> list[Child]:
    return [element("b", data_total=side), " under ", element("span", data_name=side)]


# -- the matrix ----------------------------------------------------------------------------------


def render_matrix(address: Address) -> Markup:
    """Return links to the phases, the table of all answers, and the legend."""
    groups = answer_matrix()
    jump = element(
        "nav",
        element(
            "ul", *(element("li", link_or_text(group.heading, f"#{group.id}")) for group in groups)
        ),
        class_="pq-jump-to",
        aria_label="Phases of the game",
    )
    table = element(
        "table",
        element("thead", _head(address), role="rowgroup"),
        *(_group(group, address) for group in groups),
        role="table",
        class_="pq-matrix",
        data_part="comparison",
        aria_label="Every rule and what each rule set answers",
    )
    used = {cell.answer.status for group in groups for row in group.rows for cell in row.cells}
    return join(
        [
            _legend(used),
            jump,
            element("div", table, class_="pq-matrix-of pq-all", data_part="comparison-region"),
        ]
    )


def _legend(used: Collection[Status]) -> Markup:
    """Return the legend of the table. ``used`` are the statuses that occur in the table."""
    sample = element(
        "p",
        element("span", "▸ Answer", class_="pq-sample"),
        f" differs from the answer of most {counted_noun()}. Rule sets made from one text count once, "
        "and an answer that we filled in does not count.",
        class_="pq-for-all pq-departs",
    )
    items = (
        element("li", _mark(status), f" {status.meaning}", _unmarked(status)) for status in Status
    )
    squares = (
        element("li", _square(status), f" {status.mark}")
        for status in Status
        if status in used and status not in (Status.STATED, Status.ABSENT)
    )
    line = element("ul", *squares, class_="pq-for-all pq-squares", data_part="squares", role="list")
    fold = element(
        "details",
        element("summary", "What the marks mean"),
        element("ul", *items, class_="pq-legend"),
        class_="pq-details pq-marks-told",
        data_part="marks-key",
    )
    return join([sample, line, fold])


def _unmarked(status: Status) -> Child:
    """Return a note that the wide table has no mark for *stated*, or None for any other status."""
    if status is not Status.STATED:
        return None
    return element("span", " In this table it has no mark.", class_="pq-for-all")


def _mark(status: Status) -> Markup:
    return element("span", status.mark, class_=f"pq-status pq-{status}")


def _square(status: Status) -> Markup:
    """Return the mark of a status in the wide table: a square without text."""
    return element("i", class_=f"pq-square pq-{status}", aria_hidden="true")


def _mark_in_cell(status: Status) -> Markup:
    """Return the mark of a status with its text, and as a tooltip for columns that hide the text."""
    return element("span", status.mark, class_=f"pq-status pq-{status}", title=status.mark)


def _head(address: Address) -> Markup:
    cells = [
        element(
            "th",
            element("span", year_of(book.source), class_="pq-col-year"),
            " ",
            link_or_text(name_of(book), address("ruleset", book.id)),
            scope="col",
            role="columnheader",
            data_set=book.id,
            data_name=book.short,
            data_in=" ".join(_kinds(book)),
        )
        for book in rulesets_by_date()
    ]
    first = element("th", "Rule", scope="col", role="columnheader")
    told = element("th", "Answers", scope="col", role="columnheader", class_="pq-told")
    return element("tr", first, told, *cells, role="row")


def _group(group: MatrixGroup, address: Address) -> Markup:
    heading = element(
        "tr",
        element(
            "th",
            element("span", group.heading, class_="pq-phase"),
            scope="rowgroup",
            role="rowheader",
            colspan=len(rulesets_by_date()) + 1,
        ),
        role="row",
        class_="pq-group",
    )
    rows = [_row(row, address) for row in group.rows]
    return element("tbody", heading, *rows, role="rowgroup", id=group.id)


def _row(row: MatrixRow, address: Address) -> Markup:
    title = element(
        "th",
        link_or_text(row.rule.title, address("rule", row.rule.id)),
        element("small", row.agreement, class_="pq-agree"),
        element("small", row.rule.question, class_="pq-rule-question"),
        scope="row",
        role="rowheader",
    )
    told = element("td", render_answer_groups(row), role="cell", class_="pq-told")
    cells = [_cell(cell, address) for cell in row.cells]
    return element("tr", title, told, *cells, role="row", data_rule=row.rule.id)


def _cell(cell: MatrixCell, address: Address) -> Markup:
    answer = cell.answer
    short, full = short_answer(answer), capitalize(answer.words)
    short = short[:1].upper() + short[1:]
    if short == full:
        value: list[Child] = [element("b", full)]
    else:
        value = [element("b", short), element("b", full, class_="pq-full")]
    if cell.unlike:
        value.insert(0, element("i", "▸", role="img", aria_label="Unlike most:"))
    # The mark of stated answers is only seen beside that of another rule set. The script adds it there.
    if answer.status not in (Status.ABSENT, Status.STATED):
        value += [" ", _mark_in_cell(answer.status), " "]
    return element(
        "td",
        *value,
        _places_and_note(cell, address),
        role="cell",
        data_v=cell.value,
        data_filled="" if answer.status in GAPS else None,
        class_="pq-unlike" if cell.unlike else "pq-absent" if answer.absent else None,
    )


def _places_and_note(cell: MatrixCell, address: Address) -> Child:
    """Return the passages that an answer cites, and its notes, or None if it has neither.

    They are shown when two rule sets are compared.
    """
    answer = cell.answer
    places = join([_place(one, cell.ruleset, address) for one in answer.citations], "; ")
    lines: list[Child] = [
        element("div", answer.status.before_places.strip("; ") + " ", places) if places else None,
        element("p", f"The slip: {answer.slip}") if answer.slip else None,
        element("p", answer.note) if answer.note else None,
    ]
    return element("div", *lines, class_="pq-where") if any(lines) else None


def _place(citation: Citation, ruleset: RuleSet, address: Address) -> Markup:
    named = citation.source == ruleset.source
    text = citation.place if named else f"{citation.source.short}, {citation.place}"
    text = text.replace(f"{citation.section.unit} ", f"{citation.section.unit}{NBSP}")
    return link_or_text(text, address("source", f"{citation.source.id}:{citation.section.id}"))


def plain_answer(answer: Answer[object]) -> str:
    """Return an answer in a few words, followed by its status if that is not *stated*."""
    tail = (
        ""
        if answer.absent or answer.status is Status.STATED
        else f" ({answer.status.mark.lower()})"
    )
    return short_answer(answer) + tail


# -- how far apart -------------------------------------------------------------------------------


def render_distances(address: Address) -> Markup:
    """Return a table with the number of different answers of each pair of rule sets.

    A list with the same numbers replaces it on phones.
    """
    books = rulesets_by_date()
    names = {book.id: _in_two(book.short) for book in books}
    apart = ruleset_distances()
    nearest = {
        book.id: min(number for pair, number in apart.items() if book.id in pair) for book in books
    }
    head = [element("td")]
    head += [element("th", names[book.id], scope="col") for book in books[:-1]]
    rows = []
    for place, book in enumerate(books[1:], start=1):
        cells = [
            element("th", link_or_text(names[book.id], address("ruleset", book.id)), scope="row")
        ]
        for other in books[:-1]:
            number = apart.get((other.id, book.id))
            if number is None:
                cells.append(element("td"))
                continue
            near = number in (nearest[book.id], nearest[other.id])
            cells.append(
                element(
                    "td",
                    element("b", str(number)) if near else str(number),
                    data_a=other.id,
                )
            )
        rows.append(element("tr", *cells[: place + 1], data_b=book.id))
    table = element(
        "table",
        element("thead", element("tr", *head)),
        element("tbody", *rows),
        class_="pq-apart",
        data_part="apart",
        aria_label="Differences between each two rule sets",
    )
    return join([table, _nearest(books, apart)])


def _in_two(name: str) -> str:
    """Return a name that breaks only after a comma. A name without a comma is returned unchanged."""
    parts = name.split(", ")
    return ", ".join(part.replace(" ", NBSP) for part in parts) if parts[1:] else name


def _nearest(books: tuple[RuleSet, ...], apart: Mapping[tuple[str, str], int]) -> Markup:
    """Return the list for phones: each rule set with its distances from the others, the smallest first."""
    items: list[Markup] = []
    for book in books:
        others = sorted(
            (apart.get((book.id, other.id), apart.get((other.id, book.id), 0)), place, other)
            for place, other in enumerate(books)
            if other is not book
        )
        told = (
            element(
                "span",
                f"{other.short} ",
                element("b", str(number)) if number == others[0][0] else str(number),
                data_b=other.id,
            )
            for number, _, other in others
        )
        items += [element("dt", book.short), element("dd", join([*told], " "), data_a=book.id)]
    return element("dl", *items, class_="pq-nearest")


# -- one deal under all --------------------------------------------------------------------------


def render_deal(deal: DealTotals, address: Address) -> Markup:
    """Return a table of the results of a deal under every rule set."""
    head = ("Rule set", *deal.players)
    rows = []
    for book in rulesets_by_date():
        total = deal.totals.get(book.id)
        name = element("th", link_or_text(book.short, address("ruleset", book.id)), scope="row")
        if total is None:
            rows.append(element("tr", name, element("td", "not with this pack", colspan=2)))
            continue
        words = " to ".join(map(str, total))
        cells = [element("td", str(points)) for points in total]
        rows.append(element("tr", name, *cells, data_set=book.id, data_ends=words))
    return element(
        "table",
        element("thead", element("tr", *(element("th", text, scope="col") for text in head))),
        element("tbody", *rows),
        class_="pq-totals",
    )
