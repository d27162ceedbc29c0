"""The card faces as SVG definitions that a page references.

Presentation attributes are the fallback for readers without style sheets, such as some e-book
readers.
"""

from __future__ import annotations

from piquet_core.cards.card_names import rank_sign
from piquet_core.cards.cards import CARDS, SUITS, Card, Rank, Suit
from piquet_core.views.card_art.courts import (
    BAND,
    COURTS,
    MIRRORED,
    PIECES,
    UPPER_HALF,
    court_shapes,
)
from piquet_core.views.card_art.suit_signs import (
    DEVICE,
    INDEX,
    INDEX_SIZE,
    INDEX_WIDTH,
    INDEX_X,
    INDEX_Y,
    LAYOUT,
    PIP,
    PIPS,
)
from piquet_core.views.card_art.svg_paths import circle_path, path_element, transform_path

WIDTH, HEIGHT = 200, 280
SUIT_CLASS = ("pq-s", "pq-h", "pq-d", "pq-cl")
FRENCH = {Rank.KING: "R", Rank.QUEEN: "D", Rank.JACK: "V"}

_HALF_TURN = f' transform="rotate(180 {WIDTH // 2} {HEIGHT // 2})"'
_MIRROR = ' transform="translate(12 2.5)scale(.9)matrix(-1 0 0 1 230 0)"'
_UPRIGHT = ' transform="translate(12 2.5)scale(.9)"'
_INK, _GOLD, _RED, _CARD = "#1b1a18", "#e2bd6b", "#a8201a", "#fffdf6"
_FILLS = {"skin": "#fbeedd", "linen": _CARD, "gold": _GOLD, "ink": _INK}
_DYES = {"a": "#2d4a73", "b": _RED, "hair": "#efe3c8"}

# A small card shows only its sign, sized for the narrowest visible strip of a full hand.
ALONE = (1.85, -6, -8)


def pip_definitions() -> str:
    """Return the four pips as SVG paths with ids."""
    return "".join(path_element(PIPS[suit], id=f"pq-{suit.letter}") for suit in SUITS)


def card_definitions() -> str:
    """Return the SVG definitions of the court pieces, of every card and of the card back."""
    pieces = "".join(
        f'<g id="pq-{_slug(name)}">{"".join(map(_shape, shapes))}</g>'
        for name, shapes in PIECES.items()
    )
    cut = f'<clipPath id="pq-upper"><path d="{UPPER_HALF}"/></clipPath>'
    halves = "".join(_half(card) for card in CARDS if card.rank in COURTS)
    cards = "".join(f'<g id="pq-{card}">{_face()}{_drawing(card)}</g>' for card in CARDS)
    return f"{pieces}{cut}{_band()}{halves}{cards}{_lozenges()}{_back()}"


# -- a card ---------------------------------------------------------------------------------------


def _face() -> str:
    return (
        f'<rect class="pq-face" x=".75" y=".75" width="{WIDTH - 1.5}" height="{HEIGHT - 1.5}" '
        f'rx="12" fill="{_CARD}" stroke="#b9ad92" stroke-width="1.5"/>'
    )


def _drawing(card: Card) -> str:
    """Return the drawing of a card: its full face, and a large rank and pip for small sizes."""
    suit, rank = card.suit, card.rank
    if rank is Rank.ACE:
        body = _ace(suit)
    elif rank in COURTS:
        body = _court(card)
    else:
        body = _number(suit, rank)
    fill = _RED if suit in (Suit.HEARTS, Suit.DIAMONDS) else _INK
    whole = f'<g class="pq-full">{body}{_corners(suit, rank)}</g>'
    alone = f'<g class="pq-alone" display="none">{_alone(suit, rank)}</g>'
    return f'<g class="{SUIT_CLASS[suit]}" fill="{fill}">{whole}{alone}</g>'


