"""What each decision of a deal has cost: from what its player could know, and with both hands open."""

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
from piquet_core.players.discard_search import TRIED, CallOdds, DiscardSearch
from piquet_core.pulse import beat
from piquet_core.replay.implied_moves import implied_moves_before, line_of_step
from piquet_core.replay.steps import Replay
from piquet_core.review.advise import Advice, AdviceSearch, NoAdvice, Option, advise
from piquet_core.review.equal_cards import card_to_name, equal_cards
from piquet_core.rules import RuleSet
from piquet_core.solver.chances import GameChances
from piquet_core.solver.solve import Solver

AS_GOOD = 0.5
"""A decision that costs less than half a point, or than half a per cent, is as good as the best."""
_DOUBTS = 2
"""So is one that costs less than twice its standard error: it cannot be told from the best."""
_FULL = 12  # cards of a hand before the play
_TIED = 1e-9
"""Values that differ by less are the same: only rounding makes the difference."""


def is_as_good(cost: float, error: float) -> bool:
    """Tell whether a choice cannot be told from the best, by what it costs and the standard error of that."""
    return cost < max(AS_GOOD, _DOUBTS * error)


ODDS_WAYS = 600
"""Ways of the unseen cards over which repiques are counted: enough to tell once in thirty from once in fifteen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardDetails:
    """Details of a judged discard that explain its cost.

    ``hand`` is the hand it was made from, by ``rules``. ``odds`` are those of the best discard and of this
    one; None if it is as good as the best. ``more_to_take`` is how many more cards elder left for younger than the best
    discard leaves. ``lay`` is by how many points the best discard would have come out further ahead with the cards
    as they lay, both hands open in the play: less than 0 if it would have come out less far ahead, None if the
    order of the exchanges was changed by a carte blanche.
    """

    rules: RuleSet
    hand: Hand
    odds: tuple[CallOdds, CallOdds] | None = None
    more_to_take: int = 0
    lay: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A discard or a card: what was chosen, what would have been best, and what the choice cost.

    ``cost`` is what it cost by what the player could know, and ``error`` its standard error: in points
    of the deal, or with an objective in per cent of the chance to win the game. ``open`` is what it
    cost with both hands open, in points; None for a discard, of which ``discard`` tells more.
    ``before`` and ``after`` are the result that was to be expected by the best choice and by this one:
    elder's points of the deal less younger's, or elder's chance to win the game in per cent.
    ``equals`` are the cards that the best card is equal to, with it; none if it has no equal.
    ``calls`` and ``play`` are the points that a discard lost in each of them, on average.
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

    @property
    def is_best(self) -> bool:
        """Whether it is as good as the best, as far as can be told."""
        return is_as_good(self.cost, self.error)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideReview:
    """The decisions of one player: how many, how many as good as the best, and what they cost."""

    decisions: int
    best: int
    cost: float
    open: int

    @property
    def accuracy(self) -> float:
        """The share of decisions that are as good as the best."""
        return self.best / self.decisions if self.decisions else 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """Every discard and card of a deal with its cost, both sides, elder first, and how long was thought.

    ``objective`` is what they were judged for; None for the points of the deal.
    """

    judgements: tuple[Judgement, ...]
    sides: tuple[SideReview, SideReview]
    budget: Budget
    objective: GameChances | None = None

    @property
    def is_decided(self) -> bool:
        """Whether the game was as good as decided all through the deal, so that no choice could cost anything."""
        return (
            self.objective is not None
            and bool(self.judgements)
            and all(
                one.is_best and min(one.before, 100 - one.before) < AS_GOOD
                for one in self.judgements
            )
        )


def review(replay: Replay, budget: Budget = FULL, objective: GameChances | None = None) -> Review:
    """Return what the decisions of a deal have cost, as far as the record goes; in points of the deal,
    or by another ``objective``."""
    found = (one for judge in pending_judgements(replay, budget, objective) if (one := judge()))
    return make_review(found, budget, objective)


def pending_judgements(
    replay: Replay, budget: Budget = FULL, objective: GameChances | None = None
) -> list[Callable[[], Judgement | None]]:
    """Return the decisions of a deal, each to be judged when it is called: some take long.

    A call returns None where there was nothing to choose.
    """
    found: list[Callable[[], Judgement | None]] = []
    solver: Solver | None = None
    for step, state, action in decisions(replay):
        if isinstance(action, Exchange) and state.phase in TRIED:
            younger = _younger_after(replay) if action.seat is Seat.ELDER else None
            found.append(partial(_exchange, step, state, action, budget, objective, younger))
        elif isinstance(action, Play):
            solver = solver or Solver(state)
            found.append(partial(_play, step, state, action, solver, budget, objective))
    return found


def make_review(
    found: Iterable[Judgement],
    budget: Budget = FULL,
    objective: GameChances | None = None,
) -> Review:
    """Return judgements by a budget with what they come to for each side."""
    every = tuple(found)
    sides = _side(every, Seat.ELDER), _side(every, Seat.YOUNGER)
    return Review(judgements=every, sides=sides, budget=budget, objective=objective)


def costliest(found: Iterable[Judgement], most: int = 3) -> list[Judgement]:
    """Return the decisions that were not as good as the best, the dearest first, and no more than so many."""
    return sorted((one for one in found if not one.is_best), key=lambda one: -one.cost)[:most]


def unluckiest(found: Sequence[Judgement]) -> Judgement | None:
    """Return the decision as good as the best that cost most as the cards lay, if none that fell short cost as much."""
    good = [one for one in found if one.is_best and one.open]
    short = max((max(one.cost, one.open or 0) for one in found if not one.is_best), default=0)
    most = max(good, key=lambda one: one.open or 0, default=None)
    return most if most and (most.open or 0) > short else None


def decisions(replay: Replay) -> Iterator[tuple[str, DealState, Action]]:
    """Yield what was decided in a deal: the id of the step, the state before it, and the action."""
    for before, step in zip(replay.steps, replay.steps[1:], strict=False):
        if step.action is None:
            continue
        state = before.state
        # Decisions that the record leaves unsaid are taken as the replay took them.
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
    """Judge a discard; ``younger`` is younger's hand after his exchange, if it is known."""
    beat()
    try:
        thinking = AdviceSearch(state, budget, action.discards, objective)
    except NoAdvice:  # there was nothing to exchange
        return None
    advice, layouts = thinking.advice, thinking.layouts
    assert layouts is not None
    best = advice.options[0]
    chosen = next(one for one in advice.options if one.cards == action.discards)
    talons = min(best.tried, chosen.tried)
    good, own = (layouts.parts(one.cards, talons) for one in (best, chosen))
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
    """Return how many more cards elder leaves for younger to take than the best discard leaves; 0 for younger."""
    if state.seat is not Seat.ELDER:
        return 0
    left, better = (
        younger_maximum(state.rules, len(state.talon) - len(one)) for one in (chosen, best)
    )
    return max(0, left - better)


