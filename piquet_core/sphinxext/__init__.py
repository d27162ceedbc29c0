"""The Sphinx extension: the rules of Piquet as a domain, and the pages made from the data."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from piquet_core import __version__
from piquet_core.sphinxext import (
    cite,
    claims,
    compare_page,
    differences,
    directives,
    domain,
    edition,
    embed,
    exercise,
    figures,
    finding,
    keeping,
    library,
    lines,
    overview,
    play,
    replay,
    review,
    sharing,
    sheet,
    trace,
    workbench,
    worked,
)

_STATIC = Path(__file__).parent / "static"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register everything; each module registers its own."""
    app.connect("config-inited", _add_static)
    app.add_css_file("reference.css")
    app.add_css_file("books.css")
    edition.setup(app)
    cite.setup(app)
    domain.setup(app)
    directives.setup(app)
    claims.setup(app)
    compare_page.setup(app)
    differences.setup(app)
    overview.setup(app)
    sheet.setup(app)
    sharing.setup(app)
    replay.setup(app)
    embed.setup(app)
    workbench.setup(app)
    play.setup(app)
    figures.setup(app)
    finding.setup(app)
    library.setup(app)
    lines.setup(app)
    worked.setup(app)
    exercise.setup(app)
    review.setup(app)
    keeping.setup(app)
    trace.setup(app)
    # `runtime` and `theme` concern one site, not every user of the domain: its conf.py lists them.
    return {
        "version": __version__,
        "env_version": 3,  # raise it when the nodes or the domain's data change their form
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }


def _add_static(app: Sphinx, config: Config) -> None:
    """Have the files of ``static/`` copied to ``_static/``, for all modules of this extension."""
    del app
    config.html_static_path.append(str(_STATIC))
