"""The section *What it is worth* of an article: the measured effects of its rule.

Every article whose rule has a result gets the section, below its text. Each experiment has its
sentences, a chart, its conditions, a citation, and further figures in a details block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, cast

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata

from piquet_core.citations import Subject
from piquet_core.laboratory.lab_players import player_name
from piquet_core.laboratory.rule_effects import (
    AIM,
    EffectResult,
    MeasuredFigure,
    Provenance,
    RuleEffect,
    effects_of,
)
from piquet_core.laboratory.worth_sentences import (
    PLUS_OR_MINUS,
    effect_sentences,
    points_text,
    result_text,
    share_text,
    signed_text,
)
from piquet_core.rules import find_rule
from piquet_core.views.markup import Markup, typeset
from sphinx_piquet import doctree as dt
from sphinx_piquet.citation_panel import sentence_panel
from sphinx_piquet.details import details_block
from sphinx_piquet.laboratory.effects_of_site import (
    LABEL,
    book_name,
    common_axis,
    effect_marks,
    laboratory_folder,
    note_results,
    site_effects,
)
from sphinx_piquet.messages import _
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.views.effect_chart import render_effects

SECTION: Final = "what-it-is-worth"
_BEFORE_ANSWERS: Final = 400
"""Priority of the handler. The answers and uses of a rule follow the section."""
_POINTS: Final = {"elder-score": "Elder’s score", "younger-score": "Younger’s score"}
_SHARES: Final = {
    "elder-wins": "Elder wins",
    "younger-wins": "Younger wins",
    "elder-piques": "Elder makes a pique",
    "younger-piques": "Younger makes a pique",
    "elder-repiques": "Elder makes a repique",
    "younger-repiques": "Younger makes a repique",
    "elder-capots": "Elder makes a capot",
    "younger-capots": "Younger makes a capot",
    "divided": "The cards are divided",
}


class effect_node(nodes.General, nodes.Element):
    """The chart of an experiment. ``experiment`` is its name."""


def _add_section(app: Sphinx, document: nodes.document) -> None:
    """Add the section to an article whose rule has a result."""
    env = app.env
    folder = laboratory_folder(env)
    if folder is None:
        return
    for box in list(document.findall(nodes.container)):
        kind, _space, rule = str(box.get("piquet-object", "")).partition(" ")
        section = box.parent
        if kind != "rule" or not isinstance(section, nodes.section):
            continue
        found = effects_of(rule, folder)
        if found:
            note_results(env)
            parts = [_experiment(env, rule, one) for one in found]
            section += dt.section(SECTION, _("What it is worth"), *parts)
            document.note_implicit_target(cast(nodes.section, section[-1]))


def _experiment(env: BuildEnvironment, rule: str, effect: RuleEffect) -> nodes.container:
    """Return the results of an experiment as a container with an anchor and a Sphinx label."""
    docname = env.current_document.docname
    label = effect_label(effect, rule)
    env.domains.standard_domain.note_hyperlink_target(label, docname, effect.anchor)
    return nodes.container(
        "",
        dt.paragraph(*map(typeset, [" ".join(effect_sentences(effect))])),
        effect_node(experiment=effect.name),
        dt.paragraph(*_conditions(effect, docname), classes=["pq-note"]),
        sentence_panel(docname, effect_subject(effect, rule)),
        details_block("More figures", inside=[_figures(effect)]),
        ids=[effect.anchor],
        classes=["pq-rule-worth"],
    )


def effect_label(effect: RuleEffect, rule: str) -> str:
    """Return the Sphinx label of an experiment in the article of one of its rules."""
    return f"{effect.anchor}-{rule}"


def effect_subject(effect: RuleEffect, rule: str) -> Subject:
    """Return the figures of an experiment as a citable subject, in the article of a rule."""
    figures = "; ".join(_cited(one, effect) for one in effect.results)
    measured = "Elder's advantage in points a deal" if effect.is_of_deals else "Other winner"
    return Subject(
        kind="measurement",
        id=effect.name,
        title=f"{find_rule(rule).title}, if {effect.clause}. {measured}: {figures}",
        page=("rule", rule),
        fragment=effect.anchor,
        detail=f"changed in the rule set {effect.book}",
    )


def _cited(result: EffectResult, effect: RuleEffect) -> str:
    played = f"{result.provenance.name}, {result.provenance.games:,} {effect.games}"
    return f"{result_text(result)} ({played})"


def _conditions(effect: RuleEffect, docname: str) -> Iterator[nodes.Node | str]:
    """Yield the sentences on how the figures were made."""
    yield "Experiment "
    yield nodes.literal("", effect.name)
    yield " of "
    yield dt.link_to_label(LABEL, "the laboratory", docname)
    yield ": "
    yield dt.link("ruleset", effect.book, book_name(effect.book), docname)
    yield " with and without the change, the same cards under both, seed \N{LEFT DOUBLE QUOTATION MARK}"
    yield f"{effect.first.provenance.seed}\N{RIGHT DOUBLE QUOTATION MARK}. "
    for one in effect.results:
        yield from _played(one.provenance, one.provenance.name, effect.games)
    if effect.edge:
        match = f"{effect.edge.provenance.name} against {player_name(effect.edge.weaker)}"
        yield from _played(effect.edge.provenance, match, "deals in both seats")
    yield f"{PLUS_OR_MINUS.strip()} gives a 95% interval."
    wide = [one.provenance.name for one in effect.results if one.wide]
    if wide:
        yield f" The interval for {' and '.join(wide)} is wider than the {PLUS_OR_MINUS}{AIM} aimed at."


def _played(where: Provenance, who: str, games: str) -> Iterator[nodes.Node | str]:
    """Yield the players, the number of games, and the commit with its date."""
    dated = f", {where.date}" if where.date else ""
    yield f"{who}: {where.games:,} {games} (commit "
    yield nodes.literal("", where.commit)
    yield f"{dated}). "


def _figures(effect: RuleEffect) -> nodes.table:
    """Return a table of further measures: the value in the book, and the change for each player."""
    named = _POINTS | _SHARES if effect.is_of_deals else _POINTS
    changing = [name for name in named if any(name in one.events for one in effect.results)]
    rows = [(named[name], [_cell(one, name) for one in effect.results]) for name in changing]
    rows += [
        (words, [[dt.paragraph(tell(one))] for one in effect.results])
        for words, tell in _OTHERS.items()
    ]
    return dt.table(
        ("In the book, and the change", *(one.provenance.name for one in effect.results)),
        ([[dt.paragraph(words)], *cells] for words, cells in rows),
        widths=(40, *(30 for _ in effect.results)),
        classes=["pq-dense", "no-search"],
    )


def _cell(result: EffectResult, name: str) -> list[nodes.Node]:
    zero = MeasuredFigure(mean=0.0, error=0.0)
    base, change = (found.get(name, zero) for found in (result.base, result.events))
    if name in _POINTS:
        return [dt.paragraph(f"{base.mean:.2f}"), dt.paragraph(points_text(change, signed=True))]
    by = f"{signed_text(100 * change.mean)} {PLUS_OR_MINUS}{100 * change.error:.2f}"
    return [dt.paragraph(f"{100 * base.mean:.2f}%"), dt.paragraph(by)]


_OTHERS: Final[Mapping[str, Callable[[EffectResult], str]]] = {
    "Standard deviation of elder’s advantage": lambda one: (
        f"{one.before.spread:.1f}, then {one.after.spread:.1f}"
    ),
    "Winner changes": lambda one: share_text(one.winner),
    "Games that differ": lambda one: f"{one.differing:,} of {one.provenance.games:,}",
    "Variance removed by control variates": lambda one: f"{100 * one.gain:.0f}%",
}
"""Rows of the table for every experiment: the words, and the text of a result."""


def _draw(page: Page, node: effect_node) -> Markup:
    effects = site_effects(page.env)
    effect = next(one for one in effects if one.name == node["experiment"])
    marks = effect_marks(effect)
    what = (
        "Change of elder's advantage in points a deal"
        if effect.is_of_deals
        else "Games of which the winner changes"
    )
    told = "; ".join(f"{mark.name} {mark.text}" for mark in marks)
    axis = common_axis(effects, of_deals=effect.is_of_deals)
    return render_effects(marks, axis, f"{what}: {told}")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the section, its chart, and the configuration value for the folder of the results."""
    return register(
        app,
        widgets=[Widget(effect_node, draw=_draw, in_books=True, styles=("rules/effects.css",))],
        config={"piquet_laboratory": ("", "env")},
        events=[("doctree-read", _add_section, _BEFORE_ANSWERS)],
    )
