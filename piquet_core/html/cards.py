"""The pack as pictures: 36 cards and a back, drawn here as paths.

A page holds `sprite` once; every card on it is a short reference into that sprite. Letters,
numerals, pips and devices are this project's own drawing (no font, no emoji), so the pack looks
the same everywhere and needs no file but ``cards.css``.

No selector can reach from the page into a referenced drawing, but custom properties are
inherited into it. So each shape carries one flat class and ``cards.css`` speaks to it only
through properties, set on any ancestor:

==============================  ===========================================================
``data-pq-index="fr"``          courts are R D V instead of K Q J
``data-pq-suits="four"``        diamonds blue, clubs green
``data-pq-courts="figures"``    courts are figures instead of letters, once a script has fetched them
``class="pq-small"``            one large corner index: for strips and cards under 60 px wide
                                (browsers with container queries need no class)
``--pq-w``                      the width of a card
==============================  ===========================================================
"""

from __future__ import annotations

import re
from functools import cache

from piquet_core.html.markup import esc
from piquet_core.pack.cards import CARDS, SUITS, Card, Rank, Suit
from piquet_core.pack.names import card_name, rank_sign, suit_sign

WIDTH, HEIGHT = 200, 280
_HALF_TURN = f' transform="rotate(180 {WIDTH // 2} {HEIGHT // 2})"'
XMLNS = 'xmlns="http://www.w3.org/2000/svg"'

_LINE = ' fill="none" stroke="currentColor"'
_SUIT_CLASS = ("pq-s", "pq-h", "pq-d", "pq-cl")
_AS_TEXT = "\ufe0e"  # so that no reader puts a coloured emoji in the place of a suit
_FRENCH = {Rank.KING: "R", Rank.QUEEN: "D", Rank.JACK: "V"}


# Markup -----------------------------------------------------------------------------------


def card_svg(card: Card, *, label: bool = False, classes: str = "") -> str:
    """Return one card, face up; needs `sprite` on the same page.

    With `label` it is an image with the card's name; otherwise it is hidden from assistive
    technology, because the text beside it says the same.
    """
    return _reference(str(card), card_name(card) if label else "", classes)


def back_svg(classes: str = "", *, label: bool = False) -> str:
    """Return one card, face down; needs `sprite` on the same page."""
    return _reference("back", "card face down" if label else "", classes)


def inline_card(card: Card) -> str:
    """Return a card for running text and tables: a suit pip and the rank, read out by name."""
    sign = rank_sign(card.rank)
    if card.rank in _FRENCH:
        sign = f'<span class="pq-en">{sign}</span><span class="pq-fr">{_FRENCH[card.rank]}</span>'
    return (
        f'<span class="pq-c {_SUIT_CLASS[card.suit]}"><span class="pq-v" aria-hidden="true">'
        f'<svg {XMLNS} class="pq-p" viewBox="-50 -52 100 104">'
        f'<use href="#pq-{card.suit.letter}"/></svg>{sign}</span>'
        f'<span class="pq-sr">{esc(card_name(card))}</span></span>'
    )


def signed_card(card: Card) -> str:
    """Return a card for a text without drawings: the sign of its suit and the rank, read out by name.

    >>> from piquet_core.pack.cards import parse_card
    >>> signed_card(parse_card("HT"))
    '<span class="pq-sign" role="img" aria-label="ten of hearts">♥\ufe0e10</span>'
    """
    sign = f"{suit_sign(card.suit)}{_AS_TEXT}{rank_sign(card.rank)}"
    return f'<span class="pq-sign" role="img" aria-label="{esc(card_name(card))}">{sign}</span>'


def _reference(name: str, label: str, classes: str) -> str:
    aria = f'role="img" aria-label="{esc(label)}"' if label else 'aria-hidden="true"'
    kind = esc(f"pq-card {classes}".rstrip())
    return (
        f'<svg {XMLNS} class="{kind}" viewBox="0 0 {WIDTH} {HEIGHT}" {aria}>'
        f'<use href="#pq-{name}"/></svg>'
    )


