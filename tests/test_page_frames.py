"""The frame of the built pages: header, breadcrumbs, sidebar and footer."""

import re
from html import unescape
from pathlib import Path

import pytest

from piquet_core.rules.rule_groups import rules_by_group
from website.theme.page_frame import report_address

ROOT = Path(__file__).parent.parent
SITE = ROOT / "build" / "html"
FRAMED = "docs/deals/embed/"  # embedded pages have a frame of their own
PAGES = {
    path.relative_to(SITE).as_posix(): path.read_text("utf-8")
    for path in sorted(SITE.rglob("*.html"))
    if not path.relative_to(SITE).as_posix().startswith(("_", "editions/", FRAMED))
}
# Pages without a sidebar: those with a board, those as wide as a table, and those outside all sections.
BARE = re.compile(
    r"(index|404|search|docs/compare|docs/deals/.*|docs/rulesets/summary/(?!index).*"
    r"|tutorials/(index|learn|review|today|table|score-keeper|how-you-play|set-work|class-work|problems/.*|\d.*))\.html"
)

SECTIONS = ["Learn", "Play", "Deals", "Rules", "Library"]

pytestmark = pytest.mark.site


def part(page: str, name: str, label: str = "") -> str:
    """Return the markup of an element, which may need a given label."""
    labelled = rf' aria-label="{label}"' if label else ""
    found = re.search(rf"<{name}\b[^>]*{labelled}.*?</{name}>", PAGES[page], re.DOTALL)
    assert found, f"{page} has no {name} {label}"
    return found[0]


def links(markup: str) -> list[tuple[str, str]]:
    """Return address and text of each link."""
    found = re.findall(r'<a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>', markup, re.DOTALL)
    return [(to, unescape(re.sub(r"<[^>]+>", "", words)).strip()) for to, words in found]


def test_the_header_leads_to_every_section_from_everywhere() -> None:
    for page in PAGES:
        shown = unescape(re.sub(r"<[^>]+>", " ", part(page, "nav", "Sections"))).split()
        assert [one for one in shown if one in SECTIONS] == SECTIONS, page
        words = {words for _, words in links(part(page, "header"))}
        assert words >= {"Lessons", "Today", "Two at one device", "All rules", "Glossary"}


def test_the_header_marks_the_one_section_that_a_page_is_in() -> None:
    for page in PAGES:
        marked = re.findall(
            r'<(?:summary|a)\b[^>]* aria-current="(?:page|true)"[^>]*>([^<]*)<',
            part(page, "nav", "Sections"),
        )
        alone = page in {"index.html", "404.html", "search.html"}
        assert len([one for one in marked if one in SECTIONS]) == (0 if alone else 1), page
    for page in ("docs/data", "docs/api", "docs/colophon", "genindex"):
        assert 'aria-current="true">Library<' in part(f"{page}.html", "nav", "Sections"), page


def test_beside_a_text_is_its_section_and_beside_the_felt_is_nothing() -> None:
    for page, text in PAGES.items():
        beside = 'aria-label="In this section"' in text
        assert beside is not bool(BARE.fullmatch(page)), page
        if beside:
            current = re.findall(r'aria-current="page">', part(page, "nav", "In this section"))
            assert len(current) == 1, page


def test_many_headings_of_a_page_stand_below_the_pages_of_its_section() -> None:
    beside = [to for to, _ in links(part("docs/developing.html", "nav", "In this section"))]
    own = [to.startswith("#") and to != "#" for to in beside]
    assert own == sorted(own)
    assert "hosting.html" in beside
    assert sum(own) > 12


def test_beside_the_list_of_sheets_no_rule_set_is_listed_twice() -> None:
    beside = [
        to for to, _ in links(part("docs/rulesets/summary/index.html", "nav", "In this section"))
    ]
    assert "../hoyle1909.html" in beside
    assert "hoyle1909.html" not in beside


def test_beside_a_rule_are_the_rules_of_its_group_and_above_it_where_it_belongs() -> None:
    for name, heading, rules in rules_by_group():
        for rule in rules:
            page = f"docs/rules/{rule.id}.html"
            beside = [to for to, _ in links(part(page, "nav", "In this section"))]
            wanted = [f"{one.id}.html" if one is not rule else "#" for one in rules]
            assert beside == wanted, page
            above = links(part(page, "nav", "You are in"))
            assert above == [("index.html", "All rules"), (f"index.html#rules-{name}", heading)]


def test_the_foot_says_which_edition_a_page_is_of_and_where_to_report_a_mistake() -> None:
    for page, text in PAGES.items():
        foot = text.partition("<footer")[2]
        assert 'class="pq-edition"' in foot, page
        assert "Something wrong here?" in foot, page
        assert f">{page}</span>" in foot, page


def test_a_report_names_page_and_edition_wherever_it_goes() -> None:
    page, edition = "docs/rules/play.lead.html", "draft of edition 0.3.0, 21 November 2026"
    mail = report_address("mailto:a@b.example?subject={page}&body={edition}", page, edition)
    assert mail.startswith(
        "mailto:a@b.example?subject=docs%2Frules%2Fplay.lead.html&body=draft%20of"
    )
    assert report_address("https://b.example/new?title={page}", page, edition).endswith("lead.html")
    assert report_address("", page, edition) == ""


# Classes of Sphinx and docutils that need no style, or that only scripts read.
PLAIN = re.compile(
    r"internal|xref|literal|notranslate|doc|table|head|stub|(row|field)-(odd|even)|arabic|compound|indextable"
    r"|toctree-l\d|myst|fn-bracket|bibtex-citation"
    r"|no-search"  # left out of the search index
    r"|(piquet|std)(-[a-z]+)?|rule|ruleset|source|deal|claim"  # targets of links
    r"|n-0"  # a hand after the deal
    r"|sig(-[a-z]+)*|descclassname|py-obj|keyword-only-separator|default_value|doctest"  # signatures
    r"|class|data|exception|function|method|property|position"
    r"|highlight-[a-z]+|[a-z][a-z0-9]?"  # languages, and the token classes of Pygments
)


def test_every_mark_that_sphinx_leaves_in_a_text_has_a_look_or_needs_none() -> None:
    sheets = "".join(path.read_text("utf-8") for path in (SITE / "_static").rglob("*.css"))
    known = set(re.findall(r"\.([a-zA-Z][\w-]*)", sheets))
    found: dict[str, str] = {}
    for page, text in PAGES.items():
        for names in re.findall(r'<[a-z][^<>]*? class="([^"]*)"', text):
            found |= dict.fromkeys(names.split(), page)
    marks = {name: page for name, page in found.items() if not name.startswith("pq-")}
    assert "headerlink" in marks
    unknown = {name for name in marks if name not in known and not PLAIN.fullmatch(name)}
    assert {name: marks[name] for name in unknown} == {}
