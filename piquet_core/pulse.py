"""Signs of life: long work says now and then, to whoever listens, that it is still going.

The engine does not know who listens, or whether anybody does. A page listens to tell long work from
work that will never end.

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
    """Say that the work is still going."""
    for listener in _listeners:
        listener()


def listen(listener: Listener | None) -> None:
    """Call this function at every beat from now on, and no other; None for nobody."""
    _listeners[:] = [] if listener is None else [listener]
