"""BibTeX citations as pybtex reads them."""

from __future__ import annotations

from itertools import chain

import pytest
from pybtex.database import Entry, parse_string

from piquet_core.citations import FORMATS, Name, Reference, find_subject, references
from piquet_core.publication import Edition
from piquet_core.rules import catalogue, ruleset_ids, sources

EDITION = Edition(version="0.1.0", date="2026-11-21", home="https://a.example/", published=False)
UNTEX = {
    r"\textbackslash{}": "\\",
    r"\textbraceleft{}": "\x01",
    r"\textbraceright{}": "\x02",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    **{f"\\{sign}": sign for sign in "&%$#_"},
}


def parsed(*cited: Reference) -> dict[str, Entry]:
    return dict(parse_string(FORMATS["bibtex"].write(cited), "bibtex").entries)


def untex(text: str) -> str:
    """Return the text that TeX prints for a field; braces inside only group."""
    for command, sign in UNTEX.items():
        text = text.replace(command, sign)
    return text.replace("{", "").replace("}", "").replace("\x01", "{").replace("\x02", "}")


def test_every_rule_version_set_and_source_is_read_back() -> None:
    ids = (
        *catalogue(),
        *(f"{rule}@{ruleset}" for rule in catalogue() for ruleset in ruleset_ids()),
        *ruleset_ids(),
        *(f"source:{id}" for id in sources()),
    )
    cited = [references(find_subject(id), EDITION) for id in ids]
    everything = {one.key: one for one in chain.from_iterable(cited)}
    entries = parsed(*everything.values())
    assert len(entries) == len(everything)
    for reference, entry in zip(everything.values(), entries.values(), strict=True):
        assert untex(entry.fields["title"]).lower() == reference.title.lower()
        assert entry.fields.get("year", "") == reference.year
        about = f"{reference.year}~" if reference.circa else ""
        assert entry.fields.get("date", "") == about  # as BibLaTeX writes an uncertain year
        assert entry.fields.get("url", "") == reference.url
        if reference.kind == "chapter":
            if entry.type != "misc":  # a chapter without an author, whose book is in the note
                assert untex(entry.fields["booktitle"]) == reference.container
            assert reference.container in untex(
                entry.fields["note"]
            )  # for styles that read no booktitle


def test_names_are_taken_apart_as_meant() -> None:
    entries = parsed(*references(find_subject("play.low-cards@hoyle1909"), EDITION))
    ours, theirs = entries.values()
    (piquet,) = ours.persons["author"]
    assert (piquet.last_names, piquet.first_names) == (["{The Piquet authors}"], [])
    (hoffmann,) = theirs.persons["author"]  # a pen name, sorted as printed and not split
    assert (hoffmann.last_names, hoffmann.first_names) == (["{Hoffmann, Professor}"], [])
    assert theirs.type == "inbook"
    assert ours.fields["month"] == "November"  # the macro nov, as pybtex writes it out
    assert theirs.fields["note"] == (
        "Professor Hoffmann is Angelo John Lewis; from Hoyle's Games Modernized, "
        "revised by Ernest Bergholt; “The Play”, paragraph 3; “Example”"
    )


@pytest.mark.parametrize(
    "title",
    ["50% of {A & B", "}}, evil = {x", "a \\ b", "$x_1^2~#", 'say "no"', "@misc{x,", "Ünïcode ♠"],
)
def test_a_hostile_title_stays_a_title(title: str) -> None:
    made = Reference(
        key="x",
        kind="book",
        authors=(Name(family="This and That, Ltd"), Name(family="van {Y", given="A and B")),
        title=title,
        publisher=title,
        language="xx",  # the right capitals are unknown here
        date="1909",
    )
    (entry,) = parsed(made).values()
    assert set(entry.fields) == {"title", "publisher", "year"}
    assert untex(entry.fields["title"]) == untex(entry.fields["publisher"]) == title
    assert len(entry.persons["author"]) == 2
