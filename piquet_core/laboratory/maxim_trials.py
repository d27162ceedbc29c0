"""Trials of a maxim: a decision with the best choice that obeys it, and with the best one that breaks it.

The order of discards comes from fitted weights, that of cards from the search of the player
Reckoner. The rest of the deal is played twice by one player on both sides: with cards chosen by
search, and with cards chosen by rules of thumb.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from piquet_core.cards.cards import CARDS, SUIT_MASKS, Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, Exchange, Play
from piquet_core.engine.apply import apply, start
from piquet_core.engine.exchange_limits import EXCHANGES
from piquet_core.engine.state import DealState, Phase
from piquet_core.laboratory.adapted import AdaptedPlayer
from piquet_core.laboratory.fitted_weights import fitted_weights
from piquet_core.laboratory.games import dealt
from piquet_core.laboratory.maxim_conditions import ChoiceJudge
from piquet_core.laboratory.maxims import Maxim
from piquet_core.players.discard_order import discard_order
from piquet_core.players.discard_search import TRIED
from piquet_core.players.player import Turn, turn_of
from piquet_core.players.playouts import play_on
from piquet_core.players.thumb_cards import follow_card, lead_card
from piquet_core.replay.visibility import knowledge_of
from piquet_core.rules import RuleSet
from piquet_core.simulator.before_play import plain_action

BREAKS, OBEYS, NEITHER = range(3)
"""Relation of the player's preferred choice to the maxim."""
COLUMNS: tuple[tuple[str, str], ...] = (
    ("deal", "number of the deal, counted from 0; with the seed it fixes the cards"),
    ("trick", "number of tricks taken before the decision"),
    ("seat", "seat of the player on turn, 0 for elder and 1 for younger"),
    ("own", "0 if the player's own choice breaks the maxim, 1 if it obeys, 2 if neither"),
    *(
        (f"{prefix}{name}", f"result after {words}, {cards}")
        for prefix, cards in (
            ("", "cards by search, or null"),
            ("quick_", "cards by rules of thumb"),
            ("open_", "cards with both hands open, or null"),
        )
        for name, words in (
            ("free", "the player's own choice"),
            ("obeyed", "the best choice that obeys"),
            ("broken", "the best choice that breaks"),
        )
    ),
)
"""Names and descriptions of the columns of a row. Results are the points of the player on turn in the deal
less the opponent's.
"""
NAMES = tuple(name for name, _ in COLUMNS)

type TrialRow = tuple[int | None, ...]

