"""Metadata for search engines and shared links, and the files for crawlers."""

import os
import re
from collections import Counter
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from piquet_core.publication import home_address

ROOT = Path(__file__).parent.parent
SITE = ROOT / "build" / "html"
PAGES = sorted(
    path.relative_to(SITE).as_posix()
    for path in SITE.rglob("*.html")
    if not path.relative_to(SITE).as_posix().startswith("_")
)
# Sphinx generates these pages, and nobody shares them.
BARE = {"404.html", "genindex.html", "search.html"}
# Pages for frames are not for search engines; people share the pages of the deals.
FRAMED = "docs/deals/embed/"
TAGS = {"og:title", "og:type", "og:site_name", "og:description"}
HOME = home_address(os.environ)
if HOME:  # only these are absolute, and only with a base URL
    TAGS |= {"og:url", "og:image", "og:image:alt", "og:image:width", "og:image:height"}
META = re.compile(
    r'<meta (?:name|property)="([^"]+)" content="([^"]*)"|<meta content="([^"]*)" name="([^"]+)"'
)

pytestmark = pytest.mark.site


def head(page: str) -> str:
    return (SITE / page).read_text(encoding="utf-8").partition("</head>")[0]


def metas(page: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, content, content_first, name_last in META.findall(head(page)):
        found.setdefault(name or name_last, []).append(unescape(content or content_first))
    return found


def title(page: str) -> str:
    (found,) = re.findall(r"<title>([^<]*)</title>", head(page))
    return unescape(found)


def test_each_page_has_a_title_of_its_own_that_names_the_game() -> None:
    titles = Counter(title(page) for page in PAGES)
    assert [one for one, times in titles.items() if times > 1] == []
    assert all("Piquet" in one for one in titles)


def test_each_page_describes_itself_once_and_briefly() -> None:
    wrong = {page: metas(page)["description"] for page in PAGES if not brief(page)}
    assert wrong == {}


def brief(page: str) -> bool:
    texts = metas(page)["description"]
    return len(texts) == 1 and 50 <= len(texts[0]) <= 170


def test_each_page_can_be_shared() -> None:
    for page in PAGES:
        if page in BARE or page.startswith(FRAMED):
            continue
        found = {name: values for name, values in metas(page).items() if name.startswith("og:")}
        assert set(found) >= TAGS, page
        assert all(len(values) == 1 for values in found.values()), page
        assert found["og:type"] == ["website"]
        assert found["og:title"][0] in title(page)
        assert found["og:description"] == metas(page)["description"]
        if not HOME:
            continue
        address = urlsplit(found["og:url"][0])
        assert address.scheme == "https"
        assert address.path.endswith("/" + page)
        image = found["og:image"][0].removeprefix(HOME.rstrip("/") + "/")
        assert png_size(SITE / image) == (1200, 630)
        assert (found["og:image:width"], found["og:image:height"]) == (["1200"], ["630"])
        assert metas(page)["twitter:card"] == ["summary_large_image"]


def png_size(path: Path) -> tuple[int, int]:
    head = path.read_bytes()[16:24]
    return int.from_bytes(head[:4]), int.from_bytes(head[4:])


def test_each_deal_has_a_page_for_frames_that_search_engines_leave_out() -> None:
    deals = {path.stem for path in (ROOT / "docs" / "deals").glob("*.piquet")}
    framed = {page.removeprefix(FRAMED) for page in PAGES if page.startswith(FRAMED)}
    assert framed == {f"{deal}.html" for deal in deals}
    for page in sorted(framed):
        assert metas(FRAMED + page)["robots"] == ["noindex"]
        canonical = rf'rel="canonical" href="(\.\.|https://\S+/docs/deals)/{re.escape(page)}"'
        assert re.search(canonical, head(FRAMED + page)), page


def test_descriptions_differ() -> None:
    texts = Counter(metas(page)["description"][0] for page in PAGES)
    assert [text for text, times in texts.items() if times > 1] == []


def test_a_site_without_a_home_claims_none() -> None:
    """The tested build has no base URL, unless the publication data or the environment gives one."""
    assert (SITE / "sitemap.xml").is_file() == bool(HOME)
    assert (SITE / "robots.txt").is_file() == bool(HOME)
    assert ('rel="canonical"' in head("index.html")) == bool(HOME)
    assert ("og:image" in head("index.html")) == bool(HOME)
    assert ("twitter:card" in head("index.html")) == bool(HOME)


def test_every_page_can_be_cited_as_a_whole() -> None:
    written = [page for page in PAGES if page not in BARE and not page.startswith(FRAMED)]
    assert written
    lacking = [
        page
        for page in written
        if not re.search(
            r"<summary>Cite this( page| site)?(<span|</summary>)", (SITE / page).read_text("utf-8")
        )
    ]
    assert lacking == []
