"""Playback of talon looks and completed tricks before the player's next decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypedDict

from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Play
from piquet_core.engine.events import Looked
from piquet_core.engine.state import Trick
from piquet_core.replay.steps import Step
from piquet_core.replay.visibility import observe
from piquet_core.sessions import Session
from piquet_core.sessions.table_state import table_before
from piquet_core.views.card_symbols import card_svg
from piquet_core.views.markup import Markup, element
from piquet_core.views.reference_links import Links
from piquet_core.views.table.question import render_news
from piquet_core.views.table.score_rail import render_rail
from piquet_core.wording.narration import narrate
from piquet_core.wording.player_names import PlayerNames
from piquet_core.wording.rich_text import plain_text

_LOOKED_AT = 2


class Moment(TypedDict):
    """Content of the side panel while a past moment is played back: heading, news and score."""

    head: str
    news: str
    rail: str


def steps_to_replay(session: Session) -> list[tuple[Step, ...]]:
    """Return a group of steps for each talon look and each trick since the player's last decision.

    A trick that is still on the board, before the player leads to the next one, is not included.
    The list is empty during a handover, when both hands are hidden.
    """
    if session.is_covered:
        return []
    seat = session.table.seat
    found = _moments(session.recent(), seat)
    if not found or session.deal_is_over:
        return found
    *_, last = found[-1]
    if last is session.table.steps[-1] and not is_talon_look(last, seat):
        found.pop()
    return found


def is_talon_look(step: Step, seat: Seat) -> bool:
    """Return whether the player in a seat looks at talon cards in a step."""
    return any(isinstance(one, Looked) and one.seat is seat and one.cards for one in step.events)


def _moments(steps: Sequence[Step], seat: Seat) -> list[tuple[Step, ...]]:
    """Return the steps grouped by talon look and by completed trick.

    Steps of an incomplete trick are left out.
    """
    # A decision may leave no step, if nobody looked or announced anything.
    found: list[list[Step]] = []
    for step in steps:
        latest = found[-1] if found else ()
        looked = any(is_talon_look(one, seat) for one in latest)
        if not found or looked or (isinstance(step.action, Play) and any(map(_ends_trick, latest))):
            found.append([])
        found[-1].append(step)
    return [
        tuple(one) for one in found if is_talon_look(one[-1], seat) or any(map(_ends_trick, one))
    ]


def _ends_trick(step: Step) -> bool:
    return isinstance(step.action, Play) and step.state.led is None


def render_moments(session: Session, links: Links) -> list[Moment]:
    """Render the side panel for each moment that is played back."""
    return [_render_moment(session, steps[-1], links) for steps in steps_to_replay(session)]


def _render_moment(session: Session, step: Step, links: Links) -> Moment:
    table, cast = session.table, session.cast()
    made = [one is step for one in table.steps].index(True) + 1
    place = next(place for place, steps in enumerate(table.made) if steps >= made)
    then = replace(session, table=table_before(table, place))
    if is_talon_look(step, table.seat):
        head = plain_text(narrate(observe(step, table.seat), cast))
    else:
        head = f"{cast.first(step.state.taken[-1].winner, 'takes the trick')}."
    return {
        "head": head,
        "news": render_news(then, links, cast),
        "rail": render_rail(then, cast),
    }


def render_last_trick(step: Step, cast: PlayerNames) -> Markup | None:
    """Render the last completed trick with small cards, or None before the first."""
    if not step.state.taken:
        return None
    trick = step.state.taken[-1]
    return element(
        "div",
        element("p", f"{cast.first(trick.winner)} took"),
        element("div", *_cards(trick)),
        class_="pq-before",
        data_part="last-trick",
    )


def render_recent_tricks(step: Step, cast: PlayerNames) -> Markup | None:
    """Render the last two completed tricks, hidden until the player asks for them.

    Returns None before the first completed trick.
    """
    tricks = step.state.taken[-_LOOKED_AT:]
    if not tricks:
        return None
    first = len(step.state.taken) - len(tricks) + 1
    return element(
        "div",
        *(_looked_at(trick, number, cast) for number, trick in enumerate(tricks, first)),
        class_="pq-look",
        data_part="last-trick-view",
        hidden=True,
    )


def _looked_at(trick: Trick, number: int, cast: PlayerNames) -> Markup:
    led = cast.first(trick.leader, "leads")
    same = trick.winner is trick.leader
    took = cast.verb(trick.winner, "takes it") if same else cast.does(trick.winner, "takes it")
    return element(
        "div",
        element("p", element("b", f"Trick {number}:"), f" {led}{' and' if same else ','} {took}."),
        element("div", *_cards(trick)),
    )


def _cards(trick: Trick) -> list[Markup]:
    """Return the two cards of a completed trick as elements. The winning card is marked."""
    led_won = trick.winner is trick.leader
    return [
        element(
            "span",
            Markup(card_svg(card, label=True)),
            class_="pq-won" if won else "",
            data_won="" if won else None,
        )
        for card, won in ((trick.led, led_won), (trick.followed, not led_won))
    ]
