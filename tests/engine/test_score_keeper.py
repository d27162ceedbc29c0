"""The score keeper: it adds up, settles like the engine, and reads back its own text."""

import json
import random

import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from piquet_core.api.dispatch import handle
from piquet_core.engine.apply import start as begin_deal
from piquet_core.engine.events import RedealAnswered, Scored
from piquet_core.engine.game import settle_hundred, settle_partie
from piquet_core.engine.state import shuffled_deal
from piquet_core.errors import IllegalAction
from piquet_core.players import RandomPlayer, ThumbPlayer, play_out
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.sessions.possible_scores import play_totals
from piquet_core.sessions.score_keeper import (
    DealPoints,
    Scorecard,
    ScorecardError,
    begin_scorecard,
    enter_deal,
    must_say_first,
    read_scorecard,
    undo_deal,
    write_scorecard,
)

NAMES = ("Anna", "Ben")
FORMS = [(id, form) for id in ruleset_ids() for form in load_ruleset(id).names("game.forms").value]
HAND = st.tuples(st.integers(0, 70), st.integers(0, 70))


def new(id: str = "rubicon", form: str = "rubicon", elder: int = 0) -> Scorecard:
    return begin_scorecard(load_ruleset(id), form, NAMES, elder)


def filled(card: Scorecard, *deals: tuple[int, int]) -> Scorecard:
    """Return a score with deals of these totals; points beyond the play's maximum are points in hand."""
    for one, two in deals:
        elder = card.elder_in(len(card.entries))
        pairs = [(pair[elder], pair[1 - elder]) for pair in play_totals(card.rules)]
        play = max((pair for pair in pairs if pair[0] <= one and pair[1] <= two), key=sum)
        card = enter_deal(card, DealPoints(hand=(one - play[0], two - play[1]), play=play))
    return card


def test_a_partie_is_settled_by_the_clause_of_the_code() -> None:
    """Cavendish's code: the difference and a hundred; the sum and a hundred below the Rubicon."""
    over = filled(new(), *[(20, 17)] * 6)
    assert over.is_over
    settled = over.settlement
    assert settled
    assert (settled.winner, settled.totals, settled.points) == (0, (120, 102), 118)
    short = filled(new(), *[(20, 16)] * 6).settlement
    assert short
    assert (short.totals, short.points, short.rubiconed) == ((120, 96), 316, True)


def test_the_deal_goes_round_and_a_tie_adds_deals() -> None:
    card = filled(new(elder=1), *[(20, 20)] * 6)
    assert [card.elder_in(deal) for deal in range(3)] == [1, 0, 1]
    assert (card.is_over, card.left) == (False, card.rules.number("rubicon.tie-deals").value)


def test_whoever_counts_first_wins_a_hundred_and_is_asked_for_where_both_could() -> None:
    card = filled(new("hoyle1909", "hundred-up"), (90, 92))
    assert card.totals == (90, 92)
    both = DealPoints(hand=(0, 0), play=(12, 9))
    assert must_say_first(card, both)
    for first in (0, 1):
        settled = enter_deal(card, DealPoints(hand=(0, 0), play=(12, 9), first=first)).settlement
        assert settled
        assert settled.winner == first
    # Counts in hand precede all cards.
    in_hand = DealPoints(hand=(0, 8), play=(30, 0))
    assert not must_say_first(card, in_hand)
    settled = enter_deal(card, in_hand).settlement
    assert settled
    assert settled.winner == 1


@pytest.mark.parametrize(("id", "form"), FORMS)
@settings(max_examples=examples(25))
@given(data=st.data())
def test_every_score_reads_back_and_is_what_the_engine_settles(
    id: str, form: str, data: st.DataObject
) -> None:
    card = new(id, form)
    totals = st.sampled_from(sorted(play_totals(card.rules)))
    for _ in range(data.draw(st.integers(0, 8))):
        play = data.draw(totals)
        entry = DealPoints(
            hand=data.draw(HAND),
            play=play if card.elder_in(len(card.entries)) == 0 else (play[1], play[0]),
            first=data.draw(st.sampled_from((0, 1))),
        )
        if card.is_over:
            with pytest.raises(IllegalAction, match="the game is over"):
                enter_deal(card, entry)
            break
        card = enter_deal(card, entry)
    assert read_scorecard(write_scorecard(card)) == card
    made = [(e.hand[0] + e.play[0], e.hand[1] + e.play[1]) for e in card.entries]
    assert card.totals == (sum(one for one, _ in made), sum(two for _, two in made))
    settle = settle_partie if form == "rubicon" else settle_hundred
    assert card.settlement == settle(card.rules, card.deals)
    if card.entries:
        assert undo_deal(card).entries == card.entries[:-1]


