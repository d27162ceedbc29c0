"""Make a build that has lost pages fail.

If a page cannot be written, Sphinx may stop its other writers and call the build a success: it drops a
fault that turns up while more work is being handed out (``ParallelTasks.add_task``).  So this compares
what was read with what was written.
"""

from __future__ import annotations

import time
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.errors import SphinxError
from sphinx.util.typing import ExtensionMetadata

SLACK = 2.0  # seconds: the clock of a file system is coarser than ours


def lost(app: Sphinx, since: float) -> list[str]:
    """Return the documents without a page, or with one that is older than their last reading."""
    assert isinstance(app.builder, StandaloneHTMLBuilder)
    found = []
    for docname, read in sorted(app.env.all_docs.items()):
        page = Path(app.builder.get_output_path(docname))
        wanted = since - SLACK if read / 1e6 >= since else 0.0
        if not page.is_file() or page.stat().st_mtime < wanted:
            found.append(docname)
    return found


def check(app: Sphinx, exception: Exception | None) -> None:
    """End the build with an error that names the pages."""
    if exception is None and isinstance(app.builder, StandaloneHTMLBuilder):
        missing = lost(app, app.piquet_began)  # type: ignore[attr-defined]
        if missing and app.builder.name in {"html", "dirhtml", "epub"}:
            names = ", ".join(missing[:10])
            raise SphinxError(
                f"{len(missing)} page(s) were not written, though no fault was reported: {names}. "
                "Build again with one job (-j1) to see why."
            )


def begin(app: Sphinx) -> None:
    """Remember when the build began."""
    app.piquet_began = time.time()  # type: ignore[attr-defined]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register both ends."""
    app.connect("builder-inited", begin)
    app.connect("build-finished", check, priority=10)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
