"""Rules of thumb for choosing a card in the play, each with its explanation for readers."""

from __future__ import annotations

from piquet_core.cards.card_names import card_name, suit_name
from piquet_core.cards.cards import CARDS, Card, Hand, Rank, Suit
from piquet_core.engine.actions import Play
from piquet_core.players.player import Turn
from piquet_core.players.thumb_cards import LeadRule, follow_card, keeping_value, lead_card
from piquet_core.replay.visibility import Knowledge


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
    known, rules = turn.knowledge, turn.rules
    own = sum(trick.winner is known.seat for trick in known.tricks)
    mine, other = known.score[known.seat], known.score[known.seat.other]
    index, rule, sure = lead_card(
        allowed.mask,
        known.possible.mask,
        len(known.hand),
        rules.number("cards.majority").value - own,
        0 if other else rules.number("pique.threshold").value - mine,
    )
    card = CARDS[index]
    match rule:
        case LeadRule.RUN_ENOUGH:
            return card, f"{_sure_words(card.suit)} {_enough(turn, own, sure)}"
        case LeadRule.RUN:
            return card, (
                f"{_sure_words(card.suit)} Take the tricks that are yours, and the cards against you fall."
            )
        case LeadRule.ESTABLISH:
            stopper = max(known.possible.suit(card.suit))
            return card, (
                f"Lead your long suit and drive out the {card_name(stopper)} while you still have a way "
                "back in another."
            )
        case LeadRule.SAFE:
            return card, _safe_words(card, allowed.suit(card.suit))


def _enough(turn: Turn, own: int, sure: int) -> str:
    """Return a sentence on what ``sure`` sure tricks achieve for a player with ``own`` tricks."""
    known, rules = turn.knowledge, turn.rules
    majority = rules.number("cards.majority").value
    if sure >= len(known.hand):
        return "All your cards are good." + (" It will be a capot." * (own == len(known.tricks)))
    if own < majority <= own + sure:
        return f"With these you have {majority} tricks, the cards."
    threshold = rules.number("pique.threshold").value
    return f"The other has counted nothing: {threshold} in play make the pique."


def _sure_words(suit: Suit) -> str:
    return f"Your {suit_name(suit)} cannot be beaten from the top."


def _safe_words(card: Card, suit: Hand) -> str:
    """Return the reason for a lead from a hand without a sure trick; ``suit`` is the card's suit."""
    if any(other.rank == card.rank - 1 for other in suit):
        return (
            "No trick is sure. Lead the top of a run: whatever takes it, your next card moves up."
        )
    if any(other.rank >= Rank.QUEEN for other in suit if other != card):
        return "No trick is sure, and every lead costs something; this one costs the least."
    return "No trick is sure. Lead low from a suit in which you have no high card to lose."


# -- following -----------------------------------------------------------------------------------


def _follow(known: Knowledge, led: Card, allowed: Hand, *, told: bool) -> tuple[Card, str]:
    """Return a reply and the reason: win the trick as cheaply as possible, or lose the least valuable card."""
    theirs = known.possible
    card = CARDS[follow_card(allowed.mask, known.hand.mask, theirs.mask, led)]
    if card.suit is not led.suit:
        kept = _kept(known.hand, theirs, card) if told else ""
        return card, f"You have none of the suit: throw what you will miss least.{kept}"
    if card > led:
        return card, "Take the trick with the lowest card that wins it."
    return card, "You cannot beat it: play your lowest."


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
    return keeping_value(hand.row(card.suit), theirs.row(card.suit), card.rank)
