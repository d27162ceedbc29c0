"""What the tests of the command line share: their helpers, and an empty folder to work in."""

import gc
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

# Tests make sites and engines, and keep most of what they make: to look through it for garbage less often
# saves an eighth of the time where Sphinx builds, and a thirtieth where the engine plays.
gc.set_threshold(100_000, 50, 100)


def pytest_collection_finish() -> None:
    """Leave the tests themselves, which stay to the end, out of every look for garbage from now on."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
