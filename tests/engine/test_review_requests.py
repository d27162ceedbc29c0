"""Requests for reviews: the cost of each decision in turn, then the whole sheet."""

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from test_dispatch import RECORD, ask

from piquet_core.cards.cards import parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.review.deal_objective import objective_of
from piquet_core.review.deal_review import Judgement, review, unluckiest
from piquet_core.rules import load_ruleset
from piquet_core.sessions import HintSearch, move, next_deal, record_of, start_game
from piquet_core.solver.chances import HundredChances, partie_chance
from piquet_core.views.replay.decision_text import decision_sentence
from piquet_core.views.replay.expected_result_chart import (
    AXIS,
    DOWN,
    ExpectedResult,
    render_expected_result_chart,
)
from piquet_core.wording.player_names import PlayerNames

# In the third example on sinking B, in trick 10, plays the knave of clubs and should throw the ace of
# diamonds; docs/judging.md has the cost. B's exchange, in which the queen of hearts goes and the knave of
# clubs stays, costs less than a point.
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
    assert ok("review-decision", record=SINKING, number=0) == {"of": 26}
    assert ok("review-decision", record=SINKING, number=25) == {"of": 26}
    for number in (26, -1, "1"):
        assert ask("review-decision", record=SINKING, number=number)["error"]["kind"] == "request"


def test_the_dearest_decision_leads_to_its_step() -> None:
    html = ok("review-deal", record=SINKING, prefix="deal-2-")["html"]
    assert 'href="#deal-2-t10y"' in html
    said = plain(html)
    assert "12 of 12 as good as the best" in said
    assert "8 of 10 as good as the best" in said  # forced cards left out
    assert re.search(r"knave|jack of clubs ; better .{0,20}ace of diamonds", said)
    assert "Cost about 1 point ; as the cards lay, 32 points" in said


def test_what_is_said_of_another_line_says_so() -> None:
    """The line and its sheet say so; the deal itself does not."""
    found = ok("review-deal", record=SINKING, at="t10y", moves=["DA"])
    assert (
        plain(found["line"])
        .strip()
        .startswith("This is the review of the other line. As far as each player could know")
    )
    assert "the other line that is shown, and not about the printed line." in found["html"]
    printed = ok("review-deal", record=SINKING)
    assert "other line" not in printed["line"] + printed["html"].replace("In a better line", "")
    # Dealt cards are no line that another could leave.
    dealt = ok("deal", rules="hoyle1909", id="32-XY8BPT54XW5N-D")["text"]
    assert "other line" not in ok("review-deal", record=dealt, at="xe", moves=[])["html"]


def test_every_decision_that_cost_something_has_both_costs_on_the_sheet() -> None:
    """B's knave of clubs in trick 10 is among them; docs/judging.md has its cost."""
    html = ok("review-deal", record=SINKING)["html"]
    rows = [plain(row) for row in re.findall(r"<tr><t[hd].*?</tr>", html) if "<td" in row]
    assert len(rows) == 2  # decisions without a cost share one line
    assert "The other 11 lost nothing." in plain(html)
    assert re.search(r"Trick 10 : B 1\.0 32 ", next(one for one in rows if " 32 " in one))
    assert "Calls, answers and counts are not judged: Master leaves them" in plain(html)


def test_the_sheet_says_what_the_review_says() -> None:
    """A against B: no decision can be distinguished from the best, and no card loses anything with open
    hands.
    """
    found = review(replay_record(loads(RECORD)))
    assert all(one.is_best for one in found.judgements)
    said = plain(ok("review-deal", record=RECORD)["html"])
    assert "10 of 10 as good as the best" in said
    assert "11 of 11 as good as the best" in said
    assert said.count("the play cost nothing") == 2
    assert "No decision was worse than the best." in said
    assert "Every decision" not in said  # the absence of losses is said once


