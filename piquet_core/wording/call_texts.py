"""Text of holdings, calls and answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from piquet_core.cards.card_names import join_words, rank_name, rank_plural, suit_name
from piquet_core.cards.cards import Rank
from piquet_core.cards.combinations import Holding, PointHolding, SequenceHolding, SetHolding
from piquet_core.engine.actions import Response
from piquet_core.engine.events import CardsShown, Event, Scored
from piquet_core.number_words import number_in_words
from piquet_core.rules import RuleSet

NOTHING_CALLED = {
    "point": ("no point", "a point"),
    "sequence": ("no sequence", "a sequence"),
    "set": ("no trio or quatorze", "a trio or a quatorze"),
}
"""By kind, the words for a player who calls nothing, and for one who could call."""

SEQUENCE_NAMES = {
    3: "tierce",
    4: "quart",
    5: "quint",
    6: "sixième",
    7: "septième",
    8: "huitième",
    9: "neuvième",
}


def count_words(count: int) -> str:
    """Return a number as the narration writes it: in words up to nine, otherwise in figures."""
    return number_in_words(count, most=9)


def holding_words(holding: Holding) -> str:
    """Return a holding in words: *point of six*, *quint to the jack of diamonds*, *four queens*."""
    if isinstance(holding, PointHolding):
        return f"point of {count_words(holding.size)} in {suit_name(holding.suit)}"
    if isinstance(holding, SequenceHolding):
        name = SEQUENCE_NAMES[holding.size]
        return f"{name} to the {rank_name(holding.top)} of {suit_name(holding.suit)}"
    return f"{count_words(holding.size)} {rank_plural(holding.rank)}"


def holdings_words(holdings: Iterable[Holding]) -> str:
    """Return a list of holdings in words: *a point of six in clubs and four queens*."""
    return join_words(
        [f"{'' if isinstance(one, SetHolding) else 'a '}{holding_words(one)}" for one in holdings]
    )


def call_words(kind: str, size: int, rank: Rank | None) -> str:
    """Return a call as it is spoken, without the suit. ``size`` is 0 for a call of nothing.

    >>> call_words("sequence", 5, Rank.JACK)
    'quint to the jack'
    """
    if not size:
        return NOTHING_CALLED[kind][0]
    if rank is None:
        return f"point of {count_words(size)}"
    if kind == "sequence":
        return f"{SEQUENCE_NAMES[size]} to the {rank_name(rank)}"
    return f"{count_words(size)} {rank_plural(rank)}"


def shown_equals(events: Sequence[Event]) -> tuple[CardsShown, ...]:
    """Return the events in which a player shows a holding that is equal, and so is not counted.

    A holding that is counted is shown too, but then the step also scores the same cards.
    """
    scored = [(event.seat, event.cards) for event in events if isinstance(event, Scored)]
    shown = (event for event in events if isinstance(event, CardsShown))
    return tuple(event for event in shown if (event.seat, event.cards) not in scored)


def answer_word(rules: RuleSet, response: Response, *, to_none: bool) -> str:
    """Return a rule set's word for an answer to a call (rule `reply.words`).

    With ``to_none``, the call was of nothing. The word is then "" if the rule set has none.

    >>> from piquet_core.rules import load_ruleset
    >>> books = [load_ruleset(one) for one in ("hoyle1909", "penguin", "little")]
    >>> [answer_word(one, Response.GOOD, to_none=True) for one in books]
    ['', 'equal', 'equal']
    >>> [answer_word(one, Response.NOT_GOOD, to_none=True) for one in books]
    ['', 'not good', 'better']
    """
    words = rules.choice("reply.words").value
    if to_none and words == "not-good":
        return ""
    if to_none and response is Response.GOOD:
        return "equal"
    if response is Response.NOT_GOOD and words == "better-equal":
        return "better"
    return response.value


def answer_noun(kind: str, response: Response) -> str:
    """Return the noun that describes younger's answer to a call of nothing if the rule set has no word for it.

    >>> answer_noun("set", Response.NOT_GOOD), answer_noun("sequence", Response.GOOD)
    ('a trio or a quatorze', 'no sequence either')
    """
    none, one = NOTHING_CALLED[kind]
    return one if response is Response.NOT_GOOD else f"{none} either"
