"""The JSON files of a site: every address is valid, and other projects can refer to rules."""

from __future__ import annotations

import doctest
import json
import re
from collections.abc import Callable
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from case_selection import first
from project import CONF, Project, about
from schema_checker import faults
from sphinx.cmd.build import build_main
from sphinx.util.inventory import InventoryFile

from piquet_core.export import DATASETS, document
from piquet_core.rules import catalogue

pytestmark = pytest.mark.site

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "html"
DOC = (ROOT / "docs/data.md").read_text("utf-8")
RECORD = (ROOT / "docs/deals/hoyle1909-ab.piquet").read_text("utf-8")
KINDS = {"rule": "rules", "ruleset": "rulesets", "deal": "deals", "source": "sources"}
LINKS = "See {dataset}`rules.json`, {dataset}`its schema <rules.schema.json>`.\n"
PAGES = {
    "index": "# Top\n\n```{toctree}\n:glob:\n\n*\nin/*\n```\n",
    "play.low-cards": "# Low cards in the play\n\n```{rule} play.low-cards\n```\n",
    "set": "# Little\n\n```{ruleset} little\n```\n",
    "books": "# Books\n\n```{sources}\n```\n",
    # The second replay of a page prefixes the ids of its steps with the deal.
    "deal": "# Deal\n\n```{replay} hoyle1909-ab.piquet\n:compact:\n```\n\n```{replay} hoyle1909-ab.piquet\n```\n",
    "in/links": f"# Links\n\n{LINKS}",
}


def with_data(project: Project, pages: dict[str, str]) -> Project:
    """Write a project that publishes the data."""
    (project.path / "in").mkdir(exist_ok=True)
    project.write(pages)
    conf = CONF.format(complete=False).replace('"sphinx_piquet"', '"website.json_files"')
    conf += 'release = "1.0"\n'
    (project.path / "conf.py").write_text(conf, "utf-8")
    (project.path / "hoyle1909-ab.piquet").write_text(RECORD, "utf-8")
    return project