def test_a_deal_of_a_partie_is_judged_for_the_partie() -> None:
    """In the last deal A is 47 behind: in trick 8 B's card costs a chance that points alone do not show."""
    last = (Path(__file__).parents[2] / "docs/deals/cavendish-p18.piquet").read_text("utf-8")
    replay = replay_record(loads(last))
    assert replay.rules is not None
    won = partie_chance(replay.rules, before=(43, 90), left=0)
    assert objective_of(replay) == won
    found = {one.step: one for one in review(replay, objective=won).judgements}
    assert found["t8y"].cost == pytest.approx(found["t8y"].after - found["t8y"].before)
    said = plain(ok("review-deal", record=last)["html"])
    assert "by the chance to win the partie, to which A comes with 43 and B with 90" in said
    fell = round(found["t8y"].cost)
    assert f"B’s chance to win the partie fell by about {fell}%" in said
    assert "in a hundred" not in said
    # It does not say how many deals are left.
    without = SINKING.replace('[Elder "A"]', '[Elder "A"]\n[Before "43 90"]')
    assert objective_of(replay_record(loads(without))) is None
    assert "by the points of this deal alone" in plain(ok("review-deal", record=without)["html"])


def test_the_record_of_a_partie_says_how_it_stood_and_how_many_deals_were_left() -> None:
    session = start_game(load_ruleset("rubicon"), "rubicon", seed="stood")
    told = []
    for number in range(1, 4):
        while not session.deal_is_over:
            session = move(session, HintSearch(session).first.move)
        record = record_of(session, number)
        told.append((record.tag("Before"), record.tag("Left")))
        session = next_deal(session)
    first, second = (table.state.score for table in session.played[:2])
    # The other player is elder in every second deal.
    third = (first[0] + second[1], first[1] + second[0])
    assert told == [("0 0", "5"), (f"{first[1]} {first[0]}", "4"), (f"{third[0]} {third[1]}", "3")]


def test_where_low_cards_do_not_count_a_hundred_is_judged_in_points() -> None:
    text = (Path(__file__).parents[2] / "docs/deals/facheux.piquet").read_text("utf-8")
    assert objective_of(replay_record(loads(text))) is None
    hoyle = RECORD.replace('[Rules "hoyle1909"]', '[Rules "hoyle1909"]\n[Before "40 98"]')
    hundred = objective_of(replay_record(loads(hoyle)))
    assert isinstance(hundred, HundredChances)
    assert hundred.before == (40, 98)


def test_a_dear_decision_offers_its_better_line_and_master_plays_it_on() -> None:
    """B throws the ace of diamonds, saves the capot, and A makes 32 points less: docs/judging.md."""
    html = ok("review-deal", record=SINKING)["html"]
    assert re.findall(r'data-better="([^"]*)"', html)[0] == "t10y~DA"
    better = {"record": SINKING, "at": "t10y", "moves": ["DA"]}
    moves = ok("continue", **better)["moves"]
    assert moves == ok("continue", **better, player="master")["moves"]
    own = ok("replay", **{**better, "moves": moves})["variation"]
    assert own["over"]
    printed, ours = (
        [int(one) for one in re.findall(r"\d+", part)] for part in own["results"].split("this line")
    )
    assert (printed[0] - printed[1]) - (ours[0] - ours[1]) == 32


def test_a_better_line_that_brings_less_with_these_cards_says_so() -> None:
    """A’s discard cost 7.7 points on average; after the better one A ends 24 to 21 ahead, not 28 to 23."""
    text = (Path(__file__).parents[2] / "docs/deals/cavendish-example.piquet").read_text("utf-8")
    better = re.findall(r'data-better="([^"]*)"', ok("review-deal", record=text)["html"])
    at, move = better[0].split("~")
    asked = {"record": text, "at": at, "moves": [move]}
    found = ok("continue", **asked)
    results = ok("replay", **{**asked, "moves": found["moves"]})["variation"]["results"]
    assert plain(results).strip() == "Printed 28–23 · this line 24–21"
    assert found["brings"] == ": better on average, but with these cards it brings A 2 less."
    assert " brings you 2 less" in ok("continue", **asked, you="elder")["brings"]
    saved = {"record": SINKING, "at": "t10y", "moves": ["DA"]}
    assert ok("continue", **saved)["brings"] == ""  # it brings 32 more
    assert (
        ok("continue", record=SINKING, at="t10y", moves=[])["brings"] == ""
    )  # no better choice is known yet


