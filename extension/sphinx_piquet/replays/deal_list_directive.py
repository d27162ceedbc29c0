"""Directive ``library``: the list of recorded deals, with their results.

The list is complete without a script, which only filters it.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.errors import NotationError, PiquetError
from piquet_core.notation import THEMES
from piquet_core.replay.steps import Replay
from piquet_core.rules import load_ruleset
from piquet_core.rules.decode import list_of_type, parse_toml
from piquet_core.views import card_sprite
from piquet_core.views.markup import Markup, join
from piquet_core.views.replay.deal_as_text import totals_check_text
from sphinx_piquet import doctree as dt
from sphinx_piquet.domain import piquet_domain
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.replays.positions import BookPosition, load_positions
from sphinx_piquet.replays.positions_directive import decider, hand_of, known_cards
from sphinx_piquet.replays.replay_directive import replay_of_text
from sphinx_piquet.rules.compare_directives import addresses
from sphinx_piquet.style_sheets import STAGE
from sphinx_piquet.views.deal_list import (
    THEME_WORDS,
    Course,
    ListedDeal,
    ListedPosition,
    render_deal_list,
)

logger = logging.getLogger(__name__)


def missing_tags(replay: Replay) -> list[str]:
    """Return the names of the tags that the list needs but the record lacks."""
    record = replay.record
    needed = ["Title", *(["Year"] if record.tag("Source") else [])]
    return [name for name in needed if not record.tag(name)]


# -- the directive -------------------------------------------------------------------------------


class library_node(nodes.General, nodes.Element):
    """The list of deals. Its children are the content for other builders."""


class LibraryDirective(SphinxDirective):
    """``{library}``: a list of the deals whose records are in the folder of the page.

    ``begin`` is the id of the recommended first deal. ``positions`` is a file of positions to list after the
    deals, and ``lessons`` a file that names the deals of each lesson.
    """

    option_spec: ClassVar[dict[str, Any]] = dict.fromkeys(
        ("begin", "positions", "lessons"), directives.unchanged_required
    )

    def run(self) -> list[nodes.Node]:
        """Read all records. Warn about unreadable records and missing tags."""
        folder = Path(self.env.doc2path(self.env.docname)).parent
        piquet_domain(self.env).note_list(
            self.env.docname
        )  # read again if a deal's page is added or removed
        texts = []
        for path in sorted(folder.glob("*.piquet")):
            self.env.note_dependency(str(path))
            try:
                text = path.read_text("utf-8")
                replay = replay_of_text(text)
            except (OSError, UnicodeDecodeError, NotationError) as error:
                warn(f"the record cannot be read: {error}", f"{path}:1")
                continue
            if missing := missing_tags(replay):
                warn(f"the list of deals needs the tag {' and '.join(missing)}", f"{path}:1")
            if replay.steps and replay.rules is not None:
                texts.append(text)
        found = sorted(map(listed, texts), key=lambda one: one.order)
        piquet_domain(self.env).note_deals(self.env.docname, [one.id for one in found])
        positions = self._positions()
        node = library_node("", _plain(found, self.env.docname))
        node["positions"] = [_of_position(one) for one in positions]
        node["lessons"] = self._lessons({one.id for one in found})
        node["begin"] = self.options.get("begin", "")
        node["texts"] = sorted(texts, key=lambda text: listed(text).order)
        self.set_source_info(node)
        return [node]

    def _file(self, option: str) -> Path | None:
        """Return the path of the file that an option names, or None without the option."""
        if option not in self.options:
            return None
        _, filename = self.env.relfn2path(self.options[option])
        self.env.note_dependency(filename)
        return Path(filename)

    def _positions(self) -> list[BookPosition]:
        """Return the positions to list. Report an error if their file is invalid."""
        path = self._file("positions")
        try:
            return list(load_positions(path).values()) if path else []
        except (OSError, PiquetError) as error:
            raise self.error(str(error)) from None

    def _lessons(self, known: AbstractSet[str]) -> dict[str, tuple[str, ...]]:
        """Return the deals of each lesson, by the name of its page. Report an error for an unknown one."""
        path = self._file("lessons")
        if path is None:
            return {}
        try:
            tables = parse_toml(path.read_text("utf-8"), path.name)
            deals = {name: list_of_type(ids, str, name) for name, ids in tables.items()}
        except (OSError, PiquetError) as error:
            raise self.error(str(error)) from None
        for name, ids in deals.items():
            if name not in self.env.found_docs:
                raise self.error(f"{path.name}: no page {name!r}")
            if strange := sorted({*ids} - known):
                raise self.error(f"{path.name}: {name}: no deal {strange[0]!r} in the list")
        return deals


def _of_position(one: BookPosition) -> dict[str, Any]:
    """Return the properties of a position that its list item needs. A node is pickled, so they are plain."""
    return {
        "id": one.id,
        "title": one.title,
        "year": one.year,
        "dated": one.dated,
        "names": one.names,
        "decider": decider(one),
        "cards": str(known_cards(one)),
        "question": one.question,
        "rules": (one.rules, load_ruleset(one.rules).title) if one.rules else ("", ""),
        "themes": one.themes,
        "lesson": one.lesson,
    }


def warn(message: str, location: Any) -> None:
    """Warn about a deal. ``location`` is a document name, or a file and line."""
    logger.warning(message, location=location, type="piquet", subtype="library")


def listed(text: str) -> ListedDeal:
    """Return the list entry of a record."""
    return ListedDeal(replay=replay_of_text(text))


def check_complete(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn about deals that have a page but are not in the list, and about listed deals without a page."""
    del app
    domain = piquet_domain(env)
    for docname, listed_here in domain.data["lists"].items():
        if listed_here is None:
            continue
        folder = docname.rpartition("/")[0]
        known = set(listed_here)
        paged = {
            one.id: one.docname
            for one in domain
            if one.kind == "deal" and one.docname.rpartition("/")[0] == folder
        }
        for id in sorted(known - paged.keys()):
            warn(f"no page here replays the deal {id}", docname)
        for id in sorted(paged.keys() - known):
            warn(f"the deal {id} is missing from the list of deals", paged[id])


