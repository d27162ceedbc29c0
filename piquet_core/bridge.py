"""The one door between page and engine: JSON text in, JSON text out. No live object crosses.

>>> print(handle('{"id": 1, "op": "dance"}'))
{"id": 1, "error": {"kind": "request", "rule": "", "message": "unknown operation 'dance'"}}
"""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from piquet_core import __version__
from piquet_core.errors import IllegalAction, NotationError, PiquetError, RuleSetError
from piquet_core.html import Links, render_story, render_table
from piquet_core.notation import loads
from piquet_core.replay import run
from piquet_core.seat import Seat
from piquet_core.steps import Replay
from piquet_core.view import observe

_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_MOST_OPENINGS = 64


class _RequestError(PiquetError):
    """A request that is no request: the page's fault, not the reader's."""


def handle(request: str) -> str:
    """Answer one request: ``{"id", "op", "args"}`` to ``{"id", "ok"}`` or ``{"id", "error"}``.

    An error has a kind (*request*, *notation*, *ruleset*, *illegal*), a rule id if a rule
    refuses, and a message for the reader. Nothing that a page sends makes this raise.
    """
    id: object = None
    try:
        asked = _parse(request)
        id = asked.get("id")
        op = asked.get("op")
        if not isinstance(op, str) or op not in _OPERATIONS:
            raise _RequestError(f"unknown operation {op!r}")
        args = asked.get("args", {})
        if not isinstance(args, dict):
            raise _RequestError("args must be an object")
        return json.dumps({"id": id, "ok": _OPERATIONS[op](args)})
    except PiquetError as error:
        return json.dumps({"id": id, "error": _describe(error)})


def _parse(request: str) -> dict[str, Any]:
    # No request nests deeply, and reading one that does would exhaust a browser's stack, which
    # ends the worker instead of raising. What stands in strings is only text.
    if isinstance(request, str):
        bare = _STRINGS.sub("", request)
        if bare.count("[") + bare.count("{") > _MOST_OPENINGS:
            raise _RequestError("the request nests too deeply")
    try:
        asked = json.loads(request)
    except (ValueError, TypeError, RecursionError):
        raise _RequestError("the request is not JSON") from None
    if not isinstance(asked, dict):
        raise _RequestError("the request is not an object")
    return asked


def _describe(error: PiquetError) -> dict[str, str]:
    kinds = ((NotationError, "notation"), (RuleSetError, "ruleset"), (IllegalAction, "illegal"))
    kind = next((name for type_, name in kinds if isinstance(error, type_)), "request")
    rule = error.rule if isinstance(error, IllegalAction) else ""
    return {"kind": kind, "rule": rule, "message": str(error)}


def _hello(args: Mapping[str, Any]) -> dict[str, Any]:
    del args
    return {
        "engine": __version__,
        "python": platform.python_version(),
        "runtime": platform.system() or "unknown",
    }


def _replay(args: Mapping[str, Any]) -> dict[str, Any]:
    """Replay a record for one view: every step as HTML, and how the printed totals compare."""
    replay = _run(_text(args, "record"))
    seat = _seat(args)
    links = Links(**{name: _text(args, name, "") for name in ("rule", "source", "term")})
    names = (replay.record.player(Seat.ELDER), replay.record.player(Seat.YOUNGER))
    steps: list[dict[str, str]] = []
    for step in replay.steps:
        if seat is not None and step.is_silent(seat) and steps:
            # Who keeps a carte blanche to himself has, for the other, done nothing.
            steps.append({**steps[-1], "id": step.id})
            continue
        view = observe(step, seat)
        steps.append(
            {
                "id": step.id,
                "table": render_table(view, names),
                "story": render_story(view, names, links),
            }
        )
    return {
        **_hello({}),
        "steps": steps,
        "printed": len(replay.checks),
        "agree": sum(check.agrees for check in replay.checks),
        "findings": [finding.message for finding in replay.findings],
        "ruleset": replay.rules.id if replay.rules else "",
    }


@lru_cache(maxsize=8)
def _run(text: str) -> Replay:
    return run(loads(text))


def _text(args: Mapping[str, Any], name: str, default: str | None = None) -> str:
    value = args.get(name, default)
    if not isinstance(value, str):
        raise _RequestError(f"{name} must be a text")
    return value


def _seat(args: Mapping[str, Any]) -> Seat | None:
    views = {"both": None, "e": Seat.ELDER, "y": Seat.YOUNGER}
    view = args.get("view", "both")
    if not isinstance(view, str) or view not in views:
        raise _RequestError(f"unknown view {view!r}; there are {', '.join(views)}")
    return views[view]


_OPERATIONS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "hello": _hello,
    "replay": _replay,
}
