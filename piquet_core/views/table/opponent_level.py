"""The opponent's level at the table: its mistakes, and the proposal of another opponent."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.number_words import number_in_words
from piquet_core.players import PLAYERS
from piquet_core.sessions import Session
from piquet_core.sessions.levels import LATEST, deals_won, proposed_opponent
from piquet_core.sessions.opponent_slips import TricksGiven, slips_to_tell
from piquet_core.views.form_controls import button
from piquet_core.views.markup import Child, Markup, element
from piquet_core.views.reference_links import Links


def render_new_slips(session: Session, links: Links) -> list[Child]:
    """Render the opponent's mistakes that gave the person a trick since the person's last decision."""
    return [
        element(
            "p",
            _earlier(one),
            *_sentence(session, one, links),
            class_="pq-gave",
            data_part="opponent-mistake",
        )
        for one in _new_slips(session)
    ]


def new_slips_text(session: Session) -> str:
    """Return the mistakes that `render_new_slips` renders as text, or ""."""
    return " ".join(
        f"{_earlier(one)}{one.words(session.other_name)}" for one in _new_slips(session)
    )


def _new_slips(session: Session) -> list[TricksGiven]:
    if session.deal_is_over:
        return []
    steps, recent = session.table.steps, session.recent()
    first = len(steps) - len(recent)
    before = len(steps[first - 1].state.taken) if first else 0
    return [one for one in slips_to_tell(session) if one.told > before]


def _earlier(one: TricksGiven) -> str:
    """Return the number of the trick that a mistake gave, as a label, or "" for the trick just taken."""
    return f"Trick {one.number}: " if one.told > one.number else ""


def render_slips(session: Session, links: Links) -> Markup | None:
    """Render the list of the opponent's mistakes in a finished deal, or None without any."""
    found = slips_to_tell(session)
    if not found:
        return None
    return element(
        "details",
        element("summary", f"Mistakes of {session.other_name}: {number_in_words(len(found))}"),
        element("ul", *(element("li", *_listed(session, one, links)) for one in found)),
        class_="pq-every-point",
        data_part="opponent-mistakes",
    )


def _listed(session: Session, one: TricksGiven, links: Links) -> list[Child]:
    where = f"Trick {one.number}: " if one.number else ""
    return [where, *_sentence(session, one, links)]


def _sentence(session: Session, one: TricksGiven, links: Links) -> list[Child]:
    """Return the explanation of a mistake, with a link to the lesson if the page has one."""
    mistake = one.slip.mistake
    lesson = links.to_lesson(mistake.lesson, mistake.teaches)
    return [one.words(session.other_name), *((" Lesson: ", lesson, ".") if lesson else ())]


def render_level_proposal(session: Session, margins: Sequence[int]) -> Markup:
    """Render the proposal of a better suited opponent, or an empty text.

    ``margins`` are the person's results against this opponent, the latest first.
    """
    id = proposed_opponent(session.opponent, margins)
    if not id or not session.is_over or session.friend:
        return Markup("")
    latest = margins[:LATEST]
    won, deals = deals_won(latest), number_in_words(len(latest))
    count = {0: "none", len(latest): "all"}.get(won, number_in_words(won))
    name, other = session.other_name, PLAYERS[id].name
    ranked = [*PLAYERS]
    stronger = ranked.index(id) > ranked.index(session.opponent)
    level = "next stronger" if stronger else "next weaker"
    return element(
        "div",
        element(
            "p",
            f"You have won {count} of your last {deals} deals against {name}. "
            f"The {level} opponent is {other}.",
        ),
        element(
            "p",
            element("button", f"Play {other}", type="button", data_do="again", data_opponent=id),
            button("stay", f"Stay with {name}"),
            class_="pq-level-choice",
        ),
        class_="pq-level",
        data_part="level-proposal",
        role="group",
        aria_label="Another opponent",
    )
