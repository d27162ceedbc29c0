"""The card drawings: complete, well-formed, small, readable, and of equal size."""

import gzip
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from piquet_core.cards import card_names as names
from piquet_core.cards.cards import CARDS, SUITS, Card, Rank, Suit, parse_card
from piquet_core.views import card_symbols as art
from piquet_core.views.card_art import courts, faces
from piquet_core.views.card_art import suit_signs as signs
from piquet_core.views.card_art.svg_paths import transform_path

SVG = "{http://www.w3.org/2000/svg}"
STATIC = Path(__file__).parents[2] / "extension/sphinx_piquet/static"  # not in the browser's wheel
CSS = (STATIC / "components/card.css").read_text("utf-8")
TOKENS = (STATIC / "base/tokens.css").read_text("utf-8")


def drawing(card: Card) -> ET.Element:
    found = ET.fromstring(art.card_sprite()).find(f".//{SVG}g[@id='pq-{card}']")
    assert found is not None
    return found


def classes(element: ET.Element) -> list[str]:
    return element.get("class", "").split()


def test_sprite_holds_every_card_the_back_and_four_pips_once() -> None:
    ids = [one.get("id") for one in ET.fromstring(art.card_sprite()).iter() if one.get("id")]
    wanted = {*(f"pq-{card}" for card in CARDS), "pq-back", *(f"pq-{s.letter}" for s in SUITS)}
    assert wanted <= set(ids)
    assert len(ids) == len(set(ids))


def test_every_reference_inside_the_sprite_leads_to_a_part_of_it() -> None:
    parts = list(ET.fromstring(art.card_sprite()).iter())
    ids = {one.get("id") for one in parts}
    used = {one.get("href", "").removeprefix("#") for one in parts if one.tag == f"{SVG}use"}
    text = art.card_sprite()
    used |= set(re.findall(r"url\(#([a-z-]+)\)", text))
    assert used <= ids
    assert {f"pq-{name.replace(' ', '-')}" for name in courts.PIECES} <= used  # none is unused


def test_no_shape_carries_a_style_that_a_strict_policy_refuses() -> None:
    assert not [one for one in ET.fromstring(art.card_sprite()).iter() if one.get("style")]


def test_sprite_for_text_only_holds_just_the_pips() -> None:
    ids = [
        one.get("id") for one in ET.fromstring(art.card_sprite(faces=False)).iter() if one.get("id")
    ]
    assert ids == ["pq-S", "pq-H", "pq-D", "pq-C"]


def test_sprite_stays_small_on_the_wire() -> None:
    # The whole pack may cost a page at most 10 kB, compressed.
    assert len(gzip.compress(art.card_sprite().encode())) <= 10_000
    assert len(gzip.compress(art.card_sprite(faces=False).encode())) <= 1_000


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_every_reference_is_well_formed_and_resolves(card: Card) -> None:
    svg = ET.fromstring(art.card_svg(card))
    use = svg.find(f"{SVG}use")
    assert use is not None
    assert use.get("href") == f"#pq-{card}"
    assert svg.get("aria-hidden") == "true"
    assert svg.get("role") is None
    assert len(art.card_svg(card)) < 140  # a page may repeat it a thousand times


def test_label_makes_a_named_image() -> None:
    svg = ET.fromstring(art.card_svg(parse_card("SA"), label=True))
    assert (svg.get("role"), svg.get("aria-label")) == ("img", "ace of spades")
    assert svg.get("aria-hidden") is None
    back = ET.fromstring(art.back_svg(label=True))
    assert (back.get("role"), back.get("aria-label")) == ("img", "card face down")


def test_classes_are_added_and_escaped() -> None:
    assert classes(ET.fromstring(art.card_svg(CARDS[0], classes="out won"))) == [
        "pq-card",
        "out",
        "won",
    ]
    assert classes(ET.fromstring(art.back_svg('"><b')))[1:] == ['"><b']


def test_names() -> None:
    assert names.card_name(parse_card("ST")) == "ten of spades"
    assert names.card_name(parse_card("C6")) == "six of clubs"
    assert len({names.card_name(card) for card in CARDS}) == 36


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_inline_card_shows_a_pip_and_is_read_by_name(card: Card) -> None:
    token = ET.fromstring(art.inline_card(card))
    shown, read = list(token)
    assert shown.get("aria-hidden") == "true"
    assert "".join(read.itertext()) == names.card_name(card)
    use = shown.find(f"{SVG}svg/{SVG}use")
    assert use is not None
    assert use.get("href") == f"#pq-{card.suit.letter}"
    text = "".join(shown.itertext())
    french = {Rank.KING: "KR", Rank.QUEEN: "QD", Rank.JACK: "JV", Rank.TEN: "10"}
    assert text == french.get(card.rank, card.rank.letter)


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("rank", [Rank.SIX, Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.TEN])
def test_number_cards_carry_as_many_pips_as_they_say(suit: Suit, rank: Rank) -> None:
    body = drawing(CARDS[suit * 9 + rank]).find(f"{SVG}g/{SVG}g[@class='pq-full']/{SVG}g")
    assert body is not None
    upright, turned = (path.get("d", "").count("M") for path in body)
    assert upright + turned == rank + 6  # SIX is 0
    assert upright >= turned
    assert [path.get("transform") for path in body] == [None, "rotate(180 100 140)"]


