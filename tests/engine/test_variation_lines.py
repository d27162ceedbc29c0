"""Variations as playable lines: the same cards, the same totals, and the record's comments."""

import json
from typing import Any

import pytest
from random_play import ROOT

from piquet_core.api.dispatch import handle
from piquet_core.errors import NotationError
from piquet_core.notation import dumps, loads
from piquet_core.replay.replay import replay_record
from piquet_core.replay.variations import find_variation, variations
from piquet_core.replay.what_if import start_variation
from piquet_core.views import Links, render_deal_as_text

RECORDS = sorted(
    path for folder in ("docs/deals", "tests/records") for path in (ROOT / folder).glob("*.piquet")
)
AB = (ROOT / "docs/deals/hoyle1909-ab.piquet").read_text(encoding="utf-8")
P16 = (ROOT / "docs/deals/cavendish-p16.piquet").read_text(encoding="utf-8")
# In the book A throws the king of hearts at t6e; here the ace of spades, after which B has two leads.
NESTED = """(implied
  t6e SA
  t7y SK
  (
    {The knave instead.}
    t7y SJ
    t7e D8
  )
  t7e D8
)
"""


def ask(op: str, **args: Any) -> Any:
    answer = json.loads(handle(json.dumps({"id": 1, "op": op, "args": args})))
    return answer["ok"]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_variation_played_by_its_address_is_the_variation(path: Any) -> None:
    replay = replay_record(loads(path.read_text(encoding="utf-8")))
    found = variations(replay)
    assert len(found) == sum(len(step.branches) for step in replay.walk())
    for way in found:
        own = start_variation(replay, way.at, way.moves)
        told = [(step.id.rpartition("-")[2], step.score) for step in way.branch.steps]
        assert [(step.id, step.score) for step in own.steps] == told


def nested() -> str:
    own = "\n(\n" + AB.partition("\n(\n")[2].partition("\n)\n")[0] + "\n)\n"
    assert AB.count(own) == 1
    return AB.replace(own, f"\n{NESTED}")


def test_a_variation_inside_another_begins_with_its_moves() -> None:
    outer, inner = variations(replay_record(loads(nested())))
    assert (outer.address, outer.source_words) == ("t6e~SA.SK.D8", "Implied by the source.")
    assert (inner.address, inner.source_words) == ("t6e~SA.SJ.D8", "Not in the source.")
    assert inner.branch.comment == "The knave instead."


def test_a_line_is_known_by_its_first_moves_and_no_line_by_none() -> None:
    replay = replay_record(loads(nested()))
    assert find_variation(replay, "t6e", ("SA",)) == variations(replay)[0]
    assert find_variation(replay, "t6e", ("SA", "SJ")) == variations(replay)[1]
    assert find_variation(replay, "t6e", ("D8",)) is None
    assert find_variation(replay, "t6e", ()) is None


def test_the_grade_of_a_variation_is_written_as_it_was_read() -> None:
    record = loads(nested())
    assert loads(dumps(record)) == record
    assert "\n(implied\n" in dumps(record)
    with pytest.raises(NotationError, match="no step is called 'certain'"):
        loads(nested().replace("(implied", "(certain"))


def test_the_account_says_whose_each_variation_is_and_leads_to_it() -> None:
    """Cavendish has the obvious line, and the seven of spades too late; the third line is ours."""
    html = render_deal_as_text(replay_record(loads(P16)), Links(), "x-")
    assert html.count("In the source in part; the rest is ours.") == 2
    assert html.count("Not in the source.") == 1
    assert 'href="?x-w=t9y~DJ.DQ.SA.SJ.SQ.SK.DK.DA#x-t9y"' in html


def test_the_table_offers_a_variation_at_its_step_to_whoever_sees_both_hands() -> None:
    both = {step["id"]: step["story"] for step in ask("replay", record=AB)["steps"]}
    assert 'data-variation="t6e~SA.' in both["t6e"]
    assert sum("data-variation" in story for story in both.values()) == 1
    for view in "ey":
        steps = ask("replay", record=AB, view=view)["steps"]
        assert not any("data-variation" in step["story"] for step in steps)


def test_a_line_that_the_record_has_comes_with_the_words_of_the_record() -> None:
    line = {"record": P16, "at": "t6e", "moves": ["CA", "CJ"]}
    own = ask("replay", **line)["variation"]
    assert own["provenance"] == "In the source in part; the rest is ours."
    assert own["remark"].startswith("If A plays the clubs first")
    assert ask("replay", **line, view="e")["variation"]["remark"] == ""
    assert "What if? In the source in part" in ask("transcript", **line)["text"]
    assert ask("record-text", **line)["text"] == dumps(loads(P16))
    other = ask("replay", record=P16, at="t6e", moves=["C7"])["variation"]
    assert (other["provenance"], other["remark"]) == ("Not in the source from trick 6 on.", "")