@pytest.mark.parametrize(
    ("form", "names", "elder", "said"),
    [
        ("match", NAMES, 0, "no such form of the game"),
        ("hundred-up", NAMES, 0, "no such form of the game"),  # the code has parties only
        ("rubicon", ("Anna", "  "), 0, "a name has 1 to"),
        ("rubicon", ("Anna", "x" * 21), 0, "a name has 1 to"),
        ("rubicon", ("Anna", "Be\x00n"), 0, "a name has 1 to"),
        ("rubicon", ("Anna", " Anna "), 0, "both players are called Anna"),
        ("rubicon", NAMES, 2, "first elder"),
    ],
)
def test_terms_that_cannot_be_are_refused(
    form: str, names: tuple[str, str], elder: int, said: str
) -> None:
    with pytest.raises(ScorecardError, match=said):
        begin_scorecard(load_ruleset("rubicon"), form, names, elder)


GOOD = json.loads(write_scorecard(filled(new(), (20, 16))))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("", "it is not JSON"),
        ("[]", "this engine cannot read this score"),
        ({"score": 2}, "this engine cannot read this score"),
        ({"rules": "skat"}, "breaks its rules: .*unknown rule set"),
        ({"names": ["Anna"]}, "must be a list of 2"),
        ({"names": ["Anna", 7]}, "7 must be a string"),
        ({"elder": True}, "true must be a whole number"),
        ({"deals": [{"hand": [0, 0]}]}, "'play' is missing"),
        (
            {"deals": [{"hand": [0, 0], "play": [1000, 0], "first": None}]},
            "1000 is not a possible score",
        ),
        (
            {"deals": [{"hand": [0, 0], "play": [0, 0], "first": 2}]},
            "'first' must be one of the players",
        ),
        ({"deals": GOOD["deals"] * 7}, "breaks its rules: the game is over"),
        ({"deals": "x" * 70_000}, "too long: at most"),
    ],
)
def test_a_text_that_is_no_score_is_refused_and_says_why(
    change: str | dict[str, object], said: str
) -> None:
    text = change if isinstance(change, str) else json.dumps(GOOD | change)
    with pytest.raises(ScorecardError, match=said):
        read_scorecard(text)


# -- through the door ------------------------------------------------------------------------------


def asked(op: str, **args: object) -> dict[str, str]:
    answer = json.loads(handle(json.dumps({"id": 1, "op": op, "args": args})))
    found: dict[str, str] = answer.get("ok") or answer["error"]
    return found


def test_a_page_keeps_a_score_and_a_name_is_no_markup() -> None:
    terms = {
        "rules": "hoyle1909",
        "form": "hundred-up",
        "name0": "<b>",
        "name1": "Ben",
        "elder": "1",
    }
    one = asked("score-begin", **terms)
    assert "Ben is elder in the first deal." in one["html"]
    points = {"hand0": "68", "hand1": "84", "play0": "22", "play1": "6"}
    two = asked("score-enter", score=one["score"], **points)
    assert "The game is level at 90. Both need 10 to win." in two["html"]
    assert "<span>&lt;b&gt;</span> <b>90</b>" in two["html"]
    assert "<b>&" not in two["html"].replace("<b>90</b>", "")
    both = {"hand0": "0", "hand1": "0", "play0": "11", "play1": "13"}
    three = asked("score-enter", score=two["score"], **both)
    assert three["score"] == two["score"], "nothing is written before it is said who was first"
    assert "Who counted it first?" in three["html"]
    assert 'value="13"' in three["html"]
    four = asked("score-enter", score=three["score"], first="0", **both)
    # The player who counts the hundredth point ends the play; the other's later entries do not count.
    assert "&lt;b&gt; won, 101 to 90" in four["html"]
    assert "<b>90</b>" in four["html"]
    assert "Both need 10" in asked("score-undo", score=four["score"])["html"]
    assert (
        "is not a number of points"
        in asked("score-enter", score=two["score"], **(both | {"play0": "-5"}))["message"]
    )


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        # The point of five, a quint, a tierce and two quatorzes: 51 in hand, and 60 for the repique.
        ("SA SK SQ SJ ST HA HK HQ DA DK CA CK", "<b>111 in hand</b>"),
        ("ST S9 S8 HT H9 H7 DT D9 D8 CT C9 C7", "also a carte blanche, ten points"),
        ("SA SK", "You have picked 2 of the 12 cards of a hand: pick 10 more."),
        ("S6 SK SQ SJ ST HA HK HQ DA DK CA CK", "the six of spades is not in the pack"),
        ("SX", "SX"),
    ],
)
def test_a_hand_is_counted_or_refused(cards: str, said: str) -> None:
    found = asked("hand-value", rules="hoyle1909", cards=cards.split())
    assert said in (found.get("html") or found["message"])


