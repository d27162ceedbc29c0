"""Directive ``exercise``: questions that the engine answers when the page is built.

A page contains the verdicts on all choices, so the exercises work without the engine. Every builder
writes the questions and cards, and the solutions at the end of the page.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from string import ascii_lowercase
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cards.card_names import capitalize
from piquet_core.cards.cards import parse_hand
from piquet_core.errors import PiquetError
from piquet_core.exercises import (
    Exercise,
    ExerciseError,
    Form,
    Position,
    exercise_at,
    features,
    find_exercise,
    find_question_text,
    kinds,
    new_exercise,
    parse_position,
    position_in_replay,
    position_of_hands,
)
from piquet_core.rules import RuleSet, find_ruleset
from piquet_core.views.markup import Markup, join, typeset
from sphinx_piquet import doctree as dt
from sphinx_piquet.cache import cache_of, code_digest
from sphinx_piquet.inline_roles import parts
from sphinx_piquet.pages import Page, add_live_script
from sphinx_piquet.record_files import read_record
from sphinx_piquet.registration import Widget, plain_only, register
from sphinx_piquet.replays.replay_directive import replay_of_text
from sphinx_piquet.style_sheets import EXERCISE
from sphinx_piquet.views.lesson_blocks import (
    ANSWERS,
    OF_SCREEN,
    close_answers,
    open_answers,
    render_exercise,
    render_steps,
)

logger = logging.getLogger(__name__)
_GIVEN = ("hand", "elder", "deal", "record", "id")


class exercise_node(nodes.General, nodes.Element):
    """An exercise: items that ask the same question. Its children are the content for other builders."""


class steps_node(nodes.General, nodes.Element):
    """Links to the exercises of a page, below its heading."""


class exercise_answers_node(nodes.General, nodes.Element):
    """The solutions of a page, at its end."""


class ExerciseDirective(SphinxDirective):
    """``{exercise} KIND ASK``: an exercise with one or more items (see docs/exercises.md).

    ``count`` is the number of random items to draw, ``feature`` a property that their deals must
    have. Alternatively, ``hand``, ``elder`` with ``younger``, ``deal``, ``record`` with ``step``, or
    ``id`` give a single position. ``rules`` is the rule set, ``title`` the heading.
    """

    required_arguments = 1
    optional_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {
        **dict.fromkeys(
            ("hand", "elder", "younger", "deal", "record", "step", "id"),
            directives.unchanged_required,
        ),
        **dict.fromkeys(("feature", "rules", "title"), directives.unchanged_required),
        "count": directives.positive_int,
    }

    def run(self) -> list[nodes.Node]:
        """Return the exercise, or warn that it cannot be made."""
        try:
            return [self.node(self.items())]
        except PiquetError as error:
            logger.warning(
                str(error), location=self.get_location(), type="piquet", subtype="exercise"
            )
            return []

    @property
    def name_of(self) -> str:
        """The name of the question, ``KIND.ASK``. ASK may be omitted if KIND has only one question."""
        kind, *ask = self.arguments
        if ask:
            return f"{kind}.{ask[0]}"
        names = kinds().get(kind, ())
        if len(names) != 1:
            raise ExerciseError(
                f"{kind} needs a question; choose one of {', '.join(names or kinds())}"
            )
        return f"{kind}.{names[0]}"

    def items(self) -> list[Exercise]:
        """Return the items: random ones, or the one that the options give."""
        name = self.options.get("rules", self.config.piquet_first_ruleset)
        if not name:
            raise ExerciseError("name a rule set with :rules:, or set piquet_first_ruleset")
        rules = find_ruleset(name)
        given = [name for name in _GIVEN if name in self.options]
        if len(given) > 1:
            raise ExerciseError(f"give the position in one way only, not by {' and '.join(given)}")
        if not given:
            return self._drawn(rules)
        if "feature" in self.options or "count" in self.options:
            raise ExerciseError(
                f"feature and count are for drawn deals and cannot be combined with {given[0]}"
            )
        if given == ["id"]:
            return [find_exercise(self.options["id"])]
        return [exercise_at(self.name_of, self._position(given[0], rules))]

    def _drawn(self, rules: RuleSet) -> list[Exercise]:
        name, feature = self.name_of, self.options.get("feature", "")
        # A page has the same deals in every build.
        seed = f"{self.env.docname} {name} {feature} {self._number()}"
        count = self.options.get("count", 1)
        ids = cache_of(self.env).text(
            "draws",
            (code_digest(new_exercise.__module__), seed, rules.id, str(count)),
            lambda: "\n".join(_draw_ids(name, rules, random.Random(seed), feature, count)),  # noqa: S311
        )
        return [find_exercise(id) for id in ids.split("\n")]

    def _position(self, way: str, rules: RuleSet) -> Position:
        if way in ("hand", "elder"):
            younger = self.options.get("younger")
            return position_of_hands(
                rules, parse_hand(self.options[way]), parse_hand(younger) if younger else None
            )
        if way == "deal":
            text = self.options["deal"]
            return parse_position(rules, text if "/" in text else f"{text}/deal")
        try:
            replay = replay_of_text(read_record(self.env, self.options["record"])[1])
        except OSError as error:
            raise ExerciseError(f"the record cannot be read: {error}") from None
        if "step" not in self.options:
            raise ExerciseError("'record' needs 'step': the decision that is asked for")
        return position_in_replay(replay, self.options["step"])

    def _number(self) -> int:
        """Return the number of exercises before this one on the page."""
        return int(self.env.temp_data.get("piquet_exercises") or 0)

    def node(self, items: list[Exercise]) -> exercise_node:
        number = self._number() + 1
        self.env.temp_data["piquet_exercises"] = number
        title = f"{number}. {self.options.get('title', 'Exercise')}"
        docname = self.env.docname
        node = exercise_node("", ids=[f"exercise-{number}"], number=number, title=title)
        node["items"] = [item.id for item in items]
        node["drawn"] = not any(name in self.options for name in _GIVEN)
        # The features for which another item is drawn. Of several one is drawn at random.
        node["feature"] = self.options.get("feature") or items[0].feature
        node += dt.paragraph(nodes.strong("", title))
        for item, label in zip(items, _own_labels(number, len(items)), strict=True):
            node += _plain(item, label, docname)
        self.set_source_info(node)
        return node


def _draw_ids(name: str, rules: RuleSet, rng: random.Random, feature: str, count: int) -> list[str]:
    """Return different item ids, ``count`` for each feature.

    ``feature`` has one or more features, separated by spaces, or is "".
    """
    found: list[str] = []
    for number, one_of in enumerate(feature.split() or [""], 1):
        while len(found) < number * count:
            id = new_exercise(name, rules, rng, one_of).id
            if id not in found:
                found.append(id)
    return found


class ExerciseListDirective(SphinxDirective):
    """``{exercise-list}``: tables of all questions and all features."""

    def run(self) -> list[nodes.Node]:
        """Return a table of the questions and a table of the features."""
        names = [f"{kind}.{ask}" for kind, asks in kinds().items() for ask in asks]
        questions = dt.table(
            ("Question", "What is asked", "Feature if none is named"),
            (
                [
                    [dt.paragraph(nodes.literal("", name.replace(".", " ")))],
                    [dt.paragraph(_for_example(find_question_text(name).question))],
                    [dt.paragraph(nodes.literal("", find_question_text(name).feature))],
                ]
                for name in names
            ),
            widths=(20, 55, 25),
            classes=["pq-asks"],
        )
        known = dt.table(
            ("Feature", "What the deal has"),
            (
                [[dt.paragraph(nodes.literal("", name))], [dt.paragraph(capitalize(one.words))]]
                for name, one in features().items()
            ),
            widths=(25, 75),
            classes=["pq-features"],
        )
        return [questions, known]


def _for_example(question: str) -> str:
    """Return a question with example values for its placeholders."""
    return question.replace("{who}", "elder").replace("{points}", "60")


def item_labels(number: int, count: int) -> list[str]:
    """Return the labels of the items of an exercise: 3, or 3a and 3b.

    >>> item_labels(3, 1), item_labels(3, 2)
    (['3'], ['3a', '3b'])
    """
    return (
        [f"{number}{letter}" for letter in ascii_lowercase[:count]] if count > 1 else [str(number)]
    )


def _own_labels(number: int, count: int) -> list[str]:
    """Return the labels beside the items. A single item has the label "", because the heading has its number."""
    return item_labels(number, count) if count > 1 else [""]


def _plain(item: Exercise, label: str, docname: str) -> nodes.container:
    """Return an item for other builders: question, cards and choices.

    ``label`` is "" if the heading contains the number of the item.
    """
    posed = item.posed
    box = nodes.container("", classes=["pq-item-plain"])
    box += dt.paragraph(nodes.strong("", f"{label}. " if label else ""), posed.question)
    for one in posed.shown:
        said: list[nodes.Node] = [nodes.Text(f"{one.label}: ")]
        for line in one.lines:
            said += [*parts(line, docname), nodes.Text(" ")]
        said += dt.joined(one.cards, lambda card: parts((card,), docname)[0], " ")
        box += dt.paragraph(*said)
    if posed.options:
        between = "  " if posed.options[0].card is not None else "; "
        options = dt.joined(
            posed.options,
            lambda one: parts((one.card if one.card is not None else one.words,), docname)[0],
            between,
        )
        box += dt.paragraph("Your hand: " if posed.options[0].card is not None else "", *options)
    if posed.form is Form.MARKS:
        box += dt.paragraph(f"Each is {' or '.join(posed.marks)}.")
    return box


def _answer_place(label: str) -> str:
    return f"answer-{label}"


def _is_for_paper(meta: Mapping[str, Any]) -> bool:
    """Tell whether a page is for print only: its front matter contains ``paper``."""
    return "paper" in meta


def _add_steps_and_answers(app: Sphinx, doctree: nodes.document) -> None:
    """Insert links to the exercises below the heading of a page, and the solutions at its end."""
    docname = app.env.docname
    found = list(doctree.findall(exercise_node))
    if not found:
        return
    rows = nodes.bullet_list()
    for node in found:
        items = [find_exercise(id) for id in node["items"]]
        for item, label in zip(items, item_labels(node["number"], len(items)), strict=True):
            clause = item.posed.clause
            row = nodes.list_item(
                "",
                dt.paragraph(
                    nodes.strong("", f"{label}. "),
                    *parts(item.solution, docname),
                    " (",
                    dt.link("rule", clause.id, typeset(clause.rule.title), docname),
                    ")",
                ),
                ids=[_answer_place(label)],
                classes=[OF_SCREEN] if item.for_screen else [],
            )
            rows += row
    end = doctree.next_node(nodes.section) or doctree
    if _is_for_paper(app.env.metadata[docname]):
        end["classes"].append("pq-paper")
    else:
        end["classes"].append("pq-lesson")
        end.insert(
            1,
            steps_node(
                "", places=[(node["ids"][0], node["title"], node.get("grade", 0)) for node in found]
            ),
        )
    end.append(exercise_answers_node("", plain_only(nodes.rubric("", ANSWERS)), rows))


# -- output --------------------------------------------------------------------------------------


def _draw(page: Page, node: exercise_node) -> Markup:
    """Return the exercise with its controls, from the cache if possible."""
    ids, links = node["items"], page.links
    labels = item_labels(node["number"], len(ids))
    paper = _is_for_paper(page.env.metadata[page.docname])
    shown = {
        "id": node["ids"][0],
        "title": node["title"],
        "level": _level(node),
        "feature": node["feature"],
        "drawn": node["drawn"] and not paper,
        "answers": [] if paper else [f"#{_answer_place(label)}" for label in labels],
        **_workbench(page),
        **page.engine,
    }
    labels = _own_labels(node["number"], len(ids))
    key = repr((ids, labels, links, sorted(shown.items())))
    return cache_of(page.builder).markup(
        "exercises",
        (code_digest(find_exercise.__module__, render_exercise.__module__), key),
        lambda: render_exercise([find_exercise(id) for id in ids], labels, links, **shown),
    )


def _workbench(page: Page) -> dict[str, str]:
    """Return the data attribute with the address of the page that replays a deal, or {} without one."""
    name = page.config.piquet_workbench_page
    return {"workbench": page.uri(name)} if name in page.env.found_docs else {}


def _level(node: nodes.Node) -> int:
    """Return the heading level of an exercise: one more than that of the section around it."""
    level = 1
    while (node := node.parent) is not None:
        level += isinstance(node, nodes.section)
    return level


def _draw_answers(_page: Page, _node: exercise_answers_node, answers: Markup) -> Markup:
    return join([open_answers(), answers, close_answers()])


def _add_script(app: Sphinx, context: dict[str, Any]) -> None:
    """Load the script of the exercises. On a page for paper, load the print button instead."""
    if _is_for_paper(context.get("meta") or {}):
        app.add_css_file("practice/panel/print-panel.css")
        app.add_js_file("rules/print-button.js", type="module")
    else:
        add_live_script(app, context, "practice/lesson.js")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    return register(
        app,
        directives={"exercise": ExerciseDirective, "exercise-list": ExerciseListDirective},
        widgets=[
            Widget(
                exercise_node,
                draw=_draw,
                styles=EXERCISE,
                engine=True,
                cards="deck",
                add=_add_script,
            ),
            Widget(steps_node, draw=lambda _page, node: render_steps(node["places"])),
            Widget(exercise_answers_node, wrap=_draw_answers),
        ],
        events=[("doctree-read", _add_steps_and_answers)],
    )
