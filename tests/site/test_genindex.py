"""The general index: each word once, in alphabetical order, and persons by surname."""

import re

import pytest
from project import Project

from website.theme.genindex import Item, Links, regroup, without_duplicates

pytestmark = pytest.mark.site


def test_accents_are_filed_with_their_letter_and_a_word_stands_once() -> None:
    told: tuple[Links, list[tuple[str, Links]], str | None] = ([("", "here")], [], None)
    names = ("edge", "eating", "écart", "Écarté", "Elder's", "Capot", "capot", "œuvre", "3")
    groups = regroup([("?", [(name, told) for name in names])])
    assert [(letter, [name for name, _ in group]) for letter, group in groups] == [
        ("Symbols", ["3"]),
        ("C", ["capot"]),
        ("E", ["eating", "écart", "Écarté", "edge", "Elder’s"]),
        ("O", ["œuvre"]),
    ]


def test_an_entry_leads_to_a_page_once_and_every_further_place_is_below_it() -> None:
    places = [("main", "words.html#term-capot"), ("", "words.html#term-le"), ("", "a.html#rule-a")]
    below = [("Capot and the cards", [("", "b.html#rule-b")]), ("What wins", [("", "c.html")])]
    items: list[Item] = [
        ("capot", (places, below, None)),
        ("Capot and the cards", ([("", "b.html#rule-b")], [], None)),
        ("Cards, the", ([], [], None)),
    ]
    titles = {"words.html": "Words", "a.html": "Capot", "b.html": "Capot and the cards"}
    assert [
        (name, told[:2]) for name, told in without_duplicates([("C", items)], titles)[0][1]
    ] == [
        (
            "capot",
            (
                [("", "words.html#term-capot")],
                [("the rule", [("", "a.html#rule-a")]), ("What wins", [("", "c.html")])],
            ),
        ),
        ("Capot and the cards", ([("", "b.html#rule-b")], [])),
        ("Cards, the", ([], [])),
    ]


def test_persons_stand_under_their_surname(project: Project) -> None:
    project.write({"index": "# Books\n\n```{sources}\n```\n"})
    project.build()
    index = re.sub(r"<[^>]+>", "", project.read("genindex.html"))
    assert "Parlett, David" in index
    assert "David Parlett" not in index
