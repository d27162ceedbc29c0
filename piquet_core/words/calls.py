"""What is held, called and answered, in words."""

from __future__ import annotations

from piquet_core.engine.actions import Response
from piquet_core.pack.cards import Rank
from piquet_core.pack.combinations import Holding, PointHolding, SequenceHolding
from piquet_core.pack.names import rank_name, rank_plural, suit_name
from piquet_core.pack.numbers import in_words
from piquet_core.rules import RuleSet

SEQUENCE_NAMES = {
    3: "tierce",
    4: "quart",
    5: "quint",
    6: "sixième",
    7: "septième",
    8: "huitième",
    9: "neuvième",
}


def number(count: int) -> str:
    """Return a number as a narration has it: up to nine in words, above that in figures."""
    return in_words(count, most=9)


def holding_words(holding: Holding) -> str:
    """Return a holding in words: *point of six*, *quint to the jack of diamonds*, *four queens*."""
    if isinstance(holding, PointHolding):
        return f"point of {number(holding.size)} in {suit_name(holding.suit)}"
    if isinstance(holding, SequenceHolding):
        name = SEQUENCE_NAMES[holding.size]
        return f"{name} to the {rank_name(holding.top)} of {suit_name(holding.suit)}"
    return f"{number(holding.size)} {rank_plural(holding.rank)}"


def call_words(kind: str, size: int, rank: Rank | None) -> str:
    """Return a call as it is spoken, without the suit; size 0 is a call of nothing.

    >>> call_words("sequence", 5, Rank.JACK)
    'quint to the jack'
    """
    if not size:
        return {"point": "no point", "sequence": "no sequence", "set": "no trio or quatorze"}[kind]
    if rank is None:
        return f"point of {number(size)}"
    if kind == "sequence":
        return f"{SEQUENCE_NAMES[size]} to the {rank_name(rank)}"
    return f"{number(size)} {rank_plural(rank)}"


def answer_word(rules: RuleSet, response: Response, *, to_none: bool) -> str:
    """Return the book's word for an answer, or for an answer to a call of nothing (`reply.words`).

    >>> from piquet_core.rules import load_ruleset
    >>> books = load_ruleset("hoyle1909"), load_ruleset("little")
    >>> [answer_word(one, Response.GOOD, to_none=True) for one in books]
    ['good', 'equal']
    """
    words = rules.choice("reply.words").value
    if to_none and response is Response.GOOD and words != "not-good":
        return "equal"
    if response is Response.NOT_GOOD and words == "better-equal":
        return "better"
    return response.value
