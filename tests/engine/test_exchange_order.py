"""The same decisions under rule sets with a different order of the exchange.

Rule sets differ in who discards first after elder's carte blanche, and in whether elder names a number. If
the discards are the same, the deals can be compared.
"""

import json
import random
from functools import cache
from itertools import permutations

import pytest
from random_play import COURTS, ROOT, play_out
from rule_set_games import BOOKS, SMALL, record_text

from piquet_core.api.dispatch import handle
from piquet_core.cards.cards import Hand, pack
from piquet_core.cards.seat import Seat
from piquet_core.engine.state import Deal, Phase
from piquet_core.notation import Record, loads
from piquet_core.replay.comparison import compare_rules
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Replay

E, Y = Seat.ELDER, Seat.YOUNGER

# Elder's carte blanche: elder exchanges four cards, younger three of the four left.
ELDERS = """[Piquet "1"]
[Id "elders-blank"]
[Rules "{rules}"]
[Certainty "play=partial"]

elder    AT.AT.AT9.AT987
younger  KQ9.KQ98.KQ8.KQ
talon    SJ HJ DJ CJ S7 H7 D7 S8

{lines}
pe   none
"""
ORDERS = {
    "hoyle1909": "xy SK HK DK\nxe D9 C9 C8 C7",
    "cavendish": "xy SK HK DK\nve 1\nvy SK HK DK\nbe =10\nxe D9 C9 C8 C7",
    "little": "ae 4\nxy SK HK DK\nbe =10\nxe D9 C9 C8 C7",
    "denexa": "ae 4\nxy SK HK DK\nxe D9 C9 C8 C7",
    "penguin": "ae declare\nbe =10\nxe D9 C9 C8 C7\nle look\nxy SK HK DK",
}


def elders(name: str) -> Record:
    return loads(ELDERS.format(rules=name, lines=ORDERS[name]))


def refusals(replay: Replay) -> list[str]:
    """Return the rules behind refusals; a total that other rules do not give is not a refusal."""
    return [
        finding.rule or finding.message
        for finding in replay.findings
        if not finding.step and "stops here" not in finding.message
    ]


@pytest.mark.parametrize(("first", "second"), [*permutations(ORDERS, 2)])
def test_elders_carte_blanche_is_replayed_in_the_order_of_the_other_rules(
    first: str, second: str
) -> None:
    record = elders(first)
    assert replay_record(record).findings == (), "it holds under its own"
    replay = replay_record(record, BOOKS[second], adapt=True)
    assert refusals(replay) == []
    state = replay.steps[-1].state
    assert state.phase is Phase.REPLY
    own = replay_record(record).steps[-1].state
    assert (state.hands, state.discards, state.talon) == (own.hands, own.discards, own.talon)
    assert state.score == (10, 0)
    ids = [step.id for step in replay.steps]
    assert (ids.index("xy") < ids.index("xe")) == (second != "penguin")


def test_a_note_says_what_comes_in_another_order_and_which_number_is_named() -> None:
    replay = replay_record(elders("hoyle1909"), BOOKS["little"], adapt=True)
    assert [note.message for note in replay.adaptations] == [
        "ae: these rules have elder name the 4 cards that he exchanges"
    ]
    replay = replay_record(elders("penguin"), BOOKS["hoyle1909"], adapt=True)
    assert [note.message for note in replay.adaptations] == [
        "these rules have xy before xe",
        "these rules have no step ae here",
    ]


def test_a_note_does_not_speak_of_other_rules_where_they_are_the_records_own() -> None:
    """A comparison lets younger answer truthfully on both sides, also under the record's rules."""
    record = loads((ROOT / "tests" / "records" / "younger-sinks.piquet").read_text("utf-8"))
    own = replay_record(record, BOOKS[record.tag("Rules")], adapt=True)
    (answer,) = (note.message for note in own.adaptations if note.step == "qy")
    assert answer == "qy is decided by these rules; the record decides otherwise"
    other = next(name for name in ("little", "hoyle1909") if name != record.tag("Rules"))
    notes = [note.message for note in replay_record(record, BOOKS[other], adapt=True).adaptations]
    assert "qy is decided by these rules; the record, made under others, decides otherwise" in notes


def test_what_younger_may_lay_out_only_later_he_lays_out_when_elder_leaves_cards() -> None:
    """Elder takes two and younger six, more than the three that younger may take first."""
    lines = "ae 2\nxy SK SQ HK HQ DK DQ\nxe C8 C7"
    record = loads(ELDERS.format(rules="little", lines=lines))
    replay = replay_record(record, BOOKS["cavendish"], adapt=True)
    assert refusals(replay) == []
    ids = [step.id for step in replay.steps]
    assert ids[1:7] == ["xy", "ve", "vy", "be", "xe", "dy"], "he named his number in good time"
    assert len(replay.step("xy").state.discards[Y]) == 3
    assert replay.steps[-1].state.discards[Y] == replay_record(record).steps[-1].state.discards[Y]
    told = [note.step for note in replay.adaptations]
    assert told == ["xy", "ve", "vy", "ae"]


