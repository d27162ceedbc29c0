"""The documented interface: the examples of README and docs/api.md run as they stand."""

import doctest
import re
from pathlib import Path

import pytest

import piquet_core

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/api.md")


@pytest.mark.parametrize("name", PAGES)
def test_the_examples_run(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = (ROOT / name).read_text(encoding="utf-8")
    # Between the fences only: a fence is no output.
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, name, name, 0)
    assert test.examples
    said: list[str] = []
    assert doctest.DocTestRunner().run(test, out=said.append).failed == 0, "".join(said)


def test_the_example_of_the_readme_needs_no_file() -> None:
    """A stranger pastes it anywhere."""
    assert "Path(" not in (ROOT / "README.md").read_text(encoding="utf-8")


def test_what_is_public_is_there_and_in_order() -> None:
    names = piquet_core.__all__
    assert names == sorted(names, key=lambda name: (not name[0].isupper(), name))
    assert len(names) == len(set(names))
    assert all(hasattr(piquet_core, name) for name in names)


def test_every_example_uses_public_names_only() -> None:
    for name in PAGES:
        text = (ROOT / name).read_text(encoding="utf-8")
        for names in re.findall(r"from piquet_core import (.*)", text):
            assert set(names.split(", ")) <= set(piquet_core.__all__), name
        assert "from piquet_core." not in text
