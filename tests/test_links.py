"""Every link of the built site leads to an existing place, and no page loads anything from another site."""

import os
import re
import sys
from pathlib import Path

import pytest

from piquet_core.publication import home_address

ROOT = Path(__file__).parent.parent
sys.path += [str(ROOT / "tools"), str(ROOT / "tests")]

import edition  # noqa: E402 - found through the line above
from addresses import Page, Site, read_page  # noqa: E402 - as above
from page_scan import read_once  # noqa: E402 - as above

pytestmark = pytest.mark.site

BUILT = ROOT / "build" / "html"
# Schemes of external links; "data:" contains its own content.
OUTSIDE = re.compile(r"https?://[\w.-]+(/|$)|mailto:|data:image/")
FROZEN = re.compile(
    r"editions/[^/]+/index\.html$"
)  # exists once `make publish` has put everything together


class Built(Site):
    """The built site; each page is parsed once for all tests."""

    def page(self, path: str) -> Page:
        return read_once(self.folder / path).page


@pytest.fixture(scope="module")
def site() -> Site:
    return Built(BUILT, home_address(os.environ))


def lost(site: Site, page: str) -> list[str]:
    """Return the links of a page that lead nowhere."""
    found = []
    for link in site.page(page).links:
        address = site.resolve(page, link.target)
        if address is None or FROZEN.match(address):
            continue
        # A script moves a frame to a step. The step ids are those of the deal's own page.
        address = address.replace("/embed/", "/") if "#" in address else address
        path, _, anchor = address.partition("#")
        there = site.has(address) if path.endswith(".html") else (site.folder / path).is_file()
        if not there or (anchor and not path.endswith(".html")):
            found.append(f"{page}:{link.line}: {link.target}")
    return found


def test_every_link_inside_the_site_leads_to_a_page_and_an_id(site: Site) -> None:
    assert len(site.paths) > 100  # every rule, every rule set, and the other pages
    assert [one for page in site.paths for one in lost(site, page)] == []


def test_links_out_of_the_site_are_links_and_nothing_is_loaded_by_them(site: Site) -> None:
    for page in site.paths:
        for link in site.page(page).links:
            if site.resolve(page, link.target) is None:
                assert OUTSIDE.match(link.target), f"{page}:{link.line}: {link.target}"
                assert not link.loaded or link.target.startswith("data:"), f"{page}: {link.target}"


def test_no_style_sheet_of_a_page_names_another_host(site: Site) -> None:
    sheets = {
        (site.folder / str(site.resolve(page, link.target)).partition("?")[0])
        for page in site.paths
        for link in site.page(page).links
        if link.loaded and ".css" in link.target
    }
    assert len(sheets) > 4
    for path in sheets:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"(@import|url\()\s*[\"']?(https?:)?//", text), path


def test_no_id_stands_twice_on_a_page(site: Site) -> None:
    for page in site.paths:
        ids = site.page(page).ids
        assert {id for id in ids if ids.count(id) > 1} == set(), page


def test_a_dead_link_and_a_dead_anchor_are_seen(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<a href="b.html#there">1</a> <a href="b.html#gone">2</a> <a href="c.html">3</a>'
        '<script src="https://elsewhere.example/x.js"></script>'
    )
    (tmp_path / "b.html").write_text('<p id="there"></p>')
    assert lost(Site(tmp_path), "a.html") == ["a.html:1: b.html#gone", "a.html:1: c.html"]
    assert [link.loaded for link in read_page(tmp_path / "a.html").links] == [False] * 3 + [True]


def test_an_address_without_a_host_begins_at_the_home(tmp_path: Path) -> None:
    (tmp_path / "404.html").write_text(
        '<a href="/piquet/b.html">1</a> <a href="/piquet/c.html">2</a>'
    )
    (tmp_path / "b.html").touch()
    home = "https://a.example/piquet/"
    assert lost(Site(tmp_path, home), "404.html") == ["404.html:1: /piquet/c.html"]


def test_links_of_published_editions_are_not_broken(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    gone = edition.moved()
    for path in edition.lists().values():
        assert edition.broken(site, edition.addresses(path), gone) == []


def test_the_next_list_would_have_every_kind_of_address(site: Site) -> None:
    promised = set(site.citable())
    assert {
        "index.html",
        "docs/rules/play.low-cards.html#rule-play-low-cards",
        "docs/rulesets/little.html#ruleset-little",
        "docs/deals/hoyle1909-ab.html#t6e",
        "docs/glossary.html#term-younger",
    } <= promised
