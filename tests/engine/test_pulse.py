"""Long requests send pulses, and a restarted engine gives the same response."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from claimed_games import opponent_claims, person_claims, person_risks
from random_play import ROOT
from test_challenges import GOLDEN
from test_daily_deal import DAY, day_played
from test_dispatch import ask
from test_teaching import GOLDEN as WORK
from test_teaching import RESULT

from piquet_core.api import design_requests
from piquet_core.api import dispatch as bridge
from piquet_core.api import table_requests as sitting
from piquet_core.cards.cards import Hand, pack, parse_card
from piquet_core.exercises import new_exercise
from piquet_core.exercises.kinds import discarding
from piquet_core.exercises.kinds.discarding import DiscardKey
from piquet_core.players.budgets import FULL
from piquet_core.pulse import beat, listen
from piquet_core.review.advise import advise
from piquet_core.rules import load_ruleset
from piquet_core.sessions import write_session
from piquet_core.solver import trick_search as tricks
from piquet_core.solver.trick_search import TrickSearch

RECORD_TEXT = (ROOT / "docs" / "deals" / "hoyle1909-ab.piquet").read_text("utf-8")
TERMS = {"rules": "hoyle1909", "form": "hundred-up", "seat": "younger", "seed": "pulse"}


@pytest.fixture
def beats() -> Iterator[list[None]]:
    """Record the pulses."""
    heard: list[None] = []
    listen(lambda: heard.append(None))
    yield heard
    listen(None)


def forget() -> None:
    """Reset this engine to the state after its start."""
    sitting._games.clear()
    bridge._run.cache_clear()
    discarding.forget()
    design_requests.forget()


def test_only_the_last_listener_hears(beats: list[None]) -> None:
    beat()
    listen(None)
    beat()
    assert len(beats) == 1


def test_every_deal_that_a_discard_is_tried_on_is_heard(beats: list[None]) -> None:
    """The longest request of a page: each evaluated pair of discard and talon sends a pulse."""
    item = new_exercise("discards.exchange", load_ruleset("hoyle1909"), random.Random(1))
    answer = item.right[0]
    forget()
    beats.clear()
    assert "ok" in ask("judge-answer", item=item.id, answer=answer)
    heard = len(beats)
    assert isinstance(item.posed.key, DiscardKey)
    laid_out = Hand.of(map(parse_card, answer.split("+")))
    options = advise(item.posed.key.position.state, also=laid_out).options
    guessed = sum(most * more for most, more in FULL.guessed)
    assert heard >= guessed + sum(one.tried for one in options)


def test_the_tables_of_the_solver_are_heard_while_they_are_filled(beats: list[None]) -> None:
    """Half a second of work at the strongest player's first decision: a pulse for each suit."""
    for table in (tricks._HOLDING, tricks._RISKING, tricks._THROWN):
        table.clear()
    beats.clear()
    TrickSearch(fresh=True)
    assert len(beats) >= 4


@pytest.mark.parametrize("line", ["{ why }\n", "t1e DA\n", "( t1e DA )\n"])
def test_a_long_record_is_heard_while_it_is_read(beats: list[None], line: str) -> None:
    ask("load-record", record=RECORD_TEXT + line * 1000)
    assert len(beats) > 1000


def games() -> Iterator[dict[str, Any]]:
    """Return each request of a game until its first deal is over."""
    wanted: dict[str, Any] = {"op": "start-game", **TERMS}
    while (answer := ask(**wanted)["ok"])["asks"]:
        game = answer["game"]
        yield wanted
        yield {"op": "hint", "game": game}
        yield {"op": "undo", "game": game}
        yield {"op": "start-game", "game": game}
        wanted = {"op": "move", "game": game, "move": ask("hint", game=game)["ok"]["move"]}
    two = {"op": "start-game", **TERMS, "opponent": "friend", "name": "A", "friend": "B"}
    yield {"op": "uncover", "game": ask(**two)["ok"]["game"]}


def begun(**terms: str) -> str:
    score: str = ask(op="score-begin", **terms)["ok"]["score"]
    return score


