"""The same cards under every rule set: the differences in points.

Two deals of Hoyle's Games Modernized, A versus B and the 170, are replayed under the other rule sets and
under readings that a text allows; the record is adapted, not changed.
"""

from pathlib import Path

import pytest
from random_play import AB, named, read
from rule_set_games import BOOKS, SMALL, variant
from test_invariants_of_rule_sets import last_trick, trick_points, value

from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Scored, tally
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Replay
from piquet_core.rules import RuleSet

TOPS = named("hoyle1909-170")
# Lead one and capture one, nothing more for winning one's own lead.
LEAD_AND_CAPTURE: dict[str, object] = {"play.lead": 1, "play.lead-wins": 0, "play.capture": 1}

TABLE: dict[str, tuple[str, dict[str, object], tuple[int, int], tuple[int, int]]] = {
    # rule set, or a reading of one: (rule set, other answers, A v. B, the tops). A rule set without a row
    # here is compared with `worked_out`, like the others.
    "little": ("little", {}, (40, 22), (170, 0)),
    "modern": ("modern", {}, (43, 23), (170, 0)),
    "modern, no last trick in a capot": (
        "modern",
        {"play.last-trick-capot": False},
        (43, 23),
        (169, 0),
    ),
    "rubicon": ("rubicon", {}, (43, 23), (170, 0)),
    "rubicon with the old scoring": (
        "rubicon",
        {"point.compare": "pips", "point.score": "tens", "play.low-cards": False},
        (40, 22),
        (170, 0),
    ),
    "hoyle1909": ("hoyle1909", {}, (43, 23), (170, 0)),
    "penguin, whose own example counts one or two": ("penguin", {}, (42, 23), (169, 0)),
    "penguin, a two split between lead and capture": (
        "penguin",
        LEAD_AND_CAPTURE,
        (42, 23),
        (169, 0),
    ),
    "denexa": ("denexa", {}, (48, 27), (181, 0)),
    "denexa, lead and capture": ("denexa", LEAD_AND_CAPTURE, (42, 23), (169, 0)),
    "cavendish": ("cavendish", {}, (43, 23), (170, 0)),
    "cavendish-au-cent": ("cavendish-au-cent", {}, (43, 23), (170, 0)),
}


ROWS = [*TABLE, *(name for name in SMALL if name not in TABLE)]
# Good holdings as printed: A's point in cards and in pips, the lengths of A's sequences, the sizes of A's
# sets and of B's.
GOOD: dict[Path, tuple[tuple[int, int], list[int], list[int], list[int]]] = {
    AB: ((6, 55), [5, 3], [], [4, 3]),
    TOPS: ((3, 31), [3, 3, 3, 3], [4, 4, 4], []),
}


def rules_of(row: str) -> RuleSet:
    if row not in TABLE:
        return BOOKS[row]
    base, changes, _, _ = TABLE[row]
    return variant(base, changes, f"row-{list(TABLE).index(row)}") if changes else BOOKS[base]


