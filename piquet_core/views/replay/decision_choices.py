"""The choices at a decision as controls: legal moves, and illegal ones with the reason."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.card_names import capitalize, card_name, spell_out_cards, suit_name
from piquet_core.cards.cards import CARDS, Card, card
from piquet_core.cards.combinations import PointHolding, SequenceHolding
from piquet_core.rules import Answer, Source
from piquet_core.views.card_symbols import card_svg, inline_card, inline_suit
from piquet_core.views.markup import Child, Markup, element, join
from piquet_core.views.reference_links import Links
from piquet_core.wording.call_texts import SEQUENCE_NAMES, count_words, holding_words
from piquet_core.wording.move_choices import Choice, Choices
from piquet_core.wording.player_names import PlayerNames


def render_choices(
    found: Choices, names: Sequence[str], links: Links, named: Source | None = None
) -> Markup:
    """Render the question at a decision and a control for each choice.

    The move of a control is in ``data-move``. An illegal choice is ``aria-disabled``, and a hidden
    sentence with the reason describes it. Citations of the book ``named`` omit its title.
    """
    who = None if found.yours else element("b", f"{PlayerNames.of(names).first(found.seat)}: ")
    head = element("p", who, found.question, class_="pq-prompt-text", data_part="question-text")
    if found.several:
        return element("div", head, _several(found), class_="pq-choices", data_part="choices")
    buttons: list[Child] = []
    aside: list[Child] = []
    refusals: list[Child] = []
    most = max((choice.worth for choice in found.choices), default=0)
    for place, choice in enumerate(found.choices):
        id = f"pq-refused-{place}"
        best = choice.honest or (not buttons and 0 < choice.worth == most)
        (aside if choice.aside else buttons).append(_button(choice, id, best=best))
        if choice.refusal is not None:
            refusals.append(_refusal(choice, id, links, named))
    more = None
    if found.unlisted:
        more = element("p", f"{found.unlisted} more ways are legal and not listed.")
    by_card = any(choice.card >= 0 for choice in found.choices)
    return element(
        "div",
        head,
        element(
            "div",
            *buttons,
            class_="pq-pick pq-pick-cards" if by_card else "pq-pick",
            data_part="choice-list",
            data_choices="cards" if by_card else None,
            role="group",
            aria_label="Cards to play" if by_card else "Answers",
        ),
        _only(found, links, named),
        _keeping_quiet(aside, counts=found.step in ("ce", "cy")) if aside else None,
        *refusals,
        more,
        class_="pq-choices",
        data_part="choices",
        data_seat=found.seat.name.lower(),
    )


def _keeping_quiet(buttons: Sequence[Child], *, counts: bool) -> Markup:
    """Render the calls or counts below the full value in a collapsed list, because few readers want them.

    ``counts`` says whether the choices are counts rather than calls.
    """
    words = "Count less, and keep the rest quiet" if counts else "Call less, or nothing"
    return element(
        "details",
        element("summary", words),
        element(
            "div",
            *buttons,
            class_="pq-pick",
            data_part="choice-list",
            role="group",
            aria_label="Smaller counts" if counts else "Smaller calls",
        ),
        class_="pq-less",
        data_part="smaller-choices",
    )


def _only(found: Choices, links: Links, named: Source | None) -> Markup | None:
    """Render a sentence on the only legal card, with the rule that excludes the others.

    Returns None if several cards are legal, or if the reader is on turn.
    """
    legal = [one for one in found.choices if one.refusal is None]
    if found.yours or len(legal) != 1 or legal[0].card < 0:
        return None
    why = next((one.refusal for one in found.choices if one.refusal), None)
    return element(
        "p",
        "Only the ",
        Markup(inline_card(CARDS[legal[0].card])),
        " may be played.",
        *((" ", _clause(why, links, named)) if why else ()),
        class_="pq-only",
        data_part="only-choice",
    )


def _clause(refusal: Answer[object], links: Links, named: Source | None) -> Markup:
    """Render the title and the citation of the rule that makes a choice illegal."""
    title = links.to_rule(refusal.id, refusal.rule.title, class_="pq-rule")
    return join([title, links.to_answer(refusal, named)], " ")


def _button(choice: Choice, id: str, *, best: bool = False) -> Markup:
    """Render the control of a choice. ``id`` is that of the sentence on an illegal choice.

    ``best`` marks the most valuable call or count, or the answer that claims all a hand is good
    for.
    """
    played = CARDS[choice.card] if choice.card >= 0 else None
    return element(
        "button",
        _face(played) if played is not None else _worded(choice),
        type="button",
        class_="pq-best" if best else None,
        data_part="best-choice" if best else None,
        data_move=choice.move,
        aria_label=card_name(played) if played is not None else None,
        aria_disabled="true" if choice.refusal else None,
        aria_describedby=id if choice.refusal else None,
    )


def _worded(choice: Choice) -> Markup:
    """Return the text of a choice and its points, if it has any.

    >>> print(_worded(Choice(move="", words="count all", worth=25)))
    Count all: 25
    """
    said = _brief(choice) if choice.aside else None
    words = join([said or capitalize(choice.words), f": {choice.worth}" if choice.worth else ""])
    return element("span", words) if said else words  # A drawing keeps its position in the text.


def _brief(choice: Choice) -> Markup | None:
    """Return a short form of a call below the full value, with a drawn suit or card.

    Returns None for a call that is neither a point nor a sequence.
    """
    held = choice.holding
    if isinstance(held, PointHolding):
        drawn = inline_suit(held.suit, f"in {suit_name(held.suit)}")
        lead = count_words(held.size)
    elif isinstance(held, SequenceHolding):
        drawn = inline_card(card(held.suit, held.top))
        lead = f"{SEQUENCE_NAMES[held.size]} to the"
    else:
        return None
    pips = choice.words.removeprefix(holding_words(held))
    return join([capitalize(lead), " ", Markup(drawn), pips])


def _face(card: Card) -> Markup:
    return element("span", Markup(card_svg(card)), class_="pq-face", aria_hidden="true")


def _refusal(choice: Choice, id: str, links: Links, named: Source | None) -> Markup:
    assert choice.refusal is not None
    return element(
        "p",
        refusal_text(choice.refused),
        " ",
        _clause(choice.refusal, links, named),
        id=id,
        class_="pq-refused",
        data_part="refusal",
        hidden=True,
    )


def _several(found: Choices) -> Markup:
    boxes = [
        element(
            "label",
            element(
                "input",
                type="checkbox",
                value=choice.move,
                aria_label=card_name(CARDS[choice.card]),
            ),
            _face(CARDS[choice.card]),
        )
        for choice in found.choices
    ]
    count = element(
        "span", "None chosen", class_="pq-chosen", data_part="chosen-count", role="status"
    )
    button = element("button", "Lay them out", type="button", data_act="lay", aria_disabled="true")
    cards = element(
        "div",
        *boxes,
        class_="pq-pick pq-pick-cards",
        data_part="choice-list",
        data_choices="cards",
        role="group",
        aria_label="Cards to lay out",
    )
    return element(
        "fieldset",
        element("legend", "Cards to lay out", class_="pq-sr"),
        cards,
        element("p", count, " ", button, class_="pq-lay"),
        data_least=found.least,
        data_most=found.most,
    )


def refusal_text(message: str) -> str:
    """Return the engine's message about an illegal move as a sentence with the cards in words.

    >>> print(refusal_text("SK does not follow suit: D7 was led, and the hand has that suit"))
    The king of spades does not follow suit: the seven of diamonds was led, and the hand has that suit.
    """
    said = spell_out_cards(message)
    return f"{said[:1].upper()}{said[1:]}."
