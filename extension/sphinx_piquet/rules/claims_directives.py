"""Directives for claims: figures printed in books beside the exact ones."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

import piquet_core.claims
from piquet_core.claims import Accuracy, ClaimVerdict, claims, examine, themes
from piquet_core.claims.claim_citation import claim_subject
from piquet_core.claims.figures import format_fraction
from piquet_core.claims.verdicts import PrintedPlace, cited_books
from piquet_core.views.markup import Markup
from sphinx_piquet import doctree as dt
from sphinx_piquet.citation_panel import sentence_panel
from sphinx_piquet.details import details_block
from sphinx_piquet.domain import Entry, anchor_of, piquet_domain
from sphinx_piquet.pages import Page
from sphinx_piquet.popover import popover
from sphinx_piquet.registration import Assets, Widget, register
from sphinx_piquet.views.claim_accuracy_bar import render_claim_accuracy_bar

_DATA = Path(piquet_core.claims.__file__).parent / "data"
_MARKS = {
    Accuracy.EXACT: "\N{CHECK MARK}",
    Accuracy.ROUNDED: "\N{ALMOST EQUAL TO}",
    Accuracy.WRONG: "\N{MULTIPLICATION X}",
    Accuracy.UNDECIDED: "\N{EN DASH}",
}
_COUNTED = {
    Accuracy.EXACT: "exact or true",
    Accuracy.ROUNDED: "fairly rounded",
    Accuracy.WRONG: "wrong",
    Accuracy.UNDECIDED: "not decided by calculation",
}


class bar_node(nodes.General, nodes.Element):
    """A bar of the number of claims by verdict. The text below it says the same."""


class _ClaimsDirective(SphinxDirective):
    """Base of the directives for claims."""

    def examinations(self) -> list[ClaimVerdict]:
        """Return the verdicts on all claims. Note the data files as dependencies of the page."""
        for file in sorted(_DATA.glob("*.toml")):
            self.env.note_dependency(file)
        return [examine(id) for id in claims()]

    @property
    def docname(self) -> str:
        """The document that contains the directive."""
        return self.env.current_document.docname


class ClaimsSummaryDirective(_ClaimsDirective):
    """``{claims-summary}``: the number of claims by verdict, and a list of the wrong ones."""

    def run(self) -> list[nodes.Node]:
        examinations = self.examinations()
        counted = Counter(examination.verdict for examination in examinations)
        parts: list[nodes.Node | str] = [nodes.strong("", f"{len(examinations)} claims: ")]
        for verdict, words in _COUNTED.items():
            end = "." if verdict is Accuracy.UNDECIDED else ","
            said = nodes.Text(f" {counted[verdict]} {words}{end}")
            parts += [nodes.inline("", "", _mark(verdict), said, classes=["pq-counted-so"]), " "]
        wrong = [one for one in examinations if one.verdict is Accuracy.WRONG]
        box = nodes.container(
            "",
            bar_node("", counts=[counted[verdict] for verdict in _COUNTED]),
            dt.paragraph(*parts, classes=["pq-claims-count"]),
            dt.paragraph("Those that do not hold:"),
            nodes.bullet_list("", *map(self._wrong, wrong)),
            classes=["pq-box", "pq-claims-summary"],
        )
        self.set_source_info(box)
        return [box]

    def _wrong(self, examination: ClaimVerdict) -> nodes.list_item:
        claim = examination.claim
        text: list[nodes.Node | str] = [dt.link("claim", claim.id, claim.asked, self.docname)]
        text += [f": {claim.places[0]}, has \N{LEFT DOUBLE QUOTATION MARK}{claim.printed}"]
        text += [f"\N{RIGHT DOUBLE QUOTATION MARK}; {_exact(examination)}."]
        if claim.copy:
            text.append(" The slip may be our copy\N{RIGHT SINGLE QUOTATION MARK}s.")
        return nodes.list_item("", dt.paragraph(*text))


class ClaimsBooksDirective(_ClaimsDirective):
    """``{claims-books}``: a list of the books that are cited for claims only."""

    def run(self) -> list[nodes.Node]:
        self.examinations()
        items = (nodes.list_item("", dt.paragraph(book.text)) for book in cited_books().values())
        return [nodes.bullet_list("", *items)]


class ClaimsDirective(_ClaimsDirective):
    """``{claims} THEME``: the table of the claims with a theme, such as ``elder``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        theme = self.arguments[0]
        if theme not in themes():
            known = ", ".join(themes())
            raise self.error(f"no claim has the theme {theme!r}; choose one of {known}")
        rows = [one for one in self.examinations() if one.claim.theme == theme]
        domain = piquet_domain(self.env)
        for examination in rows:
            claim, anchor = examination.claim, anchor_of("claim", examination.claim.id)
            title = f"{claim.asked}: {claim.printed}"
            domain.note(Entry("claim", claim.id, title, self.docname, anchor, self.lineno))
        fold = details_block(*_line(rows), inside=[self._table(rows)], roomy=True)
        # Readers look for the errors of the books first.
        fold["open"] = any(one.verdict is Accuracy.WRONG for one in rows)
        return [fold]

    def _table(self, examinations: list[ClaimVerdict]) -> nodes.table:
        judged = any(examination.verdict is not Accuracy.UNDECIDED for examination in examinations)
        headings = ("What is asked", "Printed", "Exact", "Verdict")
        columns = len(headings) if judged else 2
        table = dt.table(
            headings[:columns],
            (self._row(examination)[:columns] for examination in examinations),
            widths=(40, 25, 20, 15)[:columns],
            classes=["pq-answers", "pq-claims"],
        )
        rows = list(next(iter(table.findall(nodes.tbody))).findall(nodes.row))
        for row, examination in zip(rows, examinations, strict=True):
            row["ids"].append(anchor_of("claim", examination.claim.id))
        return table

    def _row(self, examination: ClaimVerdict) -> list[list[nodes.Node]]:
        claim = examination.claim
        return [
            self._asked(examination),
            [
                dt.paragraph(claim.printed, classes=["pq-printed"]),
                dt.paragraph(*dt.joined(claim.places, self._place, "; "), classes=["pq-note"]),
                sentence_panel(
                    self.docname,
                    claim_subject(claim, self.docname, anchor_of("claim", claim.id)),
                ),
            ],
            _exact_cell(examination),
            [
                dt.paragraph(
                    _mark(examination.verdict), f" {_word(examination)}", classes=["pq-verdict"]
                )
            ],
        ]

    def _asked(self, examination: ClaimVerdict) -> list[nodes.Node]:
        claim = examination.claim
        anchor = anchor_of("claim", claim.id)
        sign = nodes.inline("", "link to this line", classes=["pq-vh"])
        itself = nodes.reference("", "#", sign, refid=anchor, classes=["pq-claim-link"])
        lines: list[nodes.Node] = [dt.paragraph(f"{claim.asked}\N{NO-BREAK SPACE}", itself)]
        if claim.remark:
            lines.append(dt.paragraph(claim.remark, classes=["pq-note"]))
        return lines

    def _place(self, place: PrintedPlace) -> nodes.Node:
        text = str(place).replace("paragraph ", "paragraph\N{NO-BREAK SPACE}")
        if place.citation is not None:
            return dt.link("source", str(place.citation), text, self.docname)
        assert place.book is not None
        return nodes.inline("", text)


