"""The standing and the settlement of a game as text, for the table and the score keeper."""

from __future__ import annotations

from piquet_core.cards.seat import Seat
from piquet_core.engine.game import Settlement
from piquet_core.number_words import number_in_words
from piquet_core.rules import RuleSet
from piquet_core.views.markup import Markup, element
from piquet_core.views.reference_links import Links
from piquet_core.wording.player_names import PlayerNames

GAME = {"rubicon": "partie", "hundred-up": "game"}
"""The name of each form of the game. A single deal has none."""
_GOALS = {
    "rubicon": ("rubicon.line", "to pass the Rubicon"),
    "hundred-up": ("hundred.target", "to win"),
}


def standing_text(
    rules: RuleSet, form: str, cast: PlayerNames, totals: tuple[int, int], left: int | None
) -> str:
    """Return sentences on the leader, the remaining deals and the points that each player still needs.

    ``left`` is the number of remaining deals, or None if it is not fixed. ``cast`` and ``totals``
    list the players in the same order.
    """
    return " ".join(
        [_lead(form, cast, totals), *_to_come(left), *_needed(rules, form, cast, totals)]
    )


def _lead(form: str, cast: PlayerNames, totals: tuple[int, int]) -> str:
    if totals[0] == totals[1]:
        return f"The {GAME[form]} is level at {totals[0]}."
    ahead = Seat(totals[0] < totals[1])
    return f"{cast.first(ahead, f'leads the {GAME[form]}')}, {max(totals)} to {min(totals)}."


def _to_come(left: int | None) -> list[str]:
    if left is None:
        return []
    return [
        f"{number_in_words(left).capitalize()} {'deal is' if left == 1 else 'deals are'} to come."
    ]


def _needed(rules: RuleSet, form: str, cast: PlayerNames, totals: tuple[int, int]) -> list[str]:
    """Return a list with at most one sentence, on the points that players still need.

    The points are those to win a hundred up, or to pass the Rubicon.
    """
    rule, words = _GOALS[form]
    goal = rules.number(rule).value
    # the reader first
    seats = sorted(Seat, key=lambda seat: seat is not cast.you)
    short = [(seat, goal - totals[seat]) for seat in seats if totals[seat] < goal]
    if len(short) == 2:
        (one, first), (two, second) = short
        if first == second:
            return [f"Both need {first} {words}."]
        return [f"{cast.first(one, 'needs')} {first} {words}, {cast.who(two)} {second}."]
    return [f"{cast.first(seat, 'needs')} {left} {words}." for seat, left in short] or (
        ["Both are past the Rubicon."] if form == "rubicon" else []
    )


def settlement_text(settled: Settlement, winner: str) -> str:
    """Return the winner, the totals and the value of a game as text. ``winner`` is the name of the winner.

    For the reason why the game was won, see `deciding_factor`.
    """
    high, low = settled.totals[settled.winner], settled.totals[1 - settled.winner]
    return " ".join(filter(None, [f"{winner} won, {high} to {low}.", payoff_text(settled)]))


def payoff_text(settled: Settlement) -> str:
    """Return a sentence on the value of a finished game, or "" if it has none besides the score."""
    if settled.rule == "rubicon.settlement":
        return f"The partie is worth {settled.points}."
    return "It counts double." if settled.double else ""


def render_settlement_rule(rules: RuleSet, settled: Settlement, links: Links) -> Markup:
    """Render the rule on settlement with the rule set's answer and its citation, in a disclosure."""
    answer = rules.answers[settled.rule]
    rule = links.to_rule(answer.id, answer.rule.title, class_="pq-rule")
    clause = element("small", rule, ": ", answer.words, ". ", links.to_answer(answer, once=True))
    return element(
        "details",
        element("summary", "How it is settled"),
        element("p", clause),
    )