class Ids(HTMLParser):
    """The ids of a page, and the addresses of its links."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: dict[str, str] = {}
        self.alternates: dict[str, str] = {}
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.ids.add(found.get("id", ""))
        if tag == "a" and "href" in found:
            self.links[found["href"]] = found.get("class", "")
        if tag == "link" and found["rel"] == "alternate":
            assert found["type"] == "application/json"
            self.alternates[found["href"]] = found["title"]


@cache
def ids_of(page: Path) -> set[str]:
    """Return the ids of a page of the built site. The result is cached."""
    return set(re.findall(r'\sid="([^"]*)"', page.read_text("utf-8")))


def read(folder: Path) -> dict[str, Any]:
    """Read the four documents of a built site, and check each with the schema next to it."""
    found = {}
    for name in DATASETS:
        data = json.loads((folder / f"{name}.json").read_text("utf-8"))
        schema = json.loads((folder / data["$schema"]).read_text("utf-8"))
        assert faults(data, schema, schema) == []
        found[name] = data
    return found


def addressed(value: Any) -> dict[str, str]:
    """Return the address of every object of a document by its id."""
    found = {}
    if isinstance(value, dict):
        if "url" in value and "id" in value:
            found[value["id"]] = value["url"]
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            found.update(addressed(one))
    return found


def dead(folder: Path, urls: dict[str, str]) -> list[str]:
    """Return the addresses that lead to no page or to no id on it."""
    pages: dict[str, set[str]] = {}
    wrong = []
    for id, url in urls.items():
        page, _sign, anchor = url.partition("#")
        path = folder / (f"{page}index.html" if page.endswith("/") or not page else page)
        if page not in pages and path.is_file():
            real = folder == SITE
            pages[page] = ids_of(path) if real else Ids(path.read_text("utf-8")).ids
        if page not in pages or (anchor and anchor not in pages[page]):
            wrong.append(f"{id}: {url}")
    return wrong


def inventory(folder: Path) -> dict[str, dict[str, str]]:
    """Return our objects in objects.inv: kind -> id -> address."""
    with (folder / "objects.inv").open("rb") as file:
        found = InventoryFile.load(file, "", lambda _base, uri: uri)
    return {
        kind: {name: item.uri for name, item in found[f"piquet:{kind}"].items()}
        for kind in (*KINDS, "answer", "step")
    }


# -- the real site -------------------------------------------------------------------------------


def test_every_address_of_the_real_site_leads_to_its_object() -> None:
    """Reads the site in build/html."""
    data = read(SITE)
    for name in DATASETS:
        urls = addressed(data[name][name])
        assert urls
        assert "" not in urls.values()
        assert dead(SITE, urls) == []


def test_the_data_of_the_real_site_hold_what_its_domain_holds() -> None:
    data = read(SITE)
    listed = inventory(SITE)
    for kind, name in KINDS.items():
        urls = {
            id: url
            for one in data[name][name]
            for id, url in [(one["id"], one["url"]), *addressed(one.get("sections", [])).items()]
        }
        assert urls == listed[kind], kind
    answers = [one for rule in data["rules"]["rules"] for one in rule["answers"].values()]
    steps = [one for deal in data["deals"]["deals"] for one in deal["steps"]]
    assert {one["id"]: one["url"] for one in answers} == listed["answer"]
    # The data follow the main line of a deal; other lines can be cited too.
    assert {one["id"]: one["url"] for one in steps}.items() <= listed["step"].items()
    assert answers
    assert steps
    assert dead(SITE, listed["step"]) == []


def test_the_data_of_the_real_site_are_those_of_the_command_line() -> None:
    data = read(SITE)

    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: bare(one) for key, one in value.items() if key not in ("url", "edition")}
        return [bare(one) for one in value] if isinstance(value, list) else value

    records = [deal["record"] for deal in data["deals"]["deals"]]
    for name in DATASETS:
        assert bare(data[name]) == bare(document(name, records=records))
    files = {path.read_text("utf-8") for path in (ROOT / "docs/deals").glob("*.piquet")}
    assert set(records) == files


@pytest.mark.parametrize(
    ("page", "name"),
    [
        ("docs/rules/index.html", "rules"),
        ("docs/rulesets/index.html", "rulesets"),
        ("docs/deals/index.html", "deals"),
        ("docs/sources.html", "sources"),
        ("docs/rules/play.low-cards.html", "rules"),
        ("docs/rulesets/little.html", "rulesets"),
        ("docs/deals/hoyle1909-ab.html", "deals"),
    ],
)
def test_pages_name_the_file_that_holds_them(page: str, name: str) -> None:
    found = Ids((SITE / page).read_text("utf-8"))
    to = "../" * page.count("/") + f"{name}.json"
    assert "as data" in found.alternates[to]
    if page.endswith(("index.html", "sources.html")):
        assert to in found.links
        assert f"{'../' * (page.count('/') - 1)}data.html" in found.links


def test_the_page_on_the_data_shows_what_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SITE)
    shown = re.findall(r"^```python\n(>>>.*?)^```$", DOC, re.DOTALL | re.MULTILINE)
    tests = doctest.DocTestParser().get_doctest("\n".join(shown), {}, "data.md", "data.md", 0)
    assert len(tests.examples) == 4
    told: list[str] = []
    assert doctest.DocTestRunner().run(tests, out=told.append).failed == 0, "".join(told)
    links = Ids((SITE / "docs/data.html").read_text("utf-8")).links
    for name in DATASETS:
        assert {f"../{name}.json", f"../{name}.schema.json"} <= links.keys()


# -- tiny projects -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def published(shared_project: Callable[[], Project]) -> Project:
    """Build the pages with their data once as HTML, without a warning."""
    project = with_data(shared_project(), PAGES)
    assert project.build("html", "-j1") == (0, "")
    return project


@pytest.mark.parametrize("builder", first(1, ["dirhtml", "html"]))
def test_addresses_are_those_of_the_builder(project: Project, builder: str) -> None:
    assert with_data(project, PAGES).build(builder) == (0, "")
    folder = project.path / "out" / builder
    data = read(folder)
    urls = {id: url for name in DATASETS for id, url in addressed(data[name]).items() if url}
    assert dead(folder, urls) == []
    page = {"html": "play.low-cards.html", "dirhtml": "play.low-cards/"}[builder]
    assert urls["play.low-cards"] == f"{page}#rule-play-low-cards"
    assert urls["play.low-cards@little"] == f"{page}#at-little"
    deal = {"html": "deal.html", "dirhtml": "deal/"}[builder]
    assert urls["hoyle1909-ab#t6e"] == f"{deal}#hoyle1909-ab-t6e"
    # An object without a page here has no address, but is still in the data.
    rules = {one["id"]: one["url"] for one in data["rules"]["rules"]}
    assert list(rules) == list(catalogue())
    assert [id for id, url in rules.items() if url] == ["play.low-cards"]
    assert data["rules"]["edition"] == {
        "version": "1.0",
        "date": "2023-11-14",  # SOURCE_DATE_EPOCH of every tiny project: 1700000000
        "published": False,
        "url": "",
    }
    links = {"html": "in/links.html", "dirhtml": "in/links/index.html"}[builder]
    found = Ids(project.read(links, builder))
    up = {"html": "../", "dirhtml": "../../"}[builder]
    assert {f"{up}rules.json", f"{up}rules.schema.json"} <= found.links.keys()
    assert list(found.alternates) == [f"{up}rules.json"]


def test_two_builds_are_equal_byte_by_byte(published: Project) -> None:
    assert published.build("html", "-E", "-j2", out="two") == (0, "")
    for name in DATASETS:
        one, two = (published.path / "out" / out / f"{name}.json" for out in ("html", "two"))
        assert one.read_bytes() == two.read_bytes()
        assert b"\r" not in one.read_bytes()


@pytest.mark.parametrize("builder", first(1, ["text", "epub", "latex", "singlehtml"]))
def test_other_builders_write_no_files_and_no_links(project: Project, builder: str) -> None:
    pages = {name: text for name, text in PAGES.items() if name != "deal"}
    assert with_data(project, pages).build(builder) == (0, "")
    assert not list((project.path / "out" / builder).rglob("*.json"))
    if builder == "text":
        assert "rules.json" in project.read("in/links.txt", "text")


def test_without_its_own_extension_nothing_is_published(project: Project) -> None:
    pages = {name: text for name, text in PAGES.items() if name not in ("in/links", "deal")}
    project.write({**pages, "index": PAGES["index"].replace("in/*\n", "")})
    assert project.build() == (0, "")
    assert not list((project.path / "out/html").glob("*.json"))
    assert Ids(project.read("play.low-cards.html")).alternates == {}


def test_a_file_that_is_not_there_fails_the_build(project: Project) -> None:
    pages = {"index": PAGES["index"], "in/links": "# Links\n\n{dataset}`rule.json`\n"}
    code, warnings = with_data(project, pages).build()
    assert code == 1
    assert re.search(
        r"links\.md:3: WARNING: unknown file 'rule\.json'; choose one of rules", warnings
    )


def test_a_rule_is_a_defined_term(published: Project) -> None:
    page = published.read("play.low-cards.html")
    (text,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)
    term = json.loads(text)
    assert term["@type"] == "DefinedTerm"
    assert (term["termCode"], term["@id"]) == ("play.low-cards", "#rule-play-low-cards")
    assert term["description"] == catalogue()["play.low-cards"].question
    assert term["inDefinedTermSet"]["@id"] == "rules.json"
    assert "ld+json" not in published.read("books.html")


# -- another project refers to us ----------------------------------------------------------------

THERE = "https://…/"  # the address in the sample code of a site without a base URL
CONSUMER = 'project = author = "Other"\nhtml_theme = "basic"\nnitpicky = True\n'


def blocks(language: str) -> list[str]:
    """Return the sample code on the page about the data."""
    return re.findall(rf"```{language}\n(.*?)```", DOC.partition("## Refer")[2], re.DOTALL)


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the objects.inv of a tiny site like ours, built once."""
    path = tmp_path_factory.mktemp("ours")
    for name, text in PAGES.items():
        if "/" not in name and name != "index":
            (path / f"{name}.md").write_text(f"---\norphan: true\n---\n{text}", "utf-8")
    (path / "index.md").write_text("# Top\n", "utf-8")
    (path / "hoyle1909-ab.piquet").write_text(RECORD, "utf-8")
    (path / "conf.py").write_text(CONF.format(complete=False), "utf-8")
    assert build_main(["-q", "-W", "-b", "html", str(path), str(path / "out")]) == 0
    return path / "out/objects.inv"


