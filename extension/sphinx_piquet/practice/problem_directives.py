"""Directives for problems: ``problems`` poses them, ``problem-grades`` lists them by grade.

A problem is an exercise. Below it are its source and a link to step through its best line of play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.engine.actions import Play
from piquet_core.errors import PiquetError
from piquet_core.exercises import find_question_text, position_in_replay
from piquet_core.exercises.problems import GRADES, Problem, read_problems
from piquet_core.notation import dumps
from piquet_core.replay.decisions import label_of
from piquet_core.replay.what_if import read_move
from piquet_core.sessions.table_state import lay_table, take_action, write_moves
from piquet_core.solver.goal_search import Goal
from piquet_core.views.markup import Markup, element
from sphinx_piquet import doctree as dt
from sphinx_piquet.pages import Page
from sphinx_piquet.practice.exercise_directive import ExerciseDirective
from sphinx_piquet.practice.lesson_index import target_of
from sphinx_piquet.practice.problem_sharing import share_control
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.replays.replay_directive import replay_of_text

_TITLES = {
    Goal.CARDS: "Win the cards",
    Goal.DIVIDE: "Keep them from the cards",
    Goal.CAPOT: "Make the capot",
    Goal.SAVE: "Save the capot",
    Goal.PIQUE: "Make the pique",
    Goal.BAR: "Stop the pique",
}

_TRAPS = {1: "One trap", 2: "Two traps", 3: "Three traps or more"}
_EARLIER_SECTIONS = (
    "as-the-record-has-it",
    "where-the-play-leaves-the-record",
    "one-card-decides",
    "two-cards-decide",
    "three-cards-or-more-decide",
)
"""Anchors of sections that these pages had. Old links to them lead to the first problem."""


def _trick(step: str) -> str:
    """Return the trick number in the id of a step.

    >>> _trick("t10e")
    '10'
    """
    return step[1:-1]


class through_node(nodes.Inline, nodes.TextElement):
    """A link to step through the best line of a problem. It needs a script, so only HTML pages have it."""


class ProblemsDirective(ExerciseDirective):
    """``{problems} FILE``: the problems of a file in the order of their numbers.

    ``deals`` is the folder of the records, ``bench`` the page with the workbench.
    """

    required_arguments = 1
    optional_arguments = 0
    option_spec: ClassVar[dict[str, Any]] = {
        "deals": directives.unchanged_required,
        "bench": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """Return the problems, each with its source below it."""
        try:
            found = _problems_of(self, self.arguments[0])
            asked = [node for problem in found for node in self._asked(problem)]
        except (PiquetError, OSError) as error:
            raise self.error(str(error)) from None
        return [nodes.container("", ids=[*_EARLIER_SECTIONS]), *asked]

    def _asked(self, one: Problem) -> list[nodes.Node]:
        feature = find_question_text(f"goal.{one.goal.value}").feature
        self.options["title"] = _TITLES[one.goal]
        node = self.node([one.item()])
        node["drawn"], node["feature"], node["grade"] = True, feature, one.grade
        source = self._source(one)
        source += share_control(node)
        return [node, source]

    def _source(self, one: Problem) -> nodes.paragraph:
        """Return a paragraph with the source of a problem, its difficulty and a link to its best line."""
        docname = self.env.docname
        said: list[nodes.Node | str] = []
        if not one.record:
            said.append("A constructed deal. ")
        else:
            page = f"{self.options['deals']}/{one.record}"
            deal = dt.link_to_page(page, "", docname)
            if one.left:
                said += [
                    "The cards are from ",
                    deal,
                    f"; from trick {_trick(one.left)} on, we supplied the play. ",
                ]
            else:
                answers = "the answer in " if one.position.state.led else ""
                said += ["Printed: ", deal, f", before {answers}trick {_trick(one.step)}. "]
        said.append(f"{_TRAPS[one.grade]}. ")
        through = through_node("", "Step through the best line")
        through["target"] = target_of(self.env, self.options["bench"])
        through["record"] = _record(one, self._names(one))
        through["step"] = label_of(one.position.before().state)
        return dt.paragraph(*said, through, classes=["pq-problem-source"])

    def _names(self, one: Problem) -> tuple[str, str]:
        """Return the names of the players. Report an error if the record does not reach the problem's position."""
        if not one.record:
            return "Elder", "Younger"
        _, path = self.env.relfn2path(f"{self.options['deals']}/{one.record}.piquet")
        self.env.note_dependency(path)
        replay = replay_of_text(Path(path).read_text("utf-8"))
        # The position must occur in this record, or in it up to the variation.
        at = one.left or one.step
        moves = position_in_replay(replay, at).moves
        if one.position.moves[: len(moves)] != moves:
            raise self.error(f"{one.record} does not reach this position at {at}")
        return replay.record.players


