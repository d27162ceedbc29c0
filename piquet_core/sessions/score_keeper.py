"""Score keeper for two people with real cards: the deals of a partie or a hundred up, and its result.

A scorecard is immutable. Players are 0 and 1. For each deal, it has the points of both players in hand (carte
blanche, calls, repique) and in the play (with cards and capot).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from piquet_core.cards.cards import EMPTY
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Scored
from piquet_core.engine.game import (
    PlayedDeal,
    Settlement,
    deals_to_play,
    elder_of,
    is_drawn,
    settle_hundred,
    settle_partie,
)
from piquet_core.errors import IllegalAction, PiquetError
from piquet_core.limits import LINK, bytes_in_words, is_longer
from piquet_core.rules import RuleSet, load_ruleset
from piquet_core.sessions.possible_scores import most_in_hand, play_totals
from piquet_core.sessions.session import LONGEST_NAME

PARTIE, HUNDRED = "rubicon", "hundred-up"
MOST_POINTS = 999
"""Maximum points of one entry, far above the greatest deal of any rule set."""
_MOST_DEALS = 60
_VERSION = 1
# Points in hand are ordered as calls are, all others as the play is.
_SECTIONS = (("point.score", "point"), ("play.lead", "play"))

type Pair = tuple[int, int]


class ScorecardError(PiquetError):
    """Error for an impossible entry, or for a text that is not a saved score."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPoints:
    """The points of the two players in a deal: ``hand`` before the play, and ``play`` in it.

    ``first`` is the player who counted first in the last deal of a hundred up, or None if not stated.
    """

    hand: Pair
    play: Pair
    first: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorecard:
    """A game with real cards: its terms and its deals. ``elder`` is the player who is elder in the first deal."""

    rules: RuleSet
    form: str
    names: tuple[str, str]
    elder: int
    entries: tuple[DealPoints, ...] = ()

    @property
    def deals(self) -> tuple[PlayedDeal, ...]:
        """The deals, converted for the engine's settlement of a game."""
        return tuple(_deal(entry, self.elder_in(at)) for at, entry in enumerate(self.entries))

    @property
    def totals(self) -> Pair:
        """The points of both players so far."""
        scores = [deal.score for deal in self.deals]
        return sum(one for one, _ in scores), sum(other for _, other in scores)

    def elder_in(self, deal: int) -> int:
        """Return the player who is elder in a deal, counted from 0."""
        return elder_of(self.rules, self.elder, deal)

    @property
    def settlement(self) -> Settlement | None:
        """The result of the game, or None if it is drawn or not over."""
        settle = settle_partie if self.form == PARTIE else settle_hundred
        return settle(self.rules, self.deals)

    @property
    def is_over(self) -> bool:
        """Whether the game has been won or drawn."""
        drawn = self.form == PARTIE and is_drawn(self.rules, self.deals)
        return self.settlement is not None or drawn

    @property
    def left(self) -> int | None:
        """The number of deals left in a partie, or None for a hundred up."""
        return deals_to_play(self.rules, self.deals) if self.form == PARTIE else None


def begin_scorecard(rules: RuleSet, form: str, names: Sequence[str], elder: int) -> Scorecard:
    """Return a scorecard without deals.

    Raises `ScorecardError` for invalid terms.

    >>> begin_scorecard(load_ruleset("rubicon"), "rubicon", ("Anna", "Ben"), 0).left
    6
    """
    if form not in (PARTIE, HUNDRED) or form not in rules.names("game.forms").value:
        raise ScorecardError(f"{rules.title} has no such form of the game: {form[:20]!r}")
    one, two = (" ".join(name.split()) for name in names)
    for name in (one, two):
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise ScorecardError(f"a name has 1 to {LONGEST_NAME} letters: {name[:30]!r}")
    if one == two:
        raise ScorecardError(f"both players are called {one}: the names must differ")
    if elder not in (0, 1):
        raise ScorecardError("the first elder must be one of the two players")
    return Scorecard(rules=rules, form=form, names=(one, two), elder=elder)


