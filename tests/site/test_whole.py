"""A page that was read but not written ends the build, whatever Sphinx says."""

import pytest
from project import Project

pytestmark = pytest.mark.site

# A page goes missing on the way, as when a parallel writer dies silently.
LOSE = """
from pathlib import Path
extensions.append("piquet_core.site.whole")
def lose(app, exception):
    if exception is None and {lost!r}:
        (Path(app.outdir) / {lost!r}).unlink()
def setup(app):
    app.connect("build-finished", lose, priority=1)
"""
PAGES = {"index": "# Front\n\n```{toctree}\nother\n```\n", "other": "# Other\n"}


@pytest.mark.parametrize(("lost", "code"), [("", 0), ("other.html", 2)])
def test_a_lost_page_ends_the_build(project: Project, lost: str, code: int) -> None:
    project.write(PAGES)
    conf = project.path / "conf.py"
    conf.write_text(conf.read_text("utf-8") + LOSE.format(lost=lost), "utf-8")
    done, said = project.build()
    assert done == code, said
    assert ("1 page(s) were not written, though no fault was reported: other." in said) == bool(
        lost
    )
