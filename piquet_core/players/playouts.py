"""Playing a hand to the end by rules of thumb, to compare cards of nearly the same value.

A search with both hands open takes it for granted that both players see all cards. Rules of thumb
see no more than the players do, so they find out what a card gives away or wins in practice.
"""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.cards import SUIT_MASKS, Card
from piquet_core.players.thumb_cards import follow_card, lead_card
from piquet_core.solver.card_positions import PlayPosition
from piquet_core.solver.trick_scoring import LOW_RANKS, TrickScoring


def played_out(
    scoring: TrickScoring,
    position: PlayPosition,
    score: tuple[int, int],
    unseen: Sequence[int],
    card: Card,
) -> int:
    """Return elder's points less younger's from a card on, if both players then go on by rules of thumb.

    The arguments are those of `play_on`.
    """
    return play_on(scoring, position, score, unseen, card).ahead


def play_on(
    scoring: TrickScoring,
    position: PlayPosition,
    score: tuple[int, int],
    unseen: Sequence[int],
    card: Card,
) -> Tally:
    """Return the tricks and points at the end, if both players go on by rules of thumb after a card.

    ``score`` is the score of the deal so far, elder's first. ``unseen`` has a mask for each player of
    the cards that are in neither hand, but may be in the opponent's hand for all the player knows.
    """
    hands, possible = list(position.hands), list(unseen)
    tally = Tally(scoring, position, score)
    leader: int = position.leader
    led: int | None = position.led
    seat = leader if led is None else 1 - leader
    played: int = card
    while True:
        hands[seat] &= ~(1 << played)
        if led is None:
            led = played
            tally.lead(seat, led)
            seat = 1 - seat
        else:
            suit = SUIT_MASKS[led // 9]
            if not suit >> played & 1:
                possible[leader] &= ~suit
            leader = tally.trick(leader, led, played)
            seat, led = leader, None
            if not hands[seat]:
                tally.end(leader)
                return tally
        theirs = hands[1 - seat] | possible[seat]
        if led is None:
            played = lead_card(hands[seat], theirs, hands[seat].bit_count(), *tally.missing(seat))[
                0
            ]
        else:
            suited = hands[seat] & SUIT_MASKS[led // 9]
            played = follow_card(suited or hands[seat], hands[seat], theirs, led)


class Tally:
    """Points of the play. ``ahead`` is elder's points less younger's from the first card on."""

    def __init__(
        self, scoring: TrickScoring, position: PlayPosition, score: tuple[int, int]
    ) -> None:
        self._scoring, self._score = scoring, list(score)
        self._tricks = list(position.tricks)
        race = position.race
        # Points that each player still needs for a pique, or 0 if it is out of reach.
        self._needed = [0, 0]
        if race is not None:
            self._needed = [
                (scoring.threshold - race.leader) * race.leader_may,
                (scoring.threshold - race.follower) * race.follower_may,
            ]
        self._last_counts = True
        self.ahead = 0

    @property
    def tricks(self) -> tuple[int, int]:
        """Tricks taken, elder's first."""
        elder, younger = self._tricks
        return elder, younger

    @property
    def score(self) -> tuple[int, int]:
        """Points in the deal, elder's first."""
        elder, younger = self._score
        return elder, younger

    def missing(self, seat: int) -> tuple[int, int]:
        """Return the tricks that a player needs for the majority, and the points for a pique by rules of thumb."""
        to_pique = 0 if self._score[1 - seat] else self._scoring.threshold - self._score[seat]
        return self._scoring.majority - self._tricks[seat], to_pique

    def lead(self, seat: int, card: int) -> None:
        """Count the point for a lead."""
        if self._counts(card):
            self._add(seat, self._scoring.lead)

    def trick(self, leader: int, led: int, reply: int) -> int:
        """Count a completed trick, and return its winner."""
        scoring = self._scoring
        taken = reply // 9 == led // 9 and reply > led
        winner, points = (1 - leader, scoring.capture) if taken else (leader, scoring.lead_wins)
        self._last_counts = self._counts(reply if taken else led)
        if self._last_counts:
            self._add(winner, points)
        self._tricks[winner] += 1
        if scoring.unbroken:
            self._needed[1 - winner] = 0
        if scoring.early and self._tricks[winner] == scoring.majority:
            self._add(winner, scoring.cards, toward_pique=scoring.cards_toward_pique)
        return winner

    def end(self, winner: int) -> None:
        """Count the end of the play; ``winner`` has the last trick."""
        scoring = self._scoring
        capot = 0 in self._tricks
        if (scoring.last_in_capot or not capot) and (self._last_counts or scoring.last_low):
            self._add(winner, scoring.last)
        for seat, tricks in enumerate(self._tricks):
            if tricks < scoring.majority:
                continue
            if not scoring.early:
                toward = scoring.cards_toward_pique and (scoring.capot_on_top or not capot)
                self._add(seat, scoring.cards, toward_pique=toward)
            if capot:
                self._add(seat, scoring.capot, toward_pique=False)

    def _counts(self, card: int) -> bool:
        return self._scoring.low or card % 9 >= LOW_RANKS

    def _add(self, seat: int, points: int, *, toward_pique: bool = True) -> None:
        """Add points to a player's score, with the bonus of a pique if they complete one."""
        if not points:
            return
        needed = self._needed
        needed[1 - seat] = 0
        if needed[seat] and toward_pique:
            needed[seat] -= points
            if needed[seat] <= 0:
                needed[seat] = 0
                points += self._scoring.bonus
        self._score[seat] += points
        self.ahead += -points if seat else points
