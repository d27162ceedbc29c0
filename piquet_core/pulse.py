"""Heartbeat of long computations.

A page listens to the beats to tell a long computation from an endless one. The engine does not
depend on a listener.

>>> heard = []
>>> listen(lambda: heard.append("still here"))
>>> beat()
>>> heard
['still here']
>>> listen(None)
"""

from __future__ import annotations

from collections.abc import Callable

Listener = Callable[[], object]
_listeners: list[Listener] = []


def beat() -> None:
    """Report that the computation is still running."""
    for listener in _listeners:
        listener()


def listen(listener: Listener | None) -> None:
    """Register the function to call at every beat, in place of any earlier one; None removes it."""
    _listeners[:] = [] if listener is None else [listener]
