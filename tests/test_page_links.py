"""Links from cited places to pages on other sites."""

from __future__ import annotations

import re

import pytest

from piquet_core.citations import Reach, page_link, parse_page_links
from piquet_core.errors import RuleSetError
from piquet_core.rules import load_ruleset, parse_citation, ruleset_ids

HEAD = '[hoyle1909]\nurl = "https://example.org/"\nreported = "the copy"\naccessed = "2026-11-29"\n'
FAULTS = {
    "unknown source": HEAD.replace("hoyle1909", "hoyle1910"),
    "is not an address": HEAD.replace("https://", "file:"),
    "is not a date": HEAD.replace("2026-11-29", "November"),
    "unknown key 'leaf'": HEAD + 'leaf = "1"\n',
    "the source has no such section": HEAD + '[hoyle1909.sections]\nplaying = "#play"\n',
    "the paragraphs go from 1 to 6": HEAD + '[hoyle1909.sections]\ndeal = { 7 = "#deal" }\n',
    "'first' is not a number": HEAD + '[hoyle1909.sections]\ndeal = { first = "#deal" }\n',
    "the places begin on other pages: 1": HEAD + '[hoyle1909.pages]\n1 = "#1"\n',
}


@pytest.mark.parametrize("why", FAULTS)
def test_a_link_that_leads_to_no_place_is_refused(why: str) -> None:
    with pytest.raises(RuleSetError, match=re.escape(why)):
        parse_page_links(FAULTS[why], "page_links.toml")


@pytest.mark.parametrize(
    ("place", "end"),
    [
        ("picquet1651:chapter-12.15", "/A92043.xml#L334"),  # p. 52 of the transcription
        ("picquet1651:chapter-8", "/A92043.xml#L212"),  # p. 13, the first of the chapter
        ("cotton1674:chapter-6.6", "/A34637.xml#L2780"),  # p. 81
        ("hoyle1800s:page-190", "/hoyle-games%20-%200290.htm"),
        ("hoyle1800s:laws.8", "/hoyle-games%20-%200311.htm"),  # p. 211
        ("cavendish:laws.2", "/lawsOfPiquet/#shuffling"),
        ("cavendish:laws.36", "/lawsOfPiquet/#discarding-and-taking-in"),
        ("cavendish:cases.22", "/casesAndDecisions/#case-xxii"),
        ("cavendish:calling.17", "/descriptionOfTheGame/#calling-and-showing"),
        ("hoyle1909:calling.2", "/Hoyle's_Games_Modernized/Piquet"),
        ("pkcards:pique.1", "/rules/piquet.md?plain=1#L186"),
    ],
)
def test_a_place_leads_to_its_page_or_the_heading_above_it(place: str, end: str) -> None:
    link = page_link(parse_citation(place, "test"))
    assert link
    assert link.url.endswith(end)


@pytest.mark.parametrize(
    ("place", "reach"),
    [
        ("picquet1651:chapter-12.15", Reach.PLACE),
        ("cavendish:cases.22", Reach.PLACE),
        ("cavendish:laws.1", Reach.SECTION),  # laws 1 and 2 are under one heading
        ("cavendish:laws.75", Reach.PLACE),
        ("cavendish:laws", Reach.PLACE),
        ("cavendish:calling.17", Reach.SECTION),
        ("pkcards:irregularities.3", Reach.SECTION),
        ("hoyle1909:calling.2", Reach.TEXT),
    ],
)
def test_a_link_says_whether_it_reaches_the_place(place: str, reach: Reach) -> None:
    link = page_link(parse_citation(place, "test"))
    assert link
    assert link.reach is reach


def test_every_cited_place_of_a_text_that_is_online_has_a_link() -> None:
    """The Penguin is not online, and of Denexa only the address of the whole blog is known. Of the cases
    in Hoyle's Games, Improved, the pages are not all known.
    """
    cited = {
        citation
        for id in ruleset_ids()
        for answer in load_ruleset(id).answers.values()
        for citation in answer.citations
    }
    without = {citation.source.id for citation in cited if page_link(citation) is None}
    assert {"penguin", "denexa"} <= without
    assert without == {"penguin", "denexa", "hoyle1800s"}
