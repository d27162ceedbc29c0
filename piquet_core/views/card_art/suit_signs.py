"""Path data of pips, corner signs, and the crowns and plumes of the courts."""

from __future__ import annotations

from piquet_core.cards.cards import Rank, Suit
from piquet_core.views.card_art.svg_paths import transform_path

# Pips, about 100 units high around their centre. They use relative commands after the first
# point, so that two copies differ in that point alone.
PIPS: dict[Suit, str] = {
    Suit.SPADES: "M0-50c17 27 48 42 48 68c0 14-10 23-22 23c-9 0-17-4-22-12c1 9 5 14 13 16v5h-34"
    "v-5c8-2 12-7 13-16c-5 8-13 12-22 12c-12 0-22-9-22-23c0-26 31-41 48-68z",
    Suit.HEARTS: "M0-26c6-14 17-20 27-20c13 0 22 10 22 24c0 25-31 42-49 72c-18-30-49-47-49-72"
    "c0-14 9-24 22-24c10 0 21 6 27 20z",
    Suit.DIAMONDS: "M0-50c10 20 23 36 38 50c-15 14-28 30-38 50c-10-20-23-36-38-50"
    "c15-14 28-30 38-50z",
    Suit.CLUBS: "M-9.2-7a22 22 0 1 1 18.4 0a22 22 0 1 1-4.2 21c0 15 4 27 13 31v5h-36"
    "v-5c9-4 13-16 13-31a22 22 0 1 1-4.2-21z",
}

PIP = 0.31
_LEFT, _MID, _RIGHT = 70, 100, 130
_TWO_BY_THREE = [(x, y) for x in (_LEFT, _RIGHT) for y in (58, 140, 222)]
_TWO_BY_FOUR = [(x, y) for x in (_LEFT, _RIGHT) for y in (53, 111, 169, 227)]
LAYOUT: dict[Rank, list[tuple[int, int]]] = {
    Rank.SIX: _TWO_BY_THREE,
    Rank.SEVEN: [*_TWO_BY_THREE, (_MID, 99)],
    Rank.EIGHT: [*_TWO_BY_THREE, (_MID, 99), (_MID, 181)],
    Rank.NINE: [*_TWO_BY_FOUR, (_MID, 140)],
    Rank.TEN: [*_TWO_BY_FOUR, (_MID, 82), (_MID, 198)],
}

# Corner signs: sturdy, with low contrast, 100 units high from the top line, with their widths.
INDEX_X, INDEX_Y, INDEX_SIZE = 24, 14, 0.36
_SIX = (
    "M59-1C25 6 1 34 1 66C1 88 15 102 36 102C57 102 71 88 71 68C71 50 59 38 43 38C35 38 28 41 23 46"
    "C27 27 41 13 62 7zM37 46C46 46 52 53 52 69S46 94 37 94S20 87 20 69S27 46 37 46z"
)
INDEX_WIDTH = {
    "A": 98,
    "K": 98,
    "Q": 98,
    "J": 64,
    "R": 98,
    "D": 94,
    "V": 98,
    "10": 100,
    "9": 72,
    "8": 74,
    "7": 70,
    "6": 72,
}
INDEX: dict[str, str] = {
    "A": "M43-1H55L88 93H98V100H56V93H66L60 76H30L24 93H36V100H0V93H12zM33 67H57L45 31z",
    "K": "M0 0H42V8H30V92H42V100H0V92H12V8H0zM60 0H94V8H85L30 63V50L71 8H60z"
    "M41 48L55 34 88 92H98V100H56V92H66z",
    "Q": "M49-2C78-2 97 20 97 50S78 102 49 102S1 80 1 50S20-2 49-2z"
    "M49 7C31 7 22 24 22 50S31 93 49 93S76 76 76 50S67 7 49 7z"
    "M40 78C52 68 63 72 70 83C77 94 85 98 98 93V101C83 113 66 110 56 97C51 90 47 87 40 88z",
    "J": "M22 0H64V8H53V70C53 92 40 102 24 102C9 102 0 93 0 82A11.5 11.5 0 0 1 23 82"
    "C23 87 20 88 20 91C20 93 22 94 24 94C31 94 34 86 34 72V8H22z",
    "R": "M0 0H46C71 0 84 9 84 27C84 42 75 50 61 53L86 92H98V100H69L42 55H30V92H42V100H0V92H12V8H0z"
    "M30 8V47H44C57 47 64 40 64 27S57 8 44 8z",
    "D": "M0 0H44C75 0 93 20 93 50S75 100 44 100H0V92H12V8H0z"
    "M30 8V92H42C63 92 73 76 73 50S63 8 42 8z",
    "V": "M0 0H43V8H32L55 69 76 8H64V0H98V8H87L54 101H45L11 8H0z",
    "10": "M14 0H31V92H42V100H2V92H13V20C10 24 5 26 0 26V18C7 16 11 9 14 0z"
    "M73-2C89-2 100 18 100 50S89 102 73 102S46 82 46 50S57-2 73-2z"
    "M73 6C66 6 63 22 63 50S66 94 73 94S83 78 83 50S80 6 73 6z",
    "9": transform_path(_SIX, 72, 100, -1),
    "8": "M37-2C55-2 67 8 67 24S55 52 37 52S7 42 7 24S19-2 37-2z"
    "M37 45C59 45 73 55 73 73S59 102 37 102S1 91 1 73S15 45 37 45z"
    "M37 6C28 6 24 13 24 25S28 45 37 45S50 37 50 25S46 6 37 6z"
    "M37 53C26 53 20 60 20 73S26 94 37 94S54 87 54 73S48 53 37 53z",
    "7": "M4 0H69V10C49 40 42 64 40 101H18C21 66 35 42 53 18H23C15 18 12 21 10 31H2z",
    "6": _SIX,
}

# Headwear of the courts: a closed crown, an open coronet and a plume, about 70 wide around (0, 0).
DEVICE: dict[Rank, str] = {
    Rank.KING: "M-26 25H26V31H-26z"
    "M-25 21C-28 13-35 8-35-1C-35-10-28-14-20-14C-11-14-4-9 0-3C4-9 11-14 20-14"
    "C28-14 35-10 35-1C35 8 28 13 25 21z"
    "M-20 15H-4C-4 5-9-8-19-8C-25-8-29-5-29-1C-29 5-23 8-20 15z"
    "M20 15C23 8 29 5 29-1C29-5 25-8 19-8C9-8 4 5 4 15z"
    "M-2-6H2V-15H9V-19H2V-27H-2V-19H-9V-15H-2z",
    Rank.QUEEN: "M-26 25H26V31H-26z"
    "M-25 21L-32-3C-27 5-21 9-15 9C-7 9-2 1 0-10C2 1 7 9 15 9C21 9 27 5 32-3L25 21z"
    "M0-23A5 5 0 0 1 0-13A5 5 0 0 1 0-23zM-33-15A5 5 0 0 1-33-5A5 5 0 0 1-33-15z"
    "M33-15A5 5 0 0 1 33-5A5 5 0 0 1 33-15z",
    Rank.JACK: "M-21 31C-21 8-12-22 17-27C28-28 31-19 25-14C29-10 27-4 20-3C22 3 18 8 11 8"
    "C11 14 6 18-3 17C-9 17-14 20-17 31zM-17 22C-12 4-1-12 15-19C-3-15-13 0-17 22z",
}
