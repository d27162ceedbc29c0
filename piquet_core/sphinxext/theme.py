"""What the theme ships and a reader never needs is taken out of the built site.

The templates in docs/_templates no longer refer to these files; here they leave the output, so that a
host does not carry them and no template fragment is published as if it were a page.
"""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

UNUSED = (
    "scripts/fontawesome.js*",  # draws every icon a second time, 529 KiB compressed
    "scripts/*.map",
    "styles/*.map",
    "*macros.html",  # Jinja fragments that the theme keeps beside its assets
)


def drop_unused(app: Sphinx, exception: Exception | None) -> None:
    """Delete the theme's unused files after an HTML build."""
    if exception is None and app.builder.format == "html":
        static = Path(app.outdir) / "_static"
        for pattern in UNUSED:
            for path in static.glob(pattern):
                path.unlink()


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the one hook."""
    app.connect("build-finished", drop_unused)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
