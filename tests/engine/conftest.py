"""Import path and Hypothesis profiles of the engine's tests.

The tests write no files, measure no time and are deterministic, because they also run in Pyodide, where the
folder is mounted.
"""

import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

sys.path.append(str(Path(__file__).parent))  # importlib mode does not add the folder to the path

from example_counts import EXAMPLES, SOME

settings.register_profile(
    "piquet",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("piquet")
settings.register_profile("some", parent=settings.get_profile("piquet"), max_examples=SOME)


def pytest_configure(config: pytest.Config) -> None:
    """Choose the profile before any test module is imported, because `settings` copies the current profile."""
    if "not thorough" in config.option.markexpr:
        settings.load_profile("some")
