"""Faults of the theme, and one of Sphinx's own script, that templates cannot mend.

The theme ships files that no page uses, given our docs/_templates: they are deleted from the
output, so that a host does not carry them and no template fragment is published as a page.  Its
buttons that open a part of the sidebar have only an icon: they get the name of what they open.  And
to hide the matches of a search, Sphinx writes a link to ``javascript:``, which a strict policy
forbids and for which the theme fetches an icon font: it becomes a button.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

logger = logging.getLogger(__name__)

UNUSED = (
    "scripts/fontawesome.js*",  # draws every icon a second time, 529 KiB compressed
    "scripts/*.map",
    "styles/*.map",
    "*macros.html",  # Jinja fragments beside the theme's assets
    "images/logo_*",  # icons of services that could run a notebook
    "locales",  # the translations of the templates, which only a build needs
)


def drop_unused(app: Sphinx, exception: Exception | None) -> None:
    """Delete the theme's unused files after an HTML build."""
    if exception is None and app.builder.format == "html":
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
    if exception is not None or app.builder.format != "html":
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


TOGGLE = re.compile(r"(<a[^>]*>)([^<]*)(</a>\s*<details[^>]*>\s*<summary)>")


def name_toggles(
    _app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: nodes.document | None
) -> None:
    """Make each button of the sidebar say which part it opens."""
    make = context.get("generate_toctree_html")
    if make is None:
        return

    def named(*args: Any, **kwargs: Any) -> str:
        return TOGGLE.sub(r'\1\2\3 aria-label="\2: pages">', str(make(*args, **kwargs)))

    context["generate_toctree_html"] = named


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks after the theme's, which makes the function that we wrap."""
    app.connect("html-page-context", name_toggles, priority=900)
    app.connect("build-finished", drop_unused)
    app.connect("build-finished", mend_highlights)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
