"""What the theme and Sphinx put into a site and no page uses: it is not sent.

The theme underneath knows the pages and their contents; its own frame, with its styles and scripts, is
replaced (`site/look/frame.py`), so those are deleted from the output, and no template fragment is
published as a page.  The scripts with which Sphinx searches and marks what was found write markup from
texts, which a strict policy forbids; `site/search/search.js` and `site/search/matches.js` do both.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from piquet_core.sphinxext.pages import PAGES

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
    "pygments*.css",  # colours of code that know neither our paper nor our ink: site/code.css
)


def drop_unused(app: Sphinx, exception: Exception | None) -> None:
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
    # After the theme, which writes a style for code, and before the notices.
    app.connect("build-finished", drop_unused, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
