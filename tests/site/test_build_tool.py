"""Tests of tools/build.py: any build leaves the same files as a build in an empty folder.

The tests use a tiny site in its own tree; tests/test_reproducible_build.py uses all pages.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))

from case_selection import first  # noqa: E402 - found through the line above

pytestmark = pytest.mark.site

TOOL = HERE.parents[1] / "tools" / "build.py"
# A file build/kill-PAGE kills the build when that page is written, like a power failure; build/edit-PAGE
# changes docs/one.md at that moment; build/full-PAGE fills the disk.
CONF = """
import os
from pathlib import Path
project = author = "Tiny"
copyright = version = release = "1"
extensions = ["myst_parser", "sphinx_piquet"]
extensions += ["website.incremental", "website.epub.epub_builder"]
extensions += ["website.static_files", "website.assets.bundles"]
piquet_npm = "NPM"
epub_description = "A tiny book."
epub_show_urls = "footnote"
html_theme = "basic"
templates_path = ["docs/_templates"]
html_static_path = ["docs/_static"]
html_css_files = ["own.css"]
exclude_patterns = ["build/**"]
piquet_check_complete = False
html_title = os.environ.get("PIQUET_TITLE", "Tiny")
piquet_short_names = True
piquet_host_theme = False
piquet_citation_panels = True
piquet_authors = ["The Piquet authors"]
def kill(app, pagename, *rest):
    if Path(app.srcdir, "build", "kill-" + pagename.rpartition("/")[2]).exists():
        os.killpg(os.getpgrp(), 9)
def fill(app, pagename, *rest):
    if Path(app.srcdir, "build", "full-" + pagename.rpartition("/")[2]).exists():
        Path("/dev/full").write_text("a page")
def edit(app, pagename, *rest):
    if Path(app.srcdir, "build", "edit-" + pagename.rpartition("/")[2]).exists():
        with Path(app.srcdir, "docs", "one.md").open("a") as article:
            article.write("\\nA late word.\\n")
def setup(app):
    app.connect("html-page-context", kill)
    app.connect("html-page-context", edit)
    app.connect("html-page-context", fill)
""".replace("NPM", str(HERE.parents[1] / "node_modules"))
READ_AGAIN = """
    def depend(app, docname, source):
        if docname == "docs/three":
            app.env.note_dependency(app.srcdir / "docs")
    app.connect("source-read", depend)
