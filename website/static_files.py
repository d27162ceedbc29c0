"""The folders of scripts and style sheets: those of the widgets and of the site."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet import static_files

SITE_STATIC: Final = Path(__file__).with_name("static")
STATIC_FOLDERS: Final = (static_files.STATIC, SITE_STATIC)


def is_own_static_file(path: str) -> bool:
    """Return whether a file below ``_static/`` is a copy of one of our sources."""
    return any((folder / path).is_file() for folder in STATIC_FOLDERS)


def _add_folder(_app: Sphinx, config: Config) -> None:
    config.html_static_path.append(str(SITE_STATIC))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the site's folder of scripts and style sheets."""
    app.connect("config-inited", _add_folder)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
