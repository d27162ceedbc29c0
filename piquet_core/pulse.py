"""Signs of life: long work says now and then that it goes on, to whoever listens.

The engine knows neither who that is nor whether anybody is. A page listens, to tell work that
takes long from work that will never end.

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
    """Say that the work goes on."""
    for listener in _listeners:
        listener()


def listen(listener: Listener | None) -> None:
    """Call a function at every beat, in place of the one before; None for nobody."""
    _listeners[:] = [] if listener is None else [listener]