@cache
def sprite(*, faces: bool = True, courts: str = "") -> str:
    """Return the hidden drawing that all cards of a page refer to; put it in once.

    Without `faces` it holds only the four pips, which is all that `inline_card` asks for.
    `courts` is the folder from which a script may fetch figures for the court cards.

    Ids are ``pq-`` and the card (``pq-SA``), ``pq-back``, and ``pq-S`` … for the four pips.
    Every card repeats its pips as one path: few nodes where a page shows a thousand cards, and
    repetition is what compression is good at.
    """
    pips = "".join(_path(_PIPS[suit], "", f"pq-{suit.letter}") for suit in SUITS)
    cards = "".join(
        f'<g id="pq-{card}">{_face()}{_drawing(card, figures=bool(courts))}</g>' for card in CARDS
    )
    cards += f'<g id="pq-back">{_face()}{_back()}</g>'
    place = f' data-courts="{esc(courts)}"' if courts else ""
    return (
        f'<svg {XMLNS} class="pq-sprite" width="0" height="0" aria-hidden="true"{place}>'
        f"<defs>{pips}{cards if faces else ''}</defs></svg>"
    )


# Composition ------------------------------------------------------------------------------
# Presentation attributes are the fallback where no style sheet is read, as in some e-book readers.


def _path(d: str, kind: str, name: str = "", more: str = "") -> str:
    ident = f' id="{name}"' if name else ""
    style = f' class="{kind}"' if kind else ""
    return f'<path{ident}{style}{more} d="{d}"/>'


def _face() -> str:
    return (
        f'<rect class="pq-face" width="{WIDTH}" height="{HEIGHT}" rx="13" '
        'fill="#fff" stroke="#777"/>'
    )


def _drawing(card: Card, *, figures: bool) -> str:
    suit, rank = card.suit, card.rank
    if rank is Rank.ACE:
        body = _ace(suit)
    elif rank in _FRENCH:
        body = _court(card, figures=figures)
    else:
        body = _number(suit, rank)
    colour = ' color="#a11" fill="#a11"' if suit in (Suit.HEARTS, Suit.DIAMONDS) else ""
    return f"<g{colour}>{body}{_corners(suit, rank)}</g>"


def _corners(suit: Suit, rank: Rank) -> str:
    """Return the index, upper left and, turned upside down, lower right."""
    pip = _place(_PIPS[suit], _INDEX_X, 62, 0.21)
    if rank not in _FRENCH:
        return _corner_pair(_index(rank_sign(rank)) + pip, suit)
    letters = (("pq-en", rank_sign(rank)), ("pq-fr", _FRENCH[rank]))
    return _corner_pair(pip, suit) + "".join(
        _in_language(language, _corner_pair(_index(sign), suit)) for language, sign in letters
    )


def _corner_pair(d: str, suit: Suit) -> str:
    ink = _SUIT_CLASS[suit]
    return _path(d, f"pq-i {ink}") + _path(d, f"pq-j {ink}", more=_HALF_TURN)


def _index(sign: str) -> str:
    return _place(_INDEX[sign], _INDEX_X - _INDEX_WIDTH[sign] * _INDEX_SIZE / 2, 14, _INDEX_SIZE)


def _in_language(language: str, markup: str) -> str:
    hidden = ' display="none"' if language == "pq-fr" else ""
    return f'<g class="{language}"{hidden}>{markup}</g>'


def _number(suit: Suit, rank: Rank) -> str:
    """Return the pips of a number card as two paths: upright, and upside down."""
    ink, pip = _SUIT_CLASS[suit], _PIPS[suit]
    upright = [(x, y) for x, y in _LAYOUT[rank] if y <= HEIGHT / 2]
    turned = [(WIDTH - x, HEIGHT - y) for x, y in _LAYOUT[rank] if y > HEIGHT / 2]
    halves = ("".join(_place(pip, x, y, _PIP) for x, y in half) for half in (upright, turned))
    return (
        f'<g class="pq-b">{_path(next(halves), ink)}{_path(next(halves), ink, more=_HALF_TURN)}</g>'
    )


