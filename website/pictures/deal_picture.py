"""The content of a deal's preview: cards of the decisive moment, title, source, score."""

from __future__ import annotations

from typing import Final

from piquet_core.cards.card_names import card_name, join_words
from piquet_core.cards.cards import Card, Hand
from piquet_core.cards.combinations import SetHolding
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Played, Scored
from piquet_core.replay.steps import Replay
from piquet_core.rules.sources import sources
from piquet_core.views.markup import typeset
from piquet_core.views.replay.deal_as_text import played_hands
from sphinx_piquet.views.deal_list import ListedDeal, decisive_step

FEWEST: Final = 5
MOST: Final = 8
OURS: Final = "Made for this site"


def decisive_cards(replay: Replay) -> tuple[Seat, list[Card]]:
    """Return a pair: the player with the largest single gain, and cards of that player.

    The cards are those of the scoring combination, with others of the hand to make five. Quatorzes
    and trios counted at the same time are added if there is room. The last card is fully visible,
    so it is the highest that scored.
    """
    step = decisive_step(replay)
    scored = [event for event in step.events if isinstance(event, Scored)]
    held = [event for event in scored if event.holding is not None and event.cards]
    best = max(held or scored, key=lambda event: event.points, default=None)
    seat = best.seat if best else Seat.ELDER
    hand = played_hands(replay)[seat]
    cards = best.cards if best else Hand()
    for event in sorted(held, key=lambda event: -event.points):
        more = cards | event.cards
        if event.seat is seat and isinstance(event.holding, SetHolding) and len(more) <= MOST:
            cards = more
    if not cards:
        cards = Hand.of(e.card for e in step.events if isinstance(e, Played) and e.seat is seat)
    others = sorted(hand - cards, key=lambda card: (-card.rank, card.suit))
    return seat, [*cards, *others[: max(FEWEST - len(cards), 0)]][::-1]


def source_text(deal: ListedDeal) -> str:
    """Return a short description of the origin of a deal.

    A record either cites one of our sources or describes its origin in its own words.
    """
    said = deal.replay.record.tag("Source")
    if not said:
        return OURS
    known = sources().get(said.partition(":")[0])
    title = (known.name or known.title) if known else said.partition(";")[0]
    return ", ".join(filter(None, (typeset(title.partition(" (")[0]), deal.year)))


def score_text(deal: ListedDeal) -> str:
    """Return the final score of a deal in figures."""
    one, two = deal.replay.steps[-1].score
    return f"{one}–{two}"


def alternative_text(deal: ListedDeal) -> str:
    """Return the text alternative of a deal's preview."""
    seat, cards = decisive_cards(deal.replay)
    held = join_words([card_name(card) for card in cards[::-1]])
    return f"{deal.title}: {deal.names[seat]} holds the {held}. Final score: {deal.ending}."