def enter_deal(card: Scorecard, entry: DealPoints) -> Scorecard:
    """Return the scorecard with another deal.

    Raises `ScorecardError` for impossible points, and `IllegalAction` if the game is over.

    >>> card = begin_scorecard(load_ruleset("rubicon"), "rubicon", ("Anna", "Ben"), 0)
    >>> enter_deal(card, DealPoints(hand=(21, 0), play=(20, 8))).totals
    (41, 8)
    >>> enter_deal(card, DealPoints(hand=(21, 0), play=(3, 2)))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    piquet_core.sessions.score_keeper.ScorecardError: the play of a deal makes at least 14 between you...
    """
    after = _entered(card, entry)
    # A hundred up ends as soon as somebody wins; the rest of the deal is not played.
    _check_play(card, entry, is_whole=card.form == PARTIE or after.settlement is None)
    _check_hand(card, entry)
    return after


def _entered(card: Scorecard, entry: DealPoints) -> Scorecard:
    """Return the scorecard with another deal, without checking whether its points are possible.

    Scorecards saved by earlier versions may have impossible points.
    """
    if card.is_over:
        last = card.settlement.rule if card.settlement else "rubicon.tie-final"
        raise IllegalAction("the game is over", last)
    if len(card.entries) == _MOST_DEALS:
        raise ScorecardError(f"a score has {_MOST_DEALS} deals at most")
    for points in (*entry.hand, *entry.play):
        if not 0 <= points <= MOST_POINTS:
            raise ScorecardError(f"{points} is not a possible score: enter 0 to {MOST_POINTS}")
    return replace(card, entries=(*card.entries, entry))


def _check_play(card: Scorecard, entry: DealPoints, *, is_whole: bool) -> None:
    """Raise `ScorecardError` if no deal can bring these points in the play.

    Unless ``is_whole``, the deal may have ended early, so that fewer points are possible too.
    """
    elder, pique = card.elder_in(len(card.entries)), card.rules.number("pique.bonus").value
    bare = {(pair[elder], pair[1 - elder]) for pair in play_totals(card.rules)}
    # A pique may be entered with the play or with the hand.
    possible = bare | {
        pair for one, two in bare for pair in ((one + pique, two), (one, two + pique))
    }
    one, two = entry.play
    if entry.play in possible:
        return
    if not is_whole and any(one <= most and two <= other for most, other in possible):
        return
    least, most = min(map(sum, bare)), max(map(max, possible))
    if one + two < least and is_whole:
        said = f"the play of a deal makes at least {least} between you, not {one + two}"
    elif max(one, two) > most:
        said = f"nobody makes more than {most} in the play, not {max(one, two)}"
    elif beside := {pair[1] for pair in bare if pair[0] == one}:
        name, other = card.names
        fits = f"{other} made {_ranges(beside)}, a pique apart, and not {two}"
        said = f"if {name} made {one} in the play, {fits}"
    else:
        said = f"no deal brings {one} and {two} in the play"
    raise ScorecardError(f"{said}: count again")


def _ranges(numbers: Collection[int]) -> str:
    """Return a list of numbers as text, with consecutive numbers joined into ranges.

    >>> _ranges({4, 5, 6, 34})
    '4 to 6 or 34'
    """
    starts = sorted(one for one in numbers if one - 1 not in numbers)
    ends = sorted(one for one in numbers if one + 1 not in numbers)
    pairs = zip(starts, ends, strict=True)
    return " or ".join(f"{one}" if one == last else f"{one} to {last}" for one, last in pairs)


def _check_hand(card: Scorecard, entry: DealPoints) -> None:
    """Raise `ScorecardError` if these points in hand are impossible."""
    most = most_in_hand(card.rules)
    both = most + card.rules.number("blank.points").value
    if max(entry.hand) > most:
        said = f"nobody makes more than {most} in hand, a repique included, not {max(entry.hand)}"
        raise ScorecardError(f"{said}: count again")
    if sum(entry.hand) > both:
        said = f"together you make {both} in hand at most, not {sum(entry.hand)}"
        raise ScorecardError(f"{said}: count again")


