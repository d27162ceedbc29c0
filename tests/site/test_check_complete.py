"""A page that was read but not written fails the build, and a build prints its cost."""

import re

import pytest
from project import Project
from sphinx.cmd.build import build_main

pytestmark = pytest.mark.site

# Loses a page, like a parallel writer that dies silently.
LOSE = """
from pathlib import Path
extensions.append("website.check_complete")
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
    assert ("1 page(s) were not written, although no error was reported: other." in said) == bool(
        lost
    )


def test_a_build_says_what_each_part_cost(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    project.write(PAGES)
    conf = project.path / "conf.py"
    conf.write_text(conf.read_text("utf-8") + LOSE.format(lost=""), "utf-8")
    where = [str(project.path), str(project.path / "out")]
    assert build_main(["--no-color", "-b", "html", *where]) == 0
    (told,) = re.findall(r"^piquet: (.*) s of CPU: (.*)$", capsys.readouterr().out, re.MULTILINE)
    parts = dict(one.split() for one in told[1].split(", "))
    assert list(parts) == ["starting", "reading", "writing", "finishing"]
    assert float(told[0]) > 0
    assert sum(map(float, parts.values())) == pytest.approx(float(told[0]), abs=0.2)  # rounded
