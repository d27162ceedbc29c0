"""Sphinx extension with only the cross-references to Piquet: roles and domain, without any widgets.

A project that only links to the rules, by intersphinx or MyST's ``inv:`` links, needs nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_piquet import MINIMUM_SPHINX

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the domain ``piquet``."""
    app.require_sphinx(MINIMUM_SPHINX)
    app.setup_extension("sphinx_piquet.domain")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