# -- what no deal can make -------------------------------------------------------------------------


def refusal(card: Scorecard, hand: tuple[int, int], play: tuple[int, int]) -> str:
    with pytest.raises(ScorecardError) as caught:
        enter_deal(card, DealPoints(hand=hand, play=play))
    return str(caught.value)


def test_what_no_deal_can_make_is_refused_and_the_message_says_what_can_be() -> None:
    """At least twelve leads, the last trick, and one trick taken from the leader, since each loses six."""
    card = new()
    least = "the play of a deal makes at least 14 between you, not 5: count again"
    assert refusal(card, (21, 0), (3, 2)) == least
    assert refusal(card, (0, 0), (20, 17)) == (
        "if Anna made 20 in the play, Ben made 4 to 8, a pique apart, and not 17: count again"
    )
    assert refusal(card, (0, 0), (90, 2)) == (
        "nobody makes more than 83 in the play, not 90: count again"
    )
    assert refusal(card, (0, 0), (37, 15)) == ("no deal brings 37 and 15 in the play: count again")
    assert "nobody makes more than 152 in hand, a repique included, not 700" in refusal(
        card, (700, 0), (20, 8)
    )
    assert "together you make 162 in hand at most, not 200" in refusal(card, (100, 100), (20, 8))


def test_a_pique_may_be_written_with_the_play_or_with_the_hand() -> None:
    for hand, play in (((15, 0), (50, 8)), ((45, 0), (20, 8))):
        assert enter_deal(new(), DealPoints(hand=hand, play=play)).totals == (65, 8)


def test_the_deal_that_wins_a_hundred_need_not_be_played_to_its_end() -> None:
    card = filled(new("hoyle1909", "hundred-up"), (90, 60))
    assert enter_deal(card, DealPoints(hand=(12, 0), play=(1, 0))).is_over
    assert "at least 14" in refusal(card, (0, 0), (1, 0))
    assert "nobody makes more than 83" in refusal(card, (12, 0), (84, 0))


def test_a_score_with_a_deal_that_was_kept_before_points_were_checked_is_still_read() -> None:
    kept = json.dumps(GOOD | {"deals": [{"hand": [21, 0], "play": [3, 2], "first": None}]})
    card = read_scorecard(kept)
    assert card.totals == (24, 2)
    assert write_scorecard(card) == kept
    assert enter_deal(card, DealPoints(hand=(0, 0), play=(8, 20))).left == 4


@pytest.mark.parametrize("id", ruleset_ids())
@pytest.mark.parametrize("deals", [60, pytest.param(2000, marks=pytest.mark.thorough)])
def test_what_a_deal_brings_is_accepted(id: str, deals: int) -> None:
    """Deals of every rule set, at random and by rules of thumb, each as the first of a game."""
    rules = load_ruleset(id)
    form = next(one for one in rules.names("game.forms").value if one in ("rubicon", "hundred-up"))
    for number in range(deals):
        rng = random.Random(f"score-{number}")
        player = ThumbPlayer() if number % 2 else RandomPlayer(rng)
        state, events = begin_deal(rules, shuffled_deal(rules, rng))
        log = [*events]
        for _, _, more in play_out(state, player, player):
            log += more
        if any(isinstance(event, RedealAnswered) and event.agreed for event in log):
            continue  # that deal was thrown in
        made = {True: [0, 0], False: [0, 0]}
        for event in log:
            if isinstance(event, Scored):
                made[event.reckon in ("play", "cards")][event.seat] += event.points
        for elder in (0, 1):
            hand, play = (
                (made[played][elder], made[played][1 - elder]) for played in (False, True)
            )
            entry = DealPoints(hand=hand, play=play, first=0)
            assert enter_deal(new(id, form, elder), entry).entries == (entry,)