def test_the_reader_of_their_own_deal_is_nearest_and_named_first() -> None:
    """Younger at the table is also younger in the replay, with the scores labelled accordingly."""
    asked = {"record": SINKING, "at": "t10y", "moves": ["DA"]}
    told = [
        re.sub(r"<[^>]+>", "", ok("replay", **asked, you=you)["variation"]["results"])
        for you in ("", "younger")
    ]
    assert told == [
        "Printed 53–9 · so far 10–9",
        "Printed 9–53 · so far 9–10 (you first)",
    ]
    figures = [
        ok("load-record", record=SINKING, base="", runtime="", you=you)["html"]
        for you in ("elder", "younger")
    ]
    assert ["pq-turned" in one for one in figures] == [False, True]


def test_the_expected_result_is_a_line_over_the_acts_and_told_in_words() -> None:
    """The line ends with the result, 53 to 9; before it, the expectations are those of the review."""
    found = review(replay_record(loads(SINKING)))
    acts = ok("review-deal", record=SINKING)["acts"]
    (words,) = re.findall(r'class="pq-expected"[^>]* role="img" aria-label="([^"]*)"', acts)
    assert words.endswith("44 more.")
    told = dict(re.findall(r"(?:: |; )([^;,]+), (\d+) more", words.split("less B’s")[1]))
    after = {one.step: one.after for one in found.judgements}
    assert (told["Trick 9: A"], told["Trick 10: B"]) == (
        str(round(after["t9e"])),
        str(round(after["t10y"])),
    )
    assert len(re.findall("<line", acts.split("pq-expected")[1].split("</g>")[0])) == len(after)
    assert acts.count('class="pq-dear"') == 2
    assert 'data-name="Trick 10: B, cost 1 point"' in acts
    assert "style=" not in acts


def test_nobody_is_praised_in_a_deal_before_which_the_partie_was_decided() -> None:
    """The printed deal is the last of a partie in which A leads by 200: B's card in trick 10 changed
    nothing.
    """
    record = SINKING.replace('[Elder "A"]', '[Elder "A"]\n[Before "260 60"]\n[Left "0"]')
    found = ok("review-deal", record=record)
    assert plain(found["line"]).startswith(
        " The partie was as good as decided before this deal: nothing that the players laid out or played "
    )
    assert "12 of A’s 12" not in found["line"]
    assert "as good as decided" in found["html"]
    assert not found["told"]


@pytest.mark.parametrize("seed", range(40))
def test_neither_line_nor_axis_comes_through_the_word_expected(seed: int) -> None:
    """On any width: the word is 52 pixels wide and 14 high, and a mark of the line reaches 5."""
    lots = random.Random(seed)
    places = {f"t{place}": 4.0 + 3.5 * place for place in range(27)}
    heights: dict[str, float] = {}
    at = lots.uniform(-0.6, 0.6)
    for id in places:
        at = max(-1.0, min(1.0, at + lots.gauss(0, 0.12)))
        heights[id] = at
    found = ExpectedResult(
        values=heights, heights=heights, marks=dict.fromkeys(places, ""), dear=frozenset(), game=""
    )
    drawn = render_expected_result_chart(
        found, places, dict.fromkeys(places, "x"), PlayerNames(("A", "B"))
    )
    words = re.search(r'<text x="([\d.]+)%" dx="6" y="([\d.]+)">expected<', drawn)
    assert words
    left, foot = map(float, words.groups())
    top, popover = foot - 10, foot + 4
    assert 0 <= top < popover <= AXIS + DOWN
    assert not top < AXIS < popover
    lines = re.findall(r'<line x1="([\d.]+)%" y1="([\d.]+)" x2="([\d.]+)%" y2="([\d.]+)"', drawn)
    assert len(lines) == len(places) - 1
    for wide in (330, 1184):
        begin = left * wide / 100 + 6
        for x0, y0, x1, y1 in (map(float, one) for one in lines):
            for part in range(51):
                x, y = (x0 + (x1 - x0) * part / 50) * wide / 100, y0 + (y1 - y0) * part / 50
                assert not (begin - 5 < x < begin + 57 and top - 5 < y < popover + 5), (wide, x, y)