def _signs(rank: Rank) -> list[tuple[str, str]]:
    """Return (CSS class, rank sign) pairs, one per language.

    The class is "" if all languages share the sign.
    """
    if rank not in FRENCH:
        return [("", rank_sign(rank))]
    return [("pq-en", rank_sign(rank)), ("pq-fr", FRENCH[rank])]


def _in_language(language: str, markup: str) -> str:
    if not language:
        return markup
    hidden = ' display="none"' if language == "pq-fr" else ""
    return f'<g class="{language}"{hidden}>{markup}</g>'


def _index(sign: str) -> str:
    return transform_path(
        INDEX[sign], INDEX_X - INDEX_WIDTH[sign] * INDEX_SIZE / 2, INDEX_Y, INDEX_SIZE
    )


def _corners(suit: Suit, rank: Rank) -> str:
    """Return the rank and pip in the upper left corner and, rotated, in the lower right one."""
    pip = transform_path(PIPS[suit], INDEX_X, 80, 0.27)
    signs = [(language, _index(sign)) for language, sign in _signs(rank)]
    if len(signs) == 1:
        pip, signs = pip + signs[0][1], []
    twice = path_element(pip) + path_element(pip, more=_HALF_TURN)
    return twice + "".join(
        _in_language(language, path_element(d) + path_element(d, more=_HALF_TURN))
        for language, d in signs
    )


def _alone(suit: Suit, rank: Rank) -> str:
    scale, x, y = ALONE
    matrix = f' transform="matrix({scale} 0 0 {scale} {x} {y})"'
    signs = "".join(
        _in_language(language, path_element(_index(sign), more=matrix))
        for language, sign in _signs(rank)
    )
    return signs + path_element(transform_path(PIPS[suit], 38.5, 150, 0.58))


def _number(suit: Suit, rank: Rank) -> str:
    """Return the pips of a number card as two paths, the lower one rotated by 180 degrees."""
    pip = PIPS[suit]
    upright = [(x, y) for x, y in LAYOUT[rank] if y <= HEIGHT / 2]
    turned = [(WIDTH - x, HEIGHT - y) for x, y in LAYOUT[rank] if y > HEIGHT / 2]
    one, two = (
        "".join(transform_path(pip, x, y, PIP) for x, y in half) for half in (upright, turned)
    )
    return f"<g>{path_element(one)}{path_element(two, more=_HALF_TURN)}</g>"


def _ace(suit: Suit) -> str:
    """Return the large pip of an ace with its two rings."""
    rings = circle_path(100, 140, 56) + circle_path(100, 140, 60)
    line = ' fill="none" stroke="#b9ad92" stroke-width="1.4"'
    return path_element(transform_path(PIPS[suit], 100, 140, 0.86)) + path_element(
        rings, "pq-hair-line", more=line
    )


# -- the courts -----------------------------------------------------------------------------------


def _slug(name: str) -> str:
    return name.replace(" ", "-")


def _shape(shape: tuple[str, str, float]) -> str:
    fill, d, line = shape
    width = f' stroke-width="{line:g}"' if line else ""
    if fill == "line":
        return path_element(d, more=f' fill="none"{width}')
    if fill == "gilt":
        return path_element(d, more=f' fill="none" stroke="{_GOLD}"{width}')
    if fill in _DYES:
        return path_element(d, f"pq-dye-{fill}", more=f' fill="{_DYES[fill]}"{width}')
    bare = ' stroke="none"' if fill == "ink" else ""
    return path_element(d, more=f' fill="{_FILLS[fill]}"{bare}{width}')


def _half(card: Card) -> str:
    """Return the upper half of a court figure. The lower half is a rotated copy."""
    pieces = "".join(
        f'<use href="#pq-{_slug(name)}"/>' for name in court_shapes(card.rank, card.suit)
    )
    stand = _MIRROR if card.suit in MIRRORED else _UPRIGHT
    lines = f'stroke="{_INK}" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round"'
    dress = f"pq-dress-{SUIT_CLASS[card.suit].removeprefix('pq-')}"
    return (
        f'<g id="pq-half-{card}" class="{dress}" clip-path="url(#pq-upper)" fill="{_INK}">'
        f"<g{stand} {lines}>{pieces}</g></g>"
    )


