"""Directive ``maxims``: the maxims of the books, with verdicts from measured decisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final
from urllib.parse import urlencode

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cards.cards import parse_hand
from piquet_core.laboratory.maxim_verdicts import (
    DecisionGroup,
    MaximResult,
    maxim_files,
    maxim_results,
    part_text,
    untried_maxims,
    verdict_sentences,
)
from piquet_core.laboratory.maxims import Maxim
from piquet_core.laboratory.rule_effects import MeasuredFigure
from piquet_core.laboratory.worth_sentences import points_text
from piquet_core.views.markup import Markup, element, typeset
from sphinx_piquet import doctree as dt
from sphinx_piquet.details import details_block
from sphinx_piquet.inline_roles import card
from sphinx_piquet.laboratory.effects_of_site import book_name, laboratory_folder
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.views.effect_chart import (
    EffectAxis,
    EffectMark,
    axis_of,
    render_effect_cell,
    render_effect_scale,
    render_effects,
)

_ENDS: Final = ("breaking it wins", "breaking it costs")
_KINDS: Final = {"": "adapted", "quick-": "thumb"}


class maxim_chart_node(nodes.General, nodes.Element):
    """The chart of the cost of breaking a maxim: its ``marks``, and the ``axis`` of all maxims."""


class maxim_cell_node(nodes.General, nodes.Element):
    """The mark of a maxim in the table of all, drawn from the same data. The next cell has the figure."""


class maxim_scale_node(nodes.General, nodes.Element):
    """The numbers of the ``axis`` above the marks of the table."""


class MaximsDirective(SphinxDirective):
    """``{maxims} table``: all maxims by cost. ``{maxims} sections``: a section on each.

    ``{maxims} untried`` lists the maxims without a result.
    """

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the table or the sections."""
        folder = laboratory_folder(self.env)
        if folder is None:
            raise self.error("set piquet_laboratory to the folder of the maxims")
        for path in maxim_files(folder):
            self.env.note_dependency(path)
        found = maxim_results(folder)
        match self.arguments:
            case ["table"]:
                return [_table(found)] if found else []
            case ["sections"]:
                return list(self._sections(found))
            case ["untried"]:
                return _untried(untried_maxims(folder))
        parts = "table, sections, untried"
        raise self.error(f"unknown part {self.arguments[0]!r}; choose one of {parts}")

    def _sections(self, found: Sequence[MaximResult]) -> Iterator[nodes.section]:
        axis = _axis(found)
        for one in found:
            section = dt.section(one.maxim.name, _title(one), *self._body(one, axis))
            self.state.document.note_implicit_target(section)
            yield section

    def _body(self, result: MaximResult, axis: EffectAxis) -> Iterator[nodes.Node]:
        docname = self.env.current_document.docname
        verdict, *more = map(typeset, verdict_sentences(result))
        yield dt.paragraph(nodes.strong("", verdict), " ", " ".join(more))
        yield maxim_chart_node(marks=_marks(result), axis=axis)
        yield dt.paragraph(*_terms(result, docname))
        yield dt.paragraph(*_conditions(result, docname), classes=["pq-note"])
        yield details_block("The deal in which it mattered most", inside=_example(result, docname))


def _title(result: MaximResult) -> str:
    return typeset(result.maxim.maxim.removesuffix("."))


def _table(found: Sequence[MaximResult]) -> nodes.table:
    axis = _axis(found)
    rows: list[list[list[nodes.Node]]] = [
        [
            [dt.paragraph(nodes.reference("", _title(one), internal=True, refid=one.maxim.name))],
            [maxim_cell_node(marks=_marks(one), axis=axis)],
            [dt.paragraph(points_text(one.all.breaking, signed=True))],
            [dt.paragraph(part_text(one.all.obeys))],
            [dt.paragraph(f"{one.all.searched:,}")],
        ]
        for one in found
    ]
    table = dt.table(
        ("Maxim", "", "Breaking it costs", "Obeyed when free", "Decisions"),
        rows,
        widths=(32, 24, 20, 14, 10),
        classes=["pq-ranking", "no-search"],
    )
    scale = list(next(iter(table.findall(nodes.thead))).findall(nodes.entry))[1]
    scale.clear()
    scale += maxim_scale_node(axis=axis)
    return table


def _untried(found: Sequence[Maxim]) -> list[nodes.Node]:
    if not found:
        return []
    titles = "; ".join(typeset(one.maxim.removesuffix(".")) for one in found)
    return [dt.paragraph(f"Written down, but not tried yet: {titles}.")]