# -- HTML ----------------------------------------------------------------------------------------


def _draw(page: Page, node: library_node) -> Markup:
    """Return the filters and the list of deals."""
    found = [listed(text) for text in node["texts"]]
    positions = [
        ListedPosition(**{**one, "cards": hand_of(one["cards"])}) for one in node["positions"]
    ]
    lessons: dict[str, tuple[str, ...]] = node["lessons"]
    named = sorted({*lessons, *(one.lesson for one in positions if one.lesson)})
    course = Course(
        titles={name: page.env.titles[name].astext() for name in named if name in page.env.titles},
        deals={one.id: [name for name, ids in lessons.items() if one.id in ids] for one in found},
    )
    drawn = render_deal_list(
        found, addresses(page.builder, page.docname), node["begin"], positions, course
    )
    return join([Markup(card_sprite()), drawn])


# -- everything else -----------------------------------------------------------------------------


def _plain(found: Sequence[ListedDeal], docname: str) -> nodes.Node:
    return dt.definitions(
        (
            (
                "",
                dt.link("deal", one.id, one.title, docname),
                dt.paragraph(
                    f"{one.year or 'Made for this site'}. {one.rules[1]}. {one.ending}. "
                    f"{totals_check_text(one.replay)}{_shows(one)}"
                ),
            )
            for one in found
        ),
        classes=[],
    )


def _shows(one: ListedDeal) -> str:
    return f" {', '.join(one.theme_words)}." if one.themes else ""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and the check that the list is complete."""
    assert tuple(THEME_WORDS) == THEMES, "every theme of the notation has a name here"
    styles, scripts = (
        ("components/card.css", *STAGE, "replay/stills/deal-list.css"),
        ("replay/stills/deal-list.js",),
    )
    return register(
        app,
        directives={"library": LibraryDirective},
        widgets=[Widget(library_node, draw=_draw, styles=styles, scripts=scripts)],
        events=[("env-check-consistency", check_complete)],
    )
