"""Write the list of texts that translators of the extension get, extension/sphinx_piquet/locale/sphinx_piquet.pot.

.venv/bin/python tools/messages.py
"""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from piquet_core import __version__
from sphinx_piquet.messages import CATALOGUE, TEMPLATE


def template() -> bytes:
    """Return the catalogue of all texts in the sources, without places and dates, which change too often."""
    catalogue = Catalog(
        project=CATALOGUE,
        version=__version__,
        creation_date=datetime(2026, 1, 1, tzinfo=UTC),
        header_comment="# Texts of sphinx-piquet. A name in braces is replaced; keep it.",
        charset="utf-8",
    )
    for _file, _line, message, _comments, _context in extract_from_dir(TEMPLATE.parents[1]):
        catalogue.add(message)
    written = BytesIO()
    write_po(written, catalogue, width=100, no_location=True, sort_output=True)
    return written.getvalue()


if __name__ == "__main__":
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(template())
