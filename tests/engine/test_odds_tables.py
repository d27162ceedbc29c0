"""Tables of chances, compared with counting or trying each hand, and the request for another hand."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from functools import cache
from html import unescape
from itertools import combinations
from math import prod
from typing import Any
from urllib.parse import parse_qsl

import pytest
from random_play import named, read

from piquet_core.api import dispatch as bridge
from piquet_core.beliefs.rank_odds import missing_odds
from piquet_core.cards.cards import SUITS, Hand, pack, parse_hand
from piquet_core.cards.combinations import sequence_holdings, set_holdings
from piquet_core.cards.seat import Seat
from piquet_core.claims.exact_odds import chance_of_at_least
from piquet_core.engine.events import Scored
from piquet_core.errors import PiquetError
from piquet_core.exercises import new_exercise
from piquet_core.odds.known_hand import KnownHand, OddsError
from piquet_core.odds.odds_pages import forget, odds_pages, odds_search, read_hand
from piquet_core.odds.odds_table import OddsTable, Unit, choices, thousandths
from piquet_core.replay.replay import replay_record
from piquet_core.rules import load_ruleset
from piquet_core.views.exercise_view import render_solution
from piquet_core.views.odds_links import (
    render_exercise_odds,
    render_replay_odds,
    render_table_odds,
)
from piquet_core.views.reference_links import Links
from piquet_core.wording.score_report import score_hands

HAND = "97.A98.JT98.JT7"
GIVEN = {"rules": "hoyle1909", "hand": HAND, "seat": "elder"}


@cache
def made(page: str, known: KnownHand) -> OddsTable:
    return odds_search(page, known).finish()


def table_of(page: str, **given: str) -> OddsTable:
    return odds_search(page, read_hand(**given)).finish()


def value(table: OddsTable, label: str, cards: str, number: int = 0) -> int | None:
    """Return the value of a row for some chosen cards."""
    chosen = parse_hand(cards) if cards else Hand()
    mask = sum(1 << place for place, card in enumerate(table.cards) if card in chosen)
    place = list(choices(len(table.cards), table.least, table.most)).index(mask)
    (row,) = (row for row in table.rows if row.label == label)
    return row.values[number][place]


def ask(**args: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(
        bridge.handle(json.dumps({"id": 1, "op": "odds", "args": args}))
    )
    return answer


# -- every page ----------------------------------------------------------------------------------


@pytest.mark.parametrize("page", odds_pages())
def test_the_tables_of_a_page_have_a_value_for_each_choice_and_something_to_guess(
    page: str,
) -> None:
    for one in odds_pages()[page].hands:
        table = made(page, one.known)
        ways = len(list(choices(len(table.cards), table.least, table.most)))
        assert table.number in table.numbers
        assert table.rows
        for row in table.rows:
            assert len(row.values) == (1 if table.counted else len(table.numbers))
            assert {len(values) for values in row.values} == {ways}
            if row.unit is Unit.CHANCE:
                told = {one for values in row.values for one in values if one is not None}
                assert min(told) >= 0
                assert max(told) <= 1000
        asked = table.rows[table.asked]
        assert asked.unit is Unit.CHANCE
        at = 0 if table.counted else table.numbers.index(table.number)
        first = list(choices(len(table.cards), table.least, table.most)).index(table.chosen)
        guessed = asked.values[at][first]
        assert guessed is not None
        assert 0 < guessed < 1000


def test_only_certainty_is_shown_as_certain() -> None:
    assert [thousandths(part, 6188) for part in (0, 1, 3094, 6187, 6188)] == [0, 1, 500, 999, 1000]


# -- what can I draw -----------------------------------------------------------------------------


def test_the_chances_of_a_draw_are_those_of_trying_every_draw() -> None:
    table = table_of("draw", **GIVEN)
    hand = parse_hand(HAND)
    unseen = pack(32) - hand
    ranks = read_hand(**GIVEN).rules.ranks("set.ranks").value
    for out in ("S9 S7 C7", "DJ CT", "HA"):
        kept = hand - parse_hand(out)
        draws = [kept | Hand.of(drawn) for drawn in combinations(unseen, len(parse_hand(out)))]
        tried = {
            "A point of five or more": [
                max(one.row(suit).bit_count() for suit in SUITS) >= 5 for one in draws
            ],
            "A quint or longer": [
                any(run.size >= 5 for run in sequence_holdings(one)) for one in draws
            ],
            "Three or four jacks": [
                any(alike.rank.letter == "J" for alike in set_holdings(one, ranks)) for one in draws
            ],
            "Four tens": [
                any(
                    alike.rank.letter == "T" and alike.size == 4
                    for alike in set_holdings(one, ranks)
                )
                for one in draws
            ],
        }
        for label, held in tried.items():
            assert value(table, label, out) == thousandths(sum(held), len(draws)), (out, label)


def test_a_named_card_among_five_is_as_cavendish_prints_it() -> None:
    """Three to one against (Cavendish, Calculations, paragraph 3)."""
    table = table_of("draw", rules="hoyle1909", hand="AQ7.AJ9.A8.KQT7", seat="elder")
    assert chance_of_at_least(1, 1, 5) == Fraction(1, 4)
    assert value(table, "Four aces", "S7 H9 D8 C7 CT") == 250


def test_younger_draws_the_cards_that_elder_leaves() -> None:
    assert table_of("draw", **GIVEN).numbers == (1, 2, 3, 4, 5)
    assert table_of("draw", **{**GIVEN, "seat": "younger"}).numbers == (1, 2, 3)


# -- other hands ---------------------------------------------------------------------------------


def test_another_hand_is_worked_out_in_parts_and_ends_like_the_whole() -> None:
    forget()
    args = {"page": "draw", **GIVEN, "id": "other1"}
    found = ask(**args, until=1)["ok"]
    assert found["done"] < found["of"]
    while "html" not in found:
        found = ask(**args, until=found["done"] + 300)["ok"]
    forget()
    assert ask(**args, until=10_000)["ok"] == found
    assert "A point of six or more" in found["html"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"hand": "97.A98.JT98.JT"}, "a hand has 12 cards, and this one has 11"),
        ({"hand": "97.A98.JT98.JT6"}, "is played without"),
        ({"out": "S9 S8"}, "cannot be held and laid out at once"),
        ({"hand": "nonsense"}, "is not a card"),
        ({"seat": "<b>"}, "unknown seat"),
        ({"rules": "whist"}, "whist"),
        ({"position": "32-XY8BPT54XW5N-E/hands"}, "check letter"),
        ({"position": "x" * 500}, "invalid position"),
        ({"hand": ""}, "no hand is given"),
    ],
)
def test_a_damaged_address_gets_a_clear_error(given: dict[str, str], says: str) -> None:
    with pytest.raises(PiquetError, match=says):
        read_hand(**{**GIVEN, **given})
    error = ask(page="draw", **{**GIVEN, **given}, id="other1", until=1)["error"]
    assert error["message"]
    assert "<b>" not in error["message"] or "'<b>'" in error["message"]


def test_a_position_of_a_deal_is_seen_by_the_player_on_turn() -> None:
    known = read_hand("hoyle1909", position="32-XY8BPT54XW5N-D/deal")
    assert known.seat is Seat.ELDER
    assert known.hand == parse_hand(HAND)
    after = read_hand("hoyle1909", position="32-XY8BPT54XW5N-D/deal/S9+S7+H9+H8+C7", seat="elder")
    assert len(after.knowledge.discards) == 5
    assert len(after.knowledge.unseen) == 15


def test_the_hidden_cards_of_a_position_do_not_matter() -> None:
    rng = random.Random(3)
    known = read_hand(**GIVEN)
    rest = list(pack(32) - known.hand)
    rng.shuffle(rest)
    assert known.knowledge.unseen == Hand.of(rest)


# -- guard the king ------------------------------------------------------------------------------

FINAL = {"rules": "hoyle1909", "seat": "elder", "hand": "KJ9.KQ8.Q7T.QT8", "out": "S7 S8 H9 C7 C9"}


def test_a_guarded_card_is_safe_as_often_as_when_every_hand_is_tried() -> None:
    table = table_of("guard", **FINAL)
    known = read_hand(**FINAL).knowledge
    hands = [Hand.of(cards) for cards in combinations(known.unseen, known.their_hidden)]
    ace_and_king = parse_hand("DA DK")
    for guards in range(3):
        safe = sum(len(hand & ace_and_king) <= guards for hand in hands)
        label = "Safe, all unseen cards being equally likely"
        assert value(table, label, "DQ", guards) == thousandths(safe, len(hands))
    odds = missing_odds(read_hand(**FINAL).rules, Seat.YOUNGER)
    weights = [prod(odds[card] for card in known.unseen - hand) for hand in hands]
    alone = sum(
        weight for hand, weight in zip(hands, weights, strict=True) if len(hand & ace_and_king) <= 1
    )
    usual = value(table, "Safe, as players usually lay out cards", "DQ", 1)
    assert usual == thousandths(alone, sum(weights))


def test_a_higher_card_that_was_shown_is_against_you_for_certain() -> None:
    calls = "S9+S7+H9+H8+C7.ST+S8+H7.6D.good.5JD.good.3A.not-good.6D+5JD+3JC"
    given = {"rules": "hoyle1909", "position": f"32-XY8BPT54XW5N-D/deal/{calls}"}
    known = read_hand(**given, seat="younger")
    assert parse_hand("DA") <= known.knowledge.theirs
    table = table_of("guard", **given, seat="younger")
    safe = "Safe, all unseen cards being equally likely"
    assert [value(table, safe, "DK", guards) for guards in range(2)] == [0, 1000]
    assert [value(table, safe, "DQ", guards) for guards in range(2)] == [0, 1000]


def test_a_hand_without_a_card_to_guard_is_refused() -> None:
    with pytest.raises(OddsError, match="no card that needs a guard"):
        table_of("guard", rules="hoyle1909", hand="AKQJT987.AKQJ..")


# -- what may the other hold ---------------------------------------------------------------------


def test_the_hands_that_fit_are_fewer_after_each_call() -> None:
    for one in odds_pages()["other-hand"].hands:
        table = made("other-hand", one.known)
        fit, held, chance = table.rows
        counts = [values[0] or 0 for values in fit.values]
        assert counts == sorted(counts, reverse=True)
        assert counts[0] in (455, 6188)
        assert counts[-1] < counts[0] / 2
        for number, many in enumerate(counts):
            assert max(count or 0 for count in held.values[number]) <= many
            certain = [
                (count == many, share == 1000)
                for count, share in zip(held.values[number], chance.values[number], strict=True)
            ]
            assert all(one == other for one, other in certain)


# -- who reckons first ---------------------------------------------------------------------------


def test_calls_are_compared_as_the_engine_compares_them() -> None:
    """Deals with the given hand are called and counted by the engine."""
    given = {"rules": "hoyle1909", "hand": "AKQ8.AK.AKQ.KQJ", "out": "ST S7 HT C8 C7"}
    table = table_of("reckoning", **given)
    known = read_hand(**given).knowledge
    odds = missing_odds(read_hand(**given).rules, Seat.YOUNGER)
    total = repiques = 0.0
    for lacking in combinations(known.unseen, 3):
        hand = known.unseen - Hand.of(lacking)
        weight = prod(odds[card] for card in lacking)
        steps = score_hands(read_hand(**given).rules, known.hand, hand)
        total += weight
        repiques += weight * any(
            isinstance(event, Scored) and event.rule == "repique.bonus" and event.seat is Seat.ELDER
            for step in steps
            for event in step.events
        )
    assert repiques
    assert value(table, "You make a repique", "") == thousandths(repiques, total)
    # The sequences to the king and queen of clubs break without them.
    assert (value(table, "You make a repique", "CK CQ") or 0) <= thousandths(repiques, total)


# -- to seven tricks, and the Rubicon line -------------------------------------------------------


@pytest.mark.parametrize("page", ["tricks", "rubicon"])
def test_more_is_never_likelier_and_no_card_beats_the_best(page: str) -> None:
    for one in odds_pages()[page].hands:
        table = made(page, one.known)
        reached, best = table.rows[:2]
        for place in range(len(table.cards)):
            chances = [values[place] or 0 for values in reached.values]
            assert chances == sorted(chances, reverse=True)
        for values, highest in zip(reached.values, best.values, strict=True):
            assert {max(value or 0 for value in values)} == set(highest)


def test_the_chances_of_all_numbers_of_tricks_make_their_mean() -> None:
    one = odds_pages()["tricks"].hands[1]
    table = made("tricks", one.known)
    reached, mean = table.rows[0], table.rows[3]
    for place in range(len(table.cards)):
        total = sum(values[place] or 0 for values in reached.values) / 1000
        assert total == pytest.approx((mean.values[0][place] or 0) / 10, abs=0.06)


def test_only_cards_that_may_be_played_have_chances_in_the_middle_of_the_play() -> None:
    moves = "S9+S7+H9+H8+C7.ST+S8+H7.6D.good.5JD.good.3A.not-good.6D+5JD+3JC.DA.4Q+3K"
    known = {"rules": "hoyle1909", "position": f"32-XY8BPT54XW5N-D/deal/{moves}"}
    table = table_of("tricks", **known)
    for card in table.cards:
        chance = value(table, "You take as many tricks, or more", str(card), 0)
        assert (chance is not None) == (card.suit.letter == "D")


def test_a_hand_that_does_not_lead_is_refused() -> None:
    with pytest.raises(OddsError, match="not this hand's turn"):
        table_of("tricks", rules="hoyle1909", hand=HAND, seat="younger")


# -- links from elsewhere ------------------------------------------------------------------------

AT = Links(odds="odds/{}.html")


def addresses(html: str) -> dict[str, dict[str, str]]:
    """Return the queries of the links to pages of chances, by page."""
    found = re.findall(r'href="odds/([\w-]+)\.html\?([^"]*)"', html)
    return {page: dict(parse_qsl(unescape(query))) for page, query in found}


def test_a_hand_at_the_table_opens_without_hidden_cards() -> None:
    position = read_hand("hoyle1909", position="32-XY8BPT54XW5N-D/deal").position
    found = addresses(render_table_odds(position.state, Seat.ELDER, AT) or "")
    assert set(found) == {"draw", "guard"}
    for page, query in found.items():
        assert set(query) == {"rules", "seat", "hand"}
        known = read_hand(**query)
        assert known.hand == position.state.hands[Seat.ELDER]
        assert odds_search(page, known).finish().rows


def test_each_moment_of_a_deal_opens_the_pages_that_suit_it() -> None:
    replay = replay_record(read(named("hoyle1909-ab")))
    opened: set[str] = set()
    for place in range(1, len(replay.steps)):
        heard = replay.steps[:place]
        for seat in Seat:
            html = render_replay_odds(replay, heard, seat, AT) or ""
            for page, query in addresses(html).items():
                known = read_hand(**query)
                assert known.seat is seat
                assert known.knowledge.hand == heard[-1].state.hands[seat]
                opened.add(page)
    assert opened == set(odds_pages())


def test_an_exercise_opens_the_pages_that_suit_it() -> None:
    rules = load_ruleset("hoyle1909")
    item = new_exercise("discards.exchange", rules, random.Random(1), "elder-exchange")
    found = addresses(render_exercise_odds(item, AT) or "")
    assert set(found) == {"draw", "guard"}
    assert odds_search("draw", read_hand(**found["draw"])).finish().rows
    assert render_exercise_odds(item, Links()) is None
    _, _, why = render_solution(item, AT).partition("<details")
    assert addresses(why.partition("</details>")[0]) == found
