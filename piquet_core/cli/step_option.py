"""The option --at, which selects a step of a deal by its id or by its address on the site."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import parse_qs, unquote

from piquet_core.cli.shared_options import InputError
from piquet_core.engine.state import DealState
from piquet_core.replay.implied_moves import implied_moves_before, line_of_step
from piquet_core.replay.steps import Replay, Step
from piquet_core.replay.what_if import ReaderVariation, start_variation

AT = """a step, such as t6e; a step of a variation, such as t6e-1-t8e; or the address of a step on the \
site, with the reader's own variation in it, such as "?w=t11y~SQ#t12e\""""
"""The values of `--at`, for the help of a command."""


def moment(replay: Replay, at: str) -> tuple[str, DealState]:
    """Return a pair: the id of the selected decision, and the state before it.

    ``at`` is the value of the option --at. Raises `PiquetError` if it selects no decision.
    """
    address, _, fragment = at.rpartition("#")
    query = parse_qs(address.partition("?")[2])
    if "rules" in query:
        raise InputError("--at: this link uses a different rule set from the record's")
    step = unquote(fragment).rpartition("step=")[
        2
    ]  # an address of the workbench has the record before the step
    if "w" not in query:
        return step, _taken_at(replay, step)
    where, _, moves = query["w"][0].partition("~")
    own = start_variation(replay, where, moves.split(".") if moves else ())
    if not step:
        return own.next, own.state
    return step, _in_variation(own, step)


def _taken_at(replay: Replay, at: str) -> DealState:
    """Return the state before a decision of a record or of one of its variations."""
    for id, state in _decisions(replay.steps):
        if id == at:
            return state
    return start_variation(replay, at).state


def _in_variation(own: ReaderVariation, at: str) -> DealState:
    for id, state in _decisions((*own.kept, *own.steps)):
        if id == at:
            return state
    if own.next == at:
        return own.state
    known = ", ".join(step.id for step in own.steps if step.action is not None)
    raise InputError(f"--at: this variation has no decision at {at[:20]!r}; choose one of {known}")


def _decisions(
    steps: Iterable[Step], before: DealState | None = None
) -> Iterator[tuple[str, DealState]]:
    """Yield the id of every decision and the state before it, including those in variations.

    ``before`` is the state before the first step.
    """
    for step in steps:
        if step.action is not None and before is not None:
            state = before
            # The replay also makes the decisions that the record leaves out.
            for one in implied_moves_before(line_of_step(step), state):
                state = one.state
            yield step.id, state
            for branch in step.branches:
                yield from _decisions(branch.steps, before)
        before = step.state
