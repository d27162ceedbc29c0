"""Animated picture of a deal: elder's hand as a fan, the trick, and the backs of younger's cards.

The page contains every step of the play, so a script can animate it without the engine.
"""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.card_names import card_name
from piquet_core.cards.cards import Hand, Suit
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Play
from piquet_core.replay.steps import Replay, Step
from piquet_core.replay.visibility import View, observe
from piquet_core.views.card_symbols import back_svg, card_svg
from piquet_core.views.markup import Markup, element
from piquet_core.views.replay.step_view import spoken_cards


def card_steps(replay: Replay) -> list[Step]:
    """Return the steps of a deal in which a card is played."""
    return [step for step in replay.steps if isinstance(step.action, Play)]


def render_fan(replay: Replay, first: str, caption: Markup) -> Markup:
    """Return the picture of the step ``first``, hidden pictures of all later steps, and the caption."""
    played = card_steps(replay)
    shown = played[[step.id for step in played].index(first) :]
    names = replay.record.players
    still = element(
        "div",
        *_moment(observe(shown[0], Seat.ELDER), names),
        class_="pq-fan-still",
        data_part="fan-still",
    )
    after = [element("template", *_moment(observe(step, Seat.ELDER), names)) for step in shown[1:]]
    return element(
        "figure",
        still,
        *after,
        element(
            "figcaption",
            caption,
            element(
                "button",
                "Pause",
                type="button",
                class_="pq-button pq-fan-act",
                data_part="pause",
                hidden=True,
            ),
        ),
        class_="pq-fan-of-a-deal",
        data_part="deal-fan",
    )


def render_hand(name: str, cards: Hand) -> Markup:
    """Return a hand as a fan. Its label for screen readers is ``name`` and the cards."""
    row = element(
        "div", *_hand(cards), **_picture(f"{name}: {spoken_cards(cards)}", "own", len(cards))
    )
    return element("div", row, class_="pq-fan-of-a-deal", data_part="deal-fan")


def _moment(view: View, names: Sequence[str]) -> list[Markup]:
    own, far = view.hands
    trick = view.trick.cards if view.trick else ()
    return [
        element(
            "div",
            *(element("span", Markup(back_svg())) for _ in range(far.hidden)),
            **_picture(f"{names[1]} holds {far.hidden} cards", "far", far.hidden),
        ),
        element(
            "div",
            *(element("span", Markup(card_svg(card))) for card in trick),
            **_picture(
                f"On the table: {', '.join(card_name(card) for card in trick)}", "mid", len(trick)
            ),
        ),
        element(
            "div",
            *_hand(own.cards),
            **_picture(
                f"{names[0]} holds {spoken_cards(own.cards) or 'no cards'}", "own", len(own.cards)
            ),
        ),
    ]


def _hand(cards: Hand) -> list[Markup]:
    found = []
    suit: Suit | None = None
    for card in cards:
        new = suit is not None and card.suit is not suit
        suit = card.suit
        found.append(element("span", Markup(card_svg(card)), class_="pq-suit-gap" if new else None))
    return found


def _picture(words: str, row: str, count: int) -> dict[str, str]:
    """Return the attributes of a row of cards. One class has their number, because a style cannot count."""
    return {"class_": f"pq-fan-row pq-fan-{row} n-{count}", "role": "img", "aria_label": words}