def _ace(suit: Suit) -> str:
    """Return the large pip of an ace, engraved: widening strokes of ink and paper by turns."""
    ink, pip = _SUIT_CLASS[suit], _PIPS[suit]
    rings = "".join(
        _path(pip, kind, more=f' stroke-width="{width}" {colours}')
        for width, kind, colours in (
            (22, f"pq-o {ink}", 'stroke="currentColor"'),
            (20, "pq-w", 'fill="#fff" stroke="#fff"'),
            (10, f"pq-o {ink}", 'stroke="currentColor"'),
            (5, "pq-w", 'fill="#fff" stroke="#fff"'),
        )
    )
    small = _path(_place(pip, 0, 0, 0.28), "pq-w", more=' fill="#fff"')
    return (
        f'<g class="pq-b"><g transform="translate(100 140) scale(.9)" stroke-miterlimit="3">'
        f"{rings}{_path(pip, ink)}{small}</g></g>"
    )


def _court(card: Card, *, figures: bool) -> str:
    """Return the letter of a court in its frame and, with `figures`, the place of its figure."""
    suit, rank = card.suit, card.rank
    ink = _SUIT_CLASS[suit]
    letters = "".join(
        _in_language(
            language, _path(_place(_DISPLAY[sign], 100 - _DISPLAY_WIDTH[sign] * 0.4, 102, 0.8), ink)
        )
        for language, sign in (("pq-en", rank.letter), ("pq-fr", _FRENCH[rank]))
    )
    drawn = (
        _path(_frame(46, 30), f"pq-t {ink}", more=' fill-opacity=".05"')
        + _path(_frame(46, 30), f"pq-l {ink}", more=f'{_LINE} stroke-width="1.3"')
        + _path(_frame(51, 35), f"pq-l {ink}", more=f'{_LINE} stroke-width=".6"')
        + _path(_place(_DEVICE[rank], 100, 64, 0.7) + _place(_PIPS[suit], 100, 221, 0.27), ink)
        + letters
    )
    if not figures:
        return f'<g class="pq-b">{drawn}</g>'
    return f'<g class="pq-b pq-letter">{drawn}</g>{_figure(card)}'


def _figure(card: Card) -> str:
    """Return a panel of paper with the place of a picture, which has no address until it is wanted."""
    x, y, width, height = _PANEL
    box = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    return (
        f'<g class="pq-figure" display="none"><rect class="pq-ground" {box} fill="#fff"/>'
        f'<image data-court="{card}" {box} preserveAspectRatio="xMidYMid slice"/>'
        f'<rect class="pq-l pq-panel-edge" {box} fill="none" stroke="#777"/></g>'
    )


def _frame(x: float, y: float) -> str:
    """Return a frame that far from the card's edges, its corners scooped as on a title page."""
    w, h, r = WIDTH - 2 * x - 20, HEIGHT - 2 * y - 20, 10
    return (
        f"M{x + r} {y}h{w}a{r} {r} 0 0 0 {r} {r}v{h}a{r} {r} 0 0 0 -{r} {r}"
        f"h-{w}a{r} {r} 0 0 0 -{r} -{r}v-{h}a{r} {r} 0 0 0 {r} -{r}z"
    )


