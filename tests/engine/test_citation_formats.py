"""CSL, RIS and BibTeX contain every fact, and no hostile title breaks them."""

import json
import re
from itertools import chain
from typing import Any

from test_citations import BOOK, DETAIL, EVERYTHING, HOME, LAWS, LINK, VERSION, WIKI, written

from piquet_core.citations import FORMATS, Name, Reference, source_reference
from piquet_core.rules import catalogue, load_ruleset, sources

# -- data ----------------------------------------------------------------------------------------

# The subset of the CSL data schema (citation-style-language/schema, csl-data.json) in use.
CSL_TYPES = {"webpage", "chapter", "book"}
CSL_TEXTS = {
    "title",
    "container-title",
    "version",
    "edition",
    "publisher",
    "publisher-place",
    "language",
    "genre",
    "page",
    "call-number",
    "note",
    "URL",
}


CAVENDISH = load_ruleset("cavendish")


def check_csl(item: dict[str, Any]) -> None:
    assert set(item) <= {"id", "type", "author", "issued", "accessed", *CSL_TEXTS}
    assert isinstance(item["id"], str)
    assert item["type"] in CSL_TYPES
    for field in CSL_TEXTS & set(item):
        assert isinstance(item[field], str)
        assert item[field]
    for name in item.get("author", []):
        assert set(name) in ({"family", "given"}, {"literal"})
        assert all(isinstance(part, str) and part for part in name.values())
    if "issued" in item:
        assert set(item["issued"]) <= {"date-parts", "circa"}
        ((year, *rest),) = item["issued"]["date-parts"]
        assert all(type(part) is int for part in (year, *rest))
        assert len(rest) in {0, 2}


def test_every_item_keeps_to_the_schema_of_csl() -> None:
    for id in EVERYTHING:
        items = json.loads("\n".join(written(id, "csl")))
        assert len({item["id"] for item in items}) == len(items)
        for item in items:
            check_csl(item)


def test_csl_has_every_fact_of_a_version() -> None:
    ours, theirs = json.loads("\n".join(written("pique.threshold@cavendish", "csl")))
    assert ours == {
        "id": "piquet:pique.threshold:cavendish:0.1.0",
        "type": "webpage",
        "author": [{"literal": "The Piquet authors"}],
        "language": "en",
        # The id in a form that no style changes, since styles may capitalise everything else.
        "title": (
            f"{catalogue()['pique.threshold'].title}: Portland and Turf Club laws (Cavendish) "
            '<span class="nocase">[pique.threshold@cavendish]</span>'
        ),
        "container-title": "Piquet",
        "version": "0.1.0",
        "issued": {"date-parts": [[2026, 9, 5]]},
        "genre": f"rule set version {CAVENDISH.version} ({CAVENDISH.digest[:8]})",
        "URL": f"{HOME}docs/rules/pique.threshold.html#at-cavendish",
    }
    assert theirs == {
        "id": "cavendish:laws.69",
        "type": "chapter",
        "language": "en",
        "author": [{"literal": "Cavendish [Henry Jones]"}],
        "title": "Laws of Piquet, law 69",  # no style prints a separate field for the law
        "container-title": LAWS,
        "edition": "8",
        "publisher": "Thomas De La Rue & Co.",
        "publisher-place": "London",
        "issued": {"date-parts": [[1890]], "circa": True},
        "URL": BOOK,
    }


RIS_LINE = re.compile(r"(TY|ID|AU|TI|T2|ET|PB|CY|PY|DA|Y2|M1|SE|SP|CN|N1|UR|ER)  - (.*)")


def test_ris_is_a_tag_a_line_from_type_to_end() -> None:
    for id in EVERYTHING:
        for record in "\n".join(written(id, "ris")).split("\n\n"):
            lines = [RIS_LINE.fullmatch(line) for line in record.split("\n")]
            assert all(lines), record
            tags = [line[1] for line in lines if line]
            assert (tags[0], tags[-1]) == ("TY", "ER")
            assert all(tags.count(tag) == 1 for tag in set(tags) - {"AU", "N1"})


def test_ris_has_every_fact_of_a_version() -> None:
    assert written(VERSION, "ris") == [
        "TY  - ELEC",
        "ID  - piquet:play.low-cards:hoyle1909:0.1.0",
        "AU  - The Piquet authors",
        "TI  - Low cards in the play: Hoyle's Games Modernized (1909)",
        "T2  - Piquet",
        "ET  - edition 0.1.0",
        "PY  - 2026",
        "DA  - 2026/09/05",
        f"M1  - answer {VERSION}, {DETAIL}",
        f"UR  - {LINK}",
        "ER  - ",
        "",
        "TY  - CHAP",
        "ID  - hoyle1909:play.3",
        "AU  - Hoffmann, Professor",
        "TI  - Piquet",
        "T2  - Hoyle's Games Modernized",
        "PB  - George Routledge & Sons",
        "CY  - London",
        "PY  - 1909",
        "SE  - “The Play”, paragraph 3; “Example”",
        "N1  - Professor Hoffmann is Angelo John Lewis",
        "N1  - revised by Ernest Bergholt",
        f"UR  - {WIKI}",
        "ER  - ",
    ]


# -- hostile texts -------------------------------------------------------------------------------

HOSTILE = Reference(
    key="a b,{c}",
    kind="page",
    authors=(
        Name(family="Bonnie and Clyde, Ltd {"),
        Name(family="O*Neill", given="Tess\nTY  - BOOK"),
    ),
    title='50% of {\\LaTeX} & "$x_1^2"~#1\nER  - \nTY  - BOOK',
    container="A\x02B*",
    number="x\x03y",
    date="2026-01-02",
    url="https://a.example/{x}\\y#z_%20",
)


def test_no_title_breaks_a_line_of_ris() -> None:
    lines = FORMATS["ris"].write([HOSTILE]).split("\n")
    assert [line[:6] for line in lines] == [
        *("TY  - ", "ID  - ", "AU  - ", "AU  - ", "TI  - ", "T2  - "),
        *("PY  - ", "DA  - ", "M1  - ", "UR  - ", "ER  - "),
    ]
    assert not any("*" in line for line in lines if line.startswith(("AU", "T2")))


def test_no_title_breaks_a_sentence() -> None:
    for name in ("plain", "chicago-note", "chicago", "mla"):
        text = FORMATS[name].write([HOSTILE])
        assert text.isprintable(), name
        assert "Bonnie and Clyde, Ltd {" in text


def test_braces_of_bibtex_come_in_pairs_whatever_the_title() -> None:
    text = FORMATS["bibtex"].write([HOSTILE])
    assert text.count("{") == text.count("}")
    depth = 0
    for sign in text:
        depth += (sign == "{") - (sign == "}")
        assert depth >= 0
    assert text.startswith("@misc{a-b--c-,\n")
    assert r"50\% of \textbraceleft{}\textbackslash{}LaTeX\textbraceright{} \& " in text
    assert r"\$x\_1\textasciicircum{}2" in text
    assert r"url = {https://a.example/%7Bx%7D%5Cy#z_%20}" in text


def test_the_names_of_all_sources_are_those_of_their_authors() -> None:
    """A bibliography may sort a name differently from a sentence, but must not change it."""
    for source in sources().values():
        names = chain.from_iterable(re.findall(r"\w+", name) for name in source.names)
        assert set(names) <= set(re.findall(r"\w+", source.author)), source.id
        made = source_reference(source)
        assert made.title in {source.title, source.chapter}
        assert made.year == ("" if source.undated else str(source.year))
