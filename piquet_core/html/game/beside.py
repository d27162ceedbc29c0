"""What stands beside the felt at each whole trick that is shown: the head, the news and the rail of that moment."""

from __future__ import annotations

from dataclasses import replace

from piquet_core.html.game.question import render_news
from piquet_core.html.game.score import render_rail
from piquet_core.html.game.tricks import shown_tricks
from piquet_core.html.links import Links
from piquet_core.playing import Session
from piquet_core.playing.table import back_to
from piquet_core.records.steps import Step


def render_beside(session: Session, links: Links) -> list[dict[str, str]]:
    """Return for each of the tricks that `render_tricks` draws what is said of it and how the game then stands."""
    return [_beside(session, steps[-1], links) for steps in shown_tricks(session)]


def _beside(session: Session, step: Step, links: Links) -> dict[str, str]:
    table = session.table
    made = [one is step for one in table.steps].index(True) + 1
    then = replace(session, table=back_to(table, table.made.index(made)))
    winner, cast = step.state.taken[-1].winner, session.cast()
    return {
        "head": f"{cast.first(winner, 'takes the trick')}.",
        "news": render_news(then, links, cast),
        "rail": render_rail(then, cast),
    }
