"""What stands beside the felt at each look and each whole trick that is shown: head, news and rail of that moment."""

from __future__ import annotations

from dataclasses import replace

from piquet_core.replay.steps import Step
from piquet_core.replay.visibility import observe
from piquet_core.sessions import Session
from piquet_core.sessions.table_state import back_to
from piquet_core.views.reference_links import Links
from piquet_core.views.table.question import render_news
from piquet_core.views.table.score_rail import render_rail
from piquet_core.views.table.trick_playback import is_talon_look, steps_to_replay
from piquet_core.wording.narration import narrate
from piquet_core.wording.rich_text import plain


def render_moments(session: Session, links: Links) -> list[dict[str, str]]:
    """Return for each moment that `render_tricks` draws what is said of it and how the game then stands."""
    return [_beside(session, steps[-1], links) for steps in steps_to_replay(session)]


def _beside(session: Session, step: Step, links: Links) -> dict[str, str]:
    table, cast = session.table, session.cast()
    made = [one is step for one in table.steps].index(True) + 1
    place = next(place for place, steps in enumerate(table.made) if steps >= made)
    then = replace(session, table=back_to(table, place))
    if is_talon_look(step, table.seat):
        head = plain(narrate(observe(step, table.seat), cast))
    else:
        head = f"{cast.first(step.state.taken[-1].winner, 'takes the trick')}."
    return {
        "head": head,
        "news": render_news(then, links, cast),
        "rail": render_rail(then, cast),
    }
