"""Dispatch of a page's requests to their handlers, from JSON text to JSON text.

>>> print(handle('{"id": 1, "op": "dance"}'))
{"id": 1, "error": {"kind": "request", "rule": "", "message": "unknown operation 'dance'"}}
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from piquet_core import __version__
from piquet_core.api.arguments import (
    Args,
    Operation,
    RequestError,
    check_lengths,
    is_pasted,
    links_of,
    require_deal,
    style_of,
    text_of,
    texts_of,
    view_of,
    you_of,
)
from piquet_core.api.challenge_requests import OPERATIONS as OF_CHALLENGES
from piquet_core.api.daily_requests import OPERATIONS as OF_THE_DAY
from piquet_core.api.design_requests import OPERATIONS as OF_DESIGNS
from piquet_core.api.design_requests import forget as forget_designs
from piquet_core.api.exercise_requests import OPERATIONS as OF_EXERCISES
from piquet_core.api.odds_requests import OPERATIONS as OF_ODDS
from piquet_core.api.odds_requests import forget as forget_odds
from piquet_core.api.rating_requests import OPERATIONS as OF_RATING
from piquet_core.api.review_requests import OPERATIONS as OF_JUDGING
from piquet_core.api.review_requests import forget as forget_judged
from piquet_core.api.score_requests import OPERATIONS as OF_REAL_CARDS
from piquet_core.api.table_requests import OPERATIONS as AT_THE_TABLE
from piquet_core.api.table_requests import forget as forget_games
from piquet_core.api.teaching_requests import OPERATIONS as OF_TEACHING
from piquet_core.api.tracebacks import note
from piquet_core.beliefs.hand_knowledge import infer_from_all_hands
from piquet_core.cards.card_names import spell_out_cards
from piquet_core.cards.seat import Seat
from piquet_core.errors import CardError, IllegalAction, NotationError, PiquetError, RuleSetError
from piquet_core.exercises.kinds.discarding import forget as forget_discards
from piquet_core.exercises.position import forget as forget_positions
from piquet_core.limits import REQUEST, bytes_in_words, is_longer
from piquet_core.notation import dumps, format_deal_id, loads
from piquet_core.players import DEFAULT, JUDGE, find_player, play_out
from piquet_core.pulse import beat
from piquet_core.replay.comparison import compare_rules
from piquet_core.replay.new_deal import new_deal, record_of_deal_id
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Replay, Step
from piquet_core.replay.variations import (
    LineWords,
    find_variation,
    is_played,
    line_words,
    variations,
)
from piquet_core.replay.visibility import observe
from piquet_core.replay.what_if import (
    ReaderVariation,
    covered_move,
    move_of,
    record_with_variation,
    start_variation,
)
from piquet_core.review.deal_objective import objective_of
from piquet_core.rules import find_ruleset, load_ruleset
from piquet_core.views import (
    Links,
    render_choices,
    render_comparison,
    render_knowledge,
    render_story,
    render_table,
)
from piquet_core.views.markup import typeset
from piquet_core.views.odds_links import render_replay_odds
from piquet_core.views.replay.deal_as_text import steps_by_phase
from piquet_core.views.replay.replay_figure import render_replay
from piquet_core.views.replay.step_labels import departure_label, step_label
from piquet_core.views.replay.timeline import phases, render_timeline
from piquet_core.views.replay.variation_list import (
    render_no_gain_note,
    render_variation_results,
    render_variations,
)
from piquet_core.views.replay.workbench import render_record_errors
from piquet_core.wording.move_choices import choices
from piquet_core.wording.player_names import PlayerNames
from piquet_core.wording.rich_text import plain_text
from piquet_core.wording.styles import narrate_in_style

if TYPE_CHECKING:
    from piquet_core.api.messages import (
        CompareArguments,
        ContinueAnswer,
        DealArguments,
        DrawnStep,
        DrawnVariation,
        Hello,
        HtmlAnswer,
        LoadAnswer,
        LoadArguments,
        NoArguments,
        PlayerArguments,
        PlayOutAnswer,
        RecordArguments,
        ReplayAnswer,
        StepArguments,
        TextAnswer,
    )

_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_MOST_OPENINGS = 64


def handle(request: str) -> str:
    """Return the answer to a request ``{"id", "op", "args"}``: ``{"id", "ok"}`` or ``{"id", "error"}``, as JSON.

    An error has a kind (*request*, *notation*, *ruleset*, *illegal*), the id of the rule that forbids an
    action, and a message for the reader. An exception is raised only by a bug; a note on it gives its location
    in the engine.
    """
    try:
        return _answered(request)
    except Exception as error:
        note(error)
        raise


def _answered(request: str) -> str:
    id: object = None
    try:
        asked = _parse(request)
        id = asked.get("id")
        op = asked.get("op")
        if not isinstance(op, str) or op not in OPERATIONS:
            raise RequestError(f"unknown operation {str(op)[:40]!r}")
        args = asked.get("args", {})
        if not isinstance(args, dict):
            raise RequestError("args must be an object")
        check_lengths(args)
        return json.dumps({"id": id, "ok": OPERATIONS[op](args)})
    except PiquetError as error:
        return json.dumps({"id": id, "error": _describe(error)})


def forget() -> None:
    """Clear the caches of all request handlers."""
    _run.cache_clear()
    forget_games()
    forget_judged()
    forget_discards()
    forget_positions()
    forget_odds()
    forget_designs()


def _parse(request: str) -> dict[str, Any]:
    # Deep nesting would exhaust the stack in a browser, which ends the worker instead of raising. No valid
    # request nests deeply. Brackets inside strings do not nest.
    if isinstance(request, str):
        if is_longer(request, REQUEST):
            raise RequestError(f"the request is too long: at most {bytes_in_words(REQUEST)}")
        bare = _STRINGS.sub("", request)
        if bare.count("[") + bare.count("{") > _MOST_OPENINGS:
            raise RequestError("the request is nested too deeply")
    try:
        asked = json.loads(request)
    except (ValueError, TypeError, RecursionError):
        raise RequestError("the request is not JSON") from None
    if not isinstance(asked, dict):
        raise RequestError("the request must be a JSON object")
    return asked


def _describe(error: PiquetError) -> dict[str, str]:
    kinds = ((NotationError, "notation"), (RuleSetError, "ruleset"), (IllegalAction, "illegal"))
    kind = next((name for type_, name in kinds if isinstance(error, type_)), "request")
    rule, message = "", str(error)
    if isinstance(error, IllegalAction):
        rule = error.rule
        message = f"{spell_out_cards(str(error.args[0]))} ({rule})"
    elif isinstance(error, CardError):
        message = spell_out_cards(message)
    return {"kind": kind, "rule": rule, "message": message}


def _hello(args: NoArguments) -> Hello:
    del args
    return {
        "engine": __version__,
        "python": sys.version.split()[0],
        "runtime": sys.platform,
    }


def _replay(args: RecordArguments) -> ReplayAnswer:
    """Return a replay of a record for one viewer: every step as HTML, and a check of the printed totals.

    ``rules`` adapts the record to another rule set, or to one with a changed answer. With ``at`` and
    ``moves``, the reader's variation replaces the rest of the printed play. The answer then has
    ``variation``, with the number of steps before the variation, the moves in standard notation, and the
    choices that follow.
    """
    replay = _replayed(args)
    seat, links, names = view_of(args), links_of(args), _names(replay, args)
    own = _own(args, replay)
    words = line_words(replay.record, pasted=is_pasted(args))
    return {
        **_hello({}),
        "steps": _drawn(replay, own, args),
        "printed": len(replay.checks),
        "agree": sum(check.agrees for check in replay.checks),
        "findings": [finding.message for finding in replay.findings],
        "ruleset": replay.rules.id if replay.rules else "",
        "rules": typeset(f"Rules: {replay.rules.title}") if replay.rules else "",
        "acts": _acts(replay, own, names, words),
        "variation": _own_line(own, seat, names, links, words) if own else None,
    }


def _drawn(replay: Replay, own: ReaderVariation | None, args: RecordArguments) -> list[DrawnStep]:
    found: list[DrawnStep] = []
    seat = view_of(args)
    steps, draw = _drawing(replay, own, args)
    for step in steps:
        beat()
        if seat is not None and step.is_silent(seat) and found:
            # The opponent sees nothing if a player does not announce a carte blanche.
            found.append({**found[-1], "id": step.id})
            continue
        found.append(draw(step))
    return found


def _drawing(
    replay: Replay, own: ReaderVariation | None, args: RecordArguments
) -> tuple[Sequence[Step], Callable[[Step], DrawnStep]]:
    """Return the steps to draw and a function that draws a step.

    The steps are those of the replay or, if ``own`` is not None, of the replay with the reader's variation.
    """
    seat, links, names, register = (
        view_of(args),
        links_of(args),
        _names(replay, args),
        style_of(args),
    )
    steps: Sequence[Step] = (*own.kept, *own.steps) if own else replay.steps
    # A variation reveals cards of the opponent, so it needs a view of both hands.
    lines = variations(replay) if seat is None else ()
    printed = {step.id for step in (own.kept if own else steps)}
    heading = {step.id: title for title, group in steps_by_phase(steps) for step in group}

    def draw(step: Step) -> DrawnStep:
        view = observe(step, seat)
        more = render_variations(lines if step.id in printed else (), step.id, names, links)
        return {
            "id": step.id,
            "label": step_label(step.id, names),
            "group": heading[step.id],
            "decides": step.action is not None,
            "table": render_table(view, names),
            "story": render_story(view, names, links, register, more, heading[step.id]),
        }

    return steps, draw


def _step(args: StepArguments) -> DrawnStep:
    """Return one step as `_replay` draws it, without drawing any other step."""
    replay, seat = _replayed(args), view_of(args)
    steps, draw = _drawing(replay, _own(args, replay), args)
    place = wanted = _place(steps, args)
    while place and seat is not None and steps[place].is_silent(seat):
        place -= 1
    return {**draw(steps[place]), "id": steps[wanted].id}


def _place(steps: Sequence[Step], args: Args) -> int:
    """Return the index of the requested step."""
    place = next((i for i, step in enumerate(steps) if step.id == args.get("step")), -1)
    if place < 0:
        raise RequestError(f"unknown step {str(args.get('step'))[:20]!r}")
    return place


def _acts(replay: Replay, own: ReaderVariation | None, names: PlayerNames, words: LineWords) -> str:
    """Return the timeline of a replay as HTML. With a variation, the printed play is outlined for comparison."""
    if own is None:
        return render_timeline(phases(replay.steps, names), names, address="#")
    found = phases((*own.kept, *own.steps), names, replay.steps)
    outlined = words.note if is_played(replay.record) else ""
    return render_timeline(found, names, address="#", outlined=outlined)


def _own_line(
    own: ReaderVariation, seat: Seat | None, names: PlayerNames, links: Links, words: LineWords
) -> DrawnVariation:
    found = choices(own.state)
    variation = find_variation(own.replay, own.at, own.moves)
    # A record without play has no line that a variation could leave.
    left = departure_label(own.parts, names) if own.parts and is_played(own.replay.record) else ""
    return {
        "at": own.at,
        "provenance": variation.source_words if variation else words.told(own, left),
        "remark": variation.branch.comment if variation and seat is None else "",
        "left": left if variation else "",  # otherwise `provenance` says it
        "moves": list(own.moves_for(seat)),
        "from": len(own.kept),
        "made": list(own.made),
        "over": found is None,
        "results": render_variation_results(own, names, words.result, over=found is None),
        # The choices of the opponent would reveal his cards.
        "hidden": found is not None and seat not in (None, found.seat),
        "turn": names.whose(found.seat) if found else "",
        "choices": render_choices(found, names, links, own.state.rules.source)
        if found is not None and seat in (None, found.seat)
        else "",
    }


def _continue(args: PlayerArguments) -> ContinueAnswer:
    """Let a computer player continue the reader's variation to the end of the deal, and return the moves.

    The player, by default the one that judges decisions, plays both hands for the objective of the record. The
    moves do not name cards that the viewer may not see.
    """
    replay, seat = _replayed(args), view_of(args)
    own = _own(args, replay)
    if own is None:
        raise RequestError("'at' is missing: name the step at which the variation begins")
    state, moves = own.state, list(own.moves_for(seat))
    player = find_player(text_of(args, "player", JUDGE)).make()
    objective = objective_of(replay)
    for action, after, _ in play_out(state, player, player, (objective, objective)):
        write = move_of if seat in (None, action.seat) else covered_move
        moves.append(write(state, action))
        state = after
    return {"moves": moves, "brings": render_no_gain_note(own, state, _names(replay, args))}


def _play_out(args: PlayerArguments) -> PlayOutAnswer:
    """Return the score of a deal whose record is continued by a computer player, possibly under another rule set."""
    state = _replayed(args).steps[-1].state
    profile = find_player(text_of(args, "player", DEFAULT))
    player = profile.make()
    for _, after, _ in play_out(state, player, player):
        beat()
        state = after
    return {
        "score": list(state.score),
        "result": f"{state.score[0]}–{state.score[1]}",
        "note": f"as {profile.name} plays both hands",
    }


def _record_text(args: RecordArguments) -> TextAnswer:
    """Return a record as text, with the reader's variation, if any, added."""
    replay = _replayed(args)
    own = _own(args, replay)
    if own is None or find_variation(
        replay, own.at, own.moves
    ):  # a variation is in the record already
        return {"text": dumps(replay.record)}
    return {"text": dumps(record_with_variation(own, f"What if? {line_words(replay.record).own}"))}


