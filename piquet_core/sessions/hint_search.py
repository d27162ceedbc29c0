"""Hints for the person on turn: a recommended move, the reason for it, and the cost of alternatives.

Discards and cards are those of the strongest player, found by a search. Calls, answers and counts follow rules
of thumb, and their hint gives the value of the move.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby

from piquet_core.cards.cards import EMPTY, Card, Hand
from piquet_core.engine.actions import Exchange, Play
from piquet_core.engine.game import deals_to_play
from piquet_core.engine.state import DealState
from piquet_core.errors import PiquetError
from piquet_core.players import JUDGE, find_player, turn_of
from piquet_core.players.card_values import Option
from piquet_core.replay.what_if import move_of
from piquet_core.review.advise import PLAYS, AdviceSearch, NoAdvice
from piquet_core.review.deal_review import Judgement, is_as_good
from piquet_core.review.discard_outcomes import cost_reason
from piquet_core.review.equal_cards import card_to_name, equal_cards
from piquet_core.review.outlook import UNNAMED, CardOutcomes, main_difference
from piquet_core.sessions.session import PERSON, Session, session_objective
from piquet_core.solver.total_search import Objective
from piquet_core.wording.advice import (
    card_comparison_words,
    discard_loss_words,
    points_gained_words,
    repique_chance_words,
)
from piquet_core.wording.call_values import call_value_words
from piquet_core.wording.discard_reasons import trade_off_words
from piquet_core.wording.player_names import PlayerNames

BY_THUMB = "thumb"
"""Id of the player who advises without a search. It has a reason for every move."""
_OTHERS = 3
_NEAR = 2
"""The number of deals left in a partie, this one included, from which the Rubicon is a reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherChoice:
    """Alternatives with the same cost: a discard, or cards to play.

    ``cost`` is relative to the advised move, with the standard error ``error``. ``where`` says in words where
    the cost arises.
    """

    cards: tuple[Hand, ...]
    cost: float
    error: float
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """An advised move, the reason for it, and the cost of the alternatives.

    ``against`` is the alternative that shows the reason best. ``more`` says where the points come from.
    ``equals`` has the advised card and the cards equal to it; it is empty if no other card is equal. ``by`` is
    the id of the advising player, "" if there is no choice. ``tried`` is the number of sampled deals of the
    unseen cards, and ``fitting`` the number of possible hands of the opponent, 0 for a discard. ``game`` is the
    objective: a *partie*, a *game*, or "" for the points of the deal; ``chance`` is the chance to win the game,
    in per cent. ``rubicon`` is the number of points to the Rubicon if at most two deals are left, else 0.
    """

    move: str
    reason: str
    more: str = ""
    equals: Hand = EMPTY
    by: str = BY_THUMB
    others: tuple[OtherChoice, ...] = ()
    against: OtherChoice | None = None
    tried: int = 0
    fitting: int = 0
    game: str = ""
    chance: float = 0
    rubicon: int = 0


