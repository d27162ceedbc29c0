"""The search index of a page: complete, with valid addresses, and harmless."""

import json
import re
from pathlib import Path

import pytest
from docutils import nodes
from project import Project

from piquet_core.rules import catalogue
from piquet_core.rules.agreement import agreement_summary
from website.search_index import clip_sentences, read_aliases, rule_keywords
from website.search_passages import node_text
from website.search_summary import answer_summary, other_answers_summary

pytestmark = pytest.mark.site

ROOT = Path(__file__).parents[2]
ALIASES = ROOT / "docs" / "search.toml"

PAGES = {
    "index": "# Top\n\n```{toctree}\n:glob:\n\n*\n```\n",
    "play.last-trick": "# The last trick\n\n```{rule} play.last-trick\n```\n",
    "set": "# Hoyle 1909\n\n```{ruleset} hoyle1909\n```\n",
    "books": "# Books\n\n```{sources}\n```\n",
    "words": "# Words\n\n```{glossary}\nblank\ncarte blanche\n    A hand </script> without courts. Rare.\n```\n",
}


def test_keywords_are_of_rules_that_exist_and_say_something_new() -> None:
    for id, words in rule_keywords().items():
        assert words, id
        assert catalogue()[id].title.lower() not in words


def test_other_words_for_ours_are_of_things_that_exist() -> None:
    aliases = read_aliases(ALIASES)
    for name in aliases["pages"]:
        assert (ROOT / f"{name}.md").is_file(), name
    glossary = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    for term in aliases["terms"]:
        assert f"\n{term}\n" in glossary, term
    for passage in aliases["passages"]:
        name, _, anchor = passage.partition("#")
        headings = re.findall(r"^##+ (.+)$", (ROOT / f"{name}.md").read_text("utf-8"), re.MULTILINE)
        assert anchor in [re.sub("[^a-z0-9]+", "-", one.lower()) for one in headings], passage
    for word, ours in aliases["words"].items():
        assert ours, word
        assert word not in ours


def test_rules_rule_sets_and_terms_are_listed_with_what_they_are(project: Project) -> None:
    project.write(PAGES)
    with (project.path / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write('extensions += ["website.search_index"]\n')
        conf.write(f"piquet_search_aliases = {str(ALIASES)!r}\n")
    assert project.build() == (0, "")
    html = project.read("search.html")
    data = re.findall(r'<script id="pq-finds"[^>]*>(.*?)</script>', html)
    assert len(data) == 1
    listed = json.loads(data[0])
    finds = [
        {name: value for name, value in zip(listed, entry, strict=True) if value}
        for entry in zip(*listed.values(), strict=True)
    ]
    by_title = {one["title"]: one for one in finds}
    assert (
        by_title["The last trick"]
        == {
            "kind": "Rule",
            "title": "The last trick",
            "href": "play.last-trick.html#rule-play-last-trick",
            "text": catalogue()["play.last-trick"].question,
            "words": "; ".join(["play.last-trick", *rule_keywords()["play.last-trick"], "law 65"]),
            "says": f"{agreement_summary('play.last-trick').capitalize()}.",  # this project has no default rule set
            "answers": other_answers_summary("play.last-trick"),
        }
    )
    assert json.loads(project.read("_static/finds.json"))["finds"] == listed
    assert '"objects":{}' in project.read("searchindex.js")  # they are in this list
    assert by_title["blank"]["words"] == "carte blanche"
    assert by_title["blank"]["text"] == "A hand </script> without courts. Rare."
    for one in finds:
        page, _, anchor = one["href"].partition("#")
        assert not anchor or f'id="{anchor}"' in project.read(page)
    # A page without an object of its own is found by its title, with its description.
    assert by_title["Words"] == {
        "kind": "Page",
        "title": "Words",
        "href": "words.html",
    }
    assert "set.html" not in {one["href"] for one in finds}  # it is found as a rule set


def test_a_rule_is_told_with_its_answer_and_found_by_whoever_departs_from_it() -> None:
    # Denexa prints thirty for a capot, every other text forty (docs/rules/capot.points.md).
    assert answer_summary("capot.points", "hoyle1909").startswith("40 points (Hoyle 1909); ")
    assert answer_summary("capot.points", "hoyle1909").endswith("Denexa: 30 points.")
    # Only this one has an announced carte blanche: the common answer of the others is not its answer.
    told = answer_summary("blank.announce", "hoyle1909")
    assert told.startswith("Must be announced (Hoyle 1909); ")
    assert told.endswith("agree (2 by our reading) on “may be announced”.")
    for id in catalogue():
        assert answer_summary(id, "hoyle1909").endswith("."), id
        assert (
            len(re.findall(r"\(Hoyle 1909(?:, [\w: ]+)?\); ", answer_summary(id, "hoyle1909"))) == 1
        ), id
    # An answer that the book does not state is marked as such.
    told = answer_summary("exchange.younger-look", "hoyle1909")
    assert told.startswith("Those left of his share (Hoyle 1909, inferred); ")
    assert "(Hoyle 1909, inferred: text silent); " in answer_summary(
        "rubicon.tie-final", "hoyle1909"
    )
    assert answer_summary("hundred.double", "hoyle1909").startswith("Does not arise (Hoyle 1909); ")


def test_how_a_word_sounds_takes_its_comma_with_it() -> None:
    for told, left in (
        ("French, [mɛ̃]: the hand.", "French: the hand."),
        ("French, [bɛl].", "French."),
        ("French [pik]; old.", "French; old."),
        ("a, b: c", "a, b: c"),
    ):
        assert node_text(nodes.paragraph("", told)) == left


def test_long_texts_end_with_a_sentence_or_a_word() -> None:
    assert clip_sentences("One. " + "Two is longer. " * 30).endswith("longer.")
    cut = clip_sentences("word " * 100)
    assert cut.endswith("word …")
    assert len(cut) <= 220
