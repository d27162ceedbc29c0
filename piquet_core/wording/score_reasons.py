"""Text on scores: the reasons for points and for refused bonuses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from piquet_core.cards.combinations import PointHolding, SetHolding
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import (
    BlankAnnounced,
    BlankShown,
    CardsLeftAnnounced,
    DealEnded,
    Event,
    Exchanged,
    LaidOut,
    Looked,
    MissingCardTold,
    RedealAnswered,
    RedealAsked,
    RepiqueBarred,
    Replied,
    Scored,
    SuitNamed,
)
from piquet_core.replay.steps import RulePoints, points_by_rule
from piquet_core.replay.visibility import View
from piquet_core.rules import Answer, RuleSet
from piquet_core.wording.call_texts import (
    SEQUENCE_NAMES,
    answer_noun,
    answer_word,
    holding_words,
    shown_equals,
)
from piquet_core.wording.rich_text import Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreReason:
    """The reason for points or for a refusal: the points, their purpose, and the rule set's deciding answer.

    ``event`` is the explained event, or None if the answer concerns several events.
    """

    seat: Seat
    points: int
    text: str
    answer: Answer[object]
    event: Event | None = None


def score_reasons(view: View) -> tuple[ScoreReason, ...]:
    """Return the reason for each score, answer and refused bonus of a step, and for each other use of a rule."""
    found = []
    counted = [e for e in view.events if isinstance(e, Scored) and e.holding is not None]
    if counted and counted[0].seat is Seat.YOUNGER:
        rule = "declare.younger-counts"
        found.append(_why(view.rules, Seat.YOUNGER, 0, "", rule))
    for event in view.events:
        if isinstance(event, Scored):
            text = score_purpose(event)
            found.append(_why(view.rules, event.seat, event.points, text, event.rule, event))
        elif isinstance(event, RepiqueBarred):
            found.append(_why(view.rules, event.seat, 0, "no repique", event.rule, event))
        elif isinstance(event, Replied):
            said = answer_word(view.rules, event.response, to_none=event.to_none)
            text = f"“{said}”" if said else answer_noun(event.kind, event.response)
            found.append(_why(view.rules, event.seat, 0, text, event.rule, event))
        elif event in shown_equals(view.events)[:1] or isinstance(event, _WITH_CLAUSE):
            found.append(_why(view.rules, event.seat, 0, "", event.rule, event))
        elif isinstance(event, DealEnded) and event.tricks[0] == event.tricks[1]:
            found.append(_why(view.rules, Seat.ELDER, 0, "the cards divided", event.rule, event))
    found += [
        _why(view.rules, counted[0].seat, 0, "", f"{kind}.others")
        for kind in ("sequence", "set")
        if sum(event.reckon == kind for event in counted) > 1
    ]
    return tuple(found)


# Events without points whose clause is worth naming.
_WITH_CLAUSE = (
    BlankAnnounced,
    BlankShown,
    Exchanged,
    LaidOut,
    CardsLeftAnnounced,
    Looked,
    MissingCardTold,
    SuitNamed,
    RedealAnswered,
    RedealAsked,
)


def _why(
    rules: RuleSet, seat: Seat, points: int, text: str, rule: str, event: Event | None = None
) -> ScoreReason:
    return ScoreReason(seat=seat, points=points, text=text, answer=rules.answers[rule], event=event)


def score_purpose(event: Scored) -> str:
    """Return the purpose of a score in words: *for the quint*, *for leading*."""
    if event.holding is not None:
        if isinstance(event.holding, PointHolding):
            return "for the point"
        if isinstance(event.holding, SetHolding):
            return f"for {holding_words(event.holding)}"
        return f"for the {SEQUENCE_NAMES[event.holding.size]}"
    return _WHAT_FOR[event.rule]


def sum_words(one: RulePoints) -> str:
    """Return a player's total points from one rule in the whole deal: *9 for leads that won*."""
    single, several = _SUM_OF[one.rule]
    return f"{one.points} {single if one.scores == 1 else several}"


def score_items(events: Iterable[Event], seat: Seat) -> tuple[Clause, ...]:
    """Return a player's points in a deal: each holding separately, and all other points as one total per rule."""
    own = [event for event in events if isinstance(event, Scored) and event.seat is seat]
    held = [event for event in own if event.holding is not None]
    rest = points_by_rule(event for event in own if event.holding is None)
    return (
        *(Clause(f"{one.points} {score_purpose(one)}", one.rule) for one in held),
        *(Clause(sum_words(one), one.rule) for one in rest),
    )


def score_headings() -> tuple[str, ...]:
    """Return the headings under which a score sheet adds up the points of a deal, in the order of the game."""
    return tuple(dict.fromkeys(_HEAD_OF.values()))


def score_heading(rule: str) -> str:
    """Return the heading for the points that a rule gives: *Point*, *Play*."""
    return _HEAD_OF[rule]


def is_bonus(rule: str) -> bool:
    """Tell whether a rule gives a bonus that summaries of a deal mention."""
    return rule in _BONUSES


def is_bonus_heading(head: str) -> bool:
    """Tell whether a heading is for a bonus that summaries of a deal mention."""
    return any(_HEAD_OF[rule] == head for rule in _BONUSES)


USUAL_HEADS = ("Point", "Sequences", "Trios, quatorzes", "Play", "The cards")
"""Headings under which nearly every deal has points."""

_HEAD_OF = {
    "blank.points": "Carte blanche",
    "point.score": "Point",
    "sequence.scores": "Sequences",
    "set.quatorze": "Trios, quatorzes",
    "set.trio": "Trios, quatorzes",
    "repique.bonus": "Repique",
    "pique.bonus": "Pique",
    "play.lead": "Play",
    "play.lead-wins": "Play",
    "play.capture": "Play",
    "play.last-trick": "Play",
    "cards.points": "The cards",
    "capot.points": "Capot",
    "reply.recall-until": "Struck off",
}
_BONUSES = ("blank.points", "repique.bonus", "pique.bonus", "cards.points", "capot.points")

_WHAT_FOR = {
    "blank.points": "for carte blanche",
    "repique.bonus": "for the repique",
    "pique.bonus": "for the pique",
    "play.lead": "for leading",
    "play.lead-wins": "for a lead that wins",
    "play.capture": "for taking the trick",
    "play.last-trick": "for the last trick",
    "cards.points": "for the cards",
    "capot.points": "for the capot",
    "reply.recall-until": "struck off again",
}

_SUM_OF = {
    **{rule: (words, words) for rule, words in _WHAT_FOR.items()},
    "point.score": ("for the point", "for the point"),
    "sequence.scores": ("for a sequence", "for sequences"),
    "set.quatorze": ("for a quatorze", "for quatorzes"),
    "set.trio": ("for a trio", "for trios"),
    "play.lead-wins": ("for a lead that won", "for leads that won"),
    "play.capture": ("for a trick taken from the leader", "for tricks taken from the leader"),
}
"""Purpose of a single score and of several, by rule."""
