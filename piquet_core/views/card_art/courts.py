"""The twelve court figures, built from eighteen shared pieces and coloured by suit.

Kings and queens of one colour face each other and differ in the objects that they hold.
"""

from __future__ import annotations

from typing import NamedTuple

from piquet_core.cards.cards import Rank, Suit


class Shape(NamedTuple):
    """An SVG path of a court piece: its colour, its path data and its stroke width.

    ``fill`` is the name of a colour, or ``line`` for a stroke alone. The names ``a`` and ``b`` are
    the two colours of the dress, ``hair`` that of hair and beard.
    """

    fill: str
    d: str
    line: float = 0


PIECES: dict[str, tuple[Shape, ...]] = {
    "head": (
        Shape("skin", "M98 48C98 38 132 38 132 48L131 70C130 84 122 90 115 90S100 84 99 70Z"),
        Shape(
            "line",
            "M104 58Q108 54 112 58M119 58Q123 54 127 58M116 60L113 72H117M109 80Q115 84 121 80",
            1.8,
        ),
        Shape("line", "M107 62H110M121 62H124", 2.6),
    ),
    "crown": (
        Shape("gold", "M92 44L86 16L99 27L106 9L115 24L124 9L131 27L144 16L138 44Q115 36 92 44Z"),
        Shape("a", "M92 44Q115 36 138 44L137 51Q115 43 93 51Z"),
        Shape(
            "ink",
            "M82.6 14a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0zM102.6 8"
            "a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0zM120.6 8a3.4 3.4 0 1 0 6.8 0"
            "a3.4 3.4 0 1 0 -6.8 0zM140.6 14a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0z",
        ),
    ),
    "coronet": (
        Shape(
            "gold",
            "M95 43C91 32 93 24 97 20Q101 28 105 29Q109 17 115 13Q121 17 125 29"
            "Q129 28 133 20C137 24 139 32 135 43Q115 35 95 43Z",
        ),
        Shape("line", "M101 36Q115 30 129 36", 1.6),
        Shape("ink", "M111.6 11a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0z"),
    ),
    "cap": (
        Shape("a", "M90 46C82 30 96 16 118 17C140 18 150 32 140 46Q115 36 90 46Z"),
        Shape("gold", "M92 46Q115 37 139 46L139 51Q115 43 92 51Z"),
        Shape("b", "M136 32C150 26 160 14 172 16C176 26 160 40 142 40Z"),
        Shape("line", "M142 36C152 32 160 26 168 19", 1.5),
    ),
    "long hair": (
        Shape(
            "hair",
            "M98 46C88 58 84 74 88 90C94 92 98 88 99 80L131 80C132 88 136 92 142 90"
            "C146 74 142 58 132 46Z",
        ),
    ),
    "beard": (
        Shape(
            "hair",
            "M99 70C98 94 106 110 115 116C124 110 132 94 131 70C127 79 122 76 115 76S103 79 99 70Z",
        ),
        Shape(
            "line",
            "M109 81Q115 85 121 81M106 88C107 97 111 104 114 108M124 88C123 97 119 104 116 108",
            1.5,
        ),
    ),
    "tresses": (
        Shape(
            "hair",
            "M97 44C82 54 80 84 84 112C92 116 98 112 100 104L130 104"
            "C132 112 138 116 146 112C150 84 148 54 133 44Z",
        ),
        Shape("line", "M91 60C87 76 88 92 91 106M139 60C143 76 142 92 139 106", 1.5),
    ),
    "short hair": (
        Shape(
            "hair",
            "M96 46C84 56 80 76 90 86C98 90 102 82 100 72L130 72C128 82 132 90 140 86"
            "C150 76 146 56 134 46Z",
        ),
    ),
    "cloak": (
        Shape("a", "M10 200C20 140 62 112 96 100L115 118L134 100C166 110 206 140 216 200Z"),
        Shape(
            "linen",
            "M96 98C80 104 66 112 58 122L74 138C88 124 104 122 115 128"
            "C126 122 142 124 156 138L172 122C164 112 150 104 134 98L115 118Z",
        ),
        Shape("line", "M76 118l4 7M92 110l3 7M138 110l-3 7M154 118l-4 7M112 122v0", 2.6),
        Shape("b", "M104 125L94 190H136L126 125Q115 130 104 125Z"),
        Shape("gilt", "M115 130V190", 4),
    ),
    "gown": (
        Shape("b", "M14 200C24 142 66 116 98 102Q115 116 132 102C164 116 202 142 212 200Z"),
        Shape(
            "skin",
            "M99 90C99 98 96 102 88 106C92 126 104 136 115 138C126 136 138 126 142 106"
            "C134 102 131 98 131 90Z",
        ),
        Shape(
            "a",
            "M88 106C74 110 62 120 54 132L92 190H138L176 132C168 120 156 110 142 106"
            "C138 126 126 136 115 138C104 136 92 126 88 106Z",
        ),
        Shape("gilt", "M82 112C90 134 102 146 115 148C128 146 140 134 148 112", 5),
        Shape("line", "M98 112Q115 124 132 112", 1.6),
        Shape("gold", "M111 121a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", 1.6),
    ),
    "doublet": (
        Shape("b", "M16 200C26 144 66 118 98 102L115 112L132 102C164 118 200 144 210 200Z"),
        Shape("skin", "M98 88V103L115 113L132 103V88Z"),
        Shape("linen", "M94 100L115 114L136 100L150 112L128 132L115 122L102 132L80 112Z"),
        Shape("a", "M115 122L98 190H132Z"),
        Shape("gilt", "M66 128L84 190M80 118L94 160M164 128L146 190M150 118L136 160", 5),
    ),
    "sceptre": (
        Shape("line", "M60 150L72 58", 7),
        Shape("gilt", "M60 150L72 58", 3),
        Shape("gold", "M73 60C60 54 62 42 70 42C68 32 80 30 82 40C90 42 88 56 73 60Z"),
    ),
    "sword": (
        Shape("linen", "M63 148L72 40L77 32L80 41L71 149Z"),
        Shape("line", "M56 118L82 121", 8),
        Shape("gilt", "M57 118L81 121", 4),
    ),
    "halberd": (
        Shape("line", "M166 150L172 40", 6),
        Shape("gilt", "M166 150L172 40", 2.4),
        Shape(
            "linen",
            "M168 62C156 66 152 78 154 88C160 82 164 80 167 80ZM173 60L184 66L172 76Z"
            "M169 58L173 34L177 58Z",
        ),
    ),
    "flower": (
        Shape("line", "M64 150C62 130 66 116 70 106", 3),
        Shape("gold", "M66 132Q54 130 52 120Q64 120 66 132"),
        Shape(
            "a",
            "M61 84a9 9 0 1 0 18 0a9 9 0 1 0 -18 0zM72 92a9 9 0 1 0 18 0"
            "a9 9 0 1 0 -18 0zM68 104a9 9 0 1 0 18 0a9 9 0 1 0 -18 0zM54 104"
            "a9 9 0 1 0 18 0a9 9 0 1 0 -18 0zM50 92a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z",
        ),
        Shape("gold", "M63.5 95a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0z"),
    ),
    "fan": (
        Shape("gold", "M70 140L48 94Q70 74 92 96Z"),
        Shape("line", "M70 140L58 86M70 140L70 83M70 140L82 87", 1.6),
    ),
    "orb": (
        Shape("gold", "M53 112a15 15 0 1 0 30 0a15 15 0 1 0 -30 0z"),
        Shape("line", "M53 112H83M68 97V112M68 97V82M61 88H75", 3),
    ),
}