def _back() -> str:
    """Return a lattice of two families of slanted lines, cut to a panel, round four pips."""
    left, top, right, bottom, step = 16, 16, WIDTH - 16, HEIGHT - 16, 12
    lines = []
    for c in range(left - bottom + step, right - top, step):  # x - y = c
        x1, x2 = max(left, top + c), min(right, bottom + c)
        lines.append(f"M{x1} {x1 - c}L{x2} {x2 - c}M{WIDTH - x1} {x1 - c}L{WIDTH - x2} {x2 - c}")
    pips = "".join(
        _place(_PIPS[suit], 100 + dx, 140 + dy, 0.17)
        for suit, (dx, dy) in zip(SUITS, ((0, -17), (17, 0), (0, 17), (-17, 0)), strict=True)
    )
    return (
        _path("".join(lines), "pq-l pq-back", more=f'{_LINE} stroke-width="1"')
        + _path(
            f"M{left} {top}H{right}V{bottom}H{left}z",
            "pq-l pq-back",
            more=f'{_LINE} stroke-width="2"',
        )
        + _path("M100 96L144 140 100 184 56 140z", "pq-face pq-back-m", more=' fill="#fff"')
        + _path(pips, "pq-back")
    )


# Path arithmetic --------------------------------------------------------------------------

_TOKEN = re.compile(r"([A-Za-z])|(-?(?:\d+\.?\d*|\.\d+))")
_ARITY = {"M": "xy", "L": "xy", "H": "x", "V": "y", "C": "xyxyxy", "S": "xyxy", "A": "rr000xy"}


def _place(d: str, x: float, y: float, scale: float) -> str:
    """Return the path scaled about its origin, which comes to lie at (x, y).

    A negative scale is a half turn, which leaves the flags of arcs as they are.
    """
    out: list[str] = []
    kinds, turn, absolute = "", 0, False
    for match in _TOKEN.finditer(d):
        command, number = match.groups()
        if command:
            out.append(command)
            kinds, turn, absolute = _ARITY.get(command.upper(), ""), 0, command.isupper()
            continue
        kind = kinds[turn % len(kinds)]
        turn += 1
        value = float(number)
        if kind == "r":
            value *= abs(scale)
        elif kind != "0":
            value = value * scale + (({"x": x, "y": y}[kind]) if absolute else 0)
        text = _short(value)
        out.append(text if out[-1].isalpha() or text.startswith("-") else " " + text)
    return "".join(out)


def _short(value: float) -> str:
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else re.sub(r"^(-?)0\.", r"\1.", text)


# Drawing ----------------------------------------------------------------------------------

# Pips, about 100 high round their own middle; relative after the first point, so that two
# copies differ in that point alone.
_PIPS: dict[Suit, str] = {
    Suit.SPADES: "M0-50c17 27 48 42 48 68c0 14-10 23-22 23c-9 0-17-4-22-12c1 9 5 14 13 16v5h-34"
    "v-5c8-2 12-7 13-16c-5 8-13 12-22 12c-12 0-22-9-22-23c0-26 31-41 48-68z",
    Suit.HEARTS: "M0-26c6-14 17-20 27-20c13 0 22 10 22 24c0 25-31 42-49 72c-18-30-49-47-49-72"
    "c0-14 9-24 22-24c10 0 21 6 27 20z",
    Suit.DIAMONDS: "M0-50c10 20 23 36 38 50c-15 14-28 30-38 50c-10-20-23-36-38-50"
    "c15-14 28-30 38-50z",
    Suit.CLUBS: "M-9.2-7a22 22 0 1 1 18.4 0a22 22 0 1 1-4.2 21c0 15 4 27 13 31v5h-36"
    "v-5c9-4 13-16 13-31a22 22 0 1 1-4.2-21z",
}

_PIP = 0.31
_LEFT, _MID, _RIGHT = 65, 100, 135
_TWO_BY_THREE = [(x, y) for x in (_LEFT, _RIGHT) for y in (58, 140, 222)]
_TWO_BY_FOUR = [(x, y) for x in (_LEFT, _RIGHT) for y in (53, 111, 169, 227)]
_LAYOUT: dict[Rank, list[tuple[int, int]]] = {
    Rank.SIX: _TWO_BY_THREE,
    Rank.SEVEN: [*_TWO_BY_THREE, (_MID, 99)],
    Rank.EIGHT: [*_TWO_BY_THREE, (_MID, 99), (_MID, 181)],
    Rank.NINE: [*_TWO_BY_FOUR, (_MID, 140)],
    Rank.TEN: [*_TWO_BY_FOUR, (_MID, 82), (_MID, 198)],
}

