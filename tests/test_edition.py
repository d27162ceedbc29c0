"""Tests of tools/edition.py: editions are frozen once, built from their own commit, and keep their
addresses.

The tests use a tiny repository whose Makefile copies pages. tests/test_links.py compares the real lists
with the current site.
"""

import json
import os
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOOL = ROOT / "tools" / "edition.py"


DATE = "2030-01-05"
MAKEFILE = """
html:
\t@rm -rf build/html; mkdir -p build/html
\t@cp -R pages/. build/html
\t@echo "$${PIQUET_FROZEN:-current}" > build/html/which.txt
\t@echo built >> "$(LOG)"
"""


class Repository:
    """A tiny project with two pages, one of them a deal."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder.parent / "log"

    def make(self) -> None:
        """Write the project and make the first commit."""
        self.folder.mkdir()
        self.git("init", "-q", "-b", "main")
        self.write("Makefile", MAKEFILE)
        self.write(".gitignore", "/build/\n")
        self.write("piquet_core/__init__.py", '__version__ = "1.0"\n')
        self.page("index.html", "<p id='top'>Home</p>")
        self.page("deal.html", "<tr id='t1e' data-step='t1e'></tr><h1 id='heading'>A deal</h1>")
        self.page("rule.html", "<h1 id='rule-lead'>Lead</h1><tr id='at-little'></tr>")
        line = "play.lead piquet:rule 0 rule.html#rule-lead The lead\n"
        inventory = b"# Sphinx inventory version 2\n# Project: x\n# Version: 1\n# zlib.\n"
        path = self.folder / "pages" / "objects.inv"
        path.write_bytes(inventory + zlib.compress(line.encode()))
        self.engine("image-0/engine.image")

    def engine(self, image: str) -> None:
        """Give the pages an engine, with or without a snapshot."""
        named = json.dumps({"image": image} if image else {})
        self.write("pages/_static/piquet/manifest.json", named)
        if image:
            self.write(f"pages/_static/piquet/{image}", "memory")

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def page(self, name: str, body: str) -> None:
        self.write(f"pages/{name}", f"<!DOCTYPE html><html><body>{body}</body></html>")

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        identity = {
            f"GIT_{who}_{what}": f"{what}@x"
            for who in ("AUTHOR", "COMMITTER")
            for what in ("NAME", "EMAIL")
        }
        environment = {**os.environ, **identity, "LOG": str(self.log), "PIQUET_HOME": ""}
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )

    def git(self, *words: str) -> None:
        done = self.run("git", *words)
        assert done.returncode == 0, done.stderr

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "x")

    def tool(self, *words: str) -> str:
        """Run the tool and return its output. Its errors begin with "edition:"."""
        done = self.run(sys.executable, str(TOOL), *words)
        return done.stderr if done.returncode else done.stdout

    def publish(self) -> str:
        assert self.run("make", "html").returncode == 0
        return self.tool("assemble")

    def read(self, name: str) -> str:
        return (self.folder / name).read_text("utf-8")


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """A repository with edition 1.0 published and sources at 1.1."""
    made = Repository(tmp_path_factory.mktemp("published") / "project")
    made.make()
    made.commit()
    assert made.run("make", "html").returncode == 0
    assert "lists 6 addresses" in made.tool("freeze", "1.0", DATE)
    made.commit()
    made.write("piquet_core/__init__.py", '__version__ = "1.1"\n')
    made.commit()
    return made


@pytest.fixture
def repository(tmp_path: Path, published: Repository) -> Repository:
    """A copy of the published repository for one test."""
    shutil.copytree(published.folder.parent, tmp_path, symlinks=True, dirs_exist_ok=True)
    return Repository(tmp_path / "project")


def test_a_list_has_pages_objects_steps_and_answers_but_no_heading(repository: Repository) -> None:
    assert repository.read("docs/editions/1.0.txt").splitlines() == [
        "# Edition 1.0, 2030-01-05",
        "deal.html",
        "deal.html#t1e",
        "index.html",
        "rule.html",
        "rule.html#at-little",
        "rule.html#rule-lead",
    ]


def test_an_edition_keeps_what_the_current_site_changes(repository: Repository) -> None:
    repository.page("index.html", "<p>A new home</p>")
    repository.commit()
    said = repository.publish()
    assert "1 edition(s); every promised address is there" in said
    assert "A new home" in repository.read("build/site/index.html")
    assert "A new home" not in repository.read("build/site/editions/1.0/index.html")
    assert repository.read("build/site/which.txt") == "current\n"
    assert repository.read("build/site/editions/1.0/which.txt") == "1.0\n"
    assert "build/editions" not in repository.run("git", "worktree", "list").stdout


@pytest.mark.parametrize("lacks", ["an image", "its file", "an engine"])
def test_nothing_is_published_without_the_image_of_the_engine(
    repository: Repository, lacks: str
) -> None:
    manifest = repository.folder / "pages/_static/piquet/manifest.json"
    if lacks == "an image":
        repository.engine("")
    elif lacks == "its file":
        (manifest.parent / "image-0/engine.image").unlink()
    else:
        manifest.unlink()
    said = repository.publish()
    assert said.startswith("edition: build/html/_static/piquet/")
    assert "`make html` says why" in said
    assert not (repository.folder / "build/site").exists()


def test_an_edition_is_built_once(repository: Repository) -> None:
    repository.publish()
    repository.log.unlink()
    assert "kept from before" in repository.publish()
    assert repository.log.read_text() == "built\n"  # the current site only


def test_a_lost_anchor_is_found(repository: Repository) -> None:
    repository.page("rule.html", "<h1 id='rule-lead'>Lead</h1>")
    repository.commit()
    said = repository.publish()
    assert "edition 1.0 promised rule.html#at-little, which is gone" in said
    assert "rule.html#rule-lead" not in said


def test_a_lost_page_is_found_and_a_moved_one_forwards(repository: Repository) -> None:
    (repository.folder / "pages/deal.html").rename(repository.folder / "pages/game.html")
    repository.commit()
    assert "promised deal.html, which is gone" in repository.publish()
    repository.write(
        "docs/editions/moved.txt", "deal.html game.html\ndeal.html#t1e game.html#t1e\n"
    )
    repository.commit()
    assert "every promised address is there" in repository.publish()
    forward = repository.read("build/site/deal.html")
    assert 'content="0; url=game.html"' in forward
    assert '<p id="t1e"><a href="game.html#t1e">' in forward


def test_a_move_to_nowhere_is_found(repository: Repository) -> None:
    repository.page("rule.html", "<h1 id='rule-lead'>Lead</h1>")
    repository.write("docs/editions/moved.txt", "rule.html#at-little rule.html#at-small\n")
    repository.commit()
    assert "promised rule.html#at-little" in repository.publish()


def test_a_list_is_never_written_over(repository: Repository) -> None:
    repository.write("piquet_core/__init__.py", '__version__ = "1.0"\n')
    repository.commit()
    assert "exists: an edition is frozen once" in repository.tool("freeze", "1.0", DATE)


@pytest.mark.parametrize(
    ("version", "date", "complaint"),
    [
        ("1.2", DATE, "the sources are of version 1.1, not 1.2"),
        ("1.1", "tomorrow", "not a version and a date"),
    ],
)
def test_a_wrong_freeze_is_refused(
    repository: Repository, version: str, date: str, complaint: str
) -> None:
    assert complaint in repository.tool("freeze", version, date)


def test_uncommitted_work_is_not_frozen(repository: Repository) -> None:
    repository.page("index.html", "<p>Not yet</p>")
    assert "the working tree has changes" in repository.tool("freeze", "1.1", DATE)


def test_a_list_that_was_edited_is_refused(repository: Repository) -> None:
    path = repository.folder / "docs/editions/1.0.txt"
    path.write_text(path.read_text().replace("deal.html#t1e\n", ""))
    repository.commit()
    assert "was changed after its commit" in repository.publish()


def test_a_published_version_does_not_go_on(repository: Repository) -> None:
    repository.write("piquet_core/__init__.py", '__version__ = "1.0"\n')
    repository.commit()
    assert "version 1.0 is published: raise it" in repository.publish()
