"""Shared fixtures, and settings of the garbage collector."""

import gc
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

# Tests create many objects that live long. Rarer collections save an eighth of the time in tests of Sphinx,
# and a thirtieth in tests of the engine.
gc.set_threshold(100_000, 50, 100)


def pytest_collection_finish() -> None:
    """Exclude the collected tests from garbage collection."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change into an empty folder and return it."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
