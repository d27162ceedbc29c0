"""The workflows and the configuration of Read the Docs use commands that exist."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # it carries no types, and one test reads three files

from piquet_core import __version__

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "tools"))

import dist  # noqa: E402 - found through the line above

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


def test_every_push_is_checked_once() -> None:
    workflow = read("ci.yml")
    on = workflow[True]  # YAML reads the word "on" as true.
    assert "pull_request" in on
    # The other workflow calls this one for all but these steps.
    assert on["push"] == {"branches-ignore": read("pages.yml")[True]["push"]["branches"]}
    job = workflow["jobs"]["test"]
    assert runs(job) == ['.ci/run "$TARGET"']
    assert job["steps"][-1]["env"] == {"TARGET": "${{ inputs.target || 'test' }}"}
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111


def test_nothing_is_published_before_every_test_has_passed() -> None:
    jobs = read("pages.yml")["jobs"]
    assert jobs["test"]["uses"] == "./.github/workflows/ci.yml"
    asked = jobs["test"]["with"]
    assert set(asked) <= set(read("ci.yml")[True]["workflow_call"]["inputs"])
    assert asked["target"] == "test-all"
    assert jobs["build"]["needs"] == "test"
    assert jobs["deploy"]["needs"] == "build"
    for name, job in jobs.items():  # a condition could start a job although a test failed
        assert "if" not in job, name
        assert "continue-on-error" not in job, name


@pytest.mark.parametrize("target", ["", "test", "test-all"])
def test_the_check_is_what_make_runs_anywhere(target: str, tmp_path: Path) -> None:
    """A fake `make` prints its arguments."""
    make = tmp_path / "make"
    make.write_text('#!/bin/sh\necho "$@"\n', encoding="utf-8")
    make.chmod(0o755)
    done = subprocess.run(
        [ROOT / ".ci" / "run", *filter(None, [target])],
        env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == (target or "test")
    assert re.search(rf"^{target or 'test'}:", MAKEFILE, re.MULTILINE)


def test_packages_are_published_for_a_tag_when_every_test_has_passed() -> None:
    workflow = read("packages.yml")
    assert workflow[True] == {"push": {"tags": ["v*"]}}
    jobs = workflow["jobs"]
    assert jobs["test"] == read("pages.yml")["jobs"]["test"]
    assert jobs["build"]["needs"] == "test"
    assert runs(jobs["build"]) == ['make dist TAG="$GITHUB_REF_NAME"']
    assert jobs["publish"]["needs"] == "build"
    for name, job in jobs.items():
        assert "if" not in job, name
        assert "continue-on-error" not in job, name


def test_packages_are_published_without_a_password_and_the_library_first() -> None:
    workflow = read("packages.yml")
    job = workflow["jobs"]["publish"]
    assert workflow["permissions"] == {"contents": "read"}
    assert job["permissions"] == {"id-token": "write"}
    packages = job["strategy"]["matrix"]["package"]
    assert packages == list(dist.PACKAGES)
    assert job["strategy"]["max-parallel"] == 1
    assert job["environment"] == "${{ matrix.package }}"
    uploads = [
        step["with"]
        for step in workflow["jobs"]["build"]["steps"]
        if "upload-artifact" in step.get("uses", "")
    ]
    assert uploads == [{"name": one, "path": f"build/dist/{one}-*"} for one in packages]
    (download, publish) = job["steps"]
    assert download["with"] == {"name": "${{ matrix.package }}", "path": "dist"}
    assert "with" not in publish, "the defaults: the folder dist, and no token"


@pytest.mark.parametrize(
    ("tag", "dated", "message"),
    [
        (f"v{__version__}", ", 29 November 2026", ""),
        (f"v{__version__}", " (unreleased)", "its date"),
        (__version__, ", 29 November 2026", f"must be v{__version__}"),
        ("v9.9.9", ", 29 November 2026", f"must be v{__version__}"),
    ],
)
def test_a_tag_names_a_version_that_has_a_date(
    tag: str, dated: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    changelog = f"# Changelog\n\n## {__version__}{dated}\n"
    if message:
        with pytest.raises(SystemExit):
            dist.check_tag(tag, changelog)
    else:
        dist.check_tag(tag, changelog)
    assert message in capsys.readouterr().err


def test_only_actions_of_the_host_itself_and_of_the_index_are_used() -> None:
    """Actions are pinned by commit, since tags can move. A comment names the release."""
    for name in ("ci.yml", "packages.yml", "pages.yml"):
        used = [
            step["uses"]
            for job in read(name)["jobs"].values()
            for step in job.get("steps", [])
            if "uses" in step
        ]
        assert used
        text = next(path for path in FILES if path.name == name).read_text("utf-8")
        for one in used:
            known = r"(actions/[a-z-]+|pypa/gh-action-pypi-publish)@[0-9a-f]{40}"
            assert re.fullmatch(known, one), one
            assert re.search(rf"uses: {one}  # v\d+\.\d+\.\d+\n", text), one


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
