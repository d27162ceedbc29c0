"""The page that compares rule sets agrees with the data, cell by cell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path

import pytest
from project import Project

from piquet_core.rules import Rule, RuleSet, Status, agreement, catalogue, load_ruleset, ruleset_ids
from piquet_core.rules.agreement import counted_families
from piquet_core.rules.answer_matrix import _short, matrix_row, short_answer
from piquet_core.rules.rule_groups import rules_by_group
from piquet_core.rules.ruleset import ruleset_ids_by_date
from sphinx_piquet.doctree import answer_text

pytestmark = pytest.mark.site

RECORD = (Path(__file__).parents[2] / "docs/deals/hoyle1909-ab.piquet").read_text("utf-8")
PAGE = """# Compare

```{compare-matrix}
:deal: hoyle1909-ab.piquet
```

## Apart

```{compare-distances}
```

## One deal

```{compare-deal} hoyle1909-ab.piquet
```
"""
BOOKS = [load_ruleset(id) for id in ruleset_ids_by_date()]
VOID = {"input", "meta", "link", "br", "hr", "img"}


@dataclass
class Tag:
    name: str
    attributes: dict[str, str]
    children: list[Tag | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        parts = (one if isinstance(one, str) else one.text for one in self.children)
        return " ".join("".join(parts).replace("\N{NO-BREAK SPACE}", " ").split())

    def all(self, name: str, class_: str = "", part: str = "") -> list[Tag]:
        found = []
        for one in self.children:
            if isinstance(one, Tag):
                fits = class_ in ("", *one.attributes.get("class", "").split())
                if one.name == name and fits and part in ("", one.attributes.get("data-part")):
                    found.append(one)
                found += one.all(name, class_, part)
        return found

    def find(self, name: str, class_: str = "", part: str = "") -> Tag:
        (found,) = self.all(name, class_, part)
        return found


class Tree(HTMLParser):
    """A page as nested tags; an end tag also closes open tags inside."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open = [Tag("", {})]
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Tag(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(made)
        if tag not in VOID:
            self.open.append(made)

    def handle_endtag(self, tag: str) -> None:
        while len(self.open) > 1 and self.open.pop().name != tag:
            pass

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def pages() -> dict[str, str]:
    """Return the page and everything that its table links to."""
    rules = {id: f"# {rule.title}\n\n```{{rule}} {id}\n```\n" for id, rule in catalogue().items()}
    books = {f"set-{one.id}": f"# {one.id}\n\n```{{ruleset}} {one.id}\n```\n" for one in BOOKS}
    rest = {
        "sources": "# Sources\n\n```{sources}\n```\n",
        "deal": "# Deal\n\n```{replay} hoyle1909-ab.piquet\n```\n",
        "compare": PAGE,
        "index": "# Top\n\n```{toctree}\n:glob:\n\n*\n```\n",
    }
    return {**rules, **books, **rest}


@pytest.fixture(scope="module")
def site(shared_project: Callable[[], Project]) -> Path:
    """Read all pages once, without a warning, and write those that tests need."""
    project = shared_project()
    project.write(pages(), complete=True)
    (project.path / "hoyle1909-ab.piquet").write_text(RECORD, "utf-8")
    looked_at = [name for name in pages() if name == "compare" or name.startswith("set-")]
    assert project.build(only=looked_at) == (0, "")
    return project.path / "out/html"


@pytest.fixture(scope="module")
def built(site: Path) -> Tag:
    """Return the comparison page as a tree."""
    return Tree((site / "compare.html").read_text("utf-8")).open[0]


def curled(text: str) -> str:
    """Return a text with the apostrophes and quotation marks of Sphinx."""
    return " ".join(re.sub('"([^"]*)"', r"“\1”", text.replace("'", "’")).split())


def table_of(page: Tag) -> Tag:
    return page.find("table", part="comparison")


def cells_of(row: Tag) -> list[Tag]:
    """Return the cells of the columns, without the one that groups the answers for narrow windows."""
    (told,) = row.all("td", "pq-told")
    return [cell for cell in row.all("td") if cell is not told]


def test_every_cell_is_the_answer_of_its_rule_set(built: Tag) -> None:
    table = table_of(built)
    heads = table.find("thead").all("th")
    assert [head.text for head in heads[:2]] == ["Rule", "Answers"]
    assert [head.attributes.get("data-set") for head in heads[2:]] == list(ruleset_ids_by_date())
    rows = [one for one in table.all("tr") if "data-rule" in one.attributes]
    assert sorted(one.attributes["data-rule"] for one in rows) == sorted(catalogue())
    for one in rows:
        rule = catalogue()[one.attributes["data-rule"]]
        assert one.find("th").find("a").text == curled(rule.title)
        assert one.find("small", "pq-rule-question").text == curled(rule.question)
        cells = cells_of(one)
        assert len(cells) == len(BOOKS)
        for cell, book in zip(cells, BOOKS, strict=True):
            answer = book.answers[rule.id]
            words = [bold.text for bold in cell.all("b")]
            assert words[-1] == curled(" ".join(answer_text(answer).split()))
            assert words[0].lower() == curled(short_answer(answer).lower())
            marks = [mark.text for mark in cell.all("span", "pq-status")]
            # Only a comparison shows the mark of stated answers. Its script adds it.
            unmarked = answer.absent or answer.status == "stated"
            assert marks == ([] if unmarked else [answer.status.mark])
            assert ("Does not arise" in words) == answer.absent
            links = cell.all("a")
            assert len(links) == len(answer.citations)
            for link, citation in zip(links, answer.citations, strict=True):
                assert link.text.endswith(curled(citation.place))
                anchor = f"#source-{citation.source.id}-{citation.section.id}"
                assert link.attributes["href"] == f"sources.html{anchor}"
            assert curled(answer.note or "") in cell.text
            assert curled(answer.slip or "") in cell.text


def test_equal_numbers_are_equal_answers_and_no_others(built: Tag) -> None:
    for one in table_of(built).all("tr"):
        if "data-rule" not in one.attributes:
            continue
        answers = [book.answers[one.attributes["data-rule"]] for book in BOOKS]
        numbers = [cell.attributes["data-v"] for cell in cells_of(one)]
        for (left, a), (right, b) in combinations(zip(numbers, answers, strict=True), 2):
            assert (left == right) == (a.absent == b.absent and a.value == b.value)


def test_what_differs_from_the_majority_is_marked_in_words_as_well(built: Tag) -> None:
    marked = 0
    for one in table_of(built).all("tr"):
        if "data-rule" not in one.attributes:
            continue
        rule = one.attributes["data-rule"]
        # Counted independently: a text with two answers, or with two readings, has an answer, but no
        # candidate for the most common one.
        by_family: dict[str, set[str]] = {}
        for book in BOOKS:
            answer = book.answers[rule]
            if answer.status in ("stated", "inferred", "slip"):
                by_family.setdefault(book.source.family.id, set()).add(repr(answer.value))
            elif answer.status == "contested":
                by_family.setdefault(book.source.family.id, set())
        single = Counter(next(iter(values)) for values in by_family.values() if len(values) == 1)
        common, number = (single.most_common(1) or [("", 0)])[0]
        most = number * 2 > len(by_family)
        for cell, book in zip(cells_of(one), BOOKS, strict=True):
            answer = book.answers[one.attributes["data-rule"]]
            # An answer that fills the gap of a silent text is no departure.
            unlike = most and answer.status.speaks and repr(answer.value) != common
            assert ("pq-unlike" in cell.attributes.get("class", "")) == unlike
            signs = [sign.attributes["aria-label"] for sign in cell.all("i")]
            assert signs == (["Unlike most:"] if unlike else [])
            marked += unlike
    # Counted by hand for one row: low cards count nothing in 1651 and in the two old games of the Salon.
    assert marked > 3


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_the_page_of_a_rule_set_answers_every_question_and_marks_its_gaps(
    site: Path, book: RuleSet
) -> None:
    """The directive ensures it, whatever the prose says, so a new rule set may have a short page."""
    page = Tree((site / f"set-{book.id}.html").read_text("utf-8")).open[0]
    told = {}
    for table in page.all("table", "pq-answers"):
        for line in table.find("tbody").all("tr"):
            question = line.find("th").find("a")
            told[question.text] = (question, *line.all("td"))
    assert list(told) == [curled(rule.title) for _, _, rules in rules_by_group() for rule in rules]
    for rule in catalogue().values():
        question, said, place = told[curled(rule.title)]
        answer = book.answers[rule.id]
        assert question.attributes["href"].startswith(f"{rule.id}.html")
        assert said.text == curled(answer_text(answer))
        marks = [mark.text for mark in place.all("span", "pq-status")]
        assert marks == ([] if answer.absent else [answer.status.mark])
        assert len(place.all("a")) == len(answer.citations)
        assert curled(answer.note) in place.text


def answering(item: Tag, line: Tag) -> list[str]:
    """Return the rule sets in an item of the list of answers: those named, or those with its answer."""
    number = item.attributes.get("data-v")
    if number is None:
        return [one.attributes["data-set"] for one in item.all("span", "pq-book")]
    return [
        book.id
        for cell, book in zip(cells_of(line), BOOKS, strict=True)
        if cell.attributes["data-v"] == number and "data-filled" not in cell.attributes
    ]


@pytest.mark.parametrize("rule", catalogue())
def test_the_grouped_answers_are_those_of_the_columns(built: Tag, rule: str) -> None:
    (line,) = [one for one in table_of(built).all("tr") if one.attributes.get("data-rule") == rule]
    told: dict[str, Tag] = {}
    for item in line.find("td", "pq-told").all("li"):
        for id in answering(item, line):
            assert id not in told
            told[id] = item
    assert set(told) == {book.id for book in BOOKS}
    for cell, book in zip(cells_of(line), BOOKS, strict=True):
        answer, item = book.answers[rule], told[book.id]
        first = item.find("b").text.lower()
        named = [one.attributes["data-set"] for one in item.all("span", "pq-book")]
        if answer.absent:
            assert first == "does not arise"
        elif answer.status.speaks:
            assert first.removeprefix("▸") == curled(short_answer(answer).lower())
            assert answer.status == "stated" or book.id in named
        else:
            assert first in ("silent", "part unseen")
            assert item.text.endswith(f"filled in: {curled(short_answer(answer))}")
        unlike = "pq-unlike" in cell.attributes.get("class", "")
        assert ("pq-unlike" in item.attributes.get("class", "")) == unlike
        sets = answering(item, line)
        assert set(named) <= set(sets)
        # An answer that departs from most texts may be that of most rule sets; then each is named.
        if unlike:
            assert set(named) == set(sets)
        every = len(BOOKS)
        count = f"all {every}" if len(sets) == every else f"{len(sets)} of {every}"
        assert set(named) == set(sets) or item.find("span", "pq-who").text.startswith(
            f"{count} rule sets"
        )


def test_the_key_stands_above_the_table(built: Tag, site: Path) -> None:
    page = (site / "compare.html").read_text("utf-8")
    assert page.index('class="pq-sample"') < page.index('class="pq-legend"')
    assert page.index('class="pq-legend"') < page.index("<table")
    marks = [mark.text for mark in built.find("ul", "pq-legend").all("span", "pq-status")]
    assert marks == [status.mark for status in Status]
    # A separate line lists the existing frames of the wide table.
    line = built.find("ul", "pq-squares")
    used = {answer.status for id in ruleset_ids() for answer in load_ruleset(id).answers.values()}
    framed = [one for one in Status if one in used - {Status.STATED, Status.ABSENT}]
    assert [item.text.strip() for item in line.all("li")] == [one.mark for one in framed]


def test_headings_have_their_scope(built: Tag) -> None:
    table = table_of(built)
    assert {one.attributes["scope"] for one in table.find("thead").all("th")} == {"col"}
    for body in table.all("tbody"):
        first, *rest = body.all("th")
        assert first.attributes["scope"] == "rowgroup"
        assert {one.attributes["scope"] for one in rest} == {"row"}
    assert table.attributes["aria-label"]
    # Nothing scrolls on its own, so nothing needs a tab stop for that.
    assert not [one for one in built.all("div") if "tabindex" in one.attributes]


def test_a_century_says_that_the_years_of_some_texts_in_it_are_estimates(built: Tag) -> None:
    choice = next(one for one in built.all("select") if one.attributes["name"] == "books")
    named = {one.attributes["value"]: one.text for one in choice.all("option")}
    for kind in (one for one in named if re.fullmatch(r"c\d+", one)):
        sources = [load_ruleset(id).source for id in ruleset_ids()]
        undated = [one.undated for one in sources if (one.year - 1) // 100 + 1 == int(kind[1:])]
        assert ("estimated" in named[kind]) == any(undated)
        assert ("partly" in named[kind]) == (any(undated) and not all(undated))
    assert named["c20"] == "20th century, partly estimated"


def test_how_far_apart_is_counted_in_the_data(built: Tag) -> None:
    found = {
        (cell.attributes["data-a"], line.attributes["data-b"]): int(cell.text)
        for line in built.all("tr")
        if "data-b" in line.attributes
        for cell in line.all("td")
    }
    assert found == {
        (one.id, two.id): sum(
            (a.absent, a.value) != (b.absent, b.value)
            for a, b in ((one.answers[id], two.answers[id]) for id in catalogue())
        )
        for one, two in combinations(BOOKS, 2)
    }
    near = built.find("dl", "pq-nearest")
    for name, told in zip(near.all("dt"), near.all("dd"), strict=True):
        (book,) = [one for one in BOOKS if one.short == name.text]
        numbers = []
        for span in told.all("span"):
            a, b = told.attributes["data-a"], span.attributes["data-b"]
            assert a == book.id
            numbers.append(int(span.text.split()[-1]))
            assert numbers[-1] == found.get((a, b), found.get((b, a)))
            assert bool(span.all("b")) == (numbers[-1] == numbers[0])
        assert numbers == sorted(numbers)
        assert len(numbers) == len(BOOKS) - 1
    # Modern Piquet is described as five differences from little; three of them change values.
    assert found["little", "modern"] == 3


def test_one_deal_ends_as_printed_and_as_reckoned(built: Tag) -> None:
    table = built.find("table", "pq-totals")
    rows = {one.find("th").text: [td.text for td in one.all("td")] for one in table.all("tr")[1:]}
    assert rows["Hoyle 1909"] == ["43", "23"]  # printed: Hoyle's Games Modernized, the example
    # Without the sevens, eights and nines: three points less for A, one for B.
    assert rows["Little Piquet"] == ["40", "22"]
    assert rows["Picquet 1651"] == ["not with this pack"]


def test_short_words_are_of_options_that_exist_and_short() -> None:
    for id, words in _short().items():
        rule = catalogue()[id]
        known = {"yes", "no"} if rule.kind == "bool" else set(rule.options)
        assert set(words) <= known, id
        assert max(map(len, words.values())) <= 32, id
        assert len(set(words.values())) == len(words), id


def test_every_rule_set_has_a_short_name_of_its_own() -> None:
    """A column has room for some twenty letters; without a short name it would show the title."""
    assert max(len(book.short) for book in BOOKS) <= 24
    assert len({book.short for book in BOOKS}) == len(BOOKS)


@pytest.mark.parametrize("rule", catalogue().values(), ids=lambda rule: rule.id)
def test_no_cell_of_the_wide_table_is_a_long_sentence(rule: Rule) -> None:
    """Different answers also differ in their short words; otherwise the table would hide a difference."""
    by_words: dict[str, set[str]] = {}
    for book in BOOKS:
        answer = book.answers[rule.id]
        assert len(short_answer(answer)) <= 50
        by_words.setdefault(short_answer(answer), set()).add(repr(answer.value))
    assert all(len(values) == 1 for values in by_words.values())


def test_a_row_that_is_divided_marks_nobody() -> None:
    rule = catalogue()["pique.seat"]
    made = matrix_row(rule, BOOKS)
    # Elder alone: Cavendish, Hoyle, the Penguin, and 1651 by inference; either: Denexa and PKcards. The
    # Salon is ambiguous.
    families = len(counted_families())
    assert made.agreement == f"4 of {families} families of texts agree (1 by our reading)"
    divided = next(
        matrix_row(rule, BOOKS)
        for rule in catalogue().values()
        if agreement(rule.id).common is None
    )
    assert divided.agreement.startswith("no majority among ")
    assert not any(cell.unlike for cell in divided.cells)


@pytest.mark.parametrize(
    ("builder", "name"),
    [
        ("text", "compare.txt"),
        ("latex", "tiny.tex"),
        ("epub", "compare.xhtml"),
        ("singlehtml", "index.html"),
        ("dirhtml", "compare/index.html"),
    ],
)
def test_every_builder_compares(project: Project, builder: str, name: str) -> None:
    project.write({"index": "# Top\n\n```{toctree}\ncompare\n```\n", "compare": PAGE})
    (project.path / "hoyle1909-ab.piquet").write_text(RECORD, "utf-8")
    code, err = project.build(builder)
    assert (code, err) == (0, "")
    text = project.read(name, builder).lower()
    assert "count nothing" in " ".join(text.split())
    assert "higher cut chooses" in text
    assert "not with this pack" in text


def test_a_record_that_cannot_be_played_fails_the_build(project: Project) -> None:
    project.write({"index": "# Top\n\n```{compare-deal} none.piquet\n```\n"})
    code, err = project.build()
    assert code != 0
    assert "the record cannot be played" in err
    assert "index.md:3" in err
