"""Positions: the file of the site, what the engine finds in it, a strict loader, and pages of a tiny project."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

sys.path.append(str(Path(__file__).parents[1] / "engine"))

from brute_force import Brute
from project import Project, words_of
from schema_checker import faults

from piquet_core.cards.cards import Hand, parse_card, parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.citations import find_subject, references
from piquet_core.citations.formats import FORMATS
from piquet_core.errors import RuleSetError
from piquet_core.export import Site
from piquet_core.publication import Edition
from piquet_core.rules import load_ruleset
from piquet_core.simulator.call_scores import call_scorer
from sphinx_piquet.replays.positions import BookPosition, load_positions, read_positions
from website.positions_json import SCHEMA, positions_document

pytestmark = pytest.mark.site

FOLDER = Path(__file__).parents[2] / "docs/positions"
POSITIONS = load_positions(FOLDER / "positions.toml")
WITH_RECORD = [one for one in POSITIONS.values() if one.record]


def cards(one: BookPosition) -> Hand:
    found = one.hands[0] | one.hands[1] | one.laid_out[0] | one.laid_out[1]
    return found if one.led is None else found | Hand.of([one.led])


# -- the file of the site --------------------------------------------------------------------------


def test_the_site_has_every_kind_of_position_once() -> None:
    groups = {one.group for one in POSITIONS.values()}
    pages = {path.stem for path in FOLDER.glob("*.md")}
    assert groups == pages - {"index"}
    assert {path.name for path in FOLDER.glob("*.piquet")} == {
        f"{one.id}.piquet" for one in WITH_RECORD
    }


@pytest.mark.parametrize("one", WITH_RECORD, ids=lambda one: one.id)
def test_a_record_ends_at_the_decision_of_the_player_who_is_asked(one: BookPosition) -> None:
    assert one.hands[one.decides]
    if one.values:
        assert {*one.values} <= {*one.hands[one.decides]}


# The book's answer is among the best cards with both hands open. In cavendish-p11 it is the safe card
# and not the best one; in cavendish-p4 either suit can save the cards.
BEST = {
    "cavendish-s4": {"DQ", "DJ"},
    "cavendish-p6": {"HA", "HK", "CA"},
    "cavendish-p7": {"CQ", "CJ", "C9", "C7"},
    "cavendish-p9": {"HA", "HK", "CA", "CK"},
    "cavendish-p10": {"DA"},
    "cavendish-p4": {"DK", "D9", "D8"},
}


@pytest.mark.parametrize("id", BEST)
def test_the_answer_of_the_book_is_a_best_card(id: str) -> None:
    values = POSITIONS[id].values
    best = max(values.values())
    assert {str(card) for card, value in values.items() if value == best} == BEST[id]


def test_the_king_of_clubs_is_safe_where_the_wrong_suit_loses_the_cards() -> None:
    values = {str(card): value for card, value in POSITIONS["cavendish-p11"].values.items()}
    assert values["HK"] < values["CK"] < values["SK"]


def test_the_ace_holds_the_adversary_to_four_points() -> None:
    """Case 6 of Hoyle's Games: 4 points after the ace, 5 after the queen or the jack."""
    one = POSITIONS["hoyle-6"]
    assert one.led is not None
    brute = Brute(load_ruleset("little"), lambda _elder, younger: -younger)
    # Younger has scored 1 for the king led, and elder the cards.
    state = SimpleNamespace(
        calls=(),
        hands=one.hands,
        leader=Seat.YOUNGER,
        led=one.led,
        tricks=(7, 0),
        score=(0, 1),
        bonus=Seat.ELDER,
    )
    found = brute.values(cast(Any, state))
    assert {str(next(iter(Hand(1 << card)))): -value for card, value in found.items()} == {
        "CA": 4,
        "CQ": 5,
        "CJ": 5,
    }


def test_thirteen_cards_fill_the_pack() -> None:
    one = POSITIONS["cavendish-thirteen"]
    assert len(cards(one)) == 32
    assert [len(hand) for hand in (*one.hands, *one.laid_out)] == [12, 13, 5, 2]


def test_a_hand_of_every_trick_counts_thirteen() -> None:
    one = POSITIONS["cavendish-all-twelve"]
    scorer = call_scorer(load_ruleset(one.rules))
    younger = parse_hand("T97.Q9.T97.KJ87")
    assert scorer.call_result(one.hands[0].mask, younger.mask).points == (13, 0)


# -- the loader ------------------------------------------------------------------------------------

GOOD = """
[one]
group = "here"
title = "One"
place = "Page 1"
works = ["cotton1674"]
year = 1674
rules = "old36"
decides = "elder"
elder = "AK..."
grade = "partial"
open = ["The rest."]
question = "Which?"
answer = "The ace."
certainty = "Sure."
themes = ["capot"]
about = ["play.lead"]
"""


