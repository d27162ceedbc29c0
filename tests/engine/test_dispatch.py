"""The dispatcher gives one JSON response to any request."""

import json
from pathlib import Path
from typing import Any

import pytest

from piquet_core.api.dispatch import handle
from piquet_core.errors import NotationError
from piquet_core.limits import LINK, REQUEST
from piquet_core.limits import RECORD as RECORD_LIMIT
from piquet_core.notation import loads

RECORD = (Path(__file__).parents[2] / "docs/deals/hoyle1909-ab.piquet").read_text("utf-8")


def ask(op: Any, **args: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(handle(json.dumps({"id": 7, "op": op, "args": args})))
    assert answer["id"] == 7
    return answer


def test_a_replay_answers_with_every_step_and_the_totals() -> None:
    ok = ask("replay", record=RECORD, view="both")["ok"]
    assert [step["id"] for step in ok["steps"]][:3] == ["deal", "xe", "xy"]
    assert (ok["printed"], ok["agree"], ok["findings"], ok["ruleset"]) == (30, 30, [], "hoyle1909")


def test_a_pasted_record_may_begin_with_a_byte_order_mark() -> None:
    marked = b"\xef\xbb\xbf".decode("utf-8") + RECORD
    assert ask("replay", record=marked)["ok"]["agree"] == 30
    assert "43" in ask("load-record", record=marked, base="", runtime="", pasted=True)["ok"]["html"]


def test_a_deal_to_be_played_has_a_result_by_every_book() -> None:
    """A player makes the decisions that the record lacks; a complete record needs none."""
    dealt = ask("deal", rules="hoyle1909", id="32-XY8BPT54XW5N-D")["ok"]["text"]
    found = {
        rules: ask("play-out", record=dealt, rules=rules)["ok"]
        for rules in ("", "little", "denexa")
    }
    for one in found.values():
        assert one["result"] == "–".join(map(str, one["score"]))
        assert sum(one["score"]) > 0
        assert one["note"] == "as Thumb plays both hands"
    assert ask("play-out", record=RECORD, rules="")["ok"]["score"] == [43, 23]
    assert ask("play-out", record=dealt, rules="nothing")["error"]["kind"] == "ruleset"


def test_of_a_record_that_the_reader_brought_nothing_is_called_printed() -> None:
    """A pasted library deal still has its source, but no page has printed the reader's line."""
    line = {"record": RECORD, "at": "t6e", "moves": ["HA"]}
    ours, theirs = (ask("replay", **line, **own)["ok"] for own in ({}, {"pasted": True}))
    assert ours["variation"]["provenance"] == "Not in the source from trick 6 on."
    assert theirs["variation"]["provenance"] == "Not in the record from trick 6 on."
    assert "<span>Printed <b>43–23</b></span>" in ours["variation"]["results"]
    assert "<span>In the record <b>43–23</b>" in theirs["variation"]["results"]
    figure = ask("load-record", record=RECORD, base="", runtime="", pasted=True)["ok"]["html"]
    for words in ("Back to the record", "the play of the record", "as in the record"):
        assert words in figure
    for words in ("printed line", "the book’s play"):
        assert words not in figure


@pytest.mark.parametrize(
    ("op", "args", "kind"),
    [
        ("dance", {}, "request"),
        ([], {}, "request"),
        (None, {}, "request"),
        ("replay", {}, "request"),
        ("replay", {"record": 5}, "request"),
        ("replay", {"record": RECORD, "view": []}, "request"),
        ("replay", {"record": RECORD, "view": {}}, "request"),
        ("replay", {"record": RECORD, "view": "z"}, "request"),
        ("replay", {"record": RECORD, "rule": 1}, "request"),
        ("replay", {"record": "no record"}, "notation"),
        ("step", {"record": RECORD, "step": "t99e"}, "request"),
        ("step", {"record": RECORD, "step": []}, "request"),
    ],
)
def test_a_bad_request_is_answered_with_its_kind(op: Any, args: dict[str, Any], kind: str) -> None:
    assert ask(op, **args)["error"]["kind"] == kind


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100_000, '{"op": 1e999}'])
def test_malformed_requests_are_answered_too(text: str) -> None:
    assert json.loads(handle(text))["error"]["kind"] == "request"


def test_an_address_that_is_markup_stays_text() -> None:
    ok = ask("replay", record=RECORD, rule='"><script>', source="x")["ok"]
    assert all("<script>" not in step["story"] for step in ok["steps"])


@pytest.mark.parametrize("text", ["(" * 20_000, "[" * 20_000, "x" * 200_000, "{" * 20_000])
def test_a_hostile_record_gets_an_answer_no_longer_than_it_deserves(text: str) -> None:
    """Every error is kept, but only some are shown, and only part of a long line."""
    with pytest.raises(NotationError) as caught:
        loads(text)
    assert caught.value.faults
    assert len(str(caught.value)) < 40_000


