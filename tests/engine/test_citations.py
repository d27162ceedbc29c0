"""Citations: the subject of each id, and the text of each format.

The examples follow *The Chicago Manual of Style* (17th edition: 14.207 for a page of a site, 14.106 for a
chapter, 14.80 for a pen name, 14.145 for n.d. and ca.) and the *MLA Handbook* (9th edition, chapter 5, with
its months of at most four letters).
"""

import re

import pytest

from piquet_core.citations import (
    FORMATS,
    CitedDeal,
    UnknownSubject,
    find_subject,
    page_subject,
    references,
    subject_path,
)
from piquet_core.citations.title_case import title_case
from piquet_core.publication import Edition
from piquet_core.rules import catalogue, load_ruleset, ruleset_ids, sources

EDITION = Edition(
    version="0.1.0", date="2026-09-05", home="https://cards.example/piquet/", published=True
)
HOME = "https://cards.example/piquet/editions/0.1.0/"
DEAL = CitedDeal(
    id="one",
    title="A deal",
    rules="hoyle1909",
    source="hoyle1909:example",
    steps=("deal", "xe", "t6e", "t6e-1-result"),
)
DEALS = {"one": DEAL}
EVERYTHING = (
    *catalogue(),
    *(f"{rule}@{ruleset}" for rule in catalogue() for ruleset in ruleset_ids()),
    *ruleset_ids(),
    *(f"source:{id}" for id in sources()),
    *(f"{source.id}:{part}" for source in sources().values() for part in source.sections),
    "one",
    *(f"one#{step}" for step in DEAL.steps),
)


def version_of(id: str) -> str:
    """Return the words that identify the answers of a rule set in a citation."""
    rules = load_ruleset(id)
    return f"rule set version {rules.version} ({rules.digest[:8]})"


def written(id: str, name: str) -> list[str]:
    return FORMATS[name].write(references(find_subject(id, DEALS), EDITION)).split("\n")


# -- what an id names ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "kind", "work", "path"),
    [
        ("play.low-cards", "rule", "play.low-cards", "docs/rules/play.low-cards.html"),
        (
            "play.low-cards@little",
            "answer",
            "play.low-cards",
            "docs/rules/play.low-cards.html#at-little",
        ),
        ("little", "ruleset", "little", "docs/rulesets/little.html"),
        ("hoyle1909", "ruleset", "hoyle1909", "docs/rulesets/hoyle1909.html"),
        (
            "source:hoyle1909",
            "source",
            "source:hoyle1909",
            "docs/sources.html#source-hoyle1909",
        ),
        (
            "hoyle1909:calling.2",
            "source",
            "hoyle1909:calling.2",
            "docs/sources.html#source-hoyle1909-calling",
        ),
        # No rule set has this name: the bare id is the source's.
        (
            "jeux-oublies",
            "source",
            "source:jeux-oublies",
            "docs/sources.html#source-jeux-oublies",
        ),
        ("one", "deal", "one", "docs/deals/one.html"),
        ("one#t6e", "step", "one", "docs/deals/one.html#t6e"),
        ("rule:deal.talon@little", "answer", "deal.talon", "docs/rules/deal.talon.html#at-little"),
    ],
)
def test_every_kind_has_its_id_and_its_address(id: str, kind: str, work: str, path: str) -> None:
    subject = find_subject(id, DEALS)
    assert (subject.kind, subject.work, subject_path(subject)) == (kind, work, path)
    ours = [one for one in references(subject, EDITION) if one.container == "Piquet"]
    assert [one.url for one in ours] == [HOME + path]


