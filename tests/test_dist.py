"""The packages of a release: their contents, and a live replay in the project of someone else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import threading
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import sphinx
from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from sphinx_piquet.content_security_policy import POLICY

ROOT = Path(__file__).parents[1]
sys.path += [str(ROOT / "tools"), str(ROOT / "tests" / "browser")]

import browser  # noqa: E402 - found through the line above
import dist  # noqa: E402
from harness import LONGEST_WAIT, serving  # noqa: E402

expect.set_options(timeout=LONGEST_WAIT)

CONF = 'project = "My garden"\nextensions = ["sphinx_piquet"]\nhtml_theme = "alabaster"\n'
PAGES = {
    "index": "My garden\n=========\n\n.. toctree::\n   :glob:\n\n   *\n",
    "beans": "Beans\n=====\n\nSow them in May, not :piquet:cards:`DA`.\n",
}
LIVE = {
    "deal": "A deal\n======\n\n.. piquet:replay:: deal.piquet\n",
    "again": "Again\n=====\n\n.. piquet:replay:: deal.piquet\n   :compact:\n",
    "exercise": "An exercise\n===========\n\n"
    ".. piquet:exercise:: reply point\n   :rules: cavendish\n   :feature: point-good\n",
    "table": "A table\n=======\n\n.. piquet:play::\n",
    "problem": "Problems\n========\n\n.. piquet:sinking-problems::\n",
    "rule": "Low cards in the play\n=====================\n\n.. piquet:rule:: play.low-cards\n",
    "books": "Books\n=====\n\n.. piquet:compare-matrix::\n   :deal: deal.piquet\n",
}
RUNTIME = "/_static/piquet/"


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, Path]]:
    """Return the source archive and the wheel of each package."""
    folder = tmp_path_factory.mktemp("packages")
    return {name: dist.build(name, folder) for name in dist.PACKAGES}


@pytest.fixture(scope="module")
def python(
    packages: dict[str, tuple[Path, Path]], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return the interpreter of an environment with both wheels. Sphinx is that of the tests."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder)
    found = folder / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", found, "install", "--no-index", "--no-deps")
    subprocess.run([*pip, *(wheel for _, wheel in packages.values())], check=True)
    (modules,) = folder.glob("lib/python*/site-packages")
    (modules / "tests.pth").write_text(str(Path(sphinx.__file__).parents[1]), "utf-8")
    return found


def build(python: Path, folder: Path, pages: dict[str, str]) -> Path:
    """Build the project of someone else without a warning, and return the folder of its pages."""
    source, out = folder / "source", folder / "out"
    source.mkdir()
    (source / "conf.py").write_text(CONF, "utf-8")
    record = (ROOT / "tests" / "outsider" / "deal.piquet").read_text("utf-8")
    (source / "deal.piquet").write_text(record, "utf-8")
    for name, text in pages.items():
        (source / f"{name}.rst").write_text(text, "utf-8")
    command = (python, "-m", "sphinx", "-q", "-W", "-b", "html", source, out)
    environment = {"PATH": os.environ["PATH"]}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return out


def test_the_wheel_of_the_extension_contains_a_small_engine_and_its_licences(
    packages: dict[str, tuple[Path, Path]],
) -> None:
    archive, wheel = packages["sphinx_piquet"]
    assert wheel.stat().st_size <= dist.LARGEST_WHEEL
    with zipfile.ZipFile(wheel) as members:
        names = members.namelist()
        manifest = json.loads(members.read("sphinx_piquet/runtime/manifest.json"))
        (notices,) = (name for name in names if name.endswith("licenses/NOTICES.txt"))
        said = members.read(notices).decode()
    assert not manifest.keys() & {"image", "fullLibrary", "wheel"}
    for part in (manifest["module"], manifest["library"], manifest["engine"]):
        assert f"sphinx_piquet/runtime/{part}" in names
    for licence in ("MPL-2.0", "PSF-2.0", "Zlib", "bzip2-1.0.6"):
        assert licence in said
    assert f"https://github.com/pyodide/pyodide, release {manifest['pyodide']}" in said
    with tarfile.open(archive) as stored:
        held = [name.partition("/")[2] for name in stored.getnames()]
    assert f"sphinx_piquet/runtime/{manifest['engine']}" in held


def test_the_packages_are_the_same_in_every_build(
    packages: dict[str, tuple[Path, Path]], tmp_path: Path
) -> None:
    for name, files in packages.items():
        for made, again in zip(files, dist.build(name, tmp_path), strict=True):
            assert again.read_bytes() == made.read_bytes(), made.name
        dist.check_metadata(files[1])


def test_the_source_archive_of_the_library_contains_its_tests(
    packages: dict[str, tuple[Path, Path]],
) -> None:
    with dist.unpacked(packages["piquet_core"][0]) as top:
        command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
        tests = ("tests/engine/test_golden.py", "tests/engine/test_play_again.py")
        done = subprocess.run([*command, *tests], cwd=top, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout.decode()


def test_a_project_without_a_widget_gets_no_engine(python: Path, tmp_path: Path) -> None:
    assert not (build(python, tmp_path, PAGES) / RUNTIME.strip("/")).exists()


@pytest.fixture(scope="module")
def garden(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(python, tmp_path_factory.mktemp("garden"), PAGES | LIVE)


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    """Open a browser whose cache is on disk, where it has room for an interpreter."""
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("profile"), executable_path=browser.find()
        )
        yield context
        context.close()


@pytest.fixture
def page(reader: BrowserContext) -> Iterator[Page]:
    """Return a page. Requests to other hosts and faults of the page fail the test."""
    opened = reader.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("request", lambda one: faults.append(one.url) if "127.0.0.1" not in one.url else None)
    yield opened
    opened.close()
    assert faults == []


def try_another_card(page: Page) -> None:
    """Ask a replay what happens if the exchange is another one."""
    page.get_by_role("button", name="What if?").click()
    expect(page.get_by_text("Choose 1 to").first).to_be_visible()


@pytest.mark.browser
def test_a_replay_in_the_project_of_someone_else_is_alive(garden: Path, page: Page) -> None:
    with serving(garden) as home:
        asked: list[str] = []
        page.on("request", lambda one: asked.append(one.url))
        page.goto(f"{home}deal.html")
        page.get_by_role("button", name="Next").wait_for()
        assert not [one for one in asked if RUNTIME in one], (
            "nothing before a reader reaches for it"
        )
        page.get_by_role("button", name="Next").click()
        try_another_card(page)
        assert [one for one in asked if RUNTIME in one]


@pytest.mark.browser
def test_an_exercise_and_a_table_are_alive_there(garden: Path, page: Page) -> None:
    with serving(garden) as home:
        page.goto(f"{home}exercise.html")
        page.get_by_role("button", name="Another one").click()
        expect(page.get_by_text("You are younger").first).to_be_visible()
        page.get_by_role("radio", name="Good").first.check(force=True)
        expect(
            page.get_by_role("button", name="Try again").or_(page.get_by_text("Right"))
        ).to_be_visible()
        page.goto(f"{home}table.html")
        page.get_by_role("button", name="I know Piquet").click()
        expect(page.get_by_role("button", name="Hint")).to_be_visible()


@pytest.mark.browser
def test_a_problem_is_alive_there(garden: Path, page: Page) -> None:
    with serving(garden) as home:
        page.goto(f"{home}problem.html")
        page.get_by_role("radio").first.check(force=True)
        expect(
            page.get_by_role("button", name="Try again").or_(page.get_by_text("Right")).first
        ).to_be_visible()


@pytest.mark.browser
def test_an_answer_strip_and_a_comparison_are_alive_there(garden: Path, page: Page) -> None:
    with serving(garden) as home:
        page.goto(f"{home}rule.html")
        answer = page.get_by_role("row", name="Penguin")
        expect(answer).to_be_hidden()
        page.get_by_role("link", name="Penguin").first.click()
        expect(answer).to_be_in_viewport()
        page.goto(f"{home}books.html")
        page.get_by_label("First rule set").select_option("hoyle1909")
        page.get_by_label("Second rule set").select_option("little")
        expect(page.get_by_role("button", name="Swap the two")).to_be_visible()
        expect(page.get_by_role("columnheader", name="Cavendish")).to_be_hidden()


@contextmanager
def plain_server(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Serve a folder as simple hosts do, without cache headers. Give its address and the requests."""
    asked: list[str] = []

    class Handler(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            super().do_GET()

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/", asked
        server.shutdown()


@pytest.mark.browser
def test_a_second_page_asks_for_no_part_of_the_engine_again(garden: Path, page: Page) -> None:
    with plain_server(garden) as (home, asked):
        page.goto(f"{home}deal.html")
        page.get_by_role("button", name="Next").click()
        try_another_card(page)
        assert [one for one in asked if one.startswith(RUNTIME)]
        asked.clear()
        page.goto(f"{home}again.html")
        page.get_by_role("button", name="Next").click()
        try_another_card(page)
        assert "/again.html" in asked
        assert not [one for one in asked if one.startswith(RUNTIME)]


def test_a_command_prints_the_policy_of_the_pages(python: Path) -> None:
    command = (python, "-m", "sphinx_piquet.content_security_policy")
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == POLICY
