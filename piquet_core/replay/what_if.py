"""What-if variations: a reader's own continuation from any decision of a replay.

A variation consists of the step at which it leaves the printed line and a *move* for each later
decision. A move is written like the decision in the notation, with its words joined by ``+``:
``HA`` plays a card, ``S9+S7`` lays out two cards, ``good`` answers, ``H`` names a suit. A discard
can also be written by positions in the hand, which reveals no cards: ``_ac`` is the first and the
third card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from piquet_core.cards.cards import Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, Exchange
from piquet_core.engine.apply import apply
from piquet_core.engine.exchange_limits import discardable_cards
from piquet_core.engine.state import DealState, Phase
from piquet_core.errors import IllegalAction, NotationError, PiquetError
from piquet_core.notation import Line, Record, Variation, parse_line, write_items
from piquet_core.replay.decisions import UnknownCard, action_of, label_of, line_of
from piquet_core.replay.implied_moves import implied_moves_before, line_of_step
from piquet_core.replay.replay import with_game_score
from piquet_core.replay.steps import Replay, Step, consequences

_MOST_MOVES = 64  # a deal has about forty decisions
_PLACES = "abcdefghijkl"  # a letter for each card of a hand


class UnknownStep(PiquetError):
    """Error for a step that has no decision or does not exist."""


class InvalidMove(PiquetError):
    """Error for a text that cannot be read as a move at the current step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderVariation:
    """A reader's variation: the printed steps before it (``kept``) and the reader's own (``steps``).

    ``at`` is the step at which it starts. ``moves`` are in canonical form. ``covered`` are the same
    moves with discards written by position, ``lines`` the same moves as lines of a record, and
    ``by`` the seats that make them. ``made`` has, for each of ``steps``, the number of moves up to
    it. ``state`` is the state after the last move.
    """

    replay: Replay
    at: str
    moves: tuple[str, ...]
    covered: tuple[str, ...]
    by: tuple[Seat, ...]
    lines: tuple[Line, ...]
    kept: tuple[Step, ...]
    steps: tuple[Step, ...]
    made: tuple[int, ...]
    state: DealState

    @property
    def next(self) -> str:
        """Step id of the next decision, or *over* after the last one."""
        return label_of(self.state)

    @property
    def parts(self) -> str:
        """Id of the first step that differs from the printed line, or "" if there is none."""
        printed = [*self.replay.steps[len(self.kept) :], None][: len(self.steps)]
        for mine, theirs in zip(self.steps, printed, strict=False):
            if theirs is None or (mine.id, mine.action) != (theirs.id, theirs.action):
                return mine.id
        return ""

    def moves_for(self, seat: Seat | None) -> tuple[str, ...]:
        """Return the moves without the opponent's discards. With None as seat, nothing is hidden."""
        told = zip(self.moves, self.covered, self.by, strict=True)
        return tuple(move if seat in (None, by) else covered for move, covered, by in told)


def start_variation(replay: Replay, at: str, moves: Sequence[str] = ()) -> ReaderVariation:
    """Return the variation that plays ``moves`` from the decision ``at``.

    Raises `UnknownStep` if there is no such decision, `InvalidMove` for an unreadable move, and
    `IllegalAction` with the rule that forbids a move.
    """
    if len(moves) > _MOST_MOVES:
        raise InvalidMove(f"too many moves ({len(moves)}): the limit is {_MOST_MOVES}")
    kept, state = _before(replay, at)
    steps: list[Step] = []
    lines: list[Line] = []
    played: list[str] = []
    covered: list[str] = []
    by: list[Seat] = []
    made: list[int] = []
    for move in moves:
        before, score = state, state.score
        action = read_move(before, move)
        line = line_of(before, action)
        # Write the move only after the rules have accepted it, because it may name a card not in the hand.
        try:
            state, events = apply(before, action)
        except IllegalAction as error:
            said = f"at {line.label}, {error.args[0]}"
            raise IllegalAction(said, error.rule) from None
        lines.append(line)
        played.append(move_of(before, action))
        covered.append(covered_move(before, action))
        by.append(action.seat)
        if not events:
            continue  # without events, such as declining to look, there is nothing to show
        first, *more = consequences(line.label, action, state, events, score)
        shown = [one for one in (replace(first, line=line), *more) if one.events]
        steps += shown
        made += [len(played)] * len(shown)
    if steps and state.phase is Phase.OVER:
        log = [event for step in (*kept, *steps) for event in step.events]
        steps[-1] = with_game_score(steps[-1], log, replay.record, state.rules)
    return ReaderVariation(
        replay=replay,
        at=at,
        moves=tuple(played),
        covered=tuple(covered),
        by=tuple(by),
        lines=tuple(lines),
        kept=kept,
        steps=tuple(steps),
        made=tuple(made),
        state=state,
    )


