"""A page loads the styles that its content needs, and no others."""

import pytest
from project import Project

pytestmark = pytest.mark.site

WORKED = "```{worked} play.low-cards\n:elder: A.AK.AJT987.JT9\n:younger: KQJ.QJT.KQ.AKQ8\n```\n"
PAGES = {
    "index": "# Top\n\n```{toctree}\n:glob:\n\n*\n```\n",
    "worked": f"# An example\n\n{WORKED}",
    "rule": "# Low cards in the play\n\n```{rule} play.low-cards\n```\n",
    "claims": "# Figures\n\n```{claims} elder\n```\n",
    "summary": "# Figures in short\n\n```{claims-summary}\n```\n",
    "sheet": "# At the table\n\n```{sheet} hoyle1909\n```\n",
}
STYLES = {
    "examples.css": {"worked", "rule"},
    "claims.css": {"claims", "summary"},
    "sheet.css": {"sheet"},
}


def test_styles_are_loaded_where_they_are_needed(project: Project) -> None:
    project.write(PAGES)
    # The summary names claims that have no page here, which does not matter.
    project.build()
    for style, wanted in STYLES.items():
        found = {name for name in PAGES if f"rules/{style}" in project.read(f"{name}.html")}
        assert found == wanted, style
