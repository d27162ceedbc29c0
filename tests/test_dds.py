"""The solver gives the same results as DDS, the double-dummy solver of bridge."""

import random
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from bridge_boards import embed, endplay, tricks_of_leads

from piquet_core.cards.cards import SUITS, Card, Hand, pack
from piquet_core.solver.card_positions import equal_card_groups
from piquet_core.solver.open_hands import CODE, SHIFTS, encode_hands, lead_choices
from piquet_core.solver.trick_search import TrickSearch

DEALS = 1200


def hands(rng: random.Random, size: int, cards: int) -> tuple[int, int]:
    chosen = rng.sample(list(pack(size)), 2 * cards)
    return Hand.of(chosen[:cards]).mask, Hand.of(chosen[cards:]).mask


def test_an_embedded_board_has_the_same_cards_in_the_same_order() -> None:
    own, other = Hand.of(map(Card, (8, 6, 13))).mask, Hand.of(map(Card, (7, 17, 16))).mask
    board, cards = embed(own, other)
    assert board.startswith("N:AQ.Q.. K.AK.. ")
    assert [cards[name] for name in ("SA", "SK", "SQ", "HA", "HK", "HQ")] == [8, 7, 6, 17, 16, 13]


@pytest.mark.thorough
@pytest.mark.parametrize("size", [32, 36])
def test_every_lead_takes_as_many_tricks_as_dds_says(size: int) -> None:
    try:
        endplay()
    except ImportError as error:
        pytest.skip(f"DDS is not here ({error}): `make bench` installs it into build/bench")
    rng = random.Random(f"dds {size}")
    search = TrickSearch()
    for number in range(DEALS):
        cards = 12 if number % 2 else rng.randint(1, 11)
        own, other = hands(rng, size, cards)
        codes, found = encode_hands(own, other), {}
        for suit, shift in zip(SUITS, SHIFTS, strict=True):
            groups = equal_card_groups(own, other, suit, 0)
            for group, choice in zip(
                groups, lead_choices(codes[0] >> shift & CODE, shift), strict=True
            ):
                half = search.lead(choice, *codes, cards, 2 * cards + 1)
                found.update(dict.fromkeys(group, half >> 1))
        assert found == dict(tricks_of_leads(own, other)), (own, other)
        assert search.value(*codes, cards) >> 1 == max(found.values())
