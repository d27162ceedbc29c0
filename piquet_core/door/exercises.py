"""What a page may ask of exercises: a new one or that of an id, a verdict, a hint, the answer, the next card."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from piquet_core.exercises import GIVEN, ExerciseError, Item, go_on, item_of, new_item
from piquet_core.html import Links
from piquet_core.html.deal.table import sentence
from piquet_core.html.exercise import describe, render_item, render_solution
from piquet_core.html.markup import Markup, esc
from piquet_core.rules import find_ruleset


def item(args: Mapping[str, Any]) -> dict[str, Any]:
    """Return the exercise of an id, or a new one by its name, feature and rule set.

    ``again`` asks for one like that of an id: the same question, put to a deal drawn anew.
    """
    if _text(args, "again"):
        known = item_of(_text(args, "again"))
        made = known
        if known.feature != GIVEN:
            name = f"{known.kind}.{known.ask}"
            made = new_item(name, known.rules, random.SystemRandom(), known.feature)
    elif _text(args, "item"):
        made = _item(args)
    else:
        rules = find_ruleset(_text(args, "rules"))
        made = new_item(_text(args, "name"), rules, random.SystemRandom(), _text(args, "feature"))
    return {"item": made.id, "html": _drawn(made, args)}


def judge(args: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an answer to an exercise is worth, and why."""
    return describe(_item(args), _text(args, "answer"), _links(args))


def clue(args: Mapping[str, Any]) -> dict[str, Any]:
    """Return a hint that does not give the answer away."""
    return {"html": esc(_item(args).posed.hint)}


def solution(args: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer of an exercise with its reason."""
    return {"html": render_solution(_item(args), _links(args))}


def following(args: Mapping[str, Any]) -> dict[str, Any]:
    """Return the next exercise of a deal that is played on, "" at its end, and what happened."""
    made, told = go_on(_item(args), _text(args, "answer"))
    html = _drawn(made, args) if made is not None else ""
    return {"html": html, "told": sentence(told, _links(args))}


OPERATIONS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "item": item,
    "judge": judge,
    "clue": clue,
    "solution": solution,
    "go-on": following,
}


def _item(args: Mapping[str, Any]) -> Item:
    return item_of(_text(args, "item"))


def _drawn(made: Item, args: Mapping[str, Any]) -> Markup:
    id, label = _text(args, "id"), _text(args, "label")
    return render_item(made, _links(args), id=id, label=label, table=False)


def _links(args: Mapping[str, Any]) -> Links:
    return Links(**{name: _text(args, name) for name in ("rule", "source", "term")})


def _text(args: Mapping[str, Any], name: str) -> str:
    value = args.get(name, "")
    if not isinstance(value, str):
        raise ExerciseError(f"{name} must be a text")
    return value