def _line(examinations: list[ClaimVerdict]) -> list[nodes.Node | str]:
    """Return the summary line of a table: the total number of claims, and the number by verdict."""
    counted = Counter(examination.verdict for examination in examinations)
    number = len(examinations)
    line: list[nodes.Node | str] = [
        nodes.strong("", f"{number} figure{'' if number == 1 else 's'}")
    ]
    for verdict, words in _COUNTED.items():
        if counted[verdict]:
            said = nodes.Text(f" {counted[verdict]} {words}")
            line += [" ", nodes.inline("", "", _mark(verdict), said, classes=["pq-details-who"])]
    return line


def _mark(verdict: Accuracy) -> nodes.inline:
    name = verdict.name.lower()
    return nodes.inline("", _MARKS[verdict], classes=["pq-mark", f"pq-mark-{name}"])


def _word(examination: ClaimVerdict) -> str:
    if examination.verdict is Accuracy.EXACT and examination.claim.kind == "statement":
        return "True"
    if examination.verdict is Accuracy.WRONG and examination.claim.copy:
        return "Wrong in our copy"
    return examination.verdict.value.capitalize()


def _exact(examination: ClaimVerdict) -> str:
    """Return the exact value as part of a sentence."""
    if examination.claim.kind == "statement":
        return "this is impossible"
    return f"exact is {examination.odds or examination.exact}"


def _exact_cell(examination: ClaimVerdict) -> list[nodes.Node]:
    """Return the table cell with the exact value and its calculation in a popover."""
    cell: list[nodes.Node] = [dt.paragraph(examination.odds or examination.exact)]
    if examination.claim.kind == "odds":
        chance = format_fraction(Fraction(examination.exact))
        cell.append(dt.paragraph(f"chance {chance}", classes=["pq-note"]))
    if examination.derivation:
        cell.append(popover("The sum", dt.paragraph(examination.derivation, classes=["pq-note"])))
    return cell


def _draw_bar(_page: Page, node: bar_node) -> Markup:
    return render_claim_accuracy_bar(dict(zip(_COUNTED, node["counts"], strict=True)))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    files = Assets(styles=("rules/claims.css",))
    return register(
        app,
        directives={
            "claims": ClaimsDirective,
            "claims-books": ClaimsBooksDirective,
            "claims-summary": ClaimsSummaryDirective,
        },
        widgets=[Widget(bar_node, draw=_draw_bar)],
        assets={"pq-claims": files, "pq-claims-summary": files},
    )
