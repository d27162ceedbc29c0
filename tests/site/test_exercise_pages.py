"""Exercises on tiny projects: the engine's verdicts, printed answers, and warnings with positions."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from html import unescape
from pathlib import Path

import pytest
from project import Project, about
from site_folders import PLACES
from test_replay import RECORD, articles

from piquet_core.api.dispatch import handle
from piquet_core.exercises import features, find_exercise, kinds, possible_answers, write_answer
from piquet_core.exercises.exercise import Form
from piquet_core.exercises.kinds import discarding
from piquet_core.exercises.sinking_problems import sinking_problems
from piquet_core.players.budgets import find_budget
from piquet_core.review.advise import AdviceSearch

pytestmark = pytest.mark.site

ROOT = Path(__file__).parents[2]

PAGE = """# A lesson

```{exercise} tap runs
:feature: no-run
:count: 2
:rules: hoyle1909
```

```{exercise} number hand
:hand: 97.A98.JT987.JT
:rules: hoyle1909
:title: Add up
```

```{exercise} reply point
:record: ab.piquet
:step: py
:rules: hoyle1909
```

```{exercise} order reckoning
:rules: hoyle1909
```
"""


# The rules that the page links to, and the one from which all other addresses follow.
NEEDED = (
    "play.lead",
    "play.capture",
    "sequence.least",
    "declare.order",
    "declare.sink",
    "point.compare",
    "reckon.order",
)


def lesson(project: Project, page: str = PAGE) -> Project:
    books = "# Books\n\n```{sources}\n```\n"
    project.write({**articles(NEEDED), "books": books, "lesson": page})
    (project.path / "ab.piquet").write_text(RECORD, "utf-8")
    return project


EXERCISE = re.compile(r"^(`{3,})\{exercise\} .*?^\1$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Search the best discard with a fifth of the effort."""
    discarding.forget()
    monkeypatch.setattr(
        discarding, "AdviceSearch", partial(AdviceSearch, budget=find_budget("brief"))
    )
    yield
    discarding.forget()


@pytest.mark.usefixtures("brief")
def test_every_exercise_of_the_site_can_be_made(project: Project) -> None:
    """Runs the lessons' directives alone: given positions are consistent, and drawn ones are found.

    Draws of an earlier build are reused; the best discard does not matter here.
    """
    pages = {"index": "# Start\n"}
    for path in sorted((ROOT / "tutorials").glob("*.md")):
        found = [one[0] for one in EXERCISE.finditer(path.read_text("utf-8"))]
        pages[f"tutorials/{path.stem}"] = "\n\n".join([f"# {path.stem}", *found])
    project.write(pages)
    deals = project.path / "docs" / "deals"
    deals.mkdir(parents=True)
    for record in (ROOT / "docs" / "deals").glob("*.piquet"):
        shutil.copy(record, deals)
    (first,) = re.findall(
        r'^piquet_first_ruleset = "(.*)"$', (ROOT / "conf.py").read_text(), re.MULTILINE
    )
    settings = {"piquet_first_ruleset": first, "piquet_cache": str(PLACES.cache)}
    options = [f"-D{name}={value}" for name, value in settings.items()]
    _, warnings = project.build("dummy", *options)
    told = [one for one in warnings.splitlines() if "[piquet.exercise]" in one]
    assert told == []
    assert sum(page.count("{exercise}") for page in pages.values()) > 50


def items(html: str) -> dict[str, dict[str, object]]:
    """Return the items of a page by id, each with its verdicts."""
    found = {}
    for box in html.split('data-part="exercise-item"')[1:]:
        id = unescape(re.search(r'data-item="([^"]+)"', box)[1])  # type: ignore[index]
        data = re.search(r'<script type="application/json">(.*?)</script>', box)
        found[id] = json.loads(data[1]) if data else {}
    return found


def looked_up(id: str, known: dict[str, object], chosen: tuple[str, ...]) -> dict[str, object]:
    """Look up a verdict like the script."""
    item = find_exercise(id)
    verdicts = known["verdicts"]
    assert isinstance(verdicts, list)
    if "by" in known:
        by = known["by"]
        assert isinstance(by, dict)
        return dict(verdicts[by[write_answer(item, chosen)]])
    row, letters = str(known["row"]), str(known["letters"])
    if item.posed.form is Form.NUMBER:
        place = min(int(chosen[0]), len(row) - 1)
    else:
        values = [option.value for option in item.posed.options]
        place = sum(1 << values.index(value) for value in chosen)
    return dict(verdicts[letters.index(row[place])])


@pytest.fixture(scope="module")
def built(shared_project: Callable[[], Project]) -> Project:
    """Build the lesson once, without a warning."""
    project = lesson(shared_project())
    assert project.build() == (0, "")
    return project


