"""Mistakes that beginners make, each with a name, an explanation and the lesson against it.

A mistake is found from the knowledge of a seat alone, and replaces the decision of a better player.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from operator import attrgetter
from typing import NamedTuple

from piquet_core.cards.card_names import card_name, rank_plural, suit_name
from piquet_core.cards.cards import EMPTY, SUITS, Card, Hand, Rank, card
from piquet_core.cards.combinations import SetHolding
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, Declare, Exchange, Play, Reply, Response
from piquet_core.engine.state import Trick
from piquet_core.frozen_dict import FrozenDict
from piquet_core.number_words import number_in_words
from piquet_core.players.discard_rules import card_merits
from piquet_core.players.player import Turn
from piquet_core.replay.visibility import Knowledge

ALL_CARDS = Hand.of(card(suit, rank) for suit in SUITS for rank in Rank)
LOW_SUIT = 4
"""Number of cards from which a suit without ace and king is kept for its length alone."""

FEWER = 2
"""Number of cards that a beginner lays out too few."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """Description of a mistake for readers.

    ``name`` completes a sentence about a player. ``words`` is the template of a sentence on one
    occurrence. ``lesson`` is the page and section that teach the better way, and ``teaches`` the text
    of a link to it. ``odds`` has the probability of the mistake by the id of the player.
    """

    id: str
    name: str
    words: str
    lesson: str
    teaches: str
    odds: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """One occurrence of a mistake: the wrong action, and how to recognise the trick that it loses.

    A later trick was lost by the slip if a card of ``losers`` fell to a card of ``winners``. The
    explanation gives away ``secrets``, so it must wait until these cards have been played. ``parts``
    fill the template of the explanation.
    """

    mistake: Mistake
    action: Action
    secrets: Hand
    losers: Hand
    winners: Hand
    parts: Mapping[str, str]

    def loses(self, trick: Trick) -> bool:
        """Return whether the slip lost a trick that the other player won."""
        won, lost = trick.led, trick.followed
        if trick.winner is not trick.leader:
            won, lost = lost, won
        return lost in self.losers and won in self.winners

    def words(self, player: str, trick: Trick | None = None) -> str:
        """Return a sentence on the slip of a player, and on the trick that it lost, if any."""
        cards = {}
        if trick is not None:
            won = trick.led if trick.winner is trick.leader else trick.followed
            cards = {"winner": card_name(won)}
        return self.mistake.words.format(player=player, **cards, **self.parts)


class _Wrong(NamedTuple):
    """A wrong action, with the fields of a `Slip`."""

    action: Action
    losers: Hand = EMPTY
    winners: Hand = EMPTY
    secrets: Hand = EMPTY
    parts: Mapping[str, str] = FrozenDict()


type Finder = Callable[[Turn, Action], _Wrong | None]
"""Function that returns the wrong action to which a mistake leads, given the better one, or None."""


@cache
def all_mistakes() -> Mapping[str, Mistake]:
    """Return all mistakes by id."""
    file = resources.files("piquet_core.players").joinpath("data", "mistakes.toml")
    rows = tomllib.loads(file.read_text("utf-8"))
    return FrozenDict(
        (id, Mistake(id=id, **{**row, "odds": FrozenDict(row["odds"])})) for id, row in rows.items()
    )


def odds_of(player: str) -> Mapping[str, float]:
    """Return the probability of each mistake of a player, by the id of the mistake."""
    return FrozenDict((id, one.odds[player]) for id, one in all_mistakes().items())


def find_slip(turn: Turn, better: Action, odds: Mapping[str, float]) -> Slip | None:
    """Return the slip that is made at a turn instead of the ``better`` action, or None.

    ``odds`` has the probability of each mistake where it is possible. The random choice depends on
    the knowledge of the seat alone, so the same position always leads to the same decision.
    """
    for id, chance in odds.items():
        if not _happens(id, chance, turn.knowledge):
            continue
        wrong = _FINDERS[id](turn, better)
        if wrong is not None and wrong.action != better:
            return Slip(
                mistake=all_mistakes()[id],
                action=wrong.action,
                secrets=wrong.secrets,
                losers=wrong.losers,
                winners=wrong.winners,
                parts=wrong.parts,
            )
    return None


def _happens(id: str, chance: float, known: Knowledge) -> bool:
    position = (known.hand, known.discards, known.unseen, known.theirs, known.led, known.phase)
    rng = random.Random(f"{id} {position}")  # noqa: S311 - the same every time
    return rng.random() < chance


# -- the exchange --------------------------------------------------------------------------------


def _discard_guard(turn: Turn, better: Exchange) -> _Wrong | None:
    """Lay out every guard of a king instead of the best cards of the better discard."""
    hand, out = turn.cards, better.discards
    for king in _lonely_kings(hand, turn.knowledge):
        guards = Hand.of(one for one in hand.suit(king.suit) if one < king)
        missing = guards - out
        spare = _by_merit(turn, out - guards)[: len(missing)]
        if king in out or not missing or len(guards) > 2 or len(spare) < len(missing):
            continue
        discards = (out - Hand.of(spare)) | guards
        return _unguarded(Exchange(seat=better.seat, discards=discards), king)
    return None


def _lonely_kings(hand: Hand, known: Knowledge) -> list[Card]:
    """Return the kings of a hand whose ace the other player may hold."""
    return [one for one in hand if one.rank is Rank.KING and _higher(one, known.possible)]


def _unguarded(action: Action, king: Card) -> _Wrong:
    return _Wrong(
        action,
        losers=Hand.of([king]),
        winners=_higher(king, ALL_CARDS),
        secrets=Hand.of([king]),
        parts=FrozenDict(king=card_name(king)),
    )


def _by_merit(turn: Turn, cards: Hand) -> list[Card]:
    """Return some cards of the hand, those with the highest merit first."""
    worth = card_merits(turn.cards, turn.rules, turn.knowledge.seat)
    return sorted(cards, key=lambda one: -worth[one])


def _keep_low_suit(turn: Turn, better: Action) -> _Wrong | None:
    """Keep a long suit without ace and king whole, and lay out high cards of shorter suits."""
    if not isinstance(better, Exchange):
        return None
    hand = turn.cards
    low = [hand.suit(one) for one in SUITS if max(hand.suit(one), default=0) % 9 < Rank.KING]
    suit = max(low, key=len, default=EMPTY)
    if len(suit) < LOW_SUIT:
        return None
    others = sorted(hand - suit, key=lambda one: (len(hand.suit(one.suit)), one.rank))
    count = max(turn.least, min(len(better.discards), len(others)))
    if len(others) < count:
        return None
    out = Hand.of(others[:count])
    lost = [one for one in out - better.discards if one.rank >= Rank.KING]
    if not lost:
        return None
    high = max(lost, key=attrgetter("rank"))
    lower = Hand.of(one for one in ALL_CARDS.suit(high.suit) if one < high)
    return _Wrong(
        Exchange(seat=better.seat, discards=out),
        losers=ALL_CARDS,
        winners=lower,
        secrets=Hand.of([high]),
        parts=FrozenDict(high=card_name(high), suit=suit_name(min(suit).suit)),
    )


def _leave_cards(turn: Turn, better: Action) -> _Wrong | None:
    """Lay out fewer cards as elder, so that younger may draw more."""
    if not isinstance(better, Exchange) or better.seat is not Seat.ELDER:
        return None
    count = len(better.discards) - FEWER
    if count < max(turn.least, 1):
        return None
    discards = Hand.of(_by_merit(turn, better.discards)[FEWER:])
    return _Wrong(
        Exchange(seat=better.seat, discards=discards),
        parts=FrozenDict(number=number_in_words(count), most=number_in_words(turn.most)),
    )


# -- the calls -----------------------------------------------------------------------------------


def _overlook_set(turn: Turn, better: Action) -> _Wrong | None:
    """Call no set, or answer "good" to a lower one, although the hand has a trio."""
    match better:
        case Declare(kind="set", holding=SetHolding(size=3)):
            trio = _best_trio(turn)
            action: Action = Declare(seat=better.seat, kind="set", holding=None)
        case Reply(kind="set", response=Response.NOT_GOOD):
            action = Reply(seat=better.seat, kind="set", response=Response.GOOD)
            trio = _best_trio(turn)
        case _:
            return None
    if trio is None or action not in turn.legal:
        return None
    return _Wrong(action, parts=FrozenDict(cards=rank_plural(trio)))


def _best_trio(turn: Turn) -> Rank | None:
    """Return the highest rank of which the hand has three cards.

    Return None without such a rank, for aces, which nobody overlooks, and for a quatorze.
    """
    hand, ranks = turn.knowledge.hand, turn.rules.ranks("set.ranks").value
    counts = {rank: sum(one.rank is rank for one in hand) for rank in ranks}
    if any(count == 4 for count in counts.values()):
        return None
    trios = [rank for rank, count in counts.items() if count == 3]
    best = max(trios, default=None)
    return None if best is Rank.ACE else best


# -- the play ------------------------------------------------------------------------------------


def _leave_king_unguarded(turn: Turn, better: Action) -> _Wrong | None:
    """Lay out, lead or throw the guards of a king whose ace is out."""
    if isinstance(better, Exchange):
        return _discard_guard(turn, better)
    known = turn.knowledge
    for king in _lonely_kings(known.hand, known):
        guards = [one for one in known.hand.suit(king.suit) if one < king]
        if len(guards) != 1 or (known.led is not None and known.led.suit is king.suit):
            continue
        if action := _play(turn, guards[0]):
            return _unguarded(action, king)
    return None


def _lead_from_tenace(turn: Turn, better: Action) -> _Wrong | None:
    """Lead a low card from ace and queen while the king is out."""
    known = turn.knowledge
    if not _leads(turn, better):
        return None
    for suit in SUITS:
        cards = known.hand.suit(suit)
        ace, king, queen = (card(suit, rank) for rank in (Rank.ACE, Rank.KING, Rank.QUEEN))
        if ace in cards and queen in cards and king in known.possible and len(cards) > 2:
            low = min(cards)
            if action := _play(turn, low):
                return _Wrong(
                    action,
                    losers=Hand.of([low]),
                    winners=_higher(low, ALL_CARDS),
                    secrets=Hand.of([ace, queen]),
                    parts=FrozenDict(led=card_name(low)),
                )
    return None


def _lead_king(turn: Turn, better: Action) -> _Wrong | None:
    """Lead a king without the ace, which is out."""
    if not _leads(turn, better):
        return None
    for king in _lonely_kings(turn.knowledge.hand, turn.knowledge):
        if action := _play(turn, king):
            return _led(action, king)
    return None


def _return_suit(turn: Turn, better: Action) -> _Wrong | None:
    """Lead the suit that the other player led last, in which that player may hold a higher card."""
    known = turn.knowledge
    if not _leads(turn, better):
        return None
    led = [one.led.suit for one in known.tricks if one.leader is not known.seat]
    cards = known.hand.suit(led[-1]) if led else EMPTY
    if not cards:
        return None
    low = min(cards)
    if not _higher(low, known.possible) or not (action := _play(turn, low)):
        return None
    return _led(action, low, suit=suit_name(low.suit))


def _forget_calls(turn: Turn, better: Action) -> _Wrong | None:
    """Lead a high card under a card that the other player has called or shown."""
    known = turn.knowledge
    if not _leads(turn, better):
        return None
    told = known.theirs | _counted_sets(known)
    beaten = [one for one in known.hand if one.rank >= Rank.TEN and _higher(one, told)]
    for one in sorted(beaten, key=lambda one: -one.rank):
        if action := _play(turn, one):
            return _led(action, one)._replace(winners=_higher(one, told))
    return None


def _counted_sets(known: Knowledge) -> Hand:
    """Return the cards of quatorzes that the other player has counted and not played."""
    quatorzes = [one for one in known.counted if isinstance(one, SetHolding) and one.size == 4]
    cards = Hand.of(card(suit, one.rank) for one in quatorzes for suit in SUITS)
    return cards - known.played(known.seat.other)


def _take_too_high(turn: Turn, better: Action) -> _Wrong | None:
    """Take a trick with the highest card, and keep a lower one that a card between them may beat."""
    known = turn.knowledge
    if known.led is None:
        return None
    taking = [one for one in known.hand.suit(known.led.suit) if one > known.led]
    if len(taking) < 2:
        return None
    cheap, dear = min(taking), max(taking)
    between = Hand.of(one for one in known.possible.suit(dear.suit) if cheap < one < dear)
    if not between or not (action := _play(turn, dear)):
        return None
    return _Wrong(
        action,
        losers=ALL_CARDS,
        winners=between,
        secrets=Hand.of([cheap]),
        parts=FrozenDict(dear=card_name(dear), cheap=card_name(cheap)),
    )


def _leads(turn: Turn, better: Action) -> bool:
    return isinstance(better, Play) and turn.knowledge.led is None


def _play(turn: Turn, wanted: Card) -> Play | None:
    """Return the legal play of a card, or None if the rules forbid it."""
    plays = (one for one in turn.legal if isinstance(one, Play))
    return next((one for one in plays if one.card == wanted), None)


def _led(action: Action, led: Card, **parts: str) -> _Wrong:
    return _Wrong(
        action,
        losers=Hand.of([led]),
        winners=_higher(led, ALL_CARDS),
        parts=FrozenDict(led=card_name(led), **parts),
    )


def _higher(one: Card, cards: Iterable[Card]) -> Hand:
    """Return the cards that beat a card in its suit."""
    return Hand.of(other for other in cards if other.suit is one.suit and other > one)


_FINDERS: Mapping[str, Finder] = FrozenDict(
    {
        "keeps-low-suit": _keep_low_suit,
        "leaves-cards": _leave_cards,
        "unguards-king": _leave_king_unguarded,
        "overlooks-set": _overlook_set,
        "leads-from-ace-queen": _lead_from_tenace,
        "forgets-calls": _forget_calls,
        "leads-king": _lead_king,
        "returns-suit": _return_suit,
        "takes-too-high": _take_too_high,
    }
)
