"""A map of the pack with everything that a player can know about the opponent's hand, and a sentence on it."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.card_names import suit_name
from piquet_core.cards.cards import SUITS, Hand
from piquet_core.replay.inference import Inference, NamedHolding
from piquet_core.views.card_symbols import inline_card
from piquet_core.views.markup import Child, Markup, element, join
from piquet_core.views.replay.step_view import spoken_cards
from piquet_core.wording.call_texts import call_words
from piquet_core.wording.player_names import PlayerNames

_MARKS = {"certain": "✓", "possible": "?", "excluded": "–"}


def render_knowledge(found: Inference, names: Sequence[str]) -> Markup:
    """Render the map: the certain, possible and excluded cards of each suit."""
    cast = PlayerNames.of(names)
    me, others = cast.who(found.seat), cast.whose(found.seat.other)
    rows = [
        element(
            "tr",
            element("th", suit_name(suit).capitalize(), scope="row"),
            *(
                element("td", _cards(cards.suit(suit)), data_label=kind)
                for kind, cards in (
                    ("certain", found.certain),
                    ("possible", found.possible),
                    ("excluded", found.excluded),
                )
            ),
        )
        for suit in SUITS
    ]
    head = element(
        "tr",
        element("th", "Suit", scope="col"),
        *(
            element("th", element("span", mark, aria_hidden="true"), f" {kind}", scope="col")
            for kind, mark in _MARKS.items()
        ),
    )
    caption = element("caption", f"What {me} can know of {others} hand")
    return element(
        "div",
        element("table", caption, element("thead", head), element("tbody", *rows)),
        _why(found, cast.first(found.seat.other)),
        class_="pq-known",
    )


def _cards(cards: Hand) -> Child:
    if not cards:
        return element("span", "none", class_="pq-sr")
    drawn = [Markup(inline_card(one)) for one in cards]
    return join(tuple(drawn), " ")


def _why(found: Inference, other: str) -> Markup:
    reasons: list[Child] = []
    if found.certain:
        reasons.append(element("li", f"Certain: {spoken_cards(found.certain)}."))
    reasons += [element("li", f"{other} named {_told(one)}.") for one in found.told if one.rank]
    reasons += [
        element("li", f"{other} did not follow {suit_name(suit)}, so has none left.")
        for suit in found.void
    ]
    if found.hands:
        reasons.append(element("li", _fitting(found.hands)))
    if found.possible:
        known = found.knowledge
        places = known.their_hidden + len(known.theirs) - len(found.certain)
        reasons.append(
            element(
                "li",
                f"Of the {len(found.possible)} possible cards {places} are in the hand; the others "
                "were laid out or are left in the talon.",
            )
        )
    return element("ul", *reasons)


def _fitting(hands: int) -> str:
    if hands == 1:
        return "One hand alone fits all that was said and played."
    return (
        f"Of all hands {hands:,} fit what was said and played. What is certain is in every one of them, "
        "and what is excluded is in none."
    )


def _told(one: NamedHolding) -> str:
    article = "" if one.kind == "set" else "a "
    return f"{article}{call_words(one.kind, one.size, one.rank)}"
