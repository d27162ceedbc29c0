"""Tables of chances, compared with counting or trying each hand, and the request for another hand."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from piquet_core.api import dispatch as bridge
from piquet_core.cards.cards import SUITS, Hand, pack, parse_hand
from piquet_core.cards.combinations import sequence_holdings, set_holdings
from piquet_core.cards.seat import Seat
from piquet_core.claims.exact_odds import chance_of_at_least
from piquet_core.errors import PiquetError
from piquet_core.odds.odds_pages import forget, odds_pages, odds_search, read_hand
from piquet_core.odds.odds_table import OddsTable, Unit, choices, thousandths

HAND = "97.A98.JT98.JT7"
GIVEN = {"rules": "hoyle1909", "hand": HAND, "seat": "elder"}


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
        table = odds_search(page, one.known).finish()
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
