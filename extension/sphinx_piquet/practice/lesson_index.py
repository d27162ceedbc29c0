"""Exercises and duration of each lesson, for the pages that show them.

The role ``minutes`` adds up the time for some lessons and for playing a recorded deal:
``{minutes}`01-tricks 02-hand ../docs/deals/hoyle1909-ab.piquet```.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cards.seat import Seat
from piquet_core.errors import PiquetError
from piquet_core.exercises import find_exercise
from piquet_core.exercises.time_estimate import (
    deal_seconds,
    exercise_seconds,
    reading_seconds,
    replay_seconds,
    time_words,
)
from sphinx_piquet.practice.exercise_directive import exercise_answers_node, exercise_node
from sphinx_piquet.rebuild import write_when_changed
from sphinx_piquet.registration import register
from sphinx_piquet.replays.replay_directive import replay_node, replay_of_text
from sphinx_piquet.views.course_tiles import EXERCISE, PROBLEM, Lesson

logger = logging.getLogger(__name__)

# Keys in the metadata of a document, which Sphinx stores and clears.
_KEPT = "piquet-lesson"
_TILES = "piquet-tiles"
_FOLLOWS = "piquet-follows-lessons"
MORE = "once-more"
"""The section of a lesson whose exercises may be left out."""
_RECORD = ".piquet"


# -- what a lesson has ---------------------------------------------------------------------------


def _note_lesson(app: Sphinx, doctree: nodes.document) -> None:
    """Store the exercises and the duration of a page that has exercises."""
    found = list(doctree.findall(exercise_node))
    if not found:
        return
    asked: list[tuple[str, str]] = []
    extra: list[tuple[str, str]] = []
    for node in found:
        (extra if _is_extra(node) else asked).extend((node["ids"][0], id) for id in node["items"])
    seconds = reading_seconds(sum(len(text.split()) for text in _prose(doctree)))
    replays = [node for node in doctree.findall(replay_node) if not _is_extra(node)]
    seconds += sum(replay_seconds(replay_of_text(node["text"])) for node in replays)
    seconds += sum(exercise_seconds(find_exercise(id)) for _, id in asked)
    noun = PROBLEM if any(node.get("grade") for node in found) else EXERCISE
    app.env.metadata[app.env.docname][_KEPT] = (tuple(asked), tuple(extra), seconds, noun)


def _is_extra(node: nodes.Node) -> bool:
    while node.parent is not None:
        node = node.parent
        if isinstance(node, nodes.section) and MORE in node["ids"]:
            return True
    return False


def _prose(doctree: nodes.document) -> Iterator[str]:
    """Yield the required text of a page, without exercises, solutions and optional sections."""
    for node in doctree.findall(lambda one: isinstance(one, (nodes.paragraph, nodes.title))):
        above = node.parent
        while above is not None and not isinstance(above, (exercise_node, exercise_answers_node)):
            above = above.parent
        if above is None and not _is_extra(node):
            yield node.astext()


def lesson_of(env: BuildEnvironment, docname: str) -> Lesson | None:
    """Return the lesson of a page, or None if the page has no exercises."""
    kept = env.metadata[docname].get(_KEPT)
    if kept is None:
        return None
    asked, extra, seconds, noun = kept
    return Lesson(asked=asked, extra=extra, seconds=seconds, noun=noun)


# -- the tiles of the course ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CourseTile:
    """The title and description of a page on a tile of the course.

    If ``title`` is empty, the tile shows the heading of the page.
    """

    title: str
    about: str


def note_tile(env: BuildEnvironment, target: str, title: str, about: str) -> None:
    """Store a tile for the page ``target``, which the page being read shows."""
    env.metadata[env.docname].setdefault(_TILES, {})[target] = CourseTile(
        title, " ".join(about.split())
    )


def tile_of(env: BuildEnvironment, target: str) -> CourseTile:
    """Return the tile for a page, or an empty tile if no page shows one."""
    for data in env.metadata.values():
        if target in data.get(_TILES, {}):
            found: CourseTile = data[_TILES][target]
            return found
    return CourseTile("", "")


def title_of(env: BuildEnvironment, target: str) -> str:
    """Return the title of a page: from its tile, or else its heading, or else its document name."""
    found = env.titles.get(target)
    return tile_of(env, target).title or (found.astext() if found else target)


def lessons_on(env: BuildEnvironment, docname: str) -> list[tuple[str, Lesson]]:
    """Return the (document name, lesson) pairs of the tiles on a page."""
    found = ((name, lesson_of(env, name)) for name in env.metadata[docname].get(_TILES, {}))
    return [(name, lesson) for name, lesson in found if lesson is not None]


def all_lessons(env: BuildEnvironment, docname: str) -> list[tuple[str, Lesson]]:
    """Return the (document name, lesson) pairs of the tiles on all pages, starting with the page ``docname``."""
    pages = (docname, *sorted(env.metadata))
    return list({name: one for page in pages for name, one in lessons_on(env, page)}.items())


def target_of(env: BuildEnvironment, name: str) -> str:
    """Return the document name for a path relative to the page that is being read."""
    return env.relfn2path(name, env.docname)[0].removesuffix(".md")


def follow_lessons(env: BuildEnvironment) -> None:
    """Mark the current page, so that it is written again whenever a lesson changes."""
    env.metadata[env.docname][_FOLLOWS] = True


def _followed(env: BuildEnvironment) -> dict[str, object]:
    """Return the data of lessons and tiles that other pages show, by document name."""
    return {
        name: (data.get(_KEPT), data.get(_TILES), env.titles[name].astext())
        for name, data in env.metadata.items()
        if _KEPT in data or _TILES in data
    }


def _followers(env: BuildEnvironment) -> list[str]:
    return [name for name, data in env.metadata.items() if _TILES in data or _FOLLOWS in data]


# -- time ----------------------------------------------------------------------------------------


class minutes_node(nodes.Inline, nodes.TextElement):
    """A placeholder for the duration of some lessons. It is replaced when all pages have been read."""


class MinutesRole(SphinxRole):
    """``{minutes}`PAGE PAGE RECORD```: the time for some lessons and for playing a recorded deal as elder."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the placeholder."""
        node = minutes_node("", docname=self.env.docname, lessons=[], seconds=0.0)
        for name in self.text.split():
            if name.endswith(_RECORD):
                _, path = self.env.relfn2path(name)
                self.env.note_dependency(path)
                try:
                    deal = replay_of_text(Path(path).read_text("utf-8"))
                except (OSError, PiquetError) as error:
                    message = self.inliner.reporter.error(f"{name}: {error}", line=self.lineno)
                    return [], [message]
                node["seconds"] += deal_seconds(deal, Seat.ELDER)
            else:
                node["lessons"].append(target_of(self.env, name))
        follow_lessons(self.env)
        self.set_source_info(node)
        return [node], []


def _tell_minutes(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Replace the placeholders of the role ``minutes`` by durations."""
    del docname
    for node in list(doctree.findall(minutes_node)):
        seconds = node["seconds"]
        for name in node["lessons"]:
            lesson = lesson_of(app.env, name)
            if lesson is None:
                logger.warning("%s has no exercises", name, location=node, type="piquet")
                continue
            seconds += 60 * lesson.minutes  # as its tile says, so that tiles and sum agree
        node.replace_self(nodes.Text(time_words(seconds)))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the role, and the handlers that store the lessons and show their durations."""
    write_when_changed(app, _followed, _followers)
    return register(
        app,
        roles={"minutes": MinutesRole()},
        nodes=[minutes_node],
        events=[("doctree-read", _note_lesson), ("doctree-resolved", _tell_minutes)],
    )
