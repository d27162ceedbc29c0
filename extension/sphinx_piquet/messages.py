"""Fixed texts of the extension, for translators. Those of rules, records and the engine are in English only.

``locale/sphinx_piquet.pot`` lists them; `tools/messages.py` writes it. A project adds a translation with
``app.add_message_catalog("sphinx_piquet", FOLDER)`` in its ``conf.py``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sphinx.application import Sphinx
from sphinx.locale import get_translation
from sphinx.util.typing import ExtensionMetadata

from piquet_core import __version__

CATALOGUE: Final = "sphinx_piquet"
LOCALE: Final = Path(__file__).with_name("locale")
TEMPLATE: Final = LOCALE / f"{CATALOGUE}.pot"

_ = get_translation(CATALOGUE)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the catalogue of this package."""
    app.add_message_catalog(CATALOGUE, str(LOCALE))
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
