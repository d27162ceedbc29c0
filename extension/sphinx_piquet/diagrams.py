"""Directives for diagrams drawn from rule sets (``drawn``) and for score sheets and scoring cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata, OptionSpec

from piquet_core.errors import PiquetError
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.rules import find_ruleset, ruleset_ids
from piquet_core.views.markup import Markup, element
from sphinx_piquet.pages import Page
from sphinx_piquet.record_files import read_record
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.views.deck_pictures import (
    render_courts,
    render_order,
    render_pack,
    render_sequences,
    render_shares,
)
from sphinx_piquet.views.score_sheet import (
    render_blank_row,
    render_filled_sheet,
    render_filled_table,
)
from sphinx_piquet.views.scoring_card import (
    card_column,
    render_scoring_card,
    render_scoring_table,
)

PICTURES: Final[Mapping[str, Callable[..., Markup]]] = {
    "pack": render_pack,
    "courts": render_courts,
    "shares": lambda *books: render_shares(books),
    "sequences": render_sequences,
    "order": render_order,
}


class diagram_node(nodes.General, nodes.Element):
    """A diagram or a filled-in score sheet. Its children are the caption."""


class DrawnDirective(SphinxDirective):
    """``{drawn} PICTURE RULESET …``: a diagram drawn from one or two rule sets.

    PICTURE is a key of ``PICTURES``. The content is the caption.
    """

    required_arguments = 2
    optional_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the diagram, or report an unknown picture or rule set."""
        name, *books = self.arguments
        if name not in PICTURES:
            raise self.error(f"unknown picture {name!r}; choose one of {', '.join(PICTURES)}")
        if unknown := [book for book in books if book not in ruleset_ids()]:
            raise self.error(f"unknown rule set: {', '.join(unknown)}")
        node = diagram_node("", *self.parse_content_to_nodes(), name=name, books=books)
        self.set_source_info(node)
        return [node]


class FilledSheetDirective(SphinxDirective):
    """``{filled-sheet} FILE``: the score sheet of a recorded deal. The content is the caption.

    With ``form``, show the deal as the first row of the printable form instead.
    """

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[OptionSpec] = {"form": directives.flag}

    def run(self) -> list[nodes.Node]:
        """Return the sheet, or report an unreadable or incomplete record."""
        filename = self.arguments[0]
        try:
            record = loads(read_record(self.env, filename)[1])
            replay = replay_record(record)
        except (OSError, PiquetError) as error:
            raise self.error(f"no sheet can be filled in from {filename}: {error}") from None
        sums = replay.steps[-1].points_by_rule
        if not sums:
            raise self.error(f"the record is not a complete deal: {filename}")
        node = diagram_node("", *self.parse_content_to_nodes())
        if "form" in self.options:
            node["sheet"] = node["table"] = render_blank_row(record.players, sums)
        else:
            node["sheet"] = render_filled_sheet(record.players, sums)
            node["table"] = render_filled_table(record.players, sums)
        self.set_source_info(node)
        return [node]


class ScoringCardDirective(SphinxDirective):
    """``{scoring-card} RULESET``: a card with several parties. The content is the caption.

    ``parties`` has A's and B's points in each deal, such as ``27-13 15-31``, with semicolons between
    parties. Totals and settlements follow from the rule set.
    """

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[OptionSpec] = {"parties": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Return the card, or report an unknown rule set, an unreadable partie or a tie."""
        book = self.arguments[0]
        if book not in ruleset_ids():
            raise self.error(f"unknown rule set: {book}")
        try:
            columns = [
                card_column(find_ruleset(book), [_deal(one) for one in line.split()])
                for line in self.options.get("parties", "").split(";")
            ]
            sheet = render_scoring_card(columns)
        except ValueError as error:
            raise self.error(f"no scoring card: {error}") from None
        node = diagram_node("", *self.parse_content_to_nodes())
        node["sheet"], node["table"] = sheet, render_scoring_table(columns)
        self.set_source_info(node)
        return [node]


def _deal(text: str) -> tuple[int, int]:
    first, second = text.split("-")
    return int(first), int(second)


def _draw(page: Page, node: diagram_node, caption: Markup) -> Markup:
    """Draw the figure with its caption. EPUB gets a score sheet as a table, and no diagram."""
    if page.is_interactive:
        picture = node["sheet"] if "sheet" in node else _picture(node)
    elif "table" in node:
        picture = node["table"]
    else:
        return Markup("")
    return element("figure", picture, element("figcaption", caption), class_="pq-drawn")


def _picture(node: diagram_node) -> Markup:
    return PICTURES[node["name"]](*(find_ruleset(book) for book in node["books"]))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    return register(
        app,
        directives={
            "drawn": DrawnDirective,
            "filled-sheet": FilledSheetDirective,
            "scoring-card": ScoringCardDirective,
        },
        widgets=[
            Widget(
                diagram_node,
                wrap=_draw,
                printed=False,
                in_books=True,
                styles=("components/card.css", "rules/diagrams.css"),
                cards="deck",
            )
        ],
    )
