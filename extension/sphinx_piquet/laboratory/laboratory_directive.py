"""Directive ``laboratory``: tables and drawings of all measured rules and rule sets."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Final

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata, OptionSpec

from piquet_core.cards.card_names import join_words
from piquet_core.laboratory.lab_players import MEASURED, player_name
from piquet_core.laboratory.rule_effects import (
    AIM,
    EdgeEffect,
    EffectResult,
    ExploiterGain,
    GameShape,
    RuleEffect,
    exploits,
    ranked,
    shapes,
)
from piquet_core.laboratory.worth_sentences import (
    at_most_text,
    plain_text,
    points_text,
    share_text,
)
from piquet_core.rules import find_rule, find_ruleset, variant_changes
from piquet_core.rules.ruleset import ruleset_ids_by_date
from piquet_core.views.markup import Markup, typeset
from sphinx_piquet import doctree as dt
from sphinx_piquet.laboratory.effects_of_site import (
    book_name,
    common_axis,
    effect_marks,
    laboratory_folder,
    note_results,
    site_effects,
)
from sphinx_piquet.laboratory.worth_section import effect_label
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.views.effect_chart import (
    render_effect_cell,
    render_effect_key,
    render_effect_scale,
)
from sphinx_piquet.views.shape_chart import ShapeBars, render_shapes

_STYLES: Final = ("rules/effects.css",)
_TENS: Final = re.compile(r"(Elder|Younger) scores (?:under (10)|(\d+) to \d+|(150) or more)")
_IN_100: Final[Mapping[str, tuple[str, ...]]] = {
    "Piques": ("elder-piques", "younger-piques"),
    "Repiques": ("elder-repiques", "younger-repiques"),
    "Capots": ("elder-capots", "younger-capots"),
    "Divided": ("divided",),
}
"""Events that the table of shapes counts in a hundred deals, with the measures of both players."""


class effect_cell_node(nodes.General, nodes.Element):
    """The marks of an experiment in a table. The next cell has the figures."""


class effect_scale_node(nodes.General, nodes.Element):
    """The scale above the marks of a table. ``of_deals`` chooses the axis."""


class effect_key_node(nodes.General, nodes.Element):
    """The legend of the marks."""


class shapes_node(nodes.General, nodes.Element):
    """Histograms of the scores of all rule sets, as small multiples."""


class LaboratoryDirective(SphinxDirective):
    """``{laboratory} PART``: a part of the page on the laboratory.

    PART is a key of ``_PARTS``. The option ``printed`` has a rule set and a CSV file with its
    printed frequencies, which ``histograms`` draws beside the measured ones.
    """

    required_arguments = 1
    option_spec: ClassVar[OptionSpec] = {"printed": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """Return the part. It is empty if nothing has been measured."""
        part = self.arguments[0]
        if part not in _PARTS:
            raise self.error(f"unknown part {part!r}; choose one of {', '.join(_PARTS)}")
        if laboratory_folder(self.env) is None:
            raise self.error("set piquet_laboratory to the folder of the experiments")
        note_results(self.env)
        return _PARTS[part](self)

    @property
    def folder(self) -> Path:
        """The folder of the experiments."""
        folder = laboratory_folder(self.env)
        assert folder is not None
        return folder

    @property
    def docname(self) -> str:
        """The document that contains the directive."""
        return self.env.current_document.docname

    def effects(self, *, of_deals: bool) -> list[RuleEffect]:
        """Return the effects on deals or on whole games, ranked."""
        return [one for one in ranked(site_effects(self.env)) if one.is_of_deals is of_deals]

    def ranking(self) -> list[nodes.Node]:
        """Return the table of all rules that change a deal, by effect."""
        found = [one for one in self.effects(of_deals=True) if not one.first.nothing]
        return self._ranking(found, of_deals=True)

    def whole_games(self) -> list[nodes.Node]:
        """Return the table of the rules on whole games, by the share of other winners."""
        return self._ranking(self.effects(of_deals=False), of_deals=False)

    def _ranking(self, found: Sequence[RuleEffect], *, of_deals: bool) -> list[nodes.Node]:
        columns: tuple[tuple[str, Callable[[EffectResult], str]], ...] = (
            ("Points a deal" if of_deals else "Points a game", _points),
            ("Winner changes", _winner),
        )
        if not of_deals:
            columns = columns[::-1]
        columns = (*columns, ("Deals" if of_deals else "Games", _games))
        rows: list[list[list[nodes.Node]]] = [
            [
                self._rule(one),
                [effect_cell_node(experiment=one.name)],
                *_columns(one, [tell for _, tell in columns]),
            ]
            for one in found
        ]
        table = dt.table(
            ("The rule, and its change", "", *(words for words, _ in columns)),
            rows,
            widths=(32, 24, 20, 14, 10),
            classes=["pq-ranking"],
        )
        scale = list(next(iter(table.findall(nodes.thead))).findall(nodes.entry))[1]
        scale.clear()
        scale += effect_scale_node(of_deals=of_deals)
        return [effect_key_node(), table]

    def edges(self) -> list[nodes.Node]:
        """Return the table of what rules do to the edge of the stronger player, the greatest change first."""
        found = [(one, one.edge) for one in self.effects(of_deals=True) if one.edge]
        if not found:
            return [dt.paragraph("It has not been measured yet.")]
        found.sort(key=lambda pair: (not pair[1].shows_effect, -abs(pair[1].change.mean)))
        rows = [[self._rule(one), *_text_cells(_edge_figures(edge))] for one, edge in found]
        table = dt.table(
            ("The rule, and its change", "Edge", "Change", "Deals won"),
            rows,
            widths=(43, 19, 19, 19),
            classes=["pq-nothing", "no-search"],
        )
        return [table]

    def nothing(self) -> list[nodes.Node]:
        """Return the table of the rules that changed no deal, each with its caution."""
        rows: list[list[list[nodes.Node]]] = [
            [
                self._rule(one),
                *_columns(one, [_games, _bound]),
                [dt.paragraph(typeset(one.caution))] if one.caution else [],
            ]
            for one in self.effects(of_deals=True)
            if one.first.nothing
        ]
        headings = ("The rule, and its change", "Deals", "Touches at most", "Why")
        return [
            dt.table(headings, rows, widths=(38, 16, 14, 32), classes=["pq-nothing", "no-search"])
        ]

    def wide(self) -> list[nodes.Node]:
        """Return the list of rules whose interval is wider than the aim."""
        items = [
            nodes.list_item(
                "",
                dt.paragraph(
                    self._title(one),
                    f": {result.provenance.name}, {points_text(result.lead, signed=True)}",
                ),
            )
            for one in self.effects(of_deals=True)
            for result in one.results
            if result.wide
        ]
        return [nodes.bullet_list("", *items)] if items else [dt.paragraph("None.")]

    def shape_table(self) -> list[nodes.Node]:
        """Return the table of the shapes of the rule sets, for each player."""
        return [node for player in MEASURED for node in self._shapes(player)]

    def _shapes(self, player: str) -> Iterable[nodes.Node]:
        found = _by_date([one for one in shapes(self.folder) if one.provenance.player == player])
        if not found:
            return
        rows = []
        for one in found:
            name = dt.link("ruleset", one.rules, book_name(one.rules), self.docname)
            rows.append(_row(name, _shape_figures(one)))
            if one.rules == self.printed_rules:
                rows.append(_row(nodes.emphasis("", "as printed"), self._printed_figures()))
        yield dt.paragraph(nodes.strong("", f"{player_name(player)} against itself"))
        yield dt.table(
            ("Rule set", "Elder", "Younger", "Elder’s advantage", *_IN_100, "Deals"),
            rows,
            widths=(16, *(10 for _ in range(len(_IN_100) + 4))),
            classes=["pq-shapes", "no-search"],
        )

    @property
    def printed_rules(self) -> str:
        """The rule set whose printed figures the option ``printed`` gives, or ""."""
        rules: str = self.options.get("printed", "").partition(" ")[0]
        return rules

    def _printed_rows(self) -> dict[str, float]:
        """Return the printed frequencies in per cent, by what they count."""
        file = self.options.get("printed", "").partition(" ")[2]
        if not file:
            return {}
        _, filename = self.env.relfn2path(file)
        self.env.note_dependency(filename)
        _, *rows = csv.reader(Path(filename).read_text("utf-8").splitlines())
        return {name: float(percent) for name, percent, *_ in rows}

    def _printed_figures(self) -> list[str]:
        """Return the cells of the printed figures. Those that the book does not print are empty."""
        printed = self._printed_rows()
        repiques = sum(found for name, found in printed.items() if "makes a repique" in name)
        divided = sum(found for name, found in printed.items() if "are divided" in name)
        return ["", "", "", "", f"{repiques:.1f}", "", f"{divided:.1f}", ""]

    def histograms(self) -> list[nodes.Node]:
        """Return the histograms of the player with scores of most deals."""
        every = [one for one in shapes(self.folder) if one.scores]
        if not every:
            return []
        deals = Counter[str]()
        for one in every:
            deals[one.provenance.player] += one.provenance.games
        player = max(deals, key=lambda name: deals[name])
        found = _by_date([one for one in every if one.provenance.player == player])
        printed = _by_tens(self._printed_rows())
        bars = [
            _bars(same, printed if any(one.rules == self.printed_rules for one in same) else {})
            for same in _alike(found)
        ]
        who = f"{player_name(player)} against itself; the mean scores of elder and younger follow each name."
        return [dt.paragraph(who, classes=["pq-note"]), shapes_node(bars=bars)]

    def exploiters(self) -> list[nodes.Node]:
        """Return the table of what exploiters gain, and a sentence on the gains that are above the aim or may be."""
        found = exploits(self.folder)
        if not found:
            return [dt.paragraph("It has not been measured yet.")]
        rows = [
            _text_cells(
                (_variant(one), points_text(one.gain, signed=True), f"{one.deals:,}"),
            )
            for one in found
        ]
        headings = ("Rule set", "Gain a deal", "Deals")
        above = [one for one in found if one.gain.mean > AIM]
        unclear = [one for one in found if one.gain.mean <= AIM < one.gain.mean + one.gain.error]
        said = f"Nowhere is the gain above {AIM} points a deal."
        if above:
            said = (
                f"The gain is above {AIM} points a deal under {join_words([*map(_variant, above)])}. "
                "Unless that is chance, the figures of Adapted there may be wrong by as much."
            )
        if unclear:
            under = join_words([*map(_variant, unclear)])
            said += (
                f" Such a gain is not ruled out under {under}, since the intervals reach above it."
            )
        table = dt.table(headings, rows, widths=(50, 30, 20), classes=["pq-nothing", "no-search"])
        budgets = "; ".join(sorted({one.budget for one in found}))
        budget = dt.paragraph(f"Budget of the exploiter: {budgets}.", classes=["pq-note"])
        return [table, budget, dt.paragraph(said)]

    def _rule(self, one: RuleEffect) -> list[nodes.Node]:
        note = typeset(f"If {one.clause} ({book_name(one.book)})")
        return [dt.paragraph(self._title(one)), dt.paragraph(note, classes=["pq-note"])]

    def _title(self, one: RuleEffect) -> nodes.Node:
        rule = one.rules[0]
        return dt.link_to_label(effect_label(one, rule), find_rule(rule).title, self.docname)


_PARTS: Final[Mapping[str, Callable[[LaboratoryDirective], list[nodes.Node]]]] = {
    "ranking": LaboratoryDirective.ranking,
    "whole-games": LaboratoryDirective.whole_games,
    "edges": LaboratoryDirective.edges,
    "nothing": LaboratoryDirective.nothing,
    "wide": LaboratoryDirective.wide,
    "shapes": LaboratoryDirective.shape_table,
    "histograms": LaboratoryDirective.histograms,
    "exploiters": LaboratoryDirective.exploiters,
}
"""The parts of the page by name."""


def _edge_figures(edge: EdgeEffect) -> list[str]:
    before, after = (plain_text(one.mean) for one in (edge.before, edge.after))
    wins, wins_then = (f"{100 * one.mean:.0f}%" for one in (edge.wins_before, edge.wins_after))
    return [
        f"{before}, then {after}",
        points_text(edge.change, signed=True),
        f"{wins}, then {wins_then}",
    ]


def _variant(one: ExploiterGain) -> str:
    """Return the name of the rule set, with its changed answers in words."""
    changes = variant_changes(find_ruleset(one.rules))
    return f"{book_name(one.rules)} ({changes})" if changes else book_name(one.rules)


def _bound(result: EffectResult) -> str:
    if result.nothing:
        return at_most_text(result)
    return f"{result.differing:,} differ, {points_text(result.lead, signed=True)}"


def _points(result: EffectResult) -> str:
    return points_text(result.lead, signed=True)


def _winner(result: EffectResult) -> str:
    return share_text(result.winner) if result.winner.mean else "in none"


def _games(result: EffectResult) -> str:
    return f"{result.provenance.games:,}"


def _columns(
    one: RuleEffect, tells: Sequence[Callable[[EffectResult], str]]
) -> list[list[nodes.Node]]:
    """Return the cells of a ranked rule, with a line for each player. The first cell names the players."""
    first, *others = tells
    named = _lines(f"{result.provenance.name} {first(result)}" for result in one.results)
    return [[named], *([_cell(one, tell)] for tell in others)]


def _cell(one: RuleEffect, tell: Callable[[EffectResult], str]) -> nodes.Node:
    return _lines(map(tell, one.results))


def _lines(texts: Iterable[str]) -> nodes.line_block:
    return nodes.line_block("", *(nodes.line("", text) for text in texts))


def _row(name: nodes.Node, texts: Iterable[str]) -> list[list[nodes.Node]]:
    return [[dt.paragraph(name)], *_text_cells(texts)]


def _text_cells(texts: Iterable[str]) -> list[list[nodes.Node]]:
    return [[dt.paragraph(text)] for text in texts]


def _shape_figures(one: GameShape) -> list[str]:
    events = (
        100 * sum(one.measures[name].mean for name in names if name in one.measures)
        for names in _IN_100.values()
    )
    return [
        *(f"{one.measures[name].mean:.1f}" for name in ("elder-score", "younger-score")),
        points_text(one.measures["elders-lead"]),
        *(f"{found:.1f}" for found in events),
        f"{one.provenance.games:,}",
    ]


def _by_tens(printed: Mapping[str, float]) -> dict[str, dict[int, float]]:
    """Return printed frequencies of scores by seat and lower end of the class of ten."""
    found: dict[str, dict[int, float]] = {"elder": {}, "younger": {}}
    for name, percent in printed.items():
        if fits := _TENS.fullmatch(name):
            low = 0 if fits[2] else int(fits[3] or fits[4])
            found[fits[1].lower()][low] = percent
    return found


def _by_date(found: Sequence[GameShape]) -> list[GameShape]:
    order = ruleset_ids_by_date()
    return sorted(found, key=lambda one: order.index(one.rules))


def _alike(found: Sequence[GameShape]) -> list[list[GameShape]]:
    """Return the shapes in groups with the same scores, which rule sets have that differ after a deal only."""
    groups: list[list[GameShape]] = []
    for one in found:
        same = next((group for group in groups if group[0].scores == one.scores), None)
        if same is None:
            groups.append([one])
        else:
            same.append(one)
    return groups


def _bars(same: Sequence[GameShape], printed: Mapping[str, Mapping[int, float]]) -> ShapeBars:
    one = same[0]
    means = (f"{one.measures[f'{seat}-score'].mean:.1f}" for seat in ("elder", "younger"))
    return ShapeBars(
        name="; ".join(book_name(shape.rules) for shape in same),
        means=" and ".join(means),
        shares={
            seat: {low: 100 * number / sum(scores.values()) for low, number in scores.items()}
            for seat, scores in one.scores.items()
        },
        printed={seat: dict(found) for seat, found in printed.items()},
    )


def _draw_cell(page: Page, node: effect_cell_node) -> Markup:
    effects = site_effects(page.env)
    effect = next(one for one in effects if one.name == node["experiment"])
    axis = common_axis(effects, of_deals=effect.is_of_deals)
    return render_effect_cell(effect_marks(effect), axis)


def _draw_scale(page: Page, node: effect_scale_node) -> Markup:
    return render_effect_scale(common_axis(site_effects(page.env), of_deals=node["of_deals"]))


def _draw_key(page: Page, _node: effect_key_node) -> Markup:
    found = {mark.kind: mark for one in site_effects(page.env) for mark in effect_marks(one)}
    return render_effect_key([found[player] for player in MEASURED if player in found])


def _draw_shapes(_page: Page, node: shapes_node) -> Markup:
    return render_shapes(node["bars"])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and its drawings."""
    return register(
        app,
        directives={"laboratory": LaboratoryDirective},
        widgets=[
            Widget(effect_cell_node, draw=_draw_cell, in_books=True, styles=_STYLES),
            Widget(effect_scale_node, draw=_draw_scale, in_books=True),
            Widget(effect_key_node, draw=_draw_key, in_books=True),
            Widget(shapes_node, draw=_draw_shapes, in_books=True, styles=_STYLES),
        ],
    )
