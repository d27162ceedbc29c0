"""The course page: a tile for each lesson with its contents and its time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from html import unescape
from pathlib import Path

import pytest
from project import Project, words_of
from test_exercise_pages import NEEDED
from test_replay import RECORD, articles

from piquet_core.cards.seat import Seat
from piquet_core.exercises.time_estimate import deal_seconds, time_words
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record

pytestmark = pytest.mark.site

TUTORIALS = Path(__file__).parents[2] / "tutorials"
LESSON = """# 1. Take them

One two three four five six seven eight nine ten.

```{exercise} tap runs
:feature: no-run
:count: 2
:rules: hoyle1909
```

```{lesson-end} two review
It was *short*.
```

## Once more

Eleven words that nobody needs to read to know it all.

```{exercise} number hand
:hand: 97.A98.JT987.JT
:rules: hoyle1909
```
"""
LAST = """# 2. Leave them

Two words.

```{exercise} tap runs
:feature: no-run
:rules: hoyle1909
```

```{lesson-end} review
```
"""
HOME = """# Home

```{due} review
:lessons: learn
```

Both take about {minutes}`one two`, and with a deal about {minutes}`one two ab.piquet`.
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
:::{lesson} two
:when: When you couldn't leave them.

Leave all of them.
:::
:::{lesson} review
:title: Again

Practice.
:::
::::

