"""Checks that every page was written, and prints the cost of the build.

If a page cannot be written, Sphinx may stop its parallel writers and still report success: it loses
an error that occurs while work is being distributed (``ParallelTasks.add_task``). So this module
compares the pages read with the pages written.

The cost is the processor time of all processes, because elapsed time depends on the machine.
"""

from __future__ import annotations

import resource
import time
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.errors import SphinxError
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

logger = logging.getLogger(__name__)

SLACK = 2.0  # seconds; the clock of a file system is coarser than ours


def missing_pages(app: Sphinx, since: float) -> list[str]:
    """Return the documents that were not written.

    A document counts if its page is missing, or if it was read in this build and its page is older
    than the build. ``since`` is the start of the build, in seconds since the epoch.
    """
    assert isinstance(app.builder, StandaloneHTMLBuilder)
    found = []
    for docname, read in sorted(app.env.all_docs.items()):
        page = Path(app.builder.get_output_path(docname))
        wanted = since - SLACK if read / 1e6 >= since else 0.0
        if not page.is_file() or page.stat().st_mtime < wanted:
            found.append(docname)
    return found


def check_pages(app: Sphinx, exception: Exception | None) -> None:
    """Fail the build if pages are missing, and name up to ten of them."""
    if exception is None and isinstance(app.builder, StandaloneHTMLBuilder):
        missing = missing_pages(app, app.piquet_began)  # type: ignore[attr-defined]
        if missing and app.builder.name in {"html", "dirhtml", "epub"}:
            names = ", ".join(missing[:10])
            raise SphinxError(
                f"{len(missing)} page(s) were not written, although no error was reported: {names}. "
                "Build again with one job (-j1) to see why."
            )


def note_start(app: Sphinx) -> None:
    """Record the start of the build."""
    app.piquet_began = time.time()  # type: ignore[attr-defined]


# -- what it cost ----------------------------------------------------------------------------------

LAST = 999
"""The priority of hooks that run after everything else."""


def processor_seconds() -> float:
    """Return the processor time of this process and its finished children in seconds."""
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(one.ru_utime + one.ru_stime for one in map(resource.getrusage, who))


def _started(app: Sphinx) -> None:
    app.piquet_spent = {"starting": processor_seconds()}  # type: ignore[attr-defined] # our own slot


def _read(app: Sphinx, _env: BuildEnvironment) -> list[str]:
    app.piquet_spent["reading"] = processor_seconds()  # type: ignore[attr-defined]
    return []


def _written(app: Sphinx) -> list[tuple[str, dict[str, object], str]]:
    app.piquet_spent["writing"] = processor_seconds()  # type: ignore[attr-defined]
    return []


def _tell(app: Sphinx, exception: Exception | None) -> None:
    """Print the processor time of each phase of the build."""
    if exception is not None:
        return
    ends: dict[str, float] = {**app.piquet_spent, "finishing": processor_seconds()}  # type: ignore[attr-defined]
    begun, told = 0.0, []
    for name, end in ends.items():
        told.append(f"{name} {end - begun:.1f}")
        begun = end
    logger.info("piquet: %.1f s of CPU: %s", begun, ", ".join(told))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks at both ends of the build and between its phases."""
    app.connect("builder-inited", note_start)
    app.connect("builder-inited", _started, priority=LAST)
    app.connect("env-updated", _read, priority=LAST)
    app.connect("html-collect-pages", _written)
    app.connect("build-finished", check_pages, priority=10)
    app.connect("build-finished", _tell, priority=LAST)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