"""
PAGES = {
    "index.md": "# Front\n\n```{toctree}\ndocs/one\ndocs/three\ndocs/two\n```\n",
    "docs/one.md": "# One\n\n```{index} carte blanche, point of seven\n```\n\nA word: quatorze.\n",
    "docs/two.md": "# Two\n\n```{index} repique\n```\n\nSee {doc}`one`, of the talon.\n",
    "docs/three.md": "# Three\n\nIn the talon lie eight cards.\n",
    "docs/_static/own.css": "p { color: black }",
    "docs/_templates/layout.html": '{% extends "!layout.html" %}',
}


@dataclass
class Tree:
    """A tiny repository with the tool."""

    path: Path

    def write(self, name: str, text: str) -> None:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def change(self, name: str, old: str, new: str) -> None:
        text = (self.path / name).read_text("utf-8")
        assert old in text
        self.write(name, text.replace(old, new))

    def build(self, builder: str = "html", *, code: int = 0, **variables: str | None) -> str:
        """Build, and return the output. A variable with the value None is unset."""
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000", **variables}
        done = subprocess.run(
            [sys.executable, "tools/build.py", builder],
            cwd=self.path,
            start_new_session=True,  # so that it can be killed with all its children
            env={name: value for name, value in environment.items() if value is not None},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout + done.stderr

    def files(self, builder: str = "html") -> dict[str, bytes]:
        """Return all files of the site or the book."""
        folder = self.path / "build" / builder
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }


def new(path: Path, files: dict[str, str]) -> Tree:
    tree = Tree(path)
    for name, text in files.items():
        tree.write(name, text)
    (path / "tools").mkdir()
    shutil.copy(TOOL, path / "tools")
    return tree


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    """A tree with the finished site. A build depends on its folder, so all tests use this one."""
    tree = new(tmp_path_factory.mktemp("built") / "tree", {"conf.py": CONF, **PAGES})
    tree.build()
    return tree


@pytest.fixture
def tree(tmp_path: Path, built: Tree) -> Iterator[Tree]:
    """The tree, restored after the test."""
    shutil.copytree(built.path, tmp_path / "kept")
    yield built
    shutil.rmtree(built.path)
    shutil.copytree(tmp_path / "kept", built.path)


def clean(tree: Tree, path: Path, builder: str = "html") -> dict[str, bytes]:
    """Return the result of a build of the same sources in an empty folder."""
    left_out = shutil.ignore_patterns("build", "__pycache__")
    shutil.copytree(tree.path, path, ignore=left_out)
    other = Tree(path)
    other.build(builder)
    return other.files(builder)


def change(name: str, old: str, new: str) -> Callable[[Tree], None]:
    return lambda tree: tree.change(name, old, new)


# -- the same sources -----------------------------------------------------------------------------


def cut(name: str) -> Callable[[Tree], None]:
    """Truncate a file, as a full disk does."""

    def act(tree: Tree) -> None:
        path = tree.path / "build" / name
        assert path.stat().st_size > 100
        os.truncate(path, 100)

    return act


def remove(name: str) -> Callable[[Tree], None]:
    return lambda tree: (tree.path / "build" / name).unlink()


def leave(name: str) -> Callable[[Tree], None]:
    return lambda tree: tree.write(f"build/{name}", "left over")


def end(*pages: str) -> Callable[[Tree], None]:
    """Kill a build while it writes a page, the next build at the next page, and so on."""

    def act(tree: Tree) -> None:
        (tree.path / "build" / "stamp.json").unlink()
        for page in pages:
            mark = tree.path / "build" / f"kill-{page}"
            mark.touch()
            tree.build(code=-9)
            mark.unlink()

    return act


def publish(tree: Tree) -> None:
    """Build with another environment, as `make publish` does."""
    tree.build(PIQUET_TITLE="Another")
    assert b"Another" in tree.files()["docs/one.html"]


def bind(tree: Tree) -> None:
    """Build the book from the same sources."""
    tree.build("epub")


HAPPENED = {
    "a page was cut short": cut("html/docs/two.html"),
    "nothing": lambda _tree: None,
    "a page was removed": remove("html/docs/two.html"),
    "a page was left over": leave("html/docs/four.html"),
    "the index was cut short": cut("html/searchindex.js"),
    "the stamp was lost": remove("stamp.json"),
    "the stamp was cut short": cut("stamp.json"),
    "a tree was cut short": cut("doctrees/docs/two.doctree"),
    "the environment was lost": remove("doctrees/environment.pickle"),
    "two builds were ended": end("one", "two"),
    "another was published": publish,
    "the book was made": bind,
}


@pytest.mark.parametrize("happened", first(1, HAPPENED.values()), ids=HAPPENED)
def test_the_same_sources_give_the_same_bytes(tree: Tree, happened: Callable[[Tree], None]) -> None:
    whole = tree.files()
    happened(tree)
    tree.build()
    assert tree.files() == whole
    assert "is up to date" in tree.build()
    assert tree.files() == whole


@pytest.mark.thorough
def test_the_book_comes_out_the_same_before_and_after_the_site(tree: Tree, tmp_path: Path) -> None:
    # Sphinx always reads pages that depend on a folder, such as the list of editions.
    tree.write("conf.py", (tree.path / "conf.py").read_text("utf-8") + READ_AGAIN)
    tree.build()
    tree.build("epub")
    whole = tree.files("epub")
    assert whole == clean(tree, tmp_path / "elsewhere", "epub")
    # Neither invalidates the other: the book reads nothing that the site did not read.
    assert "is up to date" in tree.build()
    assert "is up to date" in tree.build("epub")
    cut("epub/Tiny.epub")(tree)
    tree.build("epub")
    assert tree.files("epub") == whole


@pytest.mark.thorough
def test_a_build_that_failed_fails_again(tree: Tree) -> None:
    """Sphinx warns only about pages that it reads, so a second run would pass."""
    tree.change("docs/two.md", "{doc}`one`", "{doc}`nowhere`")
    assert "nowhere" in tree.build(code=1)
    assert "nowhere" in tree.build(code=1)


@pytest.mark.thorough
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_is_told_in_one_line(tree: Tree) -> None:
    tree.change("docs/one.md", "quatorze", "trio")
    tree.write("build/full-one", "")
    said = tree.build(code=2)
    assert "piquet: No space left on device: free some room where" in said
    for words in ("Traceback", "Loaded Extensions", "sphinx-doc/sphinx/issues"):
        assert words not in said
    assert not (tree.path / "build/stamp.json").exists()
    (tree.path / "build/full-one").unlink()
    tree.build()
    assert b"trio" in tree.files()["docs/one.html"]


def test_any_other_error_is_reported_whole(tree: Tree) -> None:
    tree.write("conf.py", f"{CONF}\nraise OSError(13, 'No permission')\n")
    said = tree.build(code=2)
    assert "No permission" in said
    assert "Traceback" in said
    assert "piquet: " not in said


def test_an_interrupt_ends_the_build_in_one_line(tree: Tree) -> None:
    remove("stamp.json")(tree)
    page = tree.path / "build" / "html" / "index.html"
    process = subprocess.Popen(
        [sys.executable, "tools/build.py", "html"],
        cwd=tree.path,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        start_new_session=True,  # Ctrl-C in a terminal reaches every process in it
        # A background process of a shell ignores Ctrl-C; a build in a terminal does not.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads here
    )
    while page.exists():  # wait until the build has started
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate()[1]
    assert process.returncode == 130
    assert said.splitlines()[-1] == "piquet: interrupted; the next build makes everything again"
    assert not (tree.path / "build" / "stamp.json").exists()


def commit(tree: Tree, when: str) -> None:
    command = ["git", "-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "-qm", "One"]
    for words in (["git", "init", "-q"], [*command, "--allow-empty"]):
        subprocess.run(
            words, cwd=tree.path, check=True, env={**os.environ, "GIT_COMMITTER_DATE": when}
        )


@pytest.mark.thorough
def test_pages_carry_the_date_of_the_last_commit_without_being_told(tree: Tree) -> None:
    """As with `make`; a commit alone makes all pages again."""
    tree.change(
        "conf.py", 'os.environ.get("PIQUET_TITLE", "Tiny")', 'os.environ["SOURCE_DATE_EPOCH"]'
    )
    commit(tree, "@1700000123 +0000")
    tree.build(SOURCE_DATE_EPOCH=None)
    assert b"1700000123" in tree.files()["index.html"]
    commit(tree, "@1700000456 +0000")
    assert "is up to date" not in tree.build(SOURCE_DATE_EPOCH=None)
    assert b"1700000456" in tree.files()["index.html"]


def test_another_version_of_a_package_makes_everything_anew(tree: Tree) -> None:
    tree.write("tools/sphinx_x-1.dist-info/METADATA", "Name: sphinx-x\nVersion: 1\n")
    tree.build()
    assert "is up to date" in tree.build()
    tree.write("tools/sphinx_x-1.dist-info/METADATA", "Name: sphinx-x\nVersion: 2\n")
    assert "is up to date" not in tree.build()


# -- other sources --------------------------------------------------------------------------------


def backdate(tree: Tree) -> None:
    """Change an article, but give it an older time, as an archive or a copy may do."""
    tree.change("docs/two.md", "talon", "stock")
    long_ago = time.time() - 10**6
    os.utime(tree.path / "docs" / "two.md", (long_ago, long_ago))


def add(tree: Tree) -> None:
    tree.write("docs/four.md", "# Four\n")
    tree.change("index.md", "docs/two\n", "docs/two\ndocs/four\n")


def take_away(tree: Tree) -> None:
    tree.change("index.md", "docs/three\n", "")
    (tree.path / "docs" / "three.md").unlink()


def write_on(tree: Tree) -> None:
    """Build while an article changes: its page shows the text that was read."""
    tree.change("docs/three.md", "lie", "lay")
    mark = tree.path / "build" / "edit-three"
    mark.touch()
    tree.build()
    mark.unlink()
    assert b"A late word" not in tree.files()["docs/one.html"]
    assert not (tree.path / "build" / "stamp.json").exists()


def read_by_the_book(tree: Tree) -> None:
    tree.change("docs/two.md", "# Two", "# Deux")
    tree.build("epub")


CHANGED = {
    "a word": change("docs/two.md", "talon", "stock"),
    "an entry of the index": change("docs/two.md", "} repique", "} pique"),
    "a title, which others show": change("docs/one.md", "# One", "# Un"),
    "a heading": change("docs/one.md", "A word", "## Two words\n\nA word"),
    "an old text": backdate,
    "one article more": add,
    "one article less": take_away,
    "a template": change(
        "docs/_templates/layout.html", "%}", "%}{% block footer %}new{% endblock %}"
    ),
    "a style": change("docs/_static/own.css", "black", "navy"),
    "the configuration": change("conf.py", 'release = "1"', 'release = "2"'),
    "a text that the book has read": read_by_the_book,
    "an article in the middle of a build": write_on,
}


@pytest.mark.parametrize("changed", first(1, CHANGED.values()), ids=CHANGED)
def test_changed_sources_give_what_they_give_elsewhere(
    tree: Tree, tmp_path: Path, changed: Callable[[Tree], None]
) -> None:
    before = tree.files()
    changed(tree)
    tree.build()
    assert tree.files() == clean(tree, tmp_path / "else where")
    assert tree.files() != before
    assert "is up to date" in tree.build()


@pytest.mark.thorough
def test_a_changed_word_is_written_where_it_stands(tree: Tree) -> None:
    def times() -> dict[str, int]:
        folder = tree.path / "build" / "html"
        return {path.name: path.stat().st_mtime_ns for path in folder.rglob("*.html")}

    before = times()
    tree.change("docs/two.md", "talon", "stock")
    tree.build()
    written = {name for name, at in times().items() if at != before[name]}
    # The general index and the search index are written every time, and so is a page that lists a changed
    # one.
    assert written == {"two.html", "index.html", "genindex.html", "search.html"}
