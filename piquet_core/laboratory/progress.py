"""Progress of long work."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], object]
"""Function of the number of finished pieces and the number of all."""


def silent(done: int, of: int) -> None:
    """Show no progress."""
