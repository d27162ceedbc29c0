"""Directives for problems with closed hands: ``closed-problems`` and ``sinking-problems`` pose
them, ``closed-shares`` counts who solves them.

Such a problem is an exercise. Below it is how the players of the table do with it.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.errors import PiquetError, RuleSetError
from piquet_core.exercises import exercise_at, parse_position
from piquet_core.exercises.closed_problems import (
    LEVELS,
    SOLVERS,
    THEMES,
    ClosedProblem,
    closed_problems,
    shares,
)
from piquet_core.exercises.sinking_problems import SinkingProblem, sinking_problems
from piquet_core.players import find_player
from piquet_core.rules import find_ruleset
from piquet_core.wording.rich_text import join_with_and
from sphinx_piquet import doctree as dt
from sphinx_piquet.practice.exercise_directive import ExerciseDirective
from sphinx_piquet.practice.problem_sharing import share_control
from sphinx_piquet.registration import register

_TITLES = {
    "elder": "Lay out as elder",
    "younger": "Lay out as younger",
    "lead": "Lead",
    "keep": "Play to a lead",
}
_CALLS = "What the calls have told"


def _title(one: ClosedProblem) -> str:
    return _CALLS if one.theme == "calls" else _TITLES[one.ask]


class ClosedProblemsDirective(ExerciseDirective):
    """``{closed-problems} LEVEL THEME …``: the problems of a level with these themes, in sections by question."""

    required_arguments = 2
    optional_arguments = len(THEMES)
    option_spec: ClassVar[dict[str, Any]] = {"title": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Return a section for each question."""
        level, *themes = self.arguments
        if level not in map(str, LEVELS) or not set(themes) <= set(THEMES):
            raise self.error(
                f"expected a level of {LEVELS[0]} to {LEVELS[-1]} and themes of {', '.join(THEMES)}"
            )
        wanted = [
            one for one in closed_problems() if one.level == int(level) and one.theme in themes
        ]
        made: list[nodes.Node] = []
        try:
            for title, group in groupby(wanted, key=_title):
                body = [node for one in group for node in self._asked(one, title)]
                made.append(dt.section(nodes.make_id(title), title, *body))
        except (PiquetError, RuleSetError) as error:
            raise self.error(str(error)) from None
        return made

    def _asked(self, one: ClosedProblem, title: str) -> list[nodes.Node]:
        position = parse_position(find_ruleset(one.rules), one.position)
        self.options["title"] = title
        node = self.node([exercise_at(one.question, position)])
        node["drawn"], node["grade"] = False, one.level
        # Hidden until the problem is answered: it would give away that the natural card is wrong.
        solvers = nodes.inline("", _who_solves(one), classes=["pq-solvers"])
        said = dt.paragraph(solvers, share_control(node, position), classes=["pq-problem-source"])
        return [node, said]


class SinkingProblemsDirective(ExerciseDirective):
    """``{sinking-problems}``: all problems on sinking."""

    required_arguments = 0
    optional_arguments = 0
    option_spec: ClassVar[dict[str, Any]] = {"title": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Return the problems in the order of the set."""
        self.options.setdefault("title", "Say it or sink it?")
        try:
            return [node for one in sinking_problems() for node in self._asked(one)]
        except (PiquetError, RuleSetError) as error:
            raise self.error(str(error)) from None

    def _asked(self, one: SinkingProblem) -> list[nodes.Node]:
        position = parse_position(find_ruleset(one.rules), one.position)
        node = self.node([exercise_at("closed.sink", position)])
        node["drawn"], node["grade"] = False, LEVELS[-1]
        return [node, dt.paragraph(share_control(node, position), classes=["pq-problem-source"])]


def _who_solves(one: ClosedProblem) -> str:
    """Return a sentence on the players that solve a problem, always or sometimes, and those that do not."""
    always: list[str] = []
    sometimes: list[str] = []
    never: list[str] = []
    for id, share in zip(SOLVERS, one.solved, strict=True):
        group = always if share == 1 else sometimes if share else never
        group.append(find_player(id).name)
    rarely = ("solves it only sometimes", "solve it only sometimes")
    groups = (
        (always, ("solves it", "solve it")),
        (sometimes, rarely),
        (never, ("does not solve it", "do not solve it")),
    )
    said = (
        f"{''.join(map(str, join_with_and(names)))} {verbs[len(names) > 1]}"
        for names, verbs in groups
        if names
    )
    return f"{'; '.join(said)}."


class SharesDirective(SphinxDirective):
    """``{closed-shares}``: a table of the share of each level's problems that each player solves."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        found = closed_problems()
        heads = ("Level", *(find_player(id).name for id in SOLVERS))
        rows = (
            [
                [dt.paragraph(text)]
                for text in (
                    str(level),
                    *(f"{share:.0%}" for share in shares(found, level)),
                )
            ]
            for level in LEVELS
        )
        return [dt.table(heads, rows, widths=(20, 20, 20, 20, 20), classes=["pq-dense"])]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    return register(
        app,
        directives={
            "closed-problems": ClosedProblemsDirective,
            "sinking-problems": SinkingProblemsDirective,
            "closed-shares": SharesDirective,
        },
    )
