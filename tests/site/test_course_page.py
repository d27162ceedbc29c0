"""The page of the course: a tile for every lesson, with what the lesson has and the time it takes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from html import unescape
from pathlib import Path

import pytest
from project import Project, words_of
from test_exercise_pages import NEEDED
from test_replay import articles

pytestmark = pytest.mark.site

TUTORIALS = Path(__file__).parents[2] / "tutorials"
LESSON = """# 1. Take them

One two three four five six seven eight nine ten.

```{exercise} tap runs
:feature: no-run
:count: 2
:rules: hoyle1909
```

## Once more

Eleven words that nobody needs to read to know it all.

```{exercise} number hand
:hand: 97.A98.JT987.JT
:rules: hoyle1909
```
"""
COURSE = """# Learn

```{way-in} one
:review: review
```

::::{course}
:::{lesson} one
:cards: SA back

Take *all* of them.
:::
:::{lesson} review
:title: Again

Practice.
:::
::::

```{toctree}
one
review
```
"""


def built(project: Project, lesson: str = LESSON, only: Sequence[str] = ()) -> str:
    books = "# Books\n\n```{sources}\n```\n"
    pages = {"learn": COURSE, "one": lesson, "review": "# Review\n\nLater.\n", "books": books}
    project.write({**articles(NEEDED), **pages})
    with (project.path / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write('myst_enable_extensions = ["colon_fence"]\n')
    code, err = project.build(only=only)
    assert (code, err) == (0, "")
    return project.read("learn.html")


@pytest.fixture(scope="module")
def learning(shared_project: Callable[[], Project]) -> Project:
    """The course with its lesson, built once."""
    project = shared_project()
    built(project)
    return project


def tiles(page: str) -> list[str]:
    return re.findall(r'<li class="pq-tile.*?</li>', page, re.DOTALL)


def test_a_tile_has_what_its_lesson_has(learning: Project) -> None:
    first, second = tiles(learning.read("learn.html"))
    asked = re.findall(r'data-item="([^"]+)"', learning.read("one.html"))
    assert len(asked) == 3
    told = json.loads(re.search(r"json\">(.*?)</script>", first)[1])  # type: ignore[index]
    assert [id for _, id in told["asked"]] == [unescape(id) for id in asked[:2]]
    assert told["extra"] == [["exercise-2", unescape(asked[2])]]
    lesson = learning.read("one.html")
    assert all(f'id="{place}"' in lesson for place, _ in told["asked"] + told["extra"])
    assert words_of(first.partition("<script")[0]).startswith("1 Take them Take all of them.")
    # One exercise asks about two hands, and has one number.
    assert f"{lesson.count('pq-exercise-title')} exercises" in first
    assert lesson.count("pq-exercise-title") == len({place for place, _ in told["asked"]}) + 1
    assert '<a href="one.html">Take them</a>' in first
    assert first.count('class="pq-card"') == 2
    assert '<a href="review.html">Again</a>' in second
    assert "exercises" not in second


def test_the_minutes_grow_with_the_words_and_leave_out_what_may_be_left_out(
    learning: Project, project: Project
) -> None:
    def minutes(page: str) -> int:
        return int(re.search(r">(\d+) min<", tiles(page)[0])[1])  # type: ignore[index]

    short = minutes(learning.read("learn.html"))
    more = LESSON.replace("One two", "word " * 400 + "One two")
    assert minutes(built(project, more, ["learn"])) == short + 2  # two hundred words a minute
    extra = LESSON.replace("Eleven words", "word " * 400 + "Eleven words")
    assert minutes(built(project, extra, ["learn"])) == short


def test_the_way_in_leads_to_the_first_lesson_without_a_script(learning: Project) -> None:
    page = learning.read("learn.html")
    box = page[page.index('<div class="pq-way-in"') : page.index('<ol class="pq-tiles"')]
    assert words_of(box) == "Begin with lesson 1: Take them About 2 minutes Begin Review"
    assert 'href="one.html"' in box
    assert re.search(r'<a href="review.html"[^>]* hidden>', box)


def test_other_builders_print_a_list(learning: Project) -> None:
    assert learning.build("text", only=["learn"]) == (0, "")
    text = " ".join(learning.read("learn.txt", "text").split())
    assert "1. Take them Take *all* of them." in text
    assert "Again Practice." in text


def test_every_lesson_of_the_course_has_a_tile_in_its_order() -> None:
    page = (TUTORIALS / "learn.md").read_text("utf-8")
    listed = re.findall(r"^:::\{lesson\} (\d\d-[\w-]+)$", page, re.MULTILINE)
    assert listed == sorted(path.stem for path in TUTORIALS.glob("[0-9][0-9]-*.md"))
    assert re.search(r"^```\{way-in\} (.+)$", page, re.MULTILINE)[1] == listed[0]  # type: ignore[index]
