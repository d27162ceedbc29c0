"""The directives of the page of claims: figures that books print, beside the exact ones."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import piquet_core.claims
from piquet_core.claims import Finding, Verdict, claims, examine, themes
from piquet_core.claims.examined import Place, books
from piquet_core.sphinxext import doctree as dt
from piquet_core.sphinxext.domain import Entry, PiquetDomain, anchor_of, piquet_domain
from piquet_core.sphinxext.pages import add_files_where

_DATA = Path(piquet_core.claims.__file__).parent / "data"
_MARKS = {
    Verdict.EXACT: "\N{CHECK MARK}",
    Verdict.ROUNDED: "\N{ALMOST EQUAL TO}",
    Verdict.WRONG: "\N{MULTIPLICATION X}",
    Verdict.UNDECIDED: "\N{EN DASH}",
}
_COUNTED = {
    Verdict.EXACT: "exact or true",
    Verdict.ROUNDED: "fairly rounded",
    Verdict.WRONG: "wrong",
    Verdict.UNDECIDED: "not decided by calculation",
}


class _ClaimsDirective(SphinxDirective):
    """A directive made from the data of the claims."""

    def findings(self) -> list[Finding]:
        """Return every claim examined, noting what the page depends on."""
        for file in sorted(_DATA.glob("*.toml")):
            self.env.note_dependency(file)
        return [examine(id) for id in claims()]

    @property
    def docname(self) -> str:
        """The document that the directive stands in."""
        return self.env.current_document.docname


class ClaimsSummaryDirective(_ClaimsDirective):
    """``{claims-summary}``: how many claims hold, and a list of those that do not."""

    def run(self) -> list[nodes.Node]:
        findings = self.findings()
        counted = Counter(finding.verdict for finding in findings)
        parts: list[nodes.Node | str] = [nodes.strong("", f"{len(findings)} claims: ")]
        for verdict, words in _COUNTED.items():
            parts += [_mark(verdict), f" {counted[verdict]} {words}"]
            parts.append("." if verdict is Verdict.UNDECIDED else ", ")
        wrong = [finding for finding in findings if finding.verdict is Verdict.WRONG]
        box = nodes.container(
            "",
            dt.paragraph(*parts, classes=["pq-claims-count"]),
            dt.paragraph("Those that do not hold:"),
            nodes.bullet_list("", *map(self._wrong, wrong)),
            classes=["pq-box", "pq-claims-summary"],
        )
        self.set_source_info(box)
        return [box]

    def _wrong(self, finding: Finding) -> nodes.list_item:
        claim = finding.claim
        text: list[nodes.Node | str] = [dt.link("claim", claim.id, claim.asked, self.docname)]
        text += [f": {claim.places[0]}, has \N{LEFT DOUBLE QUOTATION MARK}{claim.printed}"]
        text += [f"\N{RIGHT DOUBLE QUOTATION MARK}; {_exact(finding)}."]
        if claim.copy:
            text.append(" The slip may be our copy\N{RIGHT SINGLE QUOTATION MARK}s.")
        return nodes.list_item("", dt.paragraph(*text))


class ClaimsBooksDirective(_ClaimsDirective):
    """``{claims-books}``: the books that only claims cite."""

    def run(self) -> list[nodes.Node]:
        self.findings()
        items = (nodes.list_item("", dt.paragraph(book.text)) for book in books().values())
        return [nodes.bullet_list("", *items)]


class ClaimsDirective(_ClaimsDirective):
    """``{claims} elder``: the table of the claims of one theme."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        theme = self.arguments[0]
        if theme not in themes():
            known = ", ".join(themes())
            raise self.error(f"no claims have the theme {theme!r}; there are {known}")
        rows = [finding for finding in self.findings() if finding.claim.theme == theme]
        domain = piquet_domain(self.env)
        for finding in rows:
            claim, anchor = finding.claim, anchor_of("claim", finding.claim.id)
            title = f"{claim.asked}: {claim.printed}"
            domain.note(Entry("claim", claim.id, title, self.docname, anchor, self.lineno))
        return [self._table(rows)]

    def _table(self, findings: list[Finding]) -> nodes.table:
        judged = any(finding.verdict is not Verdict.UNDECIDED for finding in findings)
        headings = ("What is asked", "Printed", "Exact", "Verdict")
        columns = len(headings) if judged else 2
        table = dt.table(
            headings[:columns],
            (self._row(finding)[:columns] for finding in findings),
            widths=(40, 25, 20, 15)[:columns],
            classes=["pq-answers", "pq-claims"],
        )
        rows = list(next(iter(table.findall(nodes.tbody))).findall(nodes.row))
        for row, finding in zip(rows, findings, strict=True):
            row["ids"].append(anchor_of("claim", finding.claim.id))
        return table

    def _row(self, finding: Finding) -> list[list[nodes.Node]]:
        claim = finding.claim
        return [
            self._asked(finding),
            [
                dt.paragraph(claim.printed, classes=["pq-printed"]),
                dt.paragraph(*dt.joined(claim.places, self._place, "; "), classes=["pq-note"]),
            ],
            _exact_cell(finding),
            [dt.paragraph(_mark(finding.verdict), f" {_word(finding)}", classes=["pq-verdict"])],
        ]

    def _asked(self, finding: Finding) -> list[nodes.Node]:
        claim = finding.claim
        anchor = anchor_of("claim", claim.id)
        itself = nodes.reference("", "link", refid=anchor, classes=["pq-claim-link"])
        lines: list[nodes.Node] = [dt.paragraph(claim.asked, " ", itself)]
        lines += [
            dt.paragraph(text, classes=["pq-note"]) for text in (finding.how, claim.remark) if text
        ]
        return lines

    def _place(self, place: Place) -> nodes.Node:
        text = str(place).replace("paragraph ", "paragraph\N{NO-BREAK SPACE}")
        if place.citation is not None:
            return dt.link("source", str(place.citation), text, self.docname)
        assert place.book is not None
        return nodes.inline("", text)


def _mark(verdict: Verdict) -> nodes.inline:
    name = verdict.name.lower()
    return nodes.inline("", _MARKS[verdict], classes=["pq-mark", f"pq-mark-{name}"])


def _word(finding: Finding) -> str:
    if finding.verdict is Verdict.EXACT and finding.claim.kind == "statement":
        return "True"
    if finding.verdict is Verdict.WRONG and finding.claim.copy:
        return "Wrong in our copy"
    return finding.verdict.value.capitalize()


def _exact(finding: Finding) -> str:
    """Return the exact value in a sentence."""
    if finding.claim.kind == "statement":
        return "this cannot be"
    return f"exact is {finding.odds or finding.exact}"


def _exact_cell(finding: Finding) -> list[nodes.Node]:
    if finding.claim.kind == "odds":
        return [
            dt.paragraph(finding.odds),
            dt.paragraph(f"chance {finding.exact}", classes=["pq-note"]),
        ]
    return [dt.paragraph(finding.exact)]


def _add_files(app: Sphinx, context: dict[str, Any]) -> None:
    """Load the style of the tables and of their summary."""
    del context
    app.add_css_file("rules/claims.css")


def setup(app: Sphinx) -> None:
    """Register the directives, with and without the prefix ``piquet:``, and their style."""
    for name, directive in (
        ("claims", ClaimsDirective),
        ("claims-books", ClaimsBooksDirective),
        ("claims-summary", ClaimsSummaryDirective),
    ):
        app.add_directive(name, directive)
        app.add_directive_to_domain(PiquetDomain.name, name, directive)
    for holder in ("pq-claims", "pq-claims-summary"):
        add_files_where(app, holder, _add_files)
