"""The value of a hand: a form to select the cards, and the points of elder for them."""

from __future__ import annotations

from collections.abc import Iterable

from piquet_core.cards.card_names import card_name, suit_name
from piquet_core.cards.cards import SUITS, Card, Hand, pack
from piquet_core.number_words import number_in_words
from piquet_core.rules import Answer, RuleSet, Source, load_ruleset, ruleset_ids
from piquet_core.rules.strategies import is_blank
from piquet_core.views.card_symbols import card_svg, inline_cards
from piquet_core.views.form_controls import ruleset_options
from piquet_core.views.markup import Child, Markup, data_attributes, element, join
from piquet_core.views.reference_links import Links
from piquet_core.wording.score_report import ScoreEntry, hand_value


def render_hand_value_form(links: Links, first: str, **data: str) -> Markup:
    """Render the pack as a form for selecting a hand. A script requests the value of the selected cards.

    ``first`` is the id of the rule set selected at first. ``data`` are data attributes, from which
    the script starts the engine.
    """
    return element(
        "div",
        element(
            "form",
            *render_hand_picker(first, "Count it"),
            element("div", class_="pq-worth", data_part="hand-value-result", role="status"),
        ),
        class_="pq-handworth",
        data_part="hand-value",
        **links.attributes(),
        hidden=True,
        **data_attributes(data),
    )


def render_hand_picker(first: str, submit: str, *more: Markup) -> list[Markup]:
    """Render the fields of a form for selecting a hand from the pack.

    ``first`` is the id of the rule set selected at first, ``submit`` the text of the button. ``more``
    are further fields.
    """
    rows = [
        element(
            "fieldset",
            element("legend", suit_name(suit).capitalize()),
            *(_pick(card) for card in _every_card() if card.suit is suit),
        )
        for suit in SUITS
    ]
    size = load_ruleset(first).number("deal.hand").value
    return [
        element(
            "label",
            element("span", "By the rules of"),
            element("select", *ruleset_options(first), name="rules"),
        ),
        *more,
        element(
            "p",
            element("button", submit, type="submit"),
            element("button", "Clear", type="reset"),
            element("output", data_of=size),
            class_="pq-actions",
        ),
        element("div", *rows, class_="pq-picks", data_part="answers"),
    ]


def _every_card() -> Iterable[Card]:
    return pack(max(load_ruleset(id).number("pack.size").value for id in ruleset_ids()))


def _pick(card: Card) -> Markup:
    """Render a card with a checkbox.

    If some packs lack the card, an attribute lists the rule sets that have it.
    """
    books = [id for id in ruleset_ids() if card in pack(load_ruleset(id).number("pack.size").value)]
    return element(
        "label",
        element(
            "input",
            type="checkbox",
            name="card",
            value=str(card),
            aria_label=card_name(card),
            data_for=" ".join(books) if len(books) < len(ruleset_ids()) else None,
        ),
        Markup(card_svg(card)),
    )


def render_hand_value(rules: RuleSet, hand: Hand, links: Links) -> Markup:
    """Render the points that elder makes in hand if every call is good, with their rules.

    A selection of too many or too few cards gets only a note.
    """
    size = rules.number("deal.hand")
    if len(hand) != size.value:
        return _unready(len(hand), size, links, rules.source)
    points = hand_value(rules, hand)
    total = sum(one.points for one in points)
    blank = rules.number("blank.points") if is_blank(rules, hand) else None
    said: list[Child] = [
        element("p", element("b", f"{total} in hand"), ", if everything is good."),
        element("table", *(_row(one, links, rules.source) for one in points)) if points else None,
        element("p", "No point, sequence, trio or quatorze counts here.") if not points else None,
        element(
            "p",
            "Dealt like this, before the exchange, it is also a carte blanche, "
            f"{number_in_words(blank.value)} points: ",
            links.to_answer(blank, rules.source),
            ".",
        )
        if blank
        else None,
    ]
    return join(said)


def _unready(picked: int, size: Answer[int], links: Links, named: Source) -> Markup:
    """Render a note on the number of cards still to select or remove, with the citation for the size of a hand.

    ``picked`` is the number of selected cards. ``named`` is the book of the rule set.
    """
    missing = size.value - picked
    do = f"pick {missing} more" if missing > 0 else f"take {-missing} back"
    said = f"You have picked {picked} of the {size.value} cards of a hand: {do}. "
    return element("p", said, element("small", links.to_answer(size, named)))


def _row(point: ScoreEntry, links: Links, named: Source) -> Markup:
    return element(
        "tr",
        element("th", f"{point.points} {point.text}", scope="row"),
        element("td", inline_cards(point.cards) if point.cards else None),
        element("td", element("small", links.to_answer(point.answer, named))),
    )
