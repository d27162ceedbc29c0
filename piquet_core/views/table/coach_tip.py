"""The tips of a first deal, above the question."""

from __future__ import annotations

from piquet_core.sessions import Session
from piquet_core.sessions.coach import coach_tips
from piquet_core.views.form_controls import button
from piquet_core.views.glossary_links import split_at_terms
from piquet_core.views.markup import Markup, element
from piquet_core.views.reference_links import Links


def render_coach(session: Session, links: Links) -> Markup:
    """Render the tips on the last answer or trick and on the question, or "" without any.

    The first question of a deal comes with a button that ends the tips.
    """
    happened, asked = coach_tips(session)
    if not happened and not asked:
        return Markup("")
    end = None if session.can_undo else button("untaught", "I know Piquet", "End the tips")
    return element(
        "div",
        element("p", happened) if happened else None,
        element("p", *_linked(asked, links), " " if end else None, end) if asked else None,
        class_="pq-coach",
        data_part="tip",
        role="note",
        aria_label="Tip",
    )


def _linked(words: str, links: Links) -> list[Markup | str]:
    """Return a tip with links to the glossary."""
    parts = split_at_terms(words, set())
    return [links.to_term(name, text) if name else text for text, name in parts]
