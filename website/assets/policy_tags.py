"""The content security policy of every page, as a tag after the charset.

A frozen copy of an edition is built without the policy.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet.page_head import render_policy
from sphinx_piquet.pages import PAGES
from website.assets.bundles import built_pages, page_head

_CHARSET: Final = re.compile(r'<meta charset="[^"]*"\s*/?>')


def with_policy(html: str) -> str:
    """Return a page with the policy after its charset tag. A page with a policy stays unchanged."""
    if 'http-equiv="Content-Security-Policy"' in page_head(html):
        return html
    said = _CHARSET.search(html)
    if said is None:
        raise SphinxError("a page has no <meta charset>, after which the policy is inserted")
    return f"{html[: said.end()]}\n    {render_policy()}{html[said.end() :]}"


def write_policies(app: Sphinx, exception: Exception | None) -> None:
    """Insert the policy into every page of an HTML build, except in a frozen copy."""
    if exception is not None or app.builder.name not in PAGES or app.config.piquet_frozen:
        return
    for path in built_pages(Path(app.outdir)):
        html = path.read_text("utf-8")
        new = with_policy(html)
        if new != html:
            path.write_text(new, "utf-8", newline="\n")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hook. It runs after all writers."""
    app.connect("build-finished", write_policies, priority=890)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