def test_younger_who_saw_the_hand_first_changes_when_he_has_seen_it() -> None:
    """In the Penguin's order nobody announces anything before: it is Cavendish's case V."""
    lines = "ae declare\nxe C8 C7\nxy SK SQ HK HQ DK DQ"
    record = loads(ELDERS.format(rules="penguin", lines=lines))
    replay = replay_record(record, BOOKS["hoyle1909"], adapt=True)
    assert refusals(replay) == []
    assert [step.id for step in replay.steps][1:7] == ["xy", "ve", "be", "xe", "vy", "dy"]
    back = replay_record(record, BOOKS["little"], adapt=True)
    assert back.steps[-1].state.hands == replay.steps[-1].state.hands


def test_a_maximum_of_the_other_rules_still_refuses() -> None:
    """Denexa lets younger take at most five."""
    lines = "ae 1\nxy SK SQ HK HQ DK DQ\nxe C7"
    record = loads(ELDERS.format(rules="little", lines=lines))
    assert refusals(replay_record(record, BOOKS["denexa"], adapt=True)) == ["exchange.younger-max"]


def test_a_record_of_its_own_rules_is_never_put_in_order() -> None:
    record = loads(ELDERS.format(rules="hoyle1909", lines=ORDERS["penguin"]))
    assert refusals(replay_record(record)) == ["exchange.younger-min"]


# -- every pair of rule sets ---------------------------------------------------------------------


def blank_deal(rng: random.Random, seat: Seat) -> Deal:
    """Return a random deal with a carte blanche in one seat."""
    low = [card for card in pack(32) if card.rank not in COURTS]
    hand = rng.sample(low, 12)
    rest = [card for card in pack(32) if card not in hand]
    rng.shuffle(rest)
    hands = (hand, rest[:12]) if seat is E else (rest[:12], hand)
    return Deal(elder=Hand.of(hands[0]), younger=Hand.of(hands[1]), talon=tuple(rest[12:]))


@cache
def made(name: str, seed: int) -> Record:
    rng = random.Random(seed)
    game = play_out(BOOKS[name], blank_deal(rng, Seat(seed % 2)), rng)
    return loads(record_text(name, f"blank-{seed}", game))


@pytest.mark.parametrize(("first", "second"), [*permutations(SMALL, 2)])
def test_a_deal_with_a_carte_blanche_is_replayed_under_every_other_rule_set(
    first: str, second: str
) -> None:
    """If the rules refuse a discard, the finding names the rule."""
    played = 0
    for seed in range(12):
        record = made(first, seed)
        own, other = replay_record(record), replay_record(record, BOOKS[second], adapt=True)
        refused = refusals(other)
        if refused and refused[0].startswith("exchange."):
            continue
        assert refused == [], seed
        assert other.steps[-1].state.phase is Phase.OVER
        ends = (own.steps[-1].state, other.steps[-1].state)
        assert ends[0].discards == ends[1].discards
        assert ends[0].talon == ends[1].talon
        assert ends[0].taken == ends[1].taken
        played += 1
    assert played >= 6


# -- where readers meet it -----------------------------------------------------------------------


def test_a_comparison_refuses_nothing() -> None:
    text = ELDERS.format(rules="hoyle1909", lines=ORDERS["hoyle1909"])
    found = compare_rules(loads(text), BOOKS["hoyle1909"], BOOKS["little"])
    assert [side.refusal for side in found.sides] == [None, None]
    assert found.difference is not None
    assert [cause.rule for cause in found.difference.causes] == ["blank.show"]


@pytest.mark.parametrize(("first", "second"), [*permutations(ORDERS, 2)])
def test_a_page_replays_it_under_other_rules(first: str, second: str) -> None:
    text = ELDERS.format(rules=first, lines=ORDERS[first])
    request = {"op": "replay", "args": {"record": text, "rules": second}}
    found = json.loads(handle(json.dumps(request)))["ok"]
    assert [said for said in found["findings"] if "stops here" not in said] == []
    assert found["ruleset"] == second


# Elder's carte blanche again; no other rule set can use these lines.
CLUMSY = """[Piquet "1"]
[Id "clumsy"]
[Rules "cavendish"]
[Certainty "play=partial"]

elder    T987.T987.T987.
younger  AKQJ.AKQJ.AKQ.A
talon    DJ CK CQ CJ CT C9 C8 C7

{lines}
"""


@pytest.mark.parametrize(
    "lines",
    [
        "ae 5\nxy SA SK SQ\nxe none",
        "xe S9 S8 S7\nxy SA SK SQ SJ HA HK HQ HJ",
        "xy SA SK SQ\nve 1\nvy SA SA\nxe S9 S8 S7 H7",
    ],
    ids=["nothing exchanged", "eight cards", "a card twice"],
)
@pytest.mark.parametrize("name", SMALL)
def test_what_other_rules_cannot_take_is_a_finding_with_its_rule(name: str, lines: str) -> None:
    replay = replay_record(loads(CLUMSY.format(lines=lines)), BOOKS[name], adapt=True)
    assert all(finding.rule for finding in replay.findings if not finding.step)
