"""What all tests of the engine share: the path to `random_play.py`, and Hypothesis profiles.

They write no files and are the same each time: the same tests run in CPython and inside
Pyodide, where the folder is mounted and measuring time makes no sense.
"""

import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

sys.path.append(str(Path(__file__).parent))  # importlib mode finds no neighbours on its own

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
    """Choose before any test is read: `settings` of a test begin with the profile of that moment."""
    if "not thorough" in config.option.markexpr:
        settings.load_profile("some")