def undo_deal(card: Scorecard) -> Scorecard:
    """Return the scorecard without its last deal."""
    return replace(card, entries=card.entries[:-1])


def must_say_first(card: Scorecard, entry: DealPoints) -> bool:
    """Return whether the game's winner depends on who counted first in a deal and the entry does not say that.

    >>> card = begin_scorecard(load_ruleset("hoyle1909"), "hundred-up", ("Anna", "Ben"), 0)
    >>> card = enter_deal(card, DealPoints(hand=(65, 81), play=(20, 8)))
    >>> must_say_first(card, DealPoints(hand=(15, 3), play=(0, 0)))
    False
    >>> must_say_first(card, DealPoints(hand=(0, 0), play=(20, 15)))
    True
    """
    if entry.first is not None:
        return False
    ends = [_entered(card, replace(entry, first=player)).settlement for player in (0, 1)]
    return len({None if end is None else end.winner for end in ends}) > 1


def _deal(entry: DealPoints, elder: int) -> PlayedDeal:
    order = (1, 0) if entry.first == 1 else (0, 1)
    events = tuple(
        Scored(
            seat=Seat.ELDER if player == elder else Seat.YOUNGER,
            points=points[player],
            rule=rule,
            reckon=reckon,
            cards=EMPTY,
        )
        for points, (rule, reckon) in zip((entry.hand, entry.play), _SECTIONS, strict=True)
        for player in order
    )
    return PlayedDeal(elder=elder, events=events)


# -- as text -------------------------------------------------------------------------------------


def write_scorecard(card: Scorecard) -> str:
    """Return a scorecard as JSON; ``read_scorecard(write_scorecard(card)) == card``."""
    entries = [{"hand": one.hand, "play": one.play, "first": one.first} for one in card.entries]
    terms = {"rules": card.rules.id, "form": card.form, "names": card.names, "elder": card.elder}
    return json.dumps({"score": _VERSION, **terms, "deals": entries}, ensure_ascii=False)


def read_scorecard(text: str) -> Scorecard:
    """Return the scorecard saved in a text, rebuilt deal by deal.

    Raises `ScorecardError` if that is impossible.
    """
    if is_longer(text, LINK):
        raise ScorecardError(f"the score is too long: at most {bytes_in_words(LINK)}")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise ScorecardError("this is not a score: it is not JSON") from None
    if not isinstance(found, dict) or found.get("score") != _VERSION:
        raise ScorecardError("this engine cannot read this score")
    try:
        card = begin_scorecard(
            load_ruleset(_text(found["rules"])),
            _text(found["form"]),
            [_text(name) for name in _listed(found["names"], 2)],
            _number(found["elder"]),
        )
        for one in _listed(found["deals"]):
            card = _entered(card, _entry(one))
    except KeyError as error:
        raise ScorecardError(f"the score is damaged: {error} is missing") from None
    except ScorecardError as error:
        raise ScorecardError(f"the score is damaged: {error}") from None
    except PiquetError as error:
        raise ScorecardError(f"the score breaks its rules: {error}") from None
    return card


def _entry(value: object) -> DealPoints:
    if not isinstance(value, dict):
        raise ScorecardError("a deal must be an object")
    hand, play = (
        [_number(points) for points in _listed(value[key], 2)] for key in ("hand", "play")
    )
    first = value["first"]
    if first is not None and _number(first) not in (0, 1):
        raise ScorecardError("'first' must be one of the players")
    return DealPoints(hand=(hand[0], hand[1]), play=(play[0], play[1]), first=first)


def _listed(value: object, length: int | None = None) -> list[Any]:
    if not isinstance(value, list) or length not in (None, len(value)):
        raise ScorecardError(
            f"{json.dumps(value)[:40]} must be a list" + (f" of {length}" if length else "")
        )
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ScorecardError(f"{json.dumps(value)[:40]} must be a string")
    return value


def _number(value: object) -> int:
    if type(value) is not int:  # bool is a subclass of int
        raise ScorecardError(f"{json.dumps(value)[:40]} must be a whole number")
    return value