# The place of a figure: what the indices leave of the card.
_PANEL = (41, 36, 118, 208)

# The corner index: sturdy, low contrast; 100 high from the top line, with its width.
_INDEX_X, _INDEX_SIZE = 23, 0.29
_SIX = (
    "M59-1C25 6 1 34 1 66C1 88 15 102 36 102C57 102 71 88 71 68C71 50 59 38 43 38C35 38 28 41 23 46"
    "C27 27 41 13 62 7zM37 46C46 46 52 53 52 69S46 94 37 94S20 87 20 69S27 46 37 46z"
)
_INDEX_WIDTH = {
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
_INDEX: dict[str, str] = {
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
    "9": _place(_SIX, 72, 100, -1),
    "8": "M37-2C55-2 67 8 67 24S55 52 37 52S7 42 7 24S19-2 37-2z"
    "M37 45C59 45 73 55 73 73S59 102 37 102S1 91 1 73S15 45 37 45z"
    "M37 6C28 6 24 13 24 25S28 45 37 45S50 37 50 25S46 6 37 6z"
    "M37 53C26 53 20 60 20 73S26 94 37 94S54 87 54 73S48 53 37 53z",
    "7": "M4 0H69V10C49 40 42 64 40 101H18C21 66 35 42 53 18H23C15 18 12 21 10 31H2z",
    "6": _SIX,
}

# The large letters of the courts: a display cut of the same design, with fine hairlines.
_DISPLAY_WIDTH = {"K": 100, "Q": 98, "J": 62, "R": 98, "D": 96, "V": 100}
_DISPLAY: dict[str, str] = {
    "K": "M0 0H42V3C32 4 28 6 28 14V86C28 94 32 96 42 97V100H0V97C10 96 14 94 14 86V14C14 6 10 4 0 3z"
    "M60 0H94V3C86 4 80 7 73 14L28 61V56L68 14C74 7 71 4 60 3z"
    "M41 46L51 36 86 90C89 95 93 97 100 97V100H58V97C66 97 70 95 67 89z",
    "Q": "M49-2C79-2 98 20 98 50S79 102 49 102S0 80 0 50S19-2 49-2z"
    "M49 2C28 2 16 22 16 50S28 98 49 98S82 78 82 50S70 2 49 2z"
    "M28 95C42 84 54 88 64 98C74 108 86 113 105 105C93 122 74 123 58 112C48 105 40 98 28 98z",
    "J": "M20 0H62V3C52 4 48 6 48 14V74C48 93 37 103 22 103C9 103 0 95 0 86A9.5 9.5 0 0 1 19 86"
    "C19 92 14 94 14 97C15 99 18 100 22 100C30 100 34 93 34 80V14C34 6 30 4 20 3z",
    "R": "M0 0H46C70 0 82 9 82 26C82 41 71 50 54 52C62 54 66 58 70 66L79 86C83 95 88 97 98 97V100H74"
    "C70 97 68 93 66 88L57 66C53 57 49 54 40 54H28V86C28 94 32 96 42 97V100H0V97"
    "C10 96 14 94 14 86V14C14 6 10 4 0 3zM28 4V50H42C59 50 67 42 67 26S59 4 42 4z",
    "D": "M0 0H44C76 0 96 19 96 50S76 100 44 100H0V97C10 96 14 94 14 86V14C14 6 10 4 0 3z"
    "M28 4V96H42C67 96 80 79 80 50S67 4 42 4z",
    "V": "M0 0H44V3C34 4 30 6 33 14L57 76 79 16C82 8 79 4 68 3V0H100V3C91 4 87 8 84 16L53 102H50"
    "L16 14C13 6 10 4 0 3z",
}

# What a court wears: a closed crown, an open coronet, a plume; about 70 wide round (0, 0).
_DEVICE: dict[Rank, str] = {
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
