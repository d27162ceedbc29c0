"""Requests about work for a class: to make and open a set, to hand in a result, and to draw the table of a class."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from piquet_core.api.arguments import Args, Operation, RequestError, text_of, texts_of
from piquet_core.errors import PiquetError
from piquet_core.exercises import find_question_text
from piquet_core.notation import format_deal_id
from piquet_core.rules import load_ruleset
from piquet_core.teaching import (
    ClassResults,
    ItemKind,
    ItemResult,
    ItemState,
    WorkItem,
    WorkSet,
    collect_results,
    deal_of_code,
    lay_set,
    new_deal_code,
    read_result,
    read_set,
    seed_of_code,
    set_digest,
    write_csv,
    write_result,
    write_set,
    write_short_code,
)
from piquet_core.teaching.class_results import read_kept
from piquet_core.teaching.deal_code import tidy_code
from piquet_core.teaching.set_link import LONGEST_LINK
from piquet_core.teaching.work_result import result_of
from piquet_core.views.class_table import render_class_table
from piquet_core.views.hand_slips import hands_of_deal, render_slips, render_slips_of

if TYPE_CHECKING:
    from piquet_core.api.messages import (
        ClassTableAnswer,
        ClassTableArguments,
        DealCodeAnswer,
        DealCodeArguments,
        HandInAnswer,
        HandInArguments,
        MakeSetArguments,
        PupilResultAnswer,
        PupilResultArguments,
        SetAnswer,
        SetArguments,
        SetItem,
        SlipsAnswer,
        SlipsArguments,
    )


def make_set(args: MakeSetArguments) -> SetAnswer:
    """Return a new set with its link, or with an empty link if that would be too long."""
    items = [_item(text) for text in texts_of(args, "items")]
    return _answer(lay_set(text_of(args, "title"), text_of(args, "note", ""), items), args)


def open_set(args: SetArguments) -> SetAnswer:
    """Return the content of a set."""
    return _answer(read_set(text_of(args, "set")), args)


def hand_in(args: HandInArguments) -> HandInAnswer:
    """Return the result of a pupil as a link, as a line to send, and as a short code."""
    work = read_set(text_of(args, "set"))
    items = [_item_result(text) for text in texts_of(args, "items")]
    result = result_of(work, text_of(args, "name"), items)
    link = f"{text_of(args, 'address', '')}#result={write_result(result)}"
    return {
        "name": result.name,
        "link": link,
        "line": f"{work.title}, {result.name}: {link}",
        "code": write_short_code(result),
    }


def open_result(args: PupilResultArguments) -> PupilResultAnswer:
    """Return the set to which a result belongs."""
    result = read_result(text_of(args, "result"))
    return {"id": _set_id(result.digest), "name": result.name}


def class_table(args: ClassTableArguments) -> ClassTableAnswer:
    """Return the results of a class in a set, with those in some pasted text added."""
    work = read_set(text_of(args, "set"))
    titles, exercises = texts_of(args, "titles"), texts_of(args, "exercises")
    if not len(titles) == len(exercises) == len(work.items):
        raise RequestError("titles and exercises must be as many as the items of the set")
    kept = read_kept(texts_of(args, "kept"), work)
    found = collect_results(work, kept, text_of(args, "pasted", ""))
    table = ClassResults(work=work, results=found.results)
    return {
        "kept": [write_result(one) for one in found.results],
        "names": [one.name for one in found.results],
        "added": list(found.added),
        "notices": list(found.notices),
        "html": render_class_table(table, titles, exercises),
        "csv": write_csv(table, titles),
    }


def draw_hands(args: SlipsArguments) -> SlipsAnswer:
    """Return the cards of some items as slips to cut out, "" for an item without cards."""
    titles, hands = texts_of(args, "titles"), texts_of(args, "hands")
    if len(titles) != len(hands):
        raise RequestError("titles and hands must be equally many")
    return {
        "slips": [
            render_slips_of(title, text) or "" for title, text in zip(titles, hands, strict=True)
        ]
    }


def deal_code(args: DealCodeArguments) -> DealCodeAnswer:
    """Return the deal of a code, or of a new code if none is given."""
    rules = load_ruleset(text_of(args, "rules"))
    given = text_of(args, "code", "")
    code = tidy_code(given) if given else new_deal_code(random.SystemRandom())
    deal = deal_of_code(rules, code)
    return {
        "code": code,
        "seed": seed_of_code(code),
        "deal": format_deal_id(deal),
        "html": render_slips(f"Deal {code}", hands_of_deal(deal)),
    }


OPERATIONS: dict[str, Operation] = {
    "make-set": make_set,
    "open-set": open_set,
    "hand-in": hand_in,
    "open-result": open_result,
    "class-table": class_table,
    "draw-hands": draw_hands,
    "deal-code": deal_code,
}


def _item(text: str) -> WorkItem:
    """Return the item that a page describes: its kind, its place and, of a problem, its check."""
    kind, place, check = _parts(text, 3)
    if kind not in {one.value for one in ItemKind} or not check.isdecimal() or len(check) > 5:
        raise RequestError(f"invalid item {text[:40]!r}")
    return WorkItem(kind=ItemKind(kind), place=place, check=int(check) % (1 << 16))


def _item_result(text: str) -> ItemResult:
    """Return the result in an item that a page describes: its state, the tries and the first wrong answer."""
    state, tries, answer = _parts(text, 3)
    names = {one.name.lower(): one for one in ItemState}
    if state not in names or not tries.isdecimal() or len(tries) > 4:
        raise RequestError(f"invalid result {text[:40]!r}")
    return ItemResult(state=names[state], tries=int(tries), answer=answer)


def _parts(text: str, count: int) -> Sequence[str]:
    parts = text.split("\t")
    if len(parts) != count:
        raise RequestError(f"expected {count} parts with tabs between, not {text[:40]!r}")
    return parts


def _answer(work: WorkSet, args: Args) -> SetAnswer:
    text = write_set(work)
    link = f"{text_of(args, 'address', '')}#set={text}"
    return {
        "id": _set_id(set_digest(work)),
        "set": text,
        "title": work.title,
        "note": work.note,
        "items": [_described(item) for item in work.items],
        "link": link if len(link) <= LONGEST_LINK else "",
        "longest": LONGEST_LINK,
    }


def _set_id(digest: int) -> str:
    return f"{digest:08x}"


def _described(item: WorkItem) -> SetItem:
    title = ""
    if item.kind is ItemKind.EXERCISE:
        with suppress(PiquetError):  # a question of a newer edition has no words here
            title = find_question_text(".".join(item.place.split(":")[:2])).question
    return {
        "kind": item.kind.value,
        "place": item.place,
        "check": str(item.check),
        "title": title,
    }
