"""The library of deals: every record is correct, no step loses its address, and pages keep their promises.

golden/step-ids.txt has the addresses. No id is ever removed, since links may use it; PIQUET_GOLDEN=write
adds those of new deals and steps.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from random_play import DEALS, E, Y, named, read

from piquet_core.engine.events import Scored
from piquet_core.errors import RuleSetError
from piquet_core.notation import CardMark, dumps, loads
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Replay
from piquet_core.replay.what_if import start_variation
from piquet_core.rules import CHANGED, find_ruleset
from piquet_core.views import Links, render_deal_as_text

PATHS = sorted(DEALS.glob("*.piquet"))
GOLDEN = Path(__file__).parent / "golden" / "step-ids.txt"


def replay_of_text(name: str) -> Replay:
    return replay_record(read(named(name)))


def published() -> dict[str, list[str]]:
    lines = GOLDEN.read_text("utf-8").splitlines() if GOLDEN.exists() else []
    return {name: ids.split() for name, _, ids in (line.partition(": ") for line in lines)}


# -- every record --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_record_holds_and_every_printed_total_is_compared(path: Path) -> None:
    record = read(path)
    replay = replay_record(record)
    assert replay.findings == (), f"run: piquet check {path}"
    assert len(replay.checks) == sum(len(line.totals) for line in record.lines)
    assert all(check.agrees for check in replay.checks)
    assert record.tag("Id") == path.stem, f"{path}: the Id is not the name of the file"
    assert dumps(record) == path.read_text("utf-8"), f"{path} is not in the canonical format"


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_what_comes_from_no_source_claims_no_printed_total(path: Path) -> None:
    record = read(path)
    if not record.tag("Source"):
        assert not replay_record(record).checks, f"{path}: printed totals need a Source"
        assert not record.tag("Year"), f"{path}: a Year needs a Source"
        certainty = set(record.tag("Certainty").split())
        assert certainty >= {"deal=inferred", "score=inferred"}, f"{path}: complete the Certainty"


RULES_OF_THEMES = {
    "capot": "capot.points",
    "repique": "repique.bonus",
    "carte-blanche": "blank.points",
}


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_what_happens_in_a_deal_is_among_its_themes(path: Path) -> None:
    record = read(path)
    scored = {event.rule for event in replay_record(record).events if isinstance(event, Scored)}
    for theme, rule in RULES_OF_THEMES.items():
        told = theme in record.tag("Theme").split()
        assert told == (rule in scored), (
            f"{path}: {'remove' if told else 'add'} the Theme {theme}, since the deal "
            f"{'does not score' if told else 'scores'} {rule}"
        )


def test_no_published_step_is_lost_and_every_step_is_published() -> None:
    known = published()
    now = {path.stem: [step.id for step in replay_record(read(path)).walk()] for path in PATHS}
    if os.environ.get("PIQUET_GOLDEN") == "write":
        for name, ids in now.items():
            known[name] = [
                *known.get(name, []),
                *(id for id in ids if id not in known.get(name, [])),
            ]
        text = "".join(f"{name}: {' '.join(ids)}\n" for name, ids in sorted(known.items()))
        GOLDEN.write_text(text, "utf-8")
    for name, ids in known.items():
        assert set(ids) <= set(now[name]), f"{name}: the address of a published step is gone"
    added = {name: ids for name, ids in now.items() if set(ids) != set(known.get(name, []))}
    assert not added, (
        f"add the addresses of {', '.join(added)} with "
        "PIQUET_GOLDEN=write .venv/bin/python -m pytest -q tests/engine/test_library.py"
    )


@pytest.mark.parametrize("name", sorted(published()))
def test_every_published_step_is_replayed(name: str) -> None:
    replay = replay_of_text(name)
    for id in published()[name]:
        step = replay.step(id)
        assert step.events or step.action is not None or step.line is not None


# -- Les Fâcheux ---------------------------------------------------------------------------------


def test_of_the_36_cards_seventeen_are_supplied() -> None:
    """FACHEUX 7: thirteen are attested, six follow by arithmetic, three are forced, fourteen chosen."""
    marks = {one.card: one.mark for _, one in read(named("facheux")).dealt()}
    supplied = {str(card) for card, mark in marks.items() if mark is CardMark.INFERRED}
    forced = {"SA", "H9", "H7"}
    chosen = {"SK", "SJ", "S8", "CK", "CQ", "C9", "C7", "CJ", "C8", "S9", "S7", "S6", "CT", "C6"}
    assert supplied == forced | chosen
    assert sum(mark is CardMark.STATED for mark in marks.values()) == 13 + 6


def test_with_the_other_ace_it_ends_38_to_2() -> None:
    """Against 98 and 40 from before: a hundred for Alcippe, 78 for Saint-Bouvain."""
    own = start_variation(replay_of_text("facheux"), "t11y", ["CA", "H6", "HA"])
    assert own.steps[-1].score == (38, 2)
    assert own.next == "over"


def pique(replay: Replay) -> Iterator[str]:
    for step in replay.steps:
        if any(isinstance(event, Scored) and event.rule == "pique.bonus" for event in step.events):
            yield step.id


@pytest.mark.parametrize(
    ("changes", "at", "total"),
    [
        ("", [], 69),
        (",point.score=one-a-card", ["last"], 100),
        (",play.low-cards=yes", ["t8e"], 105),
        (",point.score=one-a-card,play.low-cards=yes", ["t7e"], 106),
    ],
)
def test_with_the_counting_switched_the_pique_appears(
    changes: str, at: list[str], total: int
) -> None:
    record = read(named("facheux"))
    played = replay_record(record, find_ruleset(f"old36{changes}"), adapt=True)
    assert list(pique(played)) == at
    assert played.steps[-1].score == (total, 0)


# -- an answer changed ---------------------------------------------------------------------------


def test_a_changed_answer_is_marked_as_nobodys() -> None:
    rules = find_ruleset("old36,point.score=one-a-card")
    assert rules.title.endswith(", but the worth of the point: one for each card")
    answer = rules.choice("point.score")
    assert (answer.note, answer.citations) == (CHANGED, ())
    same = [id for id, one in rules.answers.items() if one is find_ruleset("old36").answers[id]]
    assert len(same) == len(rules.answers) - 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("old,point.score=tens", "unknown rule set"),
        ("old36,point.worth=tens", "no such rule"),
        ("old36,point.score=many", "'many' is not an answer"),
        ("old36,play.low-cards", "'' is not an answer"),
        ("old36,pack.size=32", "a pack of 32 has its 8 ranks"),
        ("old36,point.pips=9", "'9' is not an answer"),
        ("old36" + ",play.low-cards=yes" * 25, "at most 24 answers can be changed"),
    ],
)
def test_a_change_that_makes_no_game_is_refused(text: str, said: str) -> None:
    with pytest.raises(RuleSetError) as error:
        find_ruleset(text)
    assert said in str(error.value)


# -- the other deals -----------------------------------------------------------------------------


def test_the_sample_deal_leaves_five_spades_open() -> None:
    """The prose gives the queen to elder, and ace and king to younger, who has no fourth ten."""
    marks = {one.card: (place, one.mark) for place, one in read(named("penguin-sample")).dealt()}
    left = {str(card): place for card, (place, mark) in marks.items() if mark is CardMark.ANYTHING}
    assert set(left) == {"SJ", "ST", "S9", "S8", "S7"}
    assert left["ST"] != "younger"
    assert left["SJ"] == "talon"


def test_the_sample_deal_has_nine_totals() -> None:
    """For elder 15, 16, 17, 18 and in the end 18; for younger 22, 24, 31 and 41."""
    printed = [(check.seat, check.printed) for check in replay_of_text("penguin-sample").checks]
    assert [points for seat, points in printed if seat is E] == [15, 16, 17, 18, 18]
    assert [points for seat, points in printed if seat is Y] == [22, 24, 31, 41]


@pytest.mark.parametrize(("name", "total"), [("most-172", 172), ("most-174", 174)])
def test_the_tops_with_a_carte_blanche(name: str, total: int) -> None:
    assert replay_of_text(name).steps[-1].score == (total, 0)


def test_the_capot_of_172_cannot_be_stopped_in_the_play() -> None:
    """Younger's only diamond falls to the ace; then each of elder's leads is the best of its suit."""
    state = replay_of_text("most-172").step("dy").state
    elder, younger = state.hands
    for card in elder:
        beaten = [one for one in younger.suit(card.suit) if one.rank > card.rank]
        assert [str(one) for one in beaten] in ([], ["DK"])


# -- what a page says about a difference ------------------------------------------------------------


def test_a_difference_shows_its_step_both_figures_and_the_clause() -> None:
    text = named("hoyle1909-ab").read_text("utf-8").replace("cards e=43", "cards e=41")
    html = render_deal_as_text(replay_record(loads(text)), Links(rule="../rules/{}.html"))
    said = (
        'The source prints 41 for A; the rules give 43 by <a href="../rules/cards.points.html">'
        "cards.points</a>."
    )
    assert html.count(said) == 2, "at the step, and where all is summed up"
    assert '<a href="#cards">Step cards</a>: ' in html
    assert "29 of them are right" in html


def test_a_deal_without_printed_totals_does_not_claim_any() -> None:
    html = render_deal_as_text(replay_of_text("facheux"), Links())
    assert "The source prints no running totals." in html
    assert "The source does not name these cards; we infer them" in html
    assert "The record names no source" in render_deal_as_text(replay_of_text("most-172"), Links())
    assert "The source prints one total" in render_deal_as_text(
        replay_of_text("hoyle1909-170"), Links()
    )
