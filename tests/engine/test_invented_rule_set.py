"""An invented rule set is one data file: it is played, scored and described like any other.

Nothing is registered and no code changes. The rule set also passes every test of
`test_invariants_of_rule_sets.py`.
"""

import random
import tomllib

import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import any_deal, play_out
from rule_set_games import BOOKS, Board, toml

from piquet_core.cards.cards import pack
from piquet_core.cards.seat import Seat
from piquet_core.engine.apply import start
from piquet_core.engine.events import Declared, Scored, tally
from piquet_core.engine.state import Phase
from piquet_core.notation import dumps, loads
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Step
from piquet_core.replay.visibility import knowledge_of, observe
from piquet_core.rules import RuleSet, load_ruleset, parse_ruleset, ruleset_ids
from piquet_core.wording.narration import narrate
from piquet_core.wording.rich_text import plain_text
from piquet_core.wording.score_reasons import score_reasons

OWN: dict[str, object] = {
    "pack.size": 36,
    "pack.ranks": "AKQJT9876",
    "deal.talon": 12,
    "blank.points": 13,
    "blank.show": "at-once",
    "blank.both": "both-score-no-bonus",
    "exchange.elder-min": 2,
    "exchange.elder-max": 7,
    "exchange.younger-min": 0,
    "exchange.younger-look": "turned-up",
    "exchange.look-exposes": "with-younger",
    "exchange.redeal": "elder-may-ask",
    "declare.order": ["set", "sequence", "point"],
    "reckon.order": ["blank", "set", "sequence", "point", "play", "cards"],
    "point.pips": dict(zip("AKQJT9876", (1, 13, 12, 11, 10, 9, 8, 7, 6), strict=True)),
    "sequence.least": 4,
    "sequence.scores": [4, 15, 16, 17, 18, 19],
    "set.ranks": "AKQJT9",
    "set.quatorze": 20,
    "set.trio": 6,
    "repique.threshold": 40,
    "repique.bonus": 90,
    "pique.threshold": 36,
    "pique.bonus": 45,
    "play.lead": 2,
    "play.lead-wins": 1,
    "play.capture": 3,
    "play.low-cards": True,
    "play.last-trick": 5,
    "cards.points": 11,
    "capot.points": 50,
    "capot.mode": "on-top",
}
HEAD = """
[ruleset]
id = "invented"
title = "A game that nobody plays"
version = "1.0"
source = "jeux-oublies"
summary = "Thirty-six cards, sets called first, sequences of four at least, tricks by two and three."
base = "little"
"""
NOTE = "Made up, to see that a rule set is data and nothing besides."
TEXT = HEAD + "".join(
    f'\n["{id}"]\nvalue = {toml(value)}\nstatus = "inferred"\nnote = "{NOTE}"\n'
    for id, value in OWN.items()
)
RULES: RuleSet = parse_ruleset(TEXT, "invented.toml")
seeds = st.integers(0, 10**6)


def test_it_is_a_data_file_and_no_rule_set_of_the_package() -> None:
    assert set(tomllib.loads(TEXT)) == {"ruleset", *OWN}
    assert "invented" not in ruleset_ids()
    assert load_ruleset("little") != RULES
    for id, answer in RULES.answers.items():
        assert answer.base == ("" if id in OWN else "little")
        assert answer.status == "inferred" or id not in OWN


@given(seeds)
def test_it_plays_and_scores_with_its_own_values(seed: int) -> None:
    rng = random.Random(seed)
    states, _, log = play_out(RULES, any_deal(RULES, rng), rng)
    deal = states[0].deal
    assert len(deal.elder | deal.younger) + len(deal.talon) == len(pack(36))
    for event in log:
        if isinstance(event, Scored) and event.rule in OWN and event.rule != "sequence.scores":
            assert event.points == OWN[event.rule]
        if isinstance(event, Scored) and event.rule == "sequence.scores":
            assert event.holding is not None
            assert event.points == (4, 15, 16, 17, 18, 19)[event.holding.size - 4]
    calls = [event.kind for event in log if isinstance(event, Declared)]
    assert calls in ([], ["set", "sequence", "point"])
    assert tally(log) == states[-1].score


@settings(max_examples=examples(25))
@given(seeds)
def test_it_is_described_in_words(seed: int) -> None:
    rng = random.Random(seed)
    _, actions, _ = play_out(RULES, deal := any_deal(RULES, rng), rng)
    board = Board(RULES, deal)
    for action in actions:
        events = board.act(action)
        score = board.state.score
        step = Step(id="x", action=action, events=events, state=board.state, score=score)
        for seat in (None, *Seat):
            view = observe(step, seat)
            assert plain_text(narrate(view, ("A", "B"))) or not events
            assert all(why.answer.id in RULES.answers for why in score_reasons(view))
        for seat in Seat:
            assert knowledge_of(board.state, seat).rules == "invented"


def test_a_hand_of_it_by_hand() -> None:
    """Three quatorzes are sixty and add ninety; then twelve tricks of three, the last, and the capot."""
    board = Board.calling(RULES, "AKQ.AKQ.AKQ.AKQ", "JT9.JT9.JT9.JT9")
    board.say("4A good none good none not-good")
    board.say("4A 4K 4Q")
    assert board.points("set.quatorze") == [20, 20, 20]
    assert board.points("repique.bonus") == [90]
    board.lead("SA")
    board.say("3D")
    assert board.points("point.score") == [3]
    for card in [
        "S9",
        "SK",
        "ST",
        "SQ",
        "SJ",
        "HA",
        "H9",
        "HK",
        "HT",
        "HQ",
        "HJ",
        "DA",
        "D9",
        "DK",
        "DT",
        "DQ",
        "DJ",
        "CA",
        "C9",
        "CK",
        "CT",
        "CQ",
        "CJ",
    ]:
        board.lead(card)
    assert board.points("play.lead") == [2] * 12
    assert board.points("play.lead-wins") == [1] * 12
    assert board.state.phase is Phase.OVER
    assert board.state.score == (60 + 90 + 36 + 5 + 11 + 50, 3)


def test_a_record_can_be_replayed_under_it() -> None:
    """Records name only rule sets of the package; a caller may pass another."""
    rng = random.Random(4)
    deal = any_deal(RULES, rng)
    text = "\n".join(
        [
            '[Piquet "1"]',
            '[Id "invented"]',
            '[Rules "invented"]',
            '[Certainty "play=partial"]',
            "elder " + " ".join(map(str, deal.elder)),
            "younger " + " ".join(map(str, deal.younger)),
            "talon " + " ".join(map(str, deal.talon)),
            "xe " + " ".join(map(str, tuple(deal.elder)[:7])),
            "re pass",
            "xy none",
        ]
    )
    record = loads(text)
    assert loads(dumps(record)) == record
    played = replay_record(record, RULES)
    assert played.findings == ()
    assert played.steps[-1].id == "xy"
    (finding,) = replay_record(record).findings
    assert "unknown rule set" in finding.message


@pytest.mark.parametrize("name", BOOKS)
def test_its_neighbours_are_as_they_were(name: str) -> None:
    """Parsing another rule set changes no other: they share no tables."""
    rng = random.Random(11)
    deal = any_deal(BOOKS[name], rng)
    first = play_out(BOOKS[name], deal, random.Random(12))
    play_out(RULES, any_deal(RULES, rng), rng)
    assert play_out(BOOKS[name], deal, random.Random(12)) == first
    assert start(BOOKS[name], deal)[0].rules is BOOKS[name]
