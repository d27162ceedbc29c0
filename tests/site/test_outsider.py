"""The extension in the project of someone else: it changes only the pages that use its directives."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from project import QUOTES, Project, words_of
from test_replay import PAGE, RECORD, articles, named

from piquet_core.rules import catalogue
from sphinx_piquet.host_theme import scope_styles, split_selectors
from sphinx_piquet.static_files import STATIC
from sphinx_piquet.style_sheets import EMBEDDED, HOST, TOKENS

pytestmark = pytest.mark.site

CONF = """
project = "My garden"
author = copyright = "Jane Roe"
html_baseurl = "https://garden.example/"
extensions = ["myst_parser"]
man_pages = [("deal", "deal", "A deal", [], 1), ("garden", "garden", "Beans", [], 1)]
"""
EXTENSION = """
extensions += ["sphinx_piquet"]
"""
GARDEN = {
    "index": "# My garden\n\n```{toctree}\n:glob:\n\n*\n```\n",
    "garden": "# Beans\n\nSow them in May.\n\n- one row\n- two rows\n",
}
OURS = {
    "deal": PAGE,
    "hoyle1909": "# Hoyle\n\n```{ruleset} hoyle1909\n```\n",
    "books": "# Books\n\n```{sources}\n```\n",
    "odds": "# Odds\n\n```{claims} elder\n```\n",
    "both": "# Both\n\n```{differences} little hoyle1909\n```\n",
    "question": "# A question\n\n```{exercise} reply point\n:rules: cavendish\n:feature: point-good\n```\n",
}
LINKING = {
    "linking": "# Cards\n\n{rule}`play.last-trick`, and {cards}`SA HT`.\n",
}


def outsider(project: Project, pages: dict[str, str], conf: str = CONF + EXTENSION) -> Project:
    """Write the pages of a host, with the domain prefix before every directive and role of ours."""
    project.write({name: with_prefix(text) for name, text in pages.items()})
    (project.path / "conf.py").write_text(conf, "utf-8")
    return project


def with_prefix(text: str) -> str:
    return re.sub(r"\{(?!toctree|piquet:)(?=[a-z-]+\})", "{piquet:", text)


@pytest.fixture(scope="module")
def with_ours(shared_project: Callable[[], Project]) -> Project:
    """Return a project with pages that use the extension."""
    pages = GARDEN | OURS | LINKING | articles(named())
    project = outsider(shared_project(), pages)
    (project.path / "hoyle1909-ab.piquet").write_text(RECORD, "utf-8")
    for builder in ("html", "text", "latex", "man", "texinfo", "gettext"):
        project.build(builder)
    return project


def read_all(folder: Path, *patterns: str) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for pattern in patterns
        for path in folder.rglob(pattern)
    }


@pytest.mark.parametrize("extension", ["sphinx_piquet", "sphinx_piquet.references"])
def test_a_page_without_our_directives_is_the_same_byte_by_byte(
    project: Project, extension: str
) -> None:
    assert outsider(project, GARDEN, CONF).build(out="without") == (0, "")
    conf = f"{CONF}\nextensions += ['{extension}']\n"
    assert outsider(project, GARDEN, conf).build(out="with") == (0, "")
    for name in ("garden.html", "index.html", "genindex.html", "search.html", "objects.inv"):
        without, extended = (project.path / "out" / out / name for out in ("without", "with"))
        assert extended.read_bytes() == without.read_bytes(), name


def test_the_references_alone_bring_no_file(project: Project) -> None:
    conf = f"{CONF}\nextensions += ['sphinx_piquet.references']\n"
    outsider(project, GARDEN | {"linking": "# Cards\n\n{piquet:rule}`play.last-trick`\n"}, conf)
    code, warnings = project.build()
    assert code == 1
    assert "no page describes the rule 'play.last-trick'" in warnings
    assert not (project.path / "out/html/_static/base").exists()


def test_a_page_beside_our_directives_has_no_file_of_ours(with_ours: Project) -> None:
    assert "tokens.css" in with_ours.read("deal.html")
    assert "tokens.css" in with_ours.read("linking.html"), "a drawn card needs its styles"
    for name in ("garden.html", "genindex.html", "search.html"):
        page = with_ours.read(name)
        for file in ("base/", "rules/", "replay/", "components/card.css", "pq-"):
            assert file not in page, name


def test_every_file_of_a_page_is_in_the_build(with_ours: Project) -> None:
    for name, page in read_all(with_ours.path / "out" / "html", "*.html").items():
        folder = (with_ours.path / "out" / "html" / name).parent
        for address in re.findall(
            r'<(?:link|script)[^>]* (?:href|src)="([^"?#:]+\.(?:css|js))', page
        ):
            assert (folder / address).is_file(), f"{name}: {address}"


def test_short_names_need_the_configuration(project: Project) -> None:
    pages = {"index": "# Top\n\n{rule}`play.last-trick`\n"}
    project.write(pages)
    (project.path / "conf.py").write_text(CONF + EXTENSION, "utf-8")
    assert 'Unknown interpreted text role "rule"' in project.build("dummy")[1]
    (project.path / "conf.py").write_text(f"{CONF}{EXTENSION}piquet_short_names = True\n", "utf-8")
    assert "no page describes the rule" in project.build("dummy")[1]


# -- styles --------------------------------------------------------------------------------------


def selectors(sheet: str) -> list[str]:
    """Return the selectors of a sheet, without those of at-rules and of animation frames."""
    rules = re.findall(r"(?<![^{};])([^{};]+)\{", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))
    found = (part for rule in rules if "@" not in rule for part in split_selectors(rule))
    return [one for one in found if not re.fullmatch(r"from|to|[\d.]+%", one)]


def test_no_style_of_ours_applies_outside_of_our_elements(with_ours: Project) -> None:
    sheets = read_all(with_ours.path / "out" / "html" / "_static", "*.css")
    ours = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.css")} - {EMBEDDED}
    assert ours <= sheets.keys()
    for name in ours:
        for selector in selectors(sheets[name]):
            assert ".pq-" in selector or ".piquet" in selector, f"{name}: {selector}"


@pytest.mark.parametrize(
    ("selector", "scoped"),
    [
        (":root", ".piquet"),
        (".pq-card > b", ".pq-card > b"),
        (".n-1, .n-2", ".piquet .n-1, .piquet .n-2"),
        ('[data-act="next"]', '.piquet [data-act="next"]'),
        ('[data-pq-suits="four"]', '[data-pq-suits="four"] .piquet'),
        (
            'html[data-theme="dark"]',
            ':is(.piquet[data-theme="dark"], [data-theme="dark"] .piquet)',
        ),
        (
            'html:is(:not([data-theme]), [data-theme="auto"])',
            ':is(.piquet[data-theme="auto"], [data-theme="auto"] .piquet)',
        ),
    ],
)
def test_a_selector_is_scoped(selector: str, scoped: str) -> None:
    sheet = f"@media print {{\n  {selector} {{ color: red; }}\n}}"
    assert scope_styles(sheet) == sheet.replace(selector, scoped)


def test_the_sheet_of_a_host_sets_tokens_that_exist() -> None:
    tokens, host = ((STATIC / name).read_text("utf-8") for name in (TOKENS, HOST))
    known = set(re.findall(r"^\s*(--[\w-]+):", tokens, re.MULTILINE))
    assert set(re.findall(r"^\s*(--[\w-]+):", host, re.MULTILINE)) <= known


def test_the_scope_is_on_the_outermost_elements_of_ours(with_ours: Project) -> None:
    for name in ("deal", "hoyle1909", "linking", "odds"):
        page = with_ours.read(f"{name}.html")
        assert re.search(r'class="(?:[^"]* )?piquet[ "]', page), name
        assert not re.search(
            r'class="(?:[^"]* )?piquet[ "][^>]*>[^<]*<[^>]*class="piquet[ "]', page
        )


# -- citations -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("builder", "file"),
    [
        ("html", "*.html"),
        ("text", "*.txt"),
        ("latex", "*.tex"),
        ("man", "*.1"),
        ("texinfo", "*.texi"),
    ],
)
def test_no_page_is_cited_that_does_not_ask_for_it(
    with_ours: Project, builder: str, file: str
) -> None:
    pages = read_all(with_ours.path / "out" / builder, file)
    assert any("king of hearts" in page for page in pages.values())
    for name, page in pages.items():
        said = words_of(page) if builder == "html" else page
        assert "Piquet authors" not in said, name
        assert "Cite this" not in said, name
        assert "draft of edition" not in said, name
        assert 'data-part="citation"' not in page, name
        assert "rules/citation-panel.js" not in page, name


@pytest.mark.parametrize(
    ("conf", "text"),
    [("piquet_citation_panels = True", ""), ("", "\n```{piquet:cite}\n```\n")],
    ids=["configured", "requested"],
)
def test_a_citation_names_the_host(project: Project, conf: str, text: str) -> None:
    pages = {"index": GARDEN["index"], "garden": GARDEN["garden"] + text}
    more = f'{conf}\nversion = release = "1.2"\npiquet_licence = "CC0 1.0"\n'
    assert outsider(project, pages, f"{CONF}{EXTENSION}{more}").build() == (0, "")
    page = words_of(project.read("garden.html"))
    assert "Jane Roe, “Beans”. My garden , version 1.2".replace("“", '"').replace("”", '"') in page
    assert "https://garden.example/garden.html" in page
    assert "Licence CC0 1.0" in page
    assert "Piquet authors" not in page
    assert "This is a draft" not in page
    assert ("Cite this site" in words_of(project.read("index.html"))) is bool(conf)


def test_a_page_about_a_rule_can_request_its_panel(project: Project) -> None:
    rule = "# The last trick\n\n```{piquet:rule} play.last-trick\n```\n\n```{piquet:cite}\n```\n"
    outsider(project, {"index": rule}).build()
    page = words_of(project.read("index.html"))
    assert 'Jane Roe, "The last trick"' in page
    assert page.count("Cite this") == 1


def test_a_host_without_a_version_and_an_author_is_cited_without_them(project: Project) -> None:
    conf = 'project = "My garden"\nextensions = ["myst_parser"]\npiquet_citation_panels = True\n'
    assert outsider(project, GARDEN, conf + EXTENSION).build() == (0, "")
    page = words_of(project.read("garden.html"))
    assert '"Beans". My garden , 14 November 2023.' in page
    assert "not set" not in page


# -- translation ---------------------------------------------------------------------------------


def test_the_headings_of_a_replay_are_not_offered_for_translation(with_ours: Project) -> None:
    offered = with_ours.read("deal.pot", "gettext")
    assert "Beans" not in offered
    assert "Trick 7" not in offered


def messages(file: bytes) -> set[str]:
    return {str(one.id) for one in read_po(BytesIO(file)) if one.id}


def test_what_directives_say_is_not_offered_for_translation(with_ours: Project) -> None:
    found = set().union(
        *(messages(path.read_bytes()) for path in (with_ours.path / "out/gettext").glob("*.pot"))
    )
    rules = {catalogue()[id].title for id in named()}
    typed = {"Top", "Beans", "Sow them in May.", "one row", "two rows", "A deal", "Hoyle"}
    typed |= {
        "Books",
        "Odds",
        "Both",
        "A question",
        "Cards",
        "{piquet:rule}`play.last-trick`, and {piquet:cards}`SA HT`.",
    }
    assert {one.translate(QUOTES) for one in found} - rules == typed
