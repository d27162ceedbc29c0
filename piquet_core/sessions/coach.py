"""Tips for a first deal: one line about the question that comes up, and one about the last answer or trick.

A tip uses only what the person may know. The words are data, with values of the rule set filled in.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from piquet_core.cards.card_names import capitalize, rank_plural
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Play, Response
from piquet_core.engine.events import Replied, Scored, TrickTaken
from piquet_core.engine.exchange_limits import exchange_limits
from piquet_core.engine.state import DealState, Phase
from piquet_core.number_words import number_in_words
from piquet_core.replay.steps import Step
from piquet_core.rules import RuleSet
from piquet_core.sessions.session import Session
from piquet_core.wording.call_texts import count_words

_EXCHANGES = {
    Phase.ELDER_EXCHANGE: "elder-exchange",
    Phase.YOUNGER_EXCHANGE: "younger-exchange",
}
_QUESTIONS = {
    **_EXCHANGES,
    Phase.ELDER_LOOK: "elder-look",
    Phase.REPLY: "reply",
    Phase.ELDER_COUNT: "elder-count",
    Phase.YOUNGER_COUNT: "younger-count",
    Phase.LEAD: "lead",
    Phase.FOLLOW: "follow",
}
_PIQUE = "pique.bonus"
"""Rule of the points that a trick tip leaves out, because the table announces a pique by itself."""
_ANSWERS = {Response.GOOD: "good", Response.EQUAL: "equal", Response.NOT_GOOD: "not-good"}


@dataclass(frozen=True, slots=True)
class _Tip:
    at: str
    words: str
    rules: Mapping[str, object]


@cache
def _tips() -> tuple[_Tip, ...]:
    file = resources.files("piquet_core.sessions").joinpath("coach.toml")
    rows = tomllib.loads(file.read_text("utf-8"))["tip"]
    return tuple(_Tip(row["at"], row["words"], row.get("rules", {})) for row in rows)


def coach_tips(session: Session) -> tuple[str, str]:
    """Return a tip on the last answer or trick and a tip on the person's question; "" where there is none.

    Each kind of question has a tip once in a deal. There are no tips after a deal, and none between
    two persons at one device.
    """
    if session.friend or session.deal_is_over or session.table.state.seat is not session.table.seat:
        return "", ""
    return _happened(session), _question(session)


def _question(session: Session) -> str:
    state = session.table.state
    at = _moment(state)
    seat = session.table.seat
    earlier = (one for one in session.table.states[:-1] if one.seat is seat)
    if not at or at in map(_moment, earlier):
        return ""
    parts = {}
    if state.phase in _EXCHANGES:
        _, least, most, _, _ = exchange_limits(state)
        how = count_words(most) if least == most else f"up to {count_words(most)}"
        parts["exchange"] = f"{how} {'card' if most == 1 else 'cards'}"
    return _filled(session, at, parts)


def _moment(state: DealState) -> str:
    """Return the name of the question in a state: the kind that elder calls, or the phase; "" for others."""
    if state.phase is Phase.DECLARE:
        return state.calls[-1].kind
    return _QUESTIONS.get(state.phase, "")


def _happened(session: Session) -> str:
    """Return the tip on the last trick or, before the play, on the last answer to the person's call."""
    recent, table = session.recent(), session.table
    for step in reversed(recent):
        if any(isinstance(event, TrickTaken) for event in step.events):
            return _on_trick(session, step)
        for event in reversed(step.events):
            if isinstance(event, Replied) and table.seat is Seat.ELDER:
                return "" if event.to_none else _filled(session, _ANSWERS[event.response], {})
    return ""


def _on_trick(session: Session, last: Step) -> str:
    table = session.table
    trick = last.state.taken[-1]
    won = trick.winner is table.seat
    played = [step for step in table.steps if isinstance(step.action, Play)]
    end = [one is last for one in played].index(True) + 1
    points = sum(
        event.points
        for step in played[end - 2 : end]
        for event in step.events
        if isinstance(event, Scored)
        and event.seat is trick.winner
        and event.reckon == "play"
        and event.rule != _PIQUE
    )
    mine = sum(one.winner is table.seat for one in last.state.taken)
    theirs = len(last.state.taken) - mine
    parts = {
        "points": f"{number_in_words(points)} {'point' if points == 1 else 'points'}",
        "mine": str(mine),
        "theirs": str(theirs),
        "whose": "yours" if mine > theirs else f"{session.other_name}’s",
    }
    decided = max(mine, theirs) >= session.rules.number("cards.majority").value
    return _filled(session, f"{'won' if won else 'lost'}{'-decided' if decided else ''}", parts)


def _filled(session: Session, at: str, parts: Mapping[str, str]) -> str:
    """Return the first tip for a moment that is true of the rule set, with its fields filled in."""
    rules, other = session.rules, session.other_name
    tip = next((one for one in _tips() if one.at == at and _fits(one, rules)), None)
    if tip is None:
        return ""
    tricks = len(session.table.state.deal.hand(Seat.ELDER))
    return tip.words.format(
        **parts,
        other=other,
        Other=capitalize(other),
        others=f"{other}’s",
        Others=f"{capitalize(other)}’s",
        Least=capitalize(count_words(rules.number("sequence.least").value)),
        lowest=rank_plural(min(rules.ranks("set.ranks").value)),
        cards=str(rules.number("cards.points").value),
        tricks=number_in_words(tricks),
        majority=number_in_words(rules.number("cards.majority").value),
    )


def _fits(tip: _Tip, rules: RuleSet) -> bool:
    return all(rules.answers[id].value == value for id, value in tip.rules.items())