def _load_record(args: LoadArguments) -> LoadAnswer:
    """Return the replay of a reader's record as HTML, and the faults found in the record.

    If the text is not a valid record, the replay is "". ``link`` means that the record came in an address,
    which limits its length. ``you`` is the seat in which the reader played the deal, and ``title`` is the title
    of the reader's game.
    """
    text, links = text_of(args, "record"), links_of(args)
    try:
        replay = _run(text, "")
    except NotationError as error:
        return {"html": "", "faults": render_record_errors(text, error.faults, links)}
    if not replay.steps:
        return {"html": "", "faults": render_record_errors(text, replay.findings, links)}
    data: dict[str, Any] = {name: text_of(args, name) for name in ("base", "runtime")}
    data |= {"you": you_of(args), "title": text_of(args, "title", "")}
    faults = (
        render_record_errors(text, replay.findings, links, replay.rules) if replay.findings else ""
    )
    return {
        "html": render_replay(
            replay, links, record_text=text, titled=True, pasted=is_pasted(args), **data
        ),
        "title": replay.record.tag("Title") or replay.record.tag("Id"),
        "dealId": format_deal_id(replay.steps[0].state.deal),
        "faults": faults,
    }


def _deal(args: DealArguments) -> TextAnswer:
    """Return the record of the deal with an id or, without an id, of a random deal."""
    rules, id = load_ruleset(text_of(args, "rules")), text_of(args, "id", "")
    record = record_of_deal_id(rules, id.strip()) if id else new_deal(rules, random.SystemRandom())
    return {"text": dumps(record)}


