"""Rules of thumb for choosing a card in the play, each with its explanation for readers."""

from __future__ import annotations

from piquet_core.cards.card_names import card_name, suit_name
from piquet_core.cards.cards import CARDS, SUITS, Card, Hand, Rank, Suit
from piquet_core.engine.actions import Play
from piquet_core.players.player import Turn
from piquet_core.replay.visibility import Knowledge

LONG = 4
"""Number of cards from which a suit is worth establishing."""


def choose_card(turn: Turn, plays: list[Play], *, told: bool) -> tuple[Play, str]:
    """Return the recommended play and the reason for it. Without ``told``, the reason may be shortened."""
    known = turn.knowledge
    allowed = Hand.of(one.card for one in plays)
    if known.led is None:
        card, why = _lead(turn, allowed)
    else:
        card, why = _follow(known, known.led, allowed, told=told)
    return next(one for one in plays if one.card == card), why


# -- leading -------------------------------------------------------------------------------------


def _lead(turn: Turn, allowed: Hand) -> tuple[Card, str]:
    """Return a card to lead and the reason: run sure tricks if useful, else establish a long suit, else be safe."""
    theirs = turn.knowledge.possible
    suits = [suit for suit in SUITS if allowed.suit(suit)]
    sure = {suit: sure_tricks(allowed.suit(suit), theirs.suit(suit)) for suit in suits}
    best = max(suits, key=lambda suit: (sure[suit], len(allowed.suit(suit))))
    enough = _enough(turn, sum(sure.values()))
    if sure[best] and enough:
        return _top(allowed.suit(best)), f"{_sure_words(best)} {enough}"
    longest = max(suits, key=lambda suit: (len(allowed.suit(suit)), _pips(allowed.suit(suit))))
    cards, against = allowed.suit(longest), theirs.suit(longest)
    entries = sum(sure[suit] for suit in suits if suit is not longest)
    if len(cards) >= LONG and entries and not sure[longest] and against:
        stopper = _top(against)
        return _top(cards), (
            f"Lead your long suit and drive out the {card_name(stopper)} while you still have a way "
            "back in another."
        )
    if sure[best]:
        return _top(allowed.suit(best)), (
            f"{_sure_words(best)} Take the tricks that are yours, and the cards against you fall."
        )
    return _safest(allowed)


def _enough(turn: Turn, sure: int) -> str:
    """Return a sentence on what ``sure`` sure tricks achieve, or "" if they achieve nothing special."""
    known, rules = turn.knowledge, turn.rules
    own = sum(trick.winner is known.seat for trick in known.tricks)
    other = len(known.tricks) - own
    majority = rules.number("cards.majority").value
    if sure >= len(known.hand):
        return "All your cards are good." + (" It will be a capot." if not other else "")
    if own < majority <= own + sure:
        return f"With these you have {majority} tricks, the cards."
    mine, theirs = known.score[known.seat], known.score[known.seat.other]
    threshold = rules.number("pique.threshold").value
    if not theirs and mine < threshold <= mine + sure:
        return f"The other has counted nothing: {threshold} in play make the pique."
    return ""


def _sure_words(suit: Suit) -> str:
    return f"Your {suit_name(suit)} cannot be beaten from the top."


def _safest(allowed: Hand) -> tuple[Card, str]:
    """Return a lead from a hand without a sure trick, and the reason: the top of a run, or else a low card."""

    def cost(card: Card) -> tuple[int, int, int]:
        suit = allowed.suit(card.suit)
        exposed = any(other.rank >= Rank.QUEEN for other in suit if other != card)
        backed = any(other.rank == card.rank - 1 for other in suit)
        return (exposed and not backed, -len(suit), -card.rank if backed else card.rank)

    card = min(allowed, key=cost)
    suit = allowed.suit(card.suit)
    if any(other.rank == card.rank - 1 for other in suit):
        return card, (
            "No trick is sure. Lead the top of a run: whatever takes it, your next card moves up."
        )
    if any(other.rank >= Rank.QUEEN for other in suit if other != card):
        return card, "No trick is sure, and every lead costs something; this one costs the least."
    return card, "No trick is sure. Lead low from a suit in which you have no high card to lose."


# -- following -----------------------------------------------------------------------------------


def _follow(known: Knowledge, led: Card, allowed: Hand, *, told: bool) -> tuple[Card, str]:
    """Return a reply and the reason: win the trick as cheaply as possible, or lose the least valuable card."""
    taking = [card for card in allowed if card.suit is led.suit and card > led]
    if taking:
        return min(taking), "Take the trick, with the lowest card that does it."
    if _top(allowed).suit is led.suit:
        return min(allowed), "You cannot beat it: play your lowest."
    theirs = known.possible
    card = min(allowed, key=lambda one: _use(known.hand, theirs, one))
    kept = _kept(known.hand, theirs, card) if told else ""
    return card, f"You have none of the suit: throw what you will miss least.{kept}"


def _kept(hand: Hand, theirs: Hand, thrown: Card) -> str:
    """Return a sentence on why to keep the best card left after ``thrown``, or "" if no card is special."""
    left = Hand.of(one for one in hand if one != thrown)
    if not left:
        return ""
    card = max(left, key=lambda one: (_use(left, theirs, one), one.rank))
    name = card_name(card)
    match _use(left, theirs, card)[0]:
        case 3:
            return f" Keep the {name}, which nothing in the other hand can beat."
        case 2:
            return f" Keep the {name}: the other hand has no {suit_name(card.suit)} left."
        case 1:
            lower = sum(one < card for one in left.suit(card.suit))
            guard = "the card that guards it" if lower == 1 else "the cards that guard it"
            return f" Keep the {name} and {guard}."
        case _:
            return ""


def _use(hand: Hand, theirs: Hand, card: Card) -> tuple[int, int, int]:
    """Return a sort key for the value of keeping a card instead of throwing it; greater is more valuable."""
    suit, against = hand.suit(card.suit).mask, theirs.suit(card.suit).mask
    if not against:
        return (2, suit.bit_count(), card.rank)  # wins once the suit is led
    if not against >> card:
        return (3, card.rank, 0)  # a sure trick
    # A card guards a higher one if there are as many cards below that one as opposing cards that beat
    # it. The highest guarded card counts, so they are tried from the top.
    rest = suit >> card << card
    while rest:
        high = rest.bit_length() - 1
        if 0 < (against >> high).bit_count() <= (suit & (1 << high) - 1).bit_count():
            return (1, CARDS[high].rank, card.rank)
        rest ^= 1 << high
    return (0, card.rank, -suit.bit_count())


# -- what the other player may hold ---------------------------------------------------------------------


def sure_tricks(own: Hand, theirs: Hand) -> int:
    """Return the number of tricks that the cards of a suit win from the top.

    ``theirs`` are the cards of the suit that the opponent may hold. Each lead is taken to draw the
    lowest of them.
    """
    left, tricks, mine = theirs.mask, 0, own.mask
    while mine and mine > left:  # we have the highest card
        mine ^= 1 << mine.bit_length() - 1
        left &= left - 1  # the opponent plays the lowest card
        tricks += 1
    return tricks


def _pips(cards: Hand) -> int:
    return sum(card.rank for card in cards)


def _top(cards: Hand) -> Card:
    return next(iter(cards))
