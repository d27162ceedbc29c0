"""Everything on a site that a teacher can put into a set of work: lessons, problems, deals and positions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NotRequired, TypedDict

from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment

from piquet_core.errors import PiquetError
from piquet_core.exercises import find_question_text
from piquet_core.notation import format_deal_id
from piquet_core.teaching.work_set import ItemKind, check_of
from piquet_core.views.hand_slips import BETWEEN
from sphinx_piquet.domain import Entry, piquet_domain
from sphinx_piquet.pages import Page
from sphinx_piquet.practice.lesson_index import all_lessons, lessons_on, title_of
from sphinx_piquet.replays.positions import BookPosition, load_positions
from sphinx_piquet.replays.replay_directive import replay_of_text
from sphinx_piquet.views.course_tiles import PROBLEM, Lesson

_ROLE = re.compile(r"\{[a-z-]+\}`([^`]*)`")
"""A role in the text of a position, such as ``{cards}`SA SK```."""
_DEALS = "Deals"
_LESSONS = "Lessons"


class CatalogueItem(TypedDict):
    """One item for the scripts: its kind, place, title and address, and the group under which it is listed.

    ``check`` and ``exercise`` belong to a problem, ``asked`` are the ids of the required exercises of a lesson, and
    ``hands`` is text for `piquet_core.views.hand_slips.render_slips_of`.
    """

    kind: str
    place: str
    title: str
    group: str
    address: str
    about: NotRequired[str]
    check: NotRequired[str]
    exercise: NotRequired[str]
    asked: NotRequired[list[str]]
    hands: NotRequired[str]


def work_catalogue(page: Page, course: str, positions: str) -> list[CatalogueItem]:
    """Return the items of the site. Their addresses are relative to ``page``.

    ``course`` is the page with the lessons, and ``positions`` the path of the file of positions, or "".
    """
    lessons = dict(lessons_on(page.env, course))
    return [
        *(_lesson(page, name, one) for name, one in lessons.items()),
        *_problems(page, course, lessons),
        *(_deal(page, one) for one in _entries(page.env, "deal")),
        *_positions(page, load_positions(Path(positions)) if positions else {}),
    ]


def catalogue_data(env: BuildEnvironment) -> object:
    """Return the data of deals and positions that the catalogue shows."""
    return [one[:5] for kind in ("deal", "position") for one in _entries(env, kind)]


def _entries(env: BuildEnvironment, kind: str) -> list[Entry]:
    return [one for one in piquet_domain(env) if one.kind == kind]


def _lesson(page: Page, name: str, lesson: Lesson) -> CatalogueItem:
    number, _, title = title_of(page.env, name).partition(". ")
    return {
        "kind": ItemKind.LESSON.value,
        "place": name,
        "title": f"Lesson {number}: {title}" if title else number,
        "group": _LESSONS,
        "address": page.uri(name),
        "about": f"about {lesson.minutes} min",
        "asked": [id for _, id in lesson.asked],
    }


def _problems(page: Page, course: str, lessons: Mapping[str, Lesson]) -> Iterator[CatalogueItem]:
    for name, lesson in all_lessons(page.env, course):
        if lesson.noun != PROBLEM or name in lessons:
            continue
        group = page.env.titles[name].astext()
        for number, (anchor, id) in enumerate(lesson.asked, 1):
            kind, ask, *_ = id.split(":")
            yield {
                "kind": ItemKind.PROBLEM.value,
                "place": f"{name}#{anchor}",
                "title": f"{group}, {number}",
                "group": group,
                "address": f"{page.uri(name)}#{anchor}",
                "about": find_question_text(f"{kind}.{ask}").question,
                "check": str(check_of(id)),
                "exercise": id,
                "hands": id,
            }


def _deal(page: Page, entry: Entry) -> CatalogueItem:
    return {
        "kind": ItemKind.DEAL.value,
        "place": entry.docname,
        "title": entry.title,
        "group": _DEALS,
        "address": page.uri(entry.docname),
        "hands": _dealt(page.builder, entry.docname),
    }


def _dealt(builder: Builder, docname: str) -> str:
    """Return the id of the deal whose record is beside a page, or "" if it is not known in full."""
    path = Path(builder.srcdir) / f"{docname}.piquet"
    try:
        return format_deal_id(replay_of_text(path.read_text("utf-8")).steps[0].state.deal)
    except (OSError, IndexError, PiquetError):
        return ""


def _positions(page: Page, positions: Mapping[str, BookPosition]) -> Iterator[CatalogueItem]:
    for entry in _entries(page.env, "position"):
        known = positions.get(entry.id)
        yield {
            "kind": ItemKind.POSITION.value,
            "place": f"{entry.docname}#{entry.anchor}",
            "title": entry.title,
            "group": page.env.titles[entry.docname].astext(),
            "address": f"{page.uri(entry.docname)}#{entry.anchor}",
            "about": _ROLE.sub(r"\1", known.question) if known else "",
            "hands": BETWEEN.join(map(str, known.hands)) if known and any(known.hands) else "",
        }
