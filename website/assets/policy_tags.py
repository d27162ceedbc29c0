"""The policy in every page of a build, before anything that a browser could load or run.

A frozen copy has none: it keeps what it was built with.
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
    """Return a page with the policy as the first thing after its encoding; once is enough."""
    if 'http-equiv="Content-Security-Policy"' in page_head(html):
        return html
    said = _CHARSET.search(html)
    if said is None:
        raise SphinxError("a page has no <meta charset>, after which the policy is inserted")
    return f"{html[: said.end()]}\n    {render_policy()}{html[said.end() :]}"


def write_policies(app: Sphinx, exception: Exception | None) -> None:
    """Write the policy into every page of this build."""
    if exception is not None or app.builder.name not in PAGES or app.config.piquet_frozen:
        return
    for path in built_pages(Path(app.outdir)):
        html = path.read_text("utf-8")
        new = with_policy(html)
        if new != html:
            path.write_text(new, "utf-8", newline="\n")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hook, after all that write pages."""
    app.connect("build-finished", write_policies, priority=890)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
