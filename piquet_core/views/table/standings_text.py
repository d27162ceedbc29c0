"""How a game that goes on stands, in sentences: at the table, and on a score kept on paper."""

from __future__ import annotations

from piquet_core.cards.seat import Seat
from piquet_core.number_words import in_words
from piquet_core.rules import RuleSet
from piquet_core.wording.player_names import Cast

GAME = {"rubicon": "partie", "hundred-up": "game"}
"""What a game of each form is called; a single deal is not one."""
_GOALS = {
    "rubicon": ("rubicon.line", "to pass the Rubicon"),
    "hundred-up": ("hundred.target", "to win"),
}


def standing_text(
    rules: RuleSet, form: str, cast: Cast, totals: tuple[int, int], left: int | None
) -> str:
    """Return who leads, how many deals are ``left`` if that is known, and what each player still needs.

    ``cast`` and ``totals`` have the players in one order, whichever it is.
    """
    return " ".join(
        [_lead(form, cast, totals), *_to_come(left), *_needed(rules, form, cast, totals)]
    )


def _lead(form: str, cast: Cast, totals: tuple[int, int]) -> str:
    if totals[0] == totals[1]:
        return f"The {GAME[form]} is level at {totals[0]}."
    ahead = Seat(totals[0] < totals[1])
    return f"{cast.first(ahead, f'leads the {GAME[form]}')}, {max(totals)} to {min(totals)}."


def _to_come(left: int | None) -> list[str]:
    if left is None:
        return []
    return [f"{in_words(left).capitalize()} {'deal is' if left == 1 else 'deals are'} to come."]


def _needed(rules: RuleSet, form: str, cast: Cast, totals: tuple[int, int]) -> list[str]:
    """Return what the players still need: for the number of a hundred up, or to pass the Rubicon."""
    rule, words = _GOALS[form]
    goal = rules.number(rule).value
    # The reader is told first.
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