def _problems_of(directive: SphinxDirective, name: str) -> tuple[Problem, ...]:
    _, path = directive.env.relfn2path(name)
    directive.env.note_dependency(path)
    return read_problems(Path(path))


def _record(one: Problem, names: tuple[str, str]) -> str:
    """Return the text of a record with the moves that lead to a problem, and its best line."""
    position = one.position
    table = lay_table(position.rules, position.deal, position.you)
    for move in position.moves:
        table = take_action(table, read_move(table.state, move))
    for card in one.line:
        assert table.state.seat is not None
        table = take_action(table, Play(seat=table.state.seat, card=card))
    return dumps(write_moves(table, names, f"{_TITLES[one.goal]}, with the best line"))


class GradesDirective(SphinxDirective):
    """``{problem-grades} FILE …``: a table that lists the problems of each file by grade.

    Each file has a page of the same name beside it.
    """

    required_arguments = 1
    optional_arguments = 20

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        try:
            pages = [(name, _problems_of(self, name)) for name in self.arguments]
        except (PiquetError, OSError) as error:
            raise self.error(str(error)) from None
        rows: list[list[Sequence[nodes.Node]]] = [
            [[self._page(name)], *self._cells(name, found)] for name, found in pages
        ]
        heads = ("Problems", *(_TRAPS[grade] for grade in GRADES))
        return [dt.table(heads, rows, widths=(25, 25, 25, 25), classes=["pq-problem-grades"])]

    def _page(self, name: str) -> nodes.paragraph:
        return dt.paragraph(dt.link_to_page(name.removesuffix(".toml"), "", self.env.docname))

    def _cells(self, name: str, found: Sequence[Problem]) -> Iterable[list[nodes.Node]]:
        target = target_of(self.env, name.removesuffix(".toml"))
        for grade in GRADES:
            row: list[nodes.Node] = []
            for number, one in enumerate(found, 1):
                if one.grade == grade:
                    row += [
                        *([nodes.Text(" ")] if row else []),
                        number_node("", str(number), target=target),
                    ]
            yield [dt.paragraph(*row)]


class number_node(nodes.Inline, nodes.TextElement):
    """The number of a problem on another page."""


# -- output --------------------------------------------------------------------------------------


def _draw_number(page: Page, node: number_node) -> Markup:
    address = page.uri(node["target"])
    return element("a", node.astext(), href=f"{address}#exercise-{node.astext()}")


def _draw_through(page: Page, node: through_node) -> Markup:
    # A script puts the record into the address. Without one the link leads to the page alone.
    link = element(
        "a",
        node.astext(),
        href=page.uri(node["target"]),
        data_record=node["record"],
        data_step=node["step"],
    )
    return element("span", link, ".", class_="pq-problem-through", data_part="solution-link")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    return register(
        app,
        directives={"problems": ProblemsDirective, "problem-grades": GradesDirective},
        widgets=[
            Widget(number_node, draw=_draw_number),
            Widget(
                through_node,
                draw=_draw_through,
                printed=False,
                scripts=("replay/record-links.js",),
            ),
        ],
    )
