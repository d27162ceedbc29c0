"""Selection of the test cases that always run; `make test-all` also runs the others."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from _pytest.mark.structures import ParameterSet


def first(count: int, cases: Iterable[object]) -> list[ParameterSet]:
    """Return cases for `parametrize`, and mark all but the first ``count`` as *thorough*."""
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=[pytest.mark.thorough] if place >= count else [],
        )
        for place, case in enumerate(cases)
    ]
