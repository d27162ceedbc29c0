"""Locations of errors in the engine, from tracebacks without line numbers.

The browser loads bytecode without line tables. A location is therefore the module, the function and the offset
in its code. ``tools/locate_error.py`` converts it to file and line.
"""

from __future__ import annotations

from types import TracebackType
from typing import Final

PACKAGE: Final = __name__.partition(".")[0]


def place_of(error: BaseException) -> str:
    """Return the innermost location of an error within the engine, as ``module:function+offset``, or "".

    >>> try:
    ...     place_of(None)
    ... except AttributeError as error:
    ...     print(place_of(error).partition("+")[0])
    api.tracebacks:place_of
    """
    found = ""
    step: TracebackType | None = error.__traceback__
    while step is not None:
        code, module = step.tb_frame.f_code, str(step.tb_frame.f_globals.get("__name__", ""))
        if module.partition(".")[0] == PACKAGE:
            inside = module.removeprefix(f"{PACKAGE}.")
            found = f"{inside}:{code.co_qualname}+{step.tb_lasti}"
        step = step.tb_next
    return found


def note(error: Exception) -> None:
    """Add a one-line note to an error, for the page: the error's type, message and location."""
    said = " ".join(str(error).split())
    error.add_note(f"{type(error).__name__}: {said} [{place_of(error)}]")
