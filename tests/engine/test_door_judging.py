"""What each decision of a deal cost, as a page asks for it: one after another, then the whole sheet."""

import re
from pathlib import Path
from typing import Any

from test_bridge import RECORD, ask

from piquet_core.advice.review import review
from piquet_core.records.notation import loads
from piquet_core.records.replay import run

# In the third example on sinking B, in trick 10, plays the knave of clubs, and should throw the ace of
# diamonds; docs/judging.md says what that costs.
SINKING = (Path(__file__).parents[2] / "docs/deals/cavendish-s3.piquet").read_text("utf-8")


def ok(op: str, **args: Any) -> dict[str, Any]:
    answer = ask(op, **args)
    assert "ok" in answer, answer
    found: dict[str, Any] = answer["ok"]
    return found


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_decisions_are_judged_one_after_another() -> None:
    """Two exchanges, and twelve cards of each player."""
    assert ok("judge-step", record=SINKING, number=0) == {"of": 26}
    assert ok("judge-step", record=SINKING, number=25) == {"of": 26}
    for number in (26, -1, "1"):
        assert ask("judge-step", record=SINKING, number=number)["error"]["kind"] == "request"


def test_the_dearest_decision_leads_to_its_step() -> None:
    html = ok("deal-costs", record=SINKING, prefix="deal-2-")["html"]
    assert 'href="#deal-2-t10y"' in html
    said = plain(html)
    assert "13 of 13 as good as the best" in said
    assert "12 of 13 as good as the best" in said
    assert re.search(r"knave|jack of clubs ; better .{0,20}ace of diamonds", said)
    assert "Cost 1 point ; as the cards lay, 32 points" in said


def test_the_sheet_says_what_the_review_says() -> None:
    """A against B: no decision can be told from the best, and the play loses nothing with open cards."""
    found = review(run(loads(RECORD)))
    assert all(one.is_best for one in found.judgements)
    said = plain(ok("deal-costs", record=RECORD)["html"])
    assert said.count("13 of 13 as good as the best") == 2
    assert said.count("the play cost nothing") == 2
    assert "No decision can be told from the best." in said


def test_a_record_of_nothing_but_hands_has_nothing_to_judge() -> None:
    dealt = ok("deal", rules="hoyle1909", id="")["text"]
    assert ok("judge-step", record=dealt) == {"of": 0}
    assert "there is nothing to judge" in ok("deal-costs", record=dealt)["html"]


def test_a_line_of_the_readers_own_is_judged_as_far_as_it_goes() -> None:
    """In trick 10 B throws the ace of diamonds instead, as Cavendish advises: that costs nothing."""
    own = {"record": SINKING, "at": "t10y", "moves": ["DA"]}
    assert ok("judge-step", **own, number=0) == {"of": 22}  # two exchanges, and ten tricks
    said = plain(ok("deal-costs", **own)["html"])
    assert "as the cards lay, 32 points" not in said
    assert ask("judge-step", record=SINKING, at="t99y", number=0)["error"]["kind"] == "request"


def test_what_stands_before_a_step_is_escaped() -> None:
    html = ok("deal-costs", record=SINKING, prefix='"><img src=x>')["html"]
    assert "<img" not in html


def test_a_fault_in_a_record_is_told() -> None:
    assert ask("judge-step", record="nonsense", number=0)["error"]["kind"] == "notation"