def test_a_position_is_read() -> None:
    (one,) = read_positions(GOOD, "x.toml", FOLDER).values()
    assert one.hands[0] == Hand.of([parse_card("SA"), parse_card("SK")])
    assert (one.dated, one.lesson, one.values) == ("1674", "", {})


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('group = "here"', 'grop = "here"', "x.toml.one: unknown key 'grop'"),
        ('works = ["cotton1674"]', "", "name its 'source'"),
        ('rules = "old36"', 'rules = "old"', "x.toml.one.rules: no such rule set"),
        ('decides = "elder"', 'decides = "dealer"', "x.toml.one.decides: unknown player 'dealer'"),
        ('elder = "AK..."', 'elder = "AK..."\nyounger = "A..."', "SA is given twice"),
        ('rules = "old36"\n', 'rules = "hoyle1909"\nyounger = "6..."\n', "is not in the pack"),
        ('grade = "partial"', 'grade = "half"', "x.toml.one.grade: unknown grade 'half'"),
        ('open = ["The rest."]', "", "'open' must say"),
        ('themes = ["capot"]', 'themes = ["glory"]', "x.toml.one.themes: unknown theme 'glory'"),
        ('about = ["play.lead"]', 'about = ["play.leed"]', "play.leed"),
        ("year = 1674", 'year = "1674"', "x.toml.one.year: expected int"),
        ("year = 1674", "year = 1674\nsolved = true", "only a position with a record"),
        (
            'elder = "AK..."',
            'record = "none.piquet"',
            "x.toml.one.record: the record cannot be read",
        ),
    ],
)
def test_a_wrong_position_is_refused_with_its_place(old: str, new: str, said: str) -> None:
    assert old in GOOD
    with pytest.raises(RuleSetError, match=re.escape(said)):
        read_positions(GOOD.replace(old, new), "x.toml", FOLDER)


# -- citation and data -----------------------------------------------------------------------------


def test_a_position_is_cited_with_its_source() -> None:
    cited = {id: one.cited for id, one in POSITIONS.items()}
    edition = Edition(version="1.0", date="2030-01-05", home="https://a.example/", published=True)
    subject = find_subject("position:cavendish-p6", positions=cited)
    text = FORMATS["plain"].write(references(subject, edition, "docs/positions/cavendish.html"))
    assert "Cash the winners first" in text
    assert "docs/positions/cavendish.html#position-cavendish-p6" in text
    assert "example 6" in text.lower()
    for id in POSITIONS:
        assert find_subject(f"position:{id}", positions=cited).kind == "position"


def test_the_document_conforms_to_its_schema_and_has_no_markup() -> None:
    made = json.loads(json.dumps(positions_document(POSITIONS.values(), Site())))
    schema = json.loads(SCHEMA.read_text("utf-8"))
    assert faults(made, schema, schema) == []
    assert "{cards}" not in json.dumps(made)
    made["positions"][0]["grade"] = "half"
    assert faults(made, schema, schema)


# -- pages -----------------------------------------------------------------------------------------

PAGES = {
    "index": "# Top\n\n{position}`one` {doc}`list`\n\n```{toctree}\n:glob:\n\n*\n```\n",
    "here": "# Here\n\n```{positions} here\n```\n",
    "list": "# List\n\n```{position-list}\n```\n",
    "lead": "# The point for leading\n\n```{rule} play.lead\n```\n",
}
PLAIN = GOOD.replace('works = ["cotton1674"]', 'source = ["hoyle1909:calling.2"]').replace(
    "old36", "hoyle1909"
)


@pytest.fixture(scope="module")
def built(shared_project: Callable[[], Project]) -> Project:
    project = shared_project()
    project.write({**PAGES, "books": "# Books\n\n```{sources}\n```\n"})
    (project.path / "positions.toml").write_text(PLAIN, "utf-8")
    assert project.build() == (0, "")
    return project


def test_a_position_has_an_address_a_covered_answer_and_a_citation(built: Project) -> None:
    page = built.read("here.html")
    section = page[page.index('<section id="position-one">') :]
    covered = re.search(
        r"<details[^>]*>\s*<summary[^>]*>.*?Answer.*?</details>", section, re.DOTALL
    )
    assert covered
    assert " open" not in covered[0].partition(">")[0]
    assert "The ace." in words_of(covered[0])
    assert "The ace." not in words_of(section[: covered.start()])
    assert "Elder: spades: ace, king" in section
    assert "position:one" in section
    assert 'href="here.html#position-one"' in built.read("index.html")
    assert 'id="position-one"' in built.read("list.html")


def test_an_unknown_group_is_an_error(project: Project) -> None:
    project.write(PAGES | {"here": "# Here\n\n```{positions} there\n```\n"})
    (project.path / "positions.toml").write_text(PLAIN, "utf-8")
    code, err = project.build("dummy")
    assert code != 0
    assert "no such group 'there'; choose one of here" in err