def _transcript(args: RecordArguments) -> TextAnswer:
    """Return the narration of a replay as plain text, one line for each step."""
    replay = _replayed(args)
    own, names, seat = _own(args, replay), replay.record.players, view_of(args)
    register = style_of(args)
    lines = [replay.record.tag("Title") or replay.record.tag("Id")]
    for step in (*own.kept, *own.steps) if own else replay.steps:
        if own and own.steps and step is own.steps[0]:
            variation = find_variation(replay, own.at, own.moves)
            lines.append(
                f"What if? {variation.source_words if variation else line_words(replay.record).own}"
            )
        if not (seat is not None and step.is_silent(seat)):
            lines.append(
                f"{step.id}  {plain_text(narrate_in_style(observe(step, seat), names, register))}"
            )
    return {"text": "\n".join(lines) + "\n"}


def _compare(args: CompareArguments) -> HtmlAnswer:
    """Return the differences between a record's replays under its own and another rule set, as HTML."""
    other = text_of(args, "rules")
    require_deal(_run(text_of(args, "record"), other))
    replay = _replayed({**args, "rules": ""})
    assert replay.rules is not None  # a deal needs a rule set
    found = compare_rules(replay.record, replay.rules, find_ruleset(other))
    return {"html": render_comparison(found, links_of(args))}