@pytest.mark.parametrize(
    ("id", "message"),
    [
        (
            "play.low-crads",
            "play.low-crads: cannot be cited: unknown id; did you mean play.low-cards",
        ),
        (
            "play.low-crads@little",
            "play.low-crads@little: no such rule; did you mean play.low-cards@little",
        ),
        (
            "play.low-cards@litle",
            "play.low-cards@litle: no such rule set; did you mean play.low-cards@little?",
        ),
        ("one#t6", "one#t6: the deal has no such step; did you mean one#t6e"),
        ("onn#t6e", "onn#t6e: no such deal; did you mean one#t6e?"),
        ("hoyle1909:calling.9", "hoyle1909:calling.9: section 'calling' has 5 paragraphs"),
        (
            "hoyle1908:calling",
            "hoyle1908:calling: no such source; did you mean hoyle1909:calling or hoyle1800s:call",
        ),
        ("source:hoyle190", "hoyle190: no such source; did you mean hoyle1909 or hoyle1800s?"),
        ("", "'': cannot be cited: unknown id"),
        ("{0.__class__}@{}", "{0.__class__}@{}: no such rule"),
    ],
)
def test_an_unknown_id_is_refused_with_what_comes_nearest(id: str, message: str) -> None:
    with pytest.raises(UnknownSubject) as caught:
        find_subject(id, DEALS)
    assert str(caught.value).startswith(message)


def test_work_and_version_are_two_things() -> None:
    work, version = find_subject("play.low-cards"), find_subject("play.low-cards@little")
    assert work.grounds == ()  # a rule does not come from a book
    ((source, places),) = version.grounds
    assert (source.id, [str(place) for place in places]) == (
        "jeux-oublies",
        ["jeux-oublies:play.9", "jeux-oublies:play.10"],
    )
    ours = references(version, EDITION)[0]
    assert (ours.number, ours.detail) == ("play.low-cards@little", version_of("little"))


def test_an_answer_that_no_book_states_says_so_in_every_format() -> None:
    for name in FORMATS.keys() - {"mla-text"}:  # it names only the place
        text = " ".join(written("declare.above-called@hoyle1909", name))
        assert "nferred: text silent" in text, name


def test_a_source_that_is_not_in_our_bibliography_is_named_as_the_record_names_it() -> None:
    subject = find_subject("deal:x", {"x": CitedDeal(id="x", title="X", source="my notes, p. 3")})
    assert subject.grounds == ()
    assert subject.note == "printed in: my notes, p. 3"


# -- sentences -----------------------------------------------------------------------------------

VERSION = "play.low-cards@hoyle1909"
DETAIL = version_of("hoyle1909")
LINK = f"{HOME}docs/rules/play.low-cards.html#at-hoyle1909"
WIKI = "https://en.wikisource.org/wiki/Hoyle's_Games_Modernized/Piquet"


@pytest.mark.parametrize(
    ("name", "ours", "theirs"),
    [
        (
            "plain",
            (
                "The Piquet authors, “Low cards in the play: Hoyle’s Games Modernized (1909)” "
                f"(answer {VERSION}, {DETAIL}). Piquet, edition 0.1.0, 5 September 2026. {LINK}"
            ),
            (
                "Professor Hoffmann [Angelo John Lewis], “Piquet”, in Hoyle’s Games Modernized, "
                "revised by Ernest Bergholt, London: George Routledge & Sons, 1909. "
                f"“The Play”, paragraph 3; “Example”. {WIKI}"
            ),
        ),
        (
            "chicago-note",
            (
                "The Piquet authors, “Low Cards in the Play: Hoyle’s Games Modernized (1909),” "
                f"answer {VERSION}, {DETAIL}, Piquet, edition 0.1.0, September 5, 2026, {LINK}."
            ),
            (
                "Professor Hoffmann [Angelo John Lewis], “Piquet,” in Hoyle’s Games Modernized, "
                "revised by Ernest Bergholt (London: George Routledge & Sons, 1909), "
                f"“The Play,” para. 3, “Example,” {WIKI}."
            ),
        ),
        (
            "chicago",
            (
                "The Piquet authors. “Low Cards in the Play: Hoyle’s Games Modernized (1909).” "
                f"Answer {VERSION}, {DETAIL}. Piquet. Edition 0.1.0. September 5, 2026. {LINK}."
            ),
            (
                "Hoffmann, Professor [Angelo John Lewis]. “Piquet.” In Hoyle’s Games Modernized. "
                f"Revised by Ernest Bergholt. London: George Routledge & Sons, 1909. {WIKI}."
            ),
        ),
        (
            "mla",
            (
                "The Piquet authors. “Low Cards in the Play: Hoyle’s Games Modernized (1909).” "
                f"Piquet, edition 0.1.0, answer {VERSION}, {DETAIL}, 5 Sept. 2026, {LINK}."
            ),
            (
                "Hoffmann, Professor [Angelo John Lewis]. “Piquet.” Hoyle’s Games Modernized, "
                f"revised by Ernest Bergholt, George Routledge & Sons, 1909, {WIKI}."
            ),
        ),
        # MLA keeps the place out of the list and in the text (6.26).
        (
            "mla-text",
            "(The Piquet authors, “Low Cards in the Play: Hoyle’s Games Modernized (1909)”)",
            "(Hoffmann, “The Play,” par. 3, “Example”)",
        ),
    ],
)
def test_a_version_beside_its_book(name: str, ours: str, theirs: str) -> None:
    assert written(VERSION, name) == [ours, theirs]


