"""Reasons why one discard is better than another, based on the calls that follow."""

from __future__ import annotations

from piquet_core.cards.seat import Seat
from piquet_core.players.discard_search import CallOdds
from piquet_core.review.deal_review import Judgement
from piquet_core.rules import RuleSet
from piquet_core.wording.advice import OWN_FIGURES, discard_effects_words
from piquet_core.wording.discard_reasons import better_discard_words
from piquet_core.wording.player_names import PlayerNames

_SEEN = 0.03
"""Smallest difference of shares that the number of sampled deals can show."""
_LEAST = 1.0
"""Smallest difference in points that is reported."""
_SHARE = 0.2
"""Least size of a second difference in relation to the first."""


def main_differences(
    rules: RuleSet, better: CallOdds, worse: CallOdds
) -> list[tuple[str, float, float]]:
    """Return the main differences as (field of `CallOdds`, better value, worse value), the greatest first.

    For each player, only the field with the greatest effect in points is compared, and it is
    omitted if its effect is small or does not favour the better discard.
    """
    repique, pique = rules.number("repique.bonus").value, rules.number("pique.bonus").value
    sides = (
        {"repique": repique, "pique": pique, "calls": 1},
        {"repiqued": -repique, "piqued": -pique, "their_calls": -1},
    )
    gains: dict[str, float] = {}
    for worth in sides:
        side = {
            name: points * (getattr(better, name) - getattr(worse, name))
            for name, points in worth.items()
            if abs(points) == 1 or abs(getattr(better, name) - getattr(worse, name)) >= _SEEN
        }
        name = max(side, key=lambda name: side[name])
        gains[name] = side[name]
    least = max(_LEAST, _SHARE * max(gains.values()))
    told = sorted((name for name in gains if gains[name] >= least), key=lambda name: -gains[name])
    return [(name, getattr(better, name), getattr(worse, name)) for name in told]


def consequence_words(
    rules: RuleSet,
    better: CallOdds,
    worse: CallOdds,
    seat: Seat,
    cast: PlayerNames,
    more_to_take: int,
    *,
    most: int = 2,
) -> str:
    """Return sentences on the consequences of a discard in the calls, compared with a better one.

    At most ``most`` differences are named. ``seat`` is the player who discarded. If elder left
    ``more_to_take`` more cards, the difference for younger, who takes them, comes first.
    """
    told = main_differences(rules, better, worse)
    if more_to_take:
        told.sort(key=lambda figure: figure[0] in OWN_FIGURES)
    return discard_effects_words(told[:most], seat, cast, more_to_take)


def cost_reason(one: Judgement, cast: PlayerNames) -> str:
    """Return sentences on why a judged discard cost something, or "" if a card was judged.

    The consequences in the calls come first, then the cards that the better discard keeps.
    """
    judged = one.discard
    if judged is None:
        return ""
    said = []
    if judged.odds:
        said.append(
            consequence_words(judged.rules, *judged.odds, one.seat, cast, judged.more_to_take)
        )
    yours = cast.possessor(one.seat)
    why = better_discard_words(judged.rules, judged.hand, one.best, one.chosen, yours)
    said.append(f"The better discard {why}." if why else "")
    return " ".join(filter(None, said))
