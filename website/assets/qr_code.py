"""The QR code generator, which pages load when a reader asks for a code."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet.pages import PAGES
from website.build_paths import add_path_values, build_paths

MODULE: Final = "qr/qrcode.mjs"
"""The address of the module below ``_static/``."""
_SOURCE: Final = "qrcode-generator/dist/qrcode.mjs"


def _set_address(_app: Sphinx, config: Config) -> None:
    config.piquet_qr_code = MODULE


def _copy(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.name in PAGES:
        target = Path(app.outdir) / "_static" / MODULE
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(build_paths(app).npm / _SOURCE, target)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks. The file is copied before the licence notices are written."""
    add_path_values(app)
    app.connect("config-inited", _set_address)
    app.connect("build-finished", _copy)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