LAWS = "The Laws of Piquet Adopted by the Portland and Turf Clubs, with a Treatise on the Game"
BOOK = (
    "https://mmai.github.io/piquetBook/lawsOfPiquet/"  # the chapter of the laws has its own address
)


@pytest.mark.parametrize(
    ("id", "name", "expected"),
    [
        (
            "cavendish:laws.69",
            "chicago-note",
            (
                f"Cavendish [Henry Jones], {LAWS}, 8th ed. (London: Thomas De La Rue & Co., "
                f"ca. 1890), “Laws of Piquet,” law 69, {BOOK}."
            ),
        ),
        (
            "cavendish:laws.69",
            "chicago",
            (
                f"Cavendish [Henry Jones]. {LAWS}. 8th ed. London: Thomas De La Rue & Co., "
                f"ca. 1890. {BOOK}."
            ),
        ),
        # MLA names the city and not the publisher of a book printed before 1900.
        (
            "cavendish:laws.69",
            "mla",
            (f"Cavendish [Henry Jones]. {LAWS}. 8th ed., London, circa 1890, {BOOK}."),
        ),
        ("cavendish:laws.69", "mla-text", "(Cavendish, “Laws of Piquet,” law 69)"),
        (
            "cavendish:laws.69",
            "plain",
            (
                f"Cavendish [Henry Jones], {LAWS}, 8th ed., London: Thomas De La Rue & Co., "
                f"about 1890. “Laws of Piquet”, law 69. {BOOK}"
            ),
        ),
        (
            "source:picquet1651",
            "chicago",
            (
                "The Royall and Delightfull Game of Picquet. Translated from the French. London: "
                "J. Martin and J. Ridley, 1651. Wing R2100, ESTC R209301. "
                "https://github.com/textcreationpartnership/A92043."
            ),
        ),
        # The pages are those that the transcription marks.
        (
            "picquet1651:chapter-12.4",
            "chicago-note",
            (
                "The Royall and Delightfull Game of Picquet, translated from the French (London: "
                "J. Martin and J. Ridley, 1651, Wing R2100, ESTC R209301), “XII. Of the Rules of the "
                "Game,” para. 4, pp. 38–40, https://github.com/textcreationpartnership/A92043."
            ),
        ),
        (
            "source:jeux-oublies",
            "chicago-note",
            (
                "Académie des jeux oubliés, “Le Piquet,” Salon des jeux, accessed November 21, 2026, "
                "http://www.geocities.ws/jeux-oublies/piquet.htm."
            ),
        ),
        (
            "source:jeux-oublies",
            "mla",
            (
                "Académie des jeux oubliés. “Le Piquet.” Salon des jeux, "
                "http://www.geocities.ws/jeux-oublies/piquet.htm. Accessed 21 Nov. 2026."
            ),
        ),
        (
            "source:penguin",
            "chicago",
            (
                "Parlett, David. “Piquet.” In The Penguin Book of Card Games. London: Penguin Books, "
                "2008."
            ),
        ),
    ],
)
def test_books_of_every_sort(id: str, name: str, expected: str) -> None:
    assert written(id, name)[0] == expected


