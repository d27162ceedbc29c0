"""The screen while two players at one device hand it over. It reveals no card of either hand."""

from __future__ import annotations

from piquet_core.replay.visibility import face_down_view
from piquet_core.sessions import Session
from piquet_core.views.form_controls import button
from piquet_core.views.markup import Markup, element
from piquet_core.views.replay.step_view import render_player, render_table_centre


def render_covered_board(session: Session) -> Markup:
    """Render the board with both hands face down, and with the cards that both players know."""
    table, names = session.table, session.cast()
    view = face_down_view(table.steps[-1])
    return element(
        "div",
        render_player(view.hands[table.seat.other], view, names),
        render_table_centre(view, names),
        render_player(view.hands[table.seat], view, names),
        class_="pq-table",
        data_part="felt",
        data_view=table.seat.name[0].lower(),
    )


def render_handover(session: Session) -> Markup:
    """Render the request to pass the device, and a button with which the next player reveals their cards."""
    return element(
        "div",
        element("p", handover_text(session), class_="pq-prompt-text", data_part="question-text"),
        element(
            "p",
            button("uncover", f"{session.name}: show my cards"),
            class_="pq-uncover",
            data_part="uncover",
        ),
        class_="pq-choices pq-cover",
        data_part="handover",
    )


def render_handover_note(session: Session) -> Markup:
    """Render an explanation of the handover."""
    said = f"All cards lie face down until {session.name} asks for them."
    if session.can_undo:
        said += f" Until then {session.friend} can take back what was done last."
    return element(
        "div",
        element("p", said, class_="pq-say", data_part="sentence"),
        class_="pq-story",
        data_part="story-entry",
    )


def handover_text(session: Session) -> str:
    """Return the request to pass the device to the next player."""
    return f"Hand the device to {session.name}."
