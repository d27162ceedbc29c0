"""Location of the scripts and style sheets in this package."""

from __future__ import annotations

from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).with_name("static")
"""The folder that is copied to ``_static/`` of every build."""
