"""The directives ``set-maker`` and ``set-work``: panels that wait for their script, and the items of the site."""

import json
import re
from typing import Any

from project import Project

COURSE = (
    "# Course\n\n````{course}\n```{lesson} one\n:cards: SA\n\nSuits.\n```\n````\n\n"
    "```{toctree}\n:hidden:\n:glob:\n\n*\n```\n"
)
LESSON = "# 1. Suits\n\n```{exercise} tap suit\n:rules: hoyle1909\n:count: 2\n```\n"
PAGE = "# Teacher\n\n```{set-maker}\n:course: index\n:other: pupil\n```\n"
PUPIL = "# Pupil\n\n```{set-work}\n:course: index\n:other: teacher\n```\n"


def catalogue(html: str) -> list[dict[str, Any]]:
    panel = html[html.index('data-part="set-') :]
    found = re.search(r'<script type="application/json">(.*?)</script>', panel)
    assert found
    items: list[dict[str, Any]] = json.loads(found[1])
    return items


def test_both_panels_wait_for_their_scripts(project: Project) -> None:
    project.write({"index": COURSE, "one": LESSON, "teacher": PAGE, "pupil": PUPIL})
    assert project.build() == (0, "")
    for name, other, script in (
        ("teacher", "pupil", "set-maker"),
        ("pupil", "teacher", "set-work"),
    ):
        html = project.read(f"{name}.html")
        opening = re.search(rf'<div class="pq-{script}"[^>]*>', html)
        assert opening
        assert " hidden" in opening[0]
        assert f'data-other="{other}.html"' in opening[0]
        assert f"practice/{script}.js" in html
        assert "need a script" in html
    (lesson,) = catalogue(project.read("teacher.html"))
    assert (lesson["kind"], lesson["place"], lesson["address"]) == ("lesson", "one", "one.html")
    assert lesson["title"] == "Lesson 1: Suits"
    assert len(lesson["asked"]) == 2


def test_a_missing_page_is_reported(project: Project) -> None:
    project.write({"index": "# Teacher\n\n```{set-maker}\n:course: index\n```\n"})
    assert "name the page for other" in project.build()[1]