_NO_RESULTS = (None, None, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class MaximTrial:
    """A decision about which a maxim speaks: the player's own choice, and the best ones that obey and break it."""

    state: DealState
    own: int
    free: Action
    obeyed: Action
    broken: Action

    @property
    def seat(self) -> Seat:
        """The player on turn."""
        return _on_turn(self.state)


def play_trials(maxim: Maxim, number: int) -> list[TrialRow]:
    """Play every trial in a deal and return their rows.

    The cards of the deal are those of an experiment with the same seed.
    """
    player = _player(maxim.rules)
    found, end = trials(maxim, number)
    searched = number < maxim.deals
    return [
        (
            number,
            sum(one.state.tricks),
            one.seat,
            one.own,
            *(_results(player.result, one, end) if searched else _NO_RESULTS),
            *_results(player.quick_result, one),
            *(_results(player.open_result, one) if maxim.decision == "exchange" else _NO_RESULTS),
        )
        for one in found
    ]


def trials(maxim: Maxim, number: int) -> tuple[list[MaximTrial], DealState]:
    """Return the trials in a deal in the order of their decisions, and the state in which the search for them ends.

    This state is the end of the deal, except for a maxim on the exchange.
    """
    player = _player(maxim.rules)
    state, _ = start(maxim.rules, dealt(maxim.rules, maxim.seed, number))
    phases, found = _PHASES[maxim.decision], []
    exchanging = set(maxim.seats)
    while state.seat is not None:
        trial = None
        if state.phase in phases and state.seat in maxim.seats:
            exchanging.discard(state.seat)
            turn = turn_of(state)
            if judge := maxim.judged_by(turn):
                trial = _trial(state, judge, player.choices(turn))
        if trial is not None:
            found.append(trial)
        if not exchanging and maxim.decision == "exchange":
            break
        state, _ = apply(state, trial.free if trial else player.choose(turn_of(state)))
    return found, state


_PHASES = {"exchange": TRIED, "lead": (Phase.LEAD,), "follow": (Phase.FOLLOW,)}


def _trial(
    state: DealState, judge: ChoiceJudge, choices: Iterable[tuple[Hand, Action]]
) -> MaximTrial | None:
    """Return the trial of a decision, or None if no choice obeys or none breaks the maxim.

    ``choices`` are in the player's order, the best first.
    """
    free, own = None, NEITHER
    best: dict[bool, Action] = {}
    for cards, action in choices:
        verdict = judge(cards)
        if free is None:
            free, own = action, NEITHER if verdict is None else int(verdict)
        if verdict is not None:
            best.setdefault(verdict, action)
        if len(best) == 2:
            return MaximTrial(
                state=state, own=own, free=free, obeyed=best[True], broken=best[False]
            )
    return None


def _results(
    result: Callable[[DealState, Action], int], trial: MaximTrial, end: DealState | None = None
) -> tuple[int, int, int]:
    """Return the results after the player's choice, the best one that obeys and the best one that breaks.

    If the deal was played to its ``end`` with the player's own choices, that is the first result.
    """
    if end is not None and end.seat is None:
        free = _lead(end, trial.seat)
    else:
        free = result(trial.state, trial.free)
    obeyed = free if trial.own == OBEYS else result(trial.state, trial.obeyed)
    broken = free if trial.own == BREAKS else result(trial.state, trial.broken)
    return free, obeyed, broken


def _lead(state: DealState, seat: Seat) -> int:
    return state.score[seat] - state.score[seat.other]


class _TrialPlayer(AdaptedPlayer):
    """Player of both seats under one rule set, with the order of all its choices."""

    def __init__(self, rules: RuleSet) -> None:
        super().__init__(fitted_weights(rules, None))
        self._rules = rules
        self._evaluator = self._mind(rules)

    def choices(self, turn: Turn) -> Iterator[tuple[Hand, Action]]:
        """Yield all discards of an exchange, or all legal cards, the best first."""
        seat = turn.knowledge.seat
        if turn.knowledge.phase in TRIED:
            order = discard_order(self._rules.number("pack.size").value)
            weights, hand = self._weights[seat], turn.cards.mask
            for _, out in order.ordered(weights, hand, turn.least, turn.most):
                yield Hand(out), Exchange(seat=seat, discards=Hand(out))
        elif len(turn.legal) > 1:
            for card in self._evaluator.card_values(turn, self.budget).cards:
                yield Hand.of([card]), Play(seat=seat, card=card)

    def result(self, state: DealState, action: Action) -> int:
        """Return the lead of the player on turn at the end, with cards by search."""
        seat = _on_turn(state)
        state, _ = apply(state, action)
        while state.seat is not None:
            state, _ = apply(state, self.choose(turn_of(state)))
        return _lead(state, seat)

    def quick_result(self, state: DealState, action: Action) -> int:
        """Return the lead of the player on turn at the end, with cards by rules of thumb."""
        ahead = self._thumbs_lead(self._at_play(state, action))
        return ahead if state.seat is Seat.ELDER else -ahead

    def open_result(self, state: DealState, action: Action) -> int:
        """Return the lead of the player on turn at the end after an exchange, with both hands open.

        A pique counts only if elder makes it with sure tricks.
        """
        seat, state = state.seat, self._at_play(state, action)
        elder, younger = state.hands
        said, play, _ = self._evaluator.deal_value(elder.mask, younger.mask, exact=True)
        ahead = round(said.points[0] - said.points[1] + play)
        return ahead if seat is Seat.ELDER else -ahead

    @lru_cache(maxsize=4)  # noqa: B019 - there are few players
    def _at_play(self, state: DealState, action: Action) -> DealState:
        """Return the state after an action, advanced to the next card."""
        state, _ = apply(state, action)
        while state.phase not in (Phase.LEAD, Phase.FOLLOW, Phase.OVER):
            if state.phase in _CHOSEN:
                action = self.choose(turn_of(state))
            else:
                action = plain_action(state, _never, _never)
            state, _ = apply(state, action)
        return state

    def _thumbs_lead(self, state: DealState) -> int:
        """Return elder's lead at the end of the play, if both players go on by rules of thumb."""
        if state.seat is None:
            return _lead(state, Seat.ELDER)
        known = knowledge_of(state, state.seat)
        hand, theirs = known.hand.mask, known.possible.mask
        moment, score = self._evaluator.moment(known, state.hands[state.seat.other].mask)
        if state.led is None:
            seat = state.seat
            card, _, _ = lead_card(
                hand,
                theirs,
                hand.bit_count(),
                self._rules.number("cards.majority").value - state.tricks[seat],
                0
                if state.score[seat.other]
                else self._rules.number("pique.threshold").value - state.score[seat],
            )
        else:
            suited = hand & SUIT_MASKS[state.led.suit]
            card = follow_card(suited or hand, hand, theirs, state.led)
        unseen = [
            knowledge_of(state, seat).possible.mask & ~state.hands[seat.other].mask for seat in Seat
        ]
        end = play_on(self._evaluator.scoring, moment, score, unseen, CARDS[card])
        return score[0] - score[1] - self._evaluator.repique(known, moment.hands) + end.ahead


_CHOSEN = (*EXCHANGES, Phase.ELDER_LOOK, Phase.YOUNGER_LOOK)
"""Phases before the play in which the player does not do the plainest thing."""


def _never(hand: int, least: int, most: int) -> int:
    raise AssertionError("an exchange is chosen, not plain")


def _on_turn(state: DealState) -> Seat:
    assert state.seat is not None
    return state.seat


@lru_cache(maxsize=4)
def _player(rules: RuleSet) -> _TrialPlayer:
    return _TrialPlayer(rules)
