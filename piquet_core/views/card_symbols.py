"""The pack as SVG symbols: 36 cards and a back.

A page contains `card_sprite` once, and every card is a reference into it.  All drawings are our own, so
the pack looks the same everywhere and needs no file but ``components/card.css``.

Selectors of the page do not reach into a referenced drawing, but custom properties are inherited into it.
So each shape has one class, and ``components/card.css`` styles it through properties only: ``--full`` and ``--small``
choose the whole face or the sign alone.  They are set on the reference itself, because one browser matches
no container query inside it.  Readers choose the appearance, as attributes of the root:

=============================  ============================================================
``data-pq-index="fr"``         courts are R D V instead of K Q J
``data-pq-suits="four"``       diamonds blue, clubs green
``data-pq-courts="letters"``   courts are letters in a frame instead of figures
``class="pq-small"``           the sign alone: for strips and cards under 55 px wide
                               (browsers with container queries need no class)
``--pq-w``                     the width of a card
=============================  ============================================================
"""

from __future__ import annotations

from functools import cache

from piquet_core.cards.card_names import card_name, rank_sign, suit_sign
from piquet_core.cards.cards import Card, Hand, Suit
from piquet_core.views.card_art import faces as drawn
from piquet_core.views.card_art.faces import FRENCH, HEIGHT, SUIT_CLASS, WIDTH
from piquet_core.views.markup import SVG, Markup, escape_html

XMLNS = f'xmlns="{SVG}"'
_AS_TEXT = "\ufe0e"  # A text variation selector, so that no reader substitutes an emoji.


# -- markup --------------------------------------------------------------------------------


def card_svg(card: Card, *, label: bool = False, classes: str = "") -> str:
    """Return the SVG of a card, face up. The page must contain `card_sprite`.

    With ``label`` the card is an image with the card's name. Otherwise it is hidden from assistive
    technology, because the text beside it names the card. ``classes`` are further CSS classes.
    """
    return _reference(str(card), card_name(card) if label else "", classes)


def back_svg(classes: str = "", *, label: bool = False) -> str:
    """Return the SVG of a card, face down. The page must contain `card_sprite`."""
    return _reference("back", "card face down" if label else "", classes)


def inline_card(card: Card) -> str:
    """Return a card for running text: a pip and a rank, with the card's name for screen readers."""
    sign = rank_sign(card.rank)
    if card.rank in FRENCH:
        sign = f'<span class="pq-en">{sign}</span><span class="pq-fr">{FRENCH[card.rank]}</span>'
    return _inline(card.suit, sign, card_name(card))


def inline_suit(suit: Suit, said: str) -> str:
    """Return the pip of a suit for running text.

    ``said`` is the text for screen readers, such as *in hearts*.
    """
    return _inline(suit, "", said)


def _inline(suit: Suit, sign: str, said: str) -> str:
    return (
        f'<span class="pq-c {SUIT_CLASS[suit]}"><span class="pq-v" aria-hidden="true">'
        f'<svg {XMLNS} class="pq-p" viewBox="-50 -52 100 104">'
        f'<use href="#pq-{suit.letter}"/></svg>{sign}</span>'
        f'<span class="pq-sr">{escape_html(said)}</span></span>'
    )


def inline_cards(cards: Hand) -> Markup:
    """Return cards for running text, side by side, or *nothing* if there are none."""
    return Markup(" ".join(map(inline_card, cards)) or "nothing")


def inline_alternatives(cards: Hand) -> Markup:
    """Return alternative cards for running text: *one or another*, or *any of* three or more cards."""
    *others, last = map(inline_card, cards)
    if len(others) > 1:
        return Markup(f"any of {inline_cards(cards)}")
    return Markup(" or ".join([*others, last]))


def plain_card(card: Card) -> str:
    """Return a card as HTML text: a suit sign and a rank, with the card's name for screen readers.

    >>> from piquet_core.cards.cards import parse_card
    >>> plain_card(parse_card("HT"))
    '<span class="pq-sign" role="img" aria-label="ten of hearts">♥\ufe0e10</span>'
    """
    sign = f"{suit_sign(card.suit)}{_AS_TEXT}{rank_sign(card.rank)}"
    return f'<span class="pq-sign" role="img" aria-label="{escape_html(card_name(card))}">{sign}</span>'


def _reference(name: str, label: str, classes: str) -> str:
    aria = f'role="img" aria-label="{escape_html(label)}"' if label else 'aria-hidden="true"'
    kind = escape_html(f"pq-card {classes}".rstrip())
    return (
        f'<svg {XMLNS} class="{kind}" viewBox="0 0 {WIDTH} {HEIGHT}" {aria}>'
        f'<use href="#pq-{name}"/></svg>'
    )


@cache
def card_sprite(*, faces: bool = True) -> str:
    """Return the hidden SVG that all cards on a page reference. A page contains it once.

    Without ``faces`` it has only the four pips, which suffice for `inline_card`.

    The ids are ``pq-`` and a card (``pq-SA``), ``pq-back``, ``pq-`` and a suit letter (``pq-S``)
    for a pip, and ``pq-`` and a name for a piece of the courts.
    """
    cards = drawn.card_definitions() if faces else ""
    return (
        f'<svg {XMLNS} class="pq-sprite" width="0" height="0" aria-hidden="true">'
        f"<defs>{drawn.pip_definitions()}{cards}</defs></svg>"
    )
