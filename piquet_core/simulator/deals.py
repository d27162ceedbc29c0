"""Simulation of complete deals in bulk: shuffle, exchange, calls and play. Only the results are kept."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from piquet_core.cards.cards import CARDS, Card, Hand, pack
from piquet_core.cards.combinations import ranks_mask
from piquet_core.engine.apply import start
from piquet_core.engine.exchange_limits import younger_maximum
from piquet_core.engine.play_rules import play_rules
from piquet_core.engine.state import Deal, DealState, Phase
from piquet_core.rules import RuleSet
from piquet_core.simulator.before_play import Discarder, advance_to_play, first_cards_discarder
from piquet_core.simulator.call_scores import call_scorer
from piquet_core.simulator.playing import Chooser, DealResult, play_from, play_out, random_chooser
from piquet_core.simulator.simulated_position import ANY_CARD, NOTHING_LED, SimulatedPosition


class SimulatedPlayer(NamedTuple):
    """Functions with which a simulated player chooses cards to play and cards to lay out.

    Without ``lay_out``, the player lays out the maximum number of cards, in the order dealt. Since
    the cards are shuffled, this is a random choice that costs no time.
    """

    play: Chooser
    lay_out: Discarder | None = None


def random_simulated_player(rng: random.Random) -> SimulatedPlayer:
    """Return a player that plays and lays out random cards."""
    return SimulatedPlayer(random_chooser(rng))


def finish_deal(state: DealState, elder: SimulatedPlayer, younger: SimulatedPlayer) -> DealResult:
    """Return the result of a deal from any state, if both players call and count everything."""
    if state.phase is not Phase.OVER:
        dealt = first_cards_discarder(
            [1 << card for card in (*state.deal.elder, *state.deal.younger)]
        )
        state = advance_to_play(state, elder.lay_out or dealt, younger.lay_out or dealt)
    if state.phase is Phase.OVER:
        return DealResult(state.score, state.tricks)
    return play_out(state, elder.play, younger.play)


class Simulator:
    """Simulation of deals between two players under one rule set.

    Both call, answer and count everything that they hold.

    >>> from piquet_core.rules import load_ruleset
    >>> rng = random.Random(1)
    >>> table = Simulator(load_ruleset("hoyle1909"), random_simulated_player(rng), random_simulated_player(rng))
    >>> [sum(result.tricks) for result in table.deals(3, rng)]
    [12, 12, 12]
    """

    def __init__(self, rules: RuleSet, elder: SimulatedPlayer, younger: SimulatedPlayer) -> None:
        self._rules, self._elder, self._younger = rules, elder, younger
        self._terms, self._calls = play_rules(rules), call_scorer(rules)
        self._size = rules.number("deal.hand").value
        self._courts = ranks_mask(rules.ranks("blank.courts").value)
        self._elder_limits = (
            rules.number("exchange.elder-min").value,
            rules.number("exchange.elder-max").value,
        )
        self._younger_least = rules.number("exchange.younger-min").value
        self._younger_most = younger_maximum(rules, rules.number("deal.talon").value)

    def deals(self, number: int, rng: random.Random) -> Iterator[DealResult]:
        """Yield the results of ``number`` random deals."""
        bits = [1 << card for card in pack(self._rules.number("pack.size").value)]
        draw, places = rng.random, [(place, place + 1) for place in range(len(bits) - 1, 0, -1)]
        for _ in range(number):
            # `Random.shuffle` takes longer than all calls and answers of a deal.
            for place, left in places:
                other = int(draw() * left)
                bits[place], bits[other] = bits[other], bits[place]
            yield self.deal(bits)

    def deal(self, bits: Sequence[int]) -> DealResult:
        """Return the result of a deal, given one bit for each card.

        Elder's cards come first, then younger's, then the talon from the top.
        """
        size = self._size
        elder, younger = sum(bits[:size]), sum(bits[size : 2 * size])
        if not elder & self._courts or not younger & self._courts:
            return self._with_blank(bits)
        talon = bits[2 * size :]
        least, most = self._elder_limits
        lay_out = self._elder.lay_out
        out = lay_out(elder, least, most) if lay_out else sum(bits[:most])
        taken = out.bit_count()
        elder = elder ^ out | sum(talon[:taken])
        most, lay_out = min(self._younger_most, len(talon) - taken), self._younger.lay_out
        if lay_out:
            out = lay_out(younger, self._younger_least, most)
        else:
            out = sum(bits[size : size + most])
        younger = younger ^ out | sum(talon[taken : taken + out.bit_count()])
        (points, owed), (elder_won, younger_won), repique = self._calls.call_result(elder, younger)
        free = repique < 0
        may = free and not younger_won, free and not elder_won and self._terms.younger_may
        # Positional arguments take a third of the time of keyword arguments.
        place = SimulatedPosition(
            (elder, younger), 0, NOTHING_LED, ANY_CARD, (0, 0), (points, 0), may, owed
        )
        return play_from(self._terms, place, self._elder.play, self._younger.play)

    def _with_blank(self, bits: Sequence[int]) -> DealResult:
        """Return the result of a deal with a carte blanche, using the engine until the first lead."""
        cards = [_card(bit) for bit in bits]
        size = self._size
        deal = Deal(
            elder=Hand.of(cards[:size]),
            younger=Hand.of(cards[size : 2 * size]),
            talon=tuple(cards[2 * size :]),
        )
        first = first_cards_discarder(bits)
        sitters = [
            one._replace(lay_out=one.lay_out or first) for one in (self._elder, self._younger)
        ]
        return finish_deal(start(self._rules, deal)[0], *sitters)


def _card(bit: int) -> Card:
    return CARDS[bit.bit_length() - 1]
