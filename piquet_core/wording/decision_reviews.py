"""Text of reviews: one decision, each player's decisions, and the whole deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from piquet_core.cards.card_names import join_words
from piquet_core.cards.seat import Seat
from piquet_core.wording.player_names import PlayerNames

GOOD = "as good as the best"
COUNTED = "Forced cards are left out"
PARTIE = "the chance to win the partie"
GAME = "the chance to win the game"


def objective_words(game: str, before: tuple[int, int], cast: PlayerNames) -> str:
    """Return the objective of a review: the points of the deal, or the chance to win its ``game``.

    ``before`` has the scores of elder and younger before the deal.

    >>> objective_words("", (0, 0), PlayerNames(("A", "B")))
    'the points of this deal alone'
    >>> objective_words("partie", (43, 90), PlayerNames(("A", "B")))
    'the chance to win the partie, to which A comes with 43 and B with 90'
    """
    if not game:
        return "the points of this deal alone"
    elder, younger = cast.does(Seat.ELDER, "comes"), cast.who(Seat.YOUNGER)
    what = PARTIE if game == "partie" else GAME
    return f"{what}, to which {elder} with {before[0]} and {younger} with {before[1]}"


def best_decision_counts_words(counts: Sequence[tuple[int, int]], cast: PlayerNames) -> str:
    """Return a sentence on how many of each player's decisions were as good as the best.

    ``counts`` has for each player the number of such decisions and of all decisions.

    >>> said = best_decision_counts_words([(13, 13), (12, 13)], PlayerNames(("A", "B")))
    >>> said.partition(". ")[0]
    'As far as each player could know, 13 of A’s 13 decisions were as good as the best, and 12 of B’s 13'
    """
    (best, of), (other, others) = counts
    first, second = (f"{cast.whose(seat)}" for seat in Seat)
    return (
        f"As far as each player could know, {best} of {first} {of} decisions {was_or_were(best)} "
        f"{GOOD}, and {other} of {second} {others}. {COUNTED}."
    )


def no_mistakes_words(cast: PlayerNames) -> str:
    """Return a sentence that says that no decision was a mistake.

    >>> no_mistakes_words(PlayerNames(("Guest", "Thumb"), Seat.ELDER))
    'Nothing that you laid out or played was a mistake, as far as you could know.'
    """
    own = cast.you is not None
    said, who = ("you laid out or", "you") if own else ("was laid out or", "its player")
    return f"Nothing that {said} played was a mistake, as far as {who} could know."


def advantage_words(parts: Mapping[str, int], first: Seat, cast: PlayerNames) -> str:
    """Return sentences on each player's advantage in the parts of the deal.

    ``parts`` has the points by which ``first`` outscored the opponent in each part.

    >>> cast = PlayerNames(("Guest", "Thumb"), Seat.ELDER)
    >>> advantage_words({"in the calls": -20, "in the play": 4, "for the cards": -10}, Seat.ELDER, cast)
    'Thumb made 20 more in the calls and 10 more for the cards. You made 4 more in the play.'
    """
    said = []
    most = sorted(parts.items(), key=lambda one: -abs(one[1]))
    for seat in sorted(Seat, key=lambda one: sum(parts.values()) * (1 if one is first else -1) < 0):
        sign = 1 if seat is first else -1
        more = [f"{sign * by} more {where}" for where, by in most if sign * by > 0]
        if more:
            said.append(f"{cast.first(seat, 'made')} {join_words(more)}.")
    return " ".join(said)


def was_or_were(count: int) -> str:
    """Return *was* or *were* for a number of decisions.

    >>> was_or_were(1), was_or_were(12)
    ('was', 'were')
    """
    return "was" if count == 1 else "were"


def already_decided_words(game: str) -> str:
    """Return the sentence that explains why no decision cost anything: the game was already decided.

    >>> already_decided_words("partie").partition(": ")[0]
    'The partie was as good as decided before this deal'
    """
    return (
        f"The {game} was as good as decided before this deal: nothing that the players laid out or played "
        "changed the chance to win it."
    )


def unjudged_calls_words(judge: str) -> str:
    """Return the reason why the player ``judge`` does not review calls, answers and counts, to end a sentence.

    >>> unjudged_calls_words("Master").startswith("Master leaves them to rules of thumb")
    True
    """
    return (
        f"{judge} leaves them to rules of thumb, because the cost of a call depends on what the "
        "other player concludes from it"
    )


def better_line_words(judge: str) -> str:
    """Return a sentence that explains better lines, and why their gain may differ from a decision's cost.

    ``judge`` is the name of the player that finds them.
    """
    return (
        f"In a better line, {judge} plays on for both players, and neither sees the other’s hand. The line may gain "
        "more or less than the cost, which is an average over all hands that the other player could hold."
    )


def better_line_gain_words(more: int, seat: Seat, cast: PlayerNames) -> str:
    """Return a note on a better line that gains nothing with the actual cards; "" if it gains points.

    ``more`` is the number of points by which it improves the player's lead at the end of the deal.

    >>> better_line_gain_words(-2, Seat.ELDER, PlayerNames(("A", "B")))
    'better on average, but with these cards it brings A 2 less'
    >>> better_line_gain_words(0, Seat.YOUNGER, PlayerNames(("A", "B"))).rpartition(" brings ")[2]
    'B no more'
    >>> better_line_gain_words(1, Seat.ELDER, PlayerNames(("A", "B")))
    ''
    """
    if more > 0:
        return ""
    less = f"{-more} less" if more else "no more"
    return f"better on average, but with these cards it brings {cast.who(seat)} {less}"


def expected_results_words(
    places: Sequence[tuple[str, float]], cast: PlayerNames, game: str
) -> str:
    """Return a sentence that lists the result to be expected at each step.

    ``places`` has pairs of the name of a step and elder's expected lead in points, or chance to win the
    ``game``.

    >>> expected_results_words([("Trick 1", 12.4), ("The end", -3)], PlayerNames(("A", "B")), "")
    'Expected result, A’s points less B’s: Trick 1, 12 more; The end, 3 fewer.'
    >>> expected_results_words([("Trick 1", 51.8)], PlayerNames(("A", "B")), "partie")
    'Expected result, A’s chance to win the partie: Trick 1, 52%.'
    """
    elder, younger = cast.whose(Seat.ELDER), cast.possessor(Seat.YOUNGER)
    if game:
        what = f"{elder} chance to win the {game}"
        said = [f"{place}, {value:.0f}%" for place, value in places]
    else:
        what = f"{elder} points less {younger}"
        said = [f"{place}, {_more(value)}" for place, value in places]
    return f"Expected result, {what}: {'; '.join(said)}."


def _more(value: float) -> str:
    points = round(value)
    return f"{points} more" if points > 0 else f"{-points} fewer" if points else "level"
