"""One sentence on a finished deal: who won it, in which part, and by which points."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.card_names import join_words
from piquet_core.cards.combinations import PointHolding, SetHolding
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Event, Scored, TrickTaken
from piquet_core.number_words import number_in_words
from piquet_core.wording.call_texts import SEQUENCE_NAMES, count_words, holding_words
from piquet_core.wording.player_names import PlayerNames

_CALLS = frozenset({"blank", "point", "sequence", "set"})
_REPIQUE, _PIQUE, _CAPOT, _CARDS = "repique.bonus", "pique.bonus", "capot.points", "cards.points"
_BLANK = "blank.points"
_NAMED = 3
"""Number of combinations that are named at most."""


def deal_story(events: Sequence[Event], cast: PlayerNames, first: Seat) -> str:
    """Return a sentence on the part of a finished deal that decided it.

    ``first`` is the player at the screen. A deal that nobody won has a sentence too.
    """
    scores = [event for event in events if isinstance(event, Scored)]
    calls, play = (
        {
            seat: sum(
                one.points for one in scores if one.seat is seat and _is_call(one) is in_calls
            )
            for seat in Seat
        }
        for in_calls in (True, False)
    )
    lead = {seat: calls[seat] + play[seat] - calls[seat.other] - play[seat.other] for seat in Seat}
    if not lead[first]:
        return "Nobody won this deal: the points of the calls and of the play balance."
    winner = first if lead[first] > 0 else first.other
    in_calls = calls[winner] - calls[winner.other] >= play[winner] - play[winner.other]
    made = calls if in_calls else play
    if cast.you is None or cast.you is winner:
        who = cast.first(winner, "won")
        points = f"{made[winner]} to {made[winner.other]}"
    else:
        who = cast.first(first, "lost")
        points = f"{made[first]} to {made[winner]}"
    where = "calls" if in_calls else "play"
    why = (_call_reason if in_calls else _play_reason)(events, scores, winner, cast)
    return f"{who} this deal in the {where}, {points}{f': {why}' if why else ''}."


def _is_call(one: Scored) -> bool:
    """Return whether points belong to the calls, rather than to the play."""
    return one.reckon in _CALLS or one.rule in (_REPIQUE, _BLANK)


def _call_reason(
    events: Sequence[Event], scores: Sequence[Scored], winner: Seat, cast: PlayerNames
) -> str:
    del events
    own = [one for one in scores if one.seat is winner and _is_call(one)]
    held = sorted((one for one in own if one.holding is not None), key=lambda one: -one.points)
    names = ["carte blanche"] if any(one.rule == _BLANK for one in own) else []
    names += [_holding_name(one) for one in held[:_NAMED]]
    repique = next((one for one in own if one.rule == _REPIQUE), None)
    if not names:
        return ""
    if repique is not None:
        rest = f"{cast.whose(winner)} {join_words(names)}"
        return f"{rest} made a repique, {repique.points} more"
    are = "were" if len(names) > 1 or isinstance(held[0].holding, SetHolding) else "was"
    return f"{cast.whose(winner)} {join_words(names)} {are} good"


def _holding_name(one: Scored) -> str:
    holding = one.holding
    assert holding is not None
    if isinstance(holding, PointHolding):
        return f"point of {count_words(holding.size)}"
    if isinstance(holding, SetHolding):
        return holding_words(holding)
    return SEQUENCE_NAMES[holding.size]


def _play_reason(
    events: Sequence[Event], scores: Sequence[Scored], winner: Seat, cast: PlayerNames
) -> str:
    taken = [event.seat for event in events if isinstance(event, TrickTaken)]
    rules = {one.rule: one.points for one in scores if one.seat is winner}
    mine, of = taken.count(winner), number_in_words(len(taken))
    made = f" and made a pique, {rules[_PIQUE]} more" if _PIQUE in rules else ""
    if _CAPOT in rules:
        capot = f"{cast.does(winner, 'took')} all {of} tricks, a capot of {rules[_CAPOT]}"
        return f"{capot},{made}" if made else capot
    said = f"{cast.does(winner, 'took')} {number_in_words(mine)} of the {of} tricks"
    if made:
        return f"{said}{made}"
    return f"{said}, and so the {rules[_CARDS]} for the cards" if _CARDS in rules else said
