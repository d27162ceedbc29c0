"""Links from a hand, at the table, in a deal or in an exercise, to the pages that explore its chances."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters, digits

from piquet_core.cards.cards import Hand, format_hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.state import DealState, Phase
from piquet_core.errors import PiquetError
from piquet_core.exercises.exercise import Exercise
from piquet_core.exercises.position import (
    Position,
    format_position,
    parse_position,
    position_in_replay,
)
from piquet_core.odds.known_hand import BEFORE_CALLS
from piquet_core.odds.odds_pages import find_odds_page
from piquet_core.replay.steps import Replay, Step
from piquet_core.views.markup import Child, Markup, element, join
from piquet_core.views.reference_links import Links

_UNRESERVED = f"{ascii_letters}{digits}-._~".encode()
"""Characters that stand for themselves in an address (RFC 3986, 2.3)."""


def render_table_odds(state: DealState, seat: Seat, links: Links) -> Markup | None:
    """Render links for the hand of a game in progress, or None if no page suits it.

    The addresses have only cards that the player has seen.
    """
    pages = [id for id in _suited(state, seat) if id != "other-hand"]
    hand, size = state.hands[seat], state.rules.number("deal.hand").value
    if len(hand) != size:
        return None
    discards = state.discards[seat]
    query = {"rules": state.rules.id, "seat": seat.name.lower(), "hand": format_hand(hand)}
    return _render(pages, query | ({"out": _cards(discards)} if discards else {}), links)


def render_replay_odds(
    replay: Replay, steps: Sequence[Step], seat: Seat, links: Links
) -> Markup | None:
    """Render links for a seat's hand after ``steps``, the first steps of a replay."""
    following = (step for step in replay.steps[len(steps) :] if step.action is not None)
    after = next(following, None)
    if after is None or not links.odds:
        return None
    try:
        position = position_in_replay(replay, after.id)
    except PiquetError:
        return None
    return _at(position, seat, links)


def render_exercise_odds(item: Exercise, links: Links) -> Markup | None:
    """Render links for the hand of an exercise, or None if it is not about a moment of a deal."""
    if not links.odds:
        return None
    try:
        position = parse_position(item.rules, item.id.split(":")[-1])
    except PiquetError:
        return None
    return _at(position, position.you, links)


def _at(position: Position, seat: Seat, links: Links) -> Markup | None:
    query = {
        "rules": position.rules.id,
        "seat": seat.name.lower(),
        "position": format_position(position),
    }
    return _render(_suited(position.state, seat), query, links)


def _suited(state: DealState, seat: Seat) -> list[str]:
    """Return the ids of the pages that suit a player at a moment of a deal."""
    if state.phase is Phase.OVER or not state.hands[seat]:
        return []
    if state.phase in BEFORE_CALLS and not state.discards[seat]:
        return ["draw", "guard"]
    if state.phase in (Phase.LEAD, Phase.FOLLOW):
        own = ["tricks", "rubicon"] if state.seat is seat else []
        return [*own, "guard", "other-hand"]
    return ["reckoning", "guard", "other-hand"]


def _render(pages: Sequence[str], query: dict[str, str], links: Links) -> Markup | None:
    if not pages or not links.odds:
        return None
    found: list[Child] = [
        element(
            "a",
            find_odds_page(id).title,
            href=f"{links.odds.replace('{}', id)}?{_query(query)}",
        )
        for id in pages
    ]
    return element("p", "Chances of this hand: ", join(found, ", "), class_="pq-odds-links")


def _query(parameters: dict[str, str]) -> str:
    # urllib.parse would bring 20 kB of library to every page with an engine.
    return "&".join(f"{name}={_quote(value)}" for name, value in parameters.items())


def _quote(text: str) -> str:
    return "".join(chr(byte) if byte in _UNRESERVED else f"%{byte:02X}" for byte in text.encode())


def _cards(hand: Hand) -> str:
    return " ".join(map(str, hand))