class HintSearch:
    """A resumable search for a hint. Raises `PiquetError` if the person has nothing to decide."""

    def __init__(self, session: Session) -> None:
        state = session.table.state
        if session.deal_is_over or session.is_covered or state.seat is not session.table.seat:
            raise PiquetError("there is nothing to decide")
        self._state, self._turn = state, turn_of(state)
        self._other = session.cast().who(state.seat.other)
        objective = session_objective(session)
        self._game = {"rubicon": "partie", "hundred-up": "game"}[session.form] if objective else ""
        self._rubicon = _needed(session)
        self._is_last = (
            session.form == "rubicon" and deals_to_play(session.rules, session.deals) == 1
        )
        self._thinking: AdviceSearch | None = None
        alone = state.phase in PLAYS and len(self._turn.legal) == 1
        if not alone:
            with suppress(NoAdvice):
                self._thinking = AdviceSearch(state, objective=objective)

    @property
    def total(self) -> int:
        """The number of steps of the search (see `AdviceSearch`), or 0 if no search is needed."""
        return self._thinking.total if self._thinking else 0

    @property
    def done(self) -> int:
        """The number of steps finished so far."""
        return self._thinking.done if self._thinking else 0

    def go_on(self, until: int) -> None:
        """Continue the search until ``until`` steps, or all, are finished."""
        if self._thinking:
            self._thinking.go_on(until)

    @property
    def first(self) -> Hint:
        """The hint by rules of thumb, available at once."""
        player = find_player(BY_THUMB).make()
        action = player.choose(self._turn)
        reason = player.reason(self._turn, action)
        move = move_of(self._state, action)
        if self._state.phase in PLAYS:
            return Hint(move=move, reason="It is the only card that you may play.", by="")
        worth = call_value_words(self._state, move, self._other)
        return Hint(move=move, reason=f"{reason} {worth}".strip(), rubicon=self._rubicon)

    @property
    def hint(self) -> Hint:
        """The hint of the complete search, which is finished first if necessary."""
        if self._thinking is None:
            return self.first
        options = self._thinking.advice.options
        if self._state.phase in PLAYS:
            return self._of_card(self._thinking, options)
        return self._of_discard(self._thinking, options)

    def _of_card(self, thinking: AdviceSearch, options: tuple[Option, ...]) -> Hint:
        groups = [
            (cost, list(alike))
            for cost, alike in groupby(options, lambda one: round(one.behind, 1))
        ]
        equals, others = groups[0][1], groups[1 : 1 + _OTHERS]
        alike = Hand.of(card for option in equals for card in option.cards)
        known = self._turn.knowledge
        same = equal_cards(next(iter(options[0].cards)), alike, known.possible, known.led)
        card, told = card_to_name(same, known.led), [(0.0, equals), *others]
        worse = [
            alike for _, alike in groups[1:] if not is_as_good(alike[0].behind, alike[0].doubt)
        ]
        compared = [_lowest(alike) for alike in (worse[:1] + worse[-1:])]
        made = self._state.score[known.seat]
        needs = self._rubicon + made if self._rubicon and self._is_last else 0
        prospects = CardOutcomes(thinking, self._state, [card, *compared], needs)
        against = None
        if compared:
            outlooks = prospects.outcomes()
            found = [
                main_difference(self._state.rules, outlooks[card], outlooks[one])
                for one in compared
            ]
            # Compare with the nearest alternative, unless the two differ only in points and by no named effect.
            near, far = found[0][0], found[-1][0]
            at = -1 if near in UNNAMED and far not in UNNAMED else 0
            against = OtherChoice(
                cards=(Hand.of([compared[at]]),),
                cost=worse[at][0].behind,
                error=worse[at][0].doubt,
                where=card_comparison_words(*found[at], self._other, _capot(self._state)),
            )
        return Hint(
            move=move_of(self._state, Play(seat=known.seat, card=card)),
            equals=same if len(same) > 1 else EMPTY,
            reason="" if against else "Whatever you play, it comes to about the same.",
            by=JUDGE,
            against=against,
            others=tuple(
                OtherChoice(cards=cards, cost=cost, error=max(option.doubt for option in alike))
                for cost, alike in told
                if (cards := tuple(option.cards for option in alike if not option.cards & same))
            ),
            tried=equals[0].tried,
            fitting=prospects.fitting,
            game=self._game,
            chance=equals[0].value,
            rubicon=self._rubicon,
        )

    def _of_discard(self, thinking: AdviceSearch, options: tuple[Option, ...]) -> Hint:
        best = options[0]
        assert thinking.discard_search is not None
        parts = thinking.discard_search.parts
        own = parts(best.cards)
        kept = trade_off_words(self._state.rules, self._turn.cards, best.cards)
        made = points_gained_words(own.calls, own.play) + repique_chance_words(
            own.repique, own.repiqued, self._other
        )
        others: list[OtherChoice] = []
        for one in options[1 : 1 + _OTHERS]:
            mine, theirs = parts(best.cards), parts(one.cards)
            where = discard_loss_words(mine.calls - theirs.calls, mine.play - theirs.play)
            others.append(
                OtherChoice(
                    cards=(one.cards,),
                    cost=max(0.0, one.behind),
                    error=one.doubt,
                    where="" if self._game else where,
                )
            )
        return Hint(
            move=move_of(
                self._state, Exchange(seat=self._turn.knowledge.seat, discards=best.cards)
            ),
            reason=kept,
            more=made,
            by=JUDGE,
            others=tuple(others),
            against=next((one for one in others if not is_as_good(one.cost, one.error)), None),
            tried=best.tried,
            game=self._game,
            chance=best.value,
            rubicon=self._rubicon,
        )


def hint(session: Session) -> Hint:
    """Return a hint for the person on turn.

    Raises `PiquetError` if the person has nothing to decide.
    """
    return HintSearch(session).hint


def reason_words(
    state: DealState,
    one: Judgement,
    cast: PlayerNames,
    objective: Objective | None = None,
) -> str:
    """Return sentences that compare a judged discard or card with the best one, or "" without a clear difference."""
    if one.open is None:
        return cost_reason(one, cast)
    better, worse = (next(iter(cards)) for cards in (one.best, one.chosen))
    outlooks = CardOutcomes(
        AdviceSearch(state, objective=objective), state, [better, worse]
    ).outcomes()
    found = main_difference(state.rules, outlooks[better], outlooks[worse])
    return card_comparison_words(*found, cast.who(one.seat.other), _capot(state))


def rule_words(state: DealState, one: Judgement) -> str:
    """Return the rule of thumb that recommends the best card of a judgement, or "" if none does.

    For a discard, it is always "".
    """
    if one.open is None:
        return ""
    player, turn = find_player(BY_THUMB).make(), turn_of(state)
    return "".join(player.reason(turn, Play(seat=one.seat, card=card)) for card in one.best)


def _capot(state: DealState) -> int:
    return state.rules.number("capot.points").value


def _needed(session: Session) -> int:
    """Return the points that the person still needs for the Rubicon, or 0.

    It is 0 if the Rubicon is reached, if more than two deals are left, and in other forms of the game.
    """
    if session.form != "rubicon" or deals_to_play(session.rules, session.deals) > _NEAR:
        return 0
    return max(0, session.rules.number("rubicon.line").value - session.totals[PERSON])


def _lowest(options: list[Option]) -> Card:
    """Return the card of lowest rank in all of the options."""
    cards = [card for option in options for card in option.cards]
    return min(cards, key=lambda card: (card.rank, card.suit))