def _terms(result: MaximResult, docname: str) -> Iterator[nodes.Node | str]:
    """Yield when the maxim speaks and what obeying means, who gives it, and how we read it."""
    maxim = result.maxim
    yield f"It applies {maxim.when}. A player who obeys {maxim.obeyed}; one who does not {maxim.broken}. "
    yield "Given by "
    before = None
    for place in maxim.places:
        if before is not None:
            yield "; "
        same = before is not None and before.source == place.source
        words = place.place if same else f"{place.source.short}, {place.place}"
        yield dt.cited_place(place, words, docname, None)
        before = place
    yield f". {typeset(maxim.note)}" if maxim.note else "."


def _conditions(result: MaximResult, docname: str) -> Iterator[nodes.Node | str]:
    """Yield the sentences on how the figures were made."""
    every, rules = result.all, result.maxim.rules.id
    yield dt.link("ruleset", rules, book_name(rules), docname)
    yield f": {every.decisions:,} decisions in {result.quick_deals:,} deals with cards by rules of thumb, "
    yield f"{every.searched:,} in {result.deals:,} of these deals with cards by search. Experiment "
    yield nodes.literal("", result.maxim.name)
    yield f", seed \N{LEFT DOUBLE QUOTATION MARK}{result.seed}\N{RIGHT DOUBLE QUOTATION MARK}, commit "
    yield nodes.literal("", result.commit)
    yield "."


def _example(result: MaximResult, docname: str) -> list[nodes.Node]:
    """Return the hand, both choices with their results, and the link to the deal."""
    one = result.example
    does = {"exchange": "Lays out", "lead": "Leads", "follow": "Throws"}[result.maxim.decision]
    obeyed, broken = one.results
    where = f" after {one.trick} tricks" if one.trick else ""
    address = urlencode({"deal": one.deal, "by": result.maxim.rules.id})
    return [
        dt.paragraph(f"{one.seat.capitalize()}{where}: ", *_cards(one.hand)),
        dt.paragraph(f"{does} to obey: ", *_cards(one.obeyed), f", and ends {_ends(obeyed)}."),
        dt.paragraph(f"{does} to break: ", *_cards(one.broken), f", and ends {_ends(broken)}."),
        dt.paragraph("The deal is ", deal_link_node("", nodes.Text(one.deal), query=address), "."),
    ]


def _ends(points: int) -> str:
    if not points:
        return "level"
    return f"{abs(points)} points {'ahead' if points > 0 else 'behind'}"


def _cards(hand: str) -> list[nodes.Node]:
    return dt.joined(parse_hand(hand), card, " ")


class deal_link_node(nodes.Inline, nodes.TextElement):
    """Link to a deal at the page for deals of one's own. ``query`` names the deal and the rule set."""


def _marks(result: MaximResult) -> list[EffectMark]:
    return [
        _mark("Cards by search", result.all, ""),
        *(_mark(f"Cards by search, {seat}", one, "") for seat, one in result.seats.items()),
        _mark("Cards by rules of thumb", result.all, "quick-"),
    ]


def _mark(name: str, group: DecisionGroup, prefix: str) -> EffectMark:
    cost: MeasuredFigure = group.costs[f"{prefix}breaking"]
    text = points_text(cost, signed=True)
    return EffectMark(name, text, cost.mean, cost.error, _KINDS[prefix])


def _axis(found: Iterable[MaximResult]) -> EffectAxis:
    marks = [(mark.mean, mark.error) for one in found for mark in _marks(one)]
    low = min((mean - error for mean, error in marks), default=0.0)
    _, high = axis_of(marks)
    return EffectAxis(min(-1, round(low - 0.5)), high, ends=_ENDS)


def _draw_chart(_page: Page, node: maxim_chart_node) -> Markup:
    marks: list[EffectMark] = node["marks"]
    told = "; ".join(f"{mark.name} {mark.text}" for mark in marks)
    return render_effects(marks, node["axis"], f"Cost of breaking the maxim in points: {told}")


def _draw_cell(_page: Page, node: maxim_cell_node) -> Markup:
    return render_effect_cell(node["marks"][:1], node["axis"])


def _draw_scale(_page: Page, node: maxim_scale_node) -> Markup:
    return render_effect_scale(node["axis"])


def _draw_link(page: Page, node: deal_link_node, text: Markup) -> Markup:
    name = page.config.piquet_workbench_page
    if name not in page.env.found_docs:
        return text
    return element("a", text, href=f"{page.uri(name)}?{node['query']}")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and its drawings."""
    styles = ("rules/effects.css",)
    return register(
        app,
        directives={"maxims": MaximsDirective},
        widgets=[
            Widget(maxim_chart_node, draw=_draw_chart, in_books=True, styles=styles),
            Widget(maxim_cell_node, draw=_draw_cell, in_books=True, styles=styles),
            Widget(maxim_scale_node, draw=_draw_scale, in_books=True),
            Widget(deal_link_node, wrap=_draw_link),
        ],
    )
