"""Shared fixtures of the tests that build pages."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

from project import Project, quiet_project


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with quiet_project(tmp_path / "site") as made:
        yield made


@pytest.fixture(scope="module")
def shared_project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Project]]:
    """Return a function that creates projects for several tests of a module, so that each is built once."""
    with ExitStack() as stack:

        def make() -> Project:
            return stack.enter_context(quiet_project(tmp_path_factory.mktemp("shared") / "site"))

        yield make
