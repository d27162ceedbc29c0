"""What hosts are told: the two workflows and the file for Read the Docs ask for commands that exist."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # it carries no types, and one test reads three files

ROOT = Path(__file__).parent.parent
FILES = [ROOT / ".readthedocs.yaml", *sorted((ROOT / ".github" / "workflows").glob("*.yml"))]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def read(name: str) -> dict[Any, Any]:
    (path,) = (path for path in FILES if path.name == name)
    found: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


def runs(job: dict[str, Any]) -> list[str]:
    return [step["run"] for step in job["steps"] if "run" in step]


def test_pages_are_published_from_the_whole_history() -> None:
    job = read("pages.yml")["jobs"]["build"]
    assert runs(job) == ["make publish"]
    (checkout,) = (
        step for step in job["steps"] if step.get("uses", "").startswith("actions/checkout")
    )
    assert checkout["with"]["fetch-depth"] == 0
    (upload,) = (step for step in job["steps"] if "upload-pages-artifact" in step.get("uses", ""))
    assert upload["with"]["path"] == "build/site"
    (publish,) = (step for step in job["steps"] if step.get("run") == "make publish")
    (configure,) = (step for step in job["steps"] if "configure-pages" in step.get("uses", ""))
    home = f"${{{{ steps.{configure['id']}.outputs.base_url }}}}"
    assert publish["env"] == {"PIQUET_HOME": home}
    assert read("pages.yml")["jobs"]["deploy"]["needs"] == "build"


def test_every_push_runs_the_whole_check() -> None:
    workflow = read("ci.yml")
    assert runs(workflow["jobs"]["test"]) == [".ci/run"]
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111
    assert set(workflow[True]) == {"push", "pull_request"}  # YAML reads the word "on" as true


def test_read_the_docs_builds_the_same_site_and_the_book() -> None:
    settings = read(".readthedocs.yaml")
    assert settings["version"] == 2
    jobs = settings["build"]["jobs"]
    assert "git fetch --unshallow" in jobs["post_checkout"][0]
    assert jobs["build"]["html"][0] == "make publish"
    assert jobs["build"]["epub"][0] == "make epub"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_hosts_use_targets_that_exist_and_name_no_registry(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"make (\w+)", text):
        assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), target
    assert "://" not in text
