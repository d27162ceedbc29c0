"""The glossary as data: every term with its meaning and an existing address."""

from __future__ import annotations

import json
import re
import unicodedata
from math import comb
from pathlib import Path

import pytest
from project import Project

from piquet_core.views.glossary_links import TERMS, first_term, split_at_terms, term_anchor

pytestmark = pytest.mark.site

DOCS = Path(__file__).parents[2] / "docs"
GLOSSARY = """# Words

```{glossary}
quint
  Five cards, {term}`in a row <sequence>`.

  {.pq-little-cards}
  {cards}`SK SQ SJ ST S9`

  French *quinte*.

sequence
run
  Cards that follow each other.
```
"""


def test_terms_are_written_as_plain_text_for_the_script(project: Project) -> None:
    project.write({"index": GLOSSARY})
    with (project.path / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write('extensions += ["website.glossary_data"]\n')
        conf.write('myst_enable_extensions = ["attrs_block"]\n')
    assert project.build() == (0, "")
    found = json.loads(project.read("_static/glossary.json"))
    meaning = "Cards that follow each other."
    assert found == {
        "term-quint": {
            "term": "quint",
            "text": "Five cards, in a row.",
            "forms": "French quinte.",
            "page": "index.html#term-quint",
        },
        "term-sequence": {
            "term": "sequence", "text": meaning, "forms": "", "page": "index.html#term-sequence",
        },
        "term-run": {"term": "run", "text": meaning, "forms": "", "page": "index.html#term-run"},
    }  # fmt: skip
    page = project.read("index.html")
    assert all(f'id="{id}"' in page for id in found)
    # The words of one entry share a headword of the list, each with its anchor.
    assert '<dt id="term-sequence">sequence, <span id="term-run">run</span>' in page
    assert '<script type="module" src="_static/glossary.js' in page


def test_french_words_and_older_spellings_are_in_italics_there_and_in_the_index(
    project: Project,
) -> None:
    words = {
        "écart": "French, [ekaʁ]: x.",
        "capet": "Old English form of x.",
        "dip": "Old English word for x.",
    }
    text = "".join(f"{word}\n  {meaning}\n\n" for word, meaning in words.items())
    project.write({"index": f"# Words\n\n```{{glossary}}\n{text}```\n"})
    with (project.path / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write('extensions += ["website.glossary_data", "website.theme.genindex"]\n')
        conf.write(f"templates_path = [{str(DOCS / '_templates')!r}]\n")
    assert project.build() == (0, "")
    page, index = project.read("index.html"), project.read("genindex.html")
    assert re.search(r'<dt id="[^"]+"><em lang="fr">écart</em>', page)
    assert re.search(r'<dt id="[^"]+"><em>capet</em>', page)
    assert re.search(r'<dt id="[^"]+">dip', page)
    assert '<em lang="fr">écart</em></a>' in index
    assert "<em>capet</em></a>" in index
    assert ">dip</a>" in index


def test_our_glossary_has_every_word_of_a_narration(project: Project) -> None:
    text = (DOCS / "glossary.md").read_text("utf-8")
    plain = re.sub(r"\{(rule|doc|ref|source)\}`([^<`]*?)\s*(<[^`]*)?`", r"\2", text)
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", plain)  # a section of another page
    project.write({"index": plain})
    with (project.path / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write('extensions += ["website.glossary_data"]\n')
    assert project.build() == (0, "")
    found = json.loads(project.read("_static/glossary.json"))
    assert {term_anchor(term) for term in TERMS} <= found.keys()
    assert {"term-ecart", "term-ronfle", "term-picq", "term-mount-saint"} <= found.keys()
    assert all(entry["text"] for entry in found.values())


def test_the_letters_of_both_lists_lead_to_the_first_word_of_each() -> None:
    """Lists are sorted without accents."""
    lists = re.findall(
        r"^\{\.pq-jumps \.pq-jump-letters\}\n((?:- [^\n]*\n)+)\n```\{glossary\}\n:sorted:\n(.*?)^```",
        (DOCS / "glossary.md").read_text("utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    assert len(lists) == 2
    for jumps, words in lists:
        first: dict[str, str] = {}
        terms = re.findall(r"\n\n(\S[^\n]*)", f"\n{words}")
        for term in sorted(terms, key=lambda one: unicodedata.normalize("NFD", one.lower())):
            first.setdefault(unicodedata.normalize("NFD", term[0].upper())[0], term)
        assert dict(re.findall(r"\{term\}`(.) <([^>]+)>`", jumps)) == first


def test_a_term_is_marked_the_first_time_and_the_text_stays() -> None:
    seen: set[str] = set()
    text = "A calls a quint; the quint is a quintessence of a point."
    found = list(split_at_terms(text, seen))
    assert [piece for piece in found if piece[1]] == [
        ("quint", "term-quint"),
        ("point", "term-point"),
    ]
    assert "".join(piece for piece, _ in found) == text
    assert first_term("15 for the quint", seen) == ""
    assert first_term("14 for the repique", seen) == "term-repique"


def test_figures_of_the_history_follow_from_the_pack() -> None:
    """Plain cards are all cards except kings, queens and knaves; a hand has twelve."""
    page = (DOCS / "history" / "pack.md").read_text("utf-8")
    for column, (size, plain) in enumerate(((36, 24), (32, 20))):
        assert size - plain == 12
        named = comb(size, 12) / comb(plain, 12)
        # Both hands: only with 24 plain cards can the second hand be plain as well.
        both = comb(plain, 12) * comb(plain - 12, 12) / (comb(size, 12) * comb(size - 12, 12))
        either = 1 / (2 / named - both)
        rows = re.findall(r"^\* - .*\n((?:  - .*\n){2})", page, re.MULTILINE)
        cells = [row.strip().split("\n")[column].strip(" -") for row in rows]
        assert cells[-3:] == [str(plain), f"once in {round(named)}", f"once in {round(either)}"]


def test_points_of_the_history_follow_from_the_pips() -> None:
    """With 32 cards the longer suit also has more pips; with 36 it need not."""
    pips = [11, 10, 10, 10, 10, 9, 8, 7, 6]
    for ranks, always in ((pips[:8], True), (pips, False)):
        longer = all(
            sum(ranks[:length]) < sum(ranks[-length - 1 :]) for length in range(3, len(ranks))
        )
        assert longer is always
    page = (DOCS / "history" / "count.md").read_text("utf-8")
    assert f"king, queen and knave make {sum(pips[:4])}, and beat" in page
    assert f"to the six, which make {sum(pips[4:])}." in page


def test_a_row_of_letters_leads_to_the_first_word_of_each() -> None:
    english = (DOCS / "glossary.md").read_text("utf-8").partition("## French")[0]
    row = dict(re.findall(r"^- \{term\}`([A-Z]) <(.+)>`$", english, re.MULTILINE))
    words = re.findall(r"^\w[^\n]*$", english.partition("```{glossary}")[2], re.MULTILINE)
    assert {word[0].upper() for word in words} == set(row)
    for letter, first in row.items():
        assert first == min((one for one in words if one[0].upper() == letter), key=str.lower)
