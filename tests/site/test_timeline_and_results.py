"""The stage besides cards: the timeline, and the row of results by rule set."""

import random
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from piquet_core.engine.state import Phase
from piquet_core.notation import loads
from piquet_core.replay.new_deal import new_deal
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Replay
from piquet_core.replay.visibility import observe
from piquet_core.replay.what_if import start_variation
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.views.reference_links import Links
from piquet_core.views.replay.rule_set_results import (
    RuleSetResult,
    incompatible_rule_sets,
    render_rule_set_results,
    rule_set_results,
)
from piquet_core.views.replay.step_view import render_story
from piquet_core.views.replay.timeline import FULL, HEIGHT, phases, render_timeline
from sphinx_piquet.views.deal_list import decisive_step

DEALS = Path(__file__).parents[2] / "docs/deals"
AB = (DEALS / "hoyle1909-ab.piquet").read_text("utf-8")
NAMES = ("A", "B")


def ab() -> Replay:
    return replay_record(loads(AB))


def every() -> list[Replay]:
    return [
        replay_record(loads(path.read_text("utf-8"))) for path in sorted(DEALS.glob("*.piquet"))
    ]


# -- the acts --------------------------------------------------------------------------------------


def test_the_acts_of_the_deal_of_1909_are_those_of_its_story() -> None:
    found = phases(ab().steps, NAMES)
    tricks = [str(number) for number in range(1, 13)]
    assert [act.name for act in found] == ["Deal", "Exchange", "Calls", *tricks, "Count"]
    words = [act.words(NAMES) for act in found]
    # The book's own totals: 24 before the play, 25 and 17 in the first trick, 43 and 23 at the end.
    assert words[2:4] == ["Calls: A 24", "Trick 1: A 1, B 17"]
    assert words[-1] == "Count: A 11"


@pytest.mark.parametrize("replay", every(), ids=lambda replay: replay.record.tag("Id"))
def test_a_column_for_every_step_and_all_points_of_the_deal(replay: Replay) -> None:
    names = replay.record.players
    columns = [column for act in phases(replay.steps, names) for column in act.columns]
    assert [column.id for column in columns] == [step.id for step in replay.steps]
    for seat in (0, 1):
        assert sum(column.points[seat] for column in columns) == replay.steps[-1].score[seat]


@pytest.mark.parametrize("replay", every(), ids=lambda replay: replay.record.tag("Id"))
def test_the_picture_stays_in_its_frame_and_needs_no_style(replay: Replay) -> None:
    names = replay.record.players
    svg = ET.fromstring(render_timeline(phases(replay.steps, names), names, address="#"))
    assert not [one for one in svg.iter() if one.get("style")]
    edge = 0.0
    for tap in svg.iter("rect"):
        if tap.get("class") == "pq-tap":
            left = float(tap.get("x", "").removesuffix("%"))
            assert left == pytest.approx(edge, abs=0.1)
            edge = left + float(tap.get("width", "").removesuffix("%"))
        top = float(tap.get("y", "0"))
        assert 0 <= top <= top + float(tap.get("height", "")) <= HEIGHT
    assert edge == pytest.approx(100, abs=0.1)


def test_a_bar_grows_with_the_root_of_its_points_and_is_full_at_24() -> None:
    svg = ET.fromstring(render_timeline(phases(ab().steps, NAMES), NAMES))
    high = {
        step.get("data-step", ""): float(bar.get("height", ""))
        for step in svg.iter("g")
        for bar in step
        if "pq-of-elder" in bar.get("class", "")
    }
    assert high["ce"] / high["t1e"] == pytest.approx((FULL / 1) ** 0.5, abs=0.1)
    assert high["cards"] / high["t1e"] == pytest.approx(10**0.5, abs=0.1)


def test_every_act_leads_to_its_first_step_and_a_still_leads_nowhere() -> None:
    found = phases(ab().steps, NAMES)
    linked = ET.fromstring(render_timeline(found, NAMES, address="deal.html#"))
    hrefs = [link.get("href") for link in linked.iter("a")]
    assert hrefs[:4] == ["deal.html#deal", "deal.html#xe", "deal.html#pe", "deal.html#t1e"]
    still = ET.fromstring(render_timeline(found, NAMES, linked=False))
    assert not list(still.iter("a"))
    assert still.get("role") == "img"
    assert "Trick 1: A 1, B 17" in still.get("aria-label", "")


def test_of_a_deal_to_be_played_the_acts_to_come_have_their_places() -> None:
    """They have no links yet, and go as the deal is played."""
    replay = replay_record(new_deal(load_ruleset("hoyle1909"), random.Random(3)))
    names = ("Elder", "Younger")
    found = phases(replay.steps, names)
    assert [act.name for act in found] == [act.name for act in phases(ab().steps, NAMES)]
    assert [act.name for act in found if act.columns] == ["Deal"]
    drawn = ET.fromstring(render_timeline(found, names, address="#"))
    assert [link.get("href") for link in drawn.iter("a")] == ["#deal"]
    assert drawn.get("aria-label") is None
    own = start_variation(replay, "xe", ())
    exchanged = start_variation(
        replay, "xe", [str(card) for card in replay.steps[0].state.hands[0]][:1]
    )
    shown = phases((*exchanged.kept, *exchanged.steps), names, own.replay.steps)
    assert [act.name for act in shown if act.columns] == ["Deal", "Exchange"]


