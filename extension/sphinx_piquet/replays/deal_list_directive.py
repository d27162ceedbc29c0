"""Directive ``library``: the list of recorded deals, with their results.

The list is complete without a script, which only filters it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.errors import NotationError
from piquet_core.notation import THEMES
from piquet_core.replay.steps import Replay
from piquet_core.views import card_sprite
from piquet_core.views.markup import Markup, join
from piquet_core.views.replay.deal_as_text import totals_check_text
from sphinx_piquet import doctree as dt
from sphinx_piquet.domain import piquet_domain
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.replays.replay_directive import replay_of_text
from sphinx_piquet.rules.compare_directives import addresses
from sphinx_piquet.style_sheets import STAGE
from sphinx_piquet.views.deal_list import THEME_WORDS, ListedDeal, render_deal_list

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

    ``begin`` is the id of the recommended first deal.
    """

    option_spec: ClassVar[dict[str, Any]] = {"begin": directives.unchanged_required}

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
        node = library_node("", _plain(found, self.env.docname))
        node["begin"] = self.options.get("begin", "")
        node["texts"] = sorted(texts, key=lambda text: listed(text).order)
        self.set_source_info(node)
        return [node]


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
    drawn = render_deal_list(found, addresses(page.builder, page.docname), node["begin"])
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