Refer = Callable[[str, dict[str, str]], tuple[int, str]]


def referring(project: Project, ours: Path) -> Refer:
    """Build another project with pages of some text; our site is at the address of the sample code."""

    def build(more: str, texts: dict[str, str]) -> tuple[int, str]:
        # Our page gives the intersphinx mapping once, for both ways.
        conf = f"{blocks('python')[0]}\n{more}".replace("None", repr(str(ours)))
        assert str(ours) in conf
        (project.path / "conf.py").write_text(f"{CONSUMER}{conf}", "utf-8")
        for name, text in texts.items():
            (project.path / f"{name}.md").write_text(f"# Other\n\n{text}\n", "utf-8")
        return project.build()

    return build


@pytest.fixture
def refer(project: Project, ours: Path) -> Refer:
    """Build it for a single test."""
    return referring(project, ours)


def links(project: Project) -> dict[str, str]:
    """Return the text of every link to our site, by address."""
    found = re.findall(
        rf'<a class="reference external" href="{re.escape(THERE)}([^"]*)"[^>]*>(.*?)</a>',
        project.read("index.html"),
    )
    return {unescape(url): plain(words) for url, words in found}


def plain(markup: str) -> str:
    """Return the text of a link with straight quotation marks."""
    return unescape(re.sub("<[^>]*>", "", markup)).replace("’", "'")