```{toctree}
one
two
review
home
```
"""


def built(project: Project, lesson: str = LESSON, only: Sequence[str] = ()) -> str:
    books = "# Books\n\n```{sources}\n```\n"
    review = "# Review\n\nLater.\n"
    pages = {"learn": COURSE, "one": lesson, "two": LAST, "home": HOME, "review": review}
    pages["books"] = books
    project.write({**articles(NEEDED), **pages})
    (project.path / "ab.piquet").write_text(RECORD, "utf-8")
    with (project.path / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write('myst_enable_extensions = ["colon_fence"]\n')
    code, err = project.build(only=only)
    assert (code, err) == (0, "")
    return project.read("learn.html")


@pytest.fixture(scope="module")
def learning(shared_project: Callable[[], Project]) -> Project:
    """Build the course with its lesson once."""
    project = shared_project()
    built(project)
    return project


def tiles(page: str) -> list[str]:
    return re.findall(r'<li class="pq-tile.*?</li>', page, re.DOTALL)


def test_a_tile_has_what_its_lesson_has(learning: Project) -> None:
    first, _, second = tiles(learning.read("learn.html"))
    asked = re.findall(r'data-item="([^"]+)"', learning.read("one.html"))
    assert len(asked) == 3
    told = json.loads(re.search(r"json\">(.*?)</script>", first)[1])  # type: ignore[index]
    assert [id for _, id in told["asked"]] == [unescape(id) for id in asked[:2]]
    assert told["extra"] == [["exercise-2", unescape(asked[2])]]
    lesson = learning.read("one.html")
    assert all(f'id="{place}"' in lesson for place, _ in told["asked"] + told["extra"])
    assert words_of(first.partition("<script")[0]).startswith("1 Take them Take all of them.")
    # One exercise asks about two hands and has one number; the minutes are for all exercises.
    assert "1 exercise, 1 more for practice" in first
    assert (
        lesson.count('data-part="exercise-title"') == len({place for place, _ in told["asked"]}) + 1
    )
    assert '<a href="one.html">Take them</a>' in first
    last = tiles(learning.read("learn.html"))[1]
    assert words_of(last.partition("<script")[0]).startswith(
        "2 Leave them Leave all of them. When you couldn't leave them. 1 exercise"
    )
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
    box = page[page.index('data-part="way-in"') : page.index('<ol class="pq-tiles"')]
    assert (
        words_of(box.partition(">")[2])
        == "Begin with lesson 1: Take them About 2 minutes Begin Review"
    )
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


def ending(page: str) -> str:
    return re.search(r'<div[^>]* data-part="lesson-end".*?</p></div>(?!<p)', page, re.DOTALL)[0]  # type: ignore[index]


def test_the_end_of_a_lesson_leads_on_and_says_what_one_can_do_once_a_script_finds_it_done(
    learning: Project,
) -> None:
    page = learning.read("one.html")
    end = ending(page)
    assert page.index('id="exercise-1"') < page.index(end) < page.index('id="once-more"')
    assert re.search(r"<p hidden><b>Lesson 1 is done\.</b> Now you can take all of them\.</p>", end)
    minutes = re.search(r">(\d+) min<", tiles(learning.read("learn.html"))[1])[1]  # type: ignore[index]
    assert words_of(end.partition("</div>")[2]) == (
        f"It was short . Next: 2. Leave them about {minutes} minutes Again "
        "Once more : for practice, if you like."
    )
    assert re.findall(r'href="([^"]+)"', end) == ["two.html", "review.html", "#once-more"]
    # The last lesson links to the course's next page and omits nothing.
    last = ending(learning.read("two.html"))
    assert words_of(last.partition("</div>")[2]) == "Again"


def test_a_book_prints_the_way_on_as_a_line(learning: Project) -> None:
    assert learning.build("text", only=["one"]) == (0, "")
    text = " ".join(learning.read("one.txt", "text").split())
    assert "It was *short*. Next: 2. Leave them, or Review." in text
    assert "is done" not in text


def test_a_lesson_that_no_tile_tells_of_is_a_warning(project: Project) -> None:
    project.write(
        {
            **articles(NEEDED),
            "books": "# Books\n\n```{sources}\n```\n",
            "two": LAST,
            "review": "# Review\n\nLater.\n",
        }
    )
    code, err = project.build(only=["two"])
    assert code == 1
    assert "no tile says what one learns in two" in err


def test_whoever_comes_back_has_a_place_that_only_a_script_can_fill(learning: Project) -> None:
    page = learning.read("home.html")
    place = re.search(r'<div class="pq-welcome-back"[^>]* hidden>.*?</div>', page, re.DOTALL)[0]  # type: ignore[index]
    told = json.loads(re.search(r"json\">(.*?)</script>", place)[1])  # type: ignore[index]
    assert [(one["number"], one["address"]) for one in told] == [
        ("1", "one.html"),
        ("2", "two.html"),
    ]
    for one, tile in zip(told, tiles(learning.read("learn.html")), strict=False):
        asked = json.loads(re.search(r"json\">(.*?)</script>", tile)[1])  # type: ignore[index]
        assert {key: one[key] for key in ("asked", "extra")} == asked
    links = re.findall(r"<a [^>]*>", place)
    assert all(" hidden" in link for link in links)
    assert 'href="review.html"' in links[1]
    assert learning.build("text", only=["home"]) == (0, "")
    assert "Review" not in learning.read("home.txt", "text")


def test_the_time_of_several_lessons_is_added_up_where_a_page_speaks_of_it(
    learning: Project,
) -> None:
    """The sum of the tiles and a deal, the one of 1909 played as elder."""
    text = words_of(learning.read("home.html"))
    said = re.search(r"about (.+?), and with a deal about (.+?)\.", text)
    assert said
    shown = [int(found) for found in re.findall(r">(\d+) min<", learning.read("learn.html"))]
    deal = deal_seconds(replay_record(loads(RECORD)), Seat.ELDER)
    assert said.groups() == (time_words(60 * sum(shown)), time_words(60 * sum(shown) + deal))


def test_no_page_types_the_time_that_the_lessons_take() -> None:
    """Pages with such a time compute it."""
    promise = re.compile(r"(half an|an|quarters? of an) hour|\d+ minutes", re.IGNORECASE)
    for name in ("tutorials/learn.md", "tutorials/teachers.md", "index.md", "README.md"):
        text = (TUTORIALS.parent / name).read_text("utf-8")
        text = text.replace("three quarters of an hour", "")  # the length of a class
        assert not promise.search(text), name
    # The course is divided into a short way and the lessons after the first deal.
    for name, lessons in (
        ("learn.md", "0[1-3]"),
        ("learn.md", "0[4-7]"),
        ("teachers.md", "0[1-7]"),
    ):
        said = re.findall(r"about \{minutes\}`([^`]+)`", (TUTORIALS / name).read_text("utf-8"))
        of_each = [[one for one in each.split() if "/" not in one] for each in said]
        # The teachers' page also gives the time of each meeting.
        assert sorted(path.stem for path in TUTORIALS.glob(f"{lessons}-*.md")) in of_each