@pytest.mark.parametrize(
    ("op", "args", "said"),
    [
        ("replay", {"record": "x" * (RECORD_LIMIT + 1)}, "a record is too long: at most 1 MiB"),
        (
            "load-record",
            {"record": RECORD + " " * LINK, "link": True},
            "a record in a link is too long: at most 64 KiB",
        ),
        ("deal", {"rules": "little", "id": "x" * (LINK + 1)}, "id is too long: at most 64 KiB"),
        ("deal", {"rules": "little", "id": "x" * LINK}, "too long"),
        (
            "replay",
            {"record": RECORD, "at": "pe", "moves": ["x" * LINK, "x"]},
            "moves is too long: at most 64 KiB",
        ),
        ("move", {"game": "♠" * LINK, "move": "SA"}, "game is too long: at most 64 KiB"),
        ("judge-answer", {"item": "x" * (LINK + 1)}, "item is too long: at most 64 KiB"),
        ("hello", {"♠" * 10**5: "x" * (LINK + 1)}, " is too long: at most 64 KiB"),
    ],
)
def test_what_a_page_brings_is_bounded_and_the_message_says_so(
    op: str, args: dict[str, Any], said: str
) -> None:
    message = ask(op, **args)["error"]["message"]
    assert said in message
    assert len(message) < 1000


def test_a_request_is_bounded_before_it_is_read() -> None:
    error = json.loads(handle('{"id": 7, "op": "' + "x" * REQUEST + '"}'))["error"]
    assert error["message"] == "the request is too long: at most 4 MiB"
    assert len(ask("x" * 10**6)["error"]["message"]) < 100


def test_a_record_that_no_link_can_bring_may_still_be_pasted() -> None:
    long = RECORD + " " * LINK
    assert "error" in ask("load-record", record=long, link=True, base="", runtime="")
    assert "error" not in ask("load-record", record=long, link=False, base="", runtime="")
    assert "error" not in ask("load-record", record=RECORD, link=True, base="", runtime="")


KEPT = """[Piquet "1"]
[Id "kept"]
[Rules "little"]
[Certainty "play=partial"]

elder    AT9.AT9.AT9.AT9
younger  KQJ.KQJ.KQJ.KQJ
talon    S8 S7 H8 H7 D8 D7 C8 C7

ae keep
xe S9
"""


@pytest.mark.parametrize("view", ["both", "e", "y"])
@pytest.mark.parametrize("record", [RECORD, KEPT], ids=["AB", "kept"])
def test_one_step_is_drawn_as_in_the_whole_deal(record: str, view: str) -> None:
    """Includes the step of a secret carte blanche, which the other player does not see."""
    for step in ask("replay", record=record, view=view)["ok"]["steps"]:
        assert ask("step", record=record, view=view, step=step["id"])["ok"] == step


def test_a_carte_blanche_kept_secret_is_no_step_for_the_other() -> None:
    """Little Piquet, II: a carte blanche may be declared; otherwise it stays secret."""
    steps = {one["id"]: one for one in ask("replay", record=KEPT, view="y")["ok"]["steps"]}
    assert steps["ae"]["story"] == steps["deal"]["story"]
    assert steps["ae"]["table"] == steps["deal"]["table"]


SHORT = RECORD.replace("talon    DA ", "talon    ")


@pytest.mark.parametrize(
    ("op", "args", "message"),
    [
        (
            "replay",
            {"record": RECORD, "at": "xe", "moves": ["SA"]},
            "at xe, the ace of spades is not in the hand (exchange.elder-max)",
        ),
        (
            "transcript",
            {"record": RECORD, "at": "xe", "moves": ["H9+SA+HK"]},
            "at xe, the ace of spades and the king of hearts are not in the hand (exchange.elder-max)",
        ),
        (
            "replay",
            {"record": RECORD, "at": "t6e", "moves": ["C8"]},
            "at t6e, the eight of clubs is not in the hand (play.follow)",
        ),
        (
            "replay",
            {"record": RECORD, "rules": "old36"},
            (
                "Old Piquet (thirty-six cards, Molière’s time) cannot deal this: "
                "it is played with 36 cards, and this deal has 32"
            ),
        ),
        *(
            (
                op,
                {"record": SHORT, "step": "deal", "rules": rules},
                f"{title} cannot deal this: it is played with 32 cards, and this deal has 31",
            )
            for op in ("replay", "step", "play-out", "compare", "review-deal", "review-decision")
            for rules, title in [("hoyle1909", "Hoyle’s Games Modernized (1909)")]
        ),
        (
            "replay",
            {"record": RECORD.replace("talon    DA ", "talon    S9 ")},
            (
                "Hoyle’s Games Modernized (1909) cannot deal this: "
                "the nine of spades appears twice: already with elder at 13:10; nobody has the ace of diamonds"
            ),
        ),
    ],
)
def test_what_cannot_be_shown_says_why_in_plain_words(
    op: str, args: dict[str, Any], message: str
) -> None:
    assert ask(op, **args)["error"]["message"] == message