# The pieces from back to front. The object comes directly before the hand that holds it.
_FIGURES: dict[Rank, tuple[str, ...]] = {
    Rank.KING: ("long hair", "cloak", "", "head", "beard", "crown"),
    Rank.QUEEN: ("tresses", "gown", "", "head", "coronet"),
    Rank.JACK: ("short hair", "doublet", "", "head", "cap"),
}
_HELD: dict[Rank, dict[Suit, str]] = {
    Rank.KING: {
        Suit.SPADES: "sword",
        Suit.HEARTS: "sceptre",
        Suit.DIAMONDS: "orb",
        Suit.CLUBS: "sceptre",
    },
    Rank.QUEEN: {
        Suit.SPADES: "flower",
        Suit.HEARTS: "fan",
        Suit.DIAMONDS: "flower",
        Suit.CLUBS: "fan",
    },
    Rank.JACK: {
        Suit.SPADES: "halberd",
        Suit.HEARTS: "halberd",
        Suit.DIAMONDS: "sword",
        Suit.CLUBS: "sword",
    },
}
COURTS = frozenset(_FIGURES)
MIRRORED = frozenset({Suit.HEARTS, Suit.CLUBS})

# The clip area of the upper half: above the band and right of the index.
UPPER_HALF = "M42 6H192V102L8 178V98H42Z"
BAND = "M8 178L192 102"


def court_shapes(rank: Rank, suit: Suit) -> list[str]:
    """Return the names of the pieces that draw a court, from back to front."""
    return [piece or _HELD[rank][suit] for piece in _FIGURES[rank]]