def worked_out(rules: RuleSet, path: Path) -> tuple[int, int]:
    """Compute both totals from the answers and the printed holdings, without the log.

    In neither deal does an adversary's score bar a bonus, and neither has a pique: A versus B stands at 25
    to nothing when B first scores.
    """
    (cards, pips), sequences, sets, theirs = GOOD[path]
    tens = rules.choice("point.score").value == "tens"
    by_length, least = rules.numbers("sequence.scores").value, rules.number("sequence.least").value
    by_size = {3: value(rules, "set.trio"), 4: value(rules, "set.quatorze")}
    total = [
        ((pips + 5) // 10 if tens else cards)
        + sum(by_length[length - least] for length in sequences if length >= least)
        + sum(by_size[size] for size in sets),
        sum(by_size[size] for size in theirs),
    ]
    for seat in Seat:
        if total[seat] >= value(rules, "repique.threshold"):
            total[seat] += value(rules, "repique.bonus")
    # The cards are those of the record under all rules; only their values differ.
    final = replay_record(read(path), BOOKS["hoyle1909"], adapt=True).steps[-1].state
    for seat, worth in trick_points(rules, final.taken):
        total[seat] += worth
    total[final.taken[-1].winner] += last_trick(rules, final)
    for seat in Seat:
        if final.tricks[seat] >= value(rules, "cards.majority"):
            capot = not final.tricks[seat.other]
            if not capot or rules.choice("capot.mode").value == "on-top":
                total[seat] += value(rules, "cards.points")
            total[seat] += value(rules, "capot.points") if capot else 0
    return total[0], total[1]


def heads(played: Replay) -> dict[str, int]:
    """Return the points of both players by rule."""
    found: dict[str, int] = {}
    for event in played.events:
        if isinstance(event, Scored):
            found[event.rule] = found.get(event.rule, 0) + event.points
    return found


def test_every_rule_set_of_thirty_two_cards_has_its_row() -> None:
    plain = {row for row in ROWS if row not in TABLE}
    assert {base for base, changes, _, _ in TABLE.values() if not changes} | plain == set(SMALL)


@pytest.mark.parametrize("row", TABLE)
def test_the_rows_of_the_table_are_those_that_the_answers_give(row: str) -> None:
    _, _, hoyle, tops = TABLE[row]
    assert [worked_out(rules_of(row), path) for path in (AB, TOPS)] == [hoyle, tops]


@pytest.mark.parametrize("row", ROWS)
def test_the_two_hands_under_every_rule_set(row: str) -> None:
    for path in (AB, TOPS):
        expected = worked_out(rules_of(row), path)
        played = replay_record(read(path), rules_of(row), adapt=True)
        assert played.steps[-1].id == "result", played.findings
        assert played.steps[-1].score == expected == tally(played.events)
        # Only the book's printed totals differ, no card or call.
        assert all(finding.message.startswith("the source has") for finding in played.findings)


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("path", [AB, TOPS], ids=lambda path: path.stem)
def test_no_two_steps_share_an_id(row: str, path: object) -> None:
    record = read(AB if path == AB else TOPS)
    ids = [step.id for step in replay_record(record, rules_of(row), adapt=True).walk()]
    assert len(set(ids)) == len(ids)


def test_little_counts_no_low_cards_and_no_point_ending_in_four() -> None:
    """A leads four low diamonds, and B an eight; the point is 55: six by tens and by cards."""
    new, old = (
        replay_record(read(AB), BOOKS[name], adapt=True) for name in ("hoyle1909", "little")
    )
    silent = [
        step.id
        for step in old.steps
        if step.id[0] == "t"
        and step.score == old.steps[old.steps.index(step) - 1].score
        and any(isinstance(event, Scored) for event in new.step(step.id).events)
    ]
    assert silent == ["t2e", "t6y", "t10e", "t11e"]
    assert heads(new)["point.score"] == heads(old)["point.score"] == 6
    first = next(
        (a.id, a.score, b.score)
        for a, b in zip(new.steps, old.steps, strict=False)
        if a.score != b.score
    )
    assert first == ("t2e", (26, 17), (25, 17))


def test_denexa_pays_leader_and_winner_and_the_cards_at_the_seventh_trick() -> None:
    played = replay_record(read(AB), BOOKS["denexa"], adapt=True)
    assert heads(played)["play.lead"] == 12
    assert heads(played)["play.lead-wins"] + heads(played)["play.capture"] == 12
    ids = [step.id for step in played.steps]
    assert ids[ids.index("cards") - 1] == "t12y", "A's seventh trick is the last"
    tops = replay_record(read(TOPS), BOOKS["denexa"], adapt=True)
    in_cards = [e for e in tops.events if isinstance(e, Scored) and e.reckon == "cards"]
    assert [(e.points, e.rule) for e in in_cards] == [(10, "cards.points"), (30, "capot.points")]
    order = [e.rule for e in tops.events if isinstance(e, Scored)]
    assert order.index("cards.points") < order.index("capot.points") - 5


def test_penguin_pays_a_trick_to_its_winner() -> None:
    played = replay_record(read(AB), BOOKS["penguin"], adapt=True)
    by_rule = heads(played)
    assert "play.lead" not in by_rule
    assert "play.last-trick" not in by_rule
    # The leader wins eight tricks; four are captured.
    assert by_rule["play.lead-wins"] + by_rule["play.capture"] // 2 == 12


def test_the_older_game_is_the_newer_one_when_all_its_answers_are_changed() -> None:
    """The options are independent, and together they make up the difference."""
    changes: dict[str, object] = {
        "point.compare": "cards-then-pips",
        "point.score": "one-a-card",
        "play.low-cards": True,
    }
    for path in (AB, TOPS):
        made = replay_record(
            read(path), variant("little", changes, "little-made-modern"), adapt=True
        )
        assert tally(made.events) == tally(
            replay_record(read(path), BOOKS["modern"], adapt=True).events
        )


def test_a_capot_on_top_of_the_cards_is_one_step_wherever_the_ten_is_counted() -> None:
    early = replay_record(read(TOPS), BOOKS["denexa"], adapt=True)
    assert early.step("t7y").score[0] - early.step("t7e").score[0] == 1 + 10
    assert early.step("cards").score == (181, 0)
    late = replay_record(read(TOPS), variant("denexa", {"cards.when": "end"}, "late"), adapt=True)
    assert [e.points for e in late.step("cards").events if isinstance(e, Scored)] == [10, 30]
    assert late.step("cards").score == (181, 0)