def _lay(
    layouts: DiscardSearch, state: DealState, best: Hand, chosen: Hand, younger: Hand | None
) -> int | None:
    """Return by how many points the best discard beats the chosen one with the cards as they lie.

    Where younger can take as many cards after either, his hand is the one that he had. Otherwise he is taken to
    lay out by rules of thumb after both.
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
    """Return younger's hand after his exchange; None if the record does not go so far."""
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
    # Of equally good cards the one that was played is the best.
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
        before=_expected(advice, options[0].value, objective),
        after=_expected(advice, chosen.value, objective),
    )


def _equals(state: DealState, options: Sequence[Option]) -> Hand:
    """Return the first of the best cards with those that are equal to it, by what the player knows."""
    tied = [one.cards for one in options if one.value >= options[0].value - _TIED]
    known = turn_of(state).knowledge
    first = next(iter(tied[0]))
    return equal_cards(
        first, Hand.of(card for cards in tied for card in cards), known.possible, state.led
    )


def _expected(advice: Advice, value: float, objective: GameChances | None) -> float:
    """Return what a value makes of the deal as it stands, told for elder."""
    if objective is not None:
        return value if advice.seat is Seat.ELDER else 100 - value
    return advice.ahead + value if advice.seat is Seat.ELDER else -advice.ahead - value


def _side(found: tuple[Judgement, ...], seat: Seat) -> SideReview:
    own = [one for one in found if one.seat is seat]
    return SideReview(
        decisions=len(own),
        best=sum(one.is_best for one in own),
        cost=sum(one.cost for one in own),
        open=sum(one.open or 0 for one in own),
    )
