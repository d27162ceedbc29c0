"""HTML controls shared by several forms: buttons and the menu of rule sets."""

from __future__ import annotations

from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.views.markup import Markup, element


def button(do: str, text: str, title: str = "") -> Markup:
    """Return a button. ``do`` is the action that a script performs.

    >>> print(button("undo", "Take back"))
    <button type="button" data-do="undo">Take back</button>
    """
    return element("button", text, type="button", data_do=do, title=title or None)


def ruleset_options(first: str) -> list[Markup]:
    """Return an option element for every rule set. ``first`` is the id of the selected rule set."""
    return [
        element("option", load_ruleset(id).title, value=id, selected=id == first)
        for id in ruleset_ids()
    ]