def others() -> Iterator[dict[str, Any]]:
    deal = {"record": RECORD_TEXT}
    own = {**deal, "at": "t1e", "moves": []}
    yield {"op": "players"}
    yield {"op": "claim-rest", "game": write_session(person_risks())}
    yield {"op": "claim-rest", "game": write_session(person_claims())}
    yield {"op": "concede-rest", "game": write_session(opponent_claims())}
    yield {"op": "replay", **deal, "view": "y"}
    yield {"op": "step", **deal, "view": "y", "step": "t1e"}
    yield {"op": "continue", **own}
    yield {"op": "compare", **deal, "rules": "cavendish"}
    yield {"op": "load-record", **deal, "base": "", "runtime": ""}
    yield {"op": "transcript", **own}
    yield {"op": "record-text", **own}
    yield {"op": "play-out", **deal}
    yield {"op": "review-decision", **deal, "number": 2}
    yield {"op": "review-deal", **deal}
    yield {"op": "knowledge", **deal, "step": "t1e"}
    day: dict[str, Any] = {"day": DAY, "today": DAY}
    yield {"op": "day", **day}
    game = day_played()
    for part in ("thumb", "strong", "open"):
        yield {"op": "day-part", **day, "game": game, "part": part}
    yield {"op": "day-result", **day, "game": game}
    terms = {"rules": "rubicon", "form": "rubicon", "name0": "A", "name1": "B", "elder": "0"}
    yield {"op": "score-begin", **terms}
    score = begun(**terms)
    points = {"hand0": "21", "hand1": "0", "play0": "20", "play1": "8"}
    yield {"op": "score-enter", "score": score, **points}
    yield {"op": "score-undo", "score": score}
    yield {"op": "hand-value", "rules": "little", "cards": [str(card) for card in [*pack(32)][:12]]}
    hand = {"rules": "little", "hand": "97.A98.JT98.JT7", "id": "other1"}
    yield {"op": "odds", "page": "draw", **hand, "until": 5000}
    terms = {"rules": "hoyle1909", "form": "deal", "seat": "elder", "seed": "pulse"}
    yield {"op": "new-challenge", **terms, "count": 2}
    yield {"op": "open-challenge", "challenge": GOLDEN}
    yield {"op": "compare-challenge", "challenge": GOLDEN, "you": "Anna"}
    problem = "problem\ttutorials/problems/capot#exercise-1\t7"
    yield {"op": "make-set", "title": "Work", "items": [problem]}
    yield {"op": "open-set", "set": WORK}
    handed = {"set": WORK, "name": "Anna", "items": ["tried\t1\tSA"] * 3}
    yield {"op": "hand-in", **handed}
    yield {"op": "open-result", "result": RESULT}
    yield {"op": "class-table", "set": WORK, "titles": ["One"] * 3, "exercises": [""] * 3}
    yield {"op": "draw-hands", "titles": ["One"], "hands": ["32-XY8BPT54XW5N-D"]}
    yield {"op": "deal-code", "rules": "hoyle1909", "code": "P9R-4FB"}
    design = {"rules": "hoyle1909,play.lead=0"}
    yield {"op": "check-design", **design}
    yield {"op": "quick-deals", **design, "until": 2}
    yield {"op": "draw-ratings", "ratings": '[{"seat": "elder", "losses": {"lead": 1.5}}]'}
    rng = random.Random(2)
    for name in ("tap.suit", "play.on"):
        item = new_exercise(name, load_ruleset("hoyle1909"), rng)
        yield {"op": "exercise", "item": item.id}
        yield {"op": "judge-answer", "item": item.id, "answer": item.right[0]}
        yield {"op": "exercise-hint", "item": item.id}
        yield {"op": "solution", "item": item.id}
        if item.posed.goes_on:
            yield {"op": "next-question", "item": item.id, "answer": item.right[0]}
    discards = "discards:exchange:elder-exchange:hoyle1909:32-ACH5QZ9XBQKQ-X/deal"
    yield {"op": "deal-after-answer", "item": discards, "answer": "S9+S7+D8+CT+C9"}


def test_another_engine_answers_as_the_one_that_died() -> None:
    """Everything is the same, except cards dealt at random for which no response had arrived."""
    asked = [*games(), *others()]
    first = [ask(**one) for one in asked]
    for one, answer in zip(asked, first, strict=True):
        assert "ok" in answer or one["op"] == "undo", answer
        forget()
        assert ask(**one) == answer, one["op"]
    # The later requests need a finished deal, whose costs are those of `review-deal`.
    by_lot = {"hello", "deal", "new-game", "next-deal", "export-record", "mistakes"}
    by_lot |= {"rate-deal", "propose-level", "play-moment", "join-challenge", "cost-of-parting"}
    assert {one["op"] for one in asked} >= set(bridge.OPERATIONS) - by_lot
