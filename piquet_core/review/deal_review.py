"""Review of a deal: the cost of each decision, given the player's knowledge and with both hands open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from piquet_core.cards.cards import EMPTY, Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, Exchange, Play
from piquet_core.engine.exchange_limits import younger_discards_first, younger_maximum
from piquet_core.engine.state import DealState
from piquet_core.players import turn_of
from piquet_core.players.budgets import FULL, Budget
from piquet_core.players.card_values import Option
from piquet_core.players.discard_search import TRIED, CallOdds, DiscardSearch
from piquet_core.pulse import beat
from piquet_core.replay.implied_moves import implied_moves_before, line_of_step
from piquet_core.replay.steps import Replay
from piquet_core.review.advise import Advice, AdviceSearch, NoAdvice, advise
from piquet_core.review.equal_cards import card_to_name, equal_cards
from piquet_core.rules import RuleSet
from piquet_core.solver.chances import GameChances
from piquet_core.solver.solve import Solver

AS_GOOD = 0.5
"""Cost in points or per cent below which a decision is as good as the best."""
_DOUBTS = 2
"""Number of standard errors below which a cost is not significant."""
_FULL = 12  # number of cards in a hand before the play
_TIED = 1e-9
"""Difference of values that is due to rounding."""


def is_as_good(cost: float, error: float) -> bool:
    """Return whether a choice counts as good as the best, given its cost and the standard error of the cost."""
    return cost < max(AS_GOOD, _DOUBTS * error)


ODDS_WAYS = 600
"""Number of deals over which repiques are counted. It can tell 1 in 30 from 1 in 15."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardDetails:
    """Details of a judged discard that explain its cost.

    ``hand`` is the hand before the discard. ``odds`` are the call odds of the best discard and of
    the chosen one, or None if the chosen one is as good. ``more_to_take`` is the number of cards
    that elder left for younger beyond those that the best discard leaves. ``lay`` is the number of
    points that the best discard would have gained over the chosen one with the actual cards and
    open hands; it is negative for a loss, and None if a carte blanche changed the order of the
    exchanges.
    """

    rules: RuleSet
    hand: Hand
    odds: tuple[CallOdds, CallOdds] | None = None
    more_to_take: int = 0
    lay: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A discard or a card with the best alternative and the cost of the choice.

    ``cost`` is the expected cost given the player's knowledge, and ``error`` its standard error, both
    in points or, with an objective, in per cent of the chance to win the game. ``open`` is the cost
    of a card with both hands open, in points; it is None for a discard, whose details are in
    ``discard``. ``before`` and ``after`` are the expected results with the best choice and with the
    chosen one: elder's points less younger's, or elder's chance in per cent. ``equals`` has the best
    card and the cards equal to it, or is empty if no other card is equal. ``calls`` and ``play`` are
    the mean points that a discard lost in the calls and in the play. ``is_forced`` is whether no other
    card could be played, apart from equal ones.
    """

    step: str
    seat: Seat
    chosen: Hand
    best: Hand
    cost: float
    error: float
    open: int | None
    before: float = 0
    after: float = 0
    equals: Hand = EMPTY
    calls: float = 0
    play: float = 0
    discard: DiscardDetails | None = None
    is_forced: bool = False

    @property
    def is_best(self) -> bool:
        """Whether the choice is as good as the best, within the error."""
        return is_as_good(self.cost, self.error)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideReview:
    """Summary of one player's decisions: their number, how many were as good as the best, and their cost.

    Forced cards are not counted.

    ``cost`` is the sum of the expected costs, and ``open`` that of the costs with both hands open.
    """

    decisions: int
    best: int
    cost: float
    open: int

    @property
    def accuracy(self) -> float:
        """Share of decisions that are as good as the best."""
        return self.best / self.decisions if self.decisions else 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """Review of a deal: a judgement of every discard and card, and a summary for each player, elder first.

    ``budget`` is the budget of the searches. ``objective`` is None if decisions were judged by points.
    """

    judgements: tuple[Judgement, ...]
    sides: tuple[SideReview, SideReview]
    budget: Budget
    objective: GameChances | None = None

    @property
    def is_decided(self) -> bool:
        """Whether the game was practically decided throughout the deal, so that no choice could cost anything."""
        return (
            self.objective is not None
            and bool(self.judgements)
            and all(
                one.is_best and min(one.before, 100 - one.before) < AS_GOOD
                for one in self.judgements
            )
        )


def review(replay: Replay, budget: Budget = FULL, objective: GameChances | None = None) -> Review:
    """Return the review of all decisions in a replay, judged by points or by an ``objective``."""
    found = (one for judge in pending_judgements(replay, budget, objective) if (one := judge()))
    return make_review(found, budget, objective)


def pending_judgements(
    replay: Replay, budget: Budget = FULL, objective: GameChances | None = None
) -> list[Callable[[], Judgement | None]]:
    """Return one function for each discard and card of a deal, which judges that decision when called.

    Callers can thus spread the work, which takes long. A function returns None for an exchange in
    which nothing could be exchanged.
    """
    return [judge for _, judge in _pending(replay, budget, objective)]


def judgement_at(
    replay: Replay, step: str, budget: Budget = FULL, objective: GameChances | None = None
) -> Judgement | None:
    """Return the judgement of the decision at a step, or None if it was not a discard or a card to choose."""
    found = dict(_pending(replay, budget, objective))
    return found[step]() if step in found else None


def _pending(
    replay: Replay, budget: Budget, objective: GameChances | None
) -> Iterator[tuple[str, Callable[[], Judgement | None]]]:
    """Yield the step of each discard and card with the function that judges it."""
    solver: Solver | None = None
    for step, state, action in decisions(replay):
        if isinstance(action, Exchange) and state.phase in TRIED:
            younger = _younger_after(replay) if action.seat is Seat.ELDER else None
            yield step, partial(_exchange, step, state, action, budget, objective, younger)
        elif isinstance(action, Play):
            solver = solver or Solver(state)
            yield step, partial(_play, step, state, action, solver, budget, objective)


def make_review(
    found: Iterable[Judgement],
    budget: Budget = FULL,
    objective: GameChances | None = None,
) -> Review:
    """Return the review with these judgements, adding the summaries of both players."""
    every = tuple(found)
    sides = _side(every, Seat.ELDER), _side(every, Seat.YOUNGER)
    return Review(judgements=every, sides=sides, budget=budget, objective=objective)


def costliest(found: Iterable[Judgement], most: int = 3) -> list[Judgement]:
    """Return up to ``most`` decisions that were not as good as the best, the costliest first."""
    return sorted((one for one in found if not one.is_best), key=lambda one: -one.cost)[:most]


def unluckiest(found: Sequence[Judgement]) -> Judgement | None:
    """Return the decision that was as good as the best, but cost most with both hands open.

    Returns None if no such decision cost anything, or if a wrong decision cost at least as much.
    """
    good = [one for one in found if one.is_best and one.open]
    short = max((max(one.cost, one.open or 0) for one in found if not one.is_best), default=0)
    most = max(good, key=lambda one: one.open or 0, default=None)
    return most if most and (most.open or 0) > short else None


def decisions(replay: Replay) -> Iterator[tuple[str, DealState, Action]]:
    """Yield the decisions of a deal as (step id, state before the action, action)."""
    for before, step in zip(replay.steps, replay.steps[1:], strict=False):
        if step.action is None:
            continue
        state = before.state
        # Repeat the implied decisions of the replay.
        for one in implied_moves_before(line_of_step(step), state):
            state = one.state
        yield step.id, state, step.action


def _exchange(
    step: str,
    state: DealState,
    action: Exchange,
    budget: Budget,
    objective: GameChances | None,
    younger: Hand | None,
) -> Judgement | None:
    """Return the judgement of a discard, or None if nothing could be exchanged.

    ``younger`` is younger's hand after the exchange, or None if it is not recorded.
    """
    beat()
    try:
        thinking = AdviceSearch(state, budget, action.discards, objective)
    except NoAdvice:  # there was nothing to exchange
        return None
    advice, layouts = thinking.advice, thinking.discard_search
    assert layouts is not None
    best = advice.options[0]
    chosen = next(one for one in advice.options if one.cards == action.discards)
    good, own = (layouts.parts(one.cards) for one in (best, chosen))
    cost = max(0.0, chosen.behind)
    odds = None
    if not is_as_good(cost, chosen.doubt):
        odds = layouts.odds([best.cards, chosen.cards], ODDS_WAYS)
    return Judgement(
        step=step,
        seat=action.seat,
        chosen=chosen.cards,
        best=best.cards,
        cost=cost,
        error=chosen.doubt,
        open=None,
        before=_expected(advice, chosen.value + cost, objective),
        after=_expected(advice, chosen.value, objective),
        calls=good.calls - own.calls,
        play=good.play - own.play,
        discard=DiscardDetails(
            rules=state.rules,
            hand=thinking.turn.cards,
            odds=(odds[0], odds[1]) if odds else None,
            more_to_take=more_to_take(state, best.cards, chosen.cards),
            lay=_lay(layouts, state, best.cards, chosen.cards, younger),
        ),
    )


def more_to_take(state: DealState, best: Hand, chosen: Hand) -> int:
    """Return the number of cards that younger may draw beyond those that elder's best discard leaves, or 0."""
    if state.seat is not Seat.ELDER:
        return 0
    left, better = (
        younger_maximum(state.rules, len(state.talon) - len(one)) for one in (chosen, best)
    )
    return max(0, left - better)


