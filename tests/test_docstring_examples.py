"""The examples in the docstrings of every package run as printed."""

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = {"piquet_core", "sphinx_piquet", "website"}
MODULES = sorted(
    ".".join(path.relative_to(top).with_suffix("").parts).removesuffix(".__init__")
    for top, package in (
        (ROOT, "piquet_core"),
        (ROOT, "website"),
        (ROOT / "extension", "sphinx_piquet"),
    )
    for path in (top / package).rglob("*.py")
    if ">>> " in path.read_text("utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_run(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] in PACKAGES:
            raise
        pytest.skip(f"{error.name} is not installed")
    done = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert done.attempted
    assert done.failed == 0


def test_every_package_has_examples() -> None:
    assert {name.partition(".")[0] for name in MODULES} == PACKAGES
