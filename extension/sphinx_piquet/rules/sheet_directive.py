"""Directives ``sheet``, a printable summary of a rule set, and ``sheets``, a list of all such sheets."""

from __future__ import annotations

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cards.card_names import capitalize
from piquet_core.rules import RuleSet, load_ruleset
from piquet_core.rules.answer_matrix import rulesets_by_date
from sphinx_piquet import doctree as dt
from sphinx_piquet.registration import Assets, register
from sphinx_piquet.rules.rule_set_directives import DataDirective
from sphinx_piquet.rules.rule_summary import Block, Piece, Text, halves, phrase, rules_sheet

_LEADS = "Each line below links to its rule."
"""A note for the screen, where links in a sheet look like the other text."""


class SheetDirective(DataDirective):
    """``{sheet} hoyle1909``: the rules that a player needs during a game, with links to the articles.

    The directive follows the heading of its page. On paper, the page has only the heading and the sheet.
    """

    def build(self) -> list[nodes.Node]:
        ruleset = load_ruleset(self.arguments[0])
        head = dt.paragraph(
            "Source: ",
            dt.link("source", ruleset.source.id, ruleset.source.short, self.docname),
            ". The full rule set (",
            dt.link("ruleset", ruleset.id, ruleset.id, self.docname),
            f", version {ruleset.version}) gives the source of every answer.",
            nodes.inline("", f" {_LEADS}", classes=["pq-sheet-leads"]),
            classes=["pq-sheet-head"],
        )
        columns = (
            nodes.container("", *map(self._block, half), classes=["pq-half"])
            for half in halves(rules_sheet(ruleset))
        )
        return [nodes.container("", head, *columns, classes=["pq-sheet"])]

    def _block(self, block: Block) -> nodes.section:
        body: list[nodes.Node] = []
        if block.lines:
            items = (nodes.list_item("", dt.paragraph(*self._text(line))) for line in block.lines)
            body.append(nodes.bullet_list("", *items, bullet="-", classes=["pq-lines"]))
        if block.rows:
            body.append(
                dt.table(
                    ("For", "Points"),
                    (
                        [[dt.paragraph(*self._text(side))] for side in (what, points)]
                        for what, points in block.rows
                    ),
                    widths=(70, 30),
                    classes=["pq-scores"],
                )
            )
        section = dt.section(nodes.make_id(f"sheet-{block.title}"), block.title, *body)
        section["classes"].append("pq-block")
        return section

    def _text(self, text: Text) -> list[nodes.Node]:
        return [self._piece(piece) for piece in text]

    def _piece(self, piece: Piece) -> nodes.Node:
        if piece.rule:
            return dt.link("rule", piece.rule, piece.text, self.docname)
        if piece.place:
            return dt.link("source", piece.place, piece.text, self.docname)
        return nodes.Text(piece.text)


class SheetsDirective(DataDirective):
    """``{sheets}``: a list of the sheets in the folder of the page, with year, pack and forms of the game."""

    required_arguments = 0
    optional_arguments = 0

    def build(self) -> list[nodes.Node]:
        room = self.docname.rpartition("/")[0]
        pages = {f"{room}/{one.id}": one for one in rulesets_by_date()}
        sheets = {page: one for page, one in pages.items() if page in self.env.found_docs}
        items = (
            nodes.list_item(
                "",
                dt.paragraph(dt.link_to_page(f"/{page}", ruleset.title, self.docname)),
                dt.paragraph(_kind(ruleset), classes=["pq-sheet-kind"]),
            )
            for page, ruleset in sheets.items()
        )
        contents = addnodes.toctree(
            "",
            entries=[(ruleset.title, page) for page, ruleset in sheets.items()],
            includefiles=list(sheets),
            parent=self.docname,
            maxdepth=-1,
            **dict.fromkeys(("glob", "hidden", "includehidden", "numbered", "titlesonly"), False),
        )
        contents["hidden"] = True
        return [nodes.bullet_list("", *items, bullet="-", classes=["pq-sheets"]), contents]


def _kind(ruleset: RuleSet) -> str:
    """Return a line with the year, the pack and the forms of the game of a rule set."""
    pack, forms = (phrase(ruleset.answers[id]) for id in ("pack.size", "game.forms"))
    return f"{capitalize(ruleset.source.dated)}, {pack}, {forms}"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    button = ("rules/print-button.js",)
    return register(
        app,
        directives={"sheet": SheetDirective, "sheets": SheetsDirective},
        assets={
            # The style is for paper, and comes after the print style of the site.
            "pq-sheet": Assets(styles=("rules/sheet.css",), scripts=button, late=True),
            "pq-print-place": Assets(scripts=button),
        },
    )
