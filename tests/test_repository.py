"""Promises of the repository: locks, supported versions, and consistent metadata."""

import ast
import re
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # it carries no types

import piquet_core
from piquet_core.publication import drafted_on, publication

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "tools"))

import metadata  # noqa: E402 - found through the line above

REQUIREMENTS = sorted((ROOT / "requirements").glob("*.txt"))


@pytest.mark.parametrize("path", REQUIREMENTS, ids=lambda path: path.name)
def test_python_lock_has_hashes_and_no_address(path: Path) -> None:
    text = path.read_text()
    pins = re.findall(r"^[a-z0-9][^\n]*(?:\n    [^\n]*)*", text, re.MULTILINE)
    assert pins
    for pin in pins:
        assert "==" in pin, pin
        assert "--hash=sha256:" in pin, pin
    assert "://" not in text


@pytest.mark.parametrize("folder", ["", "tests/bench/lighthouse-tool"])
def test_node_lock_has_hashes_and_no_address(folder: str) -> None:
    text = (ROOT / folder / "package-lock.json").read_text()
    assert '"integrity": "sha512-' in text
    assert '"resolved"' not in text


@pytest.mark.parametrize("name", ["bootstrap.py", "browser.py", "programs.py"])
def test_first_tools_are_written_for_an_old_python(name: str) -> None:
    ast.parse((ROOT / "tools" / name).read_text(), feature_version=(3, 8))


def test_versions_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == piquet_core.__version__
    assert str(cff()["version"]) == piquet_core.__version__


def cff() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    return found


def test_what_the_publishers_say_stands_in_one_file() -> None:
    said, cited = publication(), cff()
    names = [
        one.get("name") or f"{one['family-names']}, {one['given-names']}"
        for one in cited["authors"]
    ]
    assert names == list(said.authors)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert [one["name"] for one in project["authors"]] == list(said.authors)
    assert cited["title"].partition(":")[0] == said.title
    assert str(cited["date-released"]) == said.date
    # Empty values are omitted here too. A file with an address of its own would be caught.
    for key, value in (("url", said.home), ("repository-code", said.repository), ("doi", said.doi)):
        assert cited.get(key, "") == value, key


def test_the_records_for_catalogues_are_up_to_date() -> None:
    for path, text in metadata.files().items():
        assert path.read_text("utf-8") == text, f"{path.name}: run tools/metadata.py"


def test_the_records_for_catalogues_name_persons_and_omit_what_is_unknown() -> None:
    known = replace(
        publication(), authors=("Roe, Jane",), home="https://piquet.example/", doi="10.1234/5"
    )
    record = metadata.codemeta(cff(), known)
    person = {"@type": "Person", "familyName": "Roe", "givenName": "Jane"}
    assert (record["author"], record["identifier"]) == ([person], "https://doi.org/10.1234/5")
    assert metadata.zenodo(cff(), known)["related_identifiers"][0]["identifier"] == known.home
    unknown = replace(known, home="", doi="", repository="")
    assert not metadata.codemeta(cff(), unknown).keys() & {"url", "identifier", "codeRepository"}
    assert "related_identifiers" not in metadata.zenodo(cff(), unknown)


def test_the_makefile_dates_a_copy_without_history_as_the_package_does() -> None:
    (seconds,) = re.findall(
        r"git log -1 --format=%ct .* \|\| echo (\d+)\)", (ROOT / "Makefile").read_text()
    )
    assert drafted_on({}, seconds) == publication().date


def test_engine_has_no_dependencies() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["dependencies"] == []
