"""Why one choice is better than another, and what the others cost, in words to the player on turn."""

from __future__ import annotations

from piquet_core.pack.numbers import in_words

_POINT = 0.05
"""Differences smaller than this are not spoken of."""


def often(share: float) -> str:
    """Return how often something happens, in words.

    >>> [often(share) for share in (1, 0.97, 0.72, 0.5, 0.1, 0.02, 0)]
    ['always', 'nearly always', 'seven times in ten', 'every other time', 'once in ten', 'hardly ever', 'never']
    """
    tenths = round(10 * share)
    if share > 0.995 or share < 0.005:
        return "always" if share > 0.5 else "never"
    if tenths in (0, 10):
        return "nearly always" if tenths else "hardly ever"
    if tenths == 5:
        return "every other time"
    return f"{'once' if tenths == 1 else 'twice' if tenths == 2 else in_words(tenths) + ' times'} in ten"


def tried_words(name: str, done: int, of: int) -> str:
    """Return how far a player's thought is.

    >>> tried_words("Master", 20, 210)
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


def instead_words(name: str, better: float, worse: float, other: str, capot: int = 0) -> str:
    """Return what another card leads to, how often, and how often the advised one does; "" if it has no name.

    *It* is that card, ``other`` is what the other player is called, and ``capot`` what one is worth.

    >>> instead_words("lost", 0, 0.2, "Thumb")
    'Thumb wins the cards twice in ten deals, rather than never'
    >>> instead_words("capoted", 0.1, 0.6, "Thumb")
    'you lose every trick six times in ten deals, not once'
    >>> instead_words("capoted", 0, 0.8, "Thumb", 40)
    'you lose every trick eight times in ten deals, rather than never: the capot, 40 points for Thumb'
    >>> instead_words("cards", 1, 0.6, "Thumb")
    'you win the cards six times in ten deals, not always'
    >>> instead_words("pique", 1, 0, "Thumb")
    'it gives up a pique that was certain'
    >>> instead_words("rubicon", 1, 0.02, "Thumb")
    'it all but gives up the Rubicon, which was certain'
    >>> instead_words("cards", 0.3, 0, "Thumb")
    'you never win the cards, rather than three times in ten deals'
    >>> instead_words("tricks", 7.25, 6, "Thumb")
    'you would win about 6.0 tricks in all, not 7.2'
    >>> instead_words("made", 6.5, 5, "Thumb"), instead_words("theirs", 2, 2.6, "Thumb")
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
    if name in _CERTAIN and often(better) == "always" and often(worse) in _GIVES_UP:
        return f"it {_GIVES_UP[often(worse)]} {_CERTAIN[name]} certain"
    who, does = (other, _THEIRS[name]) if name in _THEIRS else ("you", _OWN[name])
    said = f"{who} {_so_often(does, worse, _DEALS)}{_rather_than(better, worse)}"
    if capot and name in ("capot", "capoted"):
        said += f": the capot, {capot} points for {other if name == 'capoted' else 'you'}"
    return said


def _so_often(does: str, share: float, of: str = "") -> str:
    how = often(share)
    return f"{how} {does}" if how in _ADVERBS else f"{does} {_of(how, of)}"


def _of(how: str, of: str) -> str:
    return how + of if how.endswith(" in ten") else how


def _rather_than(better: float, worse: float) -> str:
    """Return how often it is with the advised card."""
    how, instead = often(better), often(worse)
    if instead in _ADVERBS or (how in _ADVERBS and how != "always"):
        return f", rather than {_of(how, _DEALS)}"
    return (
        f", not {how.removesuffix(' in ten') if instead.endswith(' in ten') else _of(how, _DEALS)}"
    )


def points_words(number: float) -> str:
    """Return a number of points in figures.

    >>> points_words(1.289), points_words(1), points_words(0)
    ('1.3 points', '1 point', 'nothing')
    """
    figure = f"{number:.1f}".removesuffix(".0")
    return "nothing" if figure == "0" else f"{figure} point{'' if figure == '1' else 's'}"


def price_words(cost: float, game: str) -> str:
    """Return a cost: in points or, if a game is played for, in games lost of a hundred.

    >>> price_words(2.14, ""), price_words(2.14, "partie"), price_words(1, "game")
    ('2.1 points', '2.1 parties in a hundred', '1 game in a hundred')
    """
    figure = _figure(cost)
    if not game or figure == "0":
        return points_words(cost)
    noun = {"partie": ("partie", "parties"), "game": ("game", "games")}[game]
    return f"{figure} {noun[0] if figure == '1' else noun[1]} in a hundred"


def cost_words(cost: float, *, game: str) -> str:
    """Return what a choice costs; in a game, of the chance to win it.

    >>> cost_words(2.14, game=""), cost_words(0, game="partie")
    ('costs 2.1 points', 'is as good')
    """
    return "is as good" if cost < _POINT else f"costs {price_words(cost, game)}"


def parts_words(calls: float, play: float) -> str:
    """Return where a discard loses points: in the calls, in the play, or what it wins back there.

    >>> parts_words(3, -0.6), parts_words(0.01, 2), parts_words(1, 1.4)
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


def difference_words(calls: float, play: float) -> str:
    """Return as a sentence where a discard loses points against a better one; "" where nothing can be told.

    >>> difference_words(9, 20), difference_words(0, 4)
    ('The difference: 9 in the calls and 20 in the play.', 'The difference is in the play.')
    """
    said = parts_words(calls, play)
    return "" if not said else f"The difference{' is' if said.startswith('in ') else ':'} {said}."


def makes_words(calls: float, play: float) -> str:
    """Return what the player makes more or less than the other by the calls and by the play.

    >>> makes_words(9.2, -4)
    'On average you come out of the calls 9.2 points ahead, and of the play 4 behind.'
    """
    first, second = _ahead(calls, " points"), _ahead(play)
    return f"On average you come out of the calls {first}, and of the play {second}."


def repique_words(own: float, others: float, other: str) -> str:
    """Return how often the calls bring a repique, to either; "" if hardly ever.

    >>> repique_words(0.3, 0.01, "Thumb"), repique_words(0, 0.12, "Thumb")
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