def _band() -> str:
    lines = (("13", _INK, ""), ("9", _GOLD, ""), ("1.4", _INK, ' stroke-dasharray="2 6"'))
    drawn = "".join(
        path_element(BAND, more=f' stroke="{ink}" stroke-width="{width}"{more}')
        for width, ink, more in lines
    )
    frame = path_element(
        "M42 12H188V182M12 98V268H158",
        "pq-hair-line",
        more=' fill="none" stroke="#b9ad92" stroke-width="1.2"',
    )
    return f'<g id="pq-band">{drawn}{frame}</g>'


def _court(card: Card) -> str:
    """Return the figure of a court, and its letter in a frame, which is hidden by default."""
    half = f"#pq-half-{card}"
    figure = f'<use href="{half}"/><use href="{half}"{_HALF_TURN}/><use href="#pq-band"/>'
    frames = "".join(
        path_element(
            _frame(*inset), more=f' fill="none" stroke="currentColor" stroke-width="{width}"'
        )
        for inset, width in (((46, 30), "1.3"), ((51, 35), ".6"))
    )
    device = path_element(
        transform_path(DEVICE[card.rank], 100, 68, 0.7)
        + transform_path(PIPS[card.suit], 100, 216, 0.3)
    )
    letters = "".join(
        _in_language(
            language,
            path_element(transform_path(INDEX[sign], 100 - INDEX_WIDTH[sign] * 0.4, 102, 0.8)),
        )
        for language, sign in _signs(card.rank)
    )
    return (
        f'<g class="pq-figure">{figure}</g>'
        f'<g class="pq-letter" display="none">{frames}{device}{letters}</g>'
    )


def _frame(x: float, y: float) -> str:
    """Return the path of a frame with scooped corners, ``x`` and ``y`` from the edges of the card."""
    w, h, r = WIDTH - 2 * x - 20, HEIGHT - 2 * y - 20, 10
    return (
        f"M{x + r} {y}h{w}a{r} {r} 0 0 0 {r} {r}v{h}a{r} {r} 0 0 0 -{r} {r}"
        f"h-{w}a{r} {r} 0 0 0 -{r} -{r}v-{h}a{r} {r} 0 0 0 {r} -{r}z"
    )


# -- the back -------------------------------------------------------------------------------------


def _lozenges() -> str:
    return (
        '<pattern id="pq-lozenge" width="14" height="20" patternUnits="userSpaceOnUse" x="2" y="0">'
        + path_element(
            "M7 0L14 10L7 20L0 10Z",
            more=' fill="none" stroke="#f3ead6" stroke-opacity=".42" stroke-width="1"',
        )
        + path_element(circle_path(7, 10, 1.3), more=f' fill="{_GOLD}"')
        + "</pattern>"
    )


def _back() -> str:
    """Return the card back: a brick-red field of lozenges around a brass pip."""
    brick = 'class="pq-brick" fill="#7d2a26"'
    pip = transform_path(PIPS[Suit.SPADES], 100, 140, 0.34)
    return (
        f'<g id="pq-back">{_face()}'
        f'<rect {brick} x="9" y="9" width="182" height="262" rx="6"/>'
        '<rect x="16" y="16" width="168" height="248" rx="2" fill="url(#pq-lozenge)" '
        f'stroke="{_GOLD}" stroke-width="1.5"/>'
        f'<path {brick} stroke="{_GOLD}" stroke-width="1.5" d="M100 92L134 140L100 188L66 140Z"/>'
        f"{path_element(pip, more=f' fill={chr(34)}{_GOLD}{chr(34)}')}</g>"
    )