def test_neighbouring_paragraphs_are_counted_together() -> None:
    assert (
        "“V. Play of the Cards,” paras. 9 and 10,"
        in written("play.low-cards@little", "chicago-note")[1]
    )
    assert (
        "“V. Play of the Cards”, paragraphs 9 and 10."
        in written("play.low-cards@little", "plain")[1]
    )


def test_italics_mark_the_work_that_contains() -> None:
    marked = {
        name: [
            text
            for sentence in FORMATS[name].sentences(references(find_subject(VERSION), EDITION))
            for text, italic in sentence
            if italic
        ]
        for name in ("plain", "chicago-note", "chicago", "mla")
    }
    book = "Hoyle’s Games Modernized"
    # Since its 17th edition, Chicago sets the name of a site in roman.
    assert marked == {
        "plain": ["Piquet", book],
        "chicago-note": [book],
        "chicago": [book],
        "mla": ["Piquet", book],
    }


@pytest.mark.parametrize("name", ["plain", "chicago-note", "chicago", "mla"])
def test_no_mark_stands_twice_in_any_sentence(name: str) -> None:
    for id in EVERYTHING:
        for sentence in written(id, name):
            # The full stops of addresses and abbreviations do not end the sentence.
            bare = re.sub(r"https?://\S+", "URL.", sentence)
            bare = re.sub(r"\b(Co|ed|n\.d)\.,", r"\1,", bare)
            assert not re.search(
                r"[.,;:]\s*[.,;:]|\(\)|  |“”|\bNone\b",
                bare,
            ), sentence


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("low cards", "Low Cards"),
        ("The trio that is not called", "The Trio That Is Not Called"),
        ("what it is played for", "What It Is Played For"),  # the last word always has its capital
        ("a match: the best of five", "A Match: The Best of Five"),
        ("thirty-two cards", "Thirty-Two Cards"),
        (
            "a deal (hoyle1909-ab), step t6e",
            "A Deal (hoyle1909-ab), Step t6e",
        ),  # ids stay unchanged
        ("the 8th edition", "The 8th Edition"),
        ("Déclarations à l’écart", "Déclarations À L’écart"),  # not used for French
        ("", ""),
    ],
)
def test_headline_capitals_leave_ids_alone(title: str, expected: str) -> None:
    assert title_case(title) == expected


def test_a_page_and_the_site_are_cited_without_an_id() -> None:
    page = page_subject("docs/claims", "Printed figures, checked")
    (cited,) = references(page, EDITION)
    assert FORMATS["chicago-note"].write([cited]) == (
        "The Piquet authors, “Printed Figures, Checked,” Piquet, edition 0.1.0, September 5, 2026, "
        f"{HOME}docs/claims.html."
    )
    assert written("site", "plain") == [
        f"The Piquet authors, Piquet, edition 0.1.0, 5 September 2026. {HOME}"
    ]
    assert written("site", "mla") == [
        f"The Piquet authors. Piquet. Edition 0.1.0, 5 Sept. 2026, {HOME}."
    ]


def test_without_a_home_a_citation_names_version_and_page_and_no_address() -> None:
    draft = Edition(version="2.0", date="2027-01-05", home="", published=False)
    for name in FORMATS.keys() - {"mla-text"}:
        text = FORMATS[name].write(references(find_subject("little"), draft)[:1])
        assert "docs/rulesets/little.html" in text, name
        assert "://" not in text, name
        assert "2.0" in text, name