def test_markdown_alone_can_refer_to_us(project: Project, refer: Refer) -> None:
    assert "piquet_core" not in blocks("python")[0]
    assert refer("", {"index": blocks("markdown")[0]}) == (0, "")
    assert links(project) == {
        "play.low-cards.html#rule-play-low-cards": "a seven count",
        "set.html#ruleset-little": "Little Piquet (the old game of thirty-two cards)",
        "books.html#source-hoyle1909-calling": "Hoyle's Games Modernized (1909), “Calling”",
        "deal.html": "A and B play at Piquet",
        "play.low-cards.html#at-little": (
            "Low cards in the play: Little Piquet (the old game of thirty-two cards)"
        ),
        # The page's first replay has the plain ids and is compact: the deal is cited from the second.
        "deal.html#hoyle1909-ab-t6e": "A and B play at Piquet, step t6e",
    }


def test_a_wrong_id_in_markdown_is_a_warning(refer: Refer) -> None:
    code, warnings = refer("", {"index": "<inv:piquet:piquet:rule#play.low-card>"})
    assert code == 1
    assert re.search(r"index\.md:3: WARNING: No matches for '.*play\.low-card'", warnings)


def test_our_roles_can_refer_to_us_from_elsewhere(project: Project, refer: Refer) -> None:
    more = "{piquet:source}`hoyle1909:calling`, {piquet:deal}`hoyle1909-ab`, {piquet:source}`hoyle1909`"
    text = f"{blocks('markdown')[1]}\n{more}"
    assert refer(blocks("python")[1], {"index": text}) == (0, "")
    assert links(project) == {
        "play.low-cards.html#rule-play-low-cards": "a seven",  # the last of two
        "set.html#ruleset-little": "Little Piquet (the old game of thirty-two cards)",
        "books.html#source-hoyle1909-calling": "Hoyle's Games Modernized (1909), “Calling”",
        "books.html#source-hoyle1909": "Hoyle's Games Modernized (1909)",
        "deal.html": "A and B play at Piquet",
        "play.low-cards.html#at-little": (
            "Low cards in the play: Little Piquet (the old game of thirty-two cards)"
        ),
        # The page's first replay has the plain ids and is compact: the deal is cited from the second.
        "deal.html#hoyle1909-ab-t6e": "A and B play at Piquet, step t6e",
    }
    assert "Low cards in the play" in project.read("index.html")


WRONG = [
    ("{piquet:rule}`play.low-card`", "no such rule: 'play.low-card'; did you mean play.low-cards"),
    ("{piquet:ruleset}`litle`", "no such ruleset: 'litle'; did you mean little?"),
    (
        "{piquet:rule}`play.low-cards@litle`",
        "no such answer: 'play.low-cards@litle'; did you mean play.low-cards@little",
    ),
    ("{piquet:rule}`deal.talon`", "no page describes the rule 'deal.talon'"),
    ("{external+piquet:piquet:rule}`play.low-card`", "play.low-card"),
]


@pytest.fixture(scope="module")
def wrong(shared_project: Callable[[], Project], ours: Path) -> tuple[int, str]:
    """Build another project with every wrong id, each on its page."""
    texts = {f"wrong{case}": text for case, (text, _message) in enumerate(WRONG)}
    texts["index"] = "```{toctree}\n:glob:\n\n*\n```\n"
    return referring(shared_project(), ours)(blocks("python")[1], texts)


@pytest.mark.parametrize("case", range(len(WRONG)))
def test_a_wrong_id_in_a_role_is_a_warning(wrong: tuple[int, str], case: int) -> None:
    code, warnings = wrong
    assert code == 1
    said = about(f"wrong{case}.md", warnings)
    assert WRONG[case][1] in said
    assert f"wrong{case}.md:3: WARNING: " in said
