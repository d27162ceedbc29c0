"""Lines of play with open hands: the best line, and lines as text."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.cards import Card
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Play
from piquet_core.engine.apply import apply
from piquet_core.engine.state import DealState
from piquet_core.exercises.answer_keys import Says
from piquet_core.exercises.trick_solver import tricks_by_card, winning_leads
from piquet_core.solver.goal_search import Line
from piquet_core.wording.rich_text import join_sentences, join_with_and

FROM_HERE = "From here the best play is: "


def best_line(state: DealState) -> tuple[Line, DealState]:
    """Return a pair: a line in which both players win as many tricks as they can, and its final state.

    The line ends early if the leader has only sure tricks.
    """
    found: list[tuple[DealState, Card]] = []
    while state.seat is not None:
        hand, other = state.hands[state.seat], state.hands[state.seat.other]
        sure = winning_leads(hand, other)
        if state.led is None and len(sure) == len(hand):
            break
        tricks = tricks_by_card(hand, other, state.led)
        most = max(tricks.values())
        keep = [card for card, count in tricks.items() if count == most]
        # Among equally good leads, prefer a sure trick, which restricts the opponent.
        leads = [card for card in keep if card in sure] if state.led is None else []
        card = min(leads or keep, key=lambda one: (one.rank, one.suit))
        found.append((state, card))
        state, _ = apply(state, Play(seat=state.seat, card=card))
    return tuple(found), state


def best_line_words(state: DealState, you: Seat) -> Says:
    """Return the best line of both players as text. ``you`` is the seat of the learner."""
    line, end = best_line(state)
    said = line_words(line, you)
    if end.seat is None:
        return said
    left, whose = len(end.hands[end.seat]), "yours" if end.seat is you else "theirs"
    rest = "The last trick is" if left == 1 else f"The other {left} tricks are"
    return (*said, f"{' ' if said else ''}{rest} {whose}.")


def line_words(line: Line, you: Seat) -> Says:
    """Return a line of play as text. The line may begin with the reply to a lead.

    Consecutive winning leads share a sentence, and so do the replies to them.
    """
    told: list[Says] = []
    run: list[tuple[Card, Card]] = []
    led, mine = None, False
    for state, card in line:
        if state.led is None:
            if run and mine is not (state.seat is you):
                told.append(_run(run, mine=mine))
                run = []
            led, mine = card, state.seat is you
            continue
        who, *reply = _answer(state.led, card, mine=state.seat is you)
        if led is None:
            told.append((str(who).capitalize(), *reply))
        elif card.suit is led.suit and card > led:
            told += [_run(run, mine=mine)] if run else []
            told.append((_leads(mine=mine), led, "; ", who, *reply))
            run = []
        else:
            run.append((led, card))
        led = None
    told += [_run(run, mine=mine)] if run else []
    if led is not None:
        told.append((_leads(mine=mine), led, "."))
    return join_sentences(told)


def _leads(*, mine: bool) -> str:
    return "You lead the " if mine else "The other player leads the "


def _run(run: Sequence[tuple[Card, Card]], *, mine: bool) -> Says:
    """Return a sentence on consecutive winning leads of one player, and on the replies to them."""
    if len(run) == 1:
        (led, card) = run[0]
        return (_leads(mine=mine), led, "; ", *_answer(led, card, mine=not mine))
    leads, answers = zip(*run, strict=True)
    play = "the other player plays the " if mine else "you play the "
    return (_leads(mine=mine), *join_with_and(leads), "; ", play, *join_with_and(answers), ".")


def _answer(led: Card, card: Card, *, mine: bool) -> Says:
    """Return a clause on a reply: it takes the trick, follows suit or is thrown."""
    who, s = ("you ", "") if mine else ("the other player ", "s")
    if card.suit is not led.suit:
        return (who, f"throw{s} the ", card, ".")
    if card > led:
        return (who, f"take{s} it with the ", card, ".")
    return (who, f"follow{s} with the ", card, ".")
