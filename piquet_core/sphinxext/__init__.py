"""The Sphinx extension: the rules of Piquet as a domain, and the pages made from the data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

import piquet_core
from piquet_core import __version__
from piquet_core.html.styles import PLAIN
from piquet_core.sphinxext import (
    cite,
    domain,
    drawn,
    edition,
    figures,
    hands,
    leaf,
    pages,
    store,
    under,
    valued,
)
from piquet_core.sphinxext.deals import (
    embed,
    fan,
    framed,
    library,
    onward,
    replay,
    sharing,
    still,
    variations,
    workbench,
)
from piquet_core.sphinxext.pages import add_styles, shows_ours
from piquet_core.sphinxext.practice import (
    course,
    day,
    due,
    ending,
    exercise,
    game,
    keeping,
    lessons,
    paper,
    problems,
    review,
)
from piquet_core.sphinxext.rules import (
    article,
    claims,
    compare_page,
    differences,
    directives,
    held,
    listing,
    overview,
    sheet,
    sidenotes,
    trace,
    worked,
)

_BROWSER = Path(piquet_core.__file__).parent / "browser"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register everything; each module registers its own."""
    app.connect("config-inited", _add_browser)
    app.connect("html-page-context", _add_styles_to_page)
    edition.setup(app)
    store.setup(app)
    pages.setup(app)
    under.setup(app)
    drawn.setup(app)
    hands.setup(app)
    valued.setup(app)
    cite.setup(app)
    leaf.setup(app)
    domain.setup(app)
    directives.setup(app)
    article.setup(app)
    listing.setup(app)
    claims.setup(app)
    compare_page.setup(app)
    differences.setup(app)
    overview.setup(app)
    sheet.setup(app)
    sidenotes.setup(app)
    onward.setup(app)
    sharing.setup(app)
    replay.setup(app)
    embed.setup(app)
    framed.setup(app)
    workbench.setup(app)
    game.setup(app)
    day.setup(app)
    figures.setup(app)
    library.setup(app)
    fan.setup(app)
    still.setup(app)
    variations.setup(app)
    worked.setup(app)
    exercise.setup(app)
    problems.setup(app)
    lessons.setup(app)
    course.setup(app)
    ending.setup(app)
    due.setup(app)
    review.setup(app)
    keeping.setup(app)
    paper.setup(app)
    held.setup(app)
    trace.setup(app)
    return {
        "version": __version__,
        "env_version": 6,  # raise this when the form of the nodes or of the domain's data changes
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }


def _add_browser(app: Sphinx, config: Config) -> None:
    """Have the files of ``browser/`` copied to ``_static/``, for all modules of this extension."""
    config.html_static_path.append(str(_BROWSER))
    if config.piquet_own_pages:
        _add_common_styles(app)


def _add_styles_to_page(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    del pagename, templatename, context
    if not app.config.piquet_own_pages and doctree is not None and shows_ours(doctree):
        _add_common_styles(app)


def _add_common_styles(app: Sphinx) -> None:
    add_styles(app, PLAIN, priority=100)  # the tokens, before all that use them
    add_styles(app, ("rules/reference.css", "rules/books.css"))