def test_a_sentence_says_where_the_play_was_best_and_where_not() -> None:
    said = plain(ok("review-deal", record=SINKING)["line"])
    assert (
        "12 of A’s 12 decisions were as good as the best, and 8 of B’s 10. "
        "Forced cards are left out." in said
    )
    assert "The costliest decision ( Trick 10: B ) cost 1 point." in said


def test_a_good_decision_is_shown_that_cost_more_as_the_cards_lay_than_any_that_fell_short() -> (
    None
):
    hand = parse_hand("HA")
    good = Judgement(
        step="t11y", seat=Seat.YOUNGER, chosen=hand, best=hand, cost=0, error=0, open=33
    )
    lesser = replace(good, step="t10y", open=1)
    bad = replace(good, step="t7y", best=parse_hand("S7"), cost=1.5, error=0.1, open=1)
    assert unluckiest([bad, lesser, good]) is good
    assert unluckiest([replace(bad, open=33), good]) is None
    assert unluckiest([replace(good, open=0), replace(good, open=None)]) is None


def test_a_step_that_cost_something_says_what_and_what_was_better() -> None:
    """For two different discards the text names all cards, or "laid out" would be wrong."""
    told = ok("review-deal", record=SINKING)["told"]
    assert [*told] == ["xy", "t10y"]
    said = plain(told["t10y"])
    assert said.lstrip().startswith("B played ")
    assert said.endswith(". Cost about 1 point . As the cards lay: 32 points.")
    found = Judgement(
        step="xe",
        seat=Seat.ELDER,
        chosen=parse_hand("CA CK CJ"),
        best=parse_hand("DK D7 CK CJ"),
        cost=15,
        error=0,
        open=None,
    )
    cast = PlayerNames(("A", "B"))
    assert "A laid out" in decision_sentence(found, cast)
    named = re.findall(r'class="pq-sr">([^<]+)<', decision_sentence(found, cast))
    kept = ["king of clubs", "jack of clubs"]
    assert named == ["ace of clubs", *kept, "king of diamonds", "seven of diamonds", *kept]
    assert plain(decision_sentence(found, cast)).endswith(" would have been better.")
    two = replace(found, best=parse_hand("DK D7 CJ"))
    assert plain(decision_sentence(two, cast)).endswith(" would have been better.")
    fewer = replace(found, chosen=parse_hand("CK CJ"))
    assert plain(decision_sentence(fewer, cast)).endswith("; better to lay them out.")
    more = replace(found, best=parse_hand("CK CJ"))
    assert re.search("better to keep <.*ace of clubs", decision_sentence(more, cast))
    assert "better to keep them." in decision_sentence(
        replace(found, best=found.best - found.best), cast
    )


def test_a_record_of_nothing_but_hands_has_nothing_to_judge() -> None:
    dealt = ok("deal", rules="hoyle1909", id="")["text"]
    assert ok("review-decision", record=dealt) == {"of": 0}
    assert "there is nothing to judge" in ok("review-deal", record=dealt)["html"]


def test_the_readers_own_line_is_judged_as_far_as_it_goes() -> None:
    """In trick 10 B throws the ace of diamonds, as Cavendish advises: that costs nothing."""
    own = {"record": SINKING, "at": "t10y", "moves": ["DA"]}
    assert ok("review-decision", **own, number=0) == {"of": 22}  # two exchanges, and ten tricks
    said = plain(ok("review-deal", **own)["html"])
    assert "as the cards lay, 32 points" not in said
    assert ask("review-decision", record=SINKING, at="t99y", number=0)["error"]["kind"] == "request"


def test_what_stands_before_a_step_is_escaped() -> None:
    html = ok("review-deal", record=SINKING, prefix='"><img src=x>')["html"]
    assert "<img" not in html


def test_a_fault_in_a_record_is_reported() -> None:
    assert ask("review-decision", record="nonsense", number=0)["error"]["kind"] == "notation"