def test_a_variation_is_drawn_beside_the_line_that_it_leaves() -> None:
    """A throws the ace of spades at t6e; the rest of the printed line is drawn hollow."""
    replay = ab()
    own = start_variation(replay, "t6e", ["SA"])
    found = phases((*own.kept, *own.steps), NAMES, replay.steps)
    columns = {column.id: column for act in found for column in act.columns}
    assert set(columns) == {step.id for step in replay.steps}
    assert columns["t6e"].made
    assert not columns["t7y"].made
    assert columns["t7y"].printed == (0, 1)
    svg = ET.fromstring(render_timeline(found, NAMES, address="#"))
    hollow = [
        step.get("data-step")
        for step in svg.iter("g")
        for bar in step
        if bar.get("class", "").startswith("pq-ghost")
    ]
    assert "t7y" in hollow
    assert "t1e" not in hollow  # both lines say the same there


def test_markup_in_a_name_is_text_in_the_picture() -> None:
    names = ("<b>", '"')
    text = render_timeline(phases(ab().steps, names), names, address="#")
    assert "<b>" not in text
    ET.fromstring(text)


# -- the decisive moment ---------------------------------------------------------------------------


@pytest.mark.parametrize("replay", every(), ids=lambda replay: replay.record.tag("Id"))
def test_no_step_before_the_cards_brings_more_than_the_decisive_one(replay: Replay) -> None:
    scores = [(0, 0), *(step.score for step in replay.steps)]
    gains = {
        step.id: max(now - then for now, then in zip(step.score, before, strict=True))
        for step, before in zip(replay.steps, scores, strict=False)
        if step.id not in ("cards", "result")
    }
    assert gains[decisive_step(replay).id] == max(gains.values())


# -- the books -------------------------------------------------------------------------------------


def test_the_books_stand_by_their_date_those_without_one_last() -> None:
    years = [book.year for book in rule_set_results(ab())]
    dated = [year for year in years if year]
    assert dated == sorted(dated)
    assert years == dated + [""] * (len(years) - len(dated))


def test_every_book_with_the_pack_is_there_and_the_others_are_named() -> None:
    replay = ab()
    assert replay.rules is not None
    here = {book.value or replay.rules.id for book in rule_set_results(replay)}
    there = {rules.id for rules in incompatible_rule_sets(replay)}
    assert here | there == set(ruleset_ids())
    assert not here & there
    assert {load_ruleset(id).number("pack.size").value for id in here} == {32}


def test_each_result_is_what_the_engine_gives_by_that_book() -> None:
    """43 to 23 is printed; 40 to 22 results from the low cards in little Piquet."""
    replay = ab()
    results = {book.value: book.result for book in rule_set_results(replay)}
    assert results[""] == "43–23"
    assert results["little"] == "40–22"
    for value, result in results.items():
        if value:
            last = replay_record(replay.record, load_ruleset(value), adapt=True).steps[-1]
            assert last.state.phase is Phase.OVER
            assert result == f"{last.score[0]}–{last.score[1]}"


def test_a_changed_answer_stands_after_the_book_that_it_changes() -> None:
    replay = replay_record(loads((DEALS / "facheux.piquet").read_text("utf-8")))
    found = rule_set_results(replay, ["point.score=one-a-card"])
    values = [book.value for book in found]
    assert values.index("old36,point.score=one-a-card") == values.index("") + 1
    assert found[values.index("")].result == "69–0"
    assert found[values.index("") + 1].result == "100–0"
    # The chip is short; the adaptation is explained once under the row, and in its title.
    both = "point.score=one-a-card,play.low-cards=yes"
    html = render_rule_set_results(rule_set_results(replay, ["point.score=one-a-card", both]), [])
    names = re.findall(r"<span>([^<]*, changes? [^<]*)</span>", html)
    assert names == ["Old Piquet, 36 cards, change 1", "Old Piquet, 36 cards, changes 1 and 2"]
    assert html.count("<li>Change ") == 2
    assert "<li>Change 1: the worth of the point: one for each card.</li>" in html


@pytest.mark.parametrize(
    ("book", "said"),
    [
        ("hoyle1909", "low cards count as high ones do"),
        ("little", "only a ten or a higher card counts"),
    ],
)
def test_a_lead_says_why_it_counts_and_by_which_rule(book: str, said: str) -> None:
    replay = replay_record(loads(AB), load_ruleset(book), adapt=True)
    story = render_story(observe(replay.step("t1e"), None), ("A", "B"), Links(rule="{}.html"))
    why = f'In the play <a href="play.low-cards.html" class="pq-clause">{said}</a>; A scores 1'
    assert why in story


def test_a_deal_that_stops_early_has_books_without_results() -> None:
    text = AB[: AB.index("t2e ")]
    found = rule_set_results(replay_record(loads(text)))
    assert found
    assert {book.total for book in found} == {None}
    assert "<b>" not in render_rule_set_results(found, [])


def test_twenty_four_books_are_twenty_four_links_and_one_is_on_the_table() -> None:
    made_up = [
        RuleSetResult(
            value=f"book{number}" if number else "",
            name=f"A book {number}",
            year="1700",
            total=(number, 0),
        )
        for number in range(24)
    ]
    html = render_rule_set_results(made_up, [], "x-")
    links = re.findall(r'<a href="\?x-rules=(book\d+|)" class="pq-book-of ([a-z-]+)"', html)
    assert [value for value, _ in links] == [book.value for book in made_up]
    assert [kind for _, kind in links] == ["pq-own-book", *["pq-other"] * 23]
    assert html.count("aria-current") == 1
