"""An unexpected error names its place in the engine, on the one line that a page shows."""

import json
import re
import traceback

import pytest

from piquet_core.api import dispatch as bridge
from piquet_core.api.tracebacks import place_of
from piquet_core.limits import is_longer


def test_an_unforeseen_error_ends_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    known: dict[str, str] = {}
    monkeypatch.setattr(bridge, "check_lengths", lambda _args: known["two\nlines"])
    with pytest.raises(KeyError) as caught:
        bridge.handle(json.dumps({"id": 1, "op": "hello", "args": {}}))
    last = "".join(traceback.format_exception_only(caught.value)).strip().splitlines()[-1]
    assert re.fullmatch(r"KeyError: 'two\\nlines' \[api\.dispatch:_answered\+\d+\]", last)


def test_the_place_is_the_last_one_in_the_engine() -> None:
    """Frames of the standard library after it do not count."""
    nothing: str = None  # type: ignore[assignment]
    with pytest.raises(TypeError) as caught:
        json.loads(nothing)
    assert place_of(caught.value) == ""
    with pytest.raises(TypeError) as caught:
        is_longer(nothing, 1)
    assert re.fullmatch(r"limits:is_longer\+\d+", place_of(caught.value))
