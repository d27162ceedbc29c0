"""Roles for measured figures in running text.

``{worth}`lead``` is the effect of the experiment *lead* with its error, for the player with most games;
``{worth}`lead thumb``` names the player. A third word chooses another figure of the result: a key
of ``_OF_EFFECT``, or the change of a measure such as ``elder-piques``, whose value in the book is
``book-elder-piques``. ``{shape}`cavendish thumb elder-score``` is a measure of a rule set.
``{edge}`lead``` is the change of the stronger player's edge, and a second word another figure of it.
``{measured}`questions``` counts, a key of ``_COUNTS``; a second word is the player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from piquet_core.errors import PiquetError
from piquet_core.laboratory.lab_players import MEASURED
from piquet_core.laboratory.rule_effects import (
    EdgeEffect,
    EffectResult,
    MeasuredFigure,
    RuleEffect,
    exploits,
    shapes,
)
from piquet_core.laboratory.worth_sentences import (
    at_most_text,
    plain_text,
    points_text,
    result_text,
    share_text,
)
from piquet_core.number_words import number_in_words
from sphinx_piquet.inline_roles import FigureRole
from sphinx_piquet.laboratory.effects_of_site import laboratory_folder, note_results, site_effects
from sphinx_piquet.registration import register


class NoSuchFigure(PiquetError):
    """Error for a figure that has not been measured. The message has the known names."""


_OF_EFFECT: Final[Mapping[str, Callable[[EffectResult], str]]] = {
    "effect": lambda one: result_text(one, signed=False),
    "signed": result_text,
    "before": lambda one: plain_text(one.before.mean),
    "after": lambda one: plain_text(one.after.mean),
    "spread": lambda one: plain_text(one.before.spread),
    "winner": lambda one: share_text(one.winner),
    "games": lambda one: f"{one.provenance.games:,}",
    "differing": lambda one: f"{one.differing:,}",
    "at-most": at_most_text,
    "gain": lambda one: f"{100 * one.gain:.0f}%",
    "seed": lambda one: one.provenance.seed,
    "digest": lambda one: one.provenance.digest,
}
"""Figures of a result by name."""


class WorthRole(FigureRole):
    """``{worth}`NAME [PLAYER] [FIGURE]```: a figure of an experiment."""

    def build(self) -> list[nodes.Node]:
        """Return the figure as text."""
        note_results(self.env)
        name, *words = self.text.split()
        players = [word for word in words if word in MEASURED]
        figures = [word for word in words if word not in MEASURED] or ["effect"]
        effect = _named(site_effects(self.env), name)
        result = effect.result_of(players[0]) if players else effect.first
        if result is None:
            raise NoSuchFigure(f"{players[0]} has no result for {name}")
        return [nodes.Text(_figure_text(result, figures[0]))]


def _figure_text(result: EffectResult, name: str) -> str:
    """Return a figure of a result by name; raise `NoSuchFigure` if the name is unknown."""
    if name in _OF_EFFECT:
        return _OF_EFFECT[name](result)
    in_book = name.startswith(_IN_BOOK)
    measures = result.base if in_book else result.events
    measure = name.removeprefix(_IN_BOOK)
    if measure not in measures:
        known = ", ".join((*_OF_EFFECT, *result.events))
        raise NoSuchFigure(f"no figure {name!r}; choose one of {known}")
    return _measure_text(measure, measures[measure])


def _measure_text(name: str, figure: MeasuredFigure) -> str:
    """Return a measure without its sign: a count of events as a share, anything else in points."""
    size = replace(figure, mean=abs(figure.mean))
    return share_text(size) if name.endswith(_EVENTS) else points_text(size)


_IN_BOOK: Final = "book-"
_EVENTS: Final = ("wins", "drawn", "piques", "capots", "divided")
"""Ends of the names of measures that count events."""


def _named(effects: Sequence[RuleEffect], name: str) -> RuleEffect:
    for one in effects:
        if one.name == name:
            return one
    raise NoSuchFigure(
        f"no result {name!r}; choose one of {', '.join(one.name for one in effects)}"
    )


class ShapeRole(FigureRole):
    """``{shape}`RULESET PLAYER MEASURE```: a measure of a rule set, with its error.

    Events are shares of the deals, and other measures points.
    """

    def build(self) -> list[nodes.Node]:
        """Return the figure as text."""
        note_results(self.env)
        rules, player, measure = self.text.split()
        folder = laboratory_folder(self.env)
        for one in shapes(folder) if folder else ():
            if (one.rules, one.provenance.player) == (rules, player) and measure in one.measures:
                return [nodes.Text(_measure_text(measure, one.measures[measure]))]
        raise NoSuchFigure(f"no measure {measure!r} of {rules} by {player}")


class ExploitRole(FigureRole):
    """``{exploited}`RULESET```: what the exploiter gains under a rule set, with its error."""

    def build(self) -> list[nodes.Node]:
        """Return the figure as text."""
        note_results(self.env)
        folder = laboratory_folder(self.env)
        for one in exploits(folder) if folder else ():
            if one.rules == self.text:
                return [nodes.Text(points_text(one.gain, signed=True))]
        raise NoSuchFigure(f"no exploiter has been measured under {self.text!r}")


_OF_EDGE: Final[Mapping[str, Callable[[EdgeEffect], str]]] = {
    "change": lambda one: points_text(one.change),
    "before": lambda one: plain_text(one.before.mean),
    "wins": lambda one: f"{100 * one.wins_before.mean:.0f}%",
    "games": lambda one: f"{one.provenance.games:,}",
}
"""Figures of a stronger player's edge by name."""


class EdgeRole(FigureRole):
    """``{edge}`NAME [FIGURE]```: a figure of a stronger player's edge in an experiment."""

    def build(self) -> list[nodes.Node]:
        """Return the figure as text."""
        note_results(self.env)
        name, _, figure = self.text.partition(" ")
        edge = _named(site_effects(self.env), name).edge
        if edge is None or (figure or "change") not in _OF_EDGE:
            known = ", ".join(_OF_EDGE)
            raise NoSuchFigure(f"no figure {figure!r} of an edge for {name}; the names are {known}")
        return [nodes.Text(_OF_EDGE[figure or "change"](edge))]


_COUNTS: Final[Mapping[str, Callable[[Sequence[EffectResult]], int]]] = {
    "questions": len,
    "deals": lambda found: sum(one.provenance.games for one in found if one.of_deals),
    "effects": lambda found: sum(one.of_deals and one.shows_effect for one in found),
    "nothing": lambda found: sum(one.nothing for one in found),
    "wide": lambda found: sum(one.wide for one in found),
}
"""Counts over the results of a player."""


class MeasuredRole(FigureRole):
    """``{measured}`COUNT [PLAYER]```: a count over all questions, in words up to twelve."""

    def build(self) -> list[nodes.Node]:
        """Return the count as text."""
        note_results(self.env)
        count, *players = self.text.split()
        effects = site_effects(self.env)
        every = [one.result_of(players[0]) if players else one.first for one in effects]
        if count not in _COUNTS:
            raise NoSuchFigure(f"cannot count {count!r}; choose one of {', '.join(_COUNTS)}")
        number = _COUNTS[count]([one for one in every if one is not None])
        text = number_in_words(number, most=12)
        return [nodes.Text(f"{number:,}" if number > 12 else text)]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the roles."""
    return register(
        app,
        roles={
            "worth": WorthRole(),
            "shape": ShapeRole(),
            "edge": EdgeRole(),
            "exploited": ExploitRole(),
            "measured": MeasuredRole(),
        },
    )