def _lay(
    layouts: DiscardSearch, state: DealState, best: Hand, chosen: Hand, younger: Hand | None
) -> int | None:
    """Return the points that the best discard gains over the chosen one with the actual cards.

    If both leave the same number of cards for younger, younger has the hand recorded. Otherwise,
    younger is taken to discard by rules of thumb after either. Returns None if younger discarded
    first.
    """
    if younger_discards_first(state):
        return None
    assert state.seat is not None
    if best == chosen:
        return 0
    lie = [*state.hands[state.seat.other], *state.talon]
    theirs = younger if len(best) == len(chosen) else None
    better, worse = (layouts.as_it_lies(one, lie, theirs) for one in (best, chosen))
    return round(better - worse)


def _younger_after(replay: Replay) -> Hand | None:
    """Return younger's hand after the exchange, or None if the record does not have it."""
    hands = [
        step.state.hands[Seat.YOUNGER]
        for step in replay.steps
        if isinstance(step.action, Exchange) and step.action.seat is Seat.YOUNGER
    ]
    return hands[-1] if hands and len(hands[-1]) == _FULL else None


def _play(
    step: str,
    state: DealState,
    action: Play,
    solver: Solver,
    budget: Budget,
    objective: GameChances | None,
) -> Judgement:
    beat()
    advice = advise(state, budget, objective=objective)
    options = advice.options
    chosen = next(one for one in options if action.card in one.cards)
    # If several cards are best, the played one counts as the best.
    if chosen.value >= options[0].value - _TIED:
        best, same = chosen.cards, EMPTY
    else:
        same = _equals(state, options)
        best = Hand.of([card_to_name(same, state.led)])
    solved = solver.solve(state)
    return Judgement(
        step=step,
        seat=action.seat,
        chosen=chosen.cards,
        best=best,
        equals=same if len(same) > 1 else EMPTY,
        cost=chosen.behind,
        error=chosen.doubt,
        open=abs(solved.best - solved.values[action.card].deal),
        before=_expected(advice, chosen.value + chosen.behind, objective),
        after=_expected(advice, chosen.value, objective),
        is_forced=len(options) == 1,
    )


def _equals(state: DealState, options: Sequence[Option]) -> Hand:
    """Return the first best card and the cards that are equal to it, as far as the player knows."""
    tied = [one.cards for one in options if one.value >= options[0].value - _TIED]
    known = turn_of(state).knowledge
    first = next(iter(tied[0]))
    return equal_cards(
        first, Hand.of(card for cards in tied for card in cards), known.possible, state.led
    )


def _expected(advice: Advice, value: float, objective: GameChances | None) -> float:
    """Return the expected result of the deal for elder, given an option's value to the player on turn.

    The result is elder's points less younger's or, with an objective, elder's chance in per cent.
    """
    if objective is not None:
        return value if advice.seat is Seat.ELDER else 100 - value
    return advice.ahead + value if advice.seat is Seat.ELDER else -advice.ahead - value


def _side(found: tuple[Judgement, ...], seat: Seat) -> SideReview:
    own = [one for one in found if one.seat is seat and not one.is_forced]
    return SideReview(
        decisions=len(own),
        best=sum(one.is_best for one in own),
        cost=sum(one.cost for one in own),
        open=sum(one.open or 0 for one in own),
    )
