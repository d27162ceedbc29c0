"""Statements about books name them, cite them, and claim no more than we have read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from piquet_core.claims import Accuracy, examine
from piquet_core.rules import load_ruleset, ruleset_ids

pytestmark = pytest.mark.site

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    page
    for folder in (ROOT / "docs", ROOT / "tutorials")
    for page in (*folder.rglob("*.md"), *folder.rglob("timeline.txt"))
)
HISTORY = [ROOT / "docs" / "history" / f"{name}.md" for name in ("game", "pack", "count")]
CITED = re.compile(r"\{(?:cite(?::\w+)?|source)\}`")
# Words that mention a source without naming it.
VAGUE = re.compile(
    r"\b(?:one|another|some) (?:modern|later|early|old|older) (?:writer|book|author|survey)s?\b"
    r"|\ba (?:modern|later|translator.s) (?:writer|book|author|survey|note)\b"
    r"|\ba third way\b|\b(?:a )?web pages?\b|\ba book of the \d{4}s\b|\bpages of the web\b"
    r"|\b(?:an english|an editor.s|a) hoyle of\b|\bit has been (?:said|held)\b"
    r"|\b(?:two|three|several) other books\b",
    re.IGNORECASE,
)
# These pages speak about all sources of the site.
ABOUT_THE_SITE = {"sources", "developing", "data", "changelog", "errata"}


def blocks(page: Path) -> list[str]:
    """Return the paragraphs and other blocks of a page."""
    return [block.strip() for block in page.read_text("utf-8").split("\n\n") if block.strip()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_no_paragraph_speaks_of_a_book_without_naming_it(page: Path) -> None:
    if page.stem in ABOUT_THE_SITE or page.parent.name == "rulesets":
        return  # a rule set's page names its source first and lists the sections below
    for block in blocks(page):
        if VAGUE.search(" ".join(block.split())):
            assert CITED.search(block), block


@pytest.mark.parametrize("id", ruleset_ids())
def test_no_note_speaks_of_a_book_without_naming_it(id: str) -> None:
    for rule, answer in load_ruleset(id).answers.items():
        assert not VAGUE.search(answer.note), f"{rule}: {answer.note}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_what_rests_on_wikipedia_says_so(page: Path) -> None:
    for block in blocks(page):
        if re.search(r"\{cite(?::\w+)?\}`[^`]*wikipedia", block):
            assert "Wikipedia" in block, block


@pytest.mark.parametrize("page", HISTORY, ids=lambda page: page.stem)
def test_every_paragraph_of_the_history_names_a_source_or_is_our_inference(page: Path) -> None:
    """As the opening page promises; transitions of a line or two state no fact."""
    for block in blocks(page):
        if block.startswith(("---", "#", "```", "* - ")) or len(block) < 130:
            continue
        told = CITED.search(block) or re.search("inference|of this site", block)
        assert told or block.startswith("**"), block


def test_no_page_promises_a_source_for_every_single_statement() -> None:
    promise = re.compile(r"source for every statement|every fact names", re.IGNORECASE)
    for page in (ROOT / "index.md", *PAGES):
        if page.stem not in ABOUT_THE_SITE:
            assert not promise.search(page.read_text("utf-8")), page


def test_the_history_tells_of_the_penguin_s_sample_deal_what_the_engine_gives() -> None:
    """The book prints 18 and 41; its own scoring table gives both, without a point for the last trick."""
    text = (ROOT / "docs" / "history" / "count.md").read_text("utf-8")
    for id in ("penguin-sample-elder", "penguin-sample-younger"):
        finding = examine(id)
        assert finding.verdict is Accuracy.EXACT
        assert f"{{claim}}`{finding.exact} <{id}>`" in text
    assert load_ruleset("penguin").number("play.last-trick").value == 0
    assert "only with it" not in text


@pytest.mark.parametrize("form", ["hundred-up", "rubicon"])
def test_younger_s_least_exchange_does_not_follow_the_form_of_the_game(form: str) -> None:
    """Both forms have texts on either side, so no page may explain one by the other."""
    least = {
        rules.number("exchange.younger-min").value
        for rules in map(load_ruleset, ruleset_ids())
        if form in rules.answers["game.forms"].value
    }
    assert least == {0, 1}


@pytest.mark.parametrize(
    ("page", "said"),
    [
        # Statements that pages once had, although the source next to them says otherwise.
        ("rules/exchange.younger-min", "belongs to the game of"),  # 1651 VI; Cotton, pp. 81-82
        ("rules/sequence.tie", r"is stated in the \{source\}"),  # 1651 XI.5 names no lesser runs
        ("rules/play.last-trick", "winner also led"),  # Hoyle 1909, Skill: "the last counting two"
        ("rules/conduct.tricks", r"lies face down"),  # Cavendish, Playing 5: face upwards
        ("rules/blank.announce", "older books"),  # Penguin and Denexa leave it free too
        ("rules/pique.within", "says much the same"),  # Cotton, p. 86: no word of the first card
        ("rules/hundred.target", "Hoyle himself set no number, so"),  # against Hoyle 1909
        ("history/count", "Five such games"),  # au cent 29: three games out of five
        ("history/pack", "one by one|single sentence"),  # Cavendish, Historical
        ("history/game", "nothing against it|number that he had not fixed"),
        ("history/timeline", r"\A\{\.pq-timeline\}\n1532"),  # the tract has no date
        ("rulesets/penguin", "a point or two|two other places"),
        ("rulesets/picquet1651", "costs all the points"),  # 1651 XII.4: all but the play
    ],
)
def test_what_a_page_said_wrongly_it_says_no_more(page: str, said: str) -> None:
    (path,) = (ROOT / "docs").glob(f"{page}.*")
    assert not re.search(said, path.read_text("utf-8"))


def test_the_errata_are_reached_from_where_an_edition_is_spoken_of() -> None:
    for page in ("editions/index.md", "colophon.md"):
        assert "{doc}`errata </docs/errata>`" in (ROOT / "docs" / page).read_text("utf-8")
    assert "docs/errata" in (ROOT / "index.md").read_text("utf-8")
