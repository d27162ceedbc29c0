"""The directive ``kept-places``, and the panels of a site that has its page."""

import json
import re
from html import unescape

import pytest
from project import Project
from test_replay import PAGE, RECORD, articles, named

pytestmark = pytest.mark.site

KEPT = "# Kept\n\n```{kept-places}\n```\n"
WITH_PAGE = '\npiquet_kept_places_page = "more/kept"\nsuppress_warnings = ["ref.piquet"]\n'
ATTRIBUTES = re.compile(r'data-kept-places="([^"]*)" data-address="([^"]*)" data-title="([^"]*)"')


def configure(project: Project, lines: str) -> None:
    with (project.path / "conf.py").open("a", encoding="utf-8") as file:
        file.write(lines)


def test_panels_offer_to_keep_what_they_cite_only_if_the_site_asks_for_it(project: Project) -> None:
    pages = {**articles(named()), "deal": PAGE, "index": "# Top\n\nText.\n", "more/kept": KEPT}
    project.write(pages)
    (project.path / "hoyle1909-ab.piquet").write_text(RECORD, "utf-8")
    configure(project, '\nsuppress_warnings = ["ref.piquet", "toc.not_included"]\n')
    project.build(out="without", only=["deal"])
    assert "data-kept-places" not in project.read("deal.html", "without")
    configure(project, WITH_PAGE)
    project.build(only=["deal", "index", "more/kept"])
    step, deal = ATTRIBUTES.findall(project.read("deal.html"))
    assert step[:2] == ("more/kept.html", "deal.htmlpqquery#pqstep")
    assert step[2].endswith(", step pqstep")
    assert deal[:2] == ("more/kept.html", "deal.html")
    assert ATTRIBUTES.findall(project.read("index.html")) == [
        ("more/kept.html", "index.html", "Tiny")
    ]
    page = project.read("more/kept.html")
    assert 'data-root="../"' in page
    (names,) = re.findall(r'data-pages="([^"]*)"', page)
    assert {"deal.html", "index.html", "more/kept.html"} <= set(json.loads(unescape(names)))
    assert "without it nothing is kept here" in page


def test_other_builders_leave_the_list_out(project: Project) -> None:
    project.write({"index": KEPT})
    assert project.build("text") == (0, "")
    assert "Download" not in project.read("index.txt", "text")
