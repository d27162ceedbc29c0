"""What the theme and Sphinx put into a site and no page uses, and a fault of Sphinx's own script.

The theme underneath knows the pages and their contents; its own frame, with its styles and scripts, is
replaced (`site/look/frame.py`), so those are deleted from the output, and no template fragment is
published as a page.  And to hide the matches of a search, Sphinx writes a link to ``javascript:``, which
a strict policy forbids: it becomes a button.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from piquet_core.sphinxext.pages import PAGES

logger = logging.getLogger(__name__)

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


HIDE = re.compile(r'<a href="javascript:SphinxHighlight\.hideSearchWords\(\)">(.*?)</a>', re.DOTALL)
PRESSED = """
document.addEventListener("click", ({ target }) => {
  if (target.closest(".highlight-link button")) SphinxHighlight.hideSearchWords();
});
"""


def mend_highlights(app: Sphinx, exception: Exception | None) -> None:
    """Replace Sphinx's link to ``javascript:``, which hides the matches of a search, by a button."""
    if exception is not None or app.builder.name not in PAGES:
        return
    path = Path(app.outdir) / "_static" / "sphinx_highlight.js"
    text = path.read_text("utf-8")
    if text.endswith(PRESSED):
        return
    mended, count = HIDE.subn(r'<button type="button">\1</button>', text)
    if count == 1:
        path.write_text(mended + PRESSED, "utf-8", newline="\n")
    else:
        logger.warning("sphinx_highlight.js has no link that hides the matches: see theme.py")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks."""
    # After the theme, which writes a style for code, and before the notices.
    app.connect("build-finished", drop_unused, priority=900)
    app.connect("build-finished", mend_highlights)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
