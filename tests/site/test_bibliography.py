"""The bibliography has the same books as the rule data, one entry each, with links both ways."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from project import Project, words_of
from pybtex.database import Entry, parse_file

from piquet_core.citations import FORMATS
from piquet_core.rules import sources
from piquet_core.witnesses import witnesses
from website.bibliography import KNOWN
from website.cited_work import PARTLY, UNSEEN, citation_caution, work_reference

pytestmark = pytest.mark.site

FILE = Path(__file__).parents[2] / "docs" / "references.bib"
WORKS: dict[str, Entry] = dict(parse_file(FILE, bib_format="bibtex").entries)
LISTS = re.findall(
    r'^:filter: period == "(\w+)"$',
    (FILE.parent / "bibliography.md").read_text("utf-8"),
    re.MULTILINE,
)
DOCS = FILE.parent
PAGES_OF_THE_SITE = sorted(
    page
    for folder in (DOCS, DOCS.parent / "tutorials")
    for page in (*folder.rglob("*.md"), *folder.rglob("timeline.txt"))
)
CONF = """
extensions += ["website.bibliography"]
bibtex_bibfiles = ["references.bib"]
bibtex_default_style = "piquet"
bibtex_reference_style = "piquet"
bibtex_cite_id = "cite-{bibliography_count}-{key}"
bibtex_tooltips = False
"""
LIST = '```{bibliography}\n:filter: period == "%s"\n```\n\n'
PAGES = {
    "index": "# Top\n\n{cite:p}`cotton1674`, {cite:p}`denexa`, {cite:p}`hoyle1909`\n\n```{toctree}\nbooks\nlist\n```\n",
    "books": "# Books\n\n```{sources}\n```\n",
    "list": "# List\n\n"
    + "".join(LIST % one for one in ("early", "eighteenth", "nineteenth"))
    + LIST % "modern",
}


def straight(text: str) -> str:
    """Return a text with straight quotation marks and without the braces of BibTeX."""
    return re.sub("[{}]", "", text).replace("’", "'")


@pytest.mark.parametrize("id", sources())
def test_books_of_the_rule_sets_are_the_same_in_both_files(id: str) -> None:
    source, work = sources()[id], WORKS[id]
    differs = f"docs/references.bib and sources.toml differ in the {{}} of {id}"
    # A chapter has a title of its own, and that of its book.
    title = work.fields.get("booktitle", work.fields["title"])
    assert straight(title) == straight(source.title), differs.format("title")
    assert int(work.fields.get("year", 0)) == source.year, differs.format("year")
    if source.url:
        assert work.fields["url"] == source.url, differs.format("url")
    assert (work.fields["known"] == "whole") == source.whole, differs.format(
        "reading (known, whole)"
    )
    people = work.persons.get("author", [])
    assert bool(people) == (not source.author.startswith("Anonymous")), differs.format("author")
    for person in people:
        assert straight(" ".join(person.last_names)) in straight(source.author), differs.format(
            "author"
        )


def test_a_year_is_uncertain_in_every_file_or_in_none() -> None:
    """Bibliography, sources of the rule sets, and witnesses describe the same works."""
    for id, source in sources().items():
        assert ("circa" in WORKS[id].fields) == (source.circa or source.undated), (
            f"{id}: give references.bib and sources.toml the same 'circa'"
        )
    for witness in witnesses():
        fields = WORKS[witness.id].fields
        if fields.get("year") == str(witness.year):
            assert ("circa" in fields) == (witness.circa or witness.undated), witness.id


def test_every_work_stands_in_one_list_and_says_how_far_it_was_read() -> None:
    assert LISTS == ["early", "eighteenth", "nineteenth", "modern"]
    for field, values in (("period", LISTS), ("known", KNOWN)):
        found = {work.fields[field] for work in WORKS.values()}
        assert found == set(values), f"docs/references.bib: '{field}' is one of {', '.join(values)}"
    for key, work in WORKS.items():
        year = re.search(r"\d{4}", key)
        if year:  # the year in a key is the year of the work
            assert year[0] in {work.fields.get("year"), work.fields.get("sortyear")}, key


def test_every_work_that_a_page_cites_is_listed_and_says_how_far_it_was_read() -> None:
    cited = {
        key.strip()
        for page in PAGES_OF_THE_SITE
        for keys in re.findall(r"\{cite(?::\w+)?\}`([^`]+)`", page.read_text("utf-8"))
        for key in keys.split(",")
    }
    assert cited
    assert cited <= set(WORKS), f"add {sorted(cited - set(WORKS))} to docs/references.bib"
    for key in cited:
        work = WORKS[key].fields
        assert work["known"] in KNOWN, key
        assert work["known"] == "whole" or work["knownas"], (
            f"{key}: say in 'knownas' which part was read, or through whom"
        )


def test_a_work_is_credited_and_dated_as_its_sources_have_it() -> None:
    """Bergholt revised Hoffmann's book and did not write it (title page, as the catalogue of rules says);
    E. K. Chambers on The Dumb Knight; Scott on the first night of The Wild Gallant.
    """
    assert [str(one) for one in WORKS["hoyle1909"].persons["author"]] == ["Hoffmann, Professor"]
    knight = WORKS["machin1608"].persons["author"]
    assert [one.last_names for one in knight] == [["Machin"], ["Markham"]]
    gallant = WORKS["dryden1663"].fields
    assert (gallant["year"], "1669" in gallant["note"]) == ("1663", True)
    assert "chapter 22" not in WORKS["rabelais1535"].fields["note"], "so numbered in 1542 only"


def test_works_cited_in_a_chapter_are_set_aside_and_stay_in_brackets_elsewhere(
    project: Project,
) -> None:
    """A table cell has no margin, and a work named in the sentence needs no note."""
    body = (
        "# Told\n\nIt is so {cite:p}`cotton1674,hall1646`; {cite:t}`dryden1663` agrees.\n\n"
        "| a |\n|---|\n| in a cell {cite:p}`cotton1674` |\n"
    )
    project.write(PAGES | {"asked": f"---\nside-notes: true\n---\n\n{body}", "plain": body})
    index = PAGES["index"].replace("books\n", "books\nasked\nplain\n")
    project.write({"index": index})
    with (project.path / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write(CONF)
    (project.path / "references.bib").write_bytes(FILE.read_bytes())
    assert project.build() == (0, "")
    asked, plain = (
        page[page.index("It is so") : page.index("in a cell")]
        for page in (project.read("asked.html"), project.read("plain.html"))
    )
    (note,) = re.findall(
        r'<span class="pq-side">(.*?)</span><span class="pq-stop">;</span> ', asked, re.DOTALL
    )
    assert note.count("<a ") == 2
    brackets = re.findall(r'<span class="pq-bracket">(.*?)</span>', note)
    assert "".join(brackets).strip() == "[]"
    assert project.read("asked.html").count('class="pq-side-sign ') == 1
    assert words_of(asked).replace(" ", "") == words_of(plain).replace(" ", "")


def test_a_book_cited_by_rule_sets_and_its_sections_lead_to_each_other(project: Project) -> None:
    project.write(PAGES)
    with (project.path / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write(CONF)
    (project.path / "references.bib").write_bytes(FILE.read_bytes())
    assert project.build() == (0, "")
    entries, books = project.read("list.html"), project.read("books.html")
    for id in sources():
        anchor = f"source-{id}"
        assert entries.count(f'href="books.html#{anchor}"') == 1
        assert f'id="{anchor}"' in books
        assert re.search(rf'href="list.html#cite-\d-{id}"', books)
        assert f'id="cite-{id}"' in entries
    assert ", p. 638. 1911" in entries, "one page is a page"
    assert "1st ed. London" in entries, "one full stop is enough"
    for key in WORKS:
        assert entries.count(f'id="cite-{key}"') == 1, "the address to cite is made of the key"
    assert 'id="cite-dryden1662"' in entries, "the address that the key had before"
    mark = r'(<span class="pq-known-sign"><svg.*?</svg></span>)'
    beside = rf'pq-work-year">([^<]*)</span> {mark} <span class="pq-work-by">([^<]*)<'
    found = re.findall(beside, entries)
    signs = [(year, who) for year, _, who in found]
    assert len(signs) == len(WORKS)
    assert {
        ("1674", "Cotton"),
        ("1608", "Machin and Markham"),
        ("1909", "Hoffmann"),
        ("c. 1890", "Cavendish"),
        ("c. 1552", "A Manifest Detection"),
        ("1881", "Cassell’s Book of In-door Amusements"),
        ("1765", "Encyclopédie"),
    } <= set(signs)
    assert max(len(who) for _, who in signs) <= 40, "a name at the side is short, and whole"
    assert len({mark for _, mark, _ in found}) == len(KNOWN), "how far a work was read has its mark"
    cited = [one for one in entries.split('data-part="citation"')[1:] if UNSEEN in one]
    assert entries.count('data-part="citation"') == len(WORKS) + 1, "each work, and the page"
    assert len(cited) == sum(one.fields["known"] in {"quoted", "named"} for one in WORKS.values())
    # In order of their years.
    order = [
        entries.index(f'id="cite-{key}"') for key in ("picquet1651", "cotton1674", "hoyle1744")
    ]
    assert order == sorted(order)
    assert 'href="list.html#cite-1-cotton1674">Cotton, 1674</a>' in project.read("index.html")
    assert ">Denexa Games, c. 2010</a>" in project.read("index.html"), "our estimate is no fact"
    assert ">Hoffmann, 1909</a>" in project.read("index.html")


@pytest.mark.parametrize(
    ("key", "name", "written"),
    [
        ("cotton1674", "mla-text", "(Cotton 80–89)"),
        ("britannica11", "mla-text", "(“Piquet” 638)"),
        # The title of the chapter; a translator; an undated work, which says so in every format.
        (
            "cotgrave1662",
            "chicago",
            (
                "Cotgrave, John. “The Ingenious Game, Called Picket.” In Wit’s Interpreter: The "
                "English Parnassus. 2nd ed. London, 1662. {url}. Read in part."
            ),
        ),
        (
            "vanlaun1875",
            "plain",
            "Molière, The Bores, translated by Henri van Laun, about 1875. {url} Read in part.",
        ),
        (
            "hoyle1800s",
            "plain",
            (
                "Anonymous, “Piquet”, in Hoyle’s Games, Improved and Enlarged, London, about 1825. "
                "Pages 184–213. The year is our estimate. {url} Read in part."
            ),
        ),
        # Cavendish gives the year of the code, but neither title nor printer.
        (
            "cavendish1882",
            "mla-text",
            (
                "(Portland Club and Turf Club, [The Joint Code of the Portland and Turf Clubs], "
                "qtd. in Cavendish, “Laws of Piquet”)"
            ),
        ),
        (
            "britannica9",
            "chicago",
            (
                "Jones, Henry. “Piquet.” In Encyclopædia Britannica. 9th ed., vol. 19. Edinburgh and "
                "New York, 1885. {url}."
            ),
        ),
        # A French title keeps its own capitals; a book that nobody can read has no address.
        ("sorel1642", "mla", "Sorel, Charles. La Maison des jeux. Paris, 1642. Not seen."),
        (
            "rabelais1535",
            "plain",
            (
                "François Rabelais, Gargantua, 1535. The list of games is chapter 22 in the text "
                "of 1542, which was read; the text of 1535 was not seen."
            ),
        ),
        (
            "bellecour1768",
            "chicago",
            (
                "Bellecour, Abbé. The Academy of Play. London: F. Newbery, ca. 1768. "
                "Quoted in Cavendish [Henry Jones], The Laws of Piquet Adopted by the Portland and "
                "Turf Clubs, with a Treatise on the Game, 8th ed. (London: Thomas De La Rue & Co., "
                "ca. 1890), “Historical,” https://mmai.github.io/piquetBook/historical/."
            ),
        ),
        (
            "cotton1709",
            "mla-text",
            "(Cotton, The Compleat Gamester, qtd. in Cavendish, “Historical”)",
        ),
        (
            "perrache1585",
            "plain",
            (
                "Jacques Perrache, Le Triomphe du berlan, 1585. Quoted in Wikipedia, “Piquet”. "
                "en.wikipedia.org, undated. https://en.wikipedia.org/wiki/Piquet"
            ),
        ),
        (
            "wikipedia-piquet",
            "mla",
            "Wikipedia. “Piquet.” en.wikipedia.org, {url}. Read in part.",
        ),
        # Published anonymously; and a print whose copy shows neither place nor year.
        (
            "cotton1674",
            "mla",
            ("[Cotton, Charles]. “Picket.” The Compleat Gamester, London, 1674, {url}. Chapter 6."),
        ),
        (
            "academie",
            "chicago-note",
            (
                "Académie universelle des jeux (n.d.), p. 139, eighteenth century; Google Books "
                "Qf1dAAAAcAAJ, of which the beginning of p. 139 was read, {url}."
            ),
        ),
        # Its title page in the transcription, and verses by the transcription's numbers.
        (
            "moliere1662",
            "chicago-note",
            (
                "Molière, Les Fâcheux (Paris: Guillaume de Luyne, 1662), act 2, scene 2, verses "
                "304–345; first played in 1661, {url}."
            ),
        ),
    ],
)
def test_a_work_that_is_no_source_is_cited_by_the_manuals(
    key: str, name: str, written: str
) -> None:
    assert FORMATS[name].write([work_reference(key, WORKS)]) == written.format(
        url=WORKS[key].fields.get("url")
    )


@pytest.mark.parametrize("name", FORMATS)
def test_no_form_cites_a_work_that_we_have_not_seen_as_if_it_had_been_consulted(name: str) -> None:
    for key, work in WORKS.items():
        written = FORMATS[name].write([work_reference(key, WORKS)]).lower()
        second_hand = "quoted in" in written or "qtd. in" in written
        assert ("through" in work.fields) == (work.fields["known"] == "quoted"), key
        assert second_hand == (work.fields["known"] == "quoted"), key
        assert work.fields["known"] != "named" or "not seen" in written, key
        partly = work.fields["known"] == "part" and name != "mla-text"
        assert ("read in part" in written or "was read" in written) == partly, key


def test_what_to_know_before_a_work_is_cited() -> None:
    assert citation_caution(WORKS["perrache1585"]) == UNSEEN
    assert "not seen the text of 1535" in citation_caution(WORKS["rabelais1535"])
    assert citation_caution(WORKS["foster1897"]) == PARTLY
    assert citation_caution(WORKS["cotton1674"]) == ""


def test_without_a_bibliography_the_sources_stand_alone(project: Project) -> None:
    project.write({"index": PAGES["books"]})
    assert project.build() == (0, "")
    assert "In the bibliography" not in project.read("index.html")
