"""Chances of a hand as HTML: the cards to tap, the number to drag, the guess, and the chances with bars.

The table with the chances for every choice is in the page, so a script only looks them up. Without a
script, and on paper, the chances of the first choice are shown.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from piquet_core.cards.card_names import card_name
from piquet_core.cards.cards import Card, Hand
from piquet_core.exercises.exercise import Exhibit
from piquet_core.odds.odds_pages import OddsPage
from piquet_core.odds.odds_table import OddsRow, OddsTable, Unit, Value, best_choices, choices
from piquet_core.views.card_symbols import card_svg
from piquet_core.views.markup import Markup, data_attributes, element
from piquet_core.views.reference_links import Links
from piquet_core.views.replay.step_view import render_sentence, spoken_cards
from piquet_core.views.table.hand_value import render_hand_picker

_HALF = 50
"""The guess at first, in per cent."""
_MOST_NAMED = 2
"""The most equally good choices that are named."""


def render_odds_hand(page: OddsPage, table: OddsTable, id: str) -> Markup:
    """Render the chances of one hand. ``id`` makes the ids of its controls unique on the page."""
    number = table.numbers.index(table.number)
    place = list(choices(len(table.cards), table.least, table.most)).index(table.chosen)
    at = 0 if table.counted else number
    count = len(table.cards)
    return element(
        "div",
        element(
            "div",
            *(_hand(one) for one in table.shown if one.cards),
            element(
                "div",
                element("p", page.tap, class_="pq-label", id=f"{id}-tap"),
                *(
                    _pick(card, id, chosen=bool(table.chosen >> bit & 1))
                    for bit, card in enumerate(table.cards)
                ),
                class_="pq-picks pq-picks-cards",
                data_part="odds-cards",
                role="group",
                aria_labelledby=f"{id}-tap",
            ),
            class_=f"pq-felt n-{min(count, 15)}",
            data_part="odds-felt",
        ),
        element(
            "div",
            _number(page, table, number, id),
            *(_heard(one) for one in table.shown if not one.cards),
            _guess(page, table, id),
            _rows(table, at, place),
            element("p", table.basis, class_="pq-odds-basis"),
            class_="pq-odds-panel",
        ),
        class_="pq-odds-hand",
        data_table=json.dumps(_data(table), separators=(",", ":")),
        data_part="odds-hand",
    )


def _hand(one: Exhibit) -> Markup:
    cards = (element("span", Markup(card_svg(card))) for card in one.cards)
    return element(
        "div",
        element("p", one.label, class_="pq-label"),
        element("div", *cards, class_=f"pq-fan n-{len(one.cards)}", aria_hidden="true"),
        element("p", spoken_cards(Hand.of(one.cards)), class_="pq-sr"),
        class_="pq-shown",
    )


def _heard(one: Exhibit) -> Markup:
    if not one.told:
        return element("p", one.label, ".")
    lines = (element("li", render_sentence(line, Links())) for line in one.told)
    return element(
        "details",
        element("summary", one.label),
        element("ul", *lines, class_="pq-lines"),
        class_="pq-shown-aside",
    )


def _pick(card: Card, id: str, *, chosen: bool) -> Markup:
    return element(
        "label",
        element("input", type="checkbox", name=f"{id}-card", value=str(card), checked=chosen),
        element("span", Markup(card_svg(card)), class_="pq-face-of", aria_hidden="true"),
        element("span", card_name(card), class_="pq-sr"),
        class_="pq-pick-option",
    )


def _number(page: OddsPage, table: OddsTable, at: int, id: str) -> Markup:
    return element(
        "div",
        element(
            "p",
            element("label", f"{page.number}:", for_=f"{id}-number"),
            " ",
            element("b", number_text(table, at), aria_hidden="true"),
        ),
        element(
            "input",
            type="range",
            id=f"{id}-number",
            min=0,
            max=len(table.numbers) - 1,
            value=at,
            aria_valuetext=number_text(table, at),
            class_="pq-odds-drag",
            disabled=len(table.numbers) == 1,
            hidden=True,
        ),
        class_="pq-odds-number",
        data_part="odds-number",
    )


def number_text(table: OddsTable, at: int) -> str:
    """Return the text of a number, by its place among the numbers."""
    return table.number_words[at] if table.number_words else str(table.numbers[at])


def _guess(page: OddsPage, table: OddsTable, id: str) -> Markup:
    asked = table.rows[table.asked].label
    question = page.guess.replace("{}", asked[:1].lower() + asked[1:])
    return element(
        "div",
        element("label", element("b", "Guess first. "), question, for_=f"{id}-guess"),
        element(
            "p",
            element(
                "input",
                type="range",
                id=f"{id}-guess",
                min=0,
                max=100,
                value=_HALF,
                class_="pq-odds-drag",
            ),
            element("b", str(_HALF), aria_hidden="true"),
            class_="pq-odds-dial",
        ),
        element(
            "p",
            element("button", "See", type="button", data_do="see", class_="pq-button pq-primary"),
            element("button", "Show without a guess", type="button", data_do="show"),
            class_="pq-actions",
        ),
        class_="pq-odds-guess",
        data_part="odds-guess",
        hidden=True,
    )


def _rows(table: OddsTable, at: int, place: int) -> Markup:
    return element(
        "div",
        element("p", class_="pq-odds-told", data_part="odds-told", role="status"),
        element(
            "table",
            element("caption", "The chances", class_="pq-vh"),
            *(
                _row(
                    row,
                    row.values[at][place],
                    asked=number == table.asked,
                    best=best_text(table, row, at),
                )
                for number, row in enumerate(table.rows)
            ),
            class_="pq-odds-rows",
            data_part="odds-rows",
        ),
        class_="pq-odds-found",
        data_part="odds-found",
    )


def best_text(table: OddsTable, row: OddsRow, at: int) -> str:
    """Return the cards of the best choice in words, or "" if the row is not about it.

    ``at`` is the place of the number. The script `odds.js` writes it alike.
    """
    if row.best_of is None:
        return ""
    places = best_choices(table.rows[row.best_of].values[at])
    if len(places) > _MOST_NAMED:
        return f": {len(places)} are alike"
    masks = list(choices(len(table.cards), table.least, table.most))
    names = (
        card_name(card)
        for place in places
        for bit, card in enumerate(table.cards)
        if masks[place] >> bit & 1
    )
    return f": {' or '.join(names)}"


def _row(row: OddsRow, value: Value, *, asked: bool, best: str) -> Markup:
    bar = None
    if row.unit is Unit.CHANCE:
        width = f"{(value or 0) / 10:g}%"
        bar = element(
            "svg",
            element("rect", width=width, height="100%"),
            width="100%",
            height=10,
            aria_hidden="true",
        )
    return element(
        "tr",
        element("th", row.label, element("span", best) if best else None, scope="row"),
        element("td", bar, class_="pq-odds-bar") if bar else None,
        element("td", value_text(row.unit, value), colspan=None if bar else 2),
        class_="pq-odds-asked" if asked else None,
        hidden=value is None,
    )


def value_text(unit: Unit, value: Value) -> str:
    """Return a value as text. The script `odds.js` writes it alike.

    >>> [value_text(Unit.CHANCE, value) for value in (0, 125, 1000, None)]
    ['never', '12.5%', 'always', '–']
    >>> value_text(Unit.COUNT, 6188), value_text(Unit.POINTS, 215)
    ('6,188', '21.5')
    """
    if value is None:
        return "\N{EN DASH}"
    if unit is Unit.COUNT:
        return f"{value:,}"
    if unit is Unit.POINTS:
        return f"{value / 10:.1f}"
    if value in (0, 1000):
        return "always" if value else "never"
    return f"{value / 10:.1f}%"


def _data(table: OddsTable) -> dict[str, Any]:
    """Return the table as data for the script. The values of a row and a number are one string."""
    return {
        "least": table.least,
        "most": table.most,
        "numbers": [number_text(table, at) for at in range(len(table.numbers))],
        "counted": table.counted,
        "suggested": table.suggested,
        "asked": table.asked,
        "rows": [
            {
                "unit": row.unit.value,
                **({} if row.best_of is None else {"bestOf": row.best_of}),
                "values": [
                    ",".join("" if value is None else str(value) for value in values)
                    for values in row.values
                ],
            }
            for row in table.rows
        ],
    }


def render_odds(
    page: OddsPage, hands: Sequence[Markup], links: Links, first: str, **data: str
) -> Markup:
    """Render a page's widget: its hands, and a form for another hand.

    ``hands`` are the chances of the page's hands. ``first`` is the id of the rule set selected at
    first. ``data`` are the data attributes from which a script starts the engine.
    """
    return element(
        "div",
        element(
            "div",
            *(
                element("button", one.title, type="button", aria_pressed=str(not place).lower())
                for place, one in enumerate(page.hands)
            ),
            class_="pq-odds-hands",
            data_part="odds-hands",
            role="group",
            aria_label="Hands of this page",
            hidden=True,
        ),
        element("p", class_="pq-notice", role="alert", hidden=True, data_part="notice"),
        element("div", hands[0], class_="pq-odds-place", data_part="odds-place"),
        # The script copies the first hand before the reader changes it.
        *(element("template", one) for one in hands[1:]),
        _other_hand(first),
        class_="pq-odds",
        data_part="odds",
        data_page=page.id,
        **links.attributes(),
        **data_attributes(data),
    )


def _other_hand(first: str) -> Markup:
    """Render a form for another hand, which a script shows."""
    seat = element(
        "label",
        element("span", "Your seat"),
        element(
            "select",
            *(element("option", name.capitalize(), value=name) for name in ("elder", "younger")),
            name="seat",
        ),
    )
    return element(
        "details",
        element("summary", "Another hand"),
        element("form", *render_hand_picker(first, "Show its chances", seat)),
        class_="pq-handworth pq-details",
        data_part="odds-other",
        hidden=True,
    )
