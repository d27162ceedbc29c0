"""The tricks that are over: which ones an answer has to show, and how they are looked at again."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.engine.actions import Play
from piquet_core.engine.state import Trick
from piquet_core.html.cards import card_svg
from piquet_core.html.markup import Markup, element
from piquet_core.playing import Session
from piquet_core.records.steps import Step
from piquet_core.words.cast import Cast

_LOOKED_AT = 2


def shown_tricks(session: Session) -> list[tuple[Step, ...]]:
    """Return the steps of each whole trick since the person's last decision, in turn.

    The one that lies on the felt now, because the person is to lead, is not among them; nor is any
    while a cover hides both hands.
    """
    if session.is_covered:
        return []
    found = _whole_tricks(session.recent())
    last = session.table.steps[-1]
    if found and found[-1][-1] is last and not session.deal_is_over:
        found.pop()
    return found


def _whole_tricks(steps: Sequence[Step]) -> list[tuple[Step, ...]]:
    """Return the steps that end with each whole trick, with what follows from it."""
    found: list[list[Step]] = [[]]
    for step in steps:
        if isinstance(step.action, Play) and any(map(_ends_trick, found[-1])):
            found.append([])
        found[-1].append(step)
    return [tuple(one) for one in found if any(map(_ends_trick, one))]


def _ends_trick(step: Step) -> bool:
    return isinstance(step.action, Play) and step.state.led is None


def render_before(step: Step, cast: Cast) -> Markup | None:
    """Return the last whole trick, small: nobody misses what fell in it.

    It lies aside while the next is led, and as soon as it was taken away itself.
    """
    if not step.state.taken:
        return None
    trick = step.state.taken[-1]
    return element(
        "div",
        element("p", f"{cast.first(trick.winner)} took"),
        element("div", *_cards(trick)),
        class_="pq-before",
    )


def render_look(step: Step, cast: Cast) -> Markup | None:
    """Return the latest whole tricks to be looked at again, hidden until somebody asks."""
    tricks = step.state.taken[-_LOOKED_AT:]
    if not tricks:
        return None
    first = len(step.state.taken) - len(tricks) + 1
    return element(
        "div",
        *(_looked_at(trick, number, cast) for number, trick in enumerate(tricks, first)),
        class_="pq-look",
        hidden=True,
    )


def _looked_at(trick: Trick, number: int, cast: Cast) -> Markup:
    led = cast.first(trick.leader, "leads")
    same = trick.winner is trick.leader
    took = cast.verb(trick.winner, "takes it") if same else cast.does(trick.winner, "takes it")
    return element(
        "div",
        element("p", element("b", f"Trick {number}:"), f" {led}{' and' if same else ','} {took}."),
        element("div", *_cards(trick)),
    )


def _cards(trick: Trick) -> list[Markup]:
    """Return the cards of a whole trick, the one that won it marked."""
    led_won = trick.winner is trick.leader
    return [
        element("span", Markup(card_svg(card, label=True)), class_="pq-won" if won else "")
        for card, won in ((trick.led, led_won), (trick.followed, not led_won))
    ]
