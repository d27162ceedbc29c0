"""What if? A reader's own variation, from any decision of a replay; it is never the source's.

It is an address and a few words: the step where it leaves the printed one, and a *move* for
every decision after that. A move is written as the notation writes the decision, its words joined
by ``+``: ``HA`` plays a card, ``S9+S7`` lays out two, ``good`` answers, ``H`` names a suit. What is
laid out can also be written by its places in the hand, which tells nobody who does not see that
hand: ``_ac`` is the first card and the third.
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

_MOST_MOVES = 64  # a deal has some forty decisions
_PLACES = "abcdefghijkl"  # one for each card of a hand


class UnknownStep(PiquetError):
    """A step that decides nothing, or that the replay does not have."""


class InvalidMove(PiquetError):
    """Words that are not a decision of the step they are meant for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderVariation:
    """A reader's variation: the printed steps that remain, and the reader's after them.

    ``moves`` are in their canonical form, ``covered`` the same with discards written by places,
    ``lines`` as a record has them. ``made`` says for each of ``steps`` how many moves were made by
    then. ``state`` is the state after the last.
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
        """The step id of the next decision; *over* after the last one."""
        return label_of(self.state)

    @property
    def parts(self) -> str:
        """The id of the first step that is not the printed one; "" while all of them are."""
        printed = [*self.replay.steps[len(self.kept) :], None][: len(self.steps)]
        for mine, theirs in zip(self.steps, printed, strict=False):
            if theirs is None or (mine.id, mine.action) != (theirs.id, theirs.action):
                return mine.id
        return ""

    def moves_for(self, seat: Seat | None) -> tuple[str, ...]:
        """Return the moves as a seat may read them; with None, both hands are open."""
        told = zip(self.moves, self.covered, self.by, strict=True)
        return tuple(move if seat in (None, by) else covered for move, covered, by in told)


def start_variation(replay: Replay, at: str, moves: Sequence[str] = ()) -> ReaderVariation:
    """Replay the printed line up to the decision ``at``, and the moves from there.

    Raises `UnknownStep`, `InvalidMove` for unreadable words, and `IllegalAction` with the rule that
    refuses a move.
    """
    if len(moves) > _MOST_MOVES:
        raise InvalidMove(
            f"too many moves ({len(moves)}): a deal has {_MOST_MOVES} decisions at most"
        )
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
        # A move is written only once the rules have allowed it: it may name a card that is not held.
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
            continue  # nobody looked, or nobody announced anything: there is nothing to show
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
    """Return the record with the reader's decisions in it.

    They become a variation of the line that they replace; if the record stops there, they continue
    it after the last line.
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
    """Return the decision that a move states; raises `InvalidMove`, or `IllegalAction` out of turn."""
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
    """Return a decision as a move, ready for an address: the inverse of `read_move`."""
    return "+".join(write_items(line_of(state, action)))


def covered_move(state: DealState, action: Action) -> str:
    """Return a decision as a move that does not name the cards laid out."""
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
    """Return the printed steps before a decision, and the state in which it is taken."""
    steps = replay.steps
    for place, step in enumerate(steps):
        later = steps[place + 1] if place + 1 < len(steps) else None
        if later is not None and later.state is step.state:
            continue  # a consequence comes next, and the decision after it
        if later is not None and later.id == at and later.action is not None:
            # Decisions that the record leaves unsaid, such as not looking, are taken as the replay took them.
            kept, state = list(steps[: place + 1]), step.state
            for one in implied_moves_before(line_of_step(later), state):
                kept += one.steps(kept[-1].score)
                state = one.state
            return tuple(kept), state
        if label_of(step.state) == at:
            return steps[: place + 1], step.state
    known = ", ".join(step.id for step in steps if step.action is not None) or "none"
    raise UnknownStep(f"no decision at step {at[:20]!r}; choose one of {known}")
