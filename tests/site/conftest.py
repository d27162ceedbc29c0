"""What all tests of the site share."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

from project import Project, quiet_project


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with quiet_project(tmp_path / "site") as made:
        yield made
