"""Removal of files of the theme and of Sphinx that no page uses.

`website/theme/page_frame.py` replaces the frame of the theme, so its styles, scripts and template
fragments are deleted from the output. Sphinx's search scripts build markup from strings, which our
content security policy forbids; `search/search-page.js` and `search/highlight.js` replace them.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet.pages import PAGES

UNUSED = (
    "scripts",  # scripts of the theme, Bootstrap and icons
    "styles",  # styles of the theme and Bootstrap
    "vendor",  # icon fonts
    "images",  # logos of notebook services
    "locales",  # template translations, only needed by the build
    "*macros.html",  # template fragments among the theme's assets
    "basic.css",  # styles and icons of Sphinx's own themes
    "file.png",
    "minus.png",
    "plus.png",
    "doctools.js",
    "documentation_options.js",
    "searchtools.js",
    "sphinx_highlight.js",
    "base-stemmer.js",  # language_data.js contains both
    "english-stemmer.js",
    "pygments*.css",  # syntax colours that do not match ours; see website/static/base/code.css
)


# Context keys of the theme's frame. The theme renders each part to see whether it is empty,
# including the contents of the whole site.
PLACES_OF_PARTS = (
    *("sidebars", "theme_primary_sidebar_end", "theme_secondary_sidebar_items"),
    *(f"theme_navbar_{place}" for place in ("start", "center", "persistent", "end")),
    *(f"theme_article_{place}" for place in ("header_start", "header_end", "footer_items")),
    *("theme_content_footer_items", "theme_footer_content_items"),
    *(f"theme_footer_{place}" for place in ("start", "center", "end")),
)


def disable_theme_parts(
    app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: nodes.document | None
) -> None:
    """Keep the theme from rendering parts of its frame."""
    if app.builder.name in PAGES:
        context.update({place: [] for place in PLACES_OF_PARTS if place in context})


def delete_unused_files(app: Sphinx, exception: Exception | None) -> None:
    """Delete the `UNUSED` files after an HTML build."""
    if exception is None and app.builder.name in PAGES:
        static = Path(app.outdir) / "_static"
        for pattern in UNUSED:
            for path in static.glob(pattern):
                if path.is_dir():
                    shutil.rmtree(path)
                else:
                    path.unlink()


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks."""
    app.connect("html-page-context", disable_theme_parts, priority=100)
    # After the theme, which writes a style for code, and before the notices.
    app.connect("build-finished", delete_unused_files, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
