"""What the theme and Sphinx put into a site and no page uses: it is not sent.

The theme underneath knows the pages and their contents; its own frame, with its styles and scripts, is
replaced (`website/theme/page_frame.py`), so those are deleted from the output, and no template fragment is
published as a page.  The scripts with which Sphinx searches and marks what was found write markup from
texts, which a strict policy forbids; `search/search-page.js` and `search/highlight.js` do both.
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
    "scripts",  # the theme's behaviour, Bootstrap's, and its icons drawn a second time
    "styles",  # the theme's look, and Bootstrap's
    "vendor",  # fonts of icons
    "images",  # icons of services that could run a notebook
    "locales",  # the translations of the templates, which only a build needs
    "*macros.html",  # Jinja fragments beside the theme's assets
    "basic.css",  # the look of Sphinx's own themes, and its three signs
    "file.png",
    "minus.png",
    "plus.png",
    "doctools.js",
    "documentation_options.js",
    "searchtools.js",
    "sphinx_highlight.js",
    "base-stemmer.js",  # language_data.js holds both
    "english-stemmer.js",
    "pygments*.css",  # colours of code that know neither our paper nor our ink: website/code.css
)


# Where the theme's own frame shows parts of its own, as it names these places in the context of a page.  It
# draws each part to see whether it is empty, the contents of the whole site among them.
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
    """Let the theme draw no part of a frame that no page has."""
    if app.builder.name in PAGES:
        context.update({place: [] for place in PLACES_OF_PARTS if place in context})


def delete_unused_files(app: Sphinx, exception: Exception | None) -> None:
    """Delete the unused files after a build of the pages."""
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