def test_what_is_written_is_what_the_engine_says(built: Project) -> None:
    """Looks up every answer to every item and judges it again; the links are those of the page."""
    html = built.read("lesson.html")
    assert "lesson.js" in html
    assert html.count('class="pq-sprite"') == 1
    assert "lesson.js" not in built.read("books.html")
    found = items(html)
    assert len(found) == 5
    where = {
        name: unescape(re.search(rf'data-{name}="([^"]*)"', html)[1])  # type: ignore[index]
        for name in ("rule", "source", "term")
    }
    for id, known in found.items():
        every = list(possible_answers(find_exercise(id)))
        assert every
        for chosen in every[:: max(1, len(every) // 40)]:
            args = {"item": id, "answer": write_answer(find_exercise(id), chosen), **where}
            said = json.loads(handle(json.dumps({"id": 1, "op": "judge-answer", "args": args})))[
                "ok"
            ]
            known_ = looked_up(id, known, chosen)
            told = ("verdict", "passes", "html", "again")
            assert known_ == {key: said[key] for key in told if key in said}


def test_of_several_features_each_has_its_exercise(project: Project) -> None:
    """One reply takes the trick and one does not, so that repeating the printed number is right once."""
    page = "# A lesson\n\n```{exercise} predict\n:feature: reply-takes reply-loses\n:rules: hoyle1909\n```\n"
    assert lesson(project, page).build(only=["lesson"])[0] == 0
    html = project.read("lesson.html")
    assert [find_exercise(id).feature for id in items(html)] == ["reply-takes", "reply-loses"]
    assert 'data-feature="reply-takes reply-loses"' in html  # the other one


def test_the_same_page_asks_the_same_at_every_build(built: Project) -> None:
    first = items(built.read("lesson.html"))
    assert built.build(out="again", only=["lesson"])[0] == 0
    assert items(built.read("lesson.html", "again")) == first


def test_a_given_hand_is_asked_about_and_solved_at_the_end(built: Project) -> None:
    """Point of five and a quint: 5 + 15 (1909, Calling 2 and 3), also in print."""
    html = built.read("lesson.html")
    answers_ = html[html.index('<details class="pq-answers" ') :]
    assert "5 (point of five in diamonds) + 15 (quint to the jack of diamonds) = 20." in answers_
    assert 'href="declare.order.html' in answers_
    code, err = built.build("text", only=["lesson"])
    assert (code, err) == (0, "")
    text = built.read("lesson.txt", "text")
    assert "2. Add up" in text
    assert "jack of diamonds" in text
    assert "= 20." in " ".join(text.split())


FAULTS = [
    ("tap dance", "unknown exercise 'tap.dance'"),
    ("tap", "tap needs a question; choose one of suit, runs"),
    ("tap runs\n:feature: nowhere", "unknown feature 'nowhere'"),
    ("tap runs\n:hand: 97.A98.JT98", "has 3 suits"),
    ("tap runs\n:hand: 97.A98.JT98.JT", "elder has 11 cards"),
    ("tap runs\n:hand: 97.A98.JT98.JT7\n:deal: 32-XY8BPT54XW5N-D", "hand and deal"),
    ("tap runs\n:hand: 97.A98.JT98.JT7\n:count: 2", "feature and count are for drawn deals"),
    ("reply point\n:record: ab.piquet", "'record' needs 'step'"),
    ("reply point\n:record: ab.piquet\n:step: t1e", "there is no call to answer at this position"),
    ("reply point\n:record: none.piquet\n:step: py", "cannot be read"),
    ("play take\n:rules: hoyle1666", "hoyle1666"),
]


@pytest.fixture(scope="module")
def faulty(shared_project: Callable[[], Project]) -> tuple[int, str]:
    """Build every invalid exercise, each on its page."""
    project = lesson(shared_project())
    for case, (exercise, _why) in enumerate(FAULTS):
        page = f"# A lesson\n\n```{{exercise}} {exercise}\n"
        page += "" if ":rules:" in exercise else ":rules: hoyle1909\n"
        (project.path / f"fault{case}.md").write_text(page + "```\n", "utf-8")
    return project.build("dummy")


@pytest.mark.wide
@pytest.mark.parametrize("case", range(len(FAULTS)))
def test_what_cannot_be_made_fails_the_build_at_its_place(
    faulty: tuple[int, str], case: int
) -> None:
    code, err = faulty
    assert code == 1
    said = about(f"fault{case}.md", err)
    assert f"fault{case}.md:3" in said
    assert FAULTS[case][1] in said


def test_the_list_of_questions_has_every_one(project: Project) -> None:
    lesson(project, "# Questions\n\n```{exercise-list}\n```\n")
    assert project.build("text", only=["lesson"]) == (0, "")
    text = project.read("lesson.txt", "text")
    for name in [
        *(f"{kind} {ask}" for kind, names in kinds().items() for ask in names),
        *features(),
    ]:
        assert name in text


def test_every_problem_on_sinking_is_posed(project: Project) -> None:
    lesson(project, "# Say it or sink it?\n\n```{sinking-problems}\n```\n")
    assert project.build("text", only=["lesson"]) == (0, "")
    text = project.read("lesson.txt", "text")
    assert text.count("Say it or sink it?\n") > len(sinking_problems())
    assert text.count("Sink it") >= len(sinking_problems())
