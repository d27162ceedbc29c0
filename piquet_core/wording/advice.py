"""Text of advice: the advantage of one choice over another, and the cost of the alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from piquet_core.cards.seat import Seat
from piquet_core.number_words import number_in_words
from piquet_core.wording.player_names import PlayerNames

_POINT = 0.05
"""Smaller differences are not mentioned."""
_WHOLE = 1.95
"""Chances from here on are given in whole per cent."""
_RARE, _ONCE = 0.005, 0.28
"""Below the first share, an event happens "hardly ever"; below the second, "once in N deals"."""


def frequency_words(share: float) -> str:
    """Return a probability as a frequency in words.

    >>> [frequency_words(share) for share in (1, 0.97, 0.72, 0.5, 0.1, 0.02, 0)]
    ['always', 'nearly always', 'seven times in ten', 'every other time', 'once in ten', 'hardly ever', 'never']
    """
    tenths = round(10 * share)
    if share > 0.995 or share < 0.005:
        return "always" if share > 0.5 else "never"
    if tenths in (0, 10):
        return "nearly always" if tenths else "hardly ever"
    if tenths == 5:
        return "every other time"
    return f"{'once' if tenths == 1 else 'twice' if tenths == 2 else number_in_words(tenths) + ' times'} in ten"


def search_progress_words(name: str, done: int, of: int) -> str:
    """Return a sentence on the progress of a search by the player called ``name``.

    >>> search_progress_words("Master", 20, 210)
    'Master has tried 20 of 210 ways that the unseen cards may lie …'
    """
    return f"{name} has tried {done} of {of} ways that the unseen cards may lie …"


_ADVERBS = ("always", "nearly always", "hardly ever", "never")
_OWN = {"capot": "win every trick", "capoted": "lose every trick", "pique": "make the pique"}
_OWN |= {"cards": "win the cards", "rubicon": "pass the Rubicon"}
_THEIRS = {"piqued": "makes the pique", "lost": "wins the cards"}
_CERTAIN = {"capot": "a capot that was", "pique": "a pique that was"}
_CERTAIN |= {"cards": "the cards, which were", "rubicon": "the Rubicon, which was"}
_GIVES_UP = {"never": "gives up", "hardly ever": "all but gives up"}
_DEALS = " deals"


def card_comparison_words(
    name: str, better: float, worse: float, other: str, capot: int = 0
) -> str:
    """Return a clause that compares an effect of another card with that of the advised card.

    ``name`` is the name of the effect; without one, the text is "". ``better`` and ``worse`` are the values for
    the advised card and for the other card, which the clause calls *it*. ``other`` is the name of the opponent,
    and ``capot`` the points of a capot, or 0 to leave them out.

    >>> card_comparison_words("lost", 0, 0.2, "Thumb")
    'Thumb wins the cards twice in ten deals, rather than never'
    >>> card_comparison_words("capoted", 0.1, 0.6, "Thumb")
    'you lose every trick six times in ten deals, not once'
    >>> card_comparison_words("capoted", 0, 0.8, "Thumb", 40)
    'you lose every trick eight times in ten deals, rather than never: the capot, 40 points for Thumb'
    >>> card_comparison_words("cards", 1, 0.6, "Thumb")
    'you win the cards six times in ten deals, not always'
    >>> card_comparison_words("pique", 1, 0, "Thumb")
    'it gives up a pique that was certain'
    >>> card_comparison_words("rubicon", 1, 0.02, "Thumb")
    'it all but gives up the Rubicon, which was certain'
    >>> card_comparison_words("cards", 0.3, 0, "Thumb")
    'you never win the cards, rather than three times in ten deals'
    >>> card_comparison_words("tricks", 7.25, 6, "Thumb")
    'you would win about 6.0 tricks in all, not 7.2'
    >>> card_comparison_words("made", 6.5, 5, "Thumb"), card_comparison_words("theirs", 2, 2.6, "Thumb")
    ('you make about 1.5 points less', 'Thumb makes about 0.6 points more')
    """
    if name == "tricks":
        return f"you would win about {worse:.1f} tricks in all, not {better:.1f}"
    if name == "made":
        return f"you make about {points_words(better - worse)} less"
    if name == "theirs":
        return f"{other} makes about {points_words(worse - better)} more"
    if not name:
        return ""
    if (
        name in _CERTAIN
        and frequency_words(better) == "always"
        and frequency_words(worse) in _GIVES_UP
    ):
        return f"it {_GIVES_UP[frequency_words(worse)]} {_CERTAIN[name]} certain"
    who, does = (other, _THEIRS[name]) if name in _THEIRS else ("you", _OWN[name])
    said = f"{who} {_so_often(does, worse, _DEALS)}{_rather_than(better, worse)}"
    if capot and name in ("capot", "capoted"):
        said += f": the capot, {capot} points for {other if name == 'capoted' else 'you'}"
    return said


def _so_often(does: str, share: float, of: str = "") -> str:
    frequency = frequency_words(share)
    return f"{frequency} {does}" if frequency in _ADVERBS else f"{does} {_of(frequency, of)}"


def _of(frequency: str, of: str) -> str:
    return frequency + of if frequency.endswith(" in ten") else frequency


def _rather_than(better: float, worse: float) -> str:
    """Return the end of a comparison: the frequency ``better`` of the advised card."""
    frequency, instead = frequency_words(better), frequency_words(worse)
    if instead in _ADVERBS or (frequency in _ADVERBS and frequency != "always"):
        return f", rather than {_of(frequency, _DEALS)}"
    return f", not {frequency.removesuffix(' in ten') if instead.endswith(' in ten') else _of(frequency, _DEALS)}"


def points_words(number: float) -> str:
    """Return a number of points in figures, with at most one decimal.

    >>> points_words(1.289), points_words(1), points_words(0)
    ('1.3 points', '1 point', 'nothing')
    """
    figure = f"{number:.1f}".removesuffix(".0")
    return "nothing" if figure == "0" else f"{figure} point{'' if figure == '1' else 's'}"


def cost_words(cost: float, *, game: str, several: bool = False) -> str:
    """Return the cost of a choice as a predicate in the present tense, for the player on turn.

    The cost is in points or, if ``game`` names a game, in per cent of the chance to win that game. With
    ``several``, the subject is several choices.

    >>> cost_words(2.14, game=""), cost_words(2.14, game="partie")
    ('costs 2.1 points', 'lowers your chance to win the partie by 2.1%')
    >>> cost_words(1, game="", several=True), cost_words(0, game="partie")
    ('cost 1 point each', 'is as good')
    """
    if cost < _POINT:
        return "are as good" if several else "is as good"
    if game:
        verb = "each lower" if several else "lowers"
        return f"{verb} your chance to win the {game} by {_figure(cost)}%"
    return f"cost {points_words(cost)} each" if several else f"costs {points_words(cost)}"


def past_cost_words(cost: float, game: str, whose: str = "the") -> str:
    """Return the cost of a decision as a predicate in the past tense.

    The cost is in points or, if ``game`` names a game, in per cent of the chance to win that game. ``whose``
    names the player in the possessive.

    >>> past_cost_words(2.14, ""), past_cost_words(2.14, "partie"), past_cost_words(1, "game", "your")
    ('cost 2.1 points', 'lowered the chance to win the partie by 2.1%', 'lowered your chance to win the game by 1%')
    """
    if not game:
        return f"cost {points_words(cost)}"
    return f"lowered {whose} chance to win the {game} by {_figure(cost)}%"


def rounded_cost_words(cost: float, game: str, whose: str = "the") -> str:
    """Return the rounded cost of a decision: points, or a clause on a lower chance to win the game.

    ``game`` names the game, or is "" for points. ``whose`` names the player in the possessive.

    >>> rounded_cost_words(15.4, ""), rounded_cost_words(0.6, ""), rounded_cost_words(0.8, "partie", "your")
    ('about 15 points', 'about 1 point', 'your chance to win the partie fell by 0.8%')
    >>> rounded_cost_words(7.6, "game", "A’s")
    'A’s chance to win the game fell by about 8%'
    """
    if not game:
        return f"about {points_words(max(1, round(cost)))}"
    figure = f"about {cost:.0f}" if cost >= _WHOLE else _figure(cost)
    return f"{whose} chance to win the {game} fell by {figure}%"


def discard_loss_words(calls: float, play: float) -> str:
    """Return where a discard loses points: in the calls, in the play, or in both; "" if it loses none.

    A gain in one of them is named after the loss.

    >>> discard_loss_words(3, -0.6), discard_loss_words(0.01, 2), discard_loss_words(1, 1.4)
    ('3 in the calls, less 0.6 won back in the play', 'in the play', '1 in the calls and 1.4 in the play')
    """
    found = {"the calls": calls, "the play": play}
    lost = [(name, by) for name, by in found.items() if by >= _POINT]
    won = [(name, -by) for name, by in found.items() if by <= -_POINT]
    if len(lost) == 1 and not won:
        return f"in {lost[0][0]}"
    said = " and ".join(f"{_figure(by)} in {name}" for name, by in lost)
    back = "".join(f", less {_figure(by)} won back in {name}" for name, by in won)
    return said + back if said else ""


def rounded_discard_loss_words(calls: float, play: float) -> str:
    """Return the whole points that a discard loses in the calls and in the play; "" if it loses none.

    >>> rounded_discard_loss_words(21.4, 8.7), rounded_discard_loss_words(16.1, -0.7)
    ('21 in the calls and 9 in the play', '16 in the calls, less 1 won back in the play')
    >>> rounded_discard_loss_words(0.2, 4)
    'in the play'
    >>> rounded_discard_loss_words(2.4, 5.3), rounded_discard_loss_words(0.2, 0.1)
    ('3 in the calls and 5 in the play', '')
    """
    parts = [floor(calls), floor(play)]
    fractions = [calls - parts[0], play - parts[1]]
    # Round the larger fraction up first, so that the rounded parts add up to the rounded sum.
    for place in sorted((0, 1), key=lambda place: -fractions[place]):
        parts[place] += sum(parts) < round(calls + play)
    return discard_loss_words(*parts)


def share_of_deals_words(share: float) -> str:
    """Return a share of all deals as a frequency in words, with a finer scale for rare events.

    >>> [share_of_deals_words(share) for share in (0.72, 0.31, 0.125, 0.037, 0.0003)]
    ['seven times in ten deals', 'three times in ten deals', 'once in eight deals', 'once in 27 deals', 'hardly ever']
    """
    if share < _RARE:
        return "hardly ever"
    if share < _ONCE:
        deals = round(1 / share)
        return f"once in {number_in_words(deals) if deals <= 12 else deals} deals"
    frequency = frequency_words(share)
    return f"{frequency} deals" if frequency.endswith(" in ten") else frequency


OWN_FIGURES = ("repique", "pique", "calls")


def discard_effects_words(
    told: Sequence[tuple[str, float, float]], seat: Seat, cast: PlayerNames, more_to_take: int = 0
) -> str:
    """Return sentences that compare the consequences of a discard with those of a better discard.

    ``told`` has (name, better, worse) for each figure: its value after the better discard and after this one.
    ``more_to_take`` is the number of additional cards that this discard leaves to younger. The text is ""
    without figures and additional cards.

    >>> cast = PlayerNames(("Guest", "Thumb"), Seat.ELDER)
    >>> discard_effects_words([("repiqued", 0.037, 0.125)], Seat.ELDER, cast, 2)
    'You left Thumb two cards more to take: Thumb then makes a repique once in eight deals, rather than once in 27.'
    >>> discard_effects_words([("calls", 14, 5.6), ("piqued", 0.001, 0.1)], Seat.ELDER, cast)
    'After your discard you make about 6 in the calls, rather than 14. Thumb makes a pique once in ten deals, rather \
than hardly ever.'
    """
    which = "your" if cast.you is seat else "this"
    said: list[str] = []
    for name, better, worse in told:
        who = seat if name in OWN_FIGURES else seat.other
        does = _does_so(name, better, worse, who, cast)
        if not said and more_to_take and who is not seat:
            said.append(f"{_left(seat, cast, more_to_take)}: {cast.who(who)} then {does}.")
        elif not said:
            said.append(f"After {which} discard {cast.who(who)} {does}.")
        else:
            said.append(f"{cast.first(who)} {does}.")
    if more_to_take and not any(": " in one for one in said):
        said.insert(0, f"{_left(seat, cast, more_to_take)}.")
    return " ".join(said)


def _left(seat: Seat, cast: PlayerNames, more: int) -> str:
    cards = "card" if more == 1 else "cards"
    return f"{cast.first(seat)} left {cast.who(seat.other)} {number_in_words(more)} {cards} more to take"


def _does_so(name: str, better: float, worse: float, who: Seat, cast: PlayerNames) -> str:
    """Return a predicate with the value of a figure after the discard and after the better discard."""
    if name in ("calls", "their_calls"):
        points, rather = (str(round(by)) if round(by) else "nothing" for by in (worse, better))
        about = "about " if round(worse) else ""
        return f"{cast.verb(who, 'makes')} {about}{points} in the calls, rather than {rather}"
    verb = cast.verb(who, f"makes a {'repique' if name.startswith('repique') else 'pique'}")
    often_, rather = share_of_deals_words(worse), share_of_deals_words(better)
    if often_.endswith(" deals"):
        rather = rather.removesuffix(" deals")
    does = f"{often_} {verb}" if often_ in _ADVERBS else f"{verb} {often_}"
    return f"{does}, rather than {rather}"


def points_gained_words(calls: float, play: float) -> str:
    """Return a sentence on the average lead in points that the calls and the play bring.

    >>> points_gained_words(9.2, -4)
    'On average you come out of the calls 9.2 points ahead, and of the play 4 behind.'
    """
    first, second = _ahead(calls, " points"), _ahead(play)
    return f"On average you come out of the calls {first}, and of the play {second}."


def repique_chance_words(own: float, others: float, other: str) -> str:
    """Return sentences on the chance of each player to make a repique in the calls.

    ``own`` is the chance of the reader, and ``others`` that of the player named ``other``. A negligible chance
    is left out.

    >>> repique_chance_words(0.3, 0.01, "Thumb"), repique_chance_words(0, 0.12, "Thumb")
    (' You make a repique three times in ten.', ' Thumb makes a repique once in ten.')
    """
    found = (("You", "make a repique", own), (other, "makes a repique", others))
    return "".join(f" {who} {_so_often(does, by)}." for who, does, by in found if by >= _POINT)


def _ahead(by: float, noun: str = "") -> str:
    if abs(by) < _POINT:
        return "level"
    return f"{_figure(abs(by))}{noun} {'ahead' if by > 0 else 'behind'}"


def _figure(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
