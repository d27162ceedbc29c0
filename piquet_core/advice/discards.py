"""Why one discard is better than another, by what the calls lead to after each."""

from __future__ import annotations

from piquet_core.advice.review import Judgement
from piquet_core.players.layouts import CallOdds
from piquet_core.rules import RuleSet
from piquet_core.words.advising import leads_to_words
from piquet_core.words.cast import Cast
from piquet_core.words.tradeoff import why_better

_SEEN = 0.03
"""Shares that differ by less are the same, as far as some hundred ways of the unseen cards can tell."""
_LEAST = 1.0
"""A difference is told if it is worth so many points or more."""


def telling_odds(rules: RuleSet, better: CallOdds, worse: CallOdds) -> tuple[str, float, float]:
    """Return what says most for the better of two discards: the name of a figure, and that figure of each.

    It is how often one of the players makes a repique or a pique, or the points that he makes by the calls; ""
    if none of them speaks for the better discard.
    """
    repique, pique = rules.number("repique.bonus").value, rules.number("pique.bonus").value
    worth = {"repique": repique, "repiqued": -repique, "pique": pique, "piqued": -pique}
    found = {name: (getattr(better, name), getattr(worse, name)) for name in worth}
    gains = {
        name: points * (found[name][0] - found[name][1])
        for name, points in worth.items()
        if abs(found[name][0] - found[name][1]) >= _SEEN
    }
    found |= {
        name: (getattr(better, name), getattr(worse, name)) for name in ("calls", "their_calls")
    }
    gains |= {
        "calls": better.calls - worse.calls,
        "their_calls": worse.their_calls - better.their_calls,
    }
    name = max(gains, key=lambda name: gains[name])
    return (name, *found[name]) if gains[name] >= _LEAST else ("", 0, 0)


def why_words(one: Judgement, cast: Cast) -> str:
    """Return why a discard fell short, in sentences: what it led to, then what the better one keeps; "" of a card."""
    judged = one.discard
    if judged is None:
        return ""
    said = []
    if judged.odds:
        told = telling_odds(judged.rules, *judged.odds)
        said.append(leads_to_words(told, one.seat, cast, judged.more_to_take))
    yours = "yours" if cast.you is one.seat else cast.whose(one.seat)
    why = why_better(judged.rules, judged.hand, one.best, one.chosen, yours)
    said.append(f"The better discard {why}." if why else "")
    return " ".join(filter(None, said))
