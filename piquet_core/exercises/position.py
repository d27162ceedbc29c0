"""A position of an exercise: a deal, its starting point, and the moves played since.

A position is written as a deal id, ``/``, the start and, after any moves, ``/`` and the moves as in a reader's
variation: ``32-XY8BPT54XW5N-D/deal/S9+S7+H9+H8+C7.no``. The start *deal* is before the exchange. The start
*hands* treats the dealt hands as those after the exchange, and *play* also leaves out the calls.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from piquet_core.cards.cards import Hand, pack
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, NameSuit
from piquet_core.engine.apply import apply
from piquet_core.engine.apply import start as start_deal
from piquet_core.engine.state import Call, Deal, DealState, Phase
from piquet_core.errors import CardError
from piquet_core.exercises.exercise import ExerciseError
from piquet_core.exercises.model_player import model_player
from piquet_core.notation import Line, format_deal_id, parse_deal_id
from piquet_core.players import turn_of
from piquet_core.replay.decisions import label_of
from piquet_core.replay.implied_moves import implied_moves_before, is_due, line_of_step
from piquet_core.replay.steps import Replay, Step, consequences
from piquet_core.replay.what_if import move_of, read_move, start_variation
from piquet_core.rules import RuleSet

STARTS = ("deal", "hands", "play")
_MOST_MOVES = 64  # a deal has about forty decisions


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A position, defined by a deal, its start and the moves played. Its state is computed on demand."""

    rules: RuleSet
    deal: Deal
    start: str = "hands"
    moves: tuple[str, ...] = ()

    @property
    def state(self) -> DealState:
        """The state after the moves."""
        return _played(self)[0]

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps up to this position."""
        return _played(self)[1]

    @property
    def you(self) -> Seat:
        """The seat of the learner: the seat on turn, or elder after the deal."""
        return self.state.seat or Seat.ELDER

    @property
    def hand(self) -> Hand:
        """The cards in the learner's hand."""
        return self.state.hands[self.you]

    def after(self, action: Action) -> Position:
        """Return the position after an action."""
        return replace(self, moves=(*self.moves, move_of(self.state, action)))

    def before(self) -> Position:
        """Return the position without the last move."""
        return replace(self, moves=self.moves[:-1])


# A lesson asks a dozen questions about one position. Drawing one reads each of hundreds once.
@lru_cache(maxsize=256)
def _played(position: Position) -> tuple[DealState, tuple[Step, ...]]:
    if position.moves:
        before = position.before()
        state, steps = before.state, before.steps
        action = read_move(state, position.moves[-1])
        # Naming a suit has its own label.
        label = "ne" if isinstance(action, NameSuit) else label_of(state)
        after, events = apply(state, action)
        if not events:
            return after, steps
        found = consequences(label, action, after, events, state.score)
        return after, (*steps, *(step for step in found if step.events))
    if position.start == "deal":
        state, events = start_deal(position.rules, position.deal)
        return state, tuple(consequences("deal", None, state, events, (0, 0)))
    position.deal.check(position.rules)
    order = position.rules.names("declare.order").value
    return DealState(
        rules=position.rules,
        deal=position.deal,
        phase=Phase.LEAD if position.start == "play" else Phase.DECLARE,
        hands=(position.deal.elder, position.deal.younger),
        talon=(),
        calls=() if position.start == "play" else (Call(kind=order[0], declared=None),),
    ), ()


def forget() -> None:
    """Clear the cache of positions."""
    _played.cache_clear()


def parse_position(rules: RuleSet, text: str) -> Position:
    """Return the position that a text describes.

    Raises `CardError` or `ExerciseError` for an invalid text, and the engine's error for an invalid move.
    """
    id, *rest = text.split("/")
    if not 1 <= len(rest) <= 2 or rest[0] not in STARTS:
        raise ExerciseError(
            f"invalid position {text[:40]!r}: write DEAL-ID/{'|'.join(STARTS)}/MOVES"
        )
    moves = tuple(rest[1].split(".")) if len(rest) == 2 else ()
    if len(moves) > _MOST_MOVES:
        raise ExerciseError(
            f"too many moves ({len(moves)}): a deal has {_MOST_MOVES} decisions at most"
        )
    position = Position(rules=rules, deal=parse_deal_id(id), start=rest[0])
    for move in moves:  # one by one, since each move is read in the state after the last
        position = replace(position, moves=(*position.moves, move))
        _ = position.state
    _ = position.state
    return position


def format_position(position: Position) -> str:
    """Return a position as text, the inverse of `parse_position`."""
    parts = [format_deal_id(position.deal), position.start]
    return "/".join([*parts, ".".join(position.moves)] if position.moves else parts)


def position_of_hands(rules: RuleSet, elder: Hand, younger: Hand | None = None) -> Position:
    """Return a position with one or both hands given. The other cards are taken in the order of the pack.

    Raises `CardError` for hands that do not fit the pack.
    """
    size = rules.number("deal.hand").value
    rest = pack(rules.number("pack.size").value) - elder
    if younger is None:
        younger = Hand.of(list(rest)[:size])
    deal = Deal(elder=elder, younger=younger, talon=tuple(rest - younger))
    deal.check(rules)
    return Position(rules=rules, deal=deal)


def position_in_replay(replay: Replay, step: str) -> Position:
    """Return the position before a decision of a replayed record.

    ``step`` is the id of the decision. Raises `ExerciseError` if the record cannot be replayed up to it.
    """
    if replay.rules is None or not replay.steps:
        raise ExerciseError("the record cannot be replayed")
    own = start_variation(replay, step)
    try:
        position = Position(rules=replay.rules, deal=own.state.deal, start="deal")
        for one in own.kept:
            if one.action is None:
                continue
            position = _up_to(position, line_of_step(one)).after(one.action)
        position = _up_to(position, Line(label=label_of(own.state)))
    except CardError as error:
        raise ExerciseError(str(error)) from None
    return position


def _up_to(position: Position, line: Line) -> Position:
    """Return the position after the moves that a record implies before one of its lines.

    Raises `ExerciseError` if the record leaves out a decision that is not implied.
    """
    for one in implied_moves_before(line, position.state):
        position = position.after(one.action)
    if not is_due(line, position.state):
        raise ExerciseError(f"the record has no step {label_of(position.state)}")
    return position


def play_one(position: Position) -> Position:
    """Return the position after one more decision, which is chosen by rules of thumb."""
    return position.after(model_player().choose(turn_of(position.state)))


def played_on_to(position: Position, until: str) -> Position:
    """Return the position after playing on by rules of thumb until a step.

    ``until`` is a step id such as ``py``, or ``lead-7`` or ``follow-7`` for either player's card to a trick. If
    the deal has no such step, it is played to the end.
    """
    player = model_player()
    while position.state.seat is not None and not _is_at(position.state, until):
        position = position.after(player.choose(turn_of(position.state)))
    return position


def _is_at(state: DealState, until: str) -> bool:
    phase, _, number = until.partition("-")
    if not number:
        return label_of(state) == until
    wanted = {"lead": Phase.LEAD, "follow": Phase.FOLLOW}[phase]
    return state.phase is wanted and sum(state.tricks) + 1 == int(number)
