"""The directive ``challenge``: a hidden panel beside the table, and links that a site may lack."""

import re

from project import Project

PAGE = "# Table\n\n```{play}\n```\n\n```{challenge}\n```\n"


def test_a_panel_waits_for_its_script(project: Project) -> None:
    project.write({"index": PAGE})
    assert project.build() == (0, "")
    html = project.read("index.html")
    panel = re.search(r'<div class="pq-challenge"[^>]*>', html)
    assert panel is not None
    assert " hidden" in panel[0]
    assert "table/challenge.js" in html
    assert "which needs JavaScript" in html
    # Such a site has no page for records, no QR codes and no frozen copies.
    assert 'data-deals=""' in panel[0]
    assert 'data-qr=""' in panel[0]
    assert 'data-editions="[]"' in panel[0]


def test_the_page_of_records_is_linked_from_the_table(project: Project) -> None:
    page = PAGE.replace("{challenge}\n", "{challenge}\n:deals: /deals/own\n\n")
    project.write({"index": page, "deals/own": "# Own deals\n"})
    project.build()
    assert 'data-deals="deals/own.html"' in project.read("index.html")
