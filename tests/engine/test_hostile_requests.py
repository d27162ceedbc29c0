"""`handle` responds to any request: no argument, record, rule set or link makes it raise."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from case_selection import first
from claimed_games import opponent_claims, person_risks
from test_dispatch import RECORD, ask
from test_table_requests import as_thumb, ok

from piquet_core.api import dispatch as bridge
from piquet_core.notation import dumps, loads
from piquet_core.replay.replay import replay_record
from piquet_core.rules import find_ruleset, ruleset_ids
from piquet_core.sessions import write_session

ROOT = Path(__file__).parents[2]
DEALS = sorted((ROOT / "docs/deals").glob("*.piquet"))
RECORDS = [*DEALS, *sorted((ROOT / "tests/records").glob("*.piquet"))]

# -- arguments of every type, length and content -------------------------------------------------

TERMS = {"rules": "hoyle1909", "form": "hundred-up", "seat": "younger", "seed": "hostile"}
LINKS = {"rule": "{}.html", "source": "#{}", "term": "#{}"}
DAY = {"day": "2026-11-23", "today": "2026-11-23"}
# Without the play, a record has few decisions to judge.
CALLS = dumps(replace(loads(RECORD), lines=loads(RECORD).lines[:10]))
LINE = {"record": CALLS, "rules": "little", "at": "xe", "moves": ["H9+H8"], "view": "both"}


@cache
def requests() -> dict[str, dict[str, Any]]:
    """Return valid arguments for each operation."""
    fresh = ok("start-game", **TERMS)
    move = ok("hint", game=fresh["game"])["move"]
    game = ok("move", game=fresh["game"], move=move)["game"]
    dealt = as_thumb(fresh)["game"]
    over = as_thumb(ok("start-game", **{**TERMS, "form": "deal"}))["game"]
    today = as_thumb(ok("start-game", **ok("day", **DAY)["terms"]))["game"]
    score = ok("score-begin", rules="rubicon", form="rubicon", name0="A", name1="B", elder="0")[
        "score"
    ]
    points = {"hand0": "20", "hand1": "0", "play0": "20", "play1": "8", "first": ""}
    goes_on = "play:on:first-lead:hoyle1909:32-FC6PEE2574W0-Q/play"
    item = "discards:exchange:elder-exchange:hoyle1909:32-4E04A57FYVCG-D/deal"
    joined = ok("join-challenge", games=[over], name="Ann")["challenge"]
    again = as_thumb(ok("start-game", **{**TERMS, "form": "deal"}))["game"]
    both = ok("join-challenge", games=[again], name="Ben", challenge=joined)["challenge"]
    drawn = {"id": "here", "label": "One", **LINKS}
    problem = "problem\ttutorials/problems/capot#exercise-1\t7"
    work = ok("make-set", title="Work", items=[problem])["set"]
    handed = ok("hand-in", set=work, name="Ann", items=["tried\t1\tSA"])["link"]
    return {
        "hello": {},
        "replay": {**LINE, **LINKS, "words": "plain", "you": "elder", "pasted": True},
        "step": {**LINE, **LINKS, "step": "deal"},
        "continue": {**LINE, "player": "thumb", "you": ""},
        "compare": {"record": CALLS, "rules": "little", **LINKS},
        "deal": {"rules": "little", "id": "32-XY8BPT54XW5N-D"},
        "play-out": {"record": CALLS, "rules": "little", "player": "thumb"},
        "load-record": {
            "record": CALLS,
            "base": "",
            "runtime": "",
            "you": "",
            "title": "",
            "link": True,
        },
        "transcript": {**LINE, "words": "plain"},
        "record-text": LINE,
        "knowledge": {**LINE, "step": "deal"},
        "players": {},
        "start-game": {
            **TERMS,
            "opponent": "friend",
            "name": "Ann",
            "friend": "Ben",
            "forced": True,
        },
        "move": {"game": fresh["game"], "move": move, "forced": False, **LINKS},
        "claim-rest": {"game": write_session(person_risks())},
        "concede-rest": {"game": write_session(opponent_claims()), "claims": True},
        "uncover": {"game": game},
        "undo": {"game": game},
        "next-deal": {"game": dealt},
        "new-game": {"game": over, "opponent": "thumb"},
        "play-moment": {"game": over, "deal": 1, "step": "xe"},
        "propose-level": {"game": over, "margins": [9, 8, 7, 6]},
        "hint": {"game": game, "until": 1},
        "export-record": {"game": over, "deal": 1},
        # Judging a whole deal takes too long here.
        "mistakes": {"game": game},
        "rate-deal": {"game": game, "deal": 1},
        "draw-ratings": {
            "ratings": '[{"seat": "elder", "losses": {"lead": 1.5}}]',
            "pages": [{"kind": "lead", "title": "Leads", "address": "lead.html"}],
        },
        "score-begin": {
            "rules": "rubicon",
            "form": "rubicon",
            "name0": "A",
            "name1": "B",
            "elder": "0",
            "score": "",
            **LINKS,
        },
        "score-enter": {"score": score, **points},
        "score-undo": {"score": score},
        "hand-value": {"rules": "little", "cards": ["SA"], **LINKS},
        "odds": {
            "page": "draw",
            "rules": "little",
            "hand": "97.A98.JT98.JT7",
            "out": "",
            "seat": "elder",
            "position": "",
            "id": "other1",
            "until": 1,
            **LINKS,
        },
        "exercise": {"item": item, "again": "", "name": "", "rules": "", "feature": "", **drawn},
        "judge-answer": {"item": item, "answer": "HT", "until": 1},
        "exercise-hint": {"item": item},
        "solution": {"item": item, **LINKS},
        "next-question": {"item": goes_on, "answer": "SK", **drawn},
        "deal-after-answer": {"item": item, "answer": "HT"},
        "review-decision": {"record": CALLS, "number": 0, "at": "", "moves": []},
        "review-deal": {"record": CALLS, "prefix": "", "you": "", "at": "", "moves": []},
        "day": DAY,
        "day-part": {**DAY, "game": today, "part": "thumb"},
        "day-result": {**DAY, "game": today, "address": "#"},
        "new-challenge": {**TERMS, "form": "deal", "opponent": "thumb", "count": 2, "name": "Ann"},
        "open-challenge": {
            "challenge": joined,
            "kept": both,
            "editions": ["0.1.0"],
            "frozen": "editions/{}/table.html",
            "name": "Cem",
        },
        "join-challenge": {
            "games": [over],
            "name": "Cem",
            "challenge": joined,
            "seed": "",
            "address": "",
            "deals": "own.html",
        },
        "compare-challenge": {"challenge": both, "you": "Ann", "address": "", "deals": "own.html"},
        "cost-of-parting": {"challenge": both, "you": "Ann", "other": "Ben", "deal": 0},
        "make-set": {"title": "Work", "note": "", "items": [problem], "address": ""},
        "open-set": {"set": work, "address": ""},
        "hand-in": {"set": work, "name": "Ann", "items": ["tried\t1\tSA"], "address": ""},
        "open-result": {"result": handed.partition("=")[2]},
        "class-table": {
            "set": work,
            "titles": ["One"],
            "exercises": [item],
            "kept": [handed.partition("=")[2]],
            "pasted": handed,
        },
        "draw-hands": {"titles": ["One"], "hands": [item]},
        "deal-code": {"rules": "hoyle1909", "code": "P9R-4FB"},
        "check-design": {"rules": "hoyle1909,play.lead=0", "name": "Mine"},
        "quick-deals": {"rules": "hoyle1909,play.lead=0", "name": "Mine", "until": 4},
    }


HOSTILE: list[Any] = [
    *(None, True, 7, -1, 10**30, 1.5, float("nan"), {}, {"a": []}),
    *([], [None], [[]], ["SA", 7], ["SA"] * 100, [""], ["S", "good", "none", "_ab", "SA+SA"]),
    *("", " ", "0", "-1", "９９", "x", "SA", "S6", "xe", "t6e", "deal", "none", "_zz", "+", "~"),
    *(
        "<b>&\"'",
        "\x00",
        "\ud800",
        "\u202e",
        "🂡",
        "%s{}",
        "../x",
        "__class__",
        "discards.exchange~",
    ),
    *(
        "both",
        "elder",
        "old36",
        "little,play.follow=x",
        "36-0-0",
        "32-XY8BPT54XW5N-D",
        "2026-02-30",
    ),
    *("piquet game 1", '{"score": 1}', '[Piquet "1"]', "x" * 70_000, "\n" * 3000, "♠" * 30_000),
]


def hostile_to(op: str) -> Iterator[dict[str, Any]]:
    """Yield requests in which one argument is missing or hostile."""
    whole = requests()[op]
    yield whole
    for name in whole:
        yield {other: value for other, value in whole.items() if other != name}
        for value in HOSTILE:
            yield {**whole, name: value}
    for value in HOSTILE:
        yield dict.fromkeys(whole, value)


def answered(op: str, **args: Any) -> dict[str, Any]:
    """Return the response to a request after checking its form."""
    answer = ask(op, **args)
    assert set(answer) in ({"id", "ok"}, {"id", "error"})
    if "error" in answer:
        error = answer["error"]
        assert set(error) == {"kind", "rule", "message"}
        assert error["message"]
    return answer


def test_every_operation_is_tried() -> None:
    assert set(requests()) == set(bridge.OPERATIONS)


@pytest.mark.parametrize("op", sorted(bridge.OPERATIONS))
def test_some_hostile_arguments_get_an_answer(op: str) -> None:
    found = list(hostile_to(op))
    for args in (found[0], *random.Random(op).sample(found[1:], min(len(found) - 1, 40))):
        answered(op, **args)


@pytest.mark.thorough
@pytest.mark.parametrize("op", sorted(bridge.OPERATIONS))
def test_all_hostile_arguments_get_an_answer(op: str) -> None:
    for args in hostile_to(op):
        answered(op, **args)


# -- every record under every rule set, and every link to a variation ----------------------------

PAIRS = [(path, id) for path in RECORDS for id in ruleset_ids()]
ON_RECORDS = (
    "replay",
    "step",
    "continue",
    "compare",
    "play-out",
    "load-record",
    "transcript",
    "record-text",
    "knowledge",
)
# Cards in and outside the hand, in all suits; words for every other decision; and nonsense.
MOVES = (
    *("SA", "S6", "HK", "H9", "DQ", "DT", "CJ", "C7", "SA+HK+DQ", "_ab", "_al", "_m", "none"),
    *(
        "good",
        "equal",
        "not-good",
        "pass",
        "yes",
        "no",
        "2",
        "5S",
        "4A",
        "S",
        "",
        "SA+SA",
        "nonsense",
    ),
)


def fails_in_plain_words(answer: dict[str, Any]) -> bool:
    """Return whether a response is an error; fail if its message is Python's."""
    message = answer.get("error", {}).get("message", "")
    for word in (
        "Error",
        "Traceback",
        "index out of range",
        "not in list",
        "object has no",
        "NoneType",
    ):
        assert word not in message
    return bool(message)


@pytest.mark.parametrize(("path", "id"), first(6, random.Random(40).sample(PAIRS, len(PAIRS))))
def test_every_record_is_shown_under_every_rule_set_or_the_reason_told(path: Path, id: str) -> None:
    record = path.read_text("utf-8")
    refused = {
        op: fails_in_plain_words(
            answered(op, **{**requests()[op], "record": record, "rules": id, "at": ""})
        )
        for op in ON_RECORDS
    }
    # Such a deal is rejected in every view.
    assert refused["replay"] == refused["step"] == refused["play-out"] == refused["transcript"]
    assert refused["replay"] == (
        not replay_record(loads(record), find_ruleset(id), adapt=True).steps
    )


@pytest.mark.parametrize("path", first(1, DEALS), ids=lambda path: path.stem)
def test_every_link_to_a_variation_is_shown_or_the_reason_told(path: Path) -> None:
    record = path.read_text("utf-8")
    shown = 0
    for step in replay_record(loads(record)).steps:
        if step.action is None:
            continue
        for move in MOVES:
            link = {"record": record, "at": step.id, "moves": [move]}
            shown += not fails_in_plain_words(answered("transcript", **link))
    assert shown