def _knowledge(args: StepArguments) -> HtmlAnswer:
    """Return the viewer's inferences about the opponent's hand at a step, as HTML.

    In a view of both hands, the inferences of both players are returned.
    """
    replay = _replayed(args)
    own = _own(args, replay)
    steps = (*own.kept, *own.steps) if own else replay.steps
    place = _place(steps, args)
    seats = [seat] if (seat := view_of(args)) is not None else list(Seat)
    names, links, found = _names(replay, args), links_of(args), []
    for one in seats:
        heard = steps[: place + 1]
        found.append(render_knowledge(infer_from_all_hands(heard, one), names))
        more = None if own else render_replay_odds(replay, heard, one, links)
        found += [more] if more else []
    return {"html": "".join(found)}


def _replayed(args: Args) -> Replay:
    """Return the replay of the record in a request.

    Raises `RequestError` if the cards cannot be dealt.
    """
    return require_deal(_run(text_of(args, "record"), text_of(args, "rules", "")))


@lru_cache(maxsize=16)
def _run(text: str, rules: str) -> Replay:
    record = loads(text)
    if rules in ("", record.tag("Rules")):
        return replay_record(record)
    return replay_record(record, find_ruleset(rules), adapt=True)


def _own(args: Args, replay: Replay) -> ReaderVariation | None:
    at = text_of(args, "at", "")
    if not at:
        return None
    return start_variation(replay, at, texts_of(args, "moves"))


def _names(replay: Replay, args: Args) -> PlayerNames:
    """Return the names of the players, with the seat in which the reader played, if any."""
    return PlayerNames(replay.record.players, you_of(args))


OPERATIONS: dict[str, Operation] = {
    "hello": _hello,
    "replay": _replay,
    "step": _step,
    "continue": _continue,
    "compare": _compare,
    "deal": _deal,
    "play-out": _play_out,
    "load-record": _load_record,
    "transcript": _transcript,
    "record-text": _record_text,
    "knowledge": _knowledge,
    **AT_THE_TABLE,
    **OF_REAL_CARDS,
    **OF_EXERCISES,
    **OF_JUDGING,
    **OF_RATING,
    **OF_ODDS,
    **OF_THE_DAY,
    **OF_CHALLENGES,
    **OF_TEACHING,
    **OF_DESIGNS,
}