def record_with_variation(own: ReaderVariation, comment: str = "") -> Record:
    """Return the record with a reader's decisions added.

    The decisions become a variation of the line that they replace. If the record has no such line,
    they continue its main line.
    """
    record, lines = own.replay.record, own.lines
    if not lines:
        return record
    for place, line in enumerate(record.lines):
        if line.label == lines[0].label:
            mine = Variation(comment=comment, lines=lines)
            changed = replace(line, variations=(*line.variations, mine))
            return replace(
                record, lines=(*record.lines[:place], changed, *record.lines[place + 1 :])
            )
    return replace(record, lines=(*record.lines, *lines))


def read_move(state: DealState, move: str) -> Action:
    """Return the action that a move means. Raises `InvalidMove`, or `IllegalAction` if another decision comes next."""
    if state.phase is Phase.OVER:
        raise IllegalAction("the deal is over", "cards.majority")
    label = label_of(state)
    if state.phase is Phase.LEAD and len(move) == 1:
        label = "ne"
    if move.startswith("_") and label in ("xe", "xy", "vy"):
        move = _uncovered(state, move)
    try:
        line = parse_line(f"{label} {' '.join(move.split('+'))}")
        return action_of(state, line)
    except NotationError as error:
        reason = error.faults[0].message
    except UnknownCard:
        reason = "an unknown card"
    raise InvalidMove(f"{move[:40]!r} is not a legal move at {label}: {reason}")


def move_of(state: DealState, action: Action) -> str:
    """Return an action as a move, as it is written in an address: the inverse of `read_move`."""
    return "+".join(write_items(line_of(state, action)))


def covered_move(state: DealState, action: Action) -> str:
    """Return an action as a move. An exchange is written by positions, without naming the discarded cards."""
    if not isinstance(action, Exchange):
        return move_of(state, action)
    hand = list(discardable_cards(state))
    return "_" + "".join(_PLACES[hand.index(card)] for card in action.discards)


def _uncovered(state: DealState, move: str) -> str:
    hand: Hand = discardable_cards(state)
    at_place = dict(zip(_PLACES, hand, strict=False))
    if unknown := next((place for place in move[1:] if place not in at_place), ""):
        raise InvalidMove(f"{move[:40]!r}: invalid place {unknown!r} in a hand of {len(hand)}")
    return "+".join(str(at_place[place]) for place in move[1:]) or "none"


def _before(replay: Replay, at: str) -> tuple[tuple[Step, ...], DealState]:
    """Return a pair: the printed steps before a decision, and the state in which the decision is made."""
    steps = replay.steps
    for place, step in enumerate(steps):
        later = steps[place + 1] if place + 1 < len(steps) else None
        if later is not None and later.state is step.state:
            continue  # the next step is a consequence of this one
        if later is not None and later.id == at and later.action is not None:
            # Repeat the implied decisions of the replay, such as declining to look.
            kept, state = list(steps[: place + 1]), step.state
            for one in implied_moves_before(line_of_step(later), state):
                kept += one.steps(kept[-1].score)
                state = one.state
            return tuple(kept), state
        if label_of(step.state) == at:
            return steps[: place + 1], step.state
    known = ", ".join(step.id for step in steps if step.action is not None) or "none"
    raise UnknownStep(f"no decision at step {at[:20]!r}; choose one of {known}")