COURTS = [card for card in CARDS if card.rank in courts.COURTS]


@pytest.mark.parametrize("card", COURTS, ids=str)
def test_courts_hold_both_languages_and_show_one_without_style(card: Card) -> None:
    groups = [
        one for one in drawing(card).iter(f"{SVG}g") if one.get("class") in ("pq-en", "pq-fr")
    ]
    by_class = {kind: [g for g in groups if g.get("class") == kind] for kind in ("pq-en", "pq-fr")}
    # The large letter, the corners, and the sign alone.
    assert [len(group) for group in by_class.values()] == [3, 3]
    assert {g.get("display") for g in by_class["pq-en"]} == {None}
    assert {g.get("display") for g in by_class["pq-fr"]} == {"none"}


@pytest.mark.parametrize("card", COURTS, ids=str)
def test_a_court_is_its_half_twice_and_holds_what_no_other_of_its_rank_and_dress_holds(
    card: Card,
) -> None:
    figure = drawing(card).find(f".//{SVG}g[@class='pq-figure']")
    assert figure is not None
    halves = [use.get("transform") for use in figure if use.get("href") == f"#pq-half-{card}"]
    assert halves == [None, "rotate(180 100 140)"]
    half = ET.fromstring(art.card_sprite()).find(f".//{SVG}g[@id='pq-half-{card}']")
    assert half is not None
    pieces = [use.get("href", "").removeprefix("#pq-") for use in half.iter(f"{SVG}use")]
    assert pieces == [name.replace(" ", "-") for name in courts.court_shapes(card.rank, card.suit)]


def test_the_twelve_courts_are_twelve_drawings() -> None:
    seen = {
        (
            courts.court_shapes(card.rank, card.suit)[-1],
            tuple(courts.court_shapes(card.rank, card.suit)),
            card.suit,
        )
        for card in COURTS
    }
    assert len(COURTS) == 12  # king, queen and jack of four suits
    assert len(seen) == len(COURTS)


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_card_is_inked_in_its_own_suit_only(card: Card) -> None:
    suits = {"pq-s", "pq-h", "pq-d", "pq-cl"}
    used = {name for one in drawing(card).iter() for name in classes(one)} & suits
    assert used == {("pq-s", "pq-h", "pq-d", "pq-cl")[card.suit]}


def test_sign_alone_fits_the_strip_that_a_full_hand_leaves_on_a_phone() -> None:
    # At 360 px, twelve cards of 61 px in four suits share 332 px, so a strip has 22.5 px, or 36.8%.
    strip = (332 - 61 - 3 * 8) / 11 / 61 * faces.WIDTH
    scale, x, _ = faces.ALONE
    for sign, width in signs.INDEX_WIDTH.items():
        right = (signs.INDEX_X + width * signs.INDEX_SIZE / 2) * scale + x
        left = (signs.INDEX_X - width * signs.INDEX_SIZE / 2) * scale + x
        assert 0 < left < right < strip, sign


def test_every_class_in_the_drawing_is_styled() -> None:
    used = {name for one in ET.fromstring(art.card_sprite()).iter() for name in classes(one)}
    styled = set(re.findall(r"\.(pq-[a-z-]+)", CSS))
    assert used <= styled


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2.2."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def palettes() -> list[dict[str, str]]:
    """Return the card colours for light, dark by choice, and dark by system."""
    day, *nights = (
        dict(re.findall(r"--([\w-]+): (#\w{6});", block))
        for block in re.findall(r"\{([^{}]*--card: #[^{}]*)\}", TOKENS)
    )
    own = dict(re.findall(r"--(black|red|blue|green): (#\w{6});", TOKENS))
    return [{**day, **own, **night} for night in ({}, *nights)]


def test_dark_palette_is_the_same_by_theme_and_by_system() -> None:
    light, by_theme, by_system = palettes()
    assert by_theme == by_system != light
    assert set(by_theme) == set(light)


def test_cards_stay_ivory_at_night() -> None:
    for palette in palettes():
        assert luminance(palette["card"]) > 0.8


@pytest.mark.parametrize("palette", palettes(), ids=["light", "dark", "system"])
@pytest.mark.parametrize("ink", ["black", "red", "blue", "green"])
def test_inks_reach_aa_on_the_card(palette: dict[str, str], ink: str) -> None:
    low, high = sorted((luminance(palette["card"]), luminance(palette[ink])))
    assert (high + 0.05) / (low + 0.05) >= 4.5  # WCAG 2.2, 1.4.3


def test_half_turn_of_a_path_twice_is_the_path() -> None:
    for d in (*signs.PIPS.values(), *signs.INDEX.values(), *signs.DEVICE.values()):
        once = transform_path(d, 200, 280, -1)
        assert transform_path(once, 200, 280, -1) == transform_path(d, 0, 0, 1)
