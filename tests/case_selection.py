"""Which cases of a test run every time, and which only with `make test-all`."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from _pytest.mark.structures import ParameterSet


def first(count: int, cases: Iterable[object]) -> list[ParameterSet]:
    """Return cases for `parametrize`: the first few unmarked, the rest *thorough*."""
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=[pytest.mark.thorough] if place >= count else [],
        )
        for place, case in enumerate(cases)
    ]
